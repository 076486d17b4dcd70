import { rights } from '@tradewind/contract/access/modules.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import { editOrderAddress, getOrder, listOrders, remarkOrders } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { addShop, grantShops, makeLine, makeOrder, type OrderWorld, openWorld, walk } from '../orders.testing.ts';

let server: TestServer;
let world: OrderWorld;

const CHANNEL = 77;
const shipTo = (more: object) => ({
  ...{ name: 'Ann Buyer', line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
  ...more,
});
const numbers = async (input: InputOf<typeof listOrders>, as: Person = world.main) =>
  (await server.ok(listOrders, input, as)).rows.map((row) => row.platformOrderNo);
const set = (no: string, assignment: string, ...values: unknown[]) =>
  server.app.database.owner.query(
    `update sales_order set ${assignment} where company_id = $1 and platform_order_no = $2`,
    [world.main.companyId, no, ...values],
  );

beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 100 });
  const amazon = await addShop(server, world.main.companyId, {
    platform: 'amazon',
    moduleId: rights.amazonNorthAmericaOrder.id,
    name: 'Amazon US',
  });
  await world.take([
    makeOrder('F-1', { orderedAt: '2026-10-01T08:00:00Z', totalAmount: '10.00' }),
    makeOrder('F-2', {
      orderedAt: '2026-10-02T08:00:00Z',
      totalAmount: '99.99',
      service: { name: 'UPSNextDay', level: 'nextDay' },
      buyerNote: 'It is a present',
      lines: [makeLine('1', 'SKU-2', 2), makeLine('2', 'SKU-3')],
      shipTo: shipTo({ name: 'Bob Receiver', postalCode: 'SW1A 1AA', phone: '+44 (20) 7946-0018' }),
    }),
    makeOrder('F-3', {
      orderedAt: '2026-10-03T08:00:00Z',
      updatedAt: '2026-10-03T08:00:00Z',
      totalAmount: '100.50',
      shipBy: '2026-10-20T10:00:00Z',
      status: 'unpaid',
      lines: [makeLine('1', 'SKU-1', 5)],
    }),
  ]);
  await world.take(
    [makeOrder('F-4', { orderedAt: '2026-10-04T08:00:00Z', totalAmount: '0.99', shipBy: '2026-10-19T10:00:00Z' })],
    amazon,
  );
  await world.take([
    makeOrder('F-3', {
      orderedAt: '2026-10-03T08:00:00Z',
      updatedAt: '2026-10-09T08:00:00Z',
      service: { name: 'Express', level: 'expedited' },
      totalAmount: '100.50',
      lines: [makeLine('1', 'SKU-1', 5)],
    }),
  ]);
  await walk(world, await world.idOf('F-2'), 'ship');
  await walk(world, await world.idOf('F-1'), 'ship');
  await set('F-1', `shipped_at = '2026-10-30T20:00:00Z', channel_id = $3`, CHANNEL);
  await set('F-2', `shipped_at = '2026-10-29T20:00:00Z'`);
  await set(
    'F-4',
    `origin = 'resend', split_from = (select f.id from sales_order f where f.company_id = sales_order.company_id and f.platform_order_no = 'F-1')`,
  );
  await set(
    'F-3',
    `merged_into = (select f.id from sales_order f where f.company_id = sales_order.company_id and f.platform_order_no = 'F-1')`,
  );
  await server.ok(remarkOrders, { ids: [await world.idOf('F-3')], remark: 'Call first' }, world.main);
});
afterAll(() => server.close());

