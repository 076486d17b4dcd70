CREATE TABLE "carrier_mapping" (
	"company_id" integer NOT NULL,
	"channel_id" bigint NOT NULL,
	"platform" text NOT NULL,
	"code" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	CONSTRAINT "carrier_mapping_company_id_channel_id_platform_pk" PRIMARY KEY("company_id","channel_id","platform")
);
--> statement-breakpoint
ALTER TABLE "carrier_mapping" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "platform_carriers" (
	"company_id" integer NOT NULL,
	"platform" text NOT NULL,
	"carriers" jsonb NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "platform_carriers_company_id_platform_pk" PRIMARY KEY("company_id","platform")
);
--> statement-breakpoint
ALTER TABLE "platform_carriers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "carrier_mapping" ADD CONSTRAINT "carrier_mapping_company_id_channel_id_shipping_channel_company_id_id_fk" FOREIGN KEY ("company_id","channel_id") REFERENCES "public"."shipping_channel"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_company" ON "carrier_mapping" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
CREATE POLICY "own_company" ON "platform_carriers" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);