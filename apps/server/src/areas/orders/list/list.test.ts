import { rights } from '@tradewind/contract/access/modules.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import { getOrder, holdOrders, listOrders, orderTabs, remarkOrders } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import {
  addShop,
  grantShops,
  makeLine,
  makeOrder,
  type OrderWorld,
  openWorld,
  type TestShop,
  walk,
} from '../orders.testing.ts';
import { startOf } from './counts.ts';

let server: TestServer;
let world: OrderWorld;
let amazon: TestShop;

beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 1000 });
  amazon = await addShop(server, world.main.companyId, {
    platform: 'amazon',
    moduleId: rights.amazonNorthAmericaOrder.id,
    name: 'Amazon US',
  });
});
afterAll(() => server.close());

const numbers = async (input: InputOf<typeof listOrders>, as: Person = world.main) =>
  (await server.ok(listOrders, input, as)).rows.map((row) => row.platformOrderNo);

/** 16:00 UTC is midnight in Shanghai. */
const at = (day: number, hour: number) =>
  `2026-10-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:30:00Z`;

async function basics(): Promise<void> {
  await world.take([
    makeOrder('L-1', { orderedAt: at(1, 8), buyerName: 'Zoë  Quinn', totalAmount: '5.00' }),
    makeOrder('L-2', { orderedAt: at(2, 15), lines: [makeLine('1', 'SKU-2', 2), makeLine('2', 'SKU-3')] }),
    makeOrder('L-3', { orderedAt: at(2, 16), lines: [makeLine('1', 'UNKNOWN')] }),
    makeOrder('L-4', {
      orderedAt: at(3, 8),
      shipTo: { name: 'A', line1: 'B', city: 'C', postalCode: 'D', country: 'MT' },
    }),
    makeOrder('L-5', { orderedAt: at(3, 9), status: 'unpaid' }),
    makeOrder('L-6', { orderedAt: at(3, 10), cancelRequested: true }),
  ]);
  await world.take([makeOrder('L-7', { orderedAt: at(4, 8), lines: [makeLine('1', 'UNKNOWN')] })], amazon);
}

