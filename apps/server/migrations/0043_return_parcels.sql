-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "parcel_back";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "parcel_back" ON "parcel" USING btree ("company_id","id" DESC NULLS FIRST) WHERE return_id is not null and tracking_number is not null;
