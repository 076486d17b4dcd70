CREATE TABLE "known_browser" (
	"company_id" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_browser_company_id_user_id_token_hash_pk" PRIMARY KEY("company_id","user_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "known_browser" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "own_company" ON "known_browser" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);