-- no transaction
ALTER TABLE "fba_shipment" ADD COLUMN IF NOT EXISTS "name_lower" text collate "C" GENERATED ALWAYS AS (lower(name)) STORED;--> statement-breakpoint
ALTER TABLE "transit_leg" ADD COLUMN IF NOT EXISTS "forwarder_lower" text collate "C" GENERATED ALWAYS AS (lower(forwarder)) STORED;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "fba_shipment_name" ON "fba_shipment" USING btree ("company_id","name_lower");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transit_leg_forwarder" ON "transit_leg" USING btree ("company_id","forwarder_lower") WHERE forwarder_lower <> '';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transit_leg_container" ON "transit_leg" USING btree ("company_id","container") WHERE container <> '';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transit_leg_tracking" ON "transit_leg" USING btree ("company_id","tracking_number") WHERE tracking_number <> '';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "stock_batch_recalled" ON "stock_batch" USING btree ("company_id","id") WHERE state = 'recalled';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bin_stock_batch_in_stock" ON "bin_stock" USING btree ("company_id","batch_id","warehouse_id") WHERE batch_id <> 0 and on_hand > 0;
