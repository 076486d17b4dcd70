CREATE TABLE "pending_sign_in" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "pending_sign_in_user" ON "pending_sign_in" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "pending_sign_in_expiry" ON "pending_sign_in" USING btree ("expires_at");--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"company_id" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"code_hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_code_company_id_user_id_code_hash_pk" PRIMARY KEY("company_id","user_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "recovery_code" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "second_factor" (
	"company_id" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"secret" "bytea" NOT NULL,
	"salt" "bytea" NOT NULL,
	"enabled_at" timestamp with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "second_factor_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "second_factor" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "known_browser" ADD COLUMN "skips_code_until" timestamp with time zone;--> statement-breakpoint
CREATE POLICY "own_company" ON "recovery_code" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);--> statement-breakpoint
CREATE POLICY "own_company" ON "second_factor" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);
