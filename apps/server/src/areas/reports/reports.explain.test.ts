import type { ReportQuery } from '@tradewind/contract/reports.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import { explained, fillBig } from '../../testing/explain.ts';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import './area.ts';
import { PROFIT_CAUSES, PROFIT_FIGURES } from '../finance/public.ts';
import { addShop } from '../orders/orders.testing.ts';
import { linesOf } from './kit/lines.ts';
import { run } from './kit/run.ts';

/** As dense as a million a year. */
const A_DAY = 2_740;
const DAYS = 100;
const BIG = [
  'sales_order',
  'order_profit',
  'product_profit',
  'outbound',
  'parcel',
  'carrier_bill_line',
  'wms_fee',
  'warehouse_prepayment',
  'sales_return',
  'sales_return_line',
  'return_refund',
];

let server: TestServer;
let ctx: Ctx;
beforeAll(async () => {
  server = await ownServer();
  const main = await server.company();
  ctx = main.ctx;
  const { companyId } = main;
  const shops: number[] = [];
  for (let n = 0; n < 10; n++) shops.push((await addShop(server, companyId, { name: `Shop ${n}` })).id);
  const { owner } = server.app.database;
  await fillBig(owner, BIG, async () => {
    await owner.query(
      `insert into sales_order (company_id, shop_id, module_id, platform, platform_order_no, display_no, status, ordered_at, platform_updated_at, ship_by, currency,
         goods_amount, shipping_amount, tax_amount, discount_amount, total_amount, country, summary, line_count, units)
       select $1, ($2::bigint[])[1 + n % 10], 410, 'shopify', 'E' || n, 'E' || n, case when n % 50 = 0 then 'cancelled' when n % 70 = 0 then 'refunded' when n % 3 = 0 then 'shipped' else 'delivered' end,
         t, now(), t + interval '2 days', (array['USD', 'EUR', 'CNY'])[1 + n % 3], 10, 0, 0, 0, 10 + n % 400, (array['US', 'CA', 'DE', 'FR', 'GB', 'MX'])[1 + n % 6], '[]', 1, 1
       from (select n, timestamptz '2026-07-01' + n * (interval '1 day' / ${A_DAY}) as t from generate_series(1, ${A_DAY * DAYS}) n) n`,
      [companyId, shops],
    );
    await owner.query(
      `insert into order_profit (company_id, order_id, shop_id, on_day, goods, fee_state, updated_at, divided_at)
       select company_id, id, shop_id, (ordered_at at time zone 'Asia/Shanghai')::date, 10, case when id % 2 = 0 then 'settled' else 'estimated' end, now(), now()
       from sales_order where company_id = $1 order by id`,
      [companyId],
    );
    const sums = [...Object.keys(PROFIT_FIGURES), ...PROFIT_CAUSES];
    await owner.query(
      `insert into product_profit (company_id, order_id, product_id, on_day, shop_id, country, fee_state, ${sums.join(', ')})
       select company_id, order_id, 1 + order_id % 5000, on_day, shop_id, 'US', fee_state, ${sums.map(() => '1').join(', ')}
       from order_profit where company_id = $1 order by order_id`,
      [companyId],
    );
    await owner.query(
      `insert into warehouse (company_id, code, name, kind, address) select $1, 'W' || n, 'W' || n, 'overseas', '{}' from generate_series(1, 4) n`,
      [companyId],
    );
    const warehouseId = `(select min(id) from warehouse where company_id = $1) + o.id % 4`;
    await owner.query(
      `insert into outbound (company_id, number, warehouse_id, order_id, order_no, shop_id, state, line_count, units, created_at, shipped_at)
       select $1, 'O' || o.id, ${warehouseId}, o.id, '', o.shop_id, 'shipped', 1, 1, o.ordered_at, o.ordered_at + interval '9 hours' from sales_order o where o.company_id = $1 order by o.id`,
      [companyId],
    );
    await owner.query(
      `insert into parcel (company_id, reference, outbound_id, order_id, warehouse_id, shop_id, order_no, country, state, weight_grams, carrier, carrier_account_id, channel_id, label_cost, label_currency, bought_at)
       select $1, 'P' || o.id, o.id, o.order_id, o.warehouse_id, o.shop_id, '', 'US', 'shipped', 500, 'ups', 1 + o.id % 3, 1 + o.id % 5, 5, 'USD', o.created_at from outbound o where o.company_id = $1 order by o.id`,
      [companyId],
    );
    await owner.query(
      `with i as (insert into bill_issuer (company_id, name, currency, tolerance_percent, tolerance_amount, claim_days) values ($1, 'UPS', 'USD', 0, 0, 30) returning id),
         b as (insert into carrier_bill (company_id, number, issuer_id, currency, billed_on, from_day, to_day, state, file_name, file_key, file_hash, tolerance_percent, tolerance_amount, created_by, created_at)
           select $1, 'B' || n, i.id, 'USD', date '2026-07-01' + n, date '2026-07-01', date '2026-07-01' + n, 'checked', '', '', n::text, 0, 0, 'a', now() from i, generate_series(1, ${DAYS}) n returning id, number),
         p as (select id, row_number() over (order by id) as n from parcel where company_id = $1)
       insert into carrier_bill_line (company_id, bill_id, line, tracking_number, reference, service, weight_grams, zone, claim_reference, amount, parts, parcel_id, expected)
       select $1, b.id, p.n, '', '', '', 600, 'z' || p.n % 8, '', 6, '[]', p.id, 5 from b join p on 'B' || 1 + (p.n - 1) / ${A_DAY} = b.number order by b.id, p.n`,
      [companyId],
    );
    await owner.query(
      `with c as (insert into wms_connection (company_id, provider, name, keys, push_token, created_at) values ($1, 'zipto', 'Zipto', '', 't', now()) returning id)
       insert into wms_fee (company_id, connection_id, fee_id, at, ref_type, fee_type, direction, amount, currency, warehouse_id, settlement)
       select $1, c.id, 'F' || o.id, o.created_at, 'other', 'T' || o.id % 6, 'charge', 1, 'USD', o.warehouse_id, 'owed' from c, outbound o where o.company_id = $1 order by o.id`,
      [companyId],
    );
    await owner.query(
      `insert into warehouse_prepayment (company_id, warehouse_id, outbound_id, reference, amount, actor, at)
       select $1, o.warehouse_id, o.id, '', -1, 'a', o.created_at from outbound o where o.company_id = $1 order by o.id`,
      [companyId],
    );
    await owner.query(
      `insert into sales_return (company_id, number, shop_id, order_id, platform, kind, state, wanted, reason, currency, units, requested_at, created_by)
       select $1, 'R' || o.id, o.shop_id, o.id, 'shopify', 'return', 'closed', 'refund', 'damaged', 'USD', 1, o.ordered_at, 'a'
       from sales_order o where o.company_id = $1 and o.id % 10 = 0 order by o.id`,
      [companyId],
    );
    await owner.query(
      `insert into sales_return_line (company_id, return_id, order_line_id, quantity, product_id, factor)
       select $1, id, order_id, 1, 1 + id % 500, 1 from sales_return where company_id = $1 order by id`,
      [companyId],
    );
    await owner.query(
      `insert into return_refund (company_id, return_id, order_id, shop_id, amount, currency, lines, state, due_at, at, actor)
       select $1, r.id, r.order_id, r.shop_id, 10, 'USD', jsonb_build_array(jsonb_build_object('lineId', l.id, 'amount', '8')), 'done', now(), r.requested_at, 'a'
       from sales_return r join sales_return_line l on l.company_id = $1 and l.return_id = r.id where r.company_id = $1 order by r.id`,
      [companyId],
    );
  });
});
afterAll(() => server.close());

