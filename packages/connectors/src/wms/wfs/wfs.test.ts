import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, kindOfFailure, type RunningSandbox, type Sent, scripted, startSandbox } from '../../testing.ts';
import type { WmsAccess, WmsConnector, WmsOutbound } from '../../wms.ts';
import { wfs } from './definition.ts';

const KEYS = { clientId: 'demoClientId', clientSecret: 'demoSecret', orderChannelId: 'CH-1' };
const ACCESS: WmsAccess = { keys: KEYS };
const ORDER: WmsOutbound = {
  clientOrderNo: 'OB-1',
  warehouse: 'WFS',
  shippingMethod: 'EXPEDITED',
  platform: 'ebay',
  platformOrderNo: '12-34567-89012',
  recipient: {
    name: 'Sonja Richard Babineaux',
    phone: '5550100',
    email: 'sonja@example.test',
    country: 'US',
    state: 'CA',
    city: 'Ontario',
    postalCode: '91761',
    line1: '3657 Country Oaks Loop',
    line2: 'Unit D',
  },
  items: [
    { lineId: '71', sku: 'COAT-L', quantity: 1, declaredUsd: '14.99' },
    { lineId: '72', sku: 'HAT', quantity: 2, declaredUsd: '4.99' },
  ],
};
type Reply = { status?: number; json?: unknown };

/** Walmart that lets everybody in and answers the other calls in turn. */
function answering(...replies: Reply[]) {
  const calls: Sent[] = [];
  const logins: Sent[] = [];
  const { fetch } = scripted((request) => {
    if (request.url.pathname === '/v3/token') {
      logins.push(request);
      return { json: { access_token: `eyJ${logins.length}`, token_type: 'Bearer', expires_in: 900 } };
    }
    calls.push(request);
    return replies[Math.min(calls.length, replies.length) - 1] ?? {};
  });
  return { wms: wfs.create({ http: { fetch }, sandbox: false }), calls, logins };
}
const ACCEPTED = { json: { status: 'ACCEPTED', payload: { requestId: '594ef12e' } } };
const NOT_FOUND = { status: 400, json: { errors: [{ code: 'OS_NOT_FOUND_ERROR', description: 'not there' }] } };
const bodyOf = (sent: Sent | undefined) => JSON.parse(sent?.body ?? '');

/** As in the published example of "Get fulfillment orders status". */
const SHIPMENT = {
  status: 'DELIVERED',
  statusDescription: 'Shipment Delivered',
  purchaseOrderId: '2873667778063',
  scac: 'Fedex',
  trackingNo: '626969279882',
  shipmentNo: 'db1e8da5-fa38-4074-a4d4-9f5da430d4dd',
  actualShipmentDate: '2023-01-02T21:21:22.000Z',
  carrierDescription: 'Fedex',
  packageId: '55558952333141953386',
  lastModified: '2023-01-06T01:08:27.950Z',
  shipmentLines: [
    { shipmentLineNo: '7101212', fulfillerLineId: '1', quantity: { unitOfMeasure: 'EA', measurementValue: 1 } },
  ],
};
const LINE = {
  fulfillmentType: 'DELIVERY',
  lastModified: '2023-01-01T03:27:52.529Z',
  shippingMethod: 'STANDARD',
  orderLineQuantityInfo: [
    {
      status: 'PROCESSING',
      statusDescription: 'SUCCESSFULLY_SOURCED',
      statusQuantity: { unitOfMeasure: 'EA', measurementValue: 1 },
    },
  ],
  orderProduct: { productName: 'London Fog - Missy Sb Double Collar - Black - Large' },
  orderedQty: { unitOfMeasure: 'EA', measurementValue: 1 },
};
const orderReply = (more: object) => ({
  status: 'OK',
  header: { headerAttributes: { buId: '0', martId: '202', pageCount: 1, totalCount: 1 } },
  payload: [
    {
      sellerOrderId: 'ptrn20802',
      orderType: 'DOMESTIC',
      status: 'DELIVERED',
      orderDate: '2023-01-01T03:27:51.176Z',
      shipments: [SHIPMENT],
      orderLines: [LINE],
      ...more,
    },
  ],
});

