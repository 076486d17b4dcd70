-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "settlement_line_money_back";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "settlement_line_money_back" ON "settlement_line" USING btree ("company_id","shop_id","currency","posted_at" DESC NULLS FIRST) WHERE amount > 0 and kind in ('adjustment', 'commission', 'fulfilment', 'payment', 'storage', 'advertising', 'other');
