ALTER TABLE "trust_run" ALTER COLUMN "green" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "trust_run" ALTER COLUMN "results" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "trust_run" ADD COLUMN "finished_at" timestamp with time zone;