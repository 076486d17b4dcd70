import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CancelRequest } from '../../capabilities/cancellation.ts';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import type { SettlementLine } from '../../capabilities/settlements.ts';
import { isZero, sum } from '../../money.ts';
import { agree, failure, listening, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { ShopAccess } from '../../types.ts';
import type { EbayApp } from './client.ts';
import { ebay } from './definition.ts';
import { createEbayConnector } from './index.ts';

/** What is eBay's own, over the wire; what every platform has to do is in conformance.test.ts. */
const UK = 'uK3bNpTrhGb';
let sandbox: RunningSandbox;
let shop: ShopAccess;

const connect = (more: Partial<EbayApp> = {}, now = Date.now) => {
  const names = Object.entries(ebay.sandbox.baseUrls);
  const baseUrls = Object.fromEntries(names.map(([name, path]) => [name, `${sandbox.url}${path}`]));
  const { appId = '', certId = '', ruName = '', ...rest } = ebay.sandbox.app;
  const app = { appId, certId, ruName, ...rest, edis: true, ...more };
  return createEbayConnector({ app, http: { baseUrls, rateFactor: 1000, now }, sandbox: true });
};
const authorize = async (seller = '', connector = connect()): Promise<ShopAccess> => {
  const consent = connector.consentUrl({ state: 's', redirectUri: 'http://127.0.0.1:9/cb' });
  const query = await agree(seller ? `${consent}&sandbox_seller=${seller}` : consent);
  const got = await connector.exchange({ query });
  const { marketplaceIds } = await connector.describeShop(got);
  return { ...got, marketplaceIds };
};
const made = async (more: object = {}, access = shop): Promise<PlatformOrder> => {
  const { orderIds } = (await sandbox.control('orders', { shop: access.account, count: 1, ...more })) as {
    orderIds: string[];
  };
  const record = await connect().getOrder(access, orderIds[0] ?? '');
  if (!record.ok) throw new Error(record.reason);
  return record.order;
};
const notice = (order: PlatformOrder, more: object = {}) => ({
  platformOrderNo: order.platformOrderNo,
  packageNo: 1,
  carrierCode: 'USPS',
  carrierName: 'USPS',
  serviceName: '',
  trackingNumber: '9400100000000000000001',
  shippedAt: new Date().toISOString(),
  lines: order.lines.map(({ platformLineId, quantity }) => ({ platformLineId, quantity })),
  ...more,
});

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.control('reset', { orders: 15 });
  shop = await authorize();
});

