import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import { agree, failure, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { ShopAccess } from '../../types.ts';
import { tiktok } from './definition.ts';

/** What the suite for all platforms does not try: the other door, parts of orders, what buyers ask for. */
const redirectUri = 'http://127.0.0.1:9/api/callback/tiktok';
const LONG_AGO = new Date(Date.now() - 30 * 86_400_000).toISOString();
const GB_SHOP = '7495123456789012345';
let sandbox: RunningSandbox;
let connector: ReturnType<typeof tiktok.create>;

beforeAll(async () => {
  sandbox = await startSandbox();
  const baseUrls = Object.fromEntries(
    Object.entries(tiktok.sandbox.baseUrls).map(([name, path]) => [name, `${sandbox.url}${path}`]),
  );
  connector = tiktok.create({ app: tiktok.sandbox.app, http: { baseUrls, rateFactor: 1000 }, sandbox: true });
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.control('reset', { orders: 60 }));

async function authorize(region: string): Promise<ShopAccess> {
  const query = await agree(connector.consentUrl?.({ state: 's', redirectUri, region }) ?? '');
  const got = await connector.exchange?.({ query, redirectUri, region });
  if (!got) throw new Error('no exchange');
  return { ...got, region };
}

async function openOrder(access: ShopAccess, fits: (order: PlatformOrder) => boolean): Promise<PlatformOrder> {
  const { records } = await connector.listOrders(access, { updatedAfter: LONG_AGO });
  const found = records.find(
    (one) => one.ok && one.order.status === 'toShip' && !one.order.cancelRequested && fits(one.order),
  );
  if (!found?.ok) throw new Error('no such order');
  return found.order;
}
const read = async (access: ShopAccess, orderNo: string) => {
  const record = await connector.getOrder(access, orderNo);
  if (!record.ok) throw new Error(record.reason);
  return record.order;
};
const notice = (order: PlatformOrder, trackingNumber: string, lines = order.lines) => ({
  platformOrderNo: order.platformOrderNo,
  packageNo: 1,
  carrierCode: '7129720299146184491',
  carrierName: 'Royal Mail',
  serviceName: 'Tracked 48',
  trackingNumber,
  shippedAt: new Date().toISOString(),
  lines: lines.map(({ platformLineId, quantity }) => ({ platformLineId, quantity })),
});

/** So many open orders of one buyer that go by TikTok's own shipping. */
async function ofOneBuyer(access: ShopAccess, count: number): Promise<PlatformOrder[]> {
  const first = await openOrder(access, (one) => one.platformShipping === true);
  const { orderIds } = (await sandbox.control('orders', {
    ...{ shop: access.account, count: 4 * (count - 1), buyerOf: first.platformOrderNo },
  })) as { orderIds: string[] };
  const others = await Promise.all(orderIds.map((orderNo) => read(access, orderNo)));
  return [first, ...others.filter((one) => one.platformShipping)];
}
const box = ([first, ...others]: readonly PlatformOrder[]) => {
  if (!first) throw new Error('no order');
  const linesOf = (order: PlatformOrder) => notice(order, '').lines;
  return {
    ...{ ...notice(first, ''), weightGrams: 900 },
    otherOrders: others.map((one) => ({ platformOrderNo: one.platformOrderNo, lines: linesOf(one) })),
  };
};
const shippingOf = () => {
  const { shipping } = connector;
  if (!shipping) throw new Error('no shipping');
  return shipping;
};
const fails = (match: string) => sandbox.control('faults', { platform: 'tiktok', failHalfway: 1, match });
const PACKAGES = '/tiktok/api/fulfillment/202309/packages';

describe('orders of one buyer in one parcel of TikTok’s own shipping', () => {
  const calls = async (operation: string) =>
    ((await sandbox.control('log?limit=500')) as { note: string }[]).filter(({ note }) => note.startsWith(operation))
      .length;
  const numberOf = async (access: ShopAccess, orders: PlatformOrder[]) =>
    (await shippingOf().findParcel(access, box(orders)))?.trackingNumber;

  it('are combined once, share a label and a number, and each is confirmed by it', async () => {
    const access = await authorize('GB');
    expect([tiktok.sharesParcels?.('GB'), tiktok.sharesParcels?.('US'), tiktok.sharesParcels?.('')]).toEqual([
      true,
      false,
      false,
    ]);
    const orders = await ofOneBuyer(access, 3);
    expect(orders.map((one) => one.buyerRef)).toEqual(orders.map(() => orders[0]?.buyerRef ?? 'none'));
    expect(await shippingOf().findParcel(access, box(orders))).toBeNull();
    const [option] = await shippingOf().options(access, box(orders));
    const parcel = await shippingOf().arrange(access, { ...box(orders), optionId: option?.id ?? '' });
    expect(await calls('combinePackages')).toBe(1);
    const found = await shippingOf().findParcel(access, box(orders));
    expect([found?.ref, found?.trackingNumber?.length]).toEqual([parcel.ref, 20]);
    // The box of one of them alone is none that TikTok knows.
    expect(await numberOf(access, orders.slice(0, 1))).toBeUndefined();
    for (const order of orders) {
      expect((await shippingOf().label(access, parcel, order.platformOrderNo)).format).toBe('pdf');
      const confirmed = await connector.confirmShipment(access, notice(order, found?.trackingNumber ?? ''));
      expect(confirmed).toMatchObject({
        outcome: 'alreadyConfirmed',
        detail: expect.stringContaining('ships the order'),
      });
    }
    expect((await failure(shippingOf().arrange(access, box(orders)))).code).toBe('NOTHING_TO_SHIP');
  });

  it('of several buyers are not combined, and the refusal says what to do', async () => {
    const access = await authorize('GB');
    const [one] = await ofOneBuyer(access, 2);
    const other = await openOrder(
      access,
      (order) => order.platformShipping === true && order.buyerRef !== one?.buyerRef,
    );
    const refused = await failure(shippingOf().arrange(access, box([one ?? other, other])));
    expect([refused.kind, refused.code]).toEqual(['rejected', 'NOT_COMBINABLE']);
    expect(refused.message).toContain('unmerge');
  });

  it('leave a package that TikTok made of more orders than the box holds', async () => {
    const access = await authorize('GB');
    const [a, b, c] = (await ofOneBuyer(access, 3)) as [PlatformOrder, PlatformOrder, PlatformOrder];
    await shippingOf().options(access, box([a, b, c]));
    await shippingOf().arrange(access, box([a]));
    await shippingOf().arrange(access, box([b, c]));
    const numbers = [await numberOf(access, [a]), await numberOf(access, [c, b])];
    expect([new Set(numbers).size, numbers.includes(undefined)]).toEqual([2, false]);
    // What was still together did not have to be combined again.
    expect(await calls('combinePackages')).toBe(1);
  });

  it('go together where each lies with an order of another box', async () => {
    const access = await authorize('GB');
    const [a, b, c, d] = (await ofOneBuyer(access, 4)) as [PlatformOrder, PlatformOrder, PlatformOrder, PlatformOrder];
    await shippingOf().options(access, box([a, b]));
    await shippingOf().options(access, box([c, d]));
    await shippingOf().arrange(access, box([a, c]));
    await shippingOf().arrange(access, box([b, d]));
    expect(await numberOf(access, [a, c])).not.toBe(await numberOf(access, [b, d]));
  });

  it.each([
    ['combining', `POST ${PACKAGES}/combine`, 'unavailable'],
    ['handing over', '/ship?', 'uncertain'],
  ])('are one parcel though the answer to %s is lost', async (_what, match, kind) => {
    const access = await authorize('GB');
    const orders = await ofOneBuyer(access, 2);
    await fails(match);
    expect((await failure(shippingOf().arrange(access, box(orders)))).kind).toBe(kind);
    if (kind === 'unavailable') await shippingOf().arrange(access, box(orders));
    expect(await numberOf(access, orders)).toBeTruthy();
    expect(await calls('combinePackages')).toBe(1);
    expect(await calls('shipPackage')).toBe(1);
  });

  it('come apart once though the answer to that is lost', async () => {
    const access = await authorize('GB');
    const [a, b] = (await ofOneBuyer(access, 2)) as [PlatformOrder, PlatformOrder];
    await shippingOf().options(access, box([a, b]));
    await fails('/uncombine');
    expect((await failure(shippingOf().arrange(access, box([a])))).kind).toBe('unavailable');
    await shippingOf().arrange(access, box([a]));
    await shippingOf().arrange(access, box([b]));
    expect(await calls('uncombinePackages')).toBe(1);
  });

  it('each need a label of their own in the United States', async () => {
    const access = await authorize('US');
    const orders = await ofOneBuyer(access, 2);
    for (const work of [shippingOf().options(access, box(orders)), shippingOf().arrange(access, box(orders))])
      expect((await failure(work)).code).toBe('ONE_ORDER');
  });
});

describe('TikTok Shop over the wire', () => {
  it('is another shop in another market, with its own currency', async () => {
    const [us, gb] = [await authorize('US'), await authorize('GB')];
    expect([us.account === gb.account, gb.account]).toEqual([false, GB_SHOP]);
    expect(us.tokens.keys?.shopCipher).not.toBe(gb.tokens.keys?.shopCipher);
    expect(await connector.describeShop(gb)).toEqual({
      name: 'Tradewind Home UK',
      currency: 'GBP',
      marketplaceIds: ['GB'],
    });
    expect((await openOrder(gb, () => true)).currency).toBe('GBP');
    expect((await failure(authorize('DE'))).message).toContain('has shops in GB');
    // One shop's cipher opens nothing with another's token.
    const mixed = { ...us, tokens: { ...us.tokens, keys: gb.tokens.keys ?? {} } };
    expect((await failure(connector.listOrders(mixed, { updatedAfter: LONG_AGO }))).kind).toBe('unauthorized');
  });

  it('ships an order in parts, unit by unit', async () => {
    const access = await authorize('US');
    const order = await openOrder(
      access,
      (one) => !one.platformShipping && one.lines.some((line) => line.quantity > 1),
    );
    const line = order.lines.find((one) => one.quantity > 1);
    if (!line) throw new Error('no line');
    await connector.confirmShipment(access, notice(order, 'PART-0001', [{ ...line, quantity: 1 }]));
    expect((await read(access, order.platformOrderNo)).status).toBe('partiallyShipped');
    const rest = order.lines.map((one) => (one === line ? { ...one, quantity: one.quantity - 1 } : one));
    await connector.confirmShipment(access, notice(order, 'PART-0002', rest));
    const after = await read(access, order.platformOrderNo);
    expect([after.status, after.fulfilmentRefs?.length]).toEqual(['shipped', 2]);
    expect((await failure(connector.confirmShipment(access, notice(order, 'PART-0003')))).code).toBe('NOTHING_TO_SHIP');
  });

  it('gives a parcel of TikTok’s own shipping away as the seller likes, outside the United States', async () => {
    const access = await authorize('GB');
    const order = await openOrder(access, (one) => one.platformShipping === true);
    const request = { ...notice(order, ''), weightGrams: 900 };
    const options = (await connector.shipping?.options(access, request)) ?? [];
    expect(options.map((one) => one.handOver)).toEqual(['dropOff', 'pickup', 'pickup']);
    const parcel = await connector.shipping?.arrange(access, { ...request, optionId: options[1]?.id ?? '' });
    const found = await connector.shipping?.findParcel(access, request);
    expect([found?.ref, found?.trackingNumber?.length]).toEqual([parcel?.ref, 20]);
    // A label is no shipment yet: the parcel still stands in the house.
    expect((await read(access, order.platformOrderNo)).status).toBe('toShip');
    expect((await connector.confirmShipment(access, notice(order, 'ANY'))).outcome).toBe('alreadyConfirmed');
    expect((await failure(connector.shipping?.arrange(access, request) ?? Promise.resolve())).code).toBe(
      'NOTHING_TO_SHIP',
    );
  });

  it('does not buy a second label when the answer to the first is lost', async () => {
    const access = await authorize('US');
    const order = await openOrder(access, (one) => one.platformShipping === true);
    const request = { ...notice(order, ''), weightGrams: 900 };
    await sandbox.control('faults', {
      platform: 'tiktok',
      failHalfway: 1,
      match: 'POST /tiktok/api/fulfillment/202309/packages?',
    });
    expect((await failure(connector.shipping?.arrange(access, request) ?? Promise.resolve())).kind).toBe('uncertain');
    expect((await connector.shipping?.findParcel(access, request))?.trackingNumber).toBeTruthy();
    expect((await failure(connector.shipping?.arrange(access, request) ?? Promise.resolve())).code).toBe(
      'NOTHING_TO_SHIP',
    );
  });

  it('grants the buyer’s wish to call off, and uses British words in Britain', async () => {
    const access = await authorize('GB');
    const asking = await openOrder(access, () => true);
    await sandbox.control('orders/cancel', { shop: GB_SHOP, orderId: asking.platformOrderNo });
    expect((await read(access, asking.platformOrderNo)).cancelRequested).toBe(true);
    const cancel = (order: PlatformOrder) =>
      connector.cancelOrder?.(access, { platformOrderNo: order.platformOrderNo, reason: 'outOfStock', lines: [] });
    expect(await cancel(asking)).toMatchObject({ outcome: 'cancelled', detail: expect.stringContaining('granted') });
    const other = await openOrder(access, () => true);
    expect(await cancel(other)).toMatchObject({ outcome: 'cancelled' });
    expect((await read(access, other.platformOrderNo)).status).toBe('cancelled');
  });
});
