import { createHmac } from 'node:crypto';
import { rights } from '@tradewind/contract/access/modules.ts';
import { authorizeShop, disableShop, listDeadLetters } from '@tradewind/contract/channels.ts';
import { cancelOrders } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type Outside, openOutside } from '../../channels/testing/sandbox.ts';
import { type OrderWorld, openWorld, walk } from '../orders.testing.ts';
import { confirmDue } from '../platform/confirm.ts';
import { setShipment } from '../platform/shipment.ts';

interface Keys {
  key: string;
  secret: string;
}

let outside: Outside;
let world: OrderWorld;
let keys: Keys;
let shopId: number;

beforeAll(async () => {
  outside = await openOutside();
  world = await openWorld(outside.server, { stock: 50 });
});
afterAll(() => outside.close());
beforeEach(async () => {
  const made = await outside.server.ok(
    authorizeShop,
    { platform: 'other', name: 'My own shop', fields: { currency: 'EUR' } },
    world.main,
  );
  if (!made.issued) throw new Error('no keys');
  shopId = made.shopId;
  keys = made.issued;
  await outside.server.app.database.owner.query(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, factor, created_by)
     select company_id, $2, case n when 1 then 'ONE' else 'TRIPLE' end, (select id from product where company_id = $1 and sku = 'SKU-1'),
       case n when 1 then 1 else 3 end, 'test' from generate_series(1, 2) n, (select $1::int as company_id) c`,
    [world.main.companyId, shopId],
  );
});

/** Signed as documented, without our own code. */
async function call(method: 'GET' | 'POST', target: string, json?: unknown, more: Partial<Keys & { at: number }> = {}) {
  const { key, secret, at } = { ...keys, at: Date.now(), ...more };
  const body = json === undefined ? '' : JSON.stringify(json);
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}\n${method}\n${target}\n${body}`).digest('hex');
  const answer = await fetch(`${outside.server.url}${target}`, {
    method,
    headers: { 'x-shop-key': key, 'x-shop-timestamp': timestamp, 'x-shop-signature': signature },
    ...(method === 'POST' ? { body } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const push = (...orders: object[]) => call('POST', '/api/push/other', { orders });
let numbers = 0;
const order = (more: object = {}) => ({
  orderNo: `OWN-${++numbers}`,
  orderedAt: '2026-11-20T08:00:00Z',
  shipTo: { name: 'Ann', line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
  lines: [{ lineId: '1', sku: 'ONE', title: 'Lamp', quantity: 2, unitPrice: '10.00' }],
  ...more,
});
const row = (no: string) =>
  world.one<{ status: string; total: string; currency: string; moduleId: number; name: string | null }>(
    sql`select status, total_amount::text as total, currency, module_id, ship_to ->> 'name' as name from sales_order
      where company_id = ${world.main.companyId} and shop_id = ${shopId} and platform_order_no = ${no}`,
  );

describe('the software of a shop of one’s own', () => {
  it('brings its orders, once however often it says them', async () => {
    const one = order({ shippingAmount: '4.99' });
    expect((await push(one, order())).body).toEqual({ inserted: 2, updated: 0, unchanged: 0, refused: [] });
    expect((await push(one)).body).toEqual({ inserted: 0, updated: 0, unchanged: 1, refused: [] });
    expect(await row(one.orderNo)).toEqual({
      status: 'allocate',
      total: '24.9900',
      currency: 'EUR',
      moduleId: rights.otherPlatformOrder.id,
      name: 'Ann',
    });
  });

  it('changes an order by a later time, and by that only', async () => {
    const one = order();
    await push(one);
    const moved = { ...one, shipTo: { ...one.shipTo, name: 'Bob' } };
    expect((await push(moved)).body).toMatchObject({ updated: 0, unchanged: 1 });
    expect((await push({ ...moved, updatedAt: '2026-11-20T09:00:00Z' })).body).toMatchObject({ updated: 1 });
    expect((await push({ ...one, updatedAt: '2026-11-20T08:30:00Z' })).body).toMatchObject({ updated: 0 });
    expect((await row(one.orderNo)).name).toBe('Bob');
    await push({ ...one, status: 'cancelled', updatedAt: '2026-11-20T10:00:00Z' });
    expect((await row(one.orderNo)).status).toBe('cancelled');
  });

  it('hears of each order that cannot be read what is wrong with it; the others go in', async () => {
    const good = order();
    const bad = order({ lines: [{ sku: 'ONE', quantity: 0, unitPrice: 'ten' }], totalAmount: '5' });
    const { status, body } = await push(bad, good, { nothing: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      inserted: 1,
      refused: [
        { index: 0, orderNo: bad.orderNo, errors: [{ field: 'lines.0.quantity' }, { field: 'lines.0.unitPrice' }] },
        { index: 2, orderNo: null },
      ],
    });
    const deadLetters = await outside.server.ok(listDeadLetters, { shopId }, world.main);
    expect(deadLetters.rows.map((one) => one.platformOrderNo)).toContain(bad.orderNo);
    // The corrected order is ingested, and the dead letter is gone.
    await push({ ...bad, lines: good.lines, totalAmount: '20' });
    const left = await outside.server.ok(listDeadLetters, { shopId }, world.main);
    expect(left.rows.filter((one) => !one.resolved).map((one) => one.platformOrderNo)).not.toContain(bad.orderNo);
    expect((await call('POST', '/api/push/other', { orders: [] })).status).toBe(400);
    expect((await call('POST', '/api/push/other', { orders: Array(101).fill(good) })).status).toBe(400);
  });

  it('is heard only with its own keys and the right time', async () => {
    const target = '/api/push/other';
    const orders = { orders: [order()] };
    expect((await call('POST', target, orders, { secret: 'wrong' })).status).toBe(401);
    expect((await call('POST', target, orders, { key: 'shop_unknown' })).status).toBe(401);
    expect((await call('POST', target, orders, { at: Date.now() - 600_000 })).status).toBe(401);
    expect(
      (await fetch(`${outside.server.url}${target}`, { method: 'POST', body: JSON.stringify(orders) })).status,
    ).toBe(401);
    const again = await outside.server.ok(authorizeShop, { platform: 'other', shopId }, world.main);
    expect([again.shopId, again.issued?.key]).toEqual([shopId, keys.key]);
    expect((await call('POST', target, orders)).status).toBe(401);
    expect((await call('POST', target, orders, again.issued ?? {})).status).toBe(200);
    // The shop's currency does not change.
    expect((await row(orders.orders[0]?.orderNo ?? '')).currency).toBe('EUR');
    await outside.server.ok(disableShop, { id: shopId }, world.main);
    expect((await call('POST', target, orders, again.issued ?? {})).status).toBe(403);
  });

  it('comes for what was shipped, from where it stopped', async () => {
    const [first, second] = [order(), order()];
    await push(first, second);
    for (const [index, one] of [first, second].entries()) {
      const id = (
        await world.one<{ id: number }>(
          sql`select id from sales_order where company_id = ${world.main.companyId} and shop_id = ${shopId} and platform_order_no = ${one.orderNo}`,
        )
      ).id;
      await walk(world, id, 'pack');
      const shipment = {
        packageNo: 1,
        carrierCode: 'UPS',
        carrierName: 'UPS',
        serviceName: 'Ground',
        trackingNumber: `1Z${index}`,
      };
      await world.tx((tx) => setShipment(tx, id, shipment));
      await walk(world, id, 'ship');
    }
    const answered = () => call('GET', '/api/push/other/shipments?since=2026-11-01T00%3A00%3A00Z');
    expect((await answered()).body.shipments).toEqual([]);
    await confirmDue(outside.server.app, world.main.ctx, shopId);
    const { shipments, nextCursor, until } = (await answered()).body as {
      shipments: { orderNo: string; toldAt: string }[];
      nextCursor: string | null;
      until: string;
    };
    // Several are confirmed at a time, so either may be first; the answer goes by the time of the confirmation.
    expect(shipments.toSorted((a, b) => a.orderNo.localeCompare(b.orderNo))).toEqual([
      expect.objectContaining({
        orderNo: first.orderNo,
        trackingNumber: '1Z0',
        carrierName: 'UPS',
        lines: [{ lineId: '1', sku: 'ONE', quantity: 2 }],
      }),
      expect.objectContaining({ orderNo: second.orderNo, trackingNumber: '1Z1' }),
    ]);
    const confirmed = shipments.map((shipment) => shipment.toldAt);
    expect(confirmed).toEqual(confirmed.toSorted());
    expect(nextCursor).toBeNull();
    expect(Date.parse(until)).toBeLessThan(Date.now());
    const later = new Date(Date.parse(shipments.at(-1)?.toldAt ?? '') + 1).toISOString();
    expect((await call('GET', `/api/push/other/shipments?since=${encodeURIComponent(later)}`)).body.shipments).toEqual(
      [],
    );
    expect((await call('GET', '/api/push/other/shipments?since=yesterday')).status).toBe(400);
    expect((await call('GET', '/api/push/other/shipments?cursor=nonsense')).status).toBe(400);
  });

  it('hears of orders that a person has cancelled', async () => {
    const [first, second] = [order(), order()];
    await push(first, second);
    const idOf = async (no: string) =>
      (
        await world.one<{ id: number }>(
          sql`select id from sales_order where company_id = ${world.main.companyId} and shop_id = ${shopId} and platform_order_no = ${no}`,
        )
      ).id;
    const answered = () => call('GET', '/api/push/other/cancellations');
    expect((await answered()).body.cancellations).toEqual([]);
    const cancel = (id: number, onPlatform: boolean, key: string) =>
      outside.server.ok(
        cancelOrders,
        { ids: [id], reason: 'outOfStock', onPlatform, idempotencyKey: `cancel-${shopId}-${key}` },
        world.main,
      );
    await cancel(await idOf(first.orderNo), true, 'first');
    await cancel(await idOf(second.orderNo), false, 'second');
    expect((await answered()).body.cancellations).toEqual([
      { orderNo: first.orderNo, reason: 'outOfStock', toldAt: expect.any(String) },
    ]);
  });

  it('comes for what may still be sold: less what is sold already, in its own units', async () => {
    const stock = async (query = '') => (await call('GET', `/api/push/other/stock${query}`)).body.stock as object[];
    const before = (await stock()) as { sku: string; available: number }[];
    expect(before.map((one) => one.sku)).toEqual(['ONE', 'TRIPLE']);
    const [one, triple] = before.map((each) => each.available);
    expect(triple).toBe(Math.floor((one ?? 0) / 3));
    await push(order({ lines: [{ sku: 'ONE', quantity: 4, unitPrice: '1' }] }));
    expect(await stock('?sku=ONE&sku=NEVER')).toEqual([{ sku: 'ONE', available: (one ?? 0) - 4 }]);
  });

  it('is nobody to a shop of another company', async () => {
    const other = await outside.server.company('Others');
    const theirs = await outside.server.ok(authorizeShop, { platform: 'other', name: 'Theirs' }, other);
    await call('POST', '/api/push/other', { orders: [order({ orderNo: 'THEIRS' })] }, theirs.issued ?? {});
    const { rows } = await outside.server.app.database.owner.query(
      `select company_id, shop_id, currency from sales_order where platform_order_no = 'THEIRS'`,
    );
    expect(rows).toEqual([{ company_id: other.companyId, shop_id: theirs.shopId, currency: 'USD' }]);
  });
});

it('the stand-in of such a shop pushes everything it has, and then what happens', async () => {
  const connected = await fetch(`${outside.sandbox.url}/other/connect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: outside.server.url, ...keys }),
  });
  expect(connected.status).toBe(200);
  const there = () => [...outside.sandbox.world.shop('other').byId.keys()].sort();
  expect(await outside.orders(shopId)).toEqual(there());
  await outside.control('orders', { shop: 'other', count: 2 });
  await outside.server.until(async () => (await outside.orders(shopId)).length === there().length);
  expect(await outside.orders(shopId)).toEqual(there());
});
