CREATE TABLE "fee_sync" (
	"company_id" integer NOT NULL,
	"shop_id" bigint NOT NULL,
	"posted_until" timestamp with time zone,
	"page_cursor" text,
	"last_error" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fee_sync_company_id_shop_id_pk" PRIMARY KEY("company_id","shop_id")
);
--> statement-breakpoint
ALTER TABLE "fee_sync" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tracked_parcel" (
	"tracking_number" text collate "C" NOT NULL,
	"company_id" integer NOT NULL,
	"parcel_id" bigint NOT NULL,
	CONSTRAINT "tracked_parcel_tracking_number_company_id_parcel_id_pk" PRIMARY KEY("tracking_number","company_id","parcel_id")
);
--> statement-breakpoint
ALTER TABLE "order_profit" ADD COLUMN "fee_estimate" numeric(18, 4) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier_account" ADD COLUMN "sandbox" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "shop_id" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "order_no" text NOT NULL;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "country" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "carrier_account_id" bigint;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "state_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "label_raw_file" text;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "customs_file" text;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "last_scan_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "last_scan" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "track_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "order_profit_shop" ON "order_profit" USING btree ("company_id","shop_id","on_day" DESC NULLS FIRST,"order_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "parcel_stage" ON "parcel" USING btree ("company_id","stage","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "parcel_numbered" ON "parcel" USING btree ("company_id","id" DESC NULLS FIRST) WHERE tracking_number is not null;--> statement-breakpoint
CREATE INDEX "parcel_silent" ON "parcel" USING btree ("company_id","last_scan_at") WHERE state = 'shipped';--> statement-breakpoint
ALTER TABLE "parcel" ADD CONSTRAINT "parcel_state_known" CHECK (state in ('packed','buying','uncertain','labelled','voiding','voided','failed','shipped','delivered'));--> statement-breakpoint
CREATE POLICY "own_company" ON "fee_sync" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);