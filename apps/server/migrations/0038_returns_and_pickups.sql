ALTER TABLE "parcel" ALTER COLUMN "outbound_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "parcel" ADD COLUMN "return_id" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "parcel_live_return" ON "parcel" USING btree ("company_id","return_id") WHERE return_id is not null and state <> 'voided';--> statement-breakpoint
ALTER TABLE "parcel" ADD CONSTRAINT "parcel_outbound_or_return" CHECK ((outbound_id is null) = (return_id is not null));