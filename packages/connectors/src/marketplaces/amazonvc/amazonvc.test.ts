import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, type Sent, scripted } from '../../testing.ts';
import { readDirect, readDirectStatus } from './directShape.ts';
import { ACCESS, connect, directOrder, NOW, purchaseOrder } from './fixtures.ts';
import { readRetail, readRetailStatus, retailStatusShape } from './retailShape.ts';

const RDT = { json: { restrictedDataToken: 'Atz.sprdt|1', expiresIn: 3600 } };
const WRITE = { status: 202, json: { payload: { transactionId: 't-1' } } };
const done = (status: string, errors?: object[]) => ({
  json: { payload: { transactionStatus: { transactionId: 't-1', status, ...(errors ? { errors } : {}) } } },
});
const missing = { status: 404, json: { errors: [{ code: 'NotFound', message: 'no such order' }] } };
const denied = { status: 403, json: { errors: [{ code: 'Unauthorized', message: 'denied' }] } };
type Answer = object | ((sent: Sent) => object);
/** Answers by the path that is asked, in turn; what is asked for more often keeps its last answer. */
function amazon(answers: Record<string, Answer | Answer[]>) {
  const requested = new Map<string, number>();
  return scripted((sent) => {
    const key = Object.keys(answers).find((one) => `${sent.method} ${sent.url.pathname}`.includes(one)) ?? '';
    const list = [answers[key] ?? missing].flat();
    const count = requested.get(key) ?? 0;
    requested.set(key, count + 1);
    const next = list[Math.min(count, list.length - 1)] ?? missing;
    return typeof next === 'function' ? next(sent) : next;
  });
}

describe('Vendor Central consent', () => {
  it('is at the door of the country', () => {
    const host = (region: string) =>
      new URL(connect(undefined).consentUrl({ state: 's', redirectUri: 'https://erp.example.test/cb', region })).host;
    expect(['US', 'GB', 'JP', 'AE', 'IN'].map(host)).toEqual([
      'vendorcentral.amazon.com',
      'vendorcentral.amazon.co.uk',
      'vendorcentral.amazon.co.jp',
      'vendorcentral.amazon.me',
      'www.vendorcentral.in',
    ]);
    // Amazon buys nothing there.
    expect(() => host('ZA')).toThrow(/region/);
  });

  it('finds the programmes that a vendor is in', async () => {
    const describing = (retail: Answer, direct: Answer) => {
      const { fetch } = amazon({
        '/restrictedDataToken': RDT,
        '/vendor/orders/v1': retail,
        '/directFulfillment': direct,
      });
      return connect(fetch).describeShop({ ...ACCESS, marketplaceIds: [] });
    };
    const retail = { json: { payload: { orders: [purchaseOrder()] } } };
    expect(await describing(retail, { json: { orders: [] } })).toEqual({
      name: 'Amazon Vendor 999US',
      currency: 'USD',
      marketplaceIds: ['ATVPDKIKX0DER', 'retail', 'direct'],
    });
    expect((await describing(retail, denied)).marketplaceIds).toEqual(['ATVPDKIKX0DER', 'retail']);
    expect(await kindOfFailure(describing(denied, denied))).toBe('rejected');
    expect(await kindOfFailure(describing(retail, { status: 500, json: {} }))).toBe('unavailable');
  });
});

