import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import { agree, failure, listening, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { ShopAccess } from '../../types.ts';
import { shein } from './definition.ts';

/** What the suite for all platforms does not try: pushes set by hand, parts of orders, the courier, a second consent. */
const redirectUri = 'http://127.0.0.1:9/api/callback/shein';
const LONG_AGO = new Date(Date.now() - 30 * 86_400_000).toISOString();
let sandbox: RunningSandbox;
let connector: ReturnType<typeof shein.create>;
let access: ShopAccess;

async function authorize(): Promise<ShopAccess> {
  const query = await agree(connector.consentUrl?.({ state: 's', redirectUri }) ?? '');
  const got = await connector.exchange?.({ query, redirectUri });
  if (!got) throw new Error('no exchange');
  return got;
}

beforeAll(async () => {
  sandbox = await startSandbox();
  const baseUrls = Object.fromEntries(
    Object.entries(shein.sandbox.baseUrls).map(([name, path]) => [name, `${sandbox.url}${path}`]),
  );
  connector = shein.create({ app: shein.sandbox.app, http: { baseUrls, rateFactor: 1000 }, sandbox: true });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.control('reset', { orders: 60 });
  access = await authorize();
});

async function openOrder(fits: (order: PlatformOrder) => boolean): Promise<PlatformOrder> {
  let cursor: string | undefined;
  do {
    const page = await connector.listOrders(access, { updatedAfter: LONG_AGO, ...(cursor ? { cursor } : {}) });
    for (const one of page.records)
      if (one.ok && one.order.status === 'toShip' && !one.order.hold && fits(one.order)) return one.order;
    cursor = page.nextCursor;
  } while (cursor);
  throw new Error('no such order');
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
  const state = (await sandbox.control(`state?shop=shein&orderId=${orderNo}`)) as {
    orders: { confirmations: number }[];
  };
  return state.orders[0]?.confirmations;
};

describe('SHEIN over the wire', () => {
  it('lets the old secret die with a second consent, for the same shop', async () => {
    const before = access;
    const after = await authorize();
    expect(after.account).toBe(before.account);
    expect(after.tokens.accessToken).not.toBe(before.tokens.accessToken);
    expect((await failure(connector.listOrders(before, { updatedAfter: LONG_AGO }))).kind).toBe('unauthorized');
    expect((await connector.listOrders(after, { updatedAfter: LONG_AGO })).records.length).toBeGreaterThan(0);
  });

  it('is accepted once, and reading it accepts nothing', async () => {
    const order = await openOrder((one) => one.platformShipping === false);
    await connector.getOrder(access, order.platformOrderNo);
    const answered = async () =>
      (
        (await sandbox.control(`state?shop=shein&orderId=${order.platformOrderNo}`)) as {
          orders: { told: unknown[] }[];
        }
      ).orders[0]?.told.length;
    expect(await answered()).toBe(0);
    await connector.acknowledge?.(access, order);
    await connector.acknowledge?.(access, order);
    expect(await answered()).toBe(1);
  });

  it('ships an order in parts, unit by unit, and each part once', async () => {
    const order = await openOrder(
      (one) => one.platformShipping !== true && one.lines.some((line) => line.quantity > 1),
    );
    const line = order.lines.find((one) => one.quantity > 1);
    if (!line) throw new Error('no line');
    const part = notice(order, 'PART0001', [{ ...line, quantity: 1 }]);
    await connector.confirmShipment(access, part);
    expect((await connector.confirmShipment(access, part)).outcome).toBe('alreadyConfirmed');
    expect((await read(order.platformOrderNo)).status).toBe('partiallyShipped');
    expect(await confirmations(order.platformOrderNo)).toBe(1);
    const rest = order.lines.map((one) => (one === line ? { ...one, quantity: one.quantity - 1 } : one));
    await connector.confirmShipment(access, notice(order, 'PART0002', rest));
    expect((await read(order.platformOrderNo)).status).toBe('shipped');
    expect(await confirmations(order.platformOrderNo)).toBe(2);
  });

  it('is shipped with SHEIN’s label when the courier comes, and not before', async () => {
    const order = await openOrder((one) => one.platformShipping === true && one.lines.length > 1);
    const parcel = { ...notice(order, ''), weightGrams: 900, lengthMm: 301, widthMm: 200, heightMm: 100 };
    const refused = await failure(connector.confirmShipment(access, notice(order, 'MINE00001')));
    expect(refused.code).toBe('SHEIN_SHIPPING');
    const made = await connector.shipping?.arrange(access, parcel);
    expect(made).toMatchObject({ trackingNumber: expect.stringMatching(/^SHN/) });
    expect((await read(order.platformOrderNo)).status).toBe('toShip');
    const answered = await connector.confirmShipment(access, notice(order, made?.trackingNumber ?? ''));
    expect(answered.outcome).toBe('alreadyConfirmed');
    await sandbox.control('collect', { shop: 'shein', orderId: order.platformOrderNo });
    expect((await read(order.platformOrderNo)).status).toBe('shipped');
    expect(await confirmations(order.platformOrderNo)).toBe(1);
  });

  it('finds the parcel again when the answer to its purchase is lost', async () => {
    const order = await openOrder((one) => one.platformShipping === true);
    const parcel = { ...notice(order, ''), weightGrams: 900, lengthMm: 300, widthMm: 200, heightMm: 100 };
    await sandbox.control('faults', { platform: 'shein', failHalfway: 1, match: 'place-express-order' });
    const lost = await failure(connector.shipping?.arrange(access, parcel) ?? Promise.resolve());
    expect(lost.kind).toBe('uncertain');
    await sandbox.control('faults', { clear: true });
    expect((await connector.shipping?.findParcel(access, parcel))?.trackingNumber).toMatch(/^SHN/);
  });

  it('hears of orders at the address that its console was told', async () => {
    const path = '/api/push/shein';
    const receiver = await listening();
    try {
      const url = `${receiver.url}${path}`;
      await fetch(`${sandbox.url}/shein/console/callback`, {
        method: 'POST',
        body: JSON.stringify({ callbackUrl: url }),
      });
      const { orderIds } = (await sandbox.control('orders', { shop: 'shein', count: 1 })) as { orderIds: string[] };
      const input = { ...(await receiver.next()), url };
      expect(await connector.readPush?.(input)).toMatchObject({
        account: access.account,
        topic: '/order_push_notice',
        platformOrderNo: orderIds[0],
      });
      const text = input.body.toString('utf8');
      const forged = Buffer.from(text.replace(/\r\n\r\n(.)/, (_all, sign) => `\r\n\r\n${sign === 'A' ? 'B' : 'A'}`));
      expect(await connector.readPush?.({ ...input, body: forged })).toBeNull();
      expect(await connector.readPush?.({ headers: {}, query: {}, url, body: input.body })).toBeNull();
    } finally {
      await receiver.close();
    }
  });
});
