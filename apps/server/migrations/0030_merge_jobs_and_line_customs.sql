ALTER TABLE "product_merge" ADD COLUMN "state" text DEFAULT 'done' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_merge" ADD COLUMN "failure" text;--> statement-breakpoint
DROP INDEX "product_merge_once";--> statement-breakpoint
CREATE UNIQUE INDEX "product_merge_once" ON "product_merge" USING btree ("company_id","merged_id") WHERE state <> 'failed';--> statement-breakpoint
CREATE INDEX "product_merge_merged" ON "product_merge" USING btree ("company_id","merged_id");--> statement-breakpoint
CREATE INDEX "product_merge_running" ON "product_merge" USING btree ("company_id") WHERE state = 'running';--> statement-breakpoint
ALTER TABLE "product_merge" ADD CONSTRAINT "product_merge_state" CHECK (state in ('running', 'done', 'failed') and (state = 'failed') = (failure is not null));