describe('the list of orders', () => {
  beforeAll(basics);

  it('is newest first, with everything a row shows', async () => {
    const page = await server.ok(listOrders, {}, world.main);
    expect(page.rows.map((row) => row.platformOrderNo)).toEqual(['L-7', 'L-6', 'L-5', 'L-4', 'L-3', 'L-2', 'L-1']);
    expect(page).toMatchObject({ total: 7, totalExact: true });
    expect(page.rows[5]).toMatchObject({
      displayNo: 'L-2',
      shopName: 'Test shop',
      status: 'allocate',
      units: 3,
      lineCount: 2,
      buyerName: 'Ann Buyer',
      summary: [
        { sku: 'SKU-2', title: 'Title of SKU-2', quantity: 2 },
        { sku: 'SKU-3', title: 'Title of SKU-3', quantity: 1 },
      ],
    });
  });

  it.each<[string, InputOf<typeof listOrders>, string[]]>([
    ['status', { status: 'unpaid' }, ['L-5']],
    ['module', { moduleId: rights.amazonNorthAmericaOrder.id }, ['L-7']],
    ['exception', { exception: 'unmapped' }, ['L-7', 'L-3']],
    ['exception of a module', { exception: 'unmapped', moduleId: rights.shopifyOrder.id }, ['L-3']],
    ['country', { country: 'MT' }, ['L-4']],
    ['country and status', { country: 'MT', status: 'unpaid' }, []],
    ['who asked to cancel', { cancelRequested: true }, ['L-6']],
    ['days of the company, not of Greenwich', { from: '2026-10-03', to: '2026-10-03' }, ['L-6', 'L-5', 'L-4', 'L-3']],
    ['up to a day', { to: '2026-10-02' }, ['L-2', 'L-1']],
    ['oldest first', { order: 'oldest', pageSize: 2 }, ['L-1', 'L-2']],
    ['a page further', { page: 2, pageSize: 3 }, ['L-4', 'L-3', 'L-2']],
    ['behind the last page', { page: 9 }, []],
    ['the beginning of a number', { text: 'l-' }, ['L-7', 'L-6', 'L-5', 'L-4', 'L-3', 'L-2', 'L-1']],
    ['a whole number', { text: ' L-4 ' }, ['L-4']],
    ['a SKU', { text: 'sku-3' }, ['L-2']],
    ['the beginning of a SKU', { text: 'UNKN' }, ['L-7', 'L-3']],
    ['a SKU within a module', { text: 'UNKN', moduleId: rights.amazonNorthAmericaOrder.id }, ['L-7']],
    ['a buyer', { text: 'zoë q' }, ['L-1']],
    ['nothing', { text: 'nobody' }, []],
    ['what looks like a pattern', { text: '%' }, []],
  ])('finds by %s', async (_name, input, expected) => expect(await numbers(input)).toEqual(expected));

  it('finds by tracking number once there is one', async () => {
    const { setShipment } = await import('../platform/shipment.ts');
    const id = await world.idOf('L-1');
    await world.tx((tx) =>
      setShipment(tx, id, {
        packageNo: 1,
        carrierCode: 'UPS',
        carrierName: 'UPS',
        serviceName: 'Ground',
        trackingNumber: '1Z42',
      }),
    );
    expect(await numbers({ text: '1z4' })).toEqual(['L-1']);
  });

  it('tells what is due: most urgent first, and not what has been sent', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    await world.take([
      makeOrder('D-LATE', { shipBy: inHours(-1) }),
      makeOrder('D-LATEST', { shipBy: inHours(-30) }),
      makeOrder('D-SOON', { shipBy: inHours(5) }),
      makeOrder('D-LATER', { shipBy: inHours(50) }),
      makeOrder('D-SENT', { shipBy: inHours(-40) }),
    ]);
    await walk(world, await world.idOf('D-SENT'), 'ship');
    expect(await numbers({ due: 'overdue' })).toEqual(['D-LATEST', 'D-LATE']);
    expect(await numbers({ due: 'soon' })).toEqual(['D-SOON']);
    expect((await server.ok(orderTabs, {}, world.main)).queues).toMatchObject({ overdue: 2, soon: 1 });
  });

  it('has numbers on its tabs that agree with its pages', async () => {
    const tabs = await server.ok(orderTabs, {}, world.main);
    for (const [status, n] of Object.entries(tabs.counts)) {
      const page = await server.ok(listOrders, { status: status as 'unpaid' }, world.main);
      expect([status, page.total, page.rows.length]).toEqual([status, n, n]);
    }
    expect(tabs.queues).toMatchObject({ unmapped: 2, cancelRequested: 1, confirmFailed: 0 });
    expect((await server.ok(orderTabs, { moduleId: rights.amazonNorthAmericaOrder.id }, world.main)).counts).toEqual({
      exception: 1,
    });
  });
});

