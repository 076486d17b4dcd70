import { rights } from '@tradewind/contract/access/modules.ts';
import type { SetAsideFilter, SettlementFilter, SettlementLineFilter } from '@tradewind/contract/finance.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { explained, fillBig } from '../../../testing/explain.ts';
import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { addShop, type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { candidates } from '../claims/list.ts';
import {
  debtEntries,
  mappings,
  settlementDetail,
  settlementLines,
  settlements,
  suspenseTerms,
  unsettledOrders,
} from './lists.ts';
import { inTransit, moneyOfShops, sincePayout } from './money.ts';
import { setAsideLines } from './set-aside/list.ts';

/** Enough for the database to choose as it does with millions. */
const LINES = 120_000;
const HEADERS = 20_000;
const ORDERS = 24_000;
/** Lines of the first settlement, the largest. */
const LARGEST = 15_000;
const BIG = [
  'settlement_line',
  'settlement_booking',
  'settlement',
  'order_profit',
  'sales_order',
  'order_term',
  'ledger_entry',
  'ledger_line',
  'settlement_set_aside',
];
/** Counting stops at 10,000. */
const COUNTED = 12_000;

let server: TestServer;
let world: OrderWorld;
let ctx: Ctx;
/** The first has two thirds of all, the last every two thousandth. */
let shops: number[];
let first = 0;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server);
  ctx = world.main.ctx;
  shops = [world.shop.id];
  for (const platform of ['amazon', 'amazon', 'ebay', 'lazada'])
    shops.push((await addShop(server, ctx.companyId, { platform, moduleId: rights.amazonNorthAmericaOrder.id })).id);
  await fillBig(server.app.database.owner, BIG, fill);
  const { rows } = await server.app.database.owner.query(
    `select id from settlement where company_id = $1 and number = 'N-0000000'`,
    [ctx.companyId],
  );
  first = Number(rows[0].id);
});
afterAll(() => server.close());

const SHOP = `($2::bigint[])[case when n % 2000 = 0 then 5 when n % 3 < 2 then 1 else 2 + n / 3 % 3 end]`;

async function fill(): Promise<void> {
  const run = (text: string, ...values: unknown[]) => server.app.database.owner.query(text, [ctx.companyId, ...values]);
  // Settled orders, and the newest in a hundred that wait.
  await run(
    `insert into sales_order (company_id, shop_id, module_id, platform, platform_order_no, display_no, status, ordered_at, platform_updated_at, currency,
       goods_amount, shipping_amount, tax_amount, discount_amount, total_amount, summary, line_count, units)
     select $1, ${SHOP}, 410, 'shopify', 'E' || lpad(n::text, 7, '0'), 'E' || lpad(n::text, 7, '0'), 'shipped',
       timestamptz '2026-01-01' + make_interval(mins => n), now(), case when n % 40 = 7 then 'CAD' else 'USD' end, 10, 0, 0, 0, 10, '[]', 1, 1 from generate_series(1, $3::int) n`,
    shops,
    ORDERS,
  );
  await run(
    `insert into order_term (company_id, term, ordered_at, order_id, buyer) select company_id, display_no, ordered_at, id, false from sales_order where company_id = $1`,
  );
  await run(
    `insert into order_profit (company_id, order_id, shop_id, on_day, unsettled)
     select company_id, id, shop_id, (ordered_at at time zone 'UTC')::date, case when display_no > 'E' || lpad(($2::int * 0.5)::int::text, 7, '0') then 10 else 0 end
     from sales_order where company_id = $1`,
    ORDERS,
  );
  await run(
    `insert into settlement_line (company_id, shop_id, reference, settlement_id, platform_order_no, kind, type, amount, currency, posted_at, taken_at)
     select $1, ${SHOP}, n::text, case when n % 500 > 0 then 'N-' || lpad((case when n <= $4 then 0 else n / 100 end)::text, 7, '0') end,
       'E' || lpad((n / 5)::text, 7, '0'), case when n % 1000 = 0 then 'payout' when n % 4001 = 0 then 'loan' when n % 50 = 0 then 'other' when n % 2 = 0 then 'commission' else 'sale' end,
       case when n % 4001 = 0 then 'Rare' when n % 50 = 0 then 'Unknown ' || n % 7 else 'Usual' end, case when n % 1000 = 0 then -100 else 1 end,
       case when n % 40 = 7 then 'CAD' else 'USD' end, timestamptz '2026-01-01' + make_interval(mins => n), now() from generate_series(1, $3::int) n`,
    shops,
    LINES,
    LARGEST,
  );
  await run(
    `insert into settlement_booking (company_id, line_id, account, generation, order_id)
     select l.company_id, l.id, case l.kind when 'sale' then 'platform_unsettled' when 'payout' then 'platform_in_transit' when 'loan' then 'loan'
         when 'other' then 'suspense' else 'platform_fee' end, 1, o.id
     from settlement_line l left join sales_order o on o.company_id = l.company_id and o.shop_id = l.shop_id and o.platform_order_no = l.platform_order_no
     where l.company_id = $1`,
  );
  await run(
    `insert into settlement (company_id, shop_id, number, currency, from_day, to_day, lines, amount, paid_out, total, updated_at)
     select $1, ${SHOP}, 'N-' || lpad(n::text, 7, '0'), 'USD', date '2020-01-01' + n / 20, date '2020-01-02' + n / 20, 10, 5, 5, case when n % 900 = 1 then 6 when n % 2 = 0 then 5 end, now()
     from generate_series(0, $3::int) n`,
    shops,
    HEADERS,
  );
  await run(
    `insert into settlement_set_aside (company_id, shop_id, hash, reason, listed_since, first_at, last_at, resolved_at)
     select $1, ${SHOP}, n::text, 'net', now(), now(), now(), case when n % 400 > 0 then now() end from generate_series(1, $3::int) n`,
    shops,
    HEADERS,
  );
  await ledger(run);
}