describe('eBay over the wire', () => {
  it('knows its sellers, and takes signatures of those of the United Kingdom only', async () => {
    expect(await connect().describeShop(shop)).toEqual({
      name: 'tradewind_home',
      currency: 'USD',
      marketplaceIds: ['EBAY_US'],
    });
    const uk = await authorize(UK);
    expect(await connect().describeShop(uk)).toMatchObject({ currency: 'GBP', marketplaceIds: ['EBAY_GB'] });
    const since = { postedAfter: new Date(Date.now() - 86_400_000).toISOString() };
    const unsigned = connect({ signingKey: undefined });
    expect((await failure(unsigned.listSettlements(uk, since))).code).toBe('215120');
    expect((await unsigned.listSettlements(shop, since)).lines).toEqual([]);
    expect((await connect().listSettlements(uk, since)).unreadable).toEqual([]);
    const order = await made({}, uk);
    const cancel: CancelRequest = { platformOrderNo: order.platformOrderNo, reason: 'outOfStock', lines: [] };
    expect((await failure(unsigned.cancelOrder(uk, cancel))).code).toBe('215120');
    expect((await connect().cancelOrder(uk, cancel)).outcome).toBe('cancelled');
    const wrong = connect({ signingKey: 'MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f' });
    expect((await failure(wrong.listSettlements(uk, since))).code).toBe('215122');
  });

  it('ships in parts, each parcel once', async () => {
    const [item] = (await sandbox.control('catalog')) as { sku: string }[];
    const order = await made({ lines: [{ sku: item?.sku, quantity: 3, priceUsd: '0.10' }] });
    expect(order.lines[0]).toMatchObject({ unitPrice: '0.10', quantity: 3 });
    const lineId = order.lines[0]?.platformLineId ?? '';
    const part = (quantity: number, trackingNumber: string) =>
      notice(order, { trackingNumber, lines: [{ platformLineId: lineId, quantity }] });
    await connect().confirmShipment(shop, part(1, 'ONE1'));
    expect(await connect().getOrder(shop, order.platformOrderNo)).toMatchObject({
      order: { status: 'partiallyShipped' },
    });
    expect((await connect().confirmShipment(shop, part(1, 'one-1'))).outcome).toBe('alreadyConfirmed');
    await connect().confirmShipment(shop, part(2, 'TWO2'));
    expect(await connect().getOrder(shop, order.platformOrderNo)).toMatchObject({ order: { status: 'shipped' } });
    expect((await failure(connect().confirmShipment(shop, part(1, 'MORE')))).code).toBe('34500');
  });

  it('shows the buyer’s wish to cancel, and approves it', async () => {
    const order = await made();
    await sandbox.control('orders/cancel', { shop: shop.account, orderId: order.platformOrderNo });
    const requested = await connect().getOrder(shop, order.platformOrderNo);
    expect(requested).toMatchObject({ order: { status: 'toShip', cancelRequested: true } });
    const cancel: CancelRequest = { platformOrderNo: order.platformOrderNo, reason: 'buyerAsked', lines: [] };
    expect(await connect().cancelOrder(shop, cancel)).toEqual({ outcome: 'cancelled' });
    expect(await connect().getOrder(shop, order.platformOrderNo)).toMatchObject({ order: { status: 'cancelled' } });
  });

  it('refuses what a buyer asked, and the order goes on', async () => {
    const order = await made();
    await sandbox.control('orders/cancel', { shop: shop.account, orderId: order.platformOrderNo });
    const refuse = () => connect().refuseCancel(shop, { platformOrderNo: order.platformOrderNo });
    expect(await refuse()).toBe('refused');
    const after = await connect().getOrder(shop, order.platformOrderNo);
    expect(after.ok && [after.order.status, after.order.cancelRequested]).toEqual(['toShip', undefined]);
    expect(await refuse()).toBe('over');
  });

  it('tells an order that is not paid without its address', async () => {
    const order = await made({ status: 'pending' });
    expect([order.status, order.shipTo]).toEqual(['unpaid', undefined]);
    await sandbox.control('orders/pay', { shop: shop.account, orderId: order.platformOrderNo });
    const paid = await connect().getOrder(shop, order.platformOrderNo);
    expect(paid.ok && paid.order.shipTo?.line1).toBeTruthy();
  });

  it('tells to which payout a sale belongs once it is paid out, also long after it was listed', async () => {
    const order = await made();
    await connect().confirmShipment(shop, notice(order));
    const list = async (postedAfter: string, connector = connect()) => {
      const lines: SettlementLine[] = [];
      let cursor: string | undefined;
      do {
        const page = await connector.listSettlements(shop, {
          postedAfter,
          ...(cursor === undefined ? {} : { cursor }),
        });
        lines.push(...page.lines);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return lines;
    };
    const before = await list(new Date(Date.now() - 86_400_000).toISOString());
    expect(before.map((one) => one.settlementId)).toEqual(before.map(() => undefined));
    const shown = sum(before.map((one) => one.amount));
    await sandbox.control('clock/advance', { seconds: 4 * 86_400 });
    const later = connect({}, () => Date.now() + 4 * 86_400_000);
    shop = { ...shop, tokens: await later.refresh(shop) };
    // By then only the payout is new; the sale comes with it, by the same references.
    const after = await list(new Date(Date.now() + 86_400_000).toISOString(), later);
    const payout = after.find((one) => one.kind === 'payout');
    expect(isZero(sum([payout?.amount ?? '', shown]))).toBe(true);
    const sale = after.filter((one) => one.kind !== 'payout');
    expect(sale.map((one) => one.reference).sort()).toEqual(before.map((one) => one.reference).sort());
    expect(new Set(sale.map((one) => one.settlementId))).toEqual(new Set([payout?.settlementId]));
  });

  it('hands a parcel over to SpeedPAK once, finds it again and calls it off', async () => {
    const order = await made();
    const { shipping } = connect();
    if (!shipping) throw new Error('no shipping');
    const request = { ...notice(order), weightGrams: 500 };
    const [option] = await shipping.options(shop, request);
    expect(option).toMatchObject({ id: '101', carrierName: 'SpeedPAK', handOver: 'pickup' });
    // The answer is lost after eDIS made the package: it stands there without being confirmed.
    await sandbox.control('faults', {
      platform: 'ebay',
      failHalfway: 1,
      match: 'POST /ebay/api/sell/edelivery_international_shipping/v1/package ',
    });
    expect((await failure(shipping.arrange(shop, request))).kind).toBe('uncertain');
    const found = await shipping.findParcel(shop, request);
    expect(found?.trackingNumber).toMatch(/^ES/);
    expect(await shipping.findParcel(shop, { ...request, packageNo: 2 })).toBeNull();
    expect((await failure(shipping.arrange(shop, request))).code).toBe('355005');
    const parcel = found ?? { ref: '', carrierName: '' };
    expect((await shipping.label(shop, parcel, order.platformOrderNo)).data.subarray(0, 5).toString()).toBe('%PDF-');
    const sheet = () => shipping.handoverSheet?.(shop, [parcel.trackingNumber ?? '']) ?? Promise.resolve([]);
    expect((await sheet()).map((file) => file.subarray(0, 5).toString())).toEqual(['%PDF-']);
    await shipping.cancel?.(shop, parcel, order.platformOrderNo);
    expect((await failure(sheet())).kind).toBe('rejected');
    expect(await shipping.findParcel(shop, request)).toBeNull();
    expect((await failure(shipping.options(await authorize(UK), request))).code).toBe('32100');
  });

  it('asks for a new consent where the old one lacks a scope', async () => {
    const old = await authorize('', connect({ edis: false }));
    const { shipping } = connect();
    const order = await made();
    const work = shipping?.options(old, { ...notice(order), weightGrams: 500 }) ?? Promise.resolve();
    expect(await failure(work)).toMatchObject({ kind: 'unauthorized', code: '1100' });
  });

  it('subscribes once, however often it is asked to, and not where nobody solves the riddle', async () => {
    const connector = connect();
    const deaf = await listening();
    expect((await failure(connector.subscribe(shop, `${deaf.url}/deaf`))).code).toBe('195020');
    await deaf.close();
    const receiver = await listening((query) =>
      connector.answerChallenge({ query, url: `${receiver.url}/api/push/ebay` }),
    );
    try {
      const url = `${receiver.url}/api/push/ebay`;
      await connector.subscribe(shop, url);
      await connector.subscribe(shop, url);
      const order = await made();
      const push = await connector.readPush({ ...(await receiver.next()), url });
      expect(push).toMatchObject({ topic: 'ORDER_CONFIRMATION', platformOrderNo: order.platformOrderNo });
      const deliveries = (await sandbox.control('webhooks?platform=ebay')) as unknown[];
      expect(deliveries).toHaveLength(1);
    } finally {
      await receiver.close();
    }
  });
});
