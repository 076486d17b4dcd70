CREATE TABLE "department_scope" (
	"company_id" integer NOT NULL,
	"department_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"target_id" bigint NOT NULL,
	CONSTRAINT "department_scope_company_id_department_id_kind_target_id_pk" PRIMARY KEY("company_id","department_id","kind","target_id"),
	CONSTRAINT "department_scope_kind" CHECK (kind in ('shop', 'warehouse'))
);
--> statement-breakpoint
ALTER TABLE "department_scope" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "viewing_id" bigint;--> statement-breakpoint
CREATE POLICY "own_company" ON "department_scope" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);