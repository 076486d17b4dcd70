ALTER TABLE "order_term" ADD COLUMN "buyer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "sales_order_shop" ON "sales_order" USING btree ("company_id","shop_id","ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_country" ON "sales_order" USING btree ("company_id","country","ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_warehouse" ON "sales_order" USING btree ("company_id","warehouse_id","ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sales_order_exception" ON "sales_order" USING btree ("company_id","exception","ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE exception is not null;--> statement-breakpoint
CREATE INDEX "sales_order_cancel" ON "sales_order" USING btree ("company_id","ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE cancel_requested;--> statement-breakpoint
CREATE INDEX "sales_order_due" ON "sales_order" USING btree ("company_id","ship_by","id") WHERE status in ('review','allocate','ready','picking','packed','exception','held') and ship_by is not null;