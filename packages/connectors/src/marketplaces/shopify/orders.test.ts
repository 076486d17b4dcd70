import { describe, expect, it } from 'vitest';
import { bent } from '../../lax.testing.ts';
import { failure, type Sent, scripted } from '../../testing.ts';
import { ACCESS, connect, end, line, order, page } from './fixtures.ts';

const since = { updatedAfter: '2026-11-01T00:00:00Z' };
const variablesOf = (sent: Sent | undefined) => JSON.parse(sent?.body ?? '{}').variables;
const graphqlError = (code: string, more = {}, rest = {}) => ({
  json: { errors: [{ message: code, extensions: { code, ...more } }], ...rest },
});

describe('Shopify orders', () => {
  it('reads a page and sets aside what it cannot read', async () => {
    const odd = {
      ...order(),
      createdAt: 'yesterday',
      currentTotalPriceSet: { shopMoney: { amount: 'NaN', currencyCode: 'USD' } },
    };
    const { fetch, sent } = scripted(page(order(), odd));
    const { records, listedUntil, nextCursor } = await connect(fetch).listOrders(ACCESS, since);
    expect(records[0]).toEqual({
      ok: true,
      order: {
        platformOrderNo: '9007199254740993',
        displayNo: '#1001',
        fulfilmentRefs: ['gid://shopify/FulfillmentOrder/700'],
        status: 'toShip',
        fulfilledBy: 'seller',
        orderedAt: '2026-11-01T12:00:00.000Z',
        updatedAt: '2026-11-01T12:31:00.000Z',
        currency: 'USD',
        goodsAmount: '45.98',
        shippingAmount: '4.99',
        taxAmount: '2.00',
        discountAmount: '5.00',
        totalAmount: '47.97',
        buyerName: 'A B',
        buyerEmail: 'a@b.test',
        shipTo: {
          name: 'A B',
          line1: '1 Main St',
          city: 'Austin',
          state: 'TX',
          postalCode: '78701',
          country: 'US',
          phone: '+15125550100',
          email: 'a@b.test',
        },
        lines: [
          {
            platformLineId: '1400',
            fulfilmentRef: 'gid://shopify/FulfillmentOrderLineItem/7001',
            sellerSku: 'LAMP-1',
            platformItemId: '44',
            title: 'Lamp',
            quantity: 2,
            unitPrice: '22.99',
            discount: '5.00',
            tax: '2.00',
          },
        ],
      },
    });
    expect(records[1]).toMatchObject({ ok: false, platformOrderNo: '9007199254740993', raw: odd });
    expect(records[1]?.ok === false && records[1].reason).toMatch(
      /createdAt: .*currentTotalPriceSet\.shopMoney\.amount: /,
    );
    expect(nextCursor).toBeUndefined();
    expect(listedUntil).toBe('2026-11-02T11:59:00.500Z');
    expect(sent[0]?.url.href).toBe('https://demo-shop.myshopify.com/admin/api/2026-07/graphql.json');
    expect(sent[0]?.headers.get('x-shopify-access-token')).toBe('shpat_1');
    expect(variablesOf(sent[0])).toEqual({
      first: 100,
      after: null,
      query: "updated_at:>='2026-11-01T00:00:00Z' status:any",
    });
  });

  it('reads an order whatever happens to a field that nobody needs', async () => {
    const line = ['id', 'quantity', 'currentQuantity', 'originalUnitPriceSet.shopMoney.amount'];
    const needed = [
      ...['id', 'createdAt', 'displayFinancialStatus', 'displayFulfillmentStatus', 'currencyCode'],
      ...['hasNextPage', 'endCursor'].map((name) => `lineItems.pageInfo.${name}`),
      ...['amount', 'currencyCode'].map((name) => `currentTotalPriceSet.shopMoney.${name}`),
      ...line.map((name) => `lineItems.nodes.*.${name}`),
      'lineItems.nodes.*.originalUnitPriceSet.shopMoney.currencyCode',
    ];
    const failed: string[] = [];
    for (const { what, answer } of bent(order(), needed)) {
      const record = await connect(scripted({ json: { data: { order: answer } } }).fetch).getOrder(ACCESS, '1');
      if (!record.ok) failed.push(`${what}: ${record.reason}`);
    }
    expect(failed).toEqual([]);
  });

  it('takes an order for cancelled however it says when', async () => {
    const record = await connect(
      scripted({ json: { data: { order: { ...order(), cancelledAt: 'yesterday' } } } }).fetch,
    ).getOrder(ACCESS, '1');
    expect(record.ok && record.order.status).toBe('cancelled');
  });

  it('asks for as many orders as a single query may cost, and keeps to that', async () => {
    const more = { json: { data: { orders: { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'c1' } } } } };
    const { fetch, sent } = scripted(
      graphqlError('MAX_COST_EXCEEDED', { cost: 4000, maxCost: 1000 }),
      graphqlError('MAX_COST_EXCEEDED'),
      more,
      page(),
    );
    const first = await connect(fetch).listOrders(ACCESS, since);
    const second = await connect(fetch).listOrders(ACCESS, {
      updatedAfter: '2000-01-01T00:00:00Z',
      cursor: first.nextCursor ?? '',
    });
    expect(sent.map((one) => variablesOf(one).first)).toEqual([100, 25, 12, 12]);
    expect(variablesOf(sent[3])).toMatchObject({
      after: 'c1',
      query: "updated_at:>='2026-11-01T00:00:00Z' status:any",
    });
    expect(second.listedUntil).toBe(first.listedUntil);
  });

  it('completes an order that is longer than the page', async () => {
    const long = {
      ...order(),
      lineItems: { nodes: [line('1400', 2)], pageInfo: { hasNextPage: true, endCursor: 'l1' } },
    };
    const rest = { json: { data: { order: { lineItems: { nodes: [line('1401', 1)], pageInfo: end } } } } };
    const { records } = await connect(scripted(page(long), rest).fetch).listOrders(ACCESS, since);
    expect(records[0]?.ok && records[0].order.lines.map((one) => one.platformLineId)).toEqual(['1400', '1401']);
  });

  it('leaves out lines that were edited away, but not those of a cancelled order', async () => {
    const gone = { ...line('1400', 2), currentQuantity: 0 };
    const read = async (more: object) => {
      const record = await connect(scripted({ json: { data: { order: { ...order(), ...more } } } }).fetch).getOrder(
        ACCESS,
        '1',
      );
      return record.ok && record.order.lines.map((one) => one.quantity);
    };
    const lineItems = { nodes: [gone, line('1401', 1)], pageInfo: end };
    expect(await read({ lineItems })).toEqual([1]);
    expect(await read({ lineItems, cancelledAt: '2026-11-01T13:00:00Z' })).toEqual([2, 1]);
  });

  it.each([
    ['PENDING', 'UNFULFILLED', null, 'unpaid', undefined],
    ['AUTHORIZED', 'UNFULFILLED', null, 'unpaid', undefined],
    ['PARTIALLY_PAID', 'UNFULFILLED', null, 'unpaid', undefined],
    ['EXPIRED', 'UNFULFILLED', null, 'unpaid', undefined],
    ['PAID', 'OPEN', null, 'toShip', undefined],
    ['PAID', 'IN_PROGRESS', null, 'toShip', undefined],
    ['PAID', 'PENDING_FULFILLMENT', null, 'toShip', undefined],
    ['PAID', 'REQUEST_DECLINED', null, 'toShip', undefined],
    ['PAID', 'ON_HOLD', null, 'toShip', 'ON_HOLD'],
    ['PAID', 'SCHEDULED', null, 'toShip', 'SCHEDULED'],
    ['PARTIALLY_REFUNDED', 'UNFULFILLED', null, 'toShip', undefined],
    ['PAID', 'PARTIALLY_FULFILLED', null, 'partiallyShipped', undefined],
    ['PAID', 'FULFILLED', null, 'shipped', undefined],
    ['PENDING', 'FULFILLED', null, 'shipped', undefined],
    ['REFUNDED', 'RESTOCKED', null, 'refunded', undefined],
    ['REFUNDED', 'UNFULFILLED', null, 'refunded', undefined],
    ['VOIDED', 'UNFULFILLED', null, 'cancelled', undefined],
    ['PAID', 'FULFILLED', '2026-11-01T13:00:00Z', 'cancelled', undefined],
  ])(
    'reads %s/%s (cancelled %s) as %s',
    async (displayFinancialStatus, displayFulfillmentStatus, cancelledAt, status, hold) => {
      const answered = { ...order(), displayFinancialStatus, displayFulfillmentStatus, cancelledAt };
      const record = await connect(scripted({ json: { data: { order: answered } } }).fetch).getOrder(ACCESS, '1');
      expect(record.ok && [record.order.status, record.order.hold]).toEqual([status, hold]);
    },
  );

  it('sets aside an unknown status and an order of two currencies', async () => {
    const reason = async (more: object) => {
      const record = await connect(scripted({ json: { data: { order: { ...order(), ...more } } } }).fetch).getOrder(
        ACCESS,
        '1',
      );
      return record.ok ? '' : record.reason;
    };
    expect(await reason({ displayFinancialStatus: 'LATER' })).toContain('LATER');
    expect(await reason({ displayFinancialStatus: null })).toContain('displayFinancialStatus');
    expect(await reason({ totalShippingPriceSet: { shopMoney: { amount: '1', currencyCode: 'CAD' } } })).toContain(
      'totalShippingPriceSet',
    );
  });

  it('goes on where a buyer’s data are denied, and says when an order is not there', async () => {
    const denied = {
      json: {
        data: { order: { ...order(), email: null } },
        errors: [{ message: 'no', path: ['order', 'email'], extensions: { code: 'ACCESS_DENIED' } }],
      },
    };
    expect((await connect(scripted(denied).fetch).getOrder(ACCESS, '1')).ok).toBe(true);
    expect(
      (await failure(connect(scripted({ json: { data: { order: null } } }).fetch).getOrder(ACCESS, '1'))).code,
    ).toBe('NotFound');
  });
});
