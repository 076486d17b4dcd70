import { rights } from '@tradewind/contract/access/modules.ts';
import { allocateOrders, saveServedFirst, servedFirst } from '@tradewind/contract/orders.ts';
import { editWarehouseIsCount } from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';

import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { addShop, after, makeLine, makeOrder, type OrderWorld, openWorld } from '../orders.testing.ts';
import { reserveWaiting } from './reserve.ts';

let server: TestServer;
beforeAll(async () => {
  server = await ownServer();
});
afterAll(() => server.close());

const run = (world: OrderWorld) => reserveWaiting(server.app, world.main.ctx);
const product = (world: OrderWorld, n: number) => world.productIds[n - 1] ?? 0;
const prioritise = (world: OrderWorld, no: string, priority: number) =>
  world.tx((tx) =>
    tx.rows(
      sql`update sales_order set priority = ${priority} where company_id = ${sql.company} and platform_order_no = ${no}`,
    ),
  );
const paidAt = async (world: OrderWorld, no: string) =>
  (
    await world.one<{ at: Date | null }>(
      sql`select paid_at as at from sales_order where company_id = ${world.main.companyId} and platform_order_no = ${no}`,
    )
  ).at;

describe('who gets scarce goods', () => {
  it('what a person put first, then the soonest promise, then the platform, then the first payment, then the first order', async () => {
    const world = await openWorld(server);
    const amazon = await addShop(server, world.main.companyId, {
      platform: 'amazon',
      moduleId: rights.amazonNorthAmericaOrder.id,
    });
    await server.ok(saveServedFirst, { platforms: ['amazon', 'ebay'] }, world.main);
    expect(await server.ok(servedFirst, {}, world.main)).toEqual({ platforms: ['amazon', 'ebay'] });
    const shipBy = '2026-12-01T00:00:00Z';
    await world.take([
      makeOrder('NO-PROMISE', { orderedAt: after(-900) }),
      makeOrder('LATER', { shipBy: '2026-12-02T00:00:00Z' }),
      makeOrder('PAID-LATE', { shipBy, orderedAt: after(-800), paidAt: after(50) }),
      makeOrder('PAID-EARLY', { shipBy, paidAt: after(20) }),
      makeOrder('ORDERED-EARLY', { shipBy, orderedAt: after(30) }),
      makeOrder('URGENT', { orderedAt: after(500) }),
    ]);
    await world.take([makeOrder('FIRST-PLATFORM', { shipBy, orderedAt: after(400) })], amazon);
    await prioritise(world, 'URGENT', 7);
    const served: string[] = [];
    const all = ['URGENT', 'FIRST-PLATFORM', 'PAID-EARLY', 'ORDERED-EARLY', 'PAID-LATE', 'LATER', 'NO-PROMISE'];
    expect(await run(world)).toEqual({ reserved: 0, short: all.length });
    for (let n = 0; n < all.length; n++) {
      await world.stock(product(world, 1), 1);
      expect((await run(world)).reserved).toBe(1);
      for (const no of all) if (!served.includes(no) && (await world.statusOf(no)) === 'ready') served.push(no);
    }
    expect(served).toEqual(all);
  });

  it('a person who allocates more orders than one transaction takes keeps to that order, too', async () => {
    const world = await openWorld(server);
    const numbers = Array.from({ length: 620 }, (_, n) => `B-${String(n).padStart(3, '0')}`);
    await world.take(numbers.map((no) => makeOrder(no)));
    await prioritise(world, 'B-619', 1);
    await world.stock(product(world, 1), 1);
    const outcome = await server.ok(allocateOrders, { filter: { status: 'allocate' } }, world.main);
    expect(outcome.done).toBe(1);
    expect(await world.statusOf('B-619')).toBe('ready');
  });

  it('knows when an order was paid: as the platform says, else when it said so', async () => {
    const world = await openWorld(server);
    await world.take([makeOrder('TOLD', { paidAt: after(5) }), makeOrder('UNTOLD', { status: 'unpaid' })]);
    expect(await paidAt(world, 'TOLD')).toEqual(new Date(after(5)));
    expect(await paidAt(world, 'UNTOLD')).toBeNull();
    await world.take([makeOrder('UNTOLD', { updatedAt: after(60) })]);
    expect(await paidAt(world, 'UNTOLD')).toEqual(new Date(after(60)));
    await world.take([makeOrder('UNTOLD', { updatedAt: after(90), paidAt: after(70) })]);
    expect(await paidAt(world, 'UNTOLD')).toEqual(new Date(after(60)));
  });
});

describe('who is looked at', () => {
  it('goods wake the orders that lack them, not those that wait for others', async () => {
    const world = await openWorld(server);
    const numbers = Array.from({ length: 40 }, (_, n) => `W-${n}`);
    await world.take(numbers.map((no, n) => makeOrder(no, { lines: [makeLine('1', n < 3 ? 'SKU-1' : 'SKU-2')] })));
    expect(await run(world)).toEqual({ reserved: 0, short: 40 });
    expect(await run(world)).toEqual({ reserved: 0, short: 0 });
    await world.stock(product(world, 1), 2);
    expect(await run(world)).toEqual({ reserved: 2, short: 1 });
    expect(await run(world)).toEqual({ reserved: 0, short: 0 });
  });

  it('too little of it wakes nobody; enough of one product of two neither, until the other comes', async () => {
    const world = await openWorld(server);
    await world.take([
      makeOrder('FIVE', { lines: [makeLine('1', 'SKU-1', 3), makeLine('2', 'SKU-1', 2)] }),
      makeOrder('BOTH', { lines: [makeLine('1', 'SKU-2'), makeLine('2', 'SKU-3')] }),
    ]);
    await world.stock(product(world, 1), 4);
    await world.stock(product(world, 2), 1);
    expect(await run(world)).toEqual({ reserved: 0, short: 2 });
    expect(await run(world)).toEqual({ reserved: 0, short: 0 });
    await world.stock(product(world, 1), 1);
    await world.stock(product(world, 3), 1);
    expect(await run(world)).toEqual({ reserved: 2, short: 0 });
  });

  it('a short order whose lines changed is tried again', async () => {
    const world = await openWorld(server);
    await world.stock(product(world, 1), 2);
    await world.take([makeOrder('LESS', { lines: [makeLine('1', 'SKU-1', 5)] })]);
    expect(await run(world)).toEqual({ reserved: 0, short: 1 });
    await world.take([makeOrder('LESS', { updatedAt: after(9), lines: [makeLine('1', 'SKU-1', 2)] })]);
    expect(await run(world)).toEqual({ reserved: 1, short: 0 });
  });

  it('a warehouse whose count is over serves the orders that could not have its goods', async () => {
    const world = await openWorld(server);
    await world.stock(product(world, 1), 1);
    await server.ok(editWarehouseIsCount, { houseId: world.warehouseId, isCount: true }, world.main);
    await world.take([makeOrder('CLOSED')]);
    expect(await run(world)).toEqual({ reserved: 0, short: 1 });
    await server.startWorker();
    await server.ok(editWarehouseIsCount, { houseId: world.warehouseId, isCount: false }, world.main);
    await server.until(async () => (await world.statusOf('CLOSED')) === 'ready');
  });

  it('orders of a shop that is fulfilled by hand wait for a person', async () => {
    const world = await openWorld(server);
    await world.tx((tx) => tx.rows(sql`update shop set fulfilment = 'manual' where company_id = ${sql.company}`));
    await world.take([makeOrder('HAND')]);
    await world.stock(product(world, 1), 1);
    expect(await run(world)).toEqual({ reserved: 0, short: 0 });
  });
});
