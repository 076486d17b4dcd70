import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { call, dig, digList, digText, redirectPlatforms, startForTest } from '../testing.ts';
import { EBAY_SHOP, EBAY_UK_SHOP } from './desk.ts';
import { EBAY_APP, SCOPE } from './tokens.ts';

/** The client of eBay's APIs that most JavaScript programs use, run against the stand-in under eBay's own host names. */
let box: Sandbox;
let restore: () => void;

beforeAll(async () => {
  box = await startForTest();
  restore = redirectPlatforms(box);
});
afterAll(async () => {
  restore();
  await box.close();
});

async function signIn(seller: string) {
  const { default: eBayApi } = await import('ebay-api');
  const api = new eBayApi({
    appId: EBAY_APP.appId,
    certId: EBAY_APP.certId,
    ruName: EBAY_APP.ruName,
    sandbox: false,
    autoRefreshToken: false,
    // The Ed25519 key of RFC 9421, B.1.4.
    signature: {
      jwe: 'eyJhbGciOiJkZW1vIn0.demo-signing-key.jwe',
      privateKey: 'MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF',
      cipher: 'sha256',
    },
  });
  const scopes = ['sell.fulfillment', 'sell.inventory', 'sell.finances', 'commerce.identity.readonly'];
  api.OAuth2.setScope([SCOPE, ...scopes.map((name) => `${SCOPE}/${name}`)]);
  const consent = api.OAuth2.generateAuthUrl(undefined, undefined, 'st-1');
  const more = new URLSearchParams({ auto: '1', sandbox_accept_url: 'http://127.0.0.1:9/cb', sandbox_seller: seller });
  const back = new URL((await call(`${consent}&${more}`)).headers.get('location') ?? '');
  expect(back.searchParams.get('state')).toBe('st-1');
  const token = await api.OAuth2.getToken(back.searchParams.get('code') ?? '');
  api.OAuth2.setCredentials(token);
  return api;
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const openOrder = (answer: unknown, except = ''): unknown =>
  digList(answer, 'orders').find(
    (one) => digText(one, 'cancelStatus', 'cancelState') === 'NONE_REQUESTED' && digText(one, 'orderId') !== except,
  );

describe.each([EBAY_SHOP, EBAY_UK_SHOP])('ebay-api for %s', (seller) => {
  it('signs in, lists, ships, sells and cancels', async () => {
    const api = await signIn(seller);
    expect(digText(await api.commerce.identity.getUser(), 'userId')).toBe(seller);

    const filter = `lastmodifieddate:[${daysAgo(30)}..]`;
    const listed: unknown = await api.sell.fulfillment.getOrders({ filter, limit: 5 });
    expect([dig(listed, 'total'), digList(listed, 'orders').length]).toEqual([40, 5]);
    const open: unknown = await api.sell.fulfillment.getOrders({
      filter: 'orderfulfillmentstatus:{NOT_STARTED|IN_PROGRESS}',
      limit: 200,
    });
    const order = openOrder(open);
    const orderId = digText(order, 'orderId');
    await api.sell.fulfillment.createShippingFulfillment(orderId, {
      lineItems: digList(order, 'lineItems').map((line) => ({
        lineItemId: digText(line, 'lineItemId'),
        quantity: Number(dig(line, 'quantity')),
      })),
      shippingCarrierCode: 'USPS',
      trackingNumber: '94001',
    });
    expect(digText(await api.sell.fulfillment.getOrder(orderId), 'orderFulfillmentStatus')).toBe('FULFILLED');
    const state = await call(`${box.url}/control/state?shop=${seller}&orderId=${orderId}`);
    expect(dig(state.body, 'orders', 0, 'confirmations')).toBe(1);

    const items: unknown = await api.sell.inventory.getInventoryItems({ limit: 2 });
    const sku = digText(items, 'inventoryItems', 0, 'sku');
    const offers: unknown = await api.sell.inventory.getOffers({ sku });
    const offerId = digText(offers, 'offers', 0, 'offerId');
    const pushed: unknown = await api.sell.inventory.bulkUpdatePriceQuantity({
      requests: [{ sku, shipToLocationAvailability: { quantity: 9 }, offers: [{ offerId, availableQuantity: 9 }] }],
    });
    expect(digList(pushed, 'responses').map((one) => dig(one, 'statusCode'))).toEqual([200, 200]);

    const other = digText(openOrder(open, orderId), 'orderId');
    const cancel = { legacyOrderId: other, cancelReason: 'ADDRESS_ISSUES' as const, buyerPaid: true };
    await api.postOrder.cancellation.sign.createCancellation(cancel);
    expect(digText(await api.sell.fulfillment.getOrder(other), 'cancelStatus', 'cancelState')).toBe('CANCELED');
    expect(dig(await api.postOrder.return.search({ limit: 5 }), 'total')).toBe(0);
  });
});

it('ebay-api reads the money of a seller in the United Kingdom only when it signs', async () => {
  const api = await signIn(EBAY_UK_SHOP);
  await expect(api.sell.finances.getTransactions({})).rejects.toThrow(/signature/);
  const booked: unknown = await api.sell.finances.sign.getTransactions({
    filter: `transactionDate:[${daysAgo(1)}..]`,
  });
  expect(digText(booked, 'transactions', 0, 'transactionType')).toBe('SALE');
});
