import { describe, expect, it } from 'vitest';
import type { CancelRequest } from '../../capabilities/cancellation.ts';
import type { ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { failure, kindOfFailure, type Sent, scripted } from '../../testing.ts';
import { companyOf } from './carriers.ts';
import { ACCESS, connect, end, fulfilmentOrder } from './fixtures.ts';
import { kindOf } from './settlements.ts';
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
    const response = await ask(graphqlError('THROTTLED', {}, { extensions: { cost } }));
    expect([response.kind, response.retryAfterMs]).toEqual(['throttled', 5000]);
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
  const notice: ShipmentConfirmation = {
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
    const desired = [{ platformLineId: '1400', quantity: 3 }];
    expect(chooseLines([open('a', 'L1', 2), open('b', 'L2', 2), open('c', 'L2', 1)], desired)).toEqual([
      { fulfillmentOrderId: 'b', fulfillmentOrderLineItems: [{ id: 'b-line', quantity: 2 }] },
      { fulfillmentOrderId: 'c', fulfillmentOrderLineItems: [{ id: 'c-line', quantity: 1 }] },
    ]);
    expect(chooseLines([open('a', 'L1', 2), open('b', 'L2', 2)], desired)).toBeNull();
    const preferred = [{ platformLineId: '1400', fulfilmentRef: 'c-line', quantity: 1 }];
    expect(chooseLines([open('b', 'L2', 2), open('c', 'L2', 1)], preferred)?.[0]?.fulfillmentOrderId).toBe('c');
  });
});

describe('Shopify subscriptions, money and shop', () => {
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

  const money = (amount: string, currencyCode = 'USD') => ({ amount, currencyCode });
  const transaction = (id: string, more: object = {}) => ({
    id: `gid://shopify/ShopifyPaymentsBalanceTransaction/${id}`,
    type: 'CHARGE',
    test: false,
    transactionDate: '2026-11-01T12:00:00Z',
    amount: money('100.00'),
    fee: money('3.20'),
    net: money('96.80'),
    associatedOrder: { id: 'gid://shopify/Order/1' },
    associatedPayout: { id: null },
    ...more,
  });
  const balance = (nodes: unknown[], pageInfo: object = end) => ({
    json: { data: { shopifyPaymentsAccount: { balanceTransactions: { nodes, pageInfo } } } },
  });

  it('reads what Shopify Payments books: what was booked, then what was paid out', async () => {
    const paid = { associatedPayout: { id: 'gid://shopify/ShopifyPaymentsPayout/77' } };
    const { fetch, sent } = scripted(
      balance(
        [
          transaction('6'),
          transaction('7', { test: true }),
          transaction('8', { net: money('97.00') }),
          transaction('9', { fee: money('1.00', 'EUR') }),
          { odd: true },
        ],
        { hasNextPage: true, endCursor: 'c1' },
      ),
      balance([]),
      balance([
        transaction('6', paid),
        transaction('5', { ...paid, transactionDate: '2026-10-30T12:00:00Z' }),
        transaction('10', {
          ...paid,
          type: 'TRANSFER',
          amount: money('-96.80'),
          fee: money('0'),
          net: money('-96.80'),
        }),
      ]),
    );
    const shop = connect(fetch);
    const first = await shop.listSettlements(ACCESS, { postedAfter: '2026-11-01T00:00:00Z' });
    expect(first.lines).toEqual([
      expect.objectContaining({ reference: '6', kind: 'sale', type: 'CHARGE', amount: '100.00', currency: 'USD' }),
      expect.objectContaining({ reference: '6/fee', kind: 'payment', amount: '-3.20', platformOrderNo: '1' }),
    ]);
    expect(first.unreadable.map((one) => one.reason.split(':')[0])).toEqual(['net', 'fee.currencyCode', 'id']);
    const at = { postedAfter: '2026-11-01T00:00:00Z' };
    const second = await shop.listSettlements(ACCESS, { ...at, cursor: first.nextCursor ?? '' });
    const third = await shop.listSettlements(ACCESS, { ...at, cursor: second.nextCursor ?? '' });
    expect(third.nextCursor).toBeUndefined();
    expect(third.lines.map((line) => [line.reference, line.kind, line.settlementId])).toEqual([
      ['5', 'sale', '77'],
      ['5/fee', 'payment', '77'],
    ]);
    expect(sent.map((one) => [variablesOf(one).query, variablesOf(one).after])).toEqual([
      ["processed_at:>='2026-11-01T00:00:00Z'", null],
      ["processed_at:>='2026-11-01T00:00:00Z'", 'c1'],
      ["payout_date:>='2026-11-01T00:00:00Z'", null],
    ]);
  });

  it('finds nothing booked where a shop is not paid through Shopify', async () => {
    const { fetch } = scripted({ json: { data: { shopifyPaymentsAccount: null } } });
    const page = await connect(fetch).listSettlements(ACCESS, { postedAfter: '2026-11-01T00:00:00Z' });
    expect([page.lines, page.nextCursor]).toEqual([[], undefined]);
  });

  it('knows what kind of booking each is', () => {
    const kinds = ['CHARGE', 'REFUND', 'DISPUTE_WITHDRAWAL', 'TRANSFER_FAILURE', 'SHIPPING_LABEL', 'ADJUSTMENT', 'NEW'];
    expect(kinds.map(kindOf)).toEqual(['sale', 'refund', 'refund', 'payout', 'fulfilment', 'adjustment', 'other']);
  });

  it('describes the shop', async () => {
    const { fetch } = scripted({ json: { data: { shop: { name: 'Demo', currencyCode: 'USD' } } } });
    expect(await connect(fetch).describeShop(ACCESS)).toEqual({ name: 'Demo', currency: 'USD', marketplaceIds: [] });
  });
});

describe('Shopify cancellation', () => {
  const state = (cancelledAt: string | null) => ({ json: { data: { order: { cancelledAt } } } });
  const answered = (orderCancelUserErrors: unknown[] = []) => ({
    json: { data: { orderCancel: { job: { id: 'j' }, orderCancelUserErrors } } },
  });
  const wish: CancelRequest = { platformOrderNo: '1', reason: 'outOfStock', note: 'n'.repeat(300), lines: [] };
  const cancel = (...replies: Parameters<typeof scripted>) => {
    const { fetch, sent } = scripted(...replies);
    return { answer: connect(fetch).cancelOrder(ACCESS, wish), sent };
  };

  it('happens once, gives the money back and says how far it came', async () => {
    const at = '2026-11-02T00:00:00Z';
    const done = cancel(state(null), answered(), state(at));
    expect(await done.answer).toEqual({ outcome: 'cancelled' });
    expect(variablesOf(done.sent[1])).toMatchObject({ reason: 'INVENTORY', note: 'n'.repeat(255) });
    expect(await cancel(state(null), answered(), state(null)).answer).toEqual({ outcome: 'requested' });
    const before = cancel(state(at));
    expect(await before.answer).toEqual({ outcome: 'alreadyCancelled' });
    expect(before.sent).toHaveLength(1);
  });

  it('tells what Shopify has against it', async () => {
    const error = { code: 'INVALID', message: 'Cannot cancel an order that has been fulfilled' };
    const refused = await failure(cancel(state(null), answered([error])).answer);
    expect([refused.kind, refused.code]).toEqual(['rejected', 'INVALID']);
    expect((await failure(cancel({ json: { data: { order: null } } }).answer)).code).toBe('NotFound');
  });
});

describe('the carrier of a shipment', () => {
  it('is named as Shopify spells it', () => {
    expect(companyOf({ carrierCode: 'ups', carrierName: 'UPS Ground' })).toBe('UPS');
    expect(companyOf({ carrierCode: 'x-1', carrierName: 'yunexpress' })).toBe('YunExpress');
    expect(companyOf({ carrierCode: 'x-2', carrierName: 'Bike Messenger' })).toBe('Bike Messenger');
  });
});
