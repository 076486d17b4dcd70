import { describe, expect, it } from 'vitest';
import type { OrderRecord, PlatformOrder } from '../../capabilities/orders.ts';
import { bent } from '../../lax.testing.ts';
import { failure, scripted } from '../../testing.ts';
import { ACCESS, connect, purchaseOrder } from './fixtures.ts';

const RDT = { json: { restrictedDataToken: 'Atz.sprdt|1', expiresIn: 3600 } };
const RETAIL = { ...ACCESS, marketplaceIds: ['ATVPDKIKX0DER', 'retail'] };
const DIRECT = { ...ACCESS, marketplaceIds: ['ATVPDKIKX0DER', 'direct'] };

/** The second order of Amazon's published sandbox, getPurchaseOrders in vendorOrders.json; with an address. */
const published = (more: object = {}) => ({
  purchaseOrderNumber: '3TRD2IAB',
  purchaseOrderState: 'New',
  orderDetails: {
    purchaseOrderDate: '2019-08-20T16:29:00Z',
    purchaseOrderChangedDate: '2019-08-20T16:50:00Z',
    purchaseOrderStateChangedDate: '2019-08-20T16:29:00Z',
    purchaseOrderType: 'RegularOrder',
    paymentMethod: 'Invoice',
    buyingParty: { partyId: 'ABC1' },
    sellingParty: { partyId: '998US' },
    shipToParty: {
      partyId: 'ABC1',
      address: {
        name: 'Amazon',
        addressLine1: '1 Dock Rd',
        city: 'Phoenix',
        stateOrRegion: 'AZ',
        postalCode: '85043',
        countryCode: 'USA',
        phone: '206-266-8000',
      },
    },
    billToParty: { partyId: 'ABC1' },
    shipWindow: '2019-08-21T07:00:00Z--2019-08-27T07:00:00Z',
    items: [
      {
        itemSequenceNumber: '1',
        amazonProductIdentifier: 'B01LNRIIAB',
        vendorProductIdentifier: 'B01LNRIIAB',
        orderedQuantity: { amount: 5, unitOfMeasure: 'CASES', unitSize: 10 },
        isBackOrderAllowed: true,
        netCost: { amount: '94.97', currencyCode: 'USD', unitOfMeasure: 'POUNDS' },
        listPrice: { amount: '94.97', currencyCode: 'USD', unitOfMeasure: 'POUNDS' },
      },
    ],
    ...more,
  },
});
const [publishedItem] = published().orderDetails.items;
const eaches = { ...publishedItem, netCost: { amount: '94.97', currencyCode: 'USD' } };

/** The example of getOrders in vendorDirectFulfillmentOrders_2021-12-28.json. */
const tax = (amount: string) => ({
  taxLineItem: [{ taxRate: '0.1', taxAmount: { currencyCode: 'USD', amount }, type: 'TOTAL' }],
});
const direct = (more: object = {}) => ({
  purchaseOrderNumber: '2JK3S9VC',
  orderDetails: {
    customerOrderNumber: '123-ABC',
    orderDate: '2020-02-20T13:51:00Z',
    orderStatus: 'NEW',
    shipmentDetails: {
      isPriorityShipment: false,
      isScheduledDeliveryShipment: false,
      isPslipRequired: true,
      isGift: false,
      shipMethod: 'UPS_2ND',
      shipmentDates: { requiredShipDate: '2020-02-21T00:00:00Z', promisedDeliveryDate: '2020-02-24T00:00:00Z' },
      messageToCustomer: 'This shipment completes your order.',
    },
    taxTotal: tax('190'),
    sellingParty: { partyId: '999US' },
    shipFromParty: { partyId: 'ABCD' },
    shipToParty: {
      name: 'ABCD',
      attention: 'ABCD',
      addressLine1: '123 XYZ Street',
      addressLine2: 'Apt 5',
      city: 'San Jose',
      stateOrRegion: 'CA',
      postalCode: '94086',
      countryCode: 'USA',
    },
    billToParty: { partyId: 'ABCD' },
    hasCustomizableItems: true,
    items: [
      {
        itemSequenceNumber: '00001',
        buyerProductIdentifier: 'B07DFVDRAB',
        vendorProductIdentifier: '8806098286500',
        title: 'LG 8 kg washing machine',
        orderedQuantity: { amount: 1, unitOfMeasure: 'EACH' },
        netPrice: { currencyCode: 'USD', amount: '500' },
        taxDetails: tax('50'),
      },
      {
        itemSequenceNumber: '00002',
        buyerProductIdentifier: 'B07DFYF5AB',
        vendorProductIdentifier: '8806098286123',
        title: 'LG 6.5 kg washing machine',
        orderedQuantity: { amount: 2, unitOfMeasure: 'EACH' },
        netPrice: { currencyCode: 'USD', amount: '700' },
        taxDetails: tax('140'),
      },
    ],
    ...more,
  },
});

const good = (record: OrderRecord | undefined): PlatformOrder => {
  if (!record?.ok) throw new Error(record?.reason);
  return record.order;
};
const brief = ({ platformOrderNo, lines }: PlatformOrder) => [
  platformOrderNo,
  ...lines.map((line) => [line.platformLineId, line.sellerSku, line.quantity]),
];

async function bulk(order: unknown, statusRow?: unknown): Promise<OrderRecord> {
  const { fetch } = scripted(({ url }) =>
    url.pathname.endsWith('/purchaseOrdersStatus')
      ? { json: { payload: { ordersStatus: statusRow === undefined ? [] : [statusRow] } } }
      : { json: { payload: order } },
  );
  return connect(fetch).getOrder(RETAIL, '3TRD2IAB');
}
const customers = (order: unknown): Promise<OrderRecord> =>
  connect(scripted(RDT, { json: order }).fetch).getOrder(DIRECT, '2JK3S9VC');

describe('a purchase order in bulk', () => {
  it('is counted in pieces whatever letters the unit has, and goes to a country of three letters', async () => {
    const order = good(await bulk(published()));
    expect(brief(order)).toEqual(['3TRD2IAB', ['1', 'B01LNRIIAB', 50]]);
    expect(order.shipTo).toMatchObject({ name: 'Amazon', city: 'Phoenix', country: 'US' });
    const counted = async (orderedQuantity: object) =>
      good(await bulk(published({ items: [{ ...eaches, orderedQuantity }] }))).lines[0]?.quantity;
    expect(await counted({ amount: 5, unitOfMeasure: 'cases', unitSize: 10 })).toBe(50);
    expect(await counted({ amount: '5', unitOfMeasure: 'EACHES', unitSize: 10 })).toBe(5);
    expect(await counted({ amount: 5 })).toBe(5);
  });

  it('is set aside where nobody can say how many pieces', async () => {
    for (const orderedQuantity of [
      { unitOfMeasure: 'Eaches' },
      { amount: 5, unitOfMeasure: 'Pallets', unitSize: 10 },
      { amount: 5, unitOfMeasure: 'Cases' },
      { amount: 5, unitSize: 10 },
    ]) {
      const record = await bulk(published({ items: [{ ...eaches, orderedQuantity }] }));
      expect(record.ok ? '' : record.reason).toContain('orderDetails.items.0.orderedQuantity');
    }
  });

  it('says that its amounts are unknown where a piece has no price', async () => {
    const priced = good(await bulk(published({ items: [eaches] })));
    expect([priced.amountsUnknown, priced.totalAmount]).toEqual([undefined, '4748.50']);
    const weight = good(await bulk(published()));
    expect([weight.amountsUnknown, weight.currency, weight.lines[0]?.unitPrice]).toEqual([true, 'USD', '0']);
    for (const netCost of [null, undefined, 'free', { amount: '1,5', currencyCode: 'USD' }]) {
      const none = good(await bulk(published({ items: [{ ...eaches, netCost }] })));
      // The currency of the vendor's country.
      expect([none.amountsUnknown, none.currency]).toEqual([true, 'USD']);
    }
  });

  it('is not billed at nothing', async () => {
    const party = { code: '', name: '', line1: '', city: '', state: '', postalCode: '', country: '', taxId: '' };
    const bill = {
      ...{ number: 'VI-1', day: '2026-11-07', platformOrderNo: '3TRD2IAB', currency: 'USD', netDueDays: 0 },
      ...{ goodsAmount: '0', taxPercent: '0', taxAmount: '0', totalAmount: '0', remitTo: party, billTo: null },
    };
    const { fetch, sent } = scripted(({ url }) =>
      url.pathname.endsWith('/purchaseOrdersStatus')
        ? { json: { payload: { ordersStatus: [] } } }
        : { json: { payload: published() } },
    );
    const lines = [{ platformLineId: '1', quantity: 50, unitPrice: '0' }];
    expect((await failure(connect(fetch).bill(RETAIL, { ...bill, lines }))).code).toBe('NO_PRICE');
    expect(sent.every((one) => one.method === 'GET')).toBe(true);
  });

  it('is read whatever happens to a field that nobody needs', async () => {
    const quantity = ['amount', 'unitOfMeasure', 'unitSize'].map((name) => `orderedQuantity.${name}`);
    const item = ['itemSequenceNumber', 'vendorProductIdentifier', ...quantity].map((name) => `items.*.${name}`);
    const needed = [
      ...['purchaseOrderNumber', 'purchaseOrderState'],
      ...['purchaseOrderDate', 'sellingParty.partyId', ...item].map((name) => `orderDetails.${name}`),
    ];
    const right = [['3TRD2IAB', ['1', 'B01LNRIIAB', 50]]];
    const order = published({ items: [eaches] });
    const row = {
      purchaseOrderNumber: '3TRD2IAB',
      purchaseOrderStatus: 'OPEN',
      purchaseOrderDate: '2019-08-20T16:29:00Z',
      lastUpdatedDate: '2019-08-21T16:29:00Z',
      sellingParty: { partyId: '998US' },
      itemStatus: [
        {
          itemSequenceNumber: '1',
          orderedQuantity: {
            orderedQuantity: { amount: 5, unitOfMeasure: 'Cases', unitSize: 10 },
            orderedQuantityDetails: [{ cancelledQuantity: { amount: 0, unitOfMeasure: 'Cases', unitSize: 10 } }],
          },
          acknowledgementStatus: { confirmationStatus: 'ACCEPTED' },
          receivingStatus: { receiveStatus: 'NOT_RECEIVED', receivedQuantity: { amount: 0, unitOfMeasure: 'Eaches' } },
        },
      ],
    };
    const wrong: unknown[] = [];
    const attempt = async (what: string, answered: unknown, status: unknown) => {
      const record = await bulk(answered, status);
      const read = record.ok ? [brief(record.order)] : [record.reason];
      if (JSON.stringify(read) !== JSON.stringify(right)) wrong.push([what, read]);
    };
    for (const { what, answer } of bent(order, needed)) await attempt(what, answer, row);
    const acknowledged = { ...order, purchaseOrderState: 'Acknowledged' };
    for (const { what, answer } of bent(row, ['purchaseOrderNumber'])) await attempt(what, acknowledged, answer);
    expect(wrong).toEqual([]);
  });

  it('is set aside alone when its status cannot be read', async () => {
    const { fetch } = scripted(({ url }) => {
      if (!url.pathname.endsWith('/purchaseOrdersStatus'))
        return { json: { payload: url.pathname.endsWith('/OLD') ? purchaseOrder() : { orders: [] } } };
      const old = { purchaseOrderNumber: 'OLD', purchaseOrderDate: '2026-10-01T00:00:00Z', itemStatus: [] };
      return { json: { payload: { ordersStatus: [{ purchaseOrderNumber: null }, old] } } };
    });
    const page = await connect(fetch).listOrders(RETAIL, { updatedAfter: '2026-11-05T12:00:00Z' });
    expect(page.records.map((one) => (one.ok ? one.order.platformOrderNo : one.reason))).toEqual([
      expect.stringContaining('purchaseOrderNumber'),
      '4T7QDEMO',
    ]);
  });
});

