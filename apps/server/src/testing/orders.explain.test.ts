import { rights } from '@tradewind/contract/access/modules.ts';
import type { OrderFilter } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as figures from '../areas/dashboard/figures.ts';
import { shopRates } from '../areas/dashboard/shop-rates.ts';
import { shipmentsOf } from '../areas/logistics/parcel/save.ts';
import { suggestMerges } from '../areas/orders/arrange/merge.ts';
import { tabCounts } from '../areas/orders/list/counts.ts';
import { orderDetail } from '../areas/orders/list/detail.ts';
import { goodsOf } from '../areas/orders/list/goods.ts';
import { type OrderPageQuery, orderPage, selectedIds } from '../areas/orders/list/list.ts';
import { addShop, type OrderWorld, openWorld } from '../areas/orders/orders.testing.ts';
import { dueByAsking, dueByTerm } from '../areas/orders/platform/erase-buyers.ts';
import { countWaiting, nextWaiting } from '../areas/orders/rules/reevaluation.ts';
import type { Ctx, Rights } from '../core/context.ts';
import type { Tx } from '../core/database/database.ts';
import { sql } from '../core/database/sql.ts';
import { explained, fillBig } from './explain.ts';
import { ownServer, type TestServer } from './harness.ts';

/** Enough for the database to choose as it does with millions. */
const ORDERS = 200_000;
/** Rows of orders or terms that a part of a statement may touch: counting stops at 10,000. */
const TOUCHED = 12_000;
const BIG = ['sales_order', 'order_term', 'order_line', 'order_tagged'];

let server: TestServer;
let world: OrderWorld;
/** Ten shops: the first has two thirds of all orders, the last a hundred. */
let shops: number[];
/** A fifth of all orders has the first, forty the second. */
let tags: number[];
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server);
  shops = [world.shop.id];
  for (let n = 1; n < 10; n++)
    shops.push(
      (
        await addShop(server, world.main.companyId, {
          platform: 'amazon',
          moduleId: n < 9 ? rights.amazonNorthAmericaOrder.id : rights.amazonEuropeOrder.id,
        })
      ).id,
    );
  await fillBig(server.app.database.owner, BIG, fill);
});
afterAll(() => server.close());

