DROP INDEX "sales_order_confirm";--> statement-breakpoint
ALTER TABLE "sales_order" ADD COLUMN "shipment" jsonb;--> statement-breakpoint
ALTER TABLE "sales_order" ADD COLUMN "confirm_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_order" ADD COLUMN "confirm_error" text;--> statement-breakpoint
ALTER TABLE "sales_order" ADD COLUMN "confirm_next_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sales_order" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sales_order_confirm" ON "sales_order" USING btree ("company_id","confirm_state","id") WHERE confirm_state in ('pending', 'telling', 'failed');