/** Both sides of each line, and of the sale of each order. */
async function ledger(run: (text: string, ...values: unknown[]) => Promise<unknown>): Promise<void> {
  await run(
    `insert into ledger_entry (company_id, on_day, doc_kind, doc_id, step, order_id, text, debit_base, credit_base, actor)
     select l.company_id, l.posted_at::date, 'settlement_line', l.id, 'booked', b.order_id, 'settled.' || l.kind, 1, 1, 'x'
       from settlement_line l join settlement_booking b on b.company_id = l.company_id and b.line_id = l.id where l.company_id = $1
     union all select company_id, ordered_at::date, 'sales_order', id, 'sale', id, 'sale', 1, 1, 'x' from sales_order where company_id = $1`,
  );
  await run(
    `insert into ledger_line (company_id, entry_id, account, party_kind, party_id, amount, currency, rate, base_amount)
     select e.company_id, e.id, v.account, 'shop', l.shop_id, v.sign * l.amount, l.currency, 1, v.sign * l.amount from ledger_entry e
       join settlement_line l on l.company_id = e.company_id and l.id = e.doc_id join settlement_booking b on b.company_id = l.company_id and b.line_id = l.id
       cross join lateral (values ('platform_settled', 1), (b.account, -1)) v(account, sign) where e.company_id = $1 and e.doc_kind = 'settlement_line'
     union all select e.company_id, e.id, 'platform_unsettled', 'shop', o.shop_id, 10, o.currency, 1, 10 from ledger_entry e
       join sales_order o on o.company_id = e.company_id and o.id = e.doc_id where e.company_id = $1 and e.doc_kind = 'sales_order'`,
  );
  await run(
    `insert into ledger_balance (company_id, account, party_kind, party_id, currency, amount, base_amount)
     select company_id, account, party_kind, party_id, currency, sum(amount), sum(base_amount) from ledger_line where company_id = $1 group by 1, 2, 3, 4, 5`,
  );
}

const faults = (work: (tx: Tx) => Promise<unknown>, touched = COUNTED) =>
  explained(server.app.database, ctx, work, { big: BIG, touched });
const page = { page: 1, pageSize: 50 };
const shop = (n: number) => shops[n] ?? 0;

it.each<[string, () => SettlementFilter]>([
  ['all', () => ({})],
  ['a shop', () => ({ shopIds: [shop(0)] })],
  ['a small shop', () => ({ shopIds: [shop(4)] })],
  ['shops', () => ({ shopIds: [shop(1), shop(2)] })],
  ['days', () => ({ from: '2021-03-01', to: '2021-03-02' })],
  ['a number', () => ({ text: 'N-00012' })],
  ['with a gap', () => ({ gap: 'true' })],
])('lists settlements by indexes alone: %s', async (_name, filter) => {
  expect(await faults((tx) => settlements.page(tx, { ...page, ...filter() }))).toEqual([]);
});

it.each<[string, () => SettlementLineFilter]>([
  ['all', () => ({})],
  ['a settlement', () => ({ settlementId: first })],
  ['an order of a settlement', () => ({ settlementId: first, text: 'E0000012' })],
  ['a shop', () => ({ shopIds: [shop(0)] })],
  ['a small shop', () => ({ shopIds: [shop(4)] })],
  ['shops', () => ({ shopIds: [shop(1), shop(2)] })],
  ['a kind', () => ({ kind: 'commission' })],
  ['a rare kind', () => ({ kind: 'loan' })],
  ['a term', () => ({ type: 'Usual' })],
  ['a rare term', () => ({ type: 'Rare' })],
  ['a rare account', () => ({ account: 'loan' })],
  ['a term in suspense', () => ({ account: 'suspense', type: 'Unknown 3', shopIds: [shop(0)] })],
  ['an order', () => ({ text: 'E0012346' })],
  ['days', () => ({ from: '2026-02-01', to: '2026-02-02' })],
  ['since the last payout', () => ({ shopIds: [shop(1)], currency: 'USD', after: '2026-03-24T00:00:00Z' })],
])('lists lines of settlements by indexes alone: %s', async (_name, filter) => {
  expect(await faults((tx) => settlementLines.page(tx, { ...page, ...filter() }))).toEqual([]);
});

it.each<[string, () => SetAsideFilter]>([
  ['all', () => ({})],
  ['open ones', () => ({ state: 'open' })],
  ['a small shop', () => ({ shopIds: [shop(4)] })],
])('lists lines that were set aside by indexes alone: %s', async (_name, filter) => {
  expect(await faults((tx) => setAsideLines.page(tx, { ...page, ...filter() }))).toEqual([]);
});

it('finds the lines that may have paid a claim by their index', async () => {
  const { rows } = await server.app.database.owner.query<{ id: number }>(
    `insert into platform_claim (company_id, number, shop_id, reason, amount, currency, claimed_on, created_by)
     values ($1, 'MC-1', $2, 'lost', 1, 'USD', '2026-03-20', 'test') returning id::int`,
    [ctx.companyId, shop(0)],
  );
  expect(await faults((tx) => candidates(tx, rows[0]?.id ?? 0))).toEqual([]);
});

it('counts the lines of an account that has half of them by their keys', async () => {
  expect(await faults((tx) => settlementLines.page(tx, { ...page, account: 'platform_fee' }), 3 * COUNTED)).toEqual([]);
});

it('looks for lines that are not booked once through all keys, because none of them says so', async () => {
  expect(await faults((tx) => settlementLines.page(tx, { ...page, unbooked: 'true' }), LINES)).toEqual(
    expect.not.arrayContaining([expect.stringContaining('Nested Loop')]),
  );
});

it('adds up a settlement by its own lines, and terms in suspense by theirs', async () => {
  expect(await faults((tx) => settlementDetail(tx, first), LARGEST)).toEqual([]);
  expect(await faults(suspenseTerms)).toEqual([]);
  expect(await faults((tx) => mappings.page(tx, { ...page, state: 'current' }))).toEqual([]);
});

it('knows where the money is by balances, and opens each stage by indexes alone', async () => {
  expect(await faults(moneyOfShops)).toEqual([]);
  for (const currency of ['USD', 'CAD']) {
    const pair = { shopId: shop(1), currency };
    // One in forty, and never paid out: its lines stand among the others of the shop.
    const touched = currency === 'USD' ? COUNTED : LINES;
    expect(await faults((tx) => sincePayout(tx, pair), touched)).toEqual([]);
    expect(await faults((tx) => inTransit(tx, pair))).toEqual([]);
    expect(await faults((tx) => unsettledOrders.page(tx, { ...page, ...pair }))).toEqual([]);
    expect(await faults((tx) => debtEntries.page(tx, { ...page, ...pair, stage: 'settled' }), touched)).toEqual([]);
  }
  expect(await faults((tx) => unsettledOrders.page(tx, { ...page, shopId: shop(0) }))).toEqual([]);
  expect(await faults((tx) => unsettledOrders.page(tx, { ...page, shopId: shop(0), text: 'e00239' }))).toEqual([]);
});