describe('orders are found by', () => {
  it.each<[string, InputOf<typeof listOrders>, string[]]>([
    ['a platform', { platforms: ['amazon'] }, ['F-4']],
    ['the service that the buyer chose', { serviceLevel: 'nextDay' }, ['F-2']],
    ['a service that the platform told later', { serviceLevel: 'expedited' }, ['F-3']],
    ['a service that nobody chose', { serviceLevel: 'sameDay' }, []],
    ['several platforms', { platforms: ['amazon', 'shopify'] }, ['F-4', 'F-3', 'F-2', 'F-1']],
    ['a platform nobody sells on', { platforms: ['ebay'] }, []],
    ['a platform and a text', { platforms: ['shopify'], text: 'F-' }, ['F-3', 'F-2', 'F-1']],
    [
      'the days of payment, latest first',
      { dateKind: 'paid', from: '2026-10-02', to: '2026-10-09' },
      ['F-3', 'F-4', 'F-2'],
    ],
    ['the day that a late payment came', { dateKind: 'paid', from: '2026-10-09', to: '2026-10-09' }, ['F-3']],
    ['the days they were sent', { dateKind: 'shipped', from: '2026-10-30' }, ['F-1', 'F-2']],
    [
      'the days they were sent, first first',
      { dateKind: 'shipped', to: '2026-10-31', order: 'oldest' },
      ['F-2', 'F-1'],
    ],
    ['a day of the company, not of Greenwich', { dateKind: 'shipped', to: '2026-10-30' }, ['F-2']],
    ['the days they are promised', { dateKind: 'shipBy', from: '2026-10-19', to: '2026-10-20' }, ['F-3', 'F-4']],
    ['their own days', { dateKind: 'ordered', from: '2026-10-03' }, ['F-4', 'F-3']],
    ['a channel', { channelId: CHANNEL }, ['F-1']],
    ['at least an amount', { amountFrom: '99.99' }, ['F-3', 'F-2']],
    ['at most an amount', { amountTo: '99.98' }, ['F-4', 'F-1']],
    ['an amount to the cent', { amountFrom: '0.995', amountTo: '10' }, ['F-1']],
    ['one item', { lines: 'one' }, ['F-4', 'F-3', 'F-1']],
    ['several items', { lines: 'several' }, ['F-2']],
    ['units', { unitsFrom: 2, unitsTo: 4 }, ['F-2']],
    ['at least as many units', { unitsFrom: 3 }, ['F-3', 'F-2']],
    ['at most as many units', { unitsFrom: 1, unitsTo: 1 }, ['F-4', 'F-1']],
    ["a buyer's note", { marks: ['note'] }, ['F-2']],
    ['a remark', { marks: ['remark'] }, ['F-3']],
    ['a split', { marks: ['split'] }, ['F-4']],
    ['a merger', { marks: ['merged'] }, ['F-3']],
    ['two marks at once', { marks: ['merged', 'remark'] }, ['F-3']],
    ['marks that none has both', { marks: ['note', 'remark'] }, []],
    ['who made them', { origin: 'resend' }, ['F-4']],
    ['where they came from', { origin: 'platform' }, ['F-3', 'F-2', 'F-1']],
    ['a recipient', { text: 'bob rec' }, ['F-2']],
    ['a postal code', { text: 'sw1a 1aa' }, ['F-2']],
    ['a telephone number, however it is written', { text: '+44 20 7946 0018' }, ['F-2']],
    ['the digits of a telephone number', { text: '442079460018' }, ['F-2']],
    ['a text and an amount', { text: 'F-', amountFrom: '100' }, ['F-3']],
  ])('%s', async (_name, input, expected) => expect(await numbers(input)).toEqual(expected));

  it('what was mended in the address', async () => {
    const id = await world.idOf('F-4');
    const { version } = await server.ok(getOrder, { id }, world.main);
    const { name: _name, ...rest } = shipTo({ phone: '(512) 555-0142', postalCode: '10115' });
    await server.ok(editOrderAddress, { id, version, shipTo: { ...rest, name: 'Cleo Mended' } }, world.main);
    for (const text of ['cleo m', '10115', '512-555-0142']) expect(await numbers({ text }), text).toEqual(['F-4']);
  });

  it('nothing of the buyer, for whoever may not see buyers', async () => {
    const clerk = await server.member(world.main.companyId, [rights.order.view]);
    await grantShops(server, clerk, world.shop.id);
    for (const text of ['bob rec', 'sw1a 1aa', '442079460018']) expect(await numbers({ text }, clerk)).toEqual([]);
    expect(await numbers({ text: 'F-2' }, clerk)).toEqual(['F-2']);
  });

  it('counts what it finds', async () => {
    expect(await server.ok(listOrders, { platforms: ['shopify'] }, world.main)).toMatchObject({
      total: 3,
      totalExact: true,
    });
    expect(await server.ok(listOrders, { amountFrom: '99.99', pageSize: 1 }, world.main)).toMatchObject({ total: 2 });
  });
});
