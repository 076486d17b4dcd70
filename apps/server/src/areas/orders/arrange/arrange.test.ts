import { rights } from '@tradewind/contract/access/modules.ts';
import {
  cancelOrders,
  changeOrderLines,
  getOrder,
  holdOrders,
  mergeOrders,
  mergeSuggestions,
  prioritiseOrders,
  routeOrders,
  sendBackOrders,
  splitOrder,
  splitSuggestion,
  unmergeOrders,
  waveOrders,
} from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import {
  addShop,
  after,
  grantShops,
  linesObserved,
  makeLine,
  makeOrder,
  mapProducts,
  type OrderWorld,
  openWorld,
  type TestShop,
  takeStep,
  walk,
  wrongs,
} from '../orders.testing.ts';
import { setShipment } from '../platform/shipment.ts';
import { reserveOrders } from '../reserve/reserve.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 500 });
});
afterAll(() => server.close());

const detailOf = (id: number, of = world) => server.ok(getOrder, { id }, of.main);
const detail = async (no: string, of = world) => detailOf(await of.idOf(no), of);
const lineOf = (order: Awaited<ReturnType<typeof detail>>, sku: string) =>
  order.lines.find((line) => line.sellerSku === sku)?.id ?? 0;
let clock = 0;
const news = (no: string, more: Parameters<typeof makeOrder>[1] = {}) =>
  world.take([makeOrder(no, { updatedAt: after(1000 + ++clock), ...more })]);
const LABEL = {
  packageNo: 1,
  carrierCode: 'UPS',
  carrierName: 'UPS',
  serviceName: 'Ground',
  trackingNumber: '1Z999AA10123456784',
};

const TWO_LINES = {
  goodsAmount: '50.00',
  shippingAmount: '5.00',
  taxAmount: '4.01',
  discountAmount: '1.00',
  totalAmount: '58.01',
  lines: [
    { ...makeLine('1', 'SKU-1', 3), unitPrice: '10.00', discount: '1.00' },
    { ...makeLine('2', 'SKU-2', 1), unitPrice: '20.00' },
  ],
};

async function halves(no: string): Promise<{ id: number; part: number; undoId: number }> {
  await world.take([makeOrder(no, TWO_LINES)]);
  const order = await detail(no);
  const { ids, undoId } = await server.ok(
    splitOrder,
    {
      id: order.id,
      parts: [
        {
          lines: [
            { lineId: lineOf(order, 'SKU-1'), quantity: 1 },
            { lineId: lineOf(order, 'SKU-2'), quantity: 1 },
          ],
        },
      ],
    },
    world.main,
  );
  return { id: order.id, part: ids[0] ?? 0, undoId };
}

describe('splitting', () => {
  it('takes lines and their money away to the cent, and says so in both histories', async () => {
    const { id, part } = await halves('SP-1');
    const [stays, goes] = [await detailOf(id), await detailOf(part)];
    expect(goes).toMatchObject({ displayNo: 'SP-1-2', units: 2, shippingAmount: '0.0000', buyerName: 'Ann Buyer' });
    expect(goes.shipTo).toEqual(stays.shipTo);
    expect(stays).toMatchObject({ units: 2, lineCount: 1, shippingAmount: '5.0000', goodsAmount: '20.0000' });
    const sum = (key: 'goodsAmount' | 'taxAmount' | 'discountAmount' | 'totalAmount') =>
      ((Number(stays[key]) * 100 + Number(goes[key]) * 100) / 100).toFixed(2);
    expect([sum('goodsAmount'), sum('taxAmount'), sum('discountAmount'), sum('totalAmount')]).toEqual([
      '50.00',
      '4.01',
      '1.00',
      '58.01',
    ]);
    expect(stays.history[0]).toMatchObject({ event: 'split', detail: { orders: ['SP-1-2'] } });
    expect(goes.history.at(-1)).toMatchObject({ event: 'splitOff', detail: { orders: ['SP-1'] } });
    expect(await wrongs(world)).toEqual([]);
  });

  it('gives reserved stock back first; each part is then reserved, sent and told by itself', async () => {
    await world.take([makeOrder('SP-2', TWO_LINES)]);
    const id = await world.idOf('SP-2');
    await walk(world, id, 'reserve');
    const order = await detailOf(id);
    const { ids } = await server.ok(
      splitOrder,
      { id, parts: [{ lines: [{ lineId: lineOf(order, 'SKU-1'), quantity: 2 }] }] },
      world.main,
    );
    expect(await wrongs(world)).toEqual([]);
    await walk(world, id, 'ship');
    expect(await world.statusOf('SP-2')).toBe('shipped');
    expect(await world.statusOf('SP-2#2')).toBe('allocate');
    // After one parcel, the platform shows the order as shipped. The other part still ships.
    await news('SP-2', { ...TWO_LINES, status: 'shipped' });
    expect(await world.statusOf('SP-2#2')).toBe('allocate');
    await walk(world, ids[0] ?? 0, 'ship');
    expect(await world.statusOf('SP-2#2')).toBe('shipped');
    expect(await wrongs(world)).toEqual([]);
  });

  it('takes no more than there is, nothing of what is picked, and leaves something', async () => {
    await world.take([makeOrder('SP-3', TWO_LINES)]);
    const order = await detail('SP-3');
    const lineId = lineOf(order, 'SKU-1');
    const split = (lines: { lineId: number; quantity: number }[]) =>
      server.call(splitOrder, { id: order.id, parts: [{ lines }] }, world.main);
    expect(await split([{ lineId, quantity: 4 }])).toMatchObject({
      status: 400,
      data: { fields: [{ path: 'parts.0.lines.0.quantity' }] },
    });
    expect(await split([{ lineId: 1_000_000, quantity: 1 }])).toMatchObject({ status: 400 });
    expect(
      await split([
        { lineId, quantity: 3 },
        { lineId: lineOf(order, 'SKU-2'), quantity: 1 },
      ]),
    ).toMatchObject({ status: 400, data: { fields: [{ path: 'parts' }] } });
    await walk(world, order.id, 'wave');
    expect(await split([{ lineId, quantity: 1 }])).toMatchObject({
      status: 409,
      data: { error: 'orders.cannotArrange' },
    });
  });

  it('what the platform says of the whole reaches every part', async () => {
    const { id, part } = await halves('SP-4');
    await news('SP-4', { ...TWO_LINES, cancelRequested: true });
    expect([(await detailOf(id)).status, (await detailOf(part)).status]).toEqual(['held', 'held']);
    await news('SP-4', TWO_LINES);
    expect([(await detailOf(id)).status, (await detailOf(part)).status]).toEqual(['allocate', 'allocate']);
    const moved = {
      name: 'Ann Buyer',
      line1: '9 Oak Ave',
      city: 'Austin',
      state: 'TX',
      postalCode: '78701',
      country: 'US',
    };
    await news('SP-4', { ...TWO_LINES, shipTo: moved });
    expect((await detailOf(part)).shipTo).toMatchObject({ line1: '9 Oak Ave' });
    expect((await detailOf(part)).units).toBe(2);
    await news('SP-4', { ...TWO_LINES, shipTo: moved, lines: [makeLine('1', 'SKU-1', 2), makeLine('2', 'SKU-2')] });
    expect([(await detailOf(id)).exception, (await detailOf(part)).exception]).toEqual(['risk', 'risk']);
    expect((await detailOf(id)).goodsAmount).toBe('20.0000');
    await news('SP-4', { status: 'cancelled' });
    expect([(await detailOf(id)).status, (await detailOf(part)).status]).toEqual(['cancelled', 'cancelled']);
    expect(await wrongs(world)).toEqual([]);
  });

  it('two clerks who split at once take no unit twice', async () => {
    await world.take([makeOrder('SP-5', TWO_LINES)]);
    const order = await detail('SP-5');
    const parts = [{ lines: [{ lineId: lineOf(order, 'SKU-1'), quantity: 2 }] }];
    const answers = await Promise.all([1, 2].map(() => server.call(splitOrder, { id: order.id, parts }, world.main)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    const units = await world.one<{ n: number }>(
      sql`select sum(l.quantity)::int as n from order_line l join sales_order o on o.company_id = l.company_id and o.id = l.order_id
        where o.company_id = ${world.main.companyId} and o.display_no like 'SP-5%'`,
    );
    expect(units.n).toBe(4);
  });

  it('suggests what one warehouse could send now', async () => {
    const scarce = await openWorld(server, { products: 2 });
    await scarce.stock(scarce.productIds[0] ?? 0, 2);
    await scarce.take([makeOrder('SUG', TWO_LINES)]);
    const order = await detail('SUG', scarce);
    const suggested = await server.ok(splitSuggestion, { id: order.id }, scarce.main);
    expect(suggested).toMatchObject({ warehouseId: scarce.warehouseId, lines: [{ inStock: 2 }, { inStock: 0 }] });
  });
});

const BUYER = { buyerEmail: 'many@example.test' };

async function three(prefix: string, more: Parameters<typeof makeOrder>[1] = {}): Promise<[number, number, number]> {
  const nos = [1, 2, 3].map((n) => `${prefix}-${n}`);
  await world.take(
    nos.map((no, n) => makeOrder(no, { ...BUYER, buyerEmail: `${prefix}@example.test`, orderedAt: after(n), ...more })),
  );
  return (await Promise.all(nos.map((no) => world.idOf(no)))) as [number, number, number];
}
const reserve = (ids: number[]) => world.tx((tx) => reserveOrders(tx, ids));
const statuses = async (ids: number[]) =>
  (await Promise.all(ids.map((id) => detailOf(id)))).map((order) => order.status);

describe('merging', () => {
  it('sends one box with the lines of all, and tells the platform of each by itself', async () => {
    const ids = await three('ME-1');
    expect(await server.ok(mergeOrders, { ids }, world.main)).toMatchObject({ done: 3, failed: [] });
    expect((await reserve([ids[1]])).reserved.sort()).toEqual([...ids].sort());
    const outbounds = await Promise.all(ids.map(async (id) => (await detailOf(id)).outbounds));
    expect(new Set(outbounds.flatMap((list) => list.map((o) => o.id))).size).toBe(1);
    expect(await server.ok(waveOrders, { ids: [ids[2]] }, world.main)).toMatchObject({ done: 1 });
    expect(await statuses(ids)).toEqual(['picking', 'picking', 'picking']);
    await takeStep(world, ids[0], 'pick');
    await takeStep(world, ids[0], 'pack');
    await world.tx((tx) => setShipment(tx, ids[0], LABEL));
    await takeStep(world, ids[0], 'ship');
    for (const id of ids)
      expect(await detailOf(id)).toMatchObject({
        status: 'shipped',
        trackingNumber: LABEL.trackingNumber,
        confirmState: 'pending',
      });
    expect(await wrongs(world)).toEqual([]);
  });

  it('is all or nothing, and each that does not fit says why', async () => {
    const [a, b] = await three('ME-2');
    await world.take([
      makeOrder('ME-2-eur', { buyerEmail: 'ME-2@example.test', currency: 'EUR', orderedAt: after(9) }),
      makeOrder('ME-2-far', {
        buyerEmail: 'ME-2@example.test',
        orderedAt: after(9),
        shipTo: {
          name: 'Ann Buyer',
          line1: '2 Elm St',
          city: 'Austin',
          state: 'TX',
          postalCode: '78701',
          country: 'US',
        },
      }),
    ]);
    const [eur, far] = [await world.idOf('ME-2-eur'), await world.idOf('ME-2-far')];
    const answer = await server.ok(mergeOrders, { ids: [a, b, eur, far] }, world.main);
    expect(answer.done).toBe(0);
    expect(new Map(answer.failed.map((one) => [one.id, one.error]))).toEqual(
      new Map([
        [a, 'orders.mergeOthers'],
        [b, 'orders.mergeOthers'],
        [eur, 'orders.mergeCurrency'],
        [far, 'orders.mergeAddress'],
      ]),
    );
    expect(await server.ok(mergeOrders, { ids: [a] }, world.main)).toMatchObject({
      done: 0,
      failed: [{ error: 'orders.mergeOne' }],
    });
  });

  it('reserves all of the box or nothing of it', async () => {
    const scarce = await openWorld(server, { products: 2 });
    await scarce.stock(scarce.productIds[0] ?? 0, 3);
    await scarce.take(
      [1, 2].map((n) => makeOrder(`BOX-${n}`, { orderedAt: after(n), lines: [makeLine('1', 'SKU-1', 2)] })),
    );
    const ids = [await scarce.idOf('BOX-1'), await scarce.idOf('BOX-2')];
    await server.ok(mergeOrders, { ids }, scarce.main);
    const outcome = await scarce.tx((tx) => reserveOrders(tx, [ids[0] ?? 0]));
    expect([outcome.reserved, outcome.short.sort()]).toEqual([[], [...ids].sort()]);
    await scarce.stock(scarce.productIds[0] ?? 0, 1);
    expect((await scarce.tx((tx) => reserveOrders(tx, [ids[0] ?? 0]))).reserved).toHaveLength(2);
    expect(await wrongs(scarce)).toEqual([]);
  });

  it('cancelling one takes it out, whatever stage the box is at; the others wait for stock again', async () => {
    for (const [at, step] of (['reserve', 'wave', 'pack'] as const).entries()) {
      const ids = await three(`ME-3${at}`);
      await server.ok(mergeOrders, { ids }, world.main);
      await walk(world, ids[0], step);
      // The order that carries the box leaves: the next oldest carries it from now on.
      await server.ok(cancelOrders, { ids: [ids[0]] }, world.main);
      expect(await statuses(ids)).toEqual(['cancelled', 'allocate', 'allocate']);
      expect(await wrongs(world)).toEqual([]);
      expect((await reserve([ids[2]])).reserved).toHaveLength(2);
      expect((await detailOf(ids[2])).outbounds[0]?.id).toBe((await detailOf(ids[1])).outbounds[0]?.id);
      expect(await wrongs(world)).toEqual([]);
    }
  });

  it('what the platform changes in one before picking leaves the box; in work the box is stopped', async () => {
    const early = await three('ME-4');
    await server.ok(mergeOrders, { ids: early }, world.main);
    await walk(world, early[0], 'reserve');
    await news('ME-4-2', { buyerEmail: 'ME-4@example.test', cancelRequested: true });
    expect(await statuses(early)).toEqual(['allocate', 'held', 'allocate']);
    const late = await three('ME-5');
    await server.ok(mergeOrders, { ids: late }, world.main);
    await walk(world, late[0], 'wave');
    await news('ME-5-2', { buyerEmail: 'ME-5@example.test', cancelRequested: true });
    expect((await detailOf(late[0])).outbounds[0]).toMatchObject({ state: 'picking', stopRequested: true });
    expect(await wrongs(world)).toEqual([]);
    // Another order opens the box: the one with a cancellation request waits, and the others continue.
    await server.ok(cancelOrders, { ids: [late[0]] }, world.main);
    expect(await statuses(late)).toEqual(['cancelled', 'held', 'allocate']);
    expect((await reserve([late[2]])).reserved).toEqual([late[2]]);
    expect(await wrongs(world)).toEqual([]);
  });

  it('an order is taken out before picking, not after; the rest stays together', async () => {
    const ids = await three('ME-6');
    await server.ok(mergeOrders, { ids }, world.main);
    await walk(world, ids[0], 'reserve');
    expect(await server.ok(unmergeOrders, { ids: [ids[1]] }, world.main)).toMatchObject({ done: 1 });
    await reserve(ids);
    expect((await detailOf(ids[1])).outbounds.find((o) => o.state === 'waiting')?.id).not.toBe(
      (await detailOf(ids[0])).outbounds.find((o) => o.state === 'waiting')?.id,
    );
    await walk(world, ids[0], 'wave');
    expect(await server.ok(unmergeOrders, { ids: [ids[2]] }, world.main)).toMatchObject({
      done: 0,
      failed: [{ error: 'orders.notInBox' }],
    });
    expect(await wrongs(world)).toEqual([]);
  });

  it('suggests who fits together, within what the person sees', async () => {
    const fresh = await openWorld(server, { stock: 5 });
    await fresh.take([
      makeOrder('SG-1', { orderedAt: after(1) }),
      makeOrder('SG-2', { orderedAt: after(2) }),
      makeOrder('SG-3', { buyerEmail: 'else@example.test' }),
    ]);
    const { groups } = await server.ok(mergeSuggestions, {}, fresh.main);
    expect(groups).toMatchObject([
      { buyerName: 'Ann Buyer', city: 'Austin', orders: [{ displayNo: 'SG-1' }, { displayNo: 'SG-2' }] },
    ]);
    await fresh.take([makeOrder('SG-4', { buyerEmail: 'four@example.test', lines: [makeLine('1', 'SKU-1', 2)] })]);
    const four = await detail('SG-4', fresh);
    const parts = [{ lines: [{ lineId: four.lines[0]?.id ?? 0, quantity: 1 }] }];
    await server.ok(splitOrder, { id: four.id, parts }, fresh.main);
    expect((await server.ok(mergeSuggestions, {}, fresh.main)).groups).toHaveLength(1);
    const clerk = await server.member(fresh.main.companyId, [rights.order.merge]);
    await grantShops(server, clerk, fresh.shop.id);
    expect((await server.ok(mergeSuggestions, {}, clerk)).groups[0]?.buyerName).toBe('***');
    const other = await server.member(fresh.main.companyId, [rights.order.merge]);
    expect((await server.ok(mergeSuggestions, {}, other)).groups).toEqual([]);
  });
});

describe("merging what the platform's own logistics carries", () => {
  const MASKED = { name: 'A** B**', line1: '1** E**', city: 'London', postalCode: 'S**', country: 'GB' };
  const shopIn = async (region: string, platform = 'tiktok') => {
    const shop = await addShop(server, world.main.companyId, { platform, region });
    await mapProducts(server, world.main.companyId, shop.id);
    return shop;
  };
  let counted = 0;
  /** Orders of one buyer, as their platform shows them; each by what is different in it. */
  async function orders(shop: TestShop, ...each: Parameters<typeof makeOrder>[1][]): Promise<number[]> {
    const nos = each.map(() => `PM-${++counted}`);
    await world.take(
      nos.map((no, n) =>
        makeOrder(no, {
          ...{ platformShipping: true, shipTo: MASKED, buyerRef: `buyer ${counted}`, orderedAt: after(n), ...each[n] },
        }),
      ),
      shop,
    );
    return Promise.all(nos.map((no) => world.idOf(no)));
  }
  const merged = async (ids: number[]) => {
    const { done, failed } = await server.ok(mergeOrders, { ids }, world.main);
    return done > 0 ? done : failed.map((one) => one.error);
  };

  it('goes where the platform puts several orders into one parcel, and is suggested there', async () => {
    const ids = await orders(await shopIn('GB'), {}, {});
    const of = ({ groups }: { groups: { orders: { id: number }[] }[] }) =>
      groups.filter((group) => group.orders.some((order) => ids.includes(order.id)));
    expect(of(await server.ok(mergeSuggestions, {}, world.main))).toMatchObject([
      { orders: ids.map((id) => ({ id })) },
    ]);
    expect(await merged(ids)).toBe(2);
    expect(of(await server.ok(mergeSuggestions, {}, world.main))).toEqual([]);
  });

  it.each([
    ['in the United States', () => shopIn('US')],
    ['on another platform', () => shopIn('GB', 'shopee')],
  ])('is refused and not suggested %s', async (_where, shop) => {
    const ids = await orders(await shop(), {}, {});
    expect(await merged(ids)).toEqual(['orders.mergePlatformShipping', 'orders.mergePlatformShipping']);
    const { groups } = await server.ok(mergeSuggestions, {}, world.main);
    expect(groups.flatMap((group) => group.orders).filter((order) => ids.includes(order.id))).toEqual([]);
  });

  it('is refused together with what the seller ships', async () => {
    const ids = await orders(await shopIn('GB'), {}, { platformShipping: false });
    expect(await merged(ids)).toEqual(['orders.mergeOthers', 'orders.mergeShipping']);
  });

  it('looks at the buyer, as masked addresses look alike', async () => {
    const shop = await shopIn('GB');
    expect(await merged(await orders(shop, {}, { buyerRef: 'another' }))).toEqual([
      'orders.mergeOthers',
      'orders.mergeAddress',
    ]);
    const unnamed = await orders(shop, { buyerRef: '' }, { buyerRef: '' });
    expect(await merged(unnamed)).toEqual(['orders.mergeBuyer', 'orders.mergeBuyer']);
  });

  it('is for good once the platform has given its label', async () => {
    const ids = await orders(await shopIn('GB'), {}, {});
    await merged(ids);
    await walk(world, ids[0] ?? 0, 'reserve');
    await world.tx((tx) => setShipment(tx, ids[0] ?? 0, { ...LABEL, trackingNumber: 'TT-1' }));
    expect(await server.ok(unmergeOrders, { ids: ids.slice(1) }, world.main)).toMatchObject({
      done: 0,
      failed: [{ error: 'orders.unmergeLabelled' }],
    });
    await world.tx((tx) => setShipment(tx, ids[0] ?? 0, null));
    expect(await server.ok(unmergeOrders, { ids: ids.slice(1) }, world.main)).toMatchObject({ done: 1 });
    expect(await wrongs(world)).toEqual([]);
  });
});

describe('arranging', () => {
  it('sends back to review and gives the stock back', async () => {
    await world.take([makeOrder('BK-1'), makeOrder('BK-2')]);
    const ids = [await world.idOf('BK-1'), await world.idOf('BK-2')];
    await walk(world, ids[0] ?? 0, 'reserve');
    expect(await server.ok(sendBackOrders, { ids }, world.main)).toMatchObject({ done: 2 });
    expect(await statuses(ids)).toEqual(['review', 'review']);
    expect(await wrongs(world)).toEqual([]);
  });

  it('reserves in the warehouse that a person chose', async () => {
    await world.take([makeOrder('RT-1')]);
    const id = await world.idOf('RT-1');
    await walk(world, id, 'reserve');
    const other = await server.app.database.owner.query(
      `insert into warehouse (company_id, code, name, kind, address) select company_id, 'W2', 'Second', 'selfBuilt', address from warehouse where id = $1 returning id`,
      [world.warehouseId],
    );
    const warehouseId = Number(other.rows[0].id);
    expect(await server.ok(routeOrders, { ids: [id], warehouseId }, world.main)).toMatchObject({ done: 1 });
    expect((await reserve([id])).short).toEqual([id]);
    expect(await server.call(routeOrders, { ids: [id], warehouseId: 999_999 }, world.main)).toMatchObject({
      status: 400,
    });
    await server.ok(routeOrders, { ids: [id], warehouseId: null }, world.main);
    expect((await reserve([id])).reserved).toEqual([id]);
    expect(await wrongs(world)).toEqual([]);
  });

  it('serves who has priority first', async () => {
    const scarce = await openWorld(server, { products: 1 });
    await scarce.stock(scarce.productIds[0] ?? 0, 1);
    await scarce.take([makeOrder('PR-1', { orderedAt: after(1) }), makeOrder('PR-2', { orderedAt: after(2) })]);
    const ids = [await scarce.idOf('PR-1'), await scarce.idOf('PR-2')];
    await server.ok(prioritiseOrders, { ids: [ids[1] ?? 0], priority: 5 }, scarce.main);
    expect((await scarce.tx((tx) => reserveOrders(tx, ids))).reserved).toEqual([ids[1]]);
  });

  it('changes lines, leaves the buyer’s money and the platform’s word as they are, and keeps them through its next news', async () => {
    await world.take([makeOrder('LN-1', TWO_LINES)]);
    const order = await detail('LN-1');
    const [one, two] = [lineOf(order, 'SKU-1'), lineOf(order, 'SKU-2')];
    const productId = world.productIds[2] ?? 0;
    await server.ok(
      changeOrderLines,
      {
        id: order.id,
        seen: linesObserved(order),
        lines: [
          { lineId: one, quantity: 2 },
          { lineId: two, quantity: 1, productId },
          { productId, quantity: 1 },
        ],
      },
      world.main,
    );
    await news('LN-1', { ...TWO_LINES, buyerNote: 'Please hurry' });
    const changed = await detail('LN-1');
    expect(changed.lines.map((line) => [line.quantity, line.sku, line.unitPrice])).toEqual([
      [2, 'SKU-1', '10.000000'],
      [1, 'SKU-3', '20.000000'],
      [1, 'SKU-3', '0.000000'],
    ]);
    expect(changed.totalAmount).toBe(order.totalAmount);
    await news('LN-1', { ...TWO_LINES, lines: [makeLine('1', 'SKU-1', 1), makeLine('2', 'SKU-2')] });
    expect(await detail('LN-1')).toMatchObject({ status: 'exception', exception: 'risk', units: 4 });
    expect(await wrongs(world)).toEqual([]);
  });

  it('writes over nothing that another did while the lines were being looked at', async () => {
    await world.take([makeOrder('LN-2', TWO_LINES)]);
    const order = await detail('LN-2');
    const [one, two] = [lineOf(order, 'SKU-1'), lineOf(order, 'SKU-2')];
    await server.ok(splitOrder, { id: order.id, parts: [{ lines: [{ lineId: one, quantity: 1 }] }] }, world.main);
    const asObserved = linesObserved(order);
    const lines = [...asObserved, { productId: world.productIds[2] ?? 0, quantity: 1 }];
    const late = await server.call(changeOrderLines, { id: order.id, seen: asObserved, lines }, world.main);
    expect(late).toMatchObject({ status: 409, data: { error: 'orders.linesOvertaken' } });
    const now = await detail('LN-2');
    expect(now.units).toBe(order.units - 1);
    await server.ok(
      changeOrderLines,
      { id: order.id, seen: linesObserved(now), lines: [{ lineId: two, quantity: 1 }] },
      world.main,
    );
    expect(await wrongs(world)).toEqual([]);
  });

  it('an order in a shared box is neither split nor changed, and held with the others', async () => {
    const ids = await three('AR-1');
    await server.ok(mergeOrders, { ids }, world.main);
    const order = await detailOf(ids[1]);
    const lineId = order.lines[0]?.id ?? 0;
    expect(
      await server.call(
        changeOrderLines,
        { id: ids[1], seen: linesObserved(order), lines: [{ lineId, quantity: 5 }] },
        world.main,
      ),
    ).toMatchObject({ data: { error: 'orders.inBox' } });
    await walk(world, ids[0], 'reserve');
    expect(await server.ok(holdOrders, { ids: [ids[1]] }, world.main)).toMatchObject({ done: 1 });
    expect(await statuses(ids)).toEqual(['held', 'held', 'held']);
    expect(await wrongs(world)).toEqual([]);
  });

  it('asks for the button of each act', async () => {
    const looker = await server.member(world.main.companyId, [rights.order.view]);
    await world.take([makeOrder('AX-1')]);
    const id = await world.idOf('AX-1');
    for (const answer of [
      await server.call(splitOrder, { id, parts: [{ lines: [{ lineId: 1, quantity: 1 }] }] }, looker),
      await server.call(mergeOrders, { ids: [id] }, looker),
      await server.call(sendBackOrders, { ids: [id] }, looker),
      await server.call(changeOrderLines, { id, seen: [], lines: [{ lineId: 1, quantity: 1 }] }, looker),
    ])
      expect(answer.status).toBe(403);
  });
});