describe('who sees what', () => {
  it('orders of shops and modules that one may see; others do not exist', async () => {
    const { companyId } = world.main;
    const byModule = await server.member(companyId, [rights.amazonNorthAmericaOrder.view]);
    await grantShops(server, byModule, amazon.id, world.shop.id);
    expect(await numbers({}, byModule)).toEqual(['L-7']);
    expect(await numbers({ moduleId: rights.shopifyOrder.id }, byModule)).toEqual([]);
    expect(await numbers({ text: 'L-3' }, byModule)).toEqual([]);
    expect((await server.ok(orderTabs, {}, byModule)).counts).toEqual({ exception: 1 });
    const other = await server.call(getOrder, { id: await world.idOf('L-3') }, byModule);
    expect([other.status, other.data]).toMatchObject([404, { error: 'orders.notFound' }]);

    const byShop = await server.member(companyId, [rights.order.view]);
    await grantShops(server, byShop, amazon.id);
    expect(await numbers({}, byShop)).toEqual(['L-7']);
    expect(await numbers({ status: 'exception' }, byShop)).toEqual(['L-7']);
    expect((await server.ok(orderTabs, {}, byShop)).queues.unmapped).toBe(1);
    expect((await server.call(getOrder, { id: await world.idOf('L-3') }, byShop)).status).toBe(404);
  });

  it('a bulk action reaches no further than the list', async () => {
    const member = await server.member(world.main.companyId, [
      rights.amazonNorthAmericaOrder.view,
      rights.amazonNorthAmericaOrder.remark,
      rights.amazonNorthAmericaOrder.hold,
    ]);
    await grantShops(server, member, amazon.id, world.shop.id);
    const mine = await world.idOf('L-7');
    const foreign = await world.idOf('L-3');
    const done = await server.ok(remarkOrders, { ids: [mine, foreign], remark: 'seen' }, member);
    expect(done).toMatchObject({ done: 1, failed: [{ id: foreign, error: 'orders.notFound' }] });
    expect(await server.ok(remarkOrders, { filter: {}, remark: 'all of mine' }, member)).toMatchObject({ done: 1 });
    const refused = await server.call(
      holdOrders,
      { ids: [mine] },
      await server.member(world.main.companyId, [rights.amazonNorthAmericaOrder.view]),
    );
    expect(refused.status).toBe(403);
  });

  it('all that match a text is what the list shows for it, no more', async () => {
    await world.take([makeOrder('X-1'), makeOrder('X-10'), makeOrder('X-11')]);
    expect(await numbers({ text: 'X-1' })).toEqual(['X-1']);
    expect(await server.ok(remarkOrders, { filter: { text: 'X-1' }, remark: 'just one' }, world.main)).toMatchObject({
      done: 1,
    });
    expect(await server.ok(remarkOrders, { filter: { text: 'X-' }, remark: 'three' }, world.main)).toMatchObject({
      done: 3,
    });
  });

  it('another company sees nothing', async () => {
    const stranger = await server.company('Other');
    expect(await numbers({}, stranger)).toEqual([]);
    expect((await server.call(getOrder, { id: await world.idOf('L-1') }, stranger)).status).toBe(404);
    expect(await server.ok(remarkOrders, { ids: [await world.idOf('L-1')], remark: 'x' }, stranger)).toMatchObject({
      done: 0,
    });
  });

  it('buyers are masked for whoever may not see them, everywhere', async () => {
    const member = await server.member(world.main.companyId, [rights.order.view]);
    await grantShops(server, member, world.shop.id);
    const row = (await server.ok(listOrders, { text: 'L-1' }, member)).rows[0];
    expect(row).toMatchObject({ platformOrderNo: 'L-1', buyerName: '***' });
    const detail = await server.ok(getOrder, { id: await world.idOf('L-1') }, member);
    expect(detail).toMatchObject({ buyerName: '***', buyerEmail: '***', shipTo: { city: 'Austin', country: 'US' } });
    expect(JSON.stringify(detail)).not.toContain('Zoë');
    expect(JSON.stringify(detail)).not.toContain('Elm St');
    expect(await numbers({ text: 'zoë quinn' }, member)).toEqual([]);
    expect(await numbers({ text: 'zo' }, member)).toEqual([]);
  });
});

describe('deep pages', () => {
  it('are found by the counters, and hold what skipping rows would have shown', async () => {
    const deep = await openWorld(server);
    const orders = Array.from({ length: 2_600 }, (_, n) => makeOrder(`P-${n}`, { orderedAt: at(1 + (n % 9), n % 24) }));
    for (let from = 0; from < orders.length; from += 500) await deep.take(orders.slice(from, from + 500));
    // Autovacuum would do it some seconds later: plans for a few rows are replanned.
    await server.app.database.owner.query('analyze sales_order, order_count');
    const all: string[] = [];
    for (let page = 1; page <= 13; page++) all.push(...(await numbers({ page, pageSize: 200 }, deep.main)));
    expect(new Set(all).size).toBe(2_600);
    const oldest: string[] = [];
    for (let page = 1; page <= 13; page++)
      oldest.push(...(await numbers({ page, pageSize: 200, order: 'oldest' }, deep.main)));
    expect(oldest).toEqual([...all].reverse());
    expect(await numbers({ page: 12, pageSize: 200, status: 'allocate' }, deep.main)).toEqual(all.slice(2_200, 2_400));
  });

  it('begin in the day that the counters say', () => {
    const days = [
      { onDay: '2026-11-03', n: 5 },
      { onDay: '2026-11-01', n: 10 },
    ];
    expect(startOf(days, 4, 'newest')).toEqual({ before: '2026-11-04T00:00:00.000Z', skip: 4 });
    expect(startOf(days, 5, 'newest')).toEqual({ before: '2026-11-02T00:00:00.000Z', skip: 0 });
    expect(startOf(days, 12, 'oldest')).toEqual({ after: '2026-11-03T00:00:00.000Z', skip: 2 });
    expect(startOf(days, 15, 'newest')).toEqual({ before: '1970-01-01T00:00:00.000Z', skip: 0 });
  });
});
