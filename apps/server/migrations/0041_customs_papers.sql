ALTER TABLE "compliance_paper" ADD COLUMN "battery" text;--> statement-breakpoint
ALTER TABLE "compliance_paper" ADD COLUMN "battery_content" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "compliance_paper" ADD COLUMN "battery_count" integer;--> statement-breakpoint
ALTER TABLE "shipping_channel" ADD COLUMN "postal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "compliance_paper" ADD CONSTRAINT "compliance_paper_battery" CHECK (num_nonnulls(battery, battery_content, battery_count) = 0 or (kind = 'un383'
        and num_nonnulls(battery, battery_content, battery_count) = 3 and battery_content > 0 and battery_count > 0
        and battery in ('ionInside', 'ionPacked', 'ionAlone', 'metalInside', 'metalPacked', 'metalAlone')));--> statement-breakpoint
UPDATE "shipping_channel" SET "postal" = true WHERE "carrier" = 'usps';
