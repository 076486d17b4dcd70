import { taxFigures } from '@tradewind/contract/finance/closing.ts';
import { explainProfit, orderProfit, profitList, profitSums } from '@tradewind/contract/finance.ts';
import { taxDays } from '../apps/server/src/areas/finance/public.ts';
import { fillLedger } from './ledger.fill.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, round, timesOf } from './lib.ts';

/** What people wait for at most, 95 times of 100. */
const PAGE_MS = 300;
const DRILL_MS = 50;
const MONTH = { from: '2025-11-01', to: '2025-11-30' };

/**
 * The profit page over a year's ledger of ten lines an order, from an api process of its own: its pages and sums (p95
 * 300 ms), and the way down to the lines of an order (50 ms).
 */
export async function profit(args: string[]): Promise<Figures> {
  const orders = Number(args[0] ?? 1_000_000);
  const bench = await openBench();
  await fillLedger(bench, orders);
  await fillProfits(bench);
  await taxDays.rebuild(bench.app, bench.ctx);
  const { rows } = await bench.app.database.owner.query(
    `select (select count(*)::int from ledger_line) as lines,
       (select jsonb_agg(id order by id) from shop where company_id = $1) as shops`,
    [bench.companyId],
  );
  const { lines, shops } = rows[0] as { lines: number; shops: number[] };
  const client = new Client(await bench.startApi(18_473), bench.token);
  const page = (input: object) => client.text(profitList, { pageSize: 50, ...input });
  const shopOf = (i: number) => ({ shopIds: [shops[i % shops.length] ?? 0] });
  const orderOf = (i: number) => ({ orderId: ((i * 7919) % orders) + 1 });
  const measured: [name: string, most: number, work: (i: number) => Promise<unknown>][] = [
    ['page', PAGE_MS, () => page({})],
    ['pageOfMonth', PAGE_MS, () => page(MONTH)],
    ['pageOfShop', PAGE_MS, (i) => page(shopOf(i))],
    ['pageByLoss', PAGE_MS, () => page({ sort: 'loss' })],
    ['page1000', PAGE_MS, () => page({ page: Math.min(1_000, Math.ceil(orders / 50)) })],
    ['search', PAGE_MS, (i) => page({ text: `P${String(orderOf(i).orderId).padStart(9, '0')}` })],
    ['sums', PAGE_MS, () => client.text(profitSums, {})],
    ['sumsOfMonth', PAGE_MS, () => client.text(profitSums, MONTH)],
    ['sumsOfShop', PAGE_MS, (i) => client.text(profitSums, shopOf(i))],
    ['drillOrder', DRILL_MS, (i) => client.text(orderProfit, orderOf(i))],
    ['drillFigure', DRILL_MS, (i) => client.text(explainProfit, { figure: 'goodsCost', pageSize: 50, ...orderOf(i) })],
    ['taxMonth', PAGE_MS, () => client.text(taxFigures, { pageSize: 50, ...MONTH })],
    ['drillMonth', PAGE_MS, () => client.text(explainProfit, { figure: 'platformFee', pageSize: 50, ...MONTH })],
  ];
  const figures: Figures = { orders, lines };
  let over = '';
  for (const [name, most, work] of measured) {
    const times = await timesOf(100, work, 5);
    figures[`${name}P50Ms`] = round(percentile(times, 0.5));
    figures[`${name}P95Ms`] = round(percentile(times, 0.95));
    if (Number(figures[`${name}P95Ms`]) > most) over += ` ${name}`;
    log(`${name}: p50 ${figures[`${name}P50Ms`]}, p95 ${figures[`${name}P95Ms`]} of ${most} ms`);
  }
  client.close();
  await bench.close();
  return { ...figures, over: over.trim() || 'none' };
}

/** The orders of the ledger with their profits; half of their fees are settled. */
export async function fillProfits({ app, companyId }: Bench): Promise<void> {
  const { owner } = app.database;
  await owner.query(
    `insert into sales_order (company_id, id, shop_id, module_id, platform, platform_order_no, display_no, status, ordered_at, platform_updated_at,
       currency, goods_amount, shipping_amount, tax_amount, discount_amount, total_amount, buyer_name, buyer_email, ship_to, country, summary, line_count, units)
     overriding system value
     select $1, e.order_id, l.shop_id, 404, 'ebay', 'P' || lpad(e.order_id::text, 9, '0'), 'P' || lpad(e.order_id::text, 9, '0'), 'shipped', e.on_day, e.on_day,
       'USD', 10, 3, 1, 2, 12, 'Buyer', 'buyer@example.test', '{}', 'US', '[]', 1, 1
     from ledger_entry e join ledger_line l on l.company_id = $1 and l.entry_id = e.id and l.account = 'sales'
     where e.company_id = $1 and e.step = 'sale' order by e.order_id`,
    [companyId],
  );
  log('orders');
  await owner.query(
    `insert into order_profit (company_id, order_id, shop_id, on_day, goods, shipping, discount, platform_fee, fee_estimate, goods_cost, unsettled, fee_state)
     select $1, o.id, o.shop_id, o.ordered_at::date, 71, 21.3, 14.2, 7.1, 7.1, 28.4, case when o.id % 2 = 0 then 78.1 else 0 end,
       case when o.id % 2 = 0 then 'estimated' else 'settled' end
     from sales_order o where o.company_id = $1`,
    [companyId],
  );
  await owner.query(
    `insert into order_term (company_id, term, ordered_at, order_id) select company_id, display_no, ordered_at, id from sales_order where company_id = $1`,
    [companyId],
  );
  await owner.query('vacuum analyze');
  log('profits');
}
