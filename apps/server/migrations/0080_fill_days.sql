-- What was booked before the triggers. What they have appended meanwhile goes and is summed with it: one statement sees both
-- as of one moment, and holds nobody up who books.
WITH gone AS (DELETE FROM "profit_day")
INSERT INTO "profit_day" (company_id, on_day, shop_id, fee_state, orders, goods, shipping, discount, platform_fee, fee_estimate, goods_cost, label_cost, refund, profit)
	SELECT company_id, on_day, shop_id, fee_state, count(*), sum(goods), sum(shipping), sum(discount), sum(platform_fee), sum(fee_estimate), sum(goods_cost), sum(label_cost), sum(refund), sum(profit)
	FROM order_profit GROUP BY 1, 2, 3, 4;--> statement-breakpoint
WITH gone AS (DELETE FROM "tax_day")
INSERT INTO "tax_day" (company_id, on_day, shop_id, country, kind, currency, amount, credit)
	SELECT l.company_id, e.on_day, coalesce(l.shop_id, 0), l.country, CASE WHEN l.account IN ('tax_payable', 'tax_by_platform', 'input_tax', 'import_tax') THEN l.account ELSE 'sales' END, l.currency,
		sum(l.base_amount), sum(least(l.base_amount, 0))
	FROM ledger_line l JOIN ledger_entry e ON e.company_id = l.company_id AND e.id = l.entry_id
	WHERE l.account IN ('tax_payable', 'tax_by_platform', 'input_tax', 'import_tax', 'sales', 'shipping_income', 'order_difference', 'discount', 'refund') GROUP BY 1, 2, 3, 4, 5, 6;
