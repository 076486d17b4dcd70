import { describe, expect, it } from 'vitest';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import { bent } from '../../lax.testing.ts';
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
      // Amazon does not know its amounts yet.
      order: { status: 'unpaid', currency: 'USD', totalAmount: '0', amountsUnknown: true, lines: [{ unitPrice: '0' }] },
    });
  });

  const read = async (one: unknown): Promise<PlatformOrder> => {
    const record = await connect(scripted({ json: { order: one } }).fetch).getOrder(ACCESS, 'x');
    if (!record.ok) throw new Error(record.reason);
    return record.order;
  };
  const brief = ({ platformOrderNo, lines }: PlatformOrder) => [
    platformOrderNo,
    ...lines.map((line) => [line.platformLineId, line.sellerSku, line.quantity]),
  ];
  const priced = (more: object) => {
    const one = order();
    return { ...one, orderItems: [{ ...one.orderItems[0], ...more }] };
  };

  it('says that its amounts are unknown where one is missing or cannot be read', async () => {
    const [item] = order().orderItems;
    const unknown = async (one: unknown) => (await read(one)).amountsUnknown;
    expect(await unknown(order())).toBeUndefined();
    for (const grandTotal of [undefined, null, '49.97', { amount: 'NaN', currencyCode: 'USD' }, { amount: '49.97' }])
      expect(await unknown({ ...order(), proceeds: { grandTotal } })).toBe(true);
    const [goods, ...others] = item?.proceeds.breakdowns ?? [];
    for (const odd of [{ type: 'TAX' }, { subtotal: { amount: '1.00', currencyCode: 'USD' } }, 'tax'])
      expect(await unknown(priced({ proceeds: { breakdowns: [goods, odd] } }))).toBe(true);
    // Shipping, tax and discount are somewhere in the total, and nobody says how much each is.
    expect(await unknown(priced({ proceeds: {} }))).toBe(true);
    const product = { sellerSku: 'LAMP-1' };
    expect(await unknown(priced({ product, proceeds: { breakdowns: others } }))).toBe(true);
    const bare = { ...priced({ proceeds: {} }), proceeds: { grandTotal: { amount: '45.98', currencyCode: 'USD' } } };
    expect([await unknown(bare), (await read(bare)).shippingAmount]).toEqual([undefined, '0']);
    expect(await unknown(priced({ product }))).toBeUndefined();
  });

  it('takes an article by its ASIN where the seller has no number for it', async () => {
    const found = await read(priced({ product: { asin: 'B0DEMO0001' } }));
    expect(found.lines).toMatchObject([{ sellerSku: '', platformItemId: 'B0DEMO0001', quantity: 2 }]);
  });

  it('knows countries of three letters, and keeps those that nobody knows', async () => {
    const to = async (countryCode: unknown) => {
      const { deliveryAddress } = order().recipient;
      return (await read({ ...order(), recipient: { deliveryAddress: { ...deliveryAddress, countryCode } } })).shipTo;
    };
    expect([(await to('USA'))?.country, (await to('gb'))?.country, (await to('XYZ'))?.country]).toEqual([
      'US',
      'GB',
      'XYZ',
    ]);
    expect(await to(null)).toMatchObject({ line1: '1 Main St', country: '' });
  });

  it('is read whatever happens to a field that nobody needs', async () => {
    // The order of a British buyer in the sandbox of orders_2026-01-01.json, as far as we read it, with a second line.
    const gbp = (amount: string) => ({ amount, currencyCode: 'GBP' });
    const line = (orderItemId: string, sellerSku: string, quantityOrdered: number) => ({
      orderItemId,
      quantityOrdered,
      product: {
        ...{ asin: 'B08C1W5N87', title: 'Amazon Echo Dot (4th Generation)', sellerSku },
        price: { unitPrice: gbp('34.99') },
      },
      proceeds: { proceedsTotal: gbp('34.99'), breakdowns: [{ type: 'ITEM', subtotal: gbp('34.99') }] },
      cancellation: { cancellationRequest: { requester: 'BUYER', cancelReason: 'NO_LONGER_NEEDED' } },
    });
    const published = {
      orderId: '202-7654321-1098765',
      createdTime: '2024-12-24T14:20:00Z',
      lastUpdatedTime: '2024-12-24T18:45:00Z',
      programs: ['PRIME'],
      salesChannel: { channelName: 'AMAZON', marketplaceId: 'A1F83G8C2ARO7P', marketplaceName: 'Amazon.co.uk' },
      buyer: { buyerName: 'Sarah Thompson', buyerEmail: 'buyer-email@marketplace.amazon.co.uk' },
      recipient: {
        deliveryAddress: {
          ...{ name: 'Sarah Thompson', addressLine1: '45 Oak Avenue', addressLine2: 'Flat 2A', addressLine3: '' },
          ...{ city: 'London', districtOrCounty: 'Greater London', stateOrRegion: 'England', municipality: '' },
          ...{ postalCode: 'SW1A 1AA', countryCode: 'GB', phone: '+44 20 7946 0958', addressType: 'RESIDENTIAL' },
        },
        deliveryPreference: { addressInstruction: 'ring twice' },
      },
      proceeds: { grandTotal: gbp('104.97'), breakdowns: [] },
      fulfillment: {
        fulfillmentStatus: 'SHIPPED',
        fulfilledBy: 'MERCHANT',
        fulfillmentServiceLevel: 'STANDARD',
        shipByWindow: { earliestDateTime: '2024-12-24T00:00:00Z', latestDateTime: '2024-12-25T23:59:59Z' },
      },
      orderItems: [line('20276543210987', 'ECHO-UK-1', 1), line('20276543210988', 'ECHO-UK-2', 2)],
    };
    const needed = [
      ...['orderId', 'createdTime', 'fulfillment.fulfillmentStatus', 'fulfillment.fulfilledBy'],
      ...['orderItemId', 'quantityOrdered', 'product.sellerSku'].map((name) => `orderItems.*.${name}`),
    ];
    const right = ['202-7654321-1098765', ['20276543210987', 'ECHO-UK-1', 1], ['20276543210988', 'ECHO-UK-2', 2]];
    expect(brief(await read(published))).toEqual(right);
    const wrong: unknown[] = [];
    for (const { what, answer } of bent(published, needed)) {
      const record = await connect(scripted({ json: { order: answer } }).fetch).getOrder(ACCESS, 'x');
      const found = record.ok ? brief(record.order) : record.reason;
      if (JSON.stringify(found) !== JSON.stringify(right)) wrong.push([what, found]);
    }
    expect(wrong).toEqual([]);
  });

  it.each<[string, (one: ReturnType<typeof order>) => unknown]>([
    [
      'fulfillment.fulfillmentStatus',
      (one) => ({ ...one, fulfillment: { fulfillmentStatus: 'LOST', fulfilledBy: 'MERCHANT' } }),
    ],
    [
      'orderItems.0.product.sellerSku',
      (one) => ({ ...one, orderItems: [{ ...one.orderItems[0], product: { title: 'Lamp' } }] }),
    ],
    [
      'proceeds.grandTotal.currencyCode',
      (one) => {
        const [item] = one.orderItems;
        const product = { sellerSku: 'LAMP-1' };
        return { ...one, salesChannel: {}, proceeds: {}, orderItems: [{ ...item, proceeds: {}, product }] };
      },
    ],
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
