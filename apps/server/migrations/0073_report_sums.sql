CREATE TABLE "product_profit" (
	"company_id" integer NOT NULL,
	"order_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"on_day" date NOT NULL,
	"shop_id" bigint NOT NULL,
	"country" text NOT NULL,
	"fee_state" text NOT NULL,
	"goods" numeric(18, 4) NOT NULL,
	"shipping" numeric(18, 4) NOT NULL,
	"discount" numeric(18, 4) NOT NULL,
	"refund" numeric(18, 4) NOT NULL,
	"platform_fee" numeric(18, 4) NOT NULL,
	"goods_cost" numeric(18, 4) NOT NULL,
	"label_cost" numeric(18, 4) NOT NULL,
	"first_profit" numeric(18, 4) NOT NULL,
	"sales_change" numeric(18, 4) NOT NULL,
	"commission_change" numeric(18, 4) NOT NULL,
	"fulfilment_change" numeric(18, 4) NOT NULL,
	"fee_change" numeric(18, 4) NOT NULL,
	"refund_change" numeric(18, 4) NOT NULL,
	"advertising_change" numeric(18, 4) NOT NULL,
	"freight_change" numeric(18, 4) NOT NULL,
	"goods_change" numeric(18, 4) NOT NULL,
	"late_cost_change" numeric(18, 4) NOT NULL,
	"exchange_change" numeric(18, 4) NOT NULL,
	"claim_change" numeric(18, 4) NOT NULL,
	"other_change" numeric(18, 4) NOT NULL,
	"profit" numeric(18, 4) GENERATED ALWAYS AS (goods + shipping - discount - platform_fee - goods_cost - label_cost - refund) STORED,
	CONSTRAINT "product_profit_company_id_order_id_product_id_pk" PRIMARY KEY("company_id","order_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "product_profit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_company" ON "product_profit" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
CREATE INDEX "product_profit_day" ON "product_profit" USING btree ("company_id","on_day");--> statement-breakpoint
CREATE INDEX "product_profit_product" ON "product_profit" USING btree ("company_id","product_id","on_day");--> statement-breakpoint
ALTER TABLE "order_profit" ADD COLUMN "divided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "operator_id" bigint;--> statement-breakpoint
UPDATE "shop" s SET operator_id = o.user_id
	FROM (SELECT x.company_id, x.target_id, min(x.user_id) AS user_id FROM user_scope x
		JOIN user_account u ON u.company_id = x.company_id AND u.id = x.user_id AND u.enabled AND NOT u.main_account
		WHERE x.kind = 'shop' GROUP BY 1, 2 HAVING count(*) = 1) o
	WHERE o.company_id = s.company_id AND o.target_id = s.id;--> statement-breakpoint
ALTER TABLE "outbound" ADD COLUMN "ship_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "carrier_bill_line" ADD COLUMN "carrier_account_id" bigint, ADD COLUMN "channel_id" bigint, ADD COLUMN "country" text, ADD COLUMN "shop_id" bigint, ADD COLUMN "warehouse_id" bigint;
