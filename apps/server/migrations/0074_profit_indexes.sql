-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "order_profit_undivided";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_profit_undivided" ON "order_profit" USING btree ("company_id","order_id") WHERE divided_at is distinct from updated_at;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "ledger_entry_beside";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "ledger_entry_beside" ON "ledger_entry" USING btree ("company_id","on_day","id") WHERE order_id is null;
