CREATE TABLE "shop_day" (
	"company_id" integer NOT NULL,
	"on_day" date NOT NULL,
	"shop_id" bigint NOT NULL,
	"country" text NOT NULL,
	"units" integer NOT NULL,
	"refunded_units" integer NOT NULL,
	"goods" numeric(18, 4) NOT NULL,
	"shipping" numeric(18, 4) NOT NULL,
	"discount" numeric(18, 4) NOT NULL,
	"refund" numeric(18, 4) NOT NULL,
	"platform_fee" numeric(18, 4) NOT NULL,
	"advertising" numeric(18, 4) NOT NULL,
	"goods_cost" numeric(18, 4) NOT NULL,
	"label_cost" numeric(18, 4) NOT NULL,
	"other_cost" numeric(18, 4) NOT NULL,
	CONSTRAINT "shop_day_company_id_on_day_shop_id_country_pk" PRIMARY KEY("company_id","on_day","shop_id","country")
);
--> statement-breakpoint
ALTER TABLE "shop_day" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_company" ON "shop_day" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
INSERT INTO "shop_day" (company_id, on_day, shop_id, country, units, refunded_units, goods, shipping, discount, refund, platform_fee, advertising, goods_cost, label_cost, other_cost)
	SELECT company_id, on_day, shop_id, country, sum(units), sum(refunded_units), sum(goods), sum(shipping), sum(discount), sum(refund), sum(platform_fee), sum(advertising), sum(goods_cost), sum(label_cost), sum(other_cost)
	FROM sku_day WHERE not fresh GROUP BY 1, 2, 3, 4;
