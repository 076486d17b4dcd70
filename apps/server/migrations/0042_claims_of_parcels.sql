ALTER TABLE "carrier_claim" ALTER COLUMN "line_id" DROP NOT NULL;--> statement-breakpoint
DROP INDEX "carrier_claim_line";--> statement-breakpoint
CREATE INDEX "carrier_claim_line" ON "carrier_claim" USING btree ("company_id","line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_claim_overcharge" ON "carrier_claim" USING btree ("company_id","line_id") WHERE reason not in ('lost', 'late');--> statement-breakpoint
CREATE INDEX "carrier_claim_parcel" ON "carrier_claim" USING btree ("company_id","parcel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_claim_course" ON "carrier_claim" USING btree ("company_id","parcel_id","reason") WHERE reason in ('lost', 'late');--> statement-breakpoint
CREATE INDEX "carrier_claim_unbilled" ON "carrier_claim" USING btree ("company_id","parcel_id") WHERE line_id is null;--> statement-breakpoint
ALTER TABLE "carrier_claim" ADD CONSTRAINT "carrier_claim_of" CHECK (line_id is not null or (parcel_id is not null and reason in ('lost', 'late')));
