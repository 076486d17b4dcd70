import * as calls from '@tradewind/contract/catalog.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { makeLine, makeOrder, type OrderWorld, openWorld, walk, wrongs } from '../../orders/orders.testing.ts';
import { countMissed } from './daily.ts';
import { countReturns } from './entries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const demand = (world: OrderWorld) =>
  server.app.database.owner
    .query(
      `select p.sku, sum(m.total)::int as units from demand_month m join product p on p.company_id = $1 and p.id = m.product_id
        where m.company_id = $1 group by 1 order by 1`,
      [world.main.companyId],
    )
    .then(({ rows }) => rows.map((row) => [row.sku, row.units]));

it('is that of both products after a merge, also what is counted later and what came back', async () => {
  const world = await openWorld(server, { stock: 20 });
  const [fromId = 0, intoId = 0] = world.productIds;
  const ship = async (no: string, lines: [sku: string, quantity: number][]) => {
    await world.take([makeOrder(no, { lines: lines.map(([sku, n]) => makeLine(`${no}-${sku}`, sku, n)) })]);
    await walk(world, await world.idOf(no), 'ship');
  };
  await ship('ONE', [['SKU-1', 2]]);
  await ship('BOTH', [
    ['SKU-1', 3],
    ['SKU-2', 4],
  ]);
  await countMissed(server.app, world.main.ctx);
  expect(await demand(world)).toEqual([
    ['SKU-1', 5],
    ['SKU-2', 4],
  ]);
  await ship('LATE', [['SKU-1', 1]]);
  await server.ok(calls.mergeProducts, { fromId, intoId }, world.main);
  expect(await demand(world)).toEqual([['SKU-2', 9]]);
  await countMissed(server.app, world.main.ctx);
  expect(await demand(world)).toEqual([['SKU-2', 10]]);
  const orderId = await world.idOf('ONE');
  await world.tx((tx) => countReturns(tx, [{ id: 1, orderId, productId: fromId, quantity: 1 }]));
  expect(await demand(world)).toEqual([['SKU-2', 9]]);
  expect(await wrongs(world)).toEqual([]);
});
