-- no transaction
ALTER TABLE "tracking_event" ADD COLUMN IF NOT EXISTS "piece_no" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tracking_event_box";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "tracking_event_box" ON "tracking_event" USING btree ("company_id","parcel_id","at","raw_code","piece_no");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tracking_event_once";
