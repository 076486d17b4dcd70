CREATE TABLE "bundle_part" (
	"company_id" integer NOT NULL,
	"bundle_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "bundle_part_company_id_bundle_id_product_id_pk" PRIMARY KEY("company_id","bundle_id","product_id"),
	CONSTRAINT "bundle_part_quantity" CHECK (quantity between 1 and 1000),
	CONSTRAINT "bundle_part_other" CHECK (product_id <> bundle_id)
);
--> statement-breakpoint
ALTER TABLE "bundle_part" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bundle_unit" (
	"company_id" integer NOT NULL,
	"bundle_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"share" numeric(9, 8) NOT NULL,
	CONSTRAINT "bundle_unit_company_id_bundle_id_product_id_pk" PRIMARY KEY("company_id","bundle_id","product_id"),
	CONSTRAINT "bundle_unit_quantity" CHECK (quantity > 0 and share between 0 and 1)
);
--> statement-breakpoint
ALTER TABLE "bundle_unit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_line_part" (
	"company_id" integer NOT NULL,
	"line_id" bigint NOT NULL,
	"bundle_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"share" numeric(9, 8) NOT NULL,
	CONSTRAINT "order_line_part_company_id_line_id_product_id_pk" PRIMARY KEY("company_id","line_id","product_id"),
	CONSTRAINT "order_line_part_quantity" CHECK (quantity > 0 and share between 0 and 1)
);
--> statement-breakpoint
ALTER TABLE "order_line_part" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "outbound_line_order_line";--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "kind" text DEFAULT 'single' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "bundled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bundle_part" ADD CONSTRAINT "bundle_part_company_id_bundle_id_product_company_id_id_fk" FOREIGN KEY ("company_id","bundle_id") REFERENCES "public"."product"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_part" ADD CONSTRAINT "bundle_part_company_id_product_id_product_company_id_id_fk" FOREIGN KEY ("company_id","product_id") REFERENCES "public"."product"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_unit" ADD CONSTRAINT "bundle_unit_company_id_bundle_id_product_company_id_id_fk" FOREIGN KEY ("company_id","bundle_id") REFERENCES "public"."product"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_unit" ADD CONSTRAINT "bundle_unit_company_id_product_id_product_company_id_id_fk" FOREIGN KEY ("company_id","product_id") REFERENCES "public"."product"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line_part" ADD CONSTRAINT "order_line_part_company_id_line_id_order_line_company_id_id_fk" FOREIGN KEY ("company_id","line_id") REFERENCES "public"."order_line"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bundle_part_product" ON "bundle_part" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "bundle_unit_product" ON "bundle_unit" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "order_line_part_product" ON "order_line_part" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "product_bundle" ON "product" USING btree ("company_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE kind = 'bundle';--> statement-breakpoint
CREATE UNIQUE INDEX "outbound_line_order_line" ON "outbound_line" USING btree ("company_id","outbound_id","order_line_id","product_id");--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_kind" CHECK (kind in ('single', 'bundle'));--> statement-breakpoint
CREATE POLICY "own_company" ON "bundle_part" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
CREATE POLICY "own_company" ON "bundle_unit" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
CREATE POLICY "own_company" ON "order_line_part" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
-- What leaves the warehouse for the lines of orders: the product of a line, or what a bundle consists of. To be read by order.
CREATE VIEW "order_goods" WITH (security_invoker = true) AS
  SELECT l.company_id, l.order_id, l.id AS line_id, coalesce(p.product_id, l.product_id) AS product_id,
    l.stock_quantity * coalesce(p.quantity, 1) AS quantity, l.reserved * coalesce(p.quantity, 1) AS reserved, l.reservation_no,
    l.warehouse_id, coalesce(p.share, 1) AS share, l.bundled
  FROM order_line l LEFT JOIN order_line_part p ON l.bundled AND p.company_id = l.company_id AND p.line_id = l.id;
--> statement-breakpoint
-- The same, to be read by product.
CREATE VIEW "goods_in_orders" WITH (security_invoker = true) AS
  SELECT company_id, order_id, id AS line_id, product_id, stock_quantity AS quantity, reserved, warehouse_id
  FROM order_line WHERE NOT bundled
  UNION ALL
  SELECT l.company_id, l.order_id, l.id, p.product_id, l.stock_quantity * p.quantity, l.reserved * p.quantity, l.warehouse_id
  FROM order_line l JOIN order_line_part p ON p.company_id = l.company_id AND p.line_id = l.id WHERE l.bundled;