const month = { from: '2026-08-01', to: '2026-08-30' };
const page = { page: 1, pageSize: 50, order: 'desc' } as const;

it.each<[what: string, touched: number, query: Omit<ReportQuery, 'from' | 'to' | 'order'>]>([
  ['orders by shop', 31 * A_DAY, { report: 'order', dimensions: ['shop'] }],
  [
    'orders by day and country, without profits',
    31 * A_DAY,
    { report: 'order', dimensions: ['day', 'country'], measures: ['orders', 'orderValue'] },
  ],
  ['why profits changed, by shop', 31 * A_DAY, { report: 'profitBridge', dimensions: ['month', 'shop', 'feeState'] }],
  ['why profits changed, by product', 31 * A_DAY, { report: 'profitBridge', dimensions: ['product'] }],
  ['why profits changed, by order', 31 * A_DAY, { report: 'profitBridge', dimensions: ['order'] }],
  ['parcels and bills', 31 * A_DAY, { report: 'freight', dimensions: ['carrier', 'channel'] }],
  ['outbounds', 31 * A_DAY, { report: 'warehouseOrder', dimensions: ['warehouse'] }],
  ['outbounds by state', 31 * A_DAY, { report: 'warehouseOrder', dimensions: ['warehouse', 'status'] }],
  ['returns', 31 * (A_DAY / 10), { report: 'returnsCost', dimensions: ['product', 'reason'] }],
  ['fees of warehouses', 31 * A_DAY, { report: 'warehouseProfit', dimensions: ['warehouse', 'feeType'] }],
])('%s of 30 days read their rows alone, by an index', async (_what, touched, query) => {
  expect(
    await explained(server.app.database, ctx, (tx) => run(tx, ctx, { ...query, ...month, ...page }), {
      big: BIG,
      touched,
    }),
  ).toEqual([]);
});

// Of a third of all orders, all by their numbers are read sooner than the third is sorted by them.
it.each<[what: string, query: Omit<ReportQuery, 'from' | 'to' | 'order'>]>([
  ['profits by shop', { report: 'profit', dimensions: ['shop', 'month'] }],
  ['profits by product', { report: 'profit', dimensions: ['product'] }],
])('%s of a week read their rows alone, by an index', async (_what, query) => {
  const week = { from: '2026-08-01', to: '2026-08-07' };
  const limits = { big: BIG, touched: 8 * A_DAY };
  expect(
    await explained(server.app.database, ctx, (tx) => run(tx, ctx, { ...query, ...week, ...page }), limits),
  ).toEqual([]);
});

it.each<[what: string, touched: number, query: Pick<ReportQuery, 'report' | 'filters' | 'measures'>]>([
  ['orders', A_DAY, { report: 'order' }],
  ['orders of a shop', A_DAY, { report: 'order', filters: { country: ['CA'] } }],
  ['parcels and bills', 2 * A_DAY, { report: 'freight', filters: { carrier: ['2'] } }],
  ['outbounds', 2 * A_DAY, { report: 'warehouseOrder' }],
  ['returns', A_DAY, { report: 'returnsCost' }],
  ['fees of warehouses', 2 * A_DAY, { report: 'warehouseProfit' }],
])('the lines of 30 days, %s: the first page reads the last day alone', async (_what, touched, query) => {
  const page = { ...query, ...month, limit: 50 };
  expect(await explained(server.app.database, ctx, (tx) => linesOf(tx, ctx, page), { big: BIG, touched })).toEqual([]);
});
