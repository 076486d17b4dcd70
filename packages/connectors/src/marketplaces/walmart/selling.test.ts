import { describe, expect, it } from 'vitest';
import type { ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, connect, line, NOTHING, NOW, order, state, usd } from './fixtures.ts';
import { createRowReader, kindOf } from './settlements.ts';

const notice = (more: Partial<ShipmentConfirmation> = {}): ShipmentConfirmation => ({
  platformOrderNo: '1796277083022',
  packageNo: 1,
  carrierCode: 'ups',
  carrierName: 'UPS',
  serviceName: 'Ground',
  trackingNumber: '1Z1',
  shippedAt: '2026-11-02T10:00:00.000Z',
  lines: [{ platformLineId: '1', quantity: 1 }],
  ...more,
});
const withLine = (more: object) => ({ json: { order: order({ orderLines: { orderLine: [line(more)] } }) } });
const shipped = (tracking: string, amount = '1') =>
  state('Shipped', amount, { trackingInfo: { trackingNumber: tracking } });
const bodyOf = (text: string | undefined) => JSON.parse(text ?? 'null') as Record<string, unknown>;

describe('telling a shipment', () => {
  it('reads the order first, and tells only what Walmart does not know', async () => {
    const half = withLine({
      orderLineQuantity: { amount: '2' },
      orderLineStatuses: { orderLineStatus: [shipped('1z1'), state('Acknowledged')] },
    });
    const { fetch, sent } = scripted(half);
    const two = notice({ lines: [{ platformLineId: '1', quantity: 2 }] });
    expect((await connect(fetch).confirmShipment(ACCESS, two)).outcome).toBe('confirmed');
    expect(sent[1]?.url.pathname).toBe('/v3/orders/1796277083022/shipping');
    expect(bodyOf(sent[1]?.body)).toEqual({
      orderShipment: {
        orderLines: {
          orderLine: [
            {
              lineNumber: '1',
              intentToCancelOverride: false,
              sellerOrderId: '1796277083022',
              orderLineStatuses: {
                orderLineStatus: [
                  {
                    status: 'Shipped',
                    statusQuantity: { unitOfMeasurement: 'EACH', amount: '1' },
                    trackingInfo: {
                      shipDateTime: Date.parse('2026-11-02T10:00:00.000Z'),
                      carrierName: { carrier: 'UPS' },
                      methodCode: 'Value',
                      trackingNumber: '1Z1',
                    },
                  },
                ],
              },
            },
          ],
        },
      },
    });
    const { fetch: again, sent: requested } = scripted(
      withLine({ orderLineStatuses: { orderLineStatus: [shipped('1Z1')] } }),
    );
    expect((await connect(again).confirmShipment(ACCESS, notice())).outcome).toBe('alreadyConfirmed');
    expect(requested).toHaveLength(1);
  });

  it('names a carrier Walmart does not know as another one, insists where the buyer wants out, and is never early', async () => {
    const { fetch, sent } = scripted(withLine({ intentToCancel: 'TRUE' }));
    const late = notice({
      carrierCode: 'X1',
      carrierName: 'Xpress',
      shippedAt: '2026-11-09T10:00:00.000Z',
      trackingUrl: 'https://x.example/1',
    });
    await connect(fetch).confirmShipment(ACCESS, late);
    const text = sent[1]?.body ?? '';
    expect(text).toContain('"carrierName":{"otherCarrier":"Xpress"}');
    expect(text).toContain('"intentToCancelOverride":true');
    expect(text).toContain(`"shipDateTime":${NOW}`);
    expect(text).toContain('"trackingURL":"https://x.example/1"');
  });

  it('is refused for a line that is not there, or not open', async () => {
    const strange = connect(scripted(withLine({})).fetch);
    const other = notice({ lines: [{ platformLineId: '9', quantity: 1 }] });
    expect((await failure(strange.confirmShipment(ACCESS, other))).code).toBe('NO_SUCH_LINE');
    const gone = connect(scripted(withLine({ orderLineStatuses: { orderLineStatus: [state('Cancelled')] } })).fetch);
    expect((await failure(gone.confirmShipment(ACCESS, notice()))).code).toBe('NOTHING_TO_SHIP');
  });

  it('acknowledges what waits for it, once', async () => {
    const { fetch, sent } = scripted(withLine({}));
    const read = await connect(fetch).getOrder(ACCESS, '1');
    if (!read.ok) throw new Error('not read');
    await connect(fetch).acknowledge(ACCESS, read.order);
    expect(sent.map((one) => `${one.method} ${one.url.pathname}`).slice(1)).toEqual([
      'GET /v3/orders/1796277083022',
      'POST /v3/orders/1796277083022/acknowledge',
    ]);
    const { fetch: done, sent: requested } = scripted(
      withLine({ orderLineStatuses: { orderLineStatus: [state('Acknowledged')] } }),
    );
    await connect(done).acknowledge(ACCESS, read.order);
    expect(requested).toHaveLength(1);
  });

  it('is not called off when nothing is open', async () => {
    const { fetch } = scripted(withLine({ orderLineStatuses: { orderLineStatus: [shipped('1')] } }));
    const call = connect(fetch).cancelOrder(ACCESS, { platformOrderNo: '1', reason: 'other', lines: [] });
    expect((await failure(call)).code).toBe('NOTHING_TO_CANCEL');
  });
});

