CREATE TABLE "order_undo_of" (
	"company_id" integer NOT NULL,
	"order_id" bigint NOT NULL,
	"undo_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_undo_of_company_id_order_id_undo_id_pk" PRIMARY KEY("company_id","order_id","undo_id")
);
--> statement-breakpoint
ALTER TABLE "order_undo_of" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "send_run" DROP CONSTRAINT "send_run_act";--> statement-breakpoint
ALTER TABLE "send_run" ADD COLUMN "found" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "order_undo_of" ADD CONSTRAINT "order_undo_of_company_id_undo_id_order_undo_company_id_id_fk" FOREIGN KEY ("company_id","undo_id") REFERENCES "public"."order_undo"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "send_run" ADD CONSTRAINT "send_run_act" CHECK (act in ('freight', 'label', 'price', 'send'));--> statement-breakpoint
CREATE POLICY "own_company" ON "order_undo_of" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);