/** In the shape that intake leaves: nearly all sent long ago, a few per cent in work, rarities anywhere. */
async function fill(): Promise<void> {
  const { owner } = server.app.database;
  const { companyId } = world.main;
  await owner.query(
    `insert into sales_order (company_id, shop_id, module_id, platform, platform_order_no, display_no, status, exception, ordered_at, platform_updated_at, ship_by, currency,
       goods_amount, shipping_amount, tax_amount, discount_amount, total_amount, buyer_name, country, warehouse_id, summary, line_count, units, confirm_state, cancel_requested,
       paid_at, shipped_at, channel_id, buyer_note, remark, origin, service_level, service_asked, buyer_ref, ship_to)
     select $1, ($2::bigint[])[shop], case when shop = 1 then 410 when shop < 10 then 402 else 403 end, 'amazon', 'E' || lpad(n::text, 7, '0'), 'E' || lpad(n::text, 7, '0'),
       case when n % 997 = 0 then 'exception' when n % 503 = 0 then 'held' when n > $3 * 0.97 then 'review' when n > $3 * 0.95 then 'allocate' when n % 50 = 0 then 'cancelled' when n % 3 = 0 then 'shipped' else 'delivered' end,
       case when n % 9970 = 0 then 'address' when n % 997 = 0 then 'unmapped' when n > $3 * 0.95 and n % 20 = 0 then 'stock' end,
       timestamptz '2025-11-01' + make_interval(secs => n * 150), now(), timestamptz '2025-11-03' + make_interval(secs => n * 150), 'USD', 10, 0, 0, 0, case when n % 5000 = 0 then 9999 else 10 + n % 400 end, 'Buyer ' || n % 5000,
       case when n % 40000 = 0 then 'MT' when n % 10 = 0 then 'CA' else 'US' end, case when n % 30000 = 0 then $4 + 1 else $4 end,
       '[]', case when n % 10 = 0 then 2 else 1 end, case when n % 4000 = 0 then 60 when n % 10 = 0 then 3 else 1 end,
       case when n % 20000 = 0 then 'failed' else 'confirmed' end, n % 15000 = 0,
       timestamptz '2025-11-01' + make_interval(secs => n * 150 + 600), case when n <= $3 * 0.95 then timestamptz '2025-11-02' + make_interval(secs => n * 150) end,
       case when n % 2 = 0 then 1 when n % 25000 = 1 then 2 end, case when n % 3000 = 0 then 'Please hurry' else '' end,
       case when n % 2500 = 0 then 'Called' else '' end, case when n % 1800 = 0 then 'resend' else 'platform' end,
       case when n % 5000 = 1 then 'sameDay' when n % 9 = 1 then 'expedited' when n % 4 > 0 then 'standard' end, 'Anything',
       'b' || n / 2, jsonb_build_object('line1', '1 Elm St')
     from (select n, case when n % 2000 = 0 then 10 when n % 3 < 2 then 1 else 2 + n % 8 end as shop from generate_series(1, $3::int) n) n`,
    [companyId, shops, ORDERS, world.warehouseId],
  );
  await owner.query(
    `insert into order_term (company_id, term, ordered_at, order_id, buyer)
     select company_id, t.term, ordered_at, id, t.buyer from sales_order, lateral (values (platform_order_no, false), (upper(buyer_name), true), ('SKU-' || id % 500, false)) as t(term, buyer)
     where company_id = $1`,
    [companyId],
  );
  await owner.query(
    `insert into order_line (company_id, order_id, platform_line_id, seller_sku, title, quantity, unit_price, discount, tax, product_id)
     select company_id, id, '1', 'SKU-' || id % 500, 'T', 1, 10, 0, 0, case when exception = 'unmapped' then null else $2::bigint end from sales_order where company_id = $1`,
    [companyId, world.productIds[0]],
  );
  await owner.query(
    `insert into order_count (company_id, module_id, shop_id, status, on_day, delta)
     select company_id, module_id, shop_id, status, (ordered_at at time zone 'UTC')::date, count(*) from sales_order where company_id = $1 group by 1, 2, 3, 4, 5`,
    [companyId],
  );
  await owner.query(
    `update sales_order o set split_from = (select min(id) from sales_order where company_id = $1)
     where company_id = $1 and display_no ~ '(3000|7000)$'`,
    [companyId],
  );
  const made = await owner.query(
    `insert into order_tag (company_id, name) values ($1, 'Usual'), ($1, 'Rare') returning id`,
    [companyId],
  );
  tags = made.rows.map((row: { id: number }) => row.id);
  await owner.query(
    `insert into order_tagged (company_id, tag_id, ordered_at, order_id)
     select $1, t.id, o.ordered_at, o.id from sales_order o join (values ($2::bigint, 5), ($3, 5000)) as t(id, each) on o.id % t.each = 0 where o.company_id = $1`,
    [companyId, ...tags],
  );
}

/** As the application's role: what of the big tables is read whole or touched too much. */
function explain(input: Partial<Rights>, work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const ctx: Ctx = { ...world.main.ctx, rights: { ...world.main.ctx.rights, ...input } };
  return explained(server.app.database, ctx, work, { big: BIG, touched: TOUCHED });
}

const query = (more: Partial<OrderPageQuery>): OrderPageQuery => ({ page: 1, pageSize: 50, order: 'newest', ...more });
const day = (d: string) => ({ from: d, to: d });
const bigShop = () => [shops[0] ?? 0];
const smallShop = () => [shops[9] ?? 0];

