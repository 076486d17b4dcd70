CREATE TABLE "address_check" (
	"company_id" integer NOT NULL,
	"order_id" bigint NOT NULL,
	"address_key" text collate "C" NOT NULL,
	"carrier" text NOT NULL,
	"verdict" text NOT NULL,
	"suggestions" jsonb NOT NULL,
	"residential" boolean,
	"detail" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "address_check_company_id_order_id_pk" PRIMARY KEY("company_id","order_id"),
	CONSTRAINT "address_check_verdict" CHECK (verdict in ('valid', 'corrected', 'ambiguous', 'unknown'))
);
--> statement-breakpoint
ALTER TABLE "address_check" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "shipping_channel" ADD COLUMN "checks_addresses" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shipping_channel" ADD COLUMN "sends_invoice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "remarks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "invoice_paper" text;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "invoice_error" text;--> statement-breakpoint
CREATE INDEX "address_check_key" ON "address_check" USING btree ("company_id","address_key","checked_at");--> statement-breakpoint
CREATE POLICY "own_company" ON "address_check" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);
