CREATE INDEX "ledger_line_product" ON "ledger_line" USING btree ("company_id",coalesce(product_id, 0),"entry_id");
