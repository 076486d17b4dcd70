ALTER TABLE "department" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "earlier_hashes" text[] DEFAULT '{}' NOT NULL;