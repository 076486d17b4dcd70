import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OrderRecord, PlatformOrder } from '../../capabilities/orders.ts';
import { sum } from '../../money.ts';
import { agree, failure, kindOfFailure, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { ShopAccess } from '../../types.ts';
import { APP } from './fixtures.ts';
import { createAmazonConnector } from './index.ts';

const redirectUri = 'http://127.0.0.1:9/oauth/amazon/callback';
const TRACKING = '1Z999AA10123456784';
const LONG_AGO = '2020-01-01T00:00:00Z';
const created = z.object({ orderIds: z.array(z.string()) });
const received = z.object({
  orders: z.array(z.object({ orderId: z.string(), confirmations: z.number(), edits: z.number() })),
});

let sandbox: RunningSandbox;
let amazon: ReturnType<typeof createAmazonConnector>;
let access: ShopAccess;

beforeAll(async () => {
  sandbox = await startSandbox();
  const base = `${sandbox.url}/amazon`;
  const baseUrls = { token: `${base}/lwa`, api: `${base}/spapi`, consent: `${base}/sellercentral` };
  amazon = createAmazonConnector({ app: APP, http: { baseUrls, rateFactor: 1000 }, openEnd: true });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.control('reset', { orders: 40 });
  const query = await agree(amazon.consentUrl({ state: 's-1', redirectUri }));
  expect(query.state).toBe('s-1');
  const { tokens, account } = await amazon.exchange({ query, redirectUri });
  const { marketplaceIds } = await amazon.describeShop({ tokens, account });
  access = { tokens, account, marketplaceIds };
});

async function walk(connector = amazon, updatedAfter = LONG_AGO): Promise<{ records: OrderRecord[]; until: string }> {
  const records: OrderRecord[] = [];
  let cursor: string | undefined;
  let until: string;
  do {
    const page = await connector.listOrders(access, { updatedAfter, ...(cursor ? { cursor } : {}) });
    records.push(...page.records);
    cursor = page.nextCursor;
    until = page.listedUntil;
  } while (cursor);
  return { records, until };
}

async function freshOrder(more: object = {}): Promise<PlatformOrder> {
  const { orderIds } = created.parse(await sandbox.control('orders', { shop: 'amazon', count: 1, ...more }));
  const record = await amazon.getOrder(access, orderIds[0] ?? '');
  if (!record.ok) throw new Error(record.reason);
  return record.order;
}

const notice = (order: PlatformOrder, trackingNumber = TRACKING, packageNo = 1) => ({
  platformOrderNo: order.platformOrderNo,
  packageNo,
  carrierCode: 'UPS',
  carrierName: 'UPS',
  serviceName: 'Ground',
  trackingNumber,
  shippedAt: new Date().toISOString(),
  lines: order.lines.map(({ platformLineId, quantity }) => ({ platformLineId, quantity })),
});

async function confirmations(orderId: string): Promise<number | undefined> {
  const state = received.parse(await sandbox.control(`state?orderId=${orderId}`));
  return state.orders.find((one) => one.orderId === orderId)?.confirmations;
}

describe('Amazon over the wire', () => {
  it('authorizes, refreshes and describes', async () => {
    const tokens = await amazon.refresh(access);
    expect(await amazon.describeShop({ ...access, tokens })).toMatchObject({
      currency: 'USD',
      marketplaceIds: ['ATVPDKIKX0DER'],
    });
    await sandbox.control('amazon/revoke', { refreshToken: access.tokens.refreshToken });
    expect(await kindOfFailure(amazon.refresh(access))).toBe('unauthorized');
    const spoilt = { ...access, tokens: { accessToken: 'Atza|nonsense' } };
    expect(await kindOfFailure(amazon.listOrders(spoilt, { updatedAfter: LONG_AGO }))).toBe('unauthorized');
  });

  it('lists every order of many pages once, and with a window of our own', async () => {
    await sandbox.control('orders', { shop: 'amazon', count: 260, spreadHours: 48 });
    const { records, until } = await walk();
    const numbers = records.map((one) => (one.ok ? one.order.platformOrderNo : one.reason));
    expect(new Set(numbers).size).toBe(300);
    expect(records.every((one) => one.ok)).toBe(true);
    expect(Math.abs(Date.parse(until) - Date.now())).toBeLessThan(10_000);
    const { token, api } = { token: `${sandbox.url}/amazon/lwa`, api: `${sandbox.url}/amazon/spapi` };
    const closed = createAmazonConnector({ app: APP, http: { baseUrls: { token, api }, rateFactor: 1000 } });
    await sandbox.control('orders', { shop: 'amazon', count: 1 });
    const earlier = await walk(closed);
    expect(earlier.records.length).toBeGreaterThan(290);
    expect(Date.parse(earlier.until)).toBeLessThanOrEqual(Date.now() - 120_000);
  });

  it('survives a page that comes twice, sets aside broken orders and reads them when they are whole', async () => {
    await sandbox.control('orders', { shop: 'amazon', count: 260, spreadHours: 48 });
    await sandbox.control('faults', { platform: 'amazon', repeatPage: 1, malformed: 2 });
    const { records } = await walk();
    const bad = records.filter((one) => !one.ok);
    expect(bad.length).toBeGreaterThanOrEqual(2);
    for (const one of bad) expect(one.reason).toMatch(/createdTime: .*quantityOrdered: /);
    expect(new Set(records.map((one) => (one.ok ? one.order.platformOrderNo : one.platformOrderNo))).size).toBe(300);
    await sandbox.control('faults', { clear: true });
    expect((await amazon.getOrder(access, bad[0]?.platformOrderNo ?? '')).ok).toBe(true);
  });

  it('reads the states an order goes through', async () => {
    const order = await freshOrder({ status: 'pending' });
    expect([order.status, order.totalAmount, order.shipTo]).toEqual(['unpaid', '0', undefined]);
    await sandbox.control('orders/pay', { shop: 'amazon', orderId: order.platformOrderNo });
    await sandbox.control('orders/cancel', { shop: 'amazon', orderId: order.platformOrderNo });
    const requested = await amazon.getOrder(access, order.platformOrderNo);
    expect(requested).toMatchObject({ ok: true, order: { status: 'toShip', cancelRequested: true } });
    await sandbox.control('orders/cancel', { shop: 'amazon', orderId: order.platformOrderNo, force: true });
    const gone = await amazon.getOrder(access, order.platformOrderNo);
    expect(gone).toMatchObject({ ok: true, order: { status: 'cancelled' } });
    expect((await failure(amazon.getOrder(access, '111-0000000-0000000'))).code).toBe('NotFound');
  });

  it('confirms a shipment once, however often and in whatever storm it is told', async () => {
    const order = await freshOrder();
    await sandbox.control('faults', { platform: 'amazon', failHalfway: 1, match: 'shipmentConfirmation' });
    expect(await kindOfFailure(amazon.confirmShipment(access, notice(order)))).toBe('uncertain');
    expect(await amazon.confirmShipment(access, notice(order))).toEqual({ outcome: 'confirmed' });
    expect(await amazon.confirmShipment(access, notice(order, TRACKING, 2))).toMatchObject({
      outcome: 'alreadyConfirmed',
    });
    expect(await kindOfFailure(amazon.confirmShipment(access, notice(order, '1ZOTHER', 3)))).toBe('rejected');
    expect(await confirmations(order.platformOrderNo)).toBe(1);
    expect(await amazon.getOrder(access, order.platformOrderNo)).toMatchObject({
      ok: true,
      order: { status: 'shipped' },
    });
  });

  it('ships in parts', async () => {
    const { items } = z
      .object({ items: z.array(z.object({ sku: z.string() })) })
      .parse({ items: await sandbox.control('catalog') });
    const order = await freshOrder({ lines: [{ sku: items[0]?.sku, quantity: 2, priceUsd: '0.10' }] });
    expect(order.lines[0]).toMatchObject({ unitPrice: '0.10', quantity: 2 });
    const half = { ...notice(order), lines: [{ platformLineId: order.lines[0]?.platformLineId ?? '', quantity: 1 }] };
    await amazon.confirmShipment(access, half);
    expect(await amazon.getOrder(access, order.platformOrderNo)).toMatchObject({
      order: { status: 'partiallyShipped' },
    });
    await amazon.confirmShipment(access, { ...half, packageNo: 2, trackingNumber: '1ZSECOND' });
    expect(await amazon.getOrder(access, order.platformOrderNo)).toMatchObject({ order: { status: 'shipped' } });
  });

  it('names throttling and outages', async () => {
    await sandbox.control('faults', { platform: 'amazon', throttle: 1 });
    expect(await failure(amazon.listOrders(access, { updatedAfter: LONG_AGO }))).toMatchObject({
      kind: 'throttled',
      code: 'QuotaExceeded',
    });
    await sandbox.control('faults', { platform: 'amazon', status500: 1 });
    expect(await kindOfFailure(amazon.listOrders(access, { updatedAfter: LONG_AGO }))).toBe('unavailable');
    await sandbox.control('faults', { platform: 'amazon', failHalfway: 1 });
    expect(await kindOfFailure(amazon.listOrders(access, { updatedAfter: LONG_AGO }))).toBe('unavailable');
  });

  it('counts orders by the time they were placed, and sees a page that came empty', async () => {
    await sandbox.control('orders', { shop: 'amazon', count: 160, spreadHours: 48 });
    const window = { orderedFrom: LONG_AGO, orderedTo: new Date(Date.now() + 60_000).toISOString() };
    const count = async () => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await amazon.listOrderNos(access, { ...window, ...(cursor ? { cursor } : {}) });
        found.push(...page.orders.map((one) => one.platformOrderNo));
        cursor = page.nextCursor;
      } while (cursor);
      return new Set(found).size;
    };
    expect(await count()).toBe(200);
    await sandbox.control('faults', { platform: 'amazon', losePage: 1 });
    expect((await walk()).records.length).toBe(100);
    expect(await count()).toBe(200);
  });

  it('cancels by a feed that Amazon works off in its own time', async () => {
    const order = await freshOrder();
    const lines = order.lines.map(({ platformLineId, quantity }) => ({ platformLineId, quantity }));
    const cancel = () =>
      amazon.cancelOrder(access, { platformOrderNo: order.platformOrderNo, reason: 'outOfStock', lines });
    expect(await cancel()).toMatchObject({ outcome: 'requested' });
    await expect
      .poll(async () => (await cancel()).outcome, { timeout: 20_000, interval: 200 })
      .toBe('alreadyCancelled');
    expect(await amazon.getOrder(access, order.platformOrderNo)).toMatchObject({ order: { status: 'cancelled' } });
    const shipped = await freshOrder();
    await amazon.confirmShipment(access, notice(shipped));
    const late = amazon.cancelOrder(access, { platformOrderNo: shipped.platformOrderNo, reason: 'other', lines: [] });
    expect(await failure(late)).toMatchObject({ kind: 'rejected', code: 'SHIPPED' });
  });

  it('pushes many quantities by one feed and learns which were refused', async () => {
    const items = z.array(z.object({ sku: z.string() })).parse(await sandbox.control('listings?shop=amazon'));
    const skus = [...items.slice(0, 24).map((one) => one.sku), 'NEVER-LISTED'];
    const pushed = await amazon.pushStock(
      access,
      skus.map((sellerSku, index) => ({ itemId: 'x', sellerSku, quantity: index + 3 })),
    );
    expect(pushed).toHaveLength(25);
    const [first] = pushed;
    if (first?.outcome !== 'pending') throw new Error('not pending');
    expect(await amazon.pushResult(access, first.ticket)).toBeNull();
    await expect.poll(() => amazon.pushResult(access, first.ticket), { timeout: 20_000, interval: 200 }).not.toBeNull();
    const result = (await amazon.pushResult(access, first.ticket)) ?? [];
    expect(result.map((one) => one.sellerSku)).toEqual(skus);
    expect(result.map((one) => one.outcome.outcome)).toEqual([...Array(24).fill('accepted'), 'refused']);
    expect(result.at(-1)?.outcome).toMatchObject({ code: '8105' });
    const after = z
      .array(z.object({ sku: z.string(), quantity: z.number() }))
      .parse(await sandbox.control('listings?shop=amazon'));
    expect(after.slice(0, 24).map((one) => one.quantity)).toEqual(Array.from({ length: 24 }, (_, i) => i + 3));
  });

  it('takes a price to the cent and says why not', async () => {
    const page = await amazon.listListings(access, {});
    const [one] = page.listings;
    if (!one) throw new Error('no listing');
    expect(one).toMatchObject({ state: 'active', currency: 'USD', fulfilledBy: 'seller' });
    const [taken, wrong] = await amazon.pushPrice(access, [
      { ...one, price: '19.99', currency: 'USD' },
      { ...one, price: '19.99', currency: 'EUR' },
    ]);
    expect([taken?.outcome, wrong]).toMatchObject(['accepted', { outcome: 'refused', code: '90244' }]);
  });

  it('settles a sale and its refund to the cent, money that was held back once', async () => {
    const orders = [await freshOrder(), await freshOrder()];
    for (const order of orders) await amazon.confirmShipment(access, notice(order));
    const [sold] = orders;
    const back = z
      .object({ id: z.string(), refundCents: z.number() })
      .parse(await sandbox.control('returns', { shop: 'amazon', orderId: sold?.platformOrderNo }));
    await sandbox.control('returns/move', { shop: 'amazon', returnId: back.id, state: 'refunded' });
    const page = await amazon.listSettlements(access, { postedAfter: new Date(Date.now() - 3_600_000).toISOString() });
    expect(page.unreadable).toEqual([]);
    for (const order of orders) {
      const mine = page.lines.filter((line) => line.platformOrderNo === order.platformOrderNo);
      const of = (kind: string) => sum(mine.filter((line) => line.kind === kind).map((line) => line.amount));
      expect([Number(of('sale')), Number(of('tax'))]).toEqual([Number(order.goodsAmount), 0]);
      const commission = Number(sum([order.goodsAmount, order.shippingAmount])) * 0.15;
      const input = order === sold ? back.refundCents * 0.0015 * 0.8 : 0;
      expect(Math.abs(Number(of('commission')) + commission - input)).toBeLessThan(0.01 * (order.lines.length + 2));
      expect(Number(of('refund'))).toBe(order === sold ? -back.refundCents / 100 : 0);
      expect(mine.every((line) => line.settlementId)).toBe(true);
    }
  });

  it('tells the money given back for a return, and what came back', async () => {
    const order = await freshOrder();
    await amazon.confirmShipment(access, notice(order));
    const made = z
      .object({ id: z.string(), refundCents: z.number() })
      .parse(await sandbox.control('returns', { shop: 'amazon', orderId: order.platformOrderNo }));
    const read = async () => {
      const requested = await amazon.listReturns(access, { updatedAfter: LONG_AGO });
      expect(requested.returns).toEqual([]);
      const page = await amazon.listReturns(access, { updatedAfter: LONG_AGO, cursor: requested.nextCursor ?? '' });
      expect([page.unreadable, page.nextCursor]).toEqual([[], undefined]);
      return page.returns[0];
    };
    expect(await read()).toMatchObject({ state: 'requested', platformOrderNo: order.platformOrderNo });
    await sandbox.control('returns/move', { shop: 'amazon', returnId: made.id, state: 'received' });
    expect(await read()).toMatchObject({
      state: 'received',
      lines: order.lines.map(({ sellerSku, quantity }) => ({ sellerSku, quantity })),
    });
    await sandbox.control('returns/move', { shop: 'amazon', returnId: made.id, state: 'refunded' });
    expect(await read()).toMatchObject({
      state: 'refunded',
      refundAmount: (made.refundCents / 100).toFixed(2),
      currency: 'USD',
    });
  });

  it('hears of no returns where there are none', async () => {
    const requested = await amazon.listReturns(access, { updatedAfter: LONG_AGO });
    const page = await amazon.listReturns(access, { updatedAfter: LONG_AGO, cursor: requested.nextCursor ?? '' });
    expect(page.returns).toEqual([]);
  });
});
