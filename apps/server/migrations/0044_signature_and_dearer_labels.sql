ALTER TABLE "parcel" ADD COLUMN "quoted_cost" numeric(18, 4);--> statement-breakpoint
CREATE INDEX "parcel_dearer" ON "parcel" USING btree ("company_id","id" DESC) WHERE quoted_cost is not null;--> statement-breakpoint
ALTER TABLE "sales_order" ADD COLUMN "signature" boolean DEFAULT false NOT NULL;
