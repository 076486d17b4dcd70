ALTER TABLE "company" ADD COLUMN "sample_of" integer;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "sample_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "visiting_company_id" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "company_sample_of" ON "company" USING btree ("sample_of");--> statement-breakpoint
CREATE INDEX "company_sample_until" ON "company" USING btree ("sample_until") WHERE sample_until is not null;--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_sample" CHECK (sample_of is null or sample_until is not null);