describe('an order for Walmart', () => {
  it('is what they want of it, with a token for the keys of the seller', async () => {
    const { wms, calls, logins } = answering(ACCEPTED);
    expect(await wms.createOutbound(ACCESS, ORDER)).toEqual({ orderNo: 'OB-1', status: 'accepted' });
    expect(logins[0]?.headers.get('authorization')).toBe('Basic ZGVtb0NsaWVudElkOmRlbW9TZWNyZXQ=');
    expect(logins[0]?.body).toBe('grant_type=client_credentials');
    expect(calls[0]?.url.href).toBe('https://marketplace.walmartapis.com/v3/fulfillment/orders-fulfillments');
    expect(calls[0]?.headers.get('wm_sec.access_token')).toBe('eyJ1');
    const contact = {
      name: { firstName: 'Sonja Richard', lastName: 'Babineaux' },
      phone: '5550100',
      email: 'sonja@example.test',
    };
    expect(bodyOf(calls[0])).toMatchObject({
      header: { headerAttributes: { buId: '0', martId: '202' } },
      payload: {
        orderChannelId: 'CH-1',
        sellerOrderId: 'OB-1',
        customer: { contact },
        orderItems: [
          {
            sellerLineId: '1',
            fulfillmentType: 'DELIVERY',
            shippingMethod: 'EXPEDITED',
            itemDetail: { sku: 'COAT-L' },
            qty: { unitOfMeasure: 'EACH', measurementValue: 1 },
            shippingTo: {
              contact,
              address: { line1: '3657 Country Oaks Loop', line2: 'Unit D', state: 'CA', country: 'USA', zip: '91761' },
            },
            chargeDetails: [{ chargeCategory: 'PRODUCT', chargePerUnit: { currencyAmount: 0, currencyUnit: 'USD' } }],
          },
          { sellerLineId: '2', itemDetail: { sku: 'HAT' }, qty: { measurementValue: 2 } },
        ],
      },
    });
  });

  it('has the contact of the account where the buyer has none, and is refused without any', async () => {
    const { phone: _, email: __, ...bare } = ORDER.recipient;
    const order = { ...ORDER, recipient: { ...bare, name: 'Cher' } };
    const { wms, calls } = answering(ACCEPTED);
    const keys = { ...KEYS, contactPhone: '5550199', contactEmail: 'shop@example.test' };
    await wms.createOutbound({ keys }, order);
    expect(bodyOf(calls[0]).payload.customer.contact).toEqual({
      name: { firstName: 'Cher', lastName: 'Cher' },
      phone: '5550199',
      email: 'shop@example.test',
    });
    expect(await failure(wms.createOutbound(ACCESS, order))).toMatchObject({ code: 'VALIDATION_recipient.phone' });
    expect(await failure(wms.createOutbound(ACCESS, { ...ORDER, clientOrderNo: 'OB 1' }))).toMatchObject({
      code: 'VALIDATION_clientOrderNo',
    });
    expect(calls).toHaveLength(1);
  });
});

describe('an order that Walmart refuses', () => {
  const published = (field: string) => ({
    status: 'FAIL',
    errors: [
      {
        code: 'ERR_EXT_DATA_0021001',
        description: 'The payload structure is not valid. Please correct the payload.',
        info: `[Error [code=400.WSAAS.106, field=${field}, description=${field} is invalid, info=${field} is invalid, severity=ERROR, category=DATA, causes=null]]`,
        severity: 'ERROR',
        category: 'REQUEST',
      },
    ],
  });
  it.each([
    ['orderChannelId', 'VALIDATION_orderChannelId', 200],
    ['orderChannelId', 'VALIDATION_orderChannelId', 400],
    ['orderItems[0].shippingTo.address.zip', 'VALIDATION_recipient.postalCode', 400],
    ['orderItems[1].itemDetail.sku', 'VALIDATION_sku', 400],
  ])('says of which field: %s is %s (HTTP %d)', async (field, code, status) => {
    const { wms } = answering({ status, json: published(field) }, NOT_FOUND);
    expect(await failure(wms.createOutbound(ACCESS, ORDER))).toMatchObject({ kind: 'rejected', code });
  });

  it('is the one that stands there already; said to be there and not found, nobody knows', async () => {
    const refusal = (words: string) => ({
      status: 400,
      json: { errors: [{ code: 'INVALID_MCS_REQUEST', description: words }] },
    });
    const known = answering(refusal('sellerOrderId is not valid'), {
      json: orderReply({ sellerOrderId: 'OB-1', status: 'PROCESSING', shipments: [] }),
    });
    expect(await known.wms.createOutbound(ACCESS, ORDER)).toEqual({ orderNo: 'OB-1', status: 'processing' });
    expect(known.calls[1]?.url.search).toBe('?orderNumber=OB-1&offset=0&limit=50&orderChannelId=CH-1');
    const late = answering(refusal('Duplicate sellerOrderId'), NOT_FOUND);
    expect(await kindOfFailure(late.wms.createOutbound(ACCESS, ORDER))).toBe('uncertain');
    const broken = answering({ status: 500, json: {} });
    expect(await kindOfFailure(broken.wms.createOutbound(ACCESS, ORDER))).toBe('uncertain');
  });
});

