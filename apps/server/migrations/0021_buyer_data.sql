ALTER TABLE "sales_order" ADD COLUMN "buyer_ref" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_order" ADD COLUMN "erase_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sales_order" ADD COLUMN "buyer_erased_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sales_order_buyer" ON "sales_order" USING btree ("company_id","platform","buyer_ref") WHERE buyer_ref <> '';--> statement-breakpoint
CREATE INDEX "sales_order_erase_asked" ON "sales_order" USING btree ("company_id","id") WHERE erase_asked_at is not null and buyer_erased_at is null;--> statement-breakpoint
CREATE INDEX "sales_order_erase_term" ON "sales_order" USING btree ("company_id","platform",(case when delivered_at is not null then delivered_at when shipped_at is not null then shipped_at else platform_updated_at end),"id") WHERE status in ('shipped','delivered','cancelled','refunded') and buyer_erased_at is null;