const QUERIES: [string, () => Partial<OrderPageQuery>][] = [
  ['all', () => ({})],
  ['all, oldest first', () => ({ order: 'oldest' })],
  ['a deep page', () => ({ page: 3_000 })],
  ['a deep page of a status', () => ({ page: 1_500, status: 'delivered' })],
  ['a deep page of a shop', () => ({ page: 2_000, shopIds: bigShop() })],
  ['behind the last page', () => ({ page: 900_000 })],
  ['a status', () => ({ status: 'review' })],
  ['an old status', () => ({ status: 'cancelled' })],
  ['a module', () => ({ moduleId: rights.amazonNorthAmericaOrder.id })],
  ['a rare module', () => ({ moduleId: rights.amazonEuropeOrder.id })],
  ['a module and a status', () => ({ moduleId: rights.amazonEuropeOrder.id, status: 'shipped' })],
  ['a big shop', () => ({ shopIds: bigShop() })],
  ['a small shop', () => ({ shopIds: smallShop() })],
  ['a small shop and a status', () => ({ shopIds: smallShop(), status: 'shipped' })],
  ['some shops', () => ({ shopIds: shops.slice(3) })],
  ['some shops and a status', () => ({ shopIds: shops.slice(3), status: 'cancelled' })],
  ['a small shop and an open status', () => ({ shopIds: smallShop(), status: 'held' })],
  ['a rare country', () => ({ country: 'MT' })],
  ['a country nobody sent to', () => ({ country: 'ZZ' })],
  ['a usual country and an open status', () => ({ country: 'US', status: 'held' })],
  ['a rare country and an open status', () => ({ country: 'MT', status: 'review' })],
  ['a rare warehouse', () => ({ warehouseId: world.warehouseId + 1 })],
  ['a rare warehouse and a status', () => ({ warehouseId: world.warehouseId + 1, status: 'shipped' })],
  ['an exception', () => ({ exception: 'address' })],
  ['an exception and its status', () => ({ exception: 'address', status: 'exception' })],
  ['an exception that nobody has', () => ({ exception: 'price' })],
  ['an exception of a module', () => ({ exception: 'unmapped', moduleId: rights.amazonEuropeOrder.id })],
  ['failed confirmations', () => ({ confirmState: 'failed' })],
  ['pending confirmations', () => ({ confirmState: 'pending' })],
  ['requests to cancel', () => ({ cancelRequested: true })],
  ['overdue', () => ({ due: 'overdue' })],
  ['due soon', () => ({ due: 'soon' })],
  ['a day', () => day('2026-03-01')],
  ['a day, a status', () => ({ ...day('2026-03-01'), status: 'cancelled' })],
  ['a platform', () => ({ platforms: ['amazon'] })],
  ['a platform nobody sells on', () => ({ platforms: ['ebay'] })],
  ['a platform and a status', () => ({ platforms: ['shopify'], status: 'cancelled' })],
  ['sent on a day', () => ({ dateKind: 'shipped', ...day('2026-03-01') })],
  ['sent on a day, oldest first', () => ({ dateKind: 'shipped', ...day('2026-03-01'), order: 'oldest' })],
  ['sent since a day', () => ({ dateKind: 'shipped', from: '2025-12-01' })],
  ['sent until a day', () => ({ dateKind: 'shipped', to: '2025-12-01' })],
  ['sent on a day, cancelled', () => ({ dateKind: 'shipped', ...day('2026-03-01'), status: 'cancelled' })],
  ['paid on a day', () => ({ dateKind: 'paid', ...day('2026-03-01') })],
  ['promised for a day', () => ({ dateKind: 'shipBy', ...day('2026-03-01') })],
  [
    'promised in a month, waiting',
    () => ({ dateKind: 'shipBy', from: '2026-09-01', to: '2026-09-30', status: 'review' }),
  ],
  ['a usual channel', () => ({ channelId: 1 })],
  ['a rare channel', () => ({ channelId: 2 })],
  ['a channel that nothing goes by', () => ({ channelId: 3 })],
  ['great amounts', () => ({ amountFrom: '5000' })],
  ['an amount that nobody paid', () => ({ amountFrom: '700', amountTo: '800' })],
  ['small amounts', () => ({ amountTo: '10.50' })],
  ['usual amounts', () => ({ amountFrom: '20', amountTo: '200' })],
  ['one item', () => ({ lines: 'one' })],
  ['several items', () => ({ lines: 'several' })],
  ['several items and a status', () => ({ lines: 'several', status: 'held' })],
  ['many units', () => ({ unitsFrom: 50 })],
  ['some units', () => ({ unitsFrom: 3, unitsTo: 3 })],
  ['more units than anybody wants', () => ({ unitsFrom: 500 })],
  ["a buyer's note", () => ({ marks: ['note'] })],
  ["a buyer's note and a status", () => ({ marks: ['note'], status: 'shipped' })],
  ['a remark', () => ({ marks: ['remark'] })],
  ['a split', () => ({ marks: ['split'] })],
  ['a merger', () => ({ marks: ['merged'] })],
  ['a note and a remark', () => ({ marks: ['note', 'remark'] })],
  ['a usual service', () => ({ serviceLevel: 'standard' })],
  ['a rare service', () => ({ serviceLevel: 'sameDay' })],
  ['a rare service and a status', () => ({ serviceLevel: 'sameDay', status: 'held' })],
  ['a usual service and a status', () => ({ serviceLevel: 'standard', status: 'held' })],
  ['a service that nobody chose', () => ({ serviceLevel: 'freight' })],
  ['what was resent', () => ({ origin: 'resend' })],
  ['what was replaced', () => ({ origin: 'replacement' })],
  ['what came from platforms', () => ({ origin: 'platform' })],
  ['a usual tag', () => ({ tagId: tags[0] })],
  ['a usual tag, far back', () => ({ tagId: tags[0], page: 50 })],
  ['a rare tag', () => ({ tagId: tags[1] })],
  ['a usual tag and a status', () => ({ tagId: tags[0], status: 'held' })],
  ['a rare tag and a status', () => ({ tagId: tags[1], status: 'review' })],
  ['a usual tag and a SKU', () => ({ tagId: tags[0], text: 'SKU-7' })],
  ['a whole number', () => ({ text: 'E0012345' })],
  ['the beginning of a number', () => ({ text: 'E001' })],
  ['a SKU', () => ({ text: 'SKU-7' })],
  ['a SKU and a status', () => ({ text: 'SKU-7', status: 'review' })],
  ['a buyer', () => ({ text: 'buyer 42' })],
  ['nothing', () => ({ text: 'NOBODY' })],
];
const SCOPES: [string, () => Partial<Rights>][] = [
  ['the main account', () => ({})],
  ['a member of a small shop', () => ({ all: false, modules: new Set([rights.order.id]), shopIds: smallShop() })],
  ['a member of a module', () => ({ all: false, modules: new Set([rights.amazonEuropeOrder.id]), shopIds: shops })],
];

describe.each(SCOPES)('for %s no page goes through all orders', (_who, input) => {
  it.each(QUERIES)('%s', async (_name, filter) => {
    expect(await explain(input(), (tx) => orderPage(tx, query(filter())))).toEqual([]);
  });

  it('tabs', async () => {
    expect(await explain(input(), (tx) => tabCounts(tx, {}))).toEqual([]);
    expect(await explain(input(), (tx) => tabCounts(tx, { moduleId: rights.amazonEuropeOrder.id }))).toEqual([]);
  });

  it('what a bulk action works on', async () => {
    for (const filter of [
      { status: 'review' },
      { exception: 'unmapped' },
      { text: 'SKU-7' },
      { country: 'MT' },
      { dateKind: 'shipped', ...day('2026-03-01') },
      { amountFrom: '5000' },
      { marks: ['note'] },
      { tagId: tags[1] },
    ] as OrderFilter[])
      expect(await explain(input(), (tx) => selectedIds(tx, { filter }, 10_000))).toEqual([]);
    expect(await explain(input(), (tx) => selectedIds(tx, { ids: [5, 6, 7] }, 10_000))).toEqual([]);
  });
});

describe.each(SCOPES)('for %s', (_who, input) => {
  it('what could be merged is read from the orders that are open', async () => {
    expect(await explain(input(), (tx) => suggestMerges(tx, {}))).toEqual([]);
    expect(await explain(input(), (tx) => suggestMerges(tx, { moduleId: rights.amazonEuropeOrder.id }))).toEqual([]);
  });
});

describe('one order', () => {
  it('is read by its keys', async () => {
    const { id } = await world.one<{ id: number }>(
      sql`select max(id) as id from sales_order where company_id = ${world.main.companyId}`,
    );
    expect(await explain({}, (tx) => orderDetail(tx, id))).toEqual([]);
  });
});

describe('a label', () => {
  it('finds the parts of its order without going through all orders', async () => {
    const bought = [1, 2].map((at) => ({
      ...{ parcelId: at, orderId: at, carrier: 'ups', channelName: 'UPS', platformCarrierCode: 'UPS' },
      ...{ serviceName: 'Ground', trackingNumber: `1Z${at}`, trackingUrl: null },
    }));
    expect(await explain({}, (tx) => shipmentsOf(tx, bought))).toEqual([]);
  });
});

describe('what goes with a page', () => {
  it('its stock and pictures come from its own lines', async () => {
    const { rows } = await server.app.database.owner.query(
      `select id from sales_order where company_id = $1 and status = 'review' order by id limit 200`,
      [world.main.companyId],
    );
    const ids = rows.map((row: { id: number }) => row.id);
    for (const [, input] of SCOPES) expect(await explain(input(), (tx) => goodsOf(tx, ids))).toEqual([]);
  });
});

describe.each(SCOPES)('for %s the start page goes through the days it shows and no others', (_who, input) => {
  /** The orders end then; sixty days are a sixth of them. */
  const now = new Date('2026-10-12T12:00:00Z');
  const limits = { big: [...BIG, 'order_count', 'document_event'], touched: ORDERS / 5 };
  const look = (work: (tx: Tx) => Promise<unknown>) => {
    const { ctx } = world.main;
    const reader: Ctx = { ...ctx, now: () => now, rights: { ...ctx.rights, ...input() } };
    return explained(server.app.database, reader, work, limits);
  };

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['sales by day, with the days before', (tx) => figures.amountChart(tx, {})],
    ['sales of a shop', (tx) => figures.amountChart(tx, { shopId: shops[9] })],
    ['shops by their orders', (tx) => figures.shopRanking(tx, {})],
    ['products by their sales', (tx) => figures.bestSellerRanking(tx, {})],
    ['how shops fare', shopRates],
    ['what is not sent yet', figures.unshipped],
    ['what stands in the way', (tx) => figures.warnings(tx, undefined)],
  ])('%s', async (_name, work) => {
    expect(await look(work)).toEqual([]);
  });
});

describe('the net of this test', () => {
  it('catches a page that goes through all orders', async () => {
    const found = await explain({}, (tx) =>
      tx.rows(
        sql`select id from sales_order o where o.company_id = ${sql.company} and o.remark = ${'nobody wrote this'} order by ordered_at desc limit 50`,
      ),
    );
    expect(found).toHaveLength(1);
  });
});

describe('erasing', () => {
  it('buyers whose term is over, or whom a platform asked to forget, are found without reading the others', async () => {
    expect(await explain({}, (tx) => dueByTerm(tx, 'amazon', 30))).toEqual([]);
    expect(await explain({}, (tx) => dueByTerm(tx, 'amazon', -1))).toEqual([]);
    expect(await explain({}, dueByAsking)).toEqual([]);
  });
});

describe('orders that new rules judge again', () => {
  it('are counted and found page by page among those that are open alone', async () => {
    await server.app.database.owner.query(
      `insert into document_event (company_id, doc_kind, doc_id, user_id, actor, event)
       select $1, 'sales_order', id, case when id % 10 = 0 then 7 else 0 end, 'somebody', 'held' from sales_order
       where company_id = $1 and status in ('review', 'allocate', 'ready', 'exception', 'held')`,
      [world.main.companyId],
    );
    expect(await explain({}, countWaiting)).toEqual([]);
    for (const after of [0, ORDERS * 0.96]) expect(await explain({}, (tx) => nextWaiting(tx, after))).toEqual([]);
    const first = await server.app.database.look(world.main.ctx, (tx) => nextWaiting(tx, 0));
    expect(first).toHaveLength(200);
    expect(first.some((id) => id % 10 === 0)).toBe(false);
  });
});
