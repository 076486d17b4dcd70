import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import { failure, kindOfFailure, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { ShopAccess } from '../../types.ts';
import { temu } from './definition.ts';

/** What the suite for all platforms does not try: regions, parts of orders, buyers who ask, warehouses. */
const LONG_AGO = new Date(Date.now() - 30 * 86_400_000).toISOString();
let sandbox: RunningSandbox;
let connector: ReturnType<typeof temu.create>;
let access: ShopAccess;

beforeAll(async () => {
  sandbox = await startSandbox();
  const baseUrls = Object.fromEntries(
    Object.entries(temu.sandbox.baseUrls).map(([name, path]) => [name, `${sandbox.url}${path}`]),
  );
  connector = temu.create({ app: temu.sandbox.app, http: { baseUrls, rateFactor: 1000 }, sandbox: true });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.control('reset', { orders: 40 });
  const got = await connector.connect?.({ keys: { ...temu.sandbox.keys }, region: 'US' });
  if (!got) throw new Error('not connected');
  access = { ...got, region: 'US' };
});

async function openOrder(fits: (order: PlatformOrder) => boolean): Promise<PlatformOrder> {
  const { records } = await connector.listOrders(access, { updatedAfter: LONG_AGO });
  const found = records.find((one) => one.ok && one.order.status === 'toShip' && fits(one.order));
  if (!found?.ok) throw new Error('no such order');
  return found.order;
}
const read = async (orderNo: string) => {
  const record = await connector.getOrder(access, orderNo);
  if (!record.ok) throw new Error(record.reason);
  return record.order;
};
const notice = (order: PlatformOrder, trackingNumber: string, lines = order.lines) => ({
  platformOrderNo: order.platformOrderNo,
  packageNo: 1,
  carrierCode: 'USPS',
  carrierName: 'USPS',
  serviceName: 'Ground',
  trackingNumber,
  shippedAt: new Date().toISOString(),
  lines: lines.map(({ platformLineId, quantity }) => ({ platformLineId, quantity })),
});
const confirmations = async (orderNo: string) => {
  const state = (await sandbox.control(`state?shop=temu&orderId=${orderNo}`)) as {
    orders: { confirmations: number }[];
  };
  return state.orders[0]?.confirmations;
};

describe('Temu over the wire', () => {
  it('knows a token in its own region only', async () => {
    const keys = { ...temu.sandbox.keys };
    expect(await kindOfFailure(connector.connect?.({ keys, region: 'EU' }) ?? Promise.resolve())).toBe('unauthorized');
    expect((await failure(connector.connect?.({ keys, region: 'GLOBAL' }) ?? Promise.resolve())).code).toBe('NO_APP');
    expect(Date.parse(access.tokens.accessExpiresAt ?? '')).toBeGreaterThan(Date.now() + 80 * 86_400_000);
  });

  it('shows addresses whole, and only of orders that are to be shipped', async () => {
    const order = await openOrder(() => true);
    expect(order.shipTo?.line1).not.toContain('*');
    expect(order.shipTo?.country).toBe('US');
    const { records } = await connector.listOrders(access, { updatedAfter: LONG_AGO });
    const waiting = records.find((one) => one.ok && one.order.status === 'unpaid');
    expect(waiting?.ok && waiting.order.shipTo).toBeUndefined();
  });

  it('takes an order in whose amounts the seller may not see, and says that they are unknown', async () => {
    await sandbox.control('faults', { platform: 'temu', hiddenMoney: 1 });
    const { records } = await connector.listOrders(access, { updatedAfter: LONG_AGO });
    expect(records.filter((one) => !one.ok)).toEqual([]);
    expect(records.filter((one) => one.ok && one.order.amountsUnknown)).toHaveLength(1);
    await sandbox.control('faults', { platform: 'temu', hiddenMoney: 0 });
  });

  it('ships an order in parts, each once', async () => {
    const order = await openOrder((one) => !one.platformShipping && !one.cancelRequested && one.lines.length > 1);
    const [first, ...rest] = order.lines;
    if (!first) throw new Error('no line');
    const part = notice(order, 'PART00001', [first]);
    await connector.confirmShipment(access, part);
    expect((await connector.confirmShipment(access, part)).outcome).toBe('alreadyConfirmed');
    expect((await read(order.platformOrderNo)).status).toBe('partiallyShipped');
    await connector.confirmShipment(access, notice(order, 'PART00002', rest));
    expect((await read(order.platformOrderNo)).status).toBe('shipped');
    expect(await confirmations(order.platformOrderNo)).toBe(2);
  });

  it('takes no number of the seller’s where only its own labels may go', async () => {
    const order = await openOrder((one) => one.platformShipping === true && !one.cancelRequested);
    const refused = await failure(connector.confirmShipment(access, notice(order, 'MINE00001')));
    expect([refused.kind, refused.code]).toEqual(['rejected', '120011091']);
    const parcel = { ...notice(order, ''), weightGrams: 900, lengthMm: 301, widthMm: 200, heightMm: 100 };
    const made = await connector.shipping?.arrange(access, parcel);
    expect(made?.trackingNumber).toMatch(/^TM/);
    const answered = await connector.confirmShipment(access, notice(order, made?.trackingNumber ?? ''));
    expect(answered.outcome).toBe('alreadyConfirmed');
    expect(await confirmations(order.platformOrderNo)).toBe(1);
  });

  it('finds the label again when the answer to its purchase is lost', async () => {
    const order = await openOrder((one) => !one.cancelRequested);
    const parcel = { ...notice(order, ''), weightGrams: 900, lengthMm: 300, widthMm: 200, heightMm: 100 };
    await sandbox.control('faults', { platform: 'temu', failHalfway: 1, match: 'bg.logistics.shipment.create' });
    const lost = await failure(connector.shipping?.arrange(access, parcel) ?? Promise.resolve());
    expect(lost.kind).toBe('uncertain');
    await sandbox.control('faults', { clear: true });
    expect((await connector.shipping?.findParcel(access, parcel))?.trackingNumber).toMatch(/^TM/);
  });

  it('grants a buyer’s wish to cancel', async () => {
    const order = await openOrder((one) => !one.cancelRequested);
    await sandbox.control('orders/cancel', { shop: 'temu', orderId: order.platformOrderNo });
    const requested = await read(order.platformOrderNo);
    expect([requested.status, requested.cancelRequested]).toEqual(['toShip', true]);
    expect((await failure(connector.confirmShipment(access, notice(order, 'LATE00001')))).code).toBe('120012030');
    const wish = { platformOrderNo: order.platformOrderNo, reason: 'buyerAsked' as const, lines: [] };
    expect((await connector.cancelOrder?.(access, wish))?.outcome).toBe('cancelled');
    expect((await read(order.platformOrderNo)).status).toBe('cancelled');
  });

  it('lets a warehouse ship for the seller once it is allowed', async () => {
    const providers = async () =>
      Object.fromEntries(
        ((await connector.warehouses?.providers(access)) ?? []).map((one) => [one.code, one.authorized]),
      );
    expect((await providers()).TEMUFC).toBe(false);
    const grant = { provider: 'TEMUFC', customerCode: 'C-100', accessToken: 'wrong' };
    expect((await failure(connector.warehouses?.authorize(access, grant) ?? Promise.resolve())).code).toBe(
      'NOT_AUTHORIZED',
    );
    const other = connector.warehouses?.authorize(access, { ...grant, provider: 'NOBODY' }) ?? Promise.resolve();
    expect((await failure(other)).code).toBe('170020001');
    await connector.warehouses?.authorize(access, { ...grant, accessToken: 'cw-8412' });
    expect((await providers()).TEMUFC).toBe(true);
  });
});
