import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { explained, fillBig } from '../../testing/explain.ts';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import { type Run, run } from './kit/run.ts';
import './area.ts';

const MOVEMENTS = 1_000_000;
const DAYS = 400;
const PRODUCTS = 20_000;
const BIG = ['stock_movement', 'cost_issue'];

let server: TestServer;
let ctx: Ctx;
beforeAll(async () => {
  server = await ownServer();
  const main = await server.company();
  ctx = main.ctx;
  const { owner } = server.app.database;
  const of = [main.companyId];
  await owner.query(
    `insert into warehouse (company_id, code, name, kind, address) select $1, 'W' || g, 'W' || g, 'selfBuilt', '{}' from generate_series(1, 3) g`,
    of,
  );
  await owner.query(
    `insert into product (company_id, sku, name_zh, name_en) select $1, 'P-' || g, '商品' || g, 'P' || g from generate_series(1, ${PRODUCTS}) g`,
    of,
  );
  const places = `(select array_agg(id) as houses from warehouse where company_id = $1) h, (select array_agg(id) as goods from product where company_id = $1) p`;
  const place = `h.houses[1 + n % 3], p.goods[1 + n * 7 % ${PRODUCTS}]`;
  const at = `now() - (${MOVEMENTS} - n) * interval '${DAYS} days' / ${MOVEMENTS}`;
  await fillBig(owner, [...BIG, 'cost_layer', 'stock_balance'], async () => {
    await owner.query(
      `insert into stock_balance (company_id, warehouse_id, product_id, on_hand) select $1, w.id, p.id, 10000 from warehouse w, product p
       where w.company_id = $1 and p.company_id = $1`,
      of,
    );
    await owner.query(
      `insert into stock_movement (company_id, at, warehouse_id, product_id, location_id, on_hand, reason, doc_kind, doc_id, step, user_id, actor)
       select $1, ${at}, ${place}, 1, case when n % 5 = 0 then 4 else -1 end,
         case when n % 5 = 0 then 'receipt' when n % 7 = 0 then 'relocate' else 'shipment' end, 'test', n, 's', 0, 'a'
       from ${places}, generate_series(1, ${MOVEMENTS}) n`,
      of,
    );
    await owner.query(
      `insert into cost_layer (company_id, warehouse_id, product_id, received_at, entered_at, quantity, remaining, unit_cost, doc_kind, doc_id)
       select $1, ${place}, ${at}, ${at}, 40, 20, 3.5, 'test', n from ${places}, generate_series(1, ${MOVEMENTS}, 8) n`,
      of,
    );
    await owner.query(
      `insert into cost_issue (company_id, at, layer_id, warehouse_id, product_id, quantity, unit_cost, doc_kind, doc_id, doc_line)
       select $1, ${at}, 1 + n / 8, ${place}, 1, 3.5, 'outbound', n, 1 from ${places}, generate_series(1, ${MOVEMENTS}) n where n % 5 <> 0`,
      of,
    );
  });
});
afterAll(() => server.close());

const back = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const A_DAY = MOVEMENTS / DAYS;
const query = (report: string, days: number, dimensions: readonly string[], until = 0): Run =>
  ({ report, from: back(days + until), to: back(until), dimensions, order: 'desc', page: 1, pageSize: 50 }) as never;
const running =
  (...of: Parameters<typeof query>) =>
  (tx: Tx) =>
    run(tx, ctx as never, query(...of));

it.each<[what: string, touched: number, work: (tx: Tx) => Promise<unknown>]>([
  ['30 days in and out by product', 33 * A_DAY, running('movement', 30, ['warehouse', 'product'])],
  ['30 days in and out by reason', 33 * A_DAY, running('movement', 30, ['reason'])],
  ['30 days in and out by day', 33 * A_DAY, running('movement', 30, ['day'])],
  ['the value of 60,000 rows 200 days ago', 210 * A_DAY, running('stockValue', 0, ['warehouse', 'product'], 200)],
  ['the age of stock today', A_DAY, running('stockAge', 0, ['age', 'warehouse'])],
  ['the age of stock 200 days ago', 210 * A_DAY, running('stockAge', 0, ['age', 'warehouse'], 200)],
  ['this month', 33 * A_DAY, running('monthlyStock', 0, ['month', 'warehouse', 'product'])],
  ['90 days sold', 95 * A_DAY, running('sellThrough', 90, ['product'])],
])(
  '%s: read by an index among a million movements',
  async (_what, touched, work) => {
    expect(await explained(server.app.database, ctx, work, { big: BIG, touched })).toEqual([]);
  },
  100_000,
);
