import { afterAll, beforeAll, expect, it } from 'vitest';
import { equalSkus } from '../areas/catalog/mapping/pair.ts';
import { sellerSkusEqualTo } from '../areas/catalog/mapping/sources.ts';
import { candidatesOf } from '../areas/listings/products/candidates.ts';
import { leftRows } from '../areas/listings/products/run.ts';
import { type OrderWorld, openWorld } from '../areas/orders/orders.testing.ts';
import { sql } from '../core/database/sql.ts';
import { explained } from './explain.ts';
import { ownServer, type TestServer } from './harness.ts';

const LISTED = 60_000;
const PART = 500;
const BIG = ['platform_listing', 'sku_mapping', 'product', 'order_line', 'product_run_row'];

let server: TestServer;
let world: OrderWorld;
let first: number;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server);
  const { owner } = server.app.database;
  const of = [world.main.companyId, world.shop.id, LISTED];
  await owner.query(
    `insert into platform_listing (company_id, shop_id, item_id, variant_id, seller_sku, title, state, fulfilled_by, first_at, seen_at)
     select $1, $2, 'i' || n / 2, 'v' || n, 'list-' || n, 'Listing ' || n, 'active', 'seller', now(), now() from generate_series(1, $3::int) n`,
    of,
  );
  await owner.query(
    `insert into product (company_id, sku, name_zh, name_en) select $1, 'LIST-' || n, '', 'Product' from generate_series(1, $2::int) n`,
    [world.main.companyId, LISTED / 2],
  );
  await owner.query(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by)
     select $1, $2, 'list-' || n, (select id from product where company_id = $1 and sku = 'SKU-1'), 'test' from generate_series(1, $3::int / 3) n`,
    of,
  );
  await owner.query(
    `insert into product_run (company_id, id, at, actor, user_id, choice, total) values ($1, 1, now(), 'test', 1, '{}', 1)`,
    [world.main.companyId],
  );
  await owner.query(
    `insert into product_run_row (company_id, run_id, listing_id, reason)
     select company_id, 1, id, 'noSku' from platform_listing where company_id = $1 order by id limit 200`,
    [world.main.companyId],
  );
  await owner.query('vacuum analyze');
  const found = await world.one<{ id: number }>(
    sql`select min(id)::int as id from platform_listing where company_id = ${sql.company}`,
  );
  first = found.id;
}, 120_000);
afterAll(() => server.close());

it('finds what a new product pairs by indexes alone, as the role of the application', async () => {
  const skus = Array.from({ length: 20 }, (_, n) => `LIST-${LISTED / 2 - n}`);
  const wrong = await explained(
    server.app.database,
    world.main.ctx,
    (tx) => tx.rows(sql`with ${equalSkus(sellerSkusEqualTo(skus))} select * from equal`),
    { big: BIG, touched: 100 },
  );
  expect(wrong).toEqual([]);
});

it('reads a part of a run, and what a run left out, by indexes alone', async () => {
  const ids = Array.from({ length: PART }, (_, n) => first + n);
  const limits = { big: BIG, touched: PART * 3 };
  expect(await explained(server.app.database, world.main.ctx, (tx) => candidatesOf(tx, ids), limits)).toEqual([]);
  const page = { runId: 1, page: 1, pageSize: 50 };
  expect(await explained(server.app.database, world.main.ctx, (tx) => leftRows(tx, page), limits)).toEqual([]);
});
