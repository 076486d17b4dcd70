-- no transaction
ALTER TABLE "shipping_channel" ADD COLUMN IF NOT EXISTS "price_rise_percent" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "shipping_channel" DROP CONSTRAINT IF EXISTS "shipping_channel_price_rise";--> statement-breakpoint
ALTER TABLE "shipping_channel" ADD CONSTRAINT "shipping_channel_price_rise" CHECK (price_rise_percent between 0 and 1000);--> statement-breakpoint
ALTER TABLE "tracking_event" ADD COLUMN IF NOT EXISTS "piece_no" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tracking_event_box";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "tracking_event_box" ON "tracking_event" USING btree ("company_id","parcel_id","at","raw_code","piece_no");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tracking_event_once";
