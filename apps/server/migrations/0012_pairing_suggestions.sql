ALTER TABLE "product" ADD COLUMN "code" text collate "C" GENERATED ALWAYS AS (translate(upper(sku), U&' \00A0\3000-_./', '')) STORED;--> statement-breakpoint
ALTER TABLE "platform_listing" ADD COLUMN "barcode" text;--> statement-breakpoint
CREATE INDEX "product_code" ON "product" USING btree ("company_id","code");