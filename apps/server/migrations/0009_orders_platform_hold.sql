ALTER TABLE "sales_order" ADD COLUMN "platform_hold" text;--> statement-breakpoint
CREATE INDEX "outbound_stop" ON "outbound" USING btree ("company_id","id") WHERE stop_requested;--> statement-breakpoint
-- What the buyer asked to cancel while it was in work stays in the house from now on.
UPDATE "outbound" o SET "stop_requested" = true FROM "sales_order" s
WHERE s."company_id" = o."company_id" AND s."id" = o."order_id" AND s."cancel_requested"
  AND o."state" IN ('picking', 'picked', 'packed') AND NOT o."stop_requested";
