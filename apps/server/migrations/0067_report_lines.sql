CREATE INDEX "ledger_line_product" ON "ledger_line" USING btree ("company_id",(case when product_id is null then 0 else product_id end),"entry_id");
