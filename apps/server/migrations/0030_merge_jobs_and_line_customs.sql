ALTER TABLE "product_merge" ADD COLUMN "state" text DEFAULT 'done' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_merge" ADD COLUMN "failure" text;--> statement-breakpoint
DROP INDEX "product_merge_once";--> statement-breakpoint
CREATE UNIQUE INDEX "product_merge_once" ON "product_merge" USING btree ("company_id","merged_id") WHERE state <> 'failed';--> statement-breakpoint
CREATE INDEX "product_merge_merged" ON "product_merge" USING btree ("company_id","merged_id");--> statement-breakpoint
CREATE INDEX "product_merge_running" ON "product_merge" USING btree ("company_id") WHERE state = 'running';--> statement-breakpoint
ALTER TABLE "product_merge" ADD CONSTRAINT "product_merge_state" CHECK (state in ('running', 'done', 'failed') and (state = 'failed') = (failure is not null));--> statement-breakpoint
CREATE TABLE "order_line_customs" (
	"company_id" integer NOT NULL,
	"line_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"name_zh" text DEFAULT '' NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"hs_code" text DEFAULT '' NOT NULL,
	"origin" text DEFAULT '' NOT NULL,
	"value_usd" numeric(18, 4),
	CONSTRAINT "order_line_customs_company_id_line_id_product_id_pk" PRIMARY KEY("company_id","line_id","product_id"),
	CONSTRAINT "order_line_customs_value" CHECK (value_usd > 0)
);
--> statement-breakpoint
ALTER TABLE "order_line_customs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_line_customs" ADD CONSTRAINT "order_line_customs_company_id_line_id_order_line_company_id_id_fk" FOREIGN KEY ("company_id","line_id") REFERENCES "public"."order_line"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_company" ON "order_line_customs" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);