describe('a purchase order in bulk', () => {
  it('counts pieces, whatever Amazon orders by', () => {
    const record = readRetail(purchaseOrder(), undefined);
    expect(record.ok && record.order).toEqual({
      platformOrderNo: '4T7QDEMO',
      status: 'toShip',
      fulfilledBy: 'seller',
      platformShipping: false,
      orderedAt: '2026-11-02T15:51:00.000Z',
      updatedAt: '2026-11-03T09:00:00.000Z',
      shipBy: '2026-11-12T08:00:00.000Z',
      marketplaceId: 'retail',
      currency: 'USD',
      goodsAmount: '748.80',
      shippingAmount: '0',
      taxAmount: '0',
      discountAmount: '0',
      totalAmount: '748.80',
      buyerName: 'Amazon ABE8',
      lines: [
        {
          platformLineId: '1',
          sellerSku: '0812345678901',
          platformItemId: 'B0DEMO0001',
          title: '0812345678901',
          quantity: 24,
          unitPrice: '31.20',
          discount: '0',
          tax: '0',
        },
      ],
    });
  });

  const item = (more: object) => ({
    itemSequenceNumber: '1',
    orderedQuantity: { orderedQuantity: { amount: 4, unitOfMeasure: 'Cases', unitSize: 6 } },
    ...more,
  });
  const answered = (...items: object[]) =>
    retailStatusShape.parse({
      purchaseOrderNumber: '4T7QDEMO',
      purchaseOrderDate: '2026-11-02T15:51:00Z',
      itemStatus: items.map(item),
    });
  const got = (receiveStatus: string, amount: number) => ({
    receivingStatus: { receiveStatus, receivedQuantity: { amount, unitOfMeasure: 'Eaches' } },
  });
  const gone = {
    orderedQuantity: {
      orderedQuantity: { amount: 4, unitOfMeasure: 'Cases', unitSize: 6 },
      orderedQuantityDetails: [{ cancelledQuantity: { amount: 24, unitOfMeasure: 'Eaches' } }],
    },
  };
  const refused = { acknowledgementStatus: { confirmationStatus: 'REJECTED' } };

  it.each([
    ['New', undefined, 'toShip'],
    ['Acknowledged', answered({}), 'toShip'],
    ['Acknowledged', answered(got('PARTIALLY_RECEIVED', 5)), 'partiallyShipped'],
    ['Acknowledged', answered(got('RECEIVED', 24), {}), 'partiallyShipped'],
    ['Acknowledged', answered(got('RECEIVED', 24), refused), 'shipped'],
    ['Closed', answered(got('PARTIALLY_RECEIVED', 5)), 'shipped'],
    ['Closed', answered({}), 'cancelled'],
    ['Closed', undefined, 'cancelled'],
    ['Acknowledged', answered(refused), 'cancelled'],
    ['Acknowledged', answered(gone), 'cancelled'],
    ['Acknowledged', answered(gone, {}), 'toShip'],
    ['Pondered', answered({}), undefined],
  ] as const)('%s and %j is %s', (state, status, ours) => {
    expect(readRetailStatus(state.toUpperCase(), status)).toBe(ours);
  });

  it.each([
    ['a state that nobody knows', { purchaseOrderState: 'Pondered' }, /purchaseOrderState/],
    ['two currencies', twoCurrencies(), /CAD in an order of USD/],
    ['an article without a name', nameless(), /names the article/],
  ])('is set aside for %s', (_name, more, reason) => {
    const record = readRetail(purchaseOrder(more), undefined);
    expect(record.ok ? '' : record.reason).toMatch(reason);
    expect(record.ok ? '' : record.platformOrderNo).toBe('4T7QDEMO');
  });
});

const line = () => structuredClone(purchaseOrder().orderDetails.items[0]);
const withItems = (...items: object[]) => ({ orderDetails: { ...purchaseOrder().orderDetails, items } });
function twoCurrencies() {
  return withItems({ ...line() }, { ...line(), netCost: { amount: '1', currencyCode: 'CAD' } });
}
function nameless() {
  return withItems({ ...line(), amazonProductIdentifier: null, vendorProductIdentifier: '' });
}

