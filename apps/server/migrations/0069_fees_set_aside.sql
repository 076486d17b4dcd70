ALTER TABLE "settlement_set_aside" ADD COLUMN "kind" text DEFAULT 'settlement' NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement_set_aside" ADD CONSTRAINT "settlement_set_aside_kind" CHECK (kind = 'settlement' or (kind = 'fee' and file_id is null));--> statement-breakpoint
ALTER TABLE "fee_sync" ADD COLUMN "began_at" timestamp with time zone;
