-- no transaction
ALTER TABLE "message_copy" ADD COLUMN IF NOT EXISTS "sent_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "message_copy" ADD COLUMN IF NOT EXISTS "topic" text DEFAULT '' NOT NULL;--> statement-breakpoint
update message_copy c set sent_at = m.sent_at, topic = lower(m.thesis) from message m where m.company_id = c.company_id and m.id = c.message_id;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "message_sender" ON "message" USING btree ("company_id","sender_id","sent_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "message_copy_sent" ON "message_copy" USING btree ("company_id","receiver_id","sent_at" DESC NULLS FIRST,"message_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "message_copy_read" ON "message_copy" USING btree ("company_id","receiver_id","read","sent_at" DESC NULLS FIRST,"message_id" DESC NULLS FIRST);--> statement-breakpoint
DROP INDEX IF EXISTS "message_sent";--> statement-breakpoint
DROP INDEX IF EXISTS "message_copy_state";