describe("an order of Amazon's customer", () => {
  it('is read as Amazon publishes it', async () => {
    const order = good(await customers(direct()));
    expect(brief(order)).toEqual(['2JK3S9VC', ['00001', '8806098286500', 1], ['00002', '8806098286123', 2]]);
    expect(order).toMatchObject({
      status: 'toShip',
      currency: 'USD',
      goodsAmount: '1900',
      taxAmount: '190',
      totalAmount: '2090',
      shipTo: { name: 'ABCD', line1: '123 XYZ Street', line2: 'Apt 5', state: 'CA', country: 'US' },
    });
    expect(order.amountsUnknown).toBeUndefined();
  });

  it('keeps a country that nobody knows, for a person to look at', async () => {
    const { shipToParty } = direct().orderDetails;
    const order = good(await customers(direct({ shipToParty: { ...shipToParty, countryCode: 'XYZ' } })));
    expect(order.shipTo?.country).toBe('XYZ');
  });

  it('says that its amounts are unknown where one cannot be read', async () => {
    const [first, second] = direct().orderDetails.items;
    const unknown = async (more: object) =>
      good(await customers(direct({ items: [{ ...first, ...more }, second] }))).amountsUnknown;
    for (const netPrice of [undefined, null, {}, { currencyCode: 'USD', amount: 'free' }])
      expect(await unknown({ netPrice })).toBe(true);
    for (const taxDetails of ['none', { taxLineItem: [{ type: 'VAT' }] }])
      expect(await unknown({ taxDetails })).toBe(true);
    const twoParts = [...tax('20').taxLineItem, ...tax('30').taxLineItem].map(({ type: _type, ...one }) => one);
    expect(await unknown({ taxDetails: { taxLineItem: twoParts } })).toBe(true);
    for (const taxDetails of [undefined, null, { taxLineItem: [] }])
      expect(await unknown({ taxDetails })).toBeUndefined();
  });

  it('is read whatever happens to a field that nobody needs', async () => {
    const item = ['itemSequenceNumber', 'vendorProductIdentifier', 'orderedQuantity.amount'];
    const details = [
      ...['orderDate', 'orderStatus', 'sellingParty.partyId', 'shipFromParty.partyId'],
      ...item.map((name) => `items.*.${name}`),
    ];
    const needed = ['purchaseOrderNumber', ...details.map((name) => `orderDetails.${name}`)];
    const right = JSON.stringify(brief(good(await customers(direct()))));
    const wrong: unknown[] = [];
    for (const { what, answer } of bent(direct(), needed)) {
      const record = await customers(answer);
      const read = record.ok ? brief(record.order) : record.reason;
      if (JSON.stringify(read) !== right) wrong.push([what, read]);
    }
    expect(wrong).toEqual([]);
  });

  // The model of direct fulfilment has an object around the list, that of retail has the list alone.
  it.each([
    ['an object', { errors: [{ code: 'InvalidInput', message: 'unknown item' }] }, 'InvalidInput unknown item'],
    ['a list', [{ code: 'InvalidInput', message: 'unknown item' }], 'InvalidInput unknown item'],
    ['nothing', undefined, 'Amazon does not say why'],
  ])('is refused in the words of a transaction whose errors are %s', async (_name, errors, words) => {
    const transactionStatus = { transactionId: 't-1', status: 'Failure', ...(errors ? { errors } : {}) };
    const { fetch } = scripted(({ method, url }) => {
      if (url.pathname.endsWith('/restrictedDataToken')) return RDT;
      if (url.pathname.includes('/transactions/')) return { json: { transactionStatus } };
      return method === 'POST' ? { status: 202, json: { transactionId: 't-1' } } : { json: direct() };
    });
    const refusal = await failure(connect(fetch).acknowledge(DIRECT, { platformOrderNo: '2JK3S9VC' }));
    expect([refusal.kind, refusal.message]).toEqual(['rejected', expect.stringContaining(words)]);
  });
});
