ALTER TABLE "company" ADD COLUMN "country" text DEFAULT 'CN' NOT NULL;--> statement-breakpoint
CREATE INDEX "stock_document_waiting" ON "stock_document" USING btree ("company_id","warehouse_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "stock_movement_opening" ON "stock_movement" USING btree ("company_id","product_id","location_id") WHERE reason = 'opening';