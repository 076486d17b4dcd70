CREATE TABLE "warehouse_channel" (
	"company_id" integer NOT NULL,
	"warehouse_id" bigint NOT NULL,
	"channel_id" bigint NOT NULL,
	CONSTRAINT "warehouse_channel_company_id_warehouse_id_channel_id_pk" PRIMARY KEY("company_id","warehouse_id","channel_id")
);
--> statement-breakpoint
ALTER TABLE "warehouse_channel" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "warehouse" DROP CONSTRAINT "warehouse_prepaid";--> statement-breakpoint
DROP INDEX "stock_batch_order";--> statement-breakpoint
DROP INDEX "warehouse_prepayment_once";--> statement-breakpoint
DROP INDEX "wms_fee_once";--> statement-breakpoint
ALTER TABLE "warehouse_prepayment" ADD COLUMN "reference" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "wms_fee" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "wms_fee" ADD COLUMN "warehouse_id" bigint;--> statement-breakpoint
ALTER TABLE "wms_fee" ADD COLUMN "settlement" text;--> statement-breakpoint
ALTER TABLE "warehouse_channel" ADD CONSTRAINT "warehouse_channel_company_id_warehouse_id_warehouse_company_id_id_fk" FOREIGN KEY ("company_id","warehouse_id") REFERENCES "public"."warehouse"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_channel" ADD CONSTRAINT "warehouse_channel_company_id_channel_id_shipping_channel_company_id_id_fk" FOREIGN KEY ("company_id","channel_id") REFERENCES "public"."shipping_channel"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "warehouse_channel_of" ON "warehouse_channel" USING btree ("company_id","channel_id");--> statement-breakpoint
CREATE INDEX "stock_batch_by_code" ON "stock_batch" USING btree ("company_id","code");--> statement-breakpoint
CREATE INDEX "fba_line_seller_sku" ON "fba_line" USING btree ("company_id","seller_sku");--> statement-breakpoint
CREATE INDEX "fba_part_inbound" ON "fba_part" USING btree ("company_id","inbound_id") WHERE inbound_id is not null;--> statement-breakpoint
CREATE INDEX "inbound_reference" ON "inbound" USING btree ("company_id","reference") WHERE reference <> '';--> statement-breakpoint
CREATE INDEX "inbound_source_no" ON "inbound" USING btree ("company_id","source_no") WHERE source_no <> '';--> statement-breakpoint
CREATE INDEX "inbound_put_away" ON "inbound" USING btree ("company_id","id" DESC NULLS FIRST) WHERE units_to_put_away > 0;--> statement-breakpoint
CREATE INDEX "inbound_created" ON "inbound" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "warehouse_prepayment_fee" ON "warehouse_prepayment" USING btree ("company_id","reference") WHERE reference like 'fee:%';--> statement-breakpoint
CREATE INDEX "wms_fee_open" ON "wms_fee" USING btree ("company_id","connection_id","id") WHERE settlement is null;--> statement-breakpoint
CREATE INDEX "wms_fee_owed" ON "wms_fee" USING btree ("company_id","id") WHERE settlement = 'owed';--> statement-breakpoint
CREATE INDEX "wms_order_provider_no" ON "wms_order" USING btree ("company_id","connection_id","provider_no") WHERE provider_no is not null;--> statement-breakpoint
CREATE INDEX "stock_batch_order" ON "stock_batch" USING btree ("company_id","expires_on","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "warehouse_prepayment_once" ON "warehouse_prepayment" USING btree ("company_id","outbound_id","reference") WHERE outbound_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wms_fee_once" ON "wms_fee" USING btree ("company_id","connection_id","fee_id","revision");--> statement-breakpoint
ALTER TABLE "warehouse" ADD CONSTRAINT "warehouse_prepaid" CHECK (order_fee >= 0);--> statement-breakpoint
ALTER TABLE "wms_fee" ADD CONSTRAINT "wms_fee_settlement" CHECK (settlement in ('prepaid', 'owed', 'none'));--> statement-breakpoint
CREATE POLICY "own_company" ON "warehouse_channel" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);