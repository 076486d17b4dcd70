CREATE TABLE "listing_place" (
	"company_id" integer NOT NULL,
	"movement_id" bigint DEFAULT 0 NOT NULL,
	"order_id" bigint DEFAULT 0 NOT NULL,
	"reckoned_at" timestamp with time zone NOT NULL,
	"whole_at" timestamp with time zone NOT NULL,
	CONSTRAINT "listing_place_company_id_pk" PRIMARY KEY("company_id")
);
--> statement-breakpoint
ALTER TABLE "listing_place" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "listing_price" (
	"company_id" integer NOT NULL,
	"listing_id" bigint NOT NULL,
	"shop_id" bigint NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	"ticket" text,
	"detail" text,
	"wanted" numeric(18, 4) NOT NULL,
	"told" numeric(18, 4),
	"currency" text NOT NULL,
	CONSTRAINT "listing_price_company_id_listing_id_pk" PRIMARY KEY("company_id","listing_id"),
	CONSTRAINT "listing_price_state" CHECK (state in ('due', 'pending', 'done', 'refused')),
	CONSTRAINT "listing_price_positive" CHECK (wanted > 0)
);
--> statement-breakpoint
ALTER TABLE "listing_price" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "listing_stock" (
	"company_id" integer NOT NULL,
	"listing_id" bigint NOT NULL,
	"shop_id" bigint NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	"ticket" text,
	"detail" text,
	"wanted" integer NOT NULL,
	"told" integer,
	"seen_at" timestamp with time zone,
	"behind_at" timestamp with time zone,
	CONSTRAINT "listing_stock_company_id_listing_id_pk" PRIMARY KEY("company_id","listing_id"),
	CONSTRAINT "listing_stock_state" CHECK (state in ('due', 'pending', 'done', 'refused')),
	CONSTRAINT "listing_stock_never_negative" CHECK (wanted >= 0)
);
--> statement-breakpoint
ALTER TABLE "listing_stock" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_rule" (
	"company_id" integer NOT NULL,
	"shop_id" bigint NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"mode" text DEFAULT 'all' NOT NULL,
	"share" integer DEFAULT 100 NOT NULL,
	"buffer" integer DEFAULT 0 NOT NULL,
	"auto_buffer" boolean DEFAULT true NOT NULL,
	"most" integer,
	"warehouse_ids" bigint[],
	"lag_seconds" integer DEFAULT 0 NOT NULL,
	"lag_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_rule_company_id_shop_id_pk" PRIMARY KEY("company_id","shop_id"),
	CONSTRAINT "stock_rule_mode" CHECK (mode in ('all', 'percent', 'fixed')),
	CONSTRAINT "stock_rule_share" CHECK (share >= 0 and (mode <> 'percent' or share <= 100)),
	CONSTRAINT "stock_rule_buffer" CHECK (buffer >= 0 and most >= 0 and lag_seconds >= 0)
);
--> statement-breakpoint
ALTER TABLE "stock_rule" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "platform_telling" (
	"company_id" integer NOT NULL,
	"order_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"shop_id" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"error" text,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "platform_telling_company_id_order_id_kind_pk" PRIMARY KEY("company_id","order_id","kind"),
	CONSTRAINT "platform_telling_known" CHECK (kind in ('acknowledge', 'cancel') and state in ('due', 'done', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "platform_telling" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sales_order" ADD COLUMN "platform_shipping" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_price" ADD CONSTRAINT "listing_price_company_id_listing_id_platform_listing_company_id_id_fk" FOREIGN KEY ("company_id","listing_id") REFERENCES "public"."platform_listing"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_stock" ADD CONSTRAINT "listing_stock_company_id_listing_id_platform_listing_company_id_id_fk" FOREIGN KEY ("company_id","listing_id") REFERENCES "public"."platform_listing"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_rule" ADD CONSTRAINT "stock_rule_company_id_shop_id_shop_company_id_id_fk" FOREIGN KEY ("company_id","shop_id") REFERENCES "public"."shop"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_telling" ADD CONSTRAINT "platform_telling_company_id_order_id_sales_order_company_id_id_fk" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."sales_order"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_price_open" ON "listing_price" USING btree ("company_id","shop_id","state","listing_id") WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX "listing_stock_open" ON "listing_stock" USING btree ("company_id","shop_id","state","listing_id") WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX "platform_telling_due" ON "platform_telling" USING btree ("company_id","shop_id","due_at") WHERE state = 'due';--> statement-breakpoint
CREATE POLICY "own_company" ON "listing_place" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
CREATE POLICY "own_company" ON "listing_price" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
CREATE POLICY "own_company" ON "listing_stock" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
CREATE POLICY "own_company" ON "stock_rule" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
CREATE POLICY "own_company" ON "platform_telling" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);