import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OrderRecord, PlatformOrder } from '../../marketplace.ts';
import { sum } from '../../money.ts';
import { agree, failure, kindOfFailure, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { ShopAccess } from '../../types.ts';
import { APP } from './fixtures.ts';
import { createAmazonConnector } from './index.ts';

const redirectUri = 'http://127.0.0.1:9/oauth/amazon/callback';
const TRACKING = '1Z999AA10123456784';
const LONG_AGO = '2020-01-01T00:00:00Z';
const created = z.object({ orderIds: z.array(z.string()) });
const heard = z.object({
  orders: z.array(z.object({ orderId: z.string(), confirmations: z.number(), edits: z.number() })),
});

let sandbox: RunningSandbox;
let amazon: ReturnType<typeof createAmazonConnector>;
let access: ShopAccess;

beforeAll(async () => {
  sandbox = await startSandbox();
  const base = `${sandbox.url}/amazon`;
  const baseUrls = { token: `${base}/lwa`, api: `${base}/spapi`, consent: `${base}/sellercentral` };
  amazon = createAmazonConnector({ app: APP, http: { baseUrls }, openEnd: true });
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
  const state = heard.parse(await sandbox.control(`state?orderId=${orderId}`));
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
    const closed = createAmazonConnector({ app: APP, http: { baseUrls: { token, api } } });
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
    for (const one of bad) expect(one.reason).toMatch(/createdTime: .*grandTotal.*quantityOrdered: /);
    expect(new Set(records.map((one) => (one.ok ? one.order.platformOrderNo : one.platformOrderNo))).size).toBe(300);
    await sandbox.control('faults', { clear: true });
    expect((await amazon.getOrder(access, bad[0]?.platformOrderNo ?? '')).ok).toBe(true);
  });

  it('reads the states an order goes through', async () => {
    const order = await freshOrder({ status: 'pending' });
    expect([order.status, order.totalAmount, order.shipTo]).toEqual(['unpaid', '0', undefined]);
    await sandbox.control('orders/pay', { shop: 'amazon', orderId: order.platformOrderNo });
    await sandbox.control('orders/cancel', { shop: 'amazon', orderId: order.platformOrderNo });
    const asked = await amazon.getOrder(access, order.platformOrderNo);
    expect(asked).toMatchObject({ ok: true, order: { status: 'toShip', cancelRequested: true } });
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

  it('lists the commission of what was shipped', async () => {
    const order = await freshOrder();
    await amazon.confirmShipment(access, notice(order));
    const page = await amazon.listFees?.(access, { postedAfter: new Date(Date.now() - 3_600_000).toISOString() });
    expect(page?.unreadable).toEqual([]);
    expect(page?.fees).toHaveLength(1);
    expect(page?.fees[0]).toMatchObject({
      platformOrderNo: order.platformOrderNo,
      kind: 'commission',
      currency: 'USD',
    });
    const fifteenPercent = Number(sum([order.goodsAmount, order.shippingAmount])) * 0.15;
    expect(Math.abs(Number(page?.fees[0]?.amount) - fifteenPercent)).toBeLessThan(0.01 * order.lines.length);
  });
});
