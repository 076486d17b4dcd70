import { describe, expect, it } from 'vitest';
import type { CancelRequest } from '../../capabilities/cancellation.ts';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, connect, line, order, page, usd } from './fixtures.ts';
import { readReturnState } from './returns.ts';

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
  const notice: CancelRequest = { platformOrderNo: '01-12345-67890', reason: 'badAddress', lines: [] };
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
    const requested = { cancelRequestId: '500', cancelInitiator: 'Buyer', cancelRequestState: 'REQUESTED' };
    const { fetch, sent } = scripted(state('IN_PROGRESS', requested), { json: {} }, state('IN_PROGRESS', requested));
    expect(await connect(fetch).cancelOrder(ACCESS, notice)).toEqual({ outcome: 'requested' });
    expect(sent[1]?.url.pathname).toBe('/post-order/v2/cancellation/500/approve');
  });

  it('is refused to a buyer who asks, with what has left', async () => {
    const requested = { cancelRequestId: '500', cancelInitiator: 'Buyer', cancelRequestState: 'REQUESTED' };
    const { fetch, sent } = scripted(state('IN_PROGRESS', requested), { json: {} });
    const refusal = { platformOrderNo: '01-12345-67890', shippedAt: '2026-11-05T10:00:00.000Z', trackingNumber: '1Z9' };
    expect(await connect(fetch).refuseCancel(ACCESS, refusal)).toBe('refused');
    expect(sent[1]?.url.pathname).toBe('/post-order/v2/cancellation/500/reject');
    expect(sent[1]?.headers.get('content-digest')).toMatch(/^sha-256=:/);
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({
      shipmentDate: { value: '2026-11-05T10:00:00.000Z' },
      trackingNumber: '1Z9',
    });
    const early = scripted(state('IN_PROGRESS', requested), { json: {} });
    await connect(early.fetch).refuseCancel(ACCESS, { platformOrderNo: '01-12345-67890' });
    // eBay refuses a request without a body.
    expect(early.sent[1]?.body).toBe('{}');
    const withdrawn = scripted(state('NONE_REQUESTED'));
    expect(await connect(withdrawn.fetch).refuseCancel(ACCESS, refusal)).toBe('over');
    expect(withdrawn.sent).toHaveLength(1);
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
    const { returns, unreadable } = await list([
      member({ state: 'TELEPORTED' }),
      { returnId: '1' },
      member({ returnId: null }),
    ]);
    expect(returns).toEqual([]);
    expect(unreadable.map((one) => one.reason)).toEqual([
      expect.stringContaining('orderId'),
      expect.stringContaining('returnId'),
      'state: "TELEPORTED" is unknown',
    ]);
  });
});
