CREATE TABLE "finance_allocation" (
	"company_id" integer NOT NULL,
	"month" date NOT NULL,
	"account" text NOT NULL,
	"shop_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"amount" numeric(18, 4) NOT NULL,
	CONSTRAINT "finance_allocation_company_id_month_account_shop_id_product_id_pk" PRIMARY KEY("company_id","month","account","shop_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "finance_allocation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "finance_close" (
	"company_id" integer NOT NULL,
	"month" date NOT NULL,
	"version" integer NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"closed_by" text NOT NULL,
	"figures_at" timestamp with time zone,
	"last_entry" bigint NOT NULL,
	"lines" bigint DEFAULT 0 NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"reopen_reason" text,
	"reopen_user" bigint,
	"reopen_by" text,
	"reopen_at" timestamp with time zone,
	"confirmed_by" text,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "finance_close_company_id_month_version_pk" PRIMARY KEY("company_id","month","version"),
	CONSTRAINT "finance_close_reopened" CHECK (confirmed_at is null or reopen_at is not null)
);
--> statement-breakpoint
ALTER TABLE "finance_close" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "finance_figure" (
	"company_id" integer NOT NULL,
	"month" date NOT NULL,
	"version" integer NOT NULL,
	"account" text NOT NULL,
	"party_kind" text NOT NULL,
	"party_id" bigint NOT NULL,
	"shop_id" bigint NOT NULL,
	"currency" text NOT NULL,
	"movement" numeric(18, 4) NOT NULL,
	"movement_base" numeric(18, 4) NOT NULL,
	"closing" numeric(18, 4) NOT NULL,
	"closing_base" numeric(18, 4) NOT NULL,
	CONSTRAINT "finance_figure_company_id_month_version_account_party_kind_party_id_shop_id_currency_pk" PRIMARY KEY("company_id","month","version","account","party_kind","party_id","shop_id","currency")
);
--> statement-breakpoint
ALTER TABLE "finance_figure" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "finance_tick" (
	"company_id" integer NOT NULL,
	"month" date NOT NULL,
	"version" integer NOT NULL,
	"item" text NOT NULL,
	"count" integer NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "finance_tick_company_id_month_version_item_pk" PRIMARY KEY("company_id","month","version","item")
);
--> statement-breakpoint
ALTER TABLE "finance_tick" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "journal_account" (
	"company_id" integer NOT NULL,
	"system" text NOT NULL,
	"account" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "journal_account_company_id_system_account_pk" PRIMARY KEY("company_id","system","account")
);
--> statement-breakpoint
ALTER TABLE "journal_account" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "finance_allocation_product" ON "finance_allocation" USING btree ("company_id","product_id","month");--> statement-breakpoint
CREATE INDEX "finance_close_due" ON "finance_close" USING btree ("company_id","month") WHERE figures_at is null;--> statement-breakpoint
CREATE INDEX "ledger_entry_late" ON "ledger_entry" USING btree ("company_id","event_day","id") WHERE event_day is not null;--> statement-breakpoint
CREATE POLICY "own_company" ON "finance_allocation" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
CREATE POLICY "own_company" ON "finance_close" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
CREATE POLICY "own_company" ON "finance_figure" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
CREATE POLICY "own_company" ON "finance_tick" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
CREATE POLICY "own_company" ON "journal_account" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);