import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OrderRecord, PlatformOrder } from '../../capabilities/orders.ts';
import { everyPage } from '../../conformance.testing.ts';
import { sum } from '../../money.ts';
import { agree, failure, kindOfFailure, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { ShopAccess } from '../../types.ts';
import { createShopifyConnector } from './index.ts';

const SHOP = 'tradewind-demo.myshopify.com';
const redirectUri = 'http://127.0.0.1:9/oauth/shopify/callback';
const LONG_AGO = '2020-01-01T00:00:00Z';
const TRACKING = '1Z999AA10123456784';
const created = z.object({ orderIds: z.array(z.string()) });
const received = z.object({ orders: z.array(z.object({ orderId: z.string(), confirmations: z.number() })) });

let sandbox: RunningSandbox;
let shopify: ReturnType<typeof createShopifyConnector>;
let access: ShopAccess;

beforeAll(async () => {
  sandbox = await startSandbox();
  shopify = createShopifyConnector({
    app: { clientId: 'tradewind-demo-app', clientSecret: 'hush' },
    http: { baseUrls: { shop: `${sandbox.url}/shopify/{shop}` } },
  });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.control('reset', { orders: 40 });
  const query = await agree(shopify.consentUrl({ state: 's-1', redirectUri, account: SHOP }));
  expect(query.state).toBe('s-1');
  access = await shopify.exchange({ query, redirectUri });
});

/** The places of all fields of a query: "Variants/productVariants/nodes/sku". */
function fieldsOf(query: string): string[] {
  const found: string[] = [];
  const at: string[] = [];
  let name = '';
  for (const [word] of query.replace(/\([^)]*\)/g, '').matchAll(/\w+|[{}]/g)) {
    if (word === '{') at.push(name);
    else if (word === '}') at.pop();
    else {
      name = word;
      found.push([...at, name].join('/'));
    }
  }
  return found;
}

async function walk(): Promise<OrderRecord[]> {
  const records: OrderRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await shopify.listOrders(access, { updatedAfter: LONG_AGO, ...(cursor ? { cursor } : {}) });
    records.push(...page.records);
    cursor = page.nextCursor;
  } while (cursor);
  return records;
}

async function freshOrder(more: object = {}): Promise<PlatformOrder> {
  const { orderIds } = created.parse(await sandbox.control('orders', { shop: 'shopify', count: 1, ...more }));
  const record = await shopify.getOrder(access, orderIds[0] ?? '');
  if (!record.ok) throw new Error(record.reason);
  return record.order;
}

const notice = (order: PlatformOrder, trackingNumber = TRACKING) => ({
  platformOrderNo: order.platformOrderNo,
  packageNo: 1,
  carrierCode: 'UPS',
  carrierName: 'UPS',
  serviceName: 'Ground',
  trackingNumber,
  trackingUrl: `https://www.ups.com/track?tracknum=${trackingNumber}`,
  shippedAt: new Date().toISOString(),
  lines: order.lines.map(({ platformLineId, quantity }) => ({ platformLineId, quantity })),
});

async function confirmations(orderId: string): Promise<number | undefined> {
  const state = received.parse(await sandbox.control(`state?orderId=${orderId}`));
  return state.orders.find((one) => one.orderId === orderId)?.confirmations;
}

describe('Shopify over the wire', () => {
  it('authorizes, rotates its tokens and describes the shop', async () => {
    expect(access.account).toBe(SHOP);
    expect(access.tokens.refreshExpiresAt).toBeDefined();
    const tokens = await shopify.refresh(access);
    expect(tokens.refreshToken).not.toBe(access.tokens.refreshToken);
    expect(await shopify.describeShop({ ...access, tokens })).toMatchObject({ currency: 'USD' });
    const spoilt = { ...access, tokens: { accessToken: 'shpat_nonsense' } };
    expect(await kindOfFailure(shopify.listOrders(spoilt, { updatedAfter: LONG_AGO }))).toBe('unauthorized');
  });

  it('lists every order of many pages once and reads all of them', async () => {
    await sandbox.control('orders', { shop: 'shopify', count: 260, spreadHours: 48 });
    const records = await walk();
    expect(records.filter((one) => !one.ok)).toEqual([]);
    expect(new Set(records.map((one) => (one.ok ? one.order.platformOrderNo : ''))).size).toBe(300);
    const times = records.flatMap((one) => (one.ok ? [one.order.updatedAt] : []));
    expect(times).toEqual(times.toSorted());
  });

  it('survives a page that comes twice and sets aside broken orders', async () => {
    await sandbox.control('orders', { shop: 'shopify', count: 160, spreadHours: 48 });
    await sandbox.control('faults', { platform: 'shopify', repeatPage: 1, malformed: 2 });
    const records = await walk();
    const bad = records.filter((one) => !one.ok);
    expect(bad.length).toBeGreaterThanOrEqual(2);
    for (const one of bad) expect(one.reason).toMatch(/createdAt: .*currentTotalPriceSet/);
    expect(new Set(records.map((one) => (one.ok ? one.order.platformOrderNo : one.platformOrderNo))).size).toBe(200);
  });

  it('completes an order of many lines and ships it whole', async () => {
    const skus = z.array(z.object({ sku: z.string() })).parse(await sandbox.control('catalog'));
    const lines = Array.from({ length: 60 }, (_, index) => ({
      sku: skus[index % skus.length]?.sku,
      quantity: 1,
      priceUsd: '0.10',
    }));
    const order = await freshOrder({ lines });
    expect(order.lines).toHaveLength(60);
    expect(order.goodsAmount).toBe('6.00');
    expect(await shopify.confirmShipment(access, notice(order))).toEqual({ outcome: 'confirmed' });
    expect(await shopify.getOrder(access, order.platformOrderNo)).toMatchObject({
      ok: true,
      order: { status: 'shipped' },
    });
  });

  it('reads the states an order goes through', async () => {
    const order = await freshOrder({ status: 'pending' });
    expect(order.status).toBe('unpaid');
    await sandbox.control('orders/pay', { shop: 'shopify', orderId: order.platformOrderNo });
    expect(await shopify.getOrder(access, order.platformOrderNo)).toMatchObject({
      ok: true,
      order: { status: 'toShip' },
    });
    await sandbox.control('orders/cancel', { shop: 'shopify', orderId: order.platformOrderNo });
    const gone = await shopify.getOrder(access, order.platformOrderNo);
    expect(gone).toMatchObject({
      ok: true,
      order: { status: 'cancelled', lines: order.lines.map(({ quantity }) => ({ quantity })) },
    });
    expect((await failure(shopify.getOrder(access, '1'))).code).toBe('NotFound');
  });

  it('confirms a shipment once, though the answer was lost', async () => {
    const order = await freshOrder();
    expect(order.lines[0]?.fulfilmentRef).toMatch(/FulfillmentOrderLineItem/);
    await sandbox.control('faults', { platform: 'shopify', failHalfway: 1, match: 'fulfillmentCreate' });
    expect(await kindOfFailure(shopify.confirmShipment(access, notice(order)))).toBe('uncertain');
    expect(await shopify.confirmShipment(access, notice(order))).toMatchObject({ outcome: 'alreadyConfirmed' });
    expect(await confirmations(order.platformOrderNo)).toBe(1);
    expect((await failure(shopify.confirmShipment(access, notice(order, '1ZOTHER')))).code).toBe('NOTHING_TO_FULFIL');
  });

  it('names throttling and outages', async () => {
    const ask = () => failure(shopify.listOrders(access, { updatedAfter: LONG_AGO }));
    await sandbox.control('faults', { platform: 'shopify', throttle: 1 });
    const throttled = await ask();
    expect(throttled.kind).toBe('throttled');
    expect(throttled.retryAfterMs).toBeGreaterThan(0);
    await sandbox.control('faults', { platform: 'shopify', status500: 1 });
    expect((await ask()).kind).toBe('unavailable');
  });

  it('lists what Shopify Payments books, and by which payout it left', async () => {
    const order = await freshOrder();
    const lines = async () => {
      const pages = await everyPage((at) => shopify.listSettlements(access, { postedAfter: LONG_AGO, ...at }));
      expect(pages.flatMap((page) => page.unreadable)).toEqual([]);
      return pages.flatMap((page) => page.lines);
    };
    const mine = (await lines()).filter((one) => one.platformOrderNo === order.platformOrderNo);
    expect(mine.map((one) => [one.kind, one.type, Number(one.amount) > 0])).toEqual([
      ['sale', 'CHARGE', true],
      ['payment', 'CHARGE/FEE', false],
    ]);
    // Paid out it is only days later.
    expect(mine.every((one) => one.settlementId === undefined)).toBe(true);
  });

  it('pays each day out by one payout that takes everything of the day', async () => {
    const pages = await everyPage((at) => shopify.listSettlements(access, { postedAfter: LONG_AGO, ...at }));
    const lines = [...new Map(pages.flatMap((page) => page.lines).map((line) => [line.reference, line])).values()];
    const payouts = lines.filter((line) => line.kind === 'payout');
    expect(payouts.length).toBeGreaterThan(0);
    for (const payout of payouts) {
      const of = lines.filter((line) => line.settlementId === payout.settlementId);
      expect(Number(sum(of.map((line) => line.amount)))).toBe(0);
    }
  });

  it('returns are told as they come along', async () => {
    const order = await freshOrder();
    await shopify.confirmShipment(access, notice(order));
    const made = z
      .object({ id: z.string() })
      .parse(await sandbox.control('returns', { shop: 'shopify', orderId: order.platformOrderNo }));
    const answered = async () => {
      const pages = await everyPage((at) => shopify.listReturns(access, { updatedAfter: LONG_AGO, ...at }));
      expect(pages.flatMap((page) => page.unreadable)).toEqual([]);
      return pages.flatMap((page) => page.returns).find((one) => one.returnNo === made.id);
    };
    expect(await answered()).toMatchObject({ state: 'requested', platformOrderNo: order.platformOrderNo });
    for (const state of ['approved', 'shipped', 'received', 'refunded'] as const) {
      await sandbox.control('returns/move', { shop: 'shopify', returnId: made.id, state });
      expect((await answered())?.state).toBe(state);
    }
    const done = await answered();
    expect(done?.trackingNumber).toBeTruthy();
    expect(Number(done?.refundAmount)).toBeGreaterThan(0);
    expect(done?.lines).toEqual(
      order.lines.map(({ platformLineId, sellerSku, quantity }) => ({ platformLineId, sellerSku, quantity })),
    );
  });

  it('refuses one article and takes the rest', async () => {
    const { listings } = await shopify.listListings(access, {});
    const [one, two] = listings;
    if (!one || !two) throw new Error('no listings');
    const wrong = { ...two, refs: { ...two.refs, inventoryItem: '997' } };
    const outcomes = await shopify.pushStock(access, [
      { ...one, quantity: 3 },
      { ...wrong, quantity: 4 },
      { ...two, quantity: 5 },
      { ...two, refs: { inventoryItem: '1' }, quantity: 6 },
    ]);
    expect(outcomes.map((each) => each.outcome)).toEqual(['accepted', 'refused', 'accepted', 'refused']);
    const again = (await shopify.listListings(access, {})).listings;
    expect(again.slice(0, 2).map((each) => each.quantity)).toEqual([3, 5]);
    const prices = await shopify.pushPrice(access, [
      { ...one, price: '7.77', currency: 'USD' },
      { ...two, variantId: '998', price: '7.77', currency: 'USD' },
      { ...two, price: '7.77', currency: 'EUR' },
    ]);
    expect(prices.map((each) => each.outcome)).toEqual(['accepted', 'refused', 'refused']);
  });

  it('reads the picture of an article, and asks for no field of it that Shopify gives up', async () => {
    const sent: string[] = [];
    const http = {
      baseUrls: { shop: `${sandbox.url}/shopify/{shop}` },
      fetch: (url: string | URL | Request, init?: RequestInit) => {
        sent.push(z.object({ query: z.string() }).parse(JSON.parse(String(init?.body))).query);
        return fetch(url, init);
      },
    };
    const recorded = createShopifyConnector({ app: { clientId: 'tradewind-demo-app', clientSecret: 'hush' }, http });
    const { listings, unreadable } = await recorded.listListings(access, {});
    expect(unreadable).toEqual([]);
    for (const { imageUrl, variantId } of listings) expect(imageUrl).toMatch(new RegExp(`/${variantId}\\.jpg$`));
    const answer = await fetch(`${sandbox.url}/shopify/${SHOP}/admin/api/2026-10/graphql.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': access.tokens.accessToken },
      body: JSON.stringify({
        query: '{ __type(name: "ProductVariant") { fields(includeDeprecated: true) { name isDeprecated } } }',
      }),
    });
    const field = z.object({ name: z.string(), isDeprecated: z.boolean() });
    const { data } = z
      .object({ data: z.object({ __type: z.object({ fields: z.array(field) }) }) })
      .parse(await answer.json());
    const deprecated = data.__type.fields
      .filter((one) => one.isDeprecated)
      .map((one) => `Variants/productVariants/nodes/${one.name}`);
    expect(deprecated).toContain('Variants/productVariants/nodes/image');
    expect(fieldsOf(sent[0] ?? '').filter((one) => deprecated.includes(one))).toEqual([]);
  });

  it('subscribes once and reads the pushes that come', async () => {
    const pushes: ReturnType<typeof shopify.readPush>[] = [];
    const warehouse = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
        );
        pushes.push(shopify.readPush({ headers, body: Buffer.concat(chunks) }));
        response.end();
      });
    });
    await new Promise<void>((done) => warehouse.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(warehouse.address() as AddressInfo).port}/push`;
    await shopify.subscribe(access, url);
    await shopify.subscribe(access, url);
    const summary = z
      .object({ webhooks: z.object({ subscriptions: z.array(z.object({ topic: z.string() })) }) })
      .parse(await sandbox.control('summary'));
    expect(summary.webhooks.subscriptions.map((one) => one.topic).toSorted()).toEqual([
      'APP_UNINSTALLED',
      'ORDERS_CANCELLED',
      'ORDERS_CREATE',
      'ORDERS_UPDATED',
    ]);
    await sandbox.control('shopify/privacy', { topic: 'shop/redact', uri: url });
    await expect.poll(() => pushes.map((one) => one?.topic)).toContain('shop/redact');
    const order = await freshOrder();
    await expect.poll(() => pushes.map((one) => one?.topic)).toContain('orders/create');
    expect(pushes.every((one) => one !== null)).toBe(true);
    expect(pushes.find((one) => one?.topic === 'orders/create')).toMatchObject({
      account: SHOP,
      platformOrderNo: order.platformOrderNo,
    });
    warehouse.closeAllConnections();
    await new Promise<void>((done) => warehouse.close(() => done()));
  });
});
