import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SettlementLine } from '../../marketplace.ts';
import { isZero, sum } from '../../money.ts';
import { failure, kindOfFailure, type Sent, scripted } from '../../testing.ts';
import { ACCESS, connect, line, order, page, usd } from './fixtures.ts';
import { readReturnState } from './returns.ts';
import { kindOfFee } from './settlements.ts';

const transaction = (more: object = {}) => ({
  transactionId: '01-12345-67890',
  transactionType: 'SALE',
  bookingEntry: 'CREDIT',
  transactionStatus: 'FUNDS_PROCESSING',
  amount: usd('21.44'),
  totalFeeAmount: usd('3.55'),
  transactionDate: '2026-11-01T08:00:00.000Z',
  orderId: '01-12345-67890',
  orderLineItems: [
    {
      lineItemId: '10012345678901',
      marketplaceFees: [
        { feeType: 'FINAL_VALUE_FEE', amount: usd('3.05') },
        { feeType: 'AD_FEE', amount: usd('0.3') },
      ],
    },
  ],
  ...more,
});
const settle = async (...transactions: unknown[]) => {
  const { fetch } = scripted({ json: { transactions, total: transactions.length } }, { status: 204 });
  const got = await connect(fetch).listSettlements(ACCESS, { postedAfter: '2026-10-30T00:00:00Z' });
  return { lines: got.lines, unreadable: got.unreadable };
};
const brief = (lines: readonly SettlementLine[]) => lines.map((one) => [one.kind, one.type, one.amount, one.reference]);

describe('settlements', () => {
  it('split a sale into what was sold and what eBay kept', async () => {
    const { lines } = await settle(transaction({ payoutId: '5001' }));
    expect(brief(lines)).toEqual([
      ['sale', 'SALE', '24.99', 'SALE/01-12345-67890'],
      ['commission', 'FINAL_VALUE_FEE', '-3.05', 'SALE/01-12345-67890/10012345678901/FINAL_VALUE_FEE'],
      ['advertising', 'AD_FEE', '-0.3', 'SALE/01-12345-67890/10012345678901/AD_FEE'],
      ['other', 'OTHER_FEES', '-0.20', 'SALE/01-12345-67890/FEES'],
    ]);
    expect(lines[0]).toMatchObject({
      settlementId: '5001',
      platformOrderNo: '01-12345-67890',
      currency: 'USD',
      postedAt: '2026-11-01T08:00:00.000Z',
    });
    expect(lines[1]).toMatchObject({ platformLineId: '10012345678901' });
  });

  it('give a refund’s fees back', async () => {
    const refund = transaction({ transactionType: 'REFUND', bookingEntry: 'DEBIT', transactionId: '7' });
    const { lines } = await settle(refund);
    expect(lines.map((one) => [one.kind, one.amount])).toEqual([
      ['refund', '-24.99'],
      ['commission', '3.05'],
      ['advertising', '0.3'],
      ['other', '0.20'],
    ]);
  });

  it.each([
    ['SHIPPING_LABEL', 'DEBIT', undefined, 'fulfilment', '-5.0'],
    ['NON_SALE_CHARGE', 'DEBIT', 'AD_FEE', 'advertising', '-5.0'],
    ['NON_SALE_CHARGE', 'DEBIT', 'INSERTION_FEE', 'other', '-5.0'],
    ['CREDIT', 'CREDIT', undefined, 'adjustment', '5.0'],
    ['TRANSFER', 'DEBIT', undefined, 'adjustment', '-5.0'],
    ['DISPUTE', 'DEBIT', undefined, 'refund', '-5.0'],
    ['SOMETHING_NEW', 'CREDIT', undefined, 'other', '5.0'],
  ])('book %s (%s, %s) as %s', async (transactionType, bookingEntry, feeType, kind, amount) => {
    const bare = {
      transactionType,
      bookingEntry,
      feeType,
      amount: usd('5.0'),
      totalFeeAmount: undefined,
      orderLineItems: [],
    };
    const { lines } = await settle(transaction(bare));
    expect(lines.map((one) => [one.kind, one.amount])).toEqual([[kind, amount]]);
  });

  it('always add up to what eBay booked, each line under a name of its own', async () => {
    const cents = fc.integer({ min: 0, max: 999_999 }).map((n) => (n / 100).toFixed(2));
    const fee = fc.record({ feeType: fc.constantFrom('FINAL_VALUE_FEE', 'AD_FEE', 'X'), amount: cents.map(usd) });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('CREDIT', 'DEBIT'),
        cents,
        fc.option(cents, { nil: undefined }),
        fc.array(fc.array(fee, { maxLength: 4 }), { maxLength: 3 }),
        async (bookingEntry, amount, total, fees) => {
          const orderLineItems = fees.map((marketplaceFees, i) => ({ lineItemId: String(i), marketplaceFees }));
          const totalFeeAmount = total === undefined ? undefined : usd(total);
          const { lines } = await settle(
            transaction({ bookingEntry, amount: usd(amount), totalFeeAmount, orderLineItems }),
          );
          const booked = bookingEntry === 'CREDIT' ? amount : `-${amount}`;
          expect(
            isZero(
              sum([
                ...lines.map((one) => one.amount),
                ...(booked.startsWith('-') ? [booked.slice(1)] : [`-${booked}`]),
              ]),
            ),
          ).toBe(true);
          expect(new Set(lines.map((one) => one.reference)).size).toBe(lines.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('set aside what they cannot read', async () => {
    const euro = [{ lineItemId: '1', marketplaceFees: [{ feeType: 'X', amount: { value: '1.0', currency: 'EUR' } }] }];
    const { lines, unreadable } = await settle(transaction({ orderLineItems: euro }), { transactionId: '9' });
    expect(lines).toEqual([]);
    expect(unreadable.map((one) => one.reason)).toEqual([
      'orderLineItems.marketplaceFees.amount.currency: EUR beside USD',
      expect.stringContaining('transactionType'),
    ]);
  });

  it('walk long times in windows, then the payouts, then the older transactions of each', async () => {
    const filterOf = (sent: Sent) => `${sent.url.pathname.split('/').pop()} ${sent.url.searchParams.get('filter')}`;
    const old = transaction({ transactionId: 'old', transactionDate: '2026-07-01T00:00:00.000Z' });
    const { fetch, sent } = scripted((one) => {
      const asked = filterOf(one);
      if (asked.startsWith('payout payoutDate:[2026-10'))
        return {
          json: {
            payouts: [
              {
                payoutId: '5001',
                payoutStatus: 'SUCCEEDED',
                payoutDate: '2026-10-20T00:00:00.000Z',
                amount: usd('40.0'),
              },
              {
                payoutId: '5002',
                payoutStatus: 'INITIATED',
                payoutDate: '2026-10-21T00:00:00.000Z',
                amount: usd('1.0'),
              },
            ],
          },
        };
      if (asked.includes('payoutId')) return { json: { transactions: [old, transaction()] } };
      return { status: 204 };
    });
    const lines: SettlementLine[] = [];
    let cursor: string | undefined;
    do {
      const got = await connect(fetch).listSettlements(ACCESS, {
        postedAfter: '2026-07-15T00:00:00Z',
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(got.listedUntil).toBe('2026-11-02T12:00:00.500Z');
      lines.push(...got.lines);
      cursor = got.nextCursor;
    } while (cursor !== undefined);
    expect(sent.map(filterOf)).toEqual([
      'transaction transactionDate:[2026-07-15T00:00:00.000Z..2026-10-08T00:00:00.000Z]',
      'transaction transactionDate:[2026-10-08T00:00:00.000Z..]',
      'payout payoutDate:[2026-07-15T00:00:00.000Z..2026-10-08T00:00:00.000Z]',
      'payout payoutDate:[2026-10-08T00:00:00.000Z..]',
      'transaction payoutId:{5001}',
      'transaction payoutId:{5002}',
    ]);
    expect(lines.filter((one) => one.kind === 'payout')).toMatchObject([
      { reference: 'PAYOUT/5001', amount: '-40.0', settlementId: '5001' },
    ]);
    expect(lines.filter((one) => one.kind === 'sale').map((one) => [one.reference, one.settlementId])).toEqual([
      ['SALE/old', '5001'],
      ['SALE/old', '5002'],
    ]);
  });

  it.each([
    ['FINAL_VALUE_FEE_FIXED_PER_ORDER', 'commission'],
    ['INTERNATIONAL_FEE', 'commission'],
    ['AD_FEE', 'advertising'],
    ['PREMIUM_AD_FEES', 'advertising'],
    ['PAYMENT_PROCESSING_FEE', 'payment'],
    ['SHIPPING_LABEL_FEE', 'fulfilment'],
    ['UPLOAD_FEE', 'other'],
  ])('take %s for %s', (fee, kind) => {
    expect(kindOfFee(fee)).toBe(kind);
  });
});

describe('stock and prices', () => {
  const good = (sku: string, offerId?: string) => ({ sku, ...(offerId ? { offerId } : {}), statusCode: 200 });
  const item = (sellerSku: string, offerId?: string) => ({
    itemId: '1',
    sellerSku,
    ...(offerId ? { refs: { offerId } } : {}),
  });

  it('are told by article, each once, with its offers', async () => {
    const { fetch, sent } = scripted({ json: { responses: [good('A'), good('A', '1'), good('A', '2'), good('B')] } });
    const outcomes = await connect(fetch).pushStock(ACCESS, [
      { ...item('A', '1'), quantity: 3 },
      { ...item('A', '2'), quantity: 5 },
      { ...item('B'), quantity: 0 },
    ]);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      requests: [
        {
          sku: 'A',
          shipToLocationAvailability: { quantity: 5 },
          offers: [
            { offerId: '1', availableQuantity: 3 },
            { offerId: '2', availableQuantity: 5 },
          ],
        },
        { sku: 'B', shipToLocationAvailability: { quantity: 0 } },
      ],
    });
    expect(sent[0]?.headers.get('content-language')).toBe('en-GB');
    expect(outcomes.map((one) => one.outcome)).toEqual(['accepted', 'accepted', 'accepted']);
  });

  it.each([207, 400])('are refused one by one (%i)', async (status) => {
    const errors = [{ errorId: 25002, message: 'Any User error.', longMessage: 'Too many revisions today.' }];
    const responses = [{ ...good('A', '1'), statusCode: 400, errors }, good('A'), good('B', '2')];
    const { fetch } = scripted({ status, json: { responses } });
    const price = { price: '9.99', currency: 'GBP' };
    const outcomes = await connect(fetch).pushPrice(ACCESS, [
      { ...item('A', '1'), ...price },
      { ...item('B', '2'), ...price },
      { ...item('C', '3'), ...price },
      { ...item('D'), ...price },
    ]);
    expect(outcomes).toEqual([
      { outcome: 'refused', code: '25002', detail: 'Too many revisions today.' },
      { outcome: 'accepted' },
      { outcome: 'refused', code: 'NO_ANSWER', detail: 'eBay says nothing of this article' },
      { outcome: 'refused', code: 'NO_OFFER', detail: 'eBay prices offers, and this listing has none' },
    ]);
  });

  it('fail as a whole where eBay does not answer item by item', async () => {
    const refused = scripted({ status: 400, json: { errors: [{ errorId: 25709, message: 'Invalid value' }] } });
    expect(await kindOfFailure(connect(refused.fetch).pushStock(ACCESS, [{ ...item('A'), quantity: 1 }]))).toBe(
      'rejected',
    );
    const broken = scripted({ status: 500, json: { responses: [good('A')] } });
    expect(await kindOfFailure(connect(broken.fetch).pushStock(ACCESS, [{ ...item('A'), quantity: 1 }]))).toBe(
      'unavailable',
    );
  });
});

describe('listings', () => {
  const offer = (more: object = {}) => ({
    offerId: '36001',
    sku: 'LAMP-1',
    status: 'PUBLISHED',
    pricingSummary: { price: usd('22.99') },
    listing: { listingId: '150123', listingStatus: 'ACTIVE' },
    ...more,
  });
  const item = (more: object = {}) => ({
    sku: 'LAMP-1',
    product: { title: 'Lamp', imageUrls: ['https://i.test/1.jpg'] },
    availability: { shipToLocationAvailability: { quantity: 40 } },
    ...more,
  });
  const listed = async (one: object, ...offers: object[]) => {
    const { fetch, sent } = scripted((call) =>
      call.url.pathname.endsWith('/offer') ? { json: { offers } } : { json: { inventoryItems: [one] } },
    );
    return { ...(await connect(fetch).listListings(ACCESS, {})), sent };
  };

  it('are the offers of the articles', async () => {
    const { listings, sent } = await listed(item(), offer());
    expect(sent[1]?.url.search).toBe('?sku=LAMP-1&format=FIXED_PRICE&limit=100');
    expect(listings).toEqual([
      {
        itemId: '150123',
        sellerSku: 'LAMP-1',
        title: 'Lamp',
        state: 'active',
        quantity: 40,
        price: '22.99',
        currency: 'USD',
        imageUrl: 'https://i.test/1.jpg',
        url: 'https://www.ebay.com/itm/150123',
        fulfilledBy: 'seller',
        refs: { offerId: '36001' },
      },
    ]);
  });

  it('show the offer’s own quantity where it has one, and tell variants of one listing apart', async () => {
    const { listings } = await listed(item({ inventoryItemGroupKeys: ['LAMPS'] }), offer({ availableQuantity: 7 }));
    expect(listings[0]).toMatchObject({ itemId: '150123', variantId: 'LAMP-1', quantity: 7 });
  });

  it.each([
    [{ listingId: '1', listingStatus: 'OUT_OF_STOCK' }, ['active']],
    [{ listingId: '1', listingStatus: 'INACTIVE' }, ['inactive']],
    [{ listingId: '1', listingStatus: 'ENDED' }, ['ended']],
    [{ listingId: '1', listingStatus: 'EBAY_ENDED' }, ['blocked']],
    [{ listingId: '1', listingStatus: 'ACTIVE', listingOnHold: true }, ['blocked']],
    [{ listingId: '1', listingStatus: 'NOT_LISTED' }, []],
    [undefined, []],
  ])('%j are %j', async (listing, states) => {
    const { listings } = await listed(item(), offer({ listing }));
    expect(listings.map((one) => one.state)).toEqual(states);
  });

  it('set aside a state that eBay does not document, and articles without a SKU', async () => {
    const { listings, unreadable } = await listed(
      item(),
      offer({ listing: { listingId: '1', listingStatus: 'FROZEN' } }),
    );
    expect([listings, unreadable[0]?.reason]).toEqual([[], 'listing.listingStatus: "FROZEN" is unknown']);
    expect((await listed({ product: {} })).unreadable[0]?.reason).toContain('sku');
  });

  it('are none where an article is offered nowhere', async () => {
    const { fetch } = scripted(
      { json: { inventoryItems: [item()] } },
      { status: 404, json: { errors: [{ errorId: 25713, message: 'This Offer is not available.' }] } },
    );
    expect(await connect(fetch).listListings(ACCESS, {})).toEqual({ listings: [], unreadable: [] });
  });
});

describe('shipments', () => {
  const notice = {
    platformOrderNo: '01-12345-67890',
    packageNo: 1,
    carrierCode: 'USPS',
    carrierName: 'USPS',
    serviceName: 'Priority',
    trackingNumber: '9400 1000-0000',
    shippedAt: '2026-11-02T01:00:00Z',
    lines: [{ platformLineId: '10012345678901', quantity: 1 }],
  };

  it('are told with letters and digits only, after looking', async () => {
    const { fetch, sent } = scripted({ json: { fulfillments: [] } }, { status: 201, json: {} });
    expect(await connect(fetch).confirmShipment(ACCESS, notice)).toEqual({ outcome: 'confirmed' });
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({
      lineItems: [{ lineItemId: '10012345678901', quantity: 1 }],
      shippedDate: '2026-11-02T01:00:00.000Z',
      shippingCarrierCode: 'USPS',
      trackingNumber: '940010000000',
    });
    const now = scripted({ json: {} }, { status: 201, text: '' });
    await connect(now.fetch).confirmShipment(ACCESS, { ...notice, shippedAt: '2026-11-02T11:59:00Z' });
    expect(now.sent[1]?.body).not.toContain('shippedDate');
  });

  it('that stand already are not told again', async () => {
    const { fetch, sent } = scripted({ json: { fulfillments: [{ shipmentTrackingNumber: '940010000000' }] } });
    expect((await connect(fetch).confirmShipment(ACCESS, notice)).outcome).toBe('alreadyConfirmed');
    expect(sent).toHaveLength(1);
    expect((await failure(connect(fetch).confirmShipment(ACCESS, { ...notice, trackingNumber: '--' }))).code).toBe(
      'NO_TRACKING',
    );
  });
});

describe('cancelling', () => {
  const notice = { platformOrderNo: '01-12345-67890', reason: 'badAddress', lines: [] } as const;
  const state = (cancelState: string, ...cancelRequests: object[]) => ({
    json: order({ cancelStatus: { cancelState, cancelRequests } }),
  });

  it('is signed and names the order by its legacy number', async () => {
    const { fetch, sent } = scripted(state('NONE_REQUESTED'), { json: { cancelId: '5' } }, state('CANCELED'));
    expect(await connect(fetch).cancelOrder(ACCESS, notice)).toEqual({ outcome: 'cancelled' });
    expect(sent[1]?.url.href).toBe('https://api.ebay.com/post-order/v2/cancellation');
    expect(sent[1]?.headers.get('authorization')).toBe('IAF v^1.1#access');
    expect(sent[1]?.headers.get('content-digest')).toMatch(/^sha-256=:/);
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({
      legacyOrderId: '01-12345-67890',
      cancelReason: 'ADDRESS_ISSUES',
      buyerPaid: true,
    });
  });

  it('approves the buyer’s own wish', async () => {
    const asked = { cancelRequestId: '500', cancelInitiator: 'Buyer', cancelRequestState: 'REQUESTED' };
    const { fetch, sent } = scripted(state('IN_PROGRESS', asked), { json: {} }, state('IN_PROGRESS', asked));
    expect(await connect(fetch).cancelOrder(ACCESS, notice)).toEqual({ outcome: 'requested' });
    expect(sent[1]?.url.pathname).toBe('/post-order/v2/cancellation/500/approve');
  });

  it('is not begun twice', async () => {
    const done = scripted(state('CANCELED'));
    expect((await connect(done.fetch).cancelOrder(ACCESS, notice)).outcome).toBe('alreadyCancelled');
    const going = scripted(state('IN_PROGRESS'));
    expect((await connect(going.fetch).cancelOrder(ACCESS, notice)).outcome).toBe('requested');
    expect([done.sent.length, going.sent.length]).toEqual([1, 1]);
    const unheard = scripted(state('NONE_REQUESTED'), { json: {} }, { status: 503, text: '' });
    expect((await connect(unheard.fetch).cancelOrder(ACCESS, notice)).outcome).toBe('requested');
  });
});

describe('returns', () => {
  const member = (more: object = {}, item: object = {}) => ({
    returnId: '5000',
    orderId: '01-12345-67890',
    state: 'ITEM_SHIPPED',
    creationInfo: {
      item: { itemId: '150123456789', transactionId: '777', returnQuantity: 1, ...item },
      reason: 'WRONG_SIZE',
      creationDate: { value: '2026-11-01T10:00:00.000Z' },
    },
    sellerTotalRefund: { estimatedRefundAmount: usd('-22.99') },
    ...more,
  });
  const list = (members: object[], lines: object[] = [line()]) => {
    const { fetch, sent } = scripted(
      { json: { members, paginationOutput: { totalEntries: members.length } } },
      page([order({ lineItems: lines })]),
    );
    return connect(fetch)
      .listReturns(ACCESS, { updatedAfter: '2026-11-01T00:00:00Z' })
      .then((got) => ({ ...got, sent }));
  };

  it('find their lines in the orders, all of a page in one call', async () => {
    const { returns, sent } = await list([member(), member({ returnId: '5001' })]);
    expect(sent).toHaveLength(2);
    expect(sent[0]?.url.searchParams.get('creation_date_range_from')).toBe('2026-09-02T00:00:00.000Z');
    expect(sent[1]?.url.search).toBe('?orderIds=01-12345-67890');
    expect(returns[0]).toEqual({
      returnNo: '5000',
      platformOrderNo: '01-12345-67890',
      state: 'shipped',
      reason: 'WRONG_SIZE',
      lines: [{ platformLineId: '10012345678901', sellerSku: 'LAMP-1', quantity: 1 }],
      refundAmount: '22.99',
      currency: 'USD',
      createdAt: '2026-11-01T10:00:00.000Z',
      updatedAt: '2026-11-02T12:00:00.500Z',
    });
  });

  it('tell two lines of one listing apart by the transaction, or not at all', async () => {
    const two = [line(), line({ lineItemId: '777', sku: 'LAMP-2' })];
    expect((await list([member()], two)).returns[0]?.lines[0]).toMatchObject({
      platformLineId: '777',
      sellerSku: 'LAMP-2',
    });
    expect((await list([member({}, { transactionId: '888' })], two)).returns[0]?.lines).toEqual([{ quantity: 1 }]);
  });

  it.each([
    ['RETURN_REQUESTED', false, 'requested'],
    ['ITEM_READY_TO_SHIP', false, 'approved'],
    ['ITEM_SHIPPED', false, 'shipped'],
    ['ITEM_DELIVERED', false, 'received'],
    ['REFUND_INITIATED', false, 'refunded'],
    ['LESS_THAN_A_FULL_REFUND_ISSUED', false, 'refunded'],
    ['RETURN_REJECTED', false, 'rejected'],
    ['CLOSED', false, 'closed'],
    ['CLOSED', true, 'refunded'],
    ['ITEM_KEPT', true, 'refunded'],
    ['TELEPORTED', true, undefined],
  ])('in %s (refunded: %s) are %s', (state, refunded, ours) => {
    expect(readReturnState(state, refunded)).toBe(ours);
  });

  it('set aside what they do not know', async () => {
    const { returns, unreadable } = await list([member({ state: 'TELEPORTED' }), { returnId: '1' }]);
    expect(returns).toEqual([]);
    expect(unreadable.map((one) => one.reason)).toEqual([
      expect.stringContaining('orderId'),
      'state: "TELEPORTED" is unknown',
    ]);
  });
});
