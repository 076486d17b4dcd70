import { afterAll, beforeAll, expect, it } from 'vitest';
import { families, variantsOf } from '../areas/catalog/families/families.service.ts';
import { takeFromFamily } from '../areas/catalog/families/inherit.ts';
import { equalSkus } from '../areas/catalog/mapping/pair.ts';
import { sellerSkusEqualTo } from '../areas/catalog/mapping/sources.ts';
import { suggest } from '../areas/catalog/mapping/suggest.ts';
import { listUnmapped } from '../areas/catalog/mapping/unmapped.ts';
import { products } from '../areas/catalog/products/list.ts';
import { productsByCodes } from '../areas/catalog/products/lookups.ts';
import { candidatesOf } from '../areas/listings/products/candidates.ts';
import { leftRows } from '../areas/listings/products/run.ts';
import { type OrderWorld, openWorld } from '../areas/orders/orders.testing.ts';
import type { Tx } from '../core/database/database.ts';
import { sql } from '../core/database/sql.ts';
import { explained } from './explain.ts';
import { ownServer, type TestServer } from './harness.ts';

const LISTED = 60_000;
const PART = 500;
const FAMILIES = 15_000;
const BIG = [
  'product_family',
  'platform_listing',
  'sku_mapping',
  'product',
  'product_term',
  'order_line',
  'product_run_row',
];

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
    `insert into product (company_id, sku, name_zh, name_en) select $1, 'LIST-' || n, '', 'Product word' || n % 1000 from generate_series(1, $2::int) n`,
    [world.main.companyId, LISTED / 2],
  );
  await owner.query(
    `insert into product_family (company_id, code, axes, name_zh, name_en)
     select $1, 'FAMILY-' || n, '[{"nameEn": "Size"}]', '', 'Family' from generate_series(1, $2::int) n`,
    [world.main.companyId, FAMILIES],
  );
  await owner.query(
    `update product p set family_id = f.id, parent_sku = f.code, axis_values = array[p.sku] from product_family f
     where p.company_id = $1 and f.company_id = $1 and f.code = 'FAMILY-' || (p.id % $2::int + 1) and p.sku like 'LIST-%'`,
    [world.main.companyId, FAMILIES],
  );
  await owner.query(
    `insert into product_term (company_id, term, product_id) select p.company_id, t.term, p.id
     from product p cross join unnest(string_to_array(upper(p.name_en), ' ')) as t(term)
     where p.company_id = $1 and p.sku like 'LIST-%'`,
    [world.main.companyId],
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
});
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

it('suggests products by indexes alone, and reads a word of many products no further than a hundred', async () => {
  const sold = Array.from({ length: 50 }, (_, n) => ({
    shopId: world.shop.id,
    shopName: 'Test shop',
    sellerSku: n % 2 ? `list_${n}_x2` : `none-${n}`,
    title: `Product WORD${n} of a long title`,
  }));
  const { database } = server.app;
  const limits = { big: BIG, touched: 50 * 100 };
  expect(await explained(database, world.main.ctx, (tx) => suggest(tx, sold), limits)).toEqual([]);
  const found = await database.inCompany(world.main.ctx, (tx) => suggest(tx, sold));
  expect(found.every((row) => row.suggestions.length > 0)).toBe(true);
});

it('finds the first unmapped listings without the others', async () => {
  const input = { from: 'listings' as const, shopId: undefined, sellerSku: undefined, page: 1, pageSize: 50 };
  const limits = { big: ['platform_listing', 'sku_mapping', 'product', 'product_term'], touched: LISTED / 3 + 5_000 };
  const work = (tx: Tx) => listUnmapped(tx, world.main.ctx, input);
  expect(await explained(server.app.database, world.main.ctx, work, limits)).toEqual([]);
});

it('reads a page of families, and the variants of one, by indexes alone', async () => {
  const { database } = server.app;
  const limits = { big: BIG, touched: 1_000 };
  const { rows } = await database.inCompany(world.main.ctx, (tx) => families.page(tx, { page: 1, pageSize: 50 }));
  const id = rows[0]?.id ?? 0;
  for (const work of [
    (tx: Tx) => families.one(tx, id),
    (tx: Tx) => variantsOf(tx, id),
    (tx: Tx) => takeFromFamily(tx, id),
    (tx: Tx) =>
      families.byIds(
        tx,
        rows.map((row) => row.id),
      ),
    (tx: Tx) => products.page(tx, { status: 'all', familyId: id, page: 1, pageSize: 50 }),
  ])
    expect(await explained(database, world.main.ctx, work, limits)).toEqual([]);
});

it('finds what was scanned by indexes alone', async () => {
  const codes = Array.from({ length: 20 }, (_, n) => ` list-${n + 1} `);
  const limits = { big: BIG, touched: 200 };
  expect(await explained(server.app.database, world.main.ctx, (tx) => productsByCodes(tx, codes), limits)).toEqual([]);
  expect((await world.tx((tx) => productsByCodes(tx, codes))).size).toBe(codes.length);
});
