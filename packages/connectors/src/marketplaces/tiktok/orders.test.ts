import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderRecord } from '../../capabilities/orders.ts';
import { harmfulTo } from '../../harm.testing.ts';
import { failure, scripted } from '../../testing.ts';
import { byNumber } from '../../units.ts';
import { ACCESS, connect, NOW, no, ok, order, unit } from './fixtures.ts';
import { orderShape } from './orderShape.ts';
import { readOrder } from './orders.ts';
import { linesOf } from './units.ts';

const good = (record: OrderRecord) => {
  if (!record.ok) throw new Error(record.reason);
  return record.order;
};
const reason = (raw: unknown) => {
  const record = readOrder(raw);
  return record.ok ? '' : record.reason;
};

describe('an order of TikTok', () => {
  it('is read whole, its units as lines', () => {
    expect(readOrder(order())).toEqual({
      ok: true,
      order: {
        platformOrderNo: '576461413038785752',
        fulfilmentRefs: ['1153000000000000001'],
        status: 'toShip',
        fulfilledBy: 'seller',
        platformShipping: false,
        orderedAt: '2025-11-02T07:00:00.000Z',
        paidAt: '2025-11-02T07:01:00.000Z',
        updatedAt: '2025-11-02T08:00:00.000Z',
        shipBy: '2025-11-04T08:00:00.000Z',
        currency: 'USD',
        goodsAmount: '40.00',
        shippingAmount: '4.99',
        taxAmount: '1.50',
        discountAmount: '4.00',
        totalAmount: '42.49',
        buyerName: 'Ann Bee',
        buyerEmail: 'v2b@scs.tiktokw.us',
        buyerRef: '7494845267308415300',
        buyerNote: 'leave it at the door',
        shipTo: {
          name: 'Ann Bee',
          line1: '1 Main St',
          line2: 'Apt 2',
          city: 'Austin',
          state: 'TX',
          postalCode: '78701',
          country: 'US',
          phone: '(+1)5125550100',
          email: 'v2b@scs.tiktokw.us',
        },
        lines: [
          {
            platformLineId: '577000000000000001',
            sellerSku: 'MUG-1',
            platformItemId: '1729000000000000101',
            title: 'Mug · Red',
            quantity: 2,
            unitPrice: '20.00',
            discount: '4.00',
            tax: '1.50',
          },
        ],
      },
    });
  });

  it.each([
    ['UNPAID', 'SELLER', 'unpaid', undefined],
    ['ON_HOLD', 'SELLER', 'toShip', 'ON_HOLD'],
    ['AWAITING_SHIPMENT', 'SELLER', 'toShip', undefined],
    ['AWAITING_SHIPMENT', 'TIKTOK', 'toShip', undefined],
    ['PARTIALLY_SHIPPING', 'SELLER', 'partiallyShipped', undefined],
    ['AWAITING_COLLECTION', 'SELLER', 'shipped', undefined],
    ['AWAITING_COLLECTION', 'TIKTOK', 'toShip', undefined],
    ['IN_TRANSIT', 'TIKTOK', 'shipped', undefined],
    ['DELIVERED', 'SELLER', 'shipped', undefined],
    ['COMPLETED', 'SELLER', 'shipped', undefined],
    ['CANCELLED', 'SELLER', 'cancelled', undefined],
    ['CANCEL', 'SELLER', 'cancelled', undefined],
  ])('that is %s by %s shipping is %s', (status, shipping, ours, hold) => {
    const read = good(readOrder(order({ status, shipping_type: shipping })));
    expect([read.status, read.hold, read.platformShipping]).toEqual([ours, hold, shipping === 'TIKTOK']);
  });

  it('in a state nobody knows is set aside', () => {
    for (const status of ['LOST', 'constructor', '']) expect(reason(order({ status }))).toMatch(/^status: /);
    expect(reason(order({ fulfillment_type: 'BY_DRONE' }))).toMatch(/^fulfillment_type: /);
    expect(good(readOrder(order({ fulfillment_type: 'FULFILLMENT_BY_TIKTOK' }))).fulfilledBy).toBe('platform');
  });

  it('says when its buyer wants to call it off, until it is', () => {
    const requested = order({ is_buyer_request_cancel: true });
    expect(good(readOrder(requested)).cancelRequested).toBe(true);
    expect(good(readOrder({ ...requested, status: 'CANCELLED' })).cancelRequested).toBeUndefined();
  });

  it('keeps apart what differs in article or price, and forgets what was cancelled', () => {
    const { lines } = good(
      readOrder(
        order({
          line_items: [
            unit('577000000000000005', { original_price: '19.99' }),
            unit('577000000000000004', { display_status: 'CANCELLED' }),
            unit('577000000000000003'),
            unit('577000000000000007', {
              is_gift: true,
              original_price: '0',
              seller_discount: '',
              platform_discount: null,
            }),
            unit('99', { sku_id: '8', seller_sku: 'CUP', display_status: 'CANCELLED' }),
          ],
        }),
      ),
    );
    expect(lines.map(({ platformLineId, quantity, unitPrice }) => [platformLineId, quantity, unitPrice])).toEqual([
      ['577000000000000005', 1, '19.99'],
      ['577000000000000003', 1, '20.00'],
      ['577000000000000007', 1, '0'],
    ]);
    const gone = good(
      readOrder(order({ status: 'CANCELLED', line_items: [unit('1', { display_status: 'CANCELLED' })] })),
    );
    expect(gone.lines[0]?.quantity).toBe(1);
  });

  it('has the same lines in whatever order its units come', () => {
    const ids = fc.uniqueArray(fc.bigInt(1n, 2n ** 63n - 1n), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(ids, fc.infiniteStream(fc.constantFrom('A', 'B')), (numbers, skus) => {
        const units = numbers.map((id) => unit(String(id), { sku_id: skus.next().value }));
        const lines = (of: object[]) =>
          linesOf(orderShape.parse(order({ line_items: of })))
            .map((line) => line.map((one) => one.id))
            .sort(([a = ''], [b = '']) => byNumber(a, b));
        const answered = lines(units);
        expect(lines(units.toReversed())).toEqual(answered);
        expect(answered.flat().sort(byNumber)).toEqual(numbers.toSorted((a, b) => (a < b ? -1 : 1)).map(String));
      }),
    );
  });

  it.each([
    ['yen without cents', { currency: 'JPY', total: '1980', goods: '1980' }],
    ['rupiah in their millions', { currency: 'IDR', total: '12500000', goods: '12500000' }],
    ['more digits than a float holds', { currency: 'VND', total: '9007199254740993.07', goods: '9007199254740993.07' }],
  ])('tells amounts exactly: %s', (_what, { currency, total, goods }) => {
    const answered = order({
      payment: { currency, total_amount: total, original_total_product_price: goods, shipping_fee: '' },
      line_items: [unit('1', { currency, original_price: goods, item_tax: null })],
    });
    expect(good(readOrder(answered))).toMatchObject({
      currency,
      totalAmount: total,
      goodsAmount: goods,
      shippingAmount: '0',
      taxAmount: '0',
      discountAmount: '0',
    });
  });

  it.each([
    ['payment.currency', { payment: undefined, line_items: [unit('1', { currency: '' })] }],
    ['line_items.0.currency', { line_items: [unit('1', { currency: 'EUR' })] }],
    ['line_items.0.id', { line_items: [unit('')] }],
    ['line_items', { line_items: [] }],
    ['create_time', { create_time: 'yesterday' }],
    ['create_time', { create_time: 9e15 }],
  ])('is set aside, naming %s', (field, more) => {
    const record = readOrder(order(more));
    expect(record).toMatchObject({ ok: false, platformOrderNo: '576461413038785752' });
    expect(record.ok === false && record.reason).toContain(`${field}: `);
  });

  it('says that its amounts are unknown where one is missing or cannot be read', () => {
    const unknown = (more: object) => good(readOrder(order(more))).amountsUnknown;
    const paying = (more: object) => ({ payment: { ...order().payment, ...more } });
    for (const odd of ['NaN', {}, null, undefined])
      for (const name of ['total_amount', 'original_total_product_price', 'shipping_fee', 'platform_discount'])
        expect([name, odd, unknown(paying({ [name]: odd }))]).toEqual([name, odd, true]);
    expect(unknown({ payment: 'none' })).toBe(true);
    expect(unknown(paying({ total_amount: '' }))).toBe(true);
    expect(unknown(paying({ tax: 'some' }))).toBe(true);
    expect(unknown({ line_items: [unit('1', { original_price: '1,50' })] })).toBe(true);
    expect(unknown({ line_items: [unit('1', { item_tax: [{ tax_amount: '?' }] })] })).toBe(true);
    expect(unknown(paying({ shipping_fee: '', seller_discount: '', tax: undefined }))).toBeUndefined();
    expect(unknown({ line_items: [unit('1', { seller_discount: '', platform_discount: null })] })).toBeUndefined();
  });

  it('is read whatever happens to a field that nobody needs', async () => {
    const needed = ['id', 'status', 'create_time', 'line_items.*.id', 'line_items.*.seller_sku'];
    expect(await harmfulTo(order(), needed, readOrder)).toEqual([]);
    const nameless = good(readOrder(order({ line_items: [unit('1', { seller_sku: null })] })));
    expect(nameless.lines).toMatchObject([{ platformItemId: '1729000000000000101', sellerSku: '', quantity: 1 }]);
    expect(good(readOrder(order({ update_time: 0, paid_time: null }))).updatedAt).toBe('2025-11-02T07:00:00.000Z');
  });

  it('counts no unit that was called off, in whatever letters TikTok says so', () => {
    const line_items = [unit('1'), unit('2', { display_status: 'cancelled' })];
    expect(good(readOrder(order({ line_items }))).lines[0]?.quantity).toBe(1);
  });

  it('keeps a country that nobody knows as it came', () => {
    const to = (region_code: unknown, more: object = {}) =>
      good(readOrder(order({ recipient_address: { ...order().recipient_address, region_code, ...more } }))).shipTo;
    expect([to('USA')?.country, to('us')?.country, to('XYZ', { district_info: null })?.country]).toEqual([
      'US',
      'US',
      'XYZ',
    ]);
    expect([to(null)?.country, to({}, { district_info: [] })]).toEqual(['US', undefined]);
  });

  it('leaves a hidden buyer hidden and a missing one out', () => {
    const hidden = {
      name: 'J** D**',
      phone_number: '(+1)***00',
      address_line1: '1**',
      region_code: 'GB',
      post_town: 'Leeds',
    };
    expect(good(readOrder(order({ recipient_address: hidden, buyer_email: '' }))).shipTo).toEqual({
      name: 'J** D**',
      line1: '1**',
      city: 'Leeds',
      postalCode: '',
      country: 'GB',
      phone: '(+1)***00',
    });
    for (const none of [undefined, null, {}, { name: 'A' }])
      expect(good(readOrder(order({ recipient_address: none }))).shipTo).toBeUndefined();
  });
});

describe('listing TikTok’s orders', () => {
  const AFTER = '2026-11-01T00:00:00Z';
  const bodyOf = (sent: { body: string } | undefined) => JSON.parse(sent?.body ?? '{}') as unknown;

  it('asks for a window, oldest change first, and goes on with the same filters in another process', async () => {
    const first = scripted(ok({ orders: [order(), 'nonsense'], next_page_token: 't1', total_count: 2 }));
    const page = await connect(first.fetch).listOrders(ACCESS, { updatedAfter: AFTER });
    expect(page.records.map((one) => one.ok)).toEqual([true, false]);
    expect(page.listedUntil).toBe('2026-11-02T11:59:01.000Z');
    const second = scripted(ok({ orders: [], next_page_token: '' }));
    const later = await connect(second.fetch, NOW + 60_000).listOrders(ACCESS, {
      updatedAfter: '2000-01-01T00:00:00Z',
      cursor: page.nextCursor ?? '',
    });
    expect([later.nextCursor, later.listedUntil]).toEqual([undefined, page.listedUntil]);
    expect(bodyOf(second.sent[0])).toEqual(bodyOf(first.sent[0]));
    expect(bodyOf(first.sent[0])).toEqual({ update_time_ge: 1793491200, update_time_lt: 1793620801 });
    const query = Object.fromEntries(second.sent[0]?.url.searchParams ?? []);
    expect(query).toMatchObject({ page_size: '100', sort_field: 'update_time', sort_order: 'ASC', page_token: 't1' });
  });

  it('takes an old place up again by the time it had come to', async () => {
    const changed = order({ update_time: 1793500000 });
    const first = scripted(ok({ orders: [changed], next_page_token: 't1' }));
    const { nextCursor } = await connect(first.fetch).listOrders(ACCESS, { updatedAfter: AFTER });
    const tomorrow = scripted(ok({ orders: [] }));
    await connect(tomorrow.fetch, NOW + 86_400_000).listOrders(ACCESS, {
      updatedAfter: AFTER,
      cursor: nextCursor ?? '',
    });
    expect(tomorrow.sent[0]?.url.searchParams.has('page_token')).toBe(false);
    expect(bodyOf(tomorrow.sent[0])).toEqual({ update_time_ge: 1793500000, update_time_lt: 1793620801 });
  });

  it('begins anew when TikTok no longer knows the page', async () => {
    const { nextCursor = '' } = await connect(scripted(ok({ orders: [], next_page_token: 't' })).fetch).listOrders(
      ACCESS,
      {
        updatedAfter: AFTER,
      },
    );
    const gone = scripted(no(36009004, 'Invalid parameter. The page_token is invalid.', 400));
    const error = await failure(connect(gone.fetch).listOrders(ACCESS, { updatedAfter: AFTER, cursor: nextCursor }));
    expect([error.kind, error.code]).toEqual(['rejected', 'BAD_CURSOR']);
    const junk = await failure(connect(gone.fetch).listOrders(ACCESS, { updatedAfter: AFTER, cursor: 'junk' }));
    expect(junk.code).toBe('BAD_CURSOR');
  });

  it('does not turn in circles on a page that repeats itself', async () => {
    const { fetch } = scripted(ok({ orders: [], next_page_token: 'same' }));
    let cursor: string | undefined;
    const walk = async () => {
      for (let i = 0; i < 10; i++)
        cursor = (await connect(fetch).listOrders(ACCESS, { updatedAfter: AFTER, ...(cursor ? { cursor } : {}) }))
          .nextCursor;
    };
    expect((await failure(walk())).code).toBe('LOOP');
  });

  it('never asks for a window that ends before it begins', async () => {
    const { fetch, sent } = scripted(ok({ orders: null }));
    const ahead = new Date(NOW + 3_600_000).toISOString();
    const page = await connect(fetch).listOrders(ACCESS, { updatedAfter: ahead });
    expect(page.listedUntil).toBe('2026-11-02T13:00:00.000Z');
    expect(bodyOf(sent[0])).toEqual({ update_time_ge: 1793624400, update_time_lt: 1793624400 });
  });

  it('counts by the time they were placed', async () => {
    const { fetch, sent } = scripted(ok({ orders: [order()], next_page_token: '' }));
    const page = await connect(fetch).listOrderNos(ACCESS, { orderedFrom: AFTER, orderedTo: '2026-11-02T00:00:00Z' });
    expect(page).toEqual({
      orders: [{ platformOrderNo: '576461413038785752', orderedAt: '2025-11-02T07:00:00.000Z' }],
    });
    expect(bodyOf(sent[0])).toEqual({ create_time_ge: 1793491200, create_time_lt: 1793577600 });
    expect(sent[0]?.url.searchParams.get('sort_field')).toBe('create_time');
  });
});