describe("an order of Amazon's customer", () => {
  it('is read with what the label will be made of', () => {
    const record = readDirect(directOrder());
    expect(record.ok && record.order).toMatchObject({
      platformOrderNo: 'DX00DEMO1',
      displayNo: '111-7777777-1111111',
      platformShipping: true,
      marketplaceId: 'direct',
      shipBy: '2026-11-05T08:00:00.000Z',
      totalAmount: '14.20',
      shipTo: { name: 'A B', line1: '1 Main St', country: 'US' },
      lines: [{ platformLineId: '1', sellerSku: 'LAMP-1', quantity: 1, unitPrice: '14.20' }],
    });
  });

  it('keeps masked what Amazon masks', () => {
    const hidden = { name: 'xxxxx', attention: 'xxxxx', addressLine1: 'xxxxx', city: 'xxxxx' };
    const to = { ...hidden, stateOrRegion: 'TX', postalCode: '78701', countryCode: 'US' };
    const record = readDirect(directOrder({ shipToParty: to }));
    expect(record.ok && record.order.shipTo).toEqual({
      name: '',
      line1: '',
      city: '',
      state: 'TX',
      postalCode: '78701',
      country: 'US',
    });
  });

  it('counts a tax once, though Amazon may tell its total besides', () => {
    const tax = (amount: string, type: string) => ({ taxAmount: { amount, currencyCode: 'USD' }, type });
    const [item] = directOrder().orderDetails.items;
    const taxed = {
      ...item,
      taxDetails: { taxLineItem: [tax('1.00', 'VAT'), tax('0.50', 'GST'), tax('1.50', 'TOTAL')] },
    };
    const record = readDirect(directOrder({ items: [taxed] }));
    expect(record.ok && [record.order.taxAmount, record.order.totalAmount]).toEqual(['1.50', '15.70']);
  });

  it.each([
    ['NEW', 'toShip'],
    ['ACCEPTED', 'toShip'],
    ['SHIPPED', 'shipped'],
    ['CANCELLED', 'cancelled'],
    ['LOST', undefined],
  ])('%s is %s', (state, ours) => {
    expect(readDirectStatus(state)).toBe(ours);
  });
});

describe('listing orders', () => {
  it('asks by weeks, then for what has changed, each programme by its own interface', async () => {
    const { fetch, sent } = amazon({
      '/restrictedDataToken': RDT,
      '/purchaseOrdersStatus': {
        json: {
          payload: {
            ordersStatus: [
              { purchaseOrderNumber: '4T7QDEMO', purchaseOrderDate: '2026-10-01T00:00:00Z', itemStatus: [] },
              { purchaseOrderNumber: 'FRESH', purchaseOrderDate: '2026-11-01T00:00:00Z', itemStatus: [] },
            ],
          },
        },
      },
      '/vendor/orders/v1/purchaseOrders/4T7QDEMO': { json: { payload: purchaseOrder() } },
      '/vendor/orders/v1/purchaseOrders': { json: { payload: { orders: [] } } },
      '/directFulfillment/orders': { json: { orders: [directOrder()] } },
    });
    const connector = connect(fetch);
    const records = [];
    let cursor: string | undefined;
    let until = '';
    do {
      const page = await connector.listOrders(ACCESS, {
        updatedAfter: '2026-10-27T12:00:00Z',
        ...(cursor ? { cursor } : {}),
      });
      records.push(...page.records);
      cursor = page.nextCursor;
      until = page.listedUntil;
    } while (cursor);
    expect(until).toBe('2026-11-06T11:58:00.500Z');
    const numbers = records.map((one) => (one.ok ? one.order.platformOrderNo : one.reason));
    // Two weeks of direct orders, and what ended of the week before, twice.
    expect(numbers).toEqual(['4T7QDEMO', 'DX00DEMO1', 'DX00DEMO1', 'DX00DEMO1', 'DX00DEMO1']);
    const lists = sent.filter((one) => one.url.pathname.endsWith('/purchaseOrders'));
    const window = (one: Sent | undefined) =>
      Date.parse(one?.url.searchParams.get('createdBefore') ?? '') -
      Date.parse(one?.url.searchParams.get('createdAfter') ?? '');
    expect(lists.every((one) => window(one) <= 7 * 86_400_000)).toBe(true);
    expect(lists.map((one) => one.url.searchParams.get('status'))).toEqual([
      null,
      null,
      null,
      null,
      'CANCELLED',
      'SHIPPED',
    ]);
    const direct = sent.filter((one) => one.url.pathname.includes('/directFulfillment/'));
    expect(new Set(direct.map((one) => one.headers.get('x-amz-access-token')))).toEqual(new Set(['Atz.sprdt|1']));
    expect(sent.filter((one) => one.url.pathname.includes('restrictedDataToken'))).toHaveLength(1);
    expect(sent.find((one) => one.url.pathname.endsWith('Status'))?.url.searchParams.get('sortOrder')).toBe('DESC');
  });

  it('asks the restricted token for paths without anything about elements', async () => {
    const { fetch, sent } = amazon({ '/restrictedDataToken': RDT, '/directFulfillment': { json: { orders: [] } } });
    await connect(fetch).listOrderNos(
      { ...ACCESS, marketplaceIds: ['direct'] },
      { orderedFrom: '2026-11-01T00:00:00Z', orderedTo: new Date(NOW).toISOString() },
    );
    const resources = JSON.parse(sent[0]?.body ?? '').restrictedResources;
    expect(resources[0]).toEqual({
      method: 'GET',
      path: '/vendor/directFulfillment/orders/2021-12-28/purchaseOrders',
    });
  });

  it('stops where a programme is denied that the vendor was in', async () => {
    const { fetch } = amazon({ '/vendor/orders/v1': denied });
    expect(await kindOfFailure(connect(fetch).listOrders(ACCESS, { updatedAfter: '2026-11-05T00:00:00Z' }))).toBe(
      'rejected',
    );
  });
});

