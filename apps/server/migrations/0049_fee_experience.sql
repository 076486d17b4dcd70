CREATE TABLE "fee_experience" (
	"company_id" integer NOT NULL,
	"shop_id" bigint NOT NULL,
	"percent" numeric(9, 4) NOT NULL,
	"error_percent" numeric(9, 4) NOT NULL,
	"orders" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "fee_experience_company_id_shop_id_pk" PRIMARY KEY("company_id","shop_id")
);
--> statement-breakpoint
ALTER TABLE "fee_experience" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_experience" ADD CONSTRAINT "fee_experience_company_id_shop_id_shop_company_id_id_fk" FOREIGN KEY ("company_id","shop_id") REFERENCES "public"."shop"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_company" ON "fee_experience" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);