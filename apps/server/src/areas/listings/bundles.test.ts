import * as catalog from '@tradewind/contract/catalog.ts';
import * as calls from '@tradewind/contract/listings.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { makeLine, makeOrder, type OrderWorld, openWorld, takeStep } from '../orders/orders.testing.ts';
import { calculate, calculateChanges } from './calculate.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { products: 3 });
});
afterAll(() => server.close());

it('shows as many bundles as one warehouse makes, less those that orders of it or of its parts wait for', async () => {
  const [one = 0, two = 0] = world.productIds;
  const parts = [
    { productId: one, quantity: 2 },
    { productId: two, quantity: 1 },
  ];
  await server.ok(catalog.saveBundle, { sku: 'SET', nameEn: 'Set', parts }, world.main);
  await server.app.database.owner.query(
    `insert into platform_listing (company_id, shop_id, item_id, variant_id, seller_sku, title, state, fulfilled_by, first_at, seen_at)
     values ($1, $2, 'i1', '', 'SET', 'Set', 'active', 'seller', now(), now())`,
    [world.main.companyId, world.shop.id],
  );
  await server.app.database.owner.query(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by)
     select company_id, $2, 'SET', id, 'test' from product where company_id = $1 and sku = 'SET' on conflict do nothing`,
    [world.main.companyId, world.shop.id],
  );
  await server.ok(
    calls.saveStockRule,
    { shopId: world.shop.id, version: 0, enabled: true, mode: 'all', autoBuffer: false },
    world.main,
  );
  const shown = async () =>
    (await world.one<{ wanted: number }>(sql`select wanted from listing_stock where company_id = ${sql.company}`))
      .wanted;
  await world.stock(one, 9);
  await world.stock(two, 7);
  await world.tx((tx) => calculate(tx));
  expect(await shown()).toBe(4);
  // A part moves: its bundles are calculated too.
  await world.stock(one, 2);
  await world.tx((tx) => calculateChanges(tx));
  expect(await shown()).toBe(5);
  await world.take([makeOrder('S-1', { lines: [makeLine('1', 'SET', 1)] })]);
  await world.take([makeOrder('S-2', { lines: [makeLine('1', 'SKU-1', 3)] })]);
  await world.tx((tx) => calculateChanges(tx));
  expect(await shown()).toBe(3);
  // What is allocated is missing once, not twice.
  expect(await takeStep(world, await world.idOf('S-1'), 'reserve')).toBe(true);
  await world.tx((tx) => calculateChanges(tx));
  expect(await shown()).toBe(3);
});
