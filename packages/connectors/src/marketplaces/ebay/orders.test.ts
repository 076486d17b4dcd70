import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import { bent } from '../../lax.testing.ts';
import { isZero, sum } from '../../money.ts';
import { failure, scripted } from '../../testing.ts';
import { ACCESS, connect, line, NOW, order, page, usd } from './fixtures.ts';
import { nextOffset } from './listing.ts';
import { readOrder } from './orders.ts';
import { readStatus } from './status.ts';

const read = (raw: unknown) => {
  const record = readOrder(raw);
  if (!record.ok) throw new Error(record.reason);
  return record.order;
};
const reason = (raw: unknown) => {
  const record = readOrder(raw);
  return record.ok ? 'read' : record.reason;
};

describe('states', () => {
  it.each([
    ['PENDING', 'NOT_STARTED', 'NONE_REQUESTED', 'unpaid'],
    ['FAILED', 'NOT_STARTED', 'NONE_REQUESTED', 'unpaid'],
    ['PAID', 'NOT_STARTED', 'NONE_REQUESTED', 'toShip'],
    ['PAID', 'IN_PROGRESS', 'NONE_REQUESTED', 'partiallyShipped'],
    ['PAID', 'FULFILLED', 'NONE_REQUESTED', 'shipped'],
    // Sent before it was paid: it is on its way all the same.
    ['PENDING', 'FULFILLED', 'NONE_REQUESTED', 'shipped'],
    ['PARTIALLY_REFUNDED', 'NOT_STARTED', 'NONE_REQUESTED', 'toShip'],
    ['PARTIALLY_REFUNDED', 'FULFILLED', 'NONE_REQUESTED', 'shipped'],
    ['FULLY_REFUNDED', 'NOT_STARTED', 'NONE_REQUESTED', 'refunded'],
    ['FULLY_REFUNDED', 'FULFILLED', 'NONE_REQUESTED', 'refunded'],
    ['FULLY_REFUNDED', 'NOT_STARTED', 'CANCELED', 'cancelled'],
    ['PENDING', 'NOT_STARTED', 'CANCELED', 'cancelled'],
  ])('%s/%s/%s is %s', (payment, fulfilment, cancel, status) => {
    expect(readStatus({ payment, fulfilment, cancel })).toEqual({ status, cancelRequested: false });
  });

  it.each(['CANCEL_REQUESTED', 'IN_PROGRESS'])('%s leaves the state and says that somebody asked', (cancel) => {
    expect(readStatus({ payment: 'PAID', fulfilment: 'NOT_STARTED', cancel })).toEqual({
      status: 'toShip',
      cancelRequested: true,
    });
    const requested = { ...order(), cancelStatus: { cancelState: cancel, cancelRequests: [] } };
    expect(read(requested)).toMatchObject({ status: 'toShip', cancelRequested: true });
  });

  it('never guesses a word that eBay does not document', () => {
    expect(reason(order({ orderPaymentStatus: 'ON_CREDIT' }))).toContain('"ON_CREDIT/NOT_STARTED/NONE_REQUESTED"');
    expect(reason(order({ orderFulfillmentStatus: 'LOST' }))).toContain('LOST');
    expect(reason(order({ cancelStatus: { cancelState: 'MAYBE' } }))).toContain('MAYBE');
  });

  it('knows the words in small letters, and lets a person look where a cancellation cannot be read', () => {
    expect(read(order({ orderPaymentStatus: 'paid', orderFulfillmentStatus: 'in_progress' })).status).toBe(
      'partiallyShipped',
    );
    for (const cancelStatus of ['some', { cancelState: {} }])
      expect(read(order({ cancelStatus })).cancelRequested).toBe(true);
    for (const cancelStatus of [undefined, null, {}])
      expect(read(order({ cancelStatus })).cancelRequested).toBeUndefined();
  });
});

describe('an order', () => {
  it('is told in our words', () => {
    expect(read(order({ buyerCheckoutNotes: ' by the door ', carbonFootprint: 1 }))).toEqual({
      platformOrderNo: '01-12345-67890',
      status: 'toShip',
      fulfilledBy: 'seller',
      orderedAt: '2026-11-01T08:00:00.000Z',
      paidAt: '2026-11-01T08:00:30.000Z',
      updatedAt: '2026-11-01T08:01:00.000Z',
      shipBy: '2026-11-04T07:59:59.000Z',
      marketplaceId: 'EBAY_US',
      currency: 'USD',
      goodsAmount: '45.98',
      shippingAmount: '2.0',
      taxAmount: '0.00',
      discountAmount: '0',
      totalAmount: '47.98',
      buyerName: 'A B',
      buyerEmail: 'x@members.ebay.com',
      buyerRef: 'buyer1',
      buyerNote: 'by the door',
      shipTo: {
        name: 'A B',
        line1: '1 Main St',
        city: 'Austin',
        state: 'TX',
        postalCode: '78701',
        country: 'US',
        phone: '5125550100',
        email: 'x@members.ebay.com',
      },
      lines: [
        {
          platformLineId: '10012345678901',
          sellerSku: 'LAMP-1',
          platformItemId: '150123456789',
          title: 'Lamp',
          quantity: 2,
          unitPrice: '22.99',
          discount: '0',
          tax: '0',
        },
      ],
    });
  });

  it('may lack its address and amounts', () => {
    const bare = { pricingSummary: undefined, fulfillmentStartInstructions: [] };
    const unpaid = read(order({ orderPaymentStatus: 'PENDING', ...bare }));
    expect([unpaid.status, unpaid.totalAmount, unpaid.shipTo]).toEqual(['unpaid', '45.98', undefined]);
    for (const found of [unpaid, read(order(bare))]) expect(found.amountsUnknown).toBe(true);
    // The currency of its site.
    const lineItems = [line({ lineItemCost: null })];
    expect(read(order({ ...bare, lineItems }))).toMatchObject({ currency: 'USD', amountsUnknown: true });
    const nowhere = [line({ lineItemCost: null, purchaseMarketplaceId: null, listingMarketplaceId: null })];
    expect(reason(order({ ...bare, lineItems: nowhere }))).toContain('no currency');
  });

  it('goes to countries of three letters, and keeps those that nobody knows', () => {
    const [instruction] = order().fulfillmentStartInstructions;
    const { shipTo } = instruction?.shippingStep ?? {};
    const to = (countryCode: unknown) => {
      const contactAddress = { ...shipTo?.contactAddress, countryCode };
      const shippingStep = { shipTo: { ...shipTo, contactAddress } };
      return read(order({ fulfillmentStartInstructions: [{ ...instruction, shippingStep }] })).shipTo?.country;
    };
    expect([to('USA'), to('de'), to('XYZ'), to(undefined), to(1)]).toEqual(['US', 'DE', 'XYZ', '', '1']);
  });

  it('is read whatever happens to a field that nobody needs', () => {
    const needed = [
      ...['orderId', 'creationDate', 'orderFulfillmentStatus', 'orderPaymentStatus', 'cancelStatus.cancelState'],
      ...['lineItemId', 'sku', 'quantity'].map((name) => `lineItems.*.${name}`),
    ];
    const brief = ({ platformOrderNo, lines }: PlatformOrder) =>
      JSON.stringify([platformOrderNo, ...lines.map((one) => [one.platformLineId, one.sellerSku, one.quantity])]);
    const full = order({
      pricingSummary: {
        ...order().pricingSummary,
        priceDiscount: usd('-1.0'),
        fee: usd('1.0'),
        adjustment: usd('0.0'),
      },
      program: { fulfillmentProgram: { fulfilledBy: 'SELLER' } },
      lineItems: [line({ taxes: [{ amount: usd('1.0') }] }), line({ lineItemId: '2', sku: 'MUG-1', quantity: 1 })],
    });
    const right = '["01-12345-67890",["10012345678901","LAMP-1",2],["2","MUG-1",1]]';
    expect(brief(read(full))).toBe(right);
    const wrong: unknown[] = [];
    for (const { what, answer } of bent(full, needed)) {
      const record = readOrder(answer);
      const found = record.ok ? brief(record.order) : record.reason;
      if (found !== right) wrong.push([what, found]);
    }
    expect(wrong).toEqual([]);
  });

  it('of an international programme goes to the hub, with the reference above its street', () => {
    const [instruction] = order().fulfillmentStartInstructions;
    const shippingStep = { ...instruction?.shippingStep, shipToReferenceId: 'Reference #1234567890' };
    const hub = read(order({ fulfillmentStartInstructions: [{ ...instruction, shippingStep }] }));
    expect(hub.shipTo).toMatchObject({ company: 'Reference #1234567890', line1: '1 Main St' });
  });

  it('that eBay itself ships is only recorded', () => {
    const type = { fulfillmentInstructionsType: 'FULFILLED_BY_EBAY' };
    expect(read(order({ fulfillmentStartInstructions: [type] })).fulfilledBy).toBe('platform');
    expect(read(order({ program: { fulfillmentProgram: { fulfilledBy: 'EBAY' } } })).fulfilledBy).toBe('platform');
  });

  it('may have lines without SKU', () => {
    expect(read(order({ lineItems: [line({ sku: undefined })] })).lines[0]?.sellerSku).toBe('');
    expect(reason(order({ lineItems: [line({ quantity: 0 })] }))).toContain('quantity');
    expect(reason(order({ lineItems: [] }))).toContain('no lines');
  });
});

describe('amounts', () => {
  it('hold the taxes that eBay collects, the discounts and the fees', () => {
    const answered = read(
      order({
        pricingSummary: {
          priceSubtotal: usd('45.98'),
          priceDiscount: usd('-5.0'),
          deliveryCost: usd('4.0'),
          deliveryDiscount: usd('-1.5'),
          fee: usd('0.25'),
          adjustment: usd('-0.98'),
          tax: usd('3.33'),
          total: usd('46.08'),
        },
        lineItems: [line({ taxes: [{ amount: usd('3.33') }], discountedLineItemCost: usd('40.98') })],
      }),
    );
    expect(answered).toMatchObject({
      goodsAmount: '45.98',
      shippingAmount: '4.25',
      discountAmount: '7.48',
      taxAmount: '3.33',
      totalAmount: '46.08',
    });
    expect(answered.lines[0]).toMatchObject({ unitPrice: '22.99', discount: '5.00', tax: '3.33' });
    const dearer = order({
      pricingSummary: { ...order().pricingSummary, adjustment: usd('1.0'), total: usd('48.98') },
    });
    expect(read(dearer)).toMatchObject({ shippingAmount: '3.0', discountAmount: '0', taxAmount: '0.00' });
  });

  it('always come to the total', () => {
    const cents = fc.integer({ min: 0, max: 9_999_999 }).map((n) => (n / 100).toFixed(2));
    fc.assert(
      fc.property(
        cents,
        cents,
        cents,
        cents,
        cents,
        fc.integer({ min: 1, max: 40 }),
        (goods, ship, tax, off, fee, quantity) => {
          const total = sum([goods, ship, tax, fee, `-${off}`]);
          fc.pre(!total.startsWith('-'));
          const pricingSummary = {
            priceSubtotal: usd(goods),
            deliveryCost: usd(ship),
            priceDiscount: usd(`-${off}`),
            fee: usd(fee),
            total: usd(total),
          };
          const got = read(order({ pricingSummary, lineItems: [line({ quantity, lineItemCost: usd(goods) })] }));
          const parts = [
            got.goodsAmount,
            got.shippingAmount,
            got.taxAmount,
            `-${got.discountAmount}`,
            `-${got.totalAmount}`,
          ];
          expect(isZero(sum(parts))).toBe(true);
          expect(isZero(sum([got.taxAmount, `-${tax}`]))).toBe(true);
        },
      ),
    );
  });

  it('of another currency are never added up', () => {
    const odd = order({ lineItems: [line({ lineItemCost: { value: '1.0', currency: 'EUR' } })] });
    expect(reason(odd)).toBe('lineItems.0.lineItemCost.currency: EUR in an order of USD');
  });

  it('are unknown where one that should be there is missing or cannot be read', () => {
    const unknown = (more: object, lines: object = {}) =>
      read(order({ pricingSummary: { ...order().pricingSummary, ...more }, lineItems: [line(lines)] })).amountsUnknown;
    expect(unknown({})).toBeUndefined();
    // Less than its parts.
    expect(unknown({ total: usd('3.0') })).toBe(true);
    for (const odd of [undefined, null, '47.98', { value: '47,98', currency: 'USD' }])
      expect([unknown({ total: odd }), unknown({ priceSubtotal: odd }), unknown({}, { lineItemCost: odd })]).toEqual([
        true,
        true,
        true,
      ]);
    for (const odd of ['2.0', { value: 'free', currency: 'USD' }]) {
      expect([unknown({ deliveryCost: odd }), unknown({ priceDiscount: odd }), unknown({ adjustment: odd })]).toEqual([
        true,
        true,
        true,
      ]);
      expect(unknown({}, { discountedLineItemCost: odd })).toBe(true);
      expect(unknown({}, { taxes: [{ amount: odd }] })).toBe(true);
    }
    for (const nothing of [undefined, null, '']) {
      expect([unknown({ priceDiscount: nothing }), unknown({ fee: nothing })]).toEqual([undefined, undefined]);
      expect(unknown({}, { discountedLineItemCost: nothing, taxes: nothing })).toBeUndefined();
    }
  });

  it('of a line that does not divide are told more exactly', () => {
    const third = read(order({ lineItems: [line({ quantity: 3, lineItemCost: usd('10.0') })] }));
    expect(third.lines[0]?.unitPrice).toBe('3.33333');
    const yen = { value: '3000', currency: 'JPY' };
    const summary = { priceSubtotal: yen, total: yen };
    expect(read(order({ pricingSummary: summary, lineItems: [line({ lineItemCost: yen })] })).lines[0]?.unitPrice).toBe(
      '1500.00',
    );
  });
});

describe('listing', () => {
  const link = (offset: number) => `https://api.ebay.com/sell/fulfillment/v1/order?limit=100&offset=${offset}`;
  const from = '2026-11-01T00:00:00.000Z';

  it('is open at first and closed by eBay’s clock afterwards', async () => {
    const { fetch, sent } = scripted(page([order()], { total: 101, next: link(100) }), page([order()], { total: 101 }));
    const connector = connect(fetch);
    const first = await connector.listOrders(ACCESS, { updatedAfter: from });
    expect(first.nextCursor).toBeTruthy();
    const second = await connector.listOrders(ACCESS, { updatedAfter: from, cursor: first.nextCursor ?? '' });
    expect(second.nextCursor).toBeUndefined();
    expect(sent.map((one) => [one.url.searchParams.get('filter'), one.url.searchParams.get('offset')])).toEqual([
      [`lastmodifieddate:[${from}..]`, '0'],
      [`lastmodifieddate:[${from}..2026-11-02T12:00:00.000Z]`, '100'],
    ]);
    // Five minutes back: eBay's index lags.
    expect([first.listedUntil, second.listedUntil]).toEqual(['2026-11-02T11:55:00.000Z', '2026-11-02T11:55:00.000Z']);
  });

  it('never asks for more than eBay keeps, and waits where its clock is behind', async () => {
    const old = scripted(page([]));
    await connect(old.fetch).listOrders(ACCESS, { updatedAfter: '2019-01-01T00:00:00Z' });
    const requested = /\[(.*)\.\./.exec(old.sent[0]?.url.searchParams.get('filter') ?? '')?.[1] ?? '';
    expect(NOW - Date.parse(requested)).toBe(729 * 86_400_000);
    const future = { status: 400, json: { errors: [{ errorId: 30850, message: 'in the future' }] } };
    expect(await connect(scripted(future).fetch).listOrders(ACCESS, { updatedAfter: from })).toEqual({
      records: [],
      listedUntil: from,
    });
  });

  it('stops when a page leads to itself for ever, and takes no cursor of others', async () => {
    const connector = connect(scripted(page([order()], { total: 500, next: link(100) })).fetch);
    let cursor = '';
    const walk = async () => {
      for (let i = 0; i < 9; i++) {
        const { nextCursor } = await connector.listOrders(ACCESS, {
          updatedAfter: from,
          ...(cursor ? { cursor } : {}),
        });
        cursor = nextCursor ?? '';
      }
    };
    expect((await failure(walk())).code).toBe('LOOP');
    expect((await failure(connector.listOrders(ACCESS, { updatedAfter: from, cursor: 'abc' }))).code).toBe(
      'BAD_CURSOR',
    );
  });

  it('loses no order when others leave the window meanwhile', () => {
    const size = 5;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.array(fc.array(fc.nat(60), { maxLength: 6 }), { maxLength: 12 }),
        (count, leaving) => {
          let rows = Array.from({ length: count }, (_, i) => i);
          const visited = new Set<number>();
          let at: { offset: number; total: number } | undefined;
          for (let step = 0; step < 200; step++) {
            const gone = at ? new Set((leaving[step - 1] ?? []).map((n) => rows[n])) : new Set<number | undefined>();
            rows = rows.filter((row) => !gone.has(row));
            const offset = at?.offset ?? 0;
            for (const row of rows.slice(offset, offset + size)) visited.add(row);
            const next = offset + size < rows.length ? { next: link(offset + size) } : {};
            const following = nextOffset(at, { orders: [], total: rows.length, ...next });
            if (following === undefined) break;
            at = { offset: following, total: rows.length };
          }
          expect(rows.filter((row) => !visited.has(row))).toEqual([]);
        },
      ),
    );
  });

  it('by the time of purchase leaves the end open where eBay’s clock might be behind', async () => {
    const { fetch, sent } = scripted(
      page([order(), order({ orderId: '02-2-2', creationDate: '2026-11-02T12:00:00.000Z' })]),
    );
    const got = await connect(fetch).listOrderNos(ACCESS, { orderedFrom: from, orderedTo: '2026-11-02T11:58:00.000Z' });
    expect(sent[0]?.url.searchParams.get('filter')).toBe(`creationdate:[${from}..]`);
    expect(got).toEqual({ orders: [{ platformOrderNo: '01-12345-67890', orderedAt: '2026-11-01T08:00:00.000Z' }] });
    await connect(fetch).listOrderNos(ACCESS, { orderedFrom: from, orderedTo: '2026-11-01T12:00:00.000Z' });
    expect(sent[1]?.url.searchParams.get('filter')).toBe(`creationdate:[${from}..2026-11-01T12:00:00.000Z]`);
  });
});
