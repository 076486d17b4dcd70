import { describe, expect, it } from 'vitest';
import { kindOfFailure, scripted } from '../../testing.ts';
import { queryString } from './client.ts';
import { ACCESS, APP, connect, NOW, order } from './fixtures.ts';
import { createAmazonConnector } from './index.ts';

describe('Amazon orders', () => {
  it('encodes list parameters as the documentation shows', () => {
    expect(
      queryString({
        CreatedAfter: '2026-01-01T00:00:00Z',
        MarketplaceIds: ['ATVPDKIKX0DER', 'A2EUQ1WTGCTBG2'],
        OrderStatuses: ['Unshipped', 'PartiallyShipped'],
      }),
    ).toBe(
      '?CreatedAfter=2026-01-01T00%3A00%3A00Z&MarketplaceIds=ATVPDKIKX0DER%2CA2EUQ1WTGCTBG2&OrderStatuses=Unshipped%2CPartiallyShipped',
    );
  });

  it('reads a page and sets aside what it cannot read', async () => {
    const odd = {
      ...order(),
      orderId: '1-2-3',
      createdTime: 'yesterday',
      orderItems: [{ ...order().orderItems[0], quantityOrdered: 'two' }],
    };
    const { fetch, sent } = scripted({ json: { orders: [order(), odd, 'nonsense'], pagination: { nextToken: 'n1' } } });
    const page = await connect(fetch).listOrders(ACCESS, { updatedAfter: '2026-11-01T02:00:00.000+02:00' });
    const [good, bad, worse] = page.records;
    expect(good).toEqual({
      ok: true,
      order: {
        platformOrderNo: '113-5550001-1234567',
        status: 'toShip',
        fulfilledBy: 'seller',
        orderedAt: '2026-11-01T08:00:00.000Z',
        updatedAt: '2026-11-01T08:31:00.000Z',
        shipBy: '2026-11-03T07:59:59.000Z',
        marketplaceId: 'ATVPDKIKX0DER',
        currency: 'USD',
        goodsAmount: '45.98',
        shippingAmount: '4.99',
        taxAmount: '1.00',
        discountAmount: '2.00',
        totalAmount: '49.97',
        buyerName: 'A B',
        buyerEmail: 'x@marketplace.amazon.com',
        shipTo: {
          name: 'A B',
          line1: '1 Main St',
          city: 'Austin',
          state: 'TX',
          postalCode: '78701',
          country: 'US',
          email: 'x@marketplace.amazon.com',
          residential: true,
        },
        lines: [
          {
            platformLineId: '90001234567',
            sellerSku: 'LAMP-1',
            platformItemId: 'B0DEMO0001',
            title: 'Lamp',
            quantity: 2,
            unitPrice: '22.99',
            discount: '2.00',
            tax: '1.00',
          },
        ],
      },
    });
    expect(bad).toMatchObject({ ok: false, platformOrderNo: '1-2-3', raw: odd });
    expect(bad?.ok === false && bad.reason).toMatch(/createdTime: .*orderItems\.0\.quantityOrdered: /);
    expect(worse).toMatchObject({ ok: false, raw: 'nonsense' });
    expect(page.listedUntil).toBe('2026-11-02T11:57:50Z');
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
      lastUpdatedAfter: '2026-11-01T00:00:00Z',
      lastUpdatedBefore: '2026-11-02T11:57:50Z',
      marketplaceIds: 'ATVPDKIKX0DER',
      maxResultsPerPage: '100',
      includedData: 'BUYER,RECIPIENT,PROCEEDS,FULFILLMENT,CANCELLATION',
    });
    expect(sent[0]?.headers.get('x-amz-access-token')).toBe('Atza|IwEB');
    expect(sent[0]?.headers.get('x-amz-date')).toBe('20261102T120000Z');
  });

  it('goes on by its cursor with every other parameter unchanged, also in another process and later', async () => {
    const first = scripted({ json: { orders: [], pagination: { nextToken: 'n1' } } });
    const { nextCursor = '' } = await connect(first.fetch).listOrders(ACCESS, { updatedAfter: '2026-11-01T00:00:00Z' });
    const second = scripted({ json: { orders: [] } });
    const later = createAmazonConnector({ app: APP, http: { now: () => NOW + 3_600_000, fetch: second.fetch } });
    const page = await later.listOrders(
      { ...ACCESS, marketplaceIds: [] },
      { updatedAfter: '2000-01-01T00:00:00Z', cursor: nextCursor },
    );
    expect(page.nextCursor).toBeUndefined();
    const [one, two] = [first.sent[0]?.url.searchParams, second.sent[0]?.url.searchParams];
    expect(two?.get('paginationToken')).toBe('n1');
    two?.delete('paginationToken');
    expect(two?.toString()).toBe(one?.toString());

    const old = scripted({ json: { orders: [] } });
    const tomorrow = createAmazonConnector({ app: APP, http: { now: () => NOW + 86_400_000, fetch: old.fetch } });
    await tomorrow.listOrders(ACCESS, { updatedAfter: '2000-01-01T00:00:00Z', cursor: nextCursor });
    expect(old.sent[0]?.url.searchParams.toString()).toBe(one?.toString());
    expect(
      await kindOfFailure(later.listOrders(ACCESS, { updatedAfter: '2026-11-01T00:00:00Z', cursor: 'junk' })),
    ).toBe('rejected');
  });

  it('does not turn in circles on a page that repeats itself', async () => {
    const { fetch } = scripted({ json: { orders: [], pagination: { nextToken: 'same' } } });
    let cursor: string | undefined;
    const walk = async () => {
      for (let i = 0; i < 10; i++) {
        const page = await connect(fetch).listOrders(ACCESS, {
          updatedAfter: '2026-11-01T00:00:00Z',
          ...(cursor ? { cursor } : {}),
        });
        cursor = page.nextCursor;
      }
    };
    expect(await kindOfFailure(walk())).toBe('malformed');
  });

  it('asks nothing when the window has not opened yet', async () => {
    const { fetch, sent } = scripted({});
    const page = await connect(fetch).listOrders(ACCESS, { updatedAfter: new Date(NOW - 60_000).toISOString() });
    expect(page).toEqual({ records: [], listedUntil: '2026-11-02T11:59:00Z' });
    expect(sent).toHaveLength(0);
  });

  it.each([
    ['PENDING_AVAILABILITY', 'unpaid', 'PENDING_AVAILABILITY'],
    ['PendingAvailability', 'unpaid', 'PENDING_AVAILABILITY'],
    ['PENDING', 'unpaid', undefined],
    ['Unshipped', 'toShip', undefined],
    ['PARTIALLY_SHIPPED', 'partiallyShipped', undefined],
    ['PartiallyShipped', 'partiallyShipped', undefined],
    ['SHIPPED', 'shipped', undefined],
    ['InvoiceUnconfirmed', 'shipped', undefined],
    ['CANCELLED', 'cancelled', undefined],
    ['Canceled', 'cancelled', undefined],
    ['UNFULFILLABLE', 'unpaid', 'UNFULFILLABLE'],
  ])('reads status %s as %s', async (answered, status, hold) => {
    const one = { ...order(), fulfillment: { fulfillmentStatus: answered, fulfilledBy: 'MERCHANT' } };
    const record = await connect(scripted({ json: { order: one } }).fetch).getOrder(ACCESS, one.orderId);
    expect(record.ok && [record.order.status, record.order.hold]).toEqual([status, hold]);
  });

  it('takes a pending order without price, address and buyer', async () => {
    const { buyer, recipient, proceeds, ...rest } = order();
    const item = { orderItemId: '1', quantityOrdered: 1, product: { sellerSku: 'LAMP-1' } };
    const one = { ...rest, fulfillment: { fulfillmentStatus: 'PENDING', fulfilledBy: 'MERCHANT' }, orderItems: [item] };
    const record = await connect(scripted({ json: { order: one } }).fetch).getOrder(ACCESS, one.orderId);
    expect(record).toMatchObject({
      ok: true,
      order: { status: 'unpaid', currency: 'USD', totalAmount: '0', lines: [{ unitPrice: '0' }] },
    });
  });

  it.each<[string, (one: ReturnType<typeof order>) => unknown]>([
    [
      'fulfillment.fulfillmentStatus',
      (one) => ({ ...one, fulfillment: { fulfillmentStatus: 'LOST', fulfilledBy: 'MERCHANT' } }),
    ],
    [
      'proceeds.grandTotal.amount',
      (one) => ({ ...one, proceeds: { grandTotal: { amount: 'NaN', currencyCode: 'USD' } } }),
    ],
    ['proceeds.grandTotal', (one) => ({ ...one, proceeds: {} })],
    ['fulfillment.fulfilledBy', (one) => ({ ...one, fulfillment: { fulfillmentStatus: 'UNSHIPPED' } })],
    ['orderItems', (one) => ({ ...one, orderItems: undefined })],
    [
      'orderItems.0.product.price.unitPrice.currencyCode',
      (one) => ({ ...one, proceeds: { grandTotal: { amount: '1', currencyCode: 'CAD' } } }),
    ],
  ])('sets an order aside and names %s', async (field, bend) => {
    const record = await connect(scripted({ json: { order: bend(order()) } }).fetch).getOrder(ACCESS, 'x');
    expect(record).toMatchObject({ ok: false, platformOrderNo: '113-5550001-1234567' });
    expect(record.ok === false && record.reason).toContain(`${field}: `);
  });

  it('hears a buyer who asks to cancel, unless it is done already', async () => {
    const asking = (cancellation: unknown) => {
      const one = order();
      return { order: { ...one, orderItems: [{ ...one.orderItems[0], cancellation }] } };
    };
    const read = async (cancellation: unknown) => {
      const record = await connect(scripted({ json: asking(cancellation) }).fetch).getOrder(ACCESS, 'x');
      return record.ok && record.order.cancelRequested;
    };
    const requested = { requester: 'BUYER', cancelReason: 'Changed mind' };
    expect(await read({ cancellationRequest: requested })).toBe(true);
    expect(
      await read({ cancellationRequest: requested, cancellationExecution: { cancelledBy: 'MERCHANT' } }),
    ).toBeUndefined();
    expect(await read({ cancellationRequest: {} })).toBeUndefined();
  });
});