describe('an order as Walmart tells of it', () => {
  const read = async (more: object) => answering({ json: orderReply(more) }).wms.outbound(ACCESS, 'ptrn20802');

  it('is what the published example says', async () => {
    expect(await read({})).toEqual({
      clientOrderNo: 'ptrn20802',
      orderNo: 'ptrn20802',
      status: 'delivered',
      rawStatus: 'DELIVERED',
      updatedAt: '2023-01-06T01:08:27.950Z',
      packages: [
        {
          packageNo: '55558952333141953386',
          carrier: 'Fedex',
          trackingNumber: '626969279882',
          shippedAt: '2023-01-02T21:21:22.000Z',
        },
      ],
    });
  });

  const two = { ...LINE, orderedQty: { measurementValue: 2 }, orderProduct: { sku: 'COAT-L' } };
  const { actualShipmentDate: _, ...waiting } = SHIPMENT;
  it.each([
    ['processing', { status: 'PROCESSING', shipments: [] }],
    // The number of a parcel that has not left is none yet.
    ['processing', { status: 'PROCESSING', shipments: [{ ...waiting, status: 'PACKED', trackingNo: 'WTRN1' }] }],
    ['partlyShipped', { status: 'PROCESSING', orderLines: [two] }],
    ['shipped', { status: 'PROCESSING' }],
    ['shipped', { status: 'SHIPPED' }],
    ['cancelled', { status: 'CANCELLED', shipments: [] }],
    ['exception', { status: 'CANCELLED' }],
    ['exception: unknown status: ON_THE_MOON', { status: 'ON THE MOON', shipments: [] }],
  ])('is %s', async (words, more) => {
    const { status, problem } = await read(more);
    expect([status, problem].filter(Boolean).join(': ')).toBe(words);
  });

  it('has the units of a parcel where Walmart names the SKU', async () => {
    expect((await read({ status: 'SHIPPED', orderLines: [two] })).packages[0]?.items).toEqual([
      { sku: 'COAT-L', quantity: 1 },
    ]);
  });

  it('is cancelled whole, line by line, and what came of it is read', async () => {
    const open = { json: orderReply({ status: 'PROCESSING', shipments: [] }) };
    const cancelled = async (answer: Reply, after: Reply) => {
      const { wms, calls } = answering(open, answer, after);
      return [await wms.cancelOutbound(ACCESS, 'ptrn20802', 'x'), bodyOf(calls[1]).payload];
    };
    const request = {
      sellerOrderId: 'ptrn20802',
      customerOrderNo: 'ptrn20802',
      orderItems: [{ sellerLineId: '1', qty: { unitOfMeasure: 'EACH', measurementValue: 1 } }],
    };
    const gone = { json: orderReply({ status: 'CANCELLED', shipments: [] }) };
    expect(await cancelled(ACCEPTED, gone)).toEqual(['cancelled', request]);
    expect(await cancelled(ACCEPTED, open)).toEqual(['pending', request]);
    expect(await cancelled({ status: 400, json: { errors: [{ code: 'X' }] } }, open)).toEqual(['refused', request]);
  });
});

describe('a seller at the stand-in', () => {
  let sandbox: RunningSandbox;
  let wms: WmsConnector;
  const access: WmsAccess = { keys: wfs.sandbox.keys };
  const knobs = (desired: object) => sandbox.control('wfs/knobs', desired);
  beforeAll(async () => {
    sandbox = await startSandbox();
    const baseUrls = { api: `${sandbox.url}/wfs/api` };
    wms = wfs.create({ http: { baseUrls, rateFactor: 1000 }, sandbox: true });
    for (const sku of ['A', 'B']) await sandbox.control('wfs/stock', { sku, quantity: 5 });
    await sandbox.control('clock/advance', { seconds: 3600 });
  });
  afterAll(() => sandbox.close());

  it('has the same stock by the older service where the newer one is not open', async () => {
    const { rows } = await wms.inventory(access, 'WFS');
    expect(rows).toMatchObject([
      { sku: 'A', onHand: 5, available: 5 },
      { sku: 'B', onHand: 5, available: 5 },
    ]);
    await knobs({ newer: false });
    expect((await wms.inventory(access, 'WFS')).rows).toEqual(rows);
    await wms.check(access);
    await knobs({ newer: true });
  });

  it('learns plainly that it is not in the programme', async () => {
    await knobs({ enrolled: false });
    for (const request of [
      () => wms.check(access),
      () => wms.warehouses(access),
      () => wms.inventory(access, 'WFS'),
      () => wms.createOutbound(access, ORDER),
    ])
      expect(await failure(request())).toMatchObject({
        kind: 'rejected',
        code: 'NOT_IN_WFS',
        message: expect.stringMatching(/not in Walmart Fulfillment Services/),
      });
    await knobs({ enrolled: true });
  });

  it('gets an order of several lines in several parcels, refused only by the field that is wrong', async () => {
    const items = ['A', 'B'].map((sku, index) => ({ lineId: `${index}`, sku, quantity: index + 1, declaredUsd: '1' }));
    const order = { ...ORDER, clientOrderNo: 'WFS-2', items };
    const wrong = { ...order, recipient: { ...order.recipient, state: 'California' } };
    expect(await failure(wms.createOutbound(access, wrong))).toMatchObject({ code: 'VALIDATION_recipient.state' });
    await wms.createOutbound(access, order);
    await sandbox.control('clock/advance', { seconds: 3600 });
    const { status, packages } = await wms.outbound(access, 'WFS-2');
    expect([status, packages.length, new Set(packages.map((one) => one.trackingNumber)).size]).toEqual([
      'shipped',
      2,
      2,
    ]);
  });
});
