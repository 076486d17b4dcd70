DROP INDEX "sales_order_all";--> statement-breakpoint
CREATE INDEX "sales_order_all" ON "sales_order" USING btree ("company_id","ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"shop_id","module_id","status","origin","currency","units","total_exact","country");--> statement-breakpoint
CREATE INDEX "parcel_bought_at" ON "parcel" USING btree ("company_id","bought_at") WHERE bought_at is not null;--> statement-breakpoint
CREATE INDEX "warehouse_prepayment_at" ON "warehouse_prepayment" USING btree ("company_id","at");
