DROP INDEX "settlement_line_settlement";--> statement-breakpoint
DROP INDEX "settlement_booking_suspense";--> statement-breakpoint
CREATE INDEX "settlement_line_settlement" ON "settlement_line" USING btree ("company_id","shop_id","settlement_id","posted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE settlement_id is not null;--> statement-breakpoint
CREATE INDEX "settlement_line_day" ON "settlement_line" USING btree ("company_id","posted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "settlement_line_kind" ON "settlement_line" USING btree ("company_id","kind","type","posted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "settlement_line_payout" ON "settlement_line" USING btree ("company_id","shop_id","currency","posted_at" DESC NULLS FIRST) WHERE kind = 'payout';--> statement-breakpoint
CREATE INDEX "settlement_prefix" ON "settlement" USING btree ("company_id","number");--> statement-breakpoint
CREATE INDEX "settlement_shop" ON "settlement" USING btree ("company_id","shop_id","to_day" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "settlement_gap" ON "settlement" USING btree ("company_id","to_day" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE total <> amount;--> statement-breakpoint
CREATE INDEX "settlement_booking_account" ON "settlement_booking" USING btree ("company_id","account","line_id");
