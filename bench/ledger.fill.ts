import { type Bench, log } from './lib.ts';

const SHOPS = 20;
const MONTHS = 12;
const PRODUCTS = 20_000;

/**
 * Twenty shops, and ten lines an order, in three entries, over the year 2025; of products that sell unevenly, to six
 * countries. Orders have the numbers 1, 2 ... as ids. The books of the first ten months are closed.
 */
export async function fillLedger({ app, companyId }: Bench, orders: number): Promise<void> {
  const { owner } = app.database;
  const kept = await owner.query(
    `select indexdef, indexname from pg_indexes where tablename in ('ledger_entry', 'ledger_line') and indexname not like '%_pk'`,
  );
  for (const { indexname } of kept.rows) await owner.query(`drop index ${indexname}`);
  await owner.query('alter table ledger_line disable trigger all');
  await owner.query(
    `insert into product (company_id, sku, name_zh, name_en) select $1, 'SKU-' || n, '商品 ' || n, 'Product ' || n from generate_series(1, $2) n`,
    [companyId, PRODUCTS],
  );
  await owner.query(
    `insert into shop (company_id, platform, name, account, module_id, state)
     select $1, 'ebay', 'Shop ' || n, 'a' || n, 404, 'authorized' from generate_series(1, $2) n`,
    [companyId, SHOPS],
  );
  await owner.query(
    `insert into ledger_entry (company_id, on_day, doc_kind, doc_id, step, order_id, text, debit_base, credit_base, actor)
     select $1, '2025-01-01'::date + (n::bigint * 365 / $2)::int, k.kind, n, k.step, n, k.text, 71, 71, 'fill'
     from generate_series(1, $2::int) n, (values ('sales_order', 'sale', 'sale'), ('sales_order', 'fee:estimate', 'feeEstimate'), ('outbound', 'cost', 'cost')) k(kind, step, text)`,
    [companyId, orders],
  );
  log('entries');
  await owner.query(
    `insert into ledger_line (company_id, entry_id, account, party_kind, party_id, amount, currency, rate, base_amount, shop_id,
       product_id, quantity, country)
     select $1, e.id, l.account, l.party, case l.party when 'shop' then s.id when 'warehouse' then 1 else 0 end, l.amount, 'USD', 7.1, l.amount * 7.1, s.id,
       case when l.party = '' then 1 + (power(abs(hashint8(e.doc_id) % 1000000) / 1000000.0, 2) * ${PRODUCTS - 1})::int end,
       case l.account when 'sales' then -1 else 0 end, (array['US','US','US','DE','GB','FR','CA','JP'])[1 + e.doc_id % 8]
     from ledger_entry e
     join (select id, row_number() over (order by id) - 1 as n from shop where company_id = $1) s on s.n = e.doc_id % ${SHOPS}
     join (values ('sale', 'platform_unsettled', 'shop', 12), ('sale', 'sales', '', -10), ('sale', 'shipping_income', '', -3),
       ('sale', 'discount', '', 2), ('sale', 'tax_payable', '', -1), ('sale', 'platform_unsettled', 'shop', 0),
       ('fee:estimate', 'platform_fee', '', 1), ('fee:estimate', 'platform_unsettled', 'shop', -1),
       ('cost', 'goods_cost', '', 4), ('cost', 'stock_value', 'warehouse', -4)) l(step, account, party, amount) on l.step = e.step
     where e.company_id = $1`,
    [companyId],
  );
  log('lines');
  await owner.query('alter table ledger_line enable trigger all');
  for (const { indexdef } of kept.rows) await owner.query(indexdef);
  await owner.query(
    `insert into ledger_balance (company_id, account, party_kind, party_id, currency, amount, base_amount)
     select company_id, account, party_kind, party_id, currency, sum(amount), sum(base_amount) from ledger_line group by 1, 2, 3, 4, 5`,
  );
  await owner.query(
    `insert into finance_period (company_id, month, state, version, changed_at, changed_by)
     select $1, '2025-01-01'::date + make_interval(months => n), case when n < ${MONTHS - 2} then 'closed' else 'open' end, 0, now(), '' from generate_series(0, ${MONTHS - 1}) n`,
    [companyId],
  );
  await owner.query('analyze');
  log('indexes');
}
