CREATE TABLE "parcel_piece" (
	"company_id" integer NOT NULL,
	"parcel_id" bigint NOT NULL,
	"piece_no" integer NOT NULL,
	"weight_grams" integer NOT NULL,
	"length_mm" integer,
	"width_mm" integer,
	"height_mm" integer,
	"tracking_number" text collate "C",
	"shipment_id" text,
	"label_raw_file" text,
	CONSTRAINT "parcel_piece_company_id_parcel_id_piece_no_pk" PRIMARY KEY("company_id","parcel_id","piece_no"),
	CONSTRAINT "parcel_piece_no" CHECK (piece_no between 2 and 50),
	CONSTRAINT "parcel_piece_weight" CHECK (weight_grams > 0)
);
--> statement-breakpoint
ALTER TABLE "parcel_piece" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "parcel_piece" ADD CONSTRAINT "parcel_piece_company_id_parcel_id_parcel_company_id_id_fk" FOREIGN KEY ("company_id","parcel_id") REFERENCES "public"."parcel"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "parcel_piece_tracking" ON "parcel_piece" USING btree ("company_id","tracking_number","parcel_id");--> statement-breakpoint
CREATE POLICY "own_company" ON "parcel_piece" AS PERMISSIVE FOR ALL TO "tradewind_app" USING (company_id = nullif(current_setting('app.company', true), '')::int) WITH CHECK (company_id = nullif(current_setting('app.company', true), '')::int);