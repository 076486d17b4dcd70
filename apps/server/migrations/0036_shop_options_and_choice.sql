CREATE TABLE "shop_shipping_options" (
	"company_id" integer NOT NULL,
	"shop_id" bigint NOT NULL,
	"options" jsonb NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shop_shipping_options_company_id_shop_id_pk" PRIMARY KEY("company_id","shop_id")
);
--> statement-breakpoint
ALTER TABLE "shop_shipping_options" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "shop_shipping_options" ADD CONSTRAINT "shop_shipping_options_company_id_shop_id_shop_company_id_id_fk" FOREIGN KEY ("company_id","shop_id") REFERENCES "public"."shop"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_company" ON "shop_shipping_options" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
ALTER TABLE "shipping_channel" ADD COLUMN "choose_by" text DEFAULT 'price' NOT NULL;--> statement-breakpoint
ALTER TABLE "shipping_channel" ADD CONSTRAINT "shipping_channel_choose_by" CHECK (choose_by in ('price', 'promise', 'inTime'));
