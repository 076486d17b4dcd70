ALTER TABLE "supplier" ADD COLUMN "minimum_units" integer;--> statement-breakpoint
ALTER TABLE "supplier" DROP CONSTRAINT "supplier_sense";--> statement-breakpoint
ALTER TABLE "supplier" ADD CONSTRAINT "supplier_sense" CHECK (lead_days between 0 and 365 and minimum_amount >= 0 and minimum_units > 0);--> statement-breakpoint
ALTER TABLE "advice_line" DROP CONSTRAINT "advice_line_reason";--> statement-breakpoint
ALTER TABLE "advice_line" ADD CONSTRAINT "advice_line_reason" CHECK (reason in ('order', 'ship', 'later', 'none', 'leadTooLong'));
