-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bin_stock_batch" ON "bin_stock" USING btree ("company_id","batch_id") WHERE batch_id <> 0;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bin_stock_condition" ON "bin_stock" USING btree ("company_id","condition","product_id","warehouse_id") WHERE condition <> 'good' and on_hand > 0;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "stock_movement_batch" ON "stock_movement" USING btree ("company_id","batch_id","id" DESC NULLS FIRST) WHERE batch_id <> 0;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "stock_movement_picks" ON "stock_movement" USING btree ("company_id","warehouse_id","at","location_id") WHERE reason = 'pick' and on_hand < 0;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "pick_line_batch" ON "pick_line" USING btree ("company_id","batch_id") WHERE batch_id <> 0;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "outbound_created" ON "outbound" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "stock_movement_corrections" ON "stock_movement" USING btree ("company_id","at") WHERE reason in ('adjust', 'count');
