import { describe, expect, it } from 'vitest';
import type { ShipmentNotice } from '../../marketplace.ts';
import { failure, kindOfFailure, type Sent, scripted } from '../../testing.ts';
import { ACCESS, connect, end, fulfilmentOrder, page } from './fixtures.ts';
import { chooseLines } from './shipment.ts';

const since = { updatedAfter: '2026-11-01T00:00:00Z' };
const variablesOf = (sent: Sent | undefined) => JSON.parse(sent?.body ?? '{}').variables;
const graphqlError = (code: string, more = {}, rest = {}) => ({
  json: { errors: [{ message: code, extensions: { code, ...more } }], ...rest },
});

describe('Shopify refusals', () => {
  const ask = (reply: Parameters<typeof scripted>[0]) =>
    failure(connect(scripted(reply).fetch).listOrders(ACCESS, since));

  it('waits until the bucket holds what the query costs', async () => {
    const cost = {
      requestedQueryCost: 502,
      throttleStatus: { maximumAvailable: 2000.0, currentlyAvailable: 2, restoreRate: 100.0 },
    };
    const told = await ask(graphqlError('THROTTLED', {}, { extensions: { cost } }));
    expect([told.kind, told.retryAfterMs]).toEqual(['throttled', 5000]);
    expect((await ask(graphqlError('THROTTLED'))).retryAfterMs).toBe(1000);
    expect((await ask({ status: 429, json: {}, headers: { 'retry-after': '2.0' } })).retryAfterMs).toBe(2000);
  });

  it('tells the rest apart', async () => {
    expect((await ask({ status: 401, json: { errors: '[API] Invalid API key or access token' } })).kind).toBe(
      'unauthorized',
    );
    for (const status of [402, 403, 404, 423]) expect((await ask({ status, json: {} })).kind).toBe('rejected');
    expect((await ask({ status: 503, text: 'busy' })).kind).toBe('unavailable');
    expect((await ask(graphqlError('ACCESS_DENIED'))).kind).toBe('rejected');
    expect((await ask(graphqlError('INTERNAL_SERVER_ERROR'))).kind).toBe('unavailable');
    expect((await ask({ json: { data: { orders: {} } } })).kind).toBe('malformed');
    expect((await ask({ text: '<html>' })).kind).toBe('malformed');
    expect((await ask({ json: {} })).kind).toBe('malformed');
    expect(
      await kindOfFailure(connect(scripted({}).fetch).listOrders({ ...ACCESS, account: 'evil.test' }, since)),
    ).toBe('rejected');
  });
});

describe('Shopify fulfilment', () => {
  const notice: ShipmentNotice = {
    platformOrderNo: '9007199254740993',
    packageNo: 1,
    carrierCode: 'UPS',
    carrierName: 'UPS',
    serviceName: 'Ground',
    trackingNumber: '1Z999AA10123456784',
    trackingUrl: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
    shippedAt: '2026-11-02T01:00:00Z',
    lines: [{ platformLineId: '1400', quantity: 2 }],
  };
  const known = (fulfillments: unknown[], nodes: unknown[]) => ({
    json: { data: { order: { fulfillments, fulfillmentOrders: { nodes, pageInfo: end } } } },
  });
  const created = (userErrors: unknown[] = [], fulfillment: unknown = { id: 'gid://shopify/Fulfillment/1' }) => ({
    json: { data: { fulfillmentCreate: { fulfillment, userErrors } } },
  });

  it('reads first, then fulfils by the open fulfilment order', async () => {
    const { fetch, sent } = scripted(known([], [fulfilmentOrder('699', 'CLOSED'), fulfilmentOrder('700')]), created());
    expect(await connect(fetch).confirmShipment(ACCESS, notice)).toEqual({ outcome: 'confirmed' });
    expect(variablesOf(sent[1])).toEqual({
      fulfillment: {
        lineItemsByFulfillmentOrder: [
          {
            fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/700',
            fulfillmentOrderLineItems: [{ id: 'gid://shopify/FulfillmentOrderLineItem/7001', quantity: 2 }],
          },
        ],
        trackingInfo: { company: 'UPS', number: notice.trackingNumber, url: notice.trackingUrl },
        notifyCustomer: true,
      },
    });
  });

  it('tells nothing twice: a standing fulfilment with our number is enough, a cancelled one is not', async () => {
    const fulfilment = (status: string) => ({ id: 'f', status, trackingInfo: [{ number: '1z999aa1 0123456784' }] });
    const standing = scripted(known([fulfilment('SUCCESS')], []));
    expect(await connect(standing.fetch).confirmShipment(ACCESS, notice)).toMatchObject({
      outcome: 'alreadyConfirmed',
    });
    expect(standing.sent).toHaveLength(1);
    const undone = scripted(known([fulfilment('CANCELLED')], [fulfilmentOrder('700')]), created());
    expect(await connect(undone.fetch).confirmShipment(ACCESS, notice)).toEqual({ outcome: 'confirmed' });
  });

  it('reads what Shopify says against it', async () => {
    const error = { field: ['fulfillment', 'trackingInfo'], message: 'is invalid' };
    const refused = await failure(
      connect(scripted(known([], [fulfilmentOrder('700')]), created([error], null)).fetch).confirmShipment(
        ACCESS,
        notice,
      ),
    );
    expect([refused.kind, refused.code]).toEqual(['rejected', 'fulfillment.trackingInfo']);
    const held = scripted(known([], [fulfilmentOrder('700', 'ON_HOLD')]));
    expect((await failure(connect(held.fetch).confirmShipment(ACCESS, notice))).code).toBe('NOTHING_TO_FULFIL');
    expect(
      (await failure(connect(scripted(known([], []), created()).fetch).confirmShipment(ACCESS, notice))).kind,
    ).toBe('rejected');
  });

  it('takes a parcel from one location, split over its fulfilment orders', () => {
    const open = (orderId: string, location: string, remaining: number) => ({
      orderId,
      location,
      id: `${orderId}-line`,
      lineId: 'gid://shopify/LineItem/1400',
      remaining,
    });
    const wanted = [{ platformLineId: '1400', quantity: 3 }];
    expect(chooseLines([open('a', 'L1', 2), open('b', 'L2', 2), open('c', 'L2', 1)], wanted)).toEqual([
      { fulfillmentOrderId: 'b', fulfillmentOrderLineItems: [{ id: 'b-line', quantity: 2 }] },
      { fulfillmentOrderId: 'c', fulfillmentOrderLineItems: [{ id: 'c-line', quantity: 1 }] },
    ]);
    expect(chooseLines([open('a', 'L1', 2), open('b', 'L2', 2)], wanted)).toBeNull();
    const preferred = [{ platformLineId: '1400', fulfilmentRef: 'c-line', quantity: 1 }];
    expect(chooseLines([open('b', 'L2', 2), open('c', 'L2', 1)], preferred)?.[0]?.fulfillmentOrderId).toBe('c');
  });
});

describe('Shopify subscriptions, fees and shop', () => {
  it('subscribes to what is missing', async () => {
    const url = 'https://erp.test/push';
    const nodes = [
      { id: '1', topic: 'ORDERS_CREATE', uri: url },
      { id: '2', topic: 'ORDERS_UPDATED', uri: 'https://other.test' },
    ];
    const done = {
      json: { data: { webhookSubscriptionCreate: { webhookSubscription: { id: '3' }, userErrors: [] } } },
    };
    const { fetch, sent } = scripted({ json: { data: { webhookSubscriptions: { nodes, pageInfo: end } } } }, done);
    await connect(fetch).subscribe(ACCESS, url);
    expect(sent.slice(1).map((one) => variablesOf(one).topic)).toEqual([
      'ORDERS_UPDATED',
      'ORDERS_CANCELLED',
      'APP_UNINSTALLED',
    ]);
  });

  it('reads the fees of payments', async () => {
    const transaction = (id: string, status: string) => ({
      id: `gid://shopify/OrderTransaction/${id}`,
      kind: 'SALE',
      status,
      createdAt: '2026-11-01T12:00:00Z',
      fees: [{ type: 'processing_fee', amount: { amount: '1.69', currencyCode: 'USD' } }],
    });
    const nodes = [
      { legacyResourceId: '1', transactions: [transaction('6', 'SUCCESS'), transaction('7', 'FAILURE')] },
      { odd: true },
    ];
    const result = await connect(scripted(page(...nodes)).fetch).listFees(ACCESS, {
      postedAfter: '2026-11-01T00:00:00Z',
    });
    expect(result.fees).toEqual([
      {
        platformOrderNo: '1',
        kind: 'payment',
        description: 'processing_fee',
        amount: '1.69',
        currency: 'USD',
        postedAt: '2026-11-01T12:00:00.000Z',
        reference: '6/0',
      },
    ]);
    expect(result.unreadable).toHaveLength(1);
  });

  it('describes the shop', async () => {
    const { fetch } = scripted({ json: { data: { shop: { name: 'Demo', currencyCode: 'USD' } } } });
    expect(await connect(fetch).describeShop(ACCESS)).toEqual({ name: 'Demo', currency: 'USD', marketplaceIds: [] });
  });
});
