ALTER TABLE "fba_part" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "fba_part" ADD COLUMN "read_error" text;--> statement-breakpoint
ALTER TABLE "location" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "fba_box_part" ON "fba_box" USING btree ("company_id","part_id") WHERE part_id is not null;--> statement-breakpoint
CREATE INDEX "fba_case_shipment" ON "fba_case" USING btree ("company_id","shipment_id");--> statement-breakpoint
CREATE INDEX "fba_part_line_of" ON "fba_part_line" USING btree ("company_id","line_id");--> statement-breakpoint
CREATE INDEX "stock_transfer_from" ON "stock_transfer" USING btree ("company_id","from_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stock_transfer_to" ON "stock_transfer" USING btree ("company_id","to_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inbound_warehouse" ON "inbound" USING btree ("company_id","warehouse_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "wms_order_troubled" ON "wms_order" USING btree ("company_id","connection_id","id" DESC NULLS FIRST) WHERE state in ('exception', 'parked') or state = 'sent' and (status in ('exception', 'onHold') or error_code <> 'warehouse.counting');