describe('stock and prices', () => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ itemId: `W${index}`, sellerSku: `S-${index}`, quantity: index }));

  it('go one by one where they are few, each with its own outcome', async () => {
    const { fetch, sent } = scripted({ json: {} }, NOTHING);
    const [first, second] = await connect(fetch).pushStock(ACCESS, items(2));
    expect(first).toEqual({ outcome: 'accepted' });
    expect(second).toMatchObject({ outcome: 'refused', code: 'CONTENT_NOT_FOUND' });
    expect(sent[0]?.url.search).toBe('?sku=S-0');
    expect(bodyOf(sent[0]?.body)).toEqual({ sku: 'S-0', quantity: { unit: 'EACH', amount: 0 } });
  });

  it('stop where the platform does not answer, for all may be told again', async () => {
    const { fetch } = scripted({ json: {} }, { status: 503 });
    expect(await kindOfFailure(connect(fetch).pushStock(ACCESS, items(2)))).toBe('unavailable');
  });

  it('go as a feed where they are many, and are asked for later', async () => {
    const feedId = 'F129C19240844B97A3C6AD8F1A2C4997@AU8BAQA';
    const { fetch, sent } = scripted(
      { json: { feedId } },
      { json: { feedStatus: 'INPROGRESS', itemsReceived: 6 } },
      {
        json: {
          feedStatus: 'PROCESSED',
          itemsReceived: 2,
          itemDetails: {
            itemIngestionStatus: [
              { sku: 'S-0', ingestionStatus: 'SUCCESS', ingestionErrors: { ingestionError: null } },
              {
                sku: 'S-1',
                ingestionStatus: 'DATA_ERROR',
                ingestionErrors: { ingestionError: [{ code: 'E1', description: 'no such article' }] },
              },
            ],
          },
        },
      },
    );
    const connector = connect(fetch);
    const prices = items(6).map((one) => ({ ...one, price: '12.30', currency: 'USD' }));
    const outcomes = await connector.pushPrice(ACCESS, prices);
    expect(outcomes).toEqual(prices.map(() => ({ outcome: 'pending', ticket: feedId })));
    expect(sent[0]?.url.search).toBe('?feedType=price');
    expect(sent[0]?.body).toContain('"currentPrice":{"currency":"USD","amount":12.3}');
    expect(await connector.pushResult(ACCESS, feedId)).toBeNull();
    expect(sent[1]?.url.pathname).toBe('/v3/feeds/F129C19240844B97A3C6AD8F1A2C4997%40AU8BAQA');
    expect(await connector.pushResult(ACCESS, feedId)).toEqual([
      { sellerSku: 'S-0', outcome: { outcome: 'accepted' } },
      { sellerSku: 'S-1', outcome: { outcome: 'refused', code: 'E1', detail: 'no such article' } },
    ]);
  });
});

describe('listings', () => {
  const item = (more: object) => ({
    sku: 'A',
    wpid: 'W1',
    productName: 'Lamp',
    publishedStatus: 'PUBLISHED',
    price: usd(22.99),
    ...more,
  });
  it('are read with their state, and set aside in one that is unknown', async () => {
    const rows = [
      item({ gtin: '00036000291452', upc: '036000291452' }),
      item({ upc: 36000291452, publishedStatus: 'SYSTEM_PROBLEM' }),
      item({ publishedStatus: 'UNPUBLISHED', lifecycleStatus: 'RETIRED' }),
      item({ publishedStatus: 'HOVERING' }),
    ];
    const { fetch, sent } = scripted({ json: { ItemResponse: rows, nextCursor: 'n' } }, NOTHING);
    const connector = connect(fetch);
    const first = await connector.listListings(ACCESS, {});
    expect(first.listings.map((one) => one.state)).toEqual(['active', 'blocked', 'ended']);
    expect(first.listings[0]).toMatchObject({ price: '22.99', currency: 'USD' });
    expect(first.listings.map((one) => one.barcode)).toEqual(['00036000291452', '36000291452', undefined]);
    expect(first.unreadable[0]?.reason).toContain('"HOVERING" is unknown');
    const last = await connector.listListings(ACCESS, { cursor: first.nextCursor ?? '' });
    expect(last).toEqual({ listings: [], unreadable: [] });
    expect(sent.map((one) => one.url.searchParams.get('nextCursor'))).toEqual(['*', 'n']);
  });
});

describe('settlements', () => {
  it.each([
    ['Sale', 'Product Price', 'Purchase', 'sale'],
    ['Sale', 'Commission on Product', 'Commission', 'commission'],
    ['Sale', 'Product tax withheld', '', 'tax'],
    ['Sale', 'Shipping', '', 'shipping'],
    ['Sale', 'Total Walmart Funded Savings', '', 'discount'],
    ['Refund', 'Product Price', 'Return Refund', 'refund'],
    ['Refund', 'Commission on Product', 'Return Refund', 'refund'],
    ['Service Fee', 'Fee/Reimbursement', 'Shipping label charge', 'fulfilment'],
    ['Service Fee', 'Fee/Reimbursement', 'WFS StorageFee', 'storage'],
    ['Adjustment', 'Fee/Reimbursement', 'Dispute', 'adjustment'],
    ['Sale', 'Something new', '', 'other'],
  ])('%s, %s (%s) is %s', (transaction, type, description, kind) => {
    expect(kindOf(transaction, type, description)).toBe(kind);
  });

  const summary = {
    'Transaction Type': 'PaymentSummary',
    'Transaction Posted Timestamp': '11/04/2026',
    'Total Payable': '12.50',
    Currency: 'USD',
  };
  const row = (more: object = {}) => ({
    'Transaction Type': 'Sale',
    'Transaction Key': '77',
    'Transaction Posted Timestamp': '11/01/2026',
    'Purchase Order #': '179',
    'Purchase Order line #': '1',
    'Partner Item Id': 'LAMP-1',
    'Amount Type': 'Product Price',
    Amount: '14.98',
    ...more,
  });

  it('come report by report and page by page, by the offset that Walmart gives', async () => {
    const { fetch, sent } = scripted(
      { json: { availableApReportDates: ['11042026', '10012026', '10212026'] } },
      { json: { reportData: [summary, row(), row()], nextOffset: 60_123, totalRecords: 4 } },
      { json: { reportData: [row()] } },
      NOTHING,
    );
    const connector = connect(fetch);
    const lines = [];
    let cursor: string | undefined;
    do {
      const at = cursor === undefined ? {} : { cursor };
      const page = await connector.listSettlements(ACCESS, { postedAfter: '2026-11-01T00:00:00.000Z', ...at });
      expect(page.unreadable).toEqual([]);
      lines.push(...page.lines);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(
      sent.slice(1).map((one) => `${one.url.searchParams.get('reportDate')}+${one.url.searchParams.get('offset')}`),
    ).toEqual(['10212026+0', '10212026+60123', '11042026+0']);
    expect(lines.map((one) => [one.reference, one.amount, one.currency])).toEqual([
      ['10212026/PAYOUT', '-12.50', 'USD'],
      ['10212026/0/77/Product Price/179/1', '14.98', 'USD'],
      ['10212026/0/77/Product Price/179/1#2', '14.98', 'USD'],
      ['10212026/1/77/Product Price/179/1', '14.98', 'USD'],
    ]);
    expect(lines[1]).toMatchObject({
      postedAt: '2026-11-01T00:00:00.000Z',
      platformOrderNo: '179',
      sellerSku: 'LAMP-1',
    });
  });

  it('are in no currency that nobody named', () => {
    const reader = createRowReader({ date: '11042026', page: 0, currency: null });
    expect(() =>
      reader.read({ ...row(), 'Transaction Posted Timestamp': '2026-11-01T00:00:00.000Z' } as never),
    ).toThrow('Currency');
  });

  it('set aside a row without its amount', async () => {
    const { fetch } = scripted(
      { json: { availableApReportDates: ['11042026'] } },
      { json: { reportData: [summary, row({ Amount: 'n/a' }), row({ 'Transaction Posted Timestamp': 'soon' })] } },
    );
    const page = await connect(fetch).listSettlements(ACCESS, { postedAfter: '2026-11-01T00:00:00.000Z' });
    expect(page.unreadable).toHaveLength(2);
  });
});

describe('returns', () => {
  const returned = (more: object = {}) => ({
    purchaseOrderId: '179',
    purchaseOrderLineNumber: 1,
    returnReason: 'ARRIVED_LATE',
    item: { sku: 'LAMP-1' },
    quantity: { unitOfMeasure: 'EACH', measurementValue: 1 },
    status: 'INITIATED',
    statusTime: '2026-11-21T02:00:00.000Z',
    currentDeliveryStatus: 'NOT_SHIPPED',
    currentRefundStatus: 'REFUND_INITIATED',
    ...more,
  });
  const answered = (lines: object[]) => ({
    json: {
      meta: { totalCount: 1, nextCursor: null },
      returnOrders: [
        {
          returnOrderId: '103738048909818825',
          customerOrderId: '52',
          returnOrderDate: '2026-11-21T01:01:08.000Z',
          totalRefundAmount: { currencyAmount: 24.89, currencyUnit: 'USD' },
          returnLineGroups: [{ labels: [{ carrierInfoList: [{ carrierName: 'FEDEX', trackingNo: '7856' }] }] }],
          returnOrderLines: lines,
        },
      ],
    },
  });
  const list = (lines: object[]) =>
    connect(scripted(answered(lines)).fetch).listReturns(ACCESS, { updatedAfter: '2026-11-01T00:00:00.000Z' });

  it.each([
    ['requested', {}],
    ['shipped', { currentDeliveryStatus: 'IN_TRANSIT' }],
    ['received', { status: 'DELIVERED', currentDeliveryStatus: 'DELIVERED' }],
    ['refunded', { status: 'COMPLETED', currentRefundStatus: 'REFUND_COMPLETED' }],
    ['closed', { status: 'COMPLETED' }],
  ])('are %s', async (state, more) => {
    const { returns } = await list([returned(more)]);
    expect(returns).toMatchObject([
      {
        returnNo: '103738048909818825',
        platformOrderNo: '179',
        state,
        refundAmount: '24.89',
        trackingNumber: '7856',
        updatedAt: '2026-11-21T02:00:00.000Z',
      },
    ]);
  });

  it('are told by purchase order, without an amount that is of both', async () => {
    const { returns } = await list([returned(), returned({ purchaseOrderId: '180', status: 'COMPLETED' })]);
    expect(returns.map((one) => [one.returnNo, one.state, one.refundAmount])).toEqual([
      ['103738048909818825-179', 'requested', undefined],
      ['103738048909818825-180', 'closed', undefined],
    ]);
  });

  it('are set aside in a state that is unknown', async () => {
    expect((await list([returned({ status: 'FLYING' })])).unreadable[0]?.reason).toContain('"FLYING" is unknown');
  });
});

describe('labels of Walmart', () => {
  const request = {
    platformOrderNo: '1796277083022',
    packageNo: 1,
    weightGrams: 800,
    lengthMm: 201,
    lines: [{ platformLineId: '1', quantity: 1 }],
  };
  const offered = {
    json: {
      data: {
        estimates: [
          { name: 'FEDEX_2_DAY', displayName: 'FedEx 2Day', carrierName: 'FedEx', estimatedRate: usd(10.53) },
        ],
      },
    },
  };
  const label = {
    purchaseOrderId: '1',
    trackingNo: '7700',
    carrierName: 'FedEx',
    boxItems: [{ lineNumber: '1', sku: 'LAMP-1', quantity: 1 }],
  };

  it('are bought by carrier and service, and known again by what is in the box', async () => {
    const { fetch, sent } = scripted(withLine({}), offered, { json: { data: label } }, { json: { data: [label] } });
    const { shipping } = connect(fetch);
    const parcel = await shipping.arrange(ACCESS, { ...request, optionId: 'FedEx|FEDEX_2_DAY' });
    expect(parcel).toEqual({
      ref: 'FedEx/7700',
      trackingNumber: '7700',
      carrierName: 'FedEx',
      amount: '10.53',
      currency: 'USD',
    });
    expect(bodyOf(sent[1]?.body)).toMatchObject({
      shipByDate: '2026-11-03T10:00:00.000Z',
      boxDimensions: { boxLength: 21, boxWidth: 1, boxDimensionUnit: 'CM', boxWeight: 0.8, boxWeightUnit: 'KG' },
    });
    expect(bodyOf(sent[2]?.body)).toMatchObject({ carrierName: 'FedEx', carrierServiceType: 'FEDEX_2_DAY' });
    expect((await shipping.findParcel(ACCESS, request))?.ref).toBe('FedEx/7700');
    expect(await shipping.findParcel(ACCESS, { ...request, lines: [{ platformLineId: '2', quantity: 1 }] })).toBeNull();
  });

  it('leave open what happened when the answer cannot be read', async () => {
    const { fetch } = scripted(withLine({}), offered, { json: { data: {} } });
    expect(await kindOfFailure(connect(fetch).shipping.arrange(ACCESS, request))).toBe('uncertain');
    const { fetch: other } = scripted(withLine({}), offered);
    expect((await failure(connect(other).shipping.arrange(ACCESS, { ...request, optionId: 'x|y' }))).code).toBe(
      'NO_SERVICE',
    );
  });
});