const notice = {
  platformOrderNo: '4T7QDEMO',
  packageNo: 1,
  carrierCode: 'UPSN',
  carrierName: 'UPS',
  serviceName: 'Ground',
  trackingNumber: '1Z999AA10123456784',
  shippedAt: '2026-11-06T10:00:00Z',
  lines: [{ platformLineId: '1', quantity: 24 }],
};

describe('taking on and shipping a purchase order', () => {
  const path = '/vendor/orders/v1/purchaseOrders/4T7QDEMO';
  const status = { json: { payload: { ordersStatus: [] } } };

  it('says yes to every line with the price of the order, and only once', async () => {
    const taken = { json: { payload: purchaseOrder({ purchaseOrderState: 'Acknowledged' }) } };
    const { fetch, sent } = amazon({
      '/purchaseOrdersStatus': status,
      [`GET ${path}`]: [{ json: { payload: purchaseOrder() } }, taken],
      'POST /vendor/orders/v1/acknowledgements': WRITE,
      '/transactions/t-1': [done('Processing'), done('Success')],
    });
    const connector = connect(fetch);
    await connector.acknowledge(ACCESS, { platformOrderNo: '4T7QDEMO' });
    await connector.acknowledge(ACCESS, { platformOrderNo: '4T7QDEMO' });
    const written = sent.filter((one) => one.method === 'POST');
    expect(written).toHaveLength(1);
    expect(JSON.parse(written[0]?.body ?? '')).toEqual({
      acknowledgements: [
        {
          purchaseOrderNumber: '4T7QDEMO',
          sellingParty: { partyId: '999US' },
          acknowledgementDate: new Date(NOW).toISOString(),
          items: [
            {
              itemSequenceNumber: '1',
              amazonProductIdentifier: 'B0DEMO0001',
              vendorProductIdentifier: '0812345678901',
              orderedQuantity: { amount: 4, unitOfMeasure: 'Cases', unitSize: 6 },
              netCost: { amount: '31.20', currencyCode: 'USD' },
              itemAcknowledgements: [
                {
                  acknowledgementCode: 'Accepted',
                  acknowledgedQuantity: { amount: 4, unitOfMeasure: 'Cases', unitSize: 6 },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('keeps cases whole, tells a part by the piece, and tells again what Amazon knows', async () => {
    const { fetch, sent } = amazon({
      '/purchaseOrdersStatus': status,
      [`GET ${path}`]: { json: { payload: purchaseOrder({ purchaseOrderState: 'Acknowledged' }) } },
      'POST /vendor/shipping/v1/shipmentConfirmations': WRITE,
      '/transactions/t-1': [
        done('Success'),
        done('Failure', [{ code: 'DUPLICATE_SHIPMENT', message: 'already exists' }]),
        done('Success'),
      ],
    });
    const connector = connect(fetch);
    expect(await connector.confirmShipment(ACCESS, notice)).toEqual({ outcome: 'confirmed' });
    const part = { ...notice, packageNo: 2, lines: [{ platformLineId: '1', quantity: 7 }] };
    expect(await connector.confirmShipment(ACCESS, part)).toMatchObject({ outcome: 'alreadyConfirmed' });
    const answered = sent
      .filter((one) => one.method === 'POST')
      .map((one) => JSON.parse(one.body).shipmentConfirmations[0]);
    expect(answered.map((one) => [one.shipmentIdentifier, one.shipmentConfirmationType])).toEqual([
      ['4T7QDEMO-1', 'Original'],
      ['4T7QDEMO-2', 'Original'],
      ['4T7QDEMO-2', 'Replace'],
    ]);
    expect(answered.map((one) => one.shippedItems[0].shippedQuantity)).toEqual([
      { amount: 4, unitOfMeasure: 'Cases', unitSize: 6 },
      { amount: 7, unitOfMeasure: 'Eaches', unitSize: 1 },
      { amount: 7, unitOfMeasure: 'Eaches', unitSize: 1 },
    ]);
    expect(answered[0].cartons[0].trackingNumber).toBe('1Z999AA10123456784');
    expect(answered[0].transportationDetails.carrierScac).toBe('UPSN');
  });

  it('repeats why Amazon did not take it, and does not know while Amazon is still working', async () => {
    const answers = (end: object) =>
      amazon({
        '/purchaseOrdersStatus': status,
        [`GET ${path}`]: { json: { payload: purchaseOrder({ purchaseOrderState: 'Acknowledged' }) } },
        'POST /vendor/shipping': WRITE,
        '/transactions/t-1': end,
      }).fetch;
    const wrong = await failure(
      connect(answers(done('Failure', [{ code: 'X1', message: 'bad carton' }]))).confirmShipment(ACCESS, notice),
    );
    expect([wrong.kind, wrong.code, wrong.message]).toEqual([
      'rejected',
      'X1',
      'submitShipmentConfirmations: X1 bad carton',
    ]);
    expect(await failure(connect(answers(done('Processing'))).confirmShipment(ACCESS, notice))).toMatchObject({
      kind: 'uncertain',
      code: 'PROCESSING',
    });
  });
});

describe("sending an order of Amazon's customer", () => {
  const orders = 'GET /vendor/directFulfillment/orders/2021-12-28/purchaseOrders/DX00DEMO1';
  const labels = '/vendor/directFulfillment/shipping/2021-12-28/shippingLabels/DX00DEMO1';
  const label = {
    json: {
      purchaseOrderNumber: 'DX00DEMO1',
      labelFormat: 'PNG',
      labelData: [
        { packageIdentifier: '001', trackingNumber: '1Z9', shipMethod: 'UPS_GR_RES', content: 'iVBORw0KGgo=' },
      ],
    },
  };
  const shipped = { ...notice, platformOrderNo: 'DX00DEMO1', trackingNumber: '1Z9' };
  const parcel = { ...shipped, weightGrams: 1134, lengthMm: 205, widthMm: 150, heightMm: 80 };
  const base = (status: string) => ({
    '/restrictedDataToken': RDT,
    [orders]: { json: directOrder({ orderStatus: status }) },
  });

  it("goes under Amazon's label, found again by order and number", async () => {
    const { fetch, sent } = amazon({
      ...base('ACCEPTED'),
      [`GET ${labels}`]: [missing, label],
      [`POST ${labels}`]: label,
    });
    const { shipping } = connect(fetch);
    expect(await shipping.options(ACCESS, parcel)).toMatchObject([{ id: 'UPS_GR_RES', carrierName: 'UPS' }]);
    expect(await shipping.findParcel(ACCESS, parcel)).toBeNull();
    const made = await shipping.arrange(ACCESS, parcel);
    expect(made).toEqual({ ref: '1', trackingNumber: '1Z9', carrierName: 'UPS' });
    const body = JSON.parse(sent.find((one) => one.method === 'POST' && one.url.pathname === labels)?.body ?? '');
    expect(body).toEqual({
      sellingParty: { partyId: '999US' },
      shipFromParty: { partyId: 'WH01' },
      containers: [
        {
          containerType: 'Carton',
          containerIdentifier: '1',
          shipMethod: 'UPS_GR_RES',
          dimensions: { length: '20.5', width: '15.0', height: '8.0', unitOfMeasure: 'CM' },
          weight: { unitOfMeasure: 'KG', value: '1.134' },
          packedItems: [{ itemSequenceNumber: 1, packedQuantity: { amount: 24, unitOfMeasure: 'Each' } }],
        },
      ],
    });
    expect(await shipping.findParcel(ACCESS, parcel)).toEqual(made);
    const image = await shipping.label(ACCESS, made, 'DX00DEMO1');
    expect([image.format, image.data.subarray(1, 4).toString()]).toEqual(['png', 'PNG']);
  });

  it('does not know whether a label was made when the answer to that is broken', async () => {
    const { fetch } = amazon({ ...base('ACCEPTED'), [`POST ${labels}`]: { status: 500, json: {} } });
    expect(await kindOfFailure(connect(fetch).shipping.arrange(ACCESS, parcel))).toBe('uncertain');
  });

  it('is taken on, confirmed, and known as shipped the second time', async () => {
    const write = { status: 202, json: { transactionId: 't-1' } };
    const { fetch, sent } = amazon({
      '/restrictedDataToken': RDT,
      [orders]: [
        { json: directOrder() },
        { json: directOrder({ orderStatus: 'ACCEPTED' }) },
        { json: directOrder({ orderStatus: 'SHIPPED' }) },
      ],
      [`GET ${labels}`]: label,
      'POST /vendor/directFulfillment/orders': write,
      'POST /vendor/directFulfillment/shipping': write,
      '/transactions/t-1': { json: { transactionStatus: { transactionId: 't-1', status: 'Success' } } },
    });
    const connector = connect(fetch);
    expect(await connector.confirmShipment(ACCESS, shipped)).toEqual({ outcome: 'confirmed' });
    const bodies = sent.filter((one) => one.method === 'POST').map((one) => JSON.parse(one.body));
    const taken = bodies.find((one) => one.orderAcknowledgements)?.orderAcknowledgements[0];
    expect([taken.acknowledgementStatus.code, taken.itemAcknowledgements[0].itemSequenceNumber]).toEqual(['00', '1']);
    const answered = bodies.find((one) => one.shipmentConfirmations)?.shipmentConfirmations[0];
    expect([answered.shipmentDetails.shipmentStatus, answered.items[0].itemSequenceNumber]).toEqual(['SHIPPED', 1]);
    expect(await connector.confirmShipment(ACCESS, shipped)).toMatchObject({ outcome: 'alreadyConfirmed' });
  });

  it('is not confirmed under another number', async () => {
    const { fetch } = amazon({ ...base('ACCEPTED'), [`GET ${labels}`]: label });
    const other = connect(fetch).confirmShipment(ACCESS, { ...shipped, trackingNumber: '1ZOTHER' });
    expect(await failure(other)).toMatchObject({ kind: 'rejected', code: 'NO_LABEL' });
  });

  it.each([
    ['NEW', 'orderAcknowledgements', '03'],
    ['ACCEPTED', 'shipmentConfirmations', 'FLOOR_DENIAL'],
  ])('is called off as %s by %s (%s)', async (status, what, word) => {
    const { fetch, sent } = amazon({
      ...base(status),
      POST: { status: 202, json: { transactionId: 't-1' } },
      '/transactions/t-1': { json: { transactionStatus: { transactionId: 't-1', status: 'Success' } } },
    });
    const lines = [{ platformLineId: '1', quantity: 1 }];
    const cancel = { platformOrderNo: 'DX00DEMO1', reason: 'outOfStock' as const, lines };
    expect(await connect(fetch).cancelOrder(ACCESS, cancel)).toEqual({ outcome: 'cancelled' });
    const body = sent.find((one) => one.method === 'POST' && one.body.includes(what))?.body;
    expect(body).toContain(word);
  });

  it('is called off no more once Amazon has it', async () => {
    const cancel = { platformOrderNo: 'DX00DEMO1', reason: 'other' as const, lines: [] };
    const { fetch } = amazon(base('SHIPPED'));
    expect(await failure(connect(fetch).cancelOrder(ACCESS, cancel))).toMatchObject({ code: 'SHIPPED' });
    const gone = amazon(base('CANCELLED'));
    expect(await connect(gone.fetch).cancelOrder(ACCESS, cancel)).toEqual({ outcome: 'alreadyCancelled' });
  });
});

describe('a vendor’s stock', () => {
  const inventory = '/vendor/directFulfillment/inventory/v1/warehouses/WH01/items';
  const direct = (...warehouses: string[]) => ({
    json: { orders: warehouses.map((partyId) => directOrder({ shipFromParty: { partyId } })) },
  });
  const item = (sellerSku: string, quantity: number) => ({ itemId: 'B0', sellerSku, quantity });
  const base = (orders: object) => ({
    '/restrictedDataToken': RDT,
    '/directFulfillment/orders': orders,
    '/vendor/orders/v1': { json: { payload: { orders: [] } } },
  });

  it('goes to the one warehouse, and again without what Amazon does not know', async () => {
    const { fetch, sent } = amazon({
      ...base(direct('WH01')),
      [`POST ${inventory}`]: { status: 202, json: { payload: { transactionId: 't-1' } } },
      '/transactions/t-1': [
        {
          json: { transactionStatus: { status: 'Failure', errors: [{ code: 'E', message: 'Unknown product NOPE' }] } },
        },
        { json: { transactionStatus: { status: 'Success' } } },
      ],
    });
    const outcomes = await connect(fetch).pushStock(ACCESS, [item('LAMP-1', 7), item('NOPE', 1)]);
    expect(outcomes).toEqual([{ outcome: 'accepted' }, { outcome: 'refused', detail: 'E Unknown product NOPE' }]);
    const answered = sent.filter((one) => one.url.pathname === inventory).map((one) => JSON.parse(one.body).inventory);
    expect(answered.map((one) => [one.isFullUpdate, one.items.length, one.sellingParty.partyId])).toEqual([
      [false, 2, '999US'],
      [false, 1, '999US'],
    ]);
  });

  it('is refused in words where nobody knows to which warehouse it goes', async () => {
    const push = (orders: object) => connect(amazon(base(orders)).fetch).pushStock(ACCESS, [item('LAMP-1', 7)]);
    expect(await push(direct('WH01', 'WH02'))).toMatchObject([{ outcome: 'refused', code: 'SEVERAL_WAREHOUSES' }]);
    expect(await push({ json: { orders: [] } })).toMatchObject([{ outcome: 'refused', code: 'NO_WAREHOUSE' }]);
  });
});
