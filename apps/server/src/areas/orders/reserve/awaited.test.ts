import { enterOpeningStock, openingChoices } from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { makeLine, makeOrder, openWorld, wrongs } from '../orders.testing.ts';
import { reserveWaiting } from './reserve.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

it('the form of opening stock begins with what orders wait for, and its entry gives it to them', async () => {
  const world = await openWorld(server, { products: 3 });
  const choices = () => server.ok(openingChoices, { warehouseId: world.warehouseId }, world.main);
  await world.take([
    makeOrder('ONE', { lines: [makeLine('1', 'SKU-3', 2), makeLine('2', 'SKU-2', 1)] }),
    makeOrder('TWO', { lines: [makeLine('1', 'SKU-3', 3), makeLine('2', 'STRANGE', 9)] }),
  ]);
  const before = await choices();
  expect(before.products.map(({ sku, awaited }) => [sku, awaited])).toEqual([
    ['SKU-3', 5],
    ['SKU-2', 1],
    ['SKU-1', 0],
  ]);
  const [needed] = before.products;
  const line = { productId: needed?.id ?? 0, locationId: before.location?.id ?? 0, quantity: 5, unitCost: '2' };
  await server.ok(enterOpeningStock, { warehouseId: world.warehouseId, lines: [line] }, world.main);
  expect((await choices()).products.map(({ sku }) => sku)).toEqual(['SKU-2', 'SKU-1']);
  await reserveWaiting(server.app, world.main.ctx);
  expect(await wrongs(world)).toEqual([]);
});
