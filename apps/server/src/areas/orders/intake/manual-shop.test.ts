import { editShop, listShops } from '@tradewind/contract/channels.ts';
import { allocateOrders } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { makeOrder, type OrderWorld, openWorld, wrongs } from '../orders.testing.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server, { stock: 50 });
  await server.startWorker();
});
afterAll(() => server.close());

async function fulfil(how: 'automatic' | 'manual'): Promise<void> {
  const { rows } = await server.ok(listShops, { pageSize: 50 }, world.main);
  const shop = rows.find((row) => row.id === world.shop.id);
  await server.ok(editShop, { id: world.shop.id, updatedAt: shop?.updatedAt ?? '', fulfilment: how }, world.main);
}
const becomes = (no: string, status: string) => server.until(async () => (await world.statusOf(no)) === status);

it('orders of a shop that is fulfilled by hand wait for a person; told otherwise, the rest is allocated at once', async () => {
  await world.take([makeOrder('BEFORE')]);
  await becomes('BEFORE', 'ready');
  await fulfil('manual');
  await world.take([makeOrder('HAND-1'), makeOrder('HAND-2')]);
  // The job for waiting orders has run.
  await server.until(async () => {
    const { rows } = await server.app.database.owner.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'orders.reserve'`,
    );
    return rows.length === 0;
  });
  expect([await world.statusOf('HAND-1'), await world.statusOf('HAND-2')]).toEqual(['allocate', 'allocate']);
  await server.ok(allocateOrders, { ids: [await world.idOf('HAND-1')] }, world.main);
  expect([await world.statusOf('HAND-1'), await world.statusOf('HAND-2')]).toEqual(['ready', 'allocate']);
  await fulfil('automatic');
  await becomes('HAND-2', 'ready');
  expect(await wrongs(world)).toEqual([]);
});
