import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, type Sent, scripted } from '../../testing.ts';
import type { WmsAccess, WmsOutbound } from '../../wms.ts';
import { mcf } from './definition.ts';

const KEYS = { country: 'US', clientId: 'c', clientSecret: 's', refreshToken: 'Atzr|r' };
const ACCESS: WmsAccess = { keys: KEYS };
const OLDER: WmsAccess = { keys: { ...KEYS, version: '2020-07-01' } };
const ORDER: WmsOutbound = {
  clientOrderNo: 'OB-1',
  warehouse: 'ATVPDKIKX0DER',
  shippingMethod: 'STANDARD',
  platform: 'shopify',
  platformOrderNo: '#1001',
  recipient: {
    name: 'Shopper Name',
    phone: '123-456-7890',
    email: 'shopper@email.com',
    country: 'US',
    state: 'WA',
    city: 'Seattle',
    postalCode: '98103',
    line1: '1000 Winthrop Ave N',
    line2: 'Floor 19',
  },
  items: [{ lineId: '71', sku: 'BOOK-123-HC', quantity: 2, declaredUsd: '14.99' }],
};
type Reply = { status?: number; json?: unknown; text?: string };
const isLogin = ({ url }: Sent) => url.pathname === '/auth/o2/token';

/** Amazon that lets everybody in and answers the other calls in turn. */
function answering(...replies: Reply[]) {
  let logins = 0;
  const calls: Sent[] = [];
  const { fetch } = scripted((request) => {
    if (isLogin(request)) return { json: { access_token: `Atza|${++logins}`, token_type: 'bearer', expires_in: 3600 } };
    calls.push(request);
    return replies[Math.min(calls.length, replies.length) - 1] ?? {};
  });
  return { wms: mcf.create({ http: { fetch }, sandbox: false }), calls, logins: () => logins };
}
const refusing = (message: string, code = 'InvalidInput', status = 400): Reply => ({
  status,
  json: { errors: [{ code, message, details: '' }] },
});
const NOT_THERE = refusing('The resource you requested was not found.', 'NotFound', 404);
const bodyOf = (sent: Sent | undefined) => JSON.parse(sent?.body ?? '');

/** As in the examples of Amazon's model. */
const SHIPMENT = {
  amazonShipmentId: '123456',
  amazonFacility: { facilityId: 'ABC123' },
  status: 'SHIPPED',
  shipTime: '2025-04-21T12:34:56Z',
  deliveryTime: '2025-04-23T12:34:56Z',
  serviceLevel: { serviceTier: 'STANDARD' },
  items: [
    {
      shipmentItemId: 'SI001',
      productIdentifier: { amazonSku: 'SKU123' },
      lineItemId: 'item1',
      amount: { value: '1.0' },
    },
  ],
  packages: [
    {
      packageId: 'PKG-abc123def456',
      status: 'DELIVERED',
      shipmentItemIds: ['SI001'],
      tracking: {
        carrier: {
          carrierCode: 'AMZL',
          trackingNumber: 'Tracking123',
          trackingUrl: 'https://www.swiship.com/track?id=x',
        },
        amazon: { trackingNumber: 'Tracking123' },
      },
    },
  ],
};
const orderReply = (more: object) => ({
  order: {
    orderId: 'ABC123XYZ',
    channel: 'SHOPIFY',
    receiveTime: '2025-04-21T10:30:00Z',
    status: 'PROCESSING',
    statusUpdateTime: '2025-04-21T11:45:00Z',
    fulfillmentConfiguration: { serviceLevel: { serviceTiers: ['STANDARD'] }, action: 'HOLD' },
    lineItems: [
      {
        lineItemId: 'item1',
        product: {
          productIdentifier: { amazonSku: 'SKU123' },
          perUnitDeclaredValue: { currencyCode: 'USD', amount: '14.99' },
        },
        amount: { unit: 'EACHES', value: '1.0' },
        cancelledAmount: { unit: 'EACHES', value: '0.0' },
        unfulfillableAmount: { unit: 'EACHES', value: '0.0' },
      },
    ],
    ...more,
  },
});

describe('an order for Amazon', () => {
  it('is what the newest version wants of it, at the host of the region', async () => {
    const { wms, calls } = answering({ status: 202, json: { orderId: 'OB-1', status: 'PROCESSING' } });
    expect(await wms.createOutbound(ACCESS, ORDER)).toEqual({ orderNo: 'OB-1', status: 'accepted' });
    expect(calls[0]?.url.href).toBe('https://sellingpartnerapi-na.amazon.com/fulfillment/outbound/2026-07-04/orders');
    expect(calls[0]?.headers.get('x-amz-access-token')).toBe('Atza|1');
    expect(bodyOf(calls[0])).toEqual({
      orderId: 'OB-1',
      channel: 'SHOPIFY',
      fulfillmentConfiguration: {
        serviceLevel: { serviceTiers: ['STANDARD'] },
        action: 'SHIP',
        policy: 'FILL_OR_KILL',
      },
      origin: { countryCode: 'US' },
      destination: {
        deliveryAddress: {
          name: 'Shopper Name',
          addressLine1: '1000 Winthrop Ave N',
          addressLine2: 'Floor 19',
          city: 'Seattle',
          stateOrRegion: 'WA',
          postalCode: '98103',
          countryCode: 'US',
          phone: '123-456-7890',
          email: 'shopper@email.com',
        },
      },
      lineItems: [
        {
          lineItemId: '71',
          product: { productIdentifier: { amazonSku: 'BOOK-123-HC' } },
          amount: { unit: 'EACHES', value: '2' },
        },
      ],
    });
  });

  it('is what the older version wants of it', async () => {
    const { wms, calls } = answering({ json: {} });
    await wms.createOutbound(OLDER, { ...ORDER, shippingMethod: 'EXPEDITED/UNBRANDED' });
    expect(calls[0]?.url.pathname).toBe('/fba/outbound/2020-07-01/fulfillmentOrders');
    expect(bodyOf(calls[0])).toMatchObject({
      marketplaceId: 'ATVPDKIKX0DER',
      sellerFulfillmentOrderId: 'OB-1',
      displayableOrderId: '#1001',
      shippingSpeedCategory: 'Expedited',
      fulfillmentAction: 'Ship',
      fulfillmentPolicy: 'FillOrKill',
      destinationAddress: { addressLine1: '1000 Winthrop Ave N', city: 'Seattle' },
      featureConstraints: [{ featureName: 'BLANK_BOX', featureFulfillmentPolicy: 'Required' }],
      items: [{ sellerSku: 'BOOK-123-HC', sellerFulfillmentOrderItemId: '71', quantity: 2 }],
    });
  });

  it('names values only for customs, goes in a plain box where the channel wants it, and to Japan without a city', async () => {
    const { wms, calls } = answering({ status: 202, json: { orderId: 'OB-1', status: 'PROCESSING' } });
    const recipient = {
      name: '山田',
      country: 'JP',
      state: '東京都',
      city: '千代田区',
      postalCode: '100-0001',
      line1: '千代田1-1',
    };
    await wms.createOutbound(ACCESS, { ...ORDER, shippingMethod: 'STANDARD/UNBRANDED', recipient });
    const { deliveryAddress } = bodyOf(calls[0]).destination;
    expect(deliveryAddress).toEqual({
      name: '山田',
      addressLine1: '千代田区千代田1-1',
      stateOrRegion: '東京都',
      postalCode: '100-0001',
      countryCode: 'JP',
    });
    expect(bodyOf(calls[0])).toMatchObject({
      fulfillmentConfiguration: { services: { packaging: { packagingOption: 'UNBRANDED' } } },
      lineItems: [{ product: { perUnitDeclaredValue: { currencyCode: 'USD', amount: '14.99' } } }],
    });
  });

  it('goes to the region and marketplace of its country', async () => {
    const { wms, calls } = answering({ json: {} });
    await wms.createOutbound({ keys: { ...OLDER.keys, country: 'DE' } }, ORDER);
    expect(calls[0]?.url.host).toBe('sellingpartnerapi-eu.amazon.com');
    expect(bodyOf(calls[0]).marketplaceId).toBe('A1PA6795UKMFR9');
    expect(await failure(wms.warehouses({ keys: { ...KEYS, country: 'XX' } }))).toMatchObject({
      code: 'VALIDATION_country',
    });
    expect(await failure(wms.check({ keys: { ...KEYS, version: '2010-10-01' } }))).toMatchObject({
      code: 'VALIDATION_version',
    });
  });
});

describe('an order that Amazon refuses', () => {
  it.each([
    ['the SellerSKU for Item Id: 71 is invalid.', 'VALIDATION_sku', /^sku BOOK-123-HC:/],
    ['The postalCode is invalid.', 'VALIDATION_recipient.postalCode', /^recipient\.postalCode:/],
    [
      "Value null at 'destinationAddress.stateOrRegion' failed to satisfy constraint: Member must not be null",
      'VALIDATION_recipient.state',
      /^recipient\.state:/,
    ],
    ['Not enough inventory for the order.', 'STOCK_InvalidInput', /inventory/],
    ['Something else.', 'InvalidInput', /Something else/],
  ])('says of what: %s', async (words, code, message) => {
    const { wms } = answering(refusing(words), NOT_THERE);
    const error = await failure(wms.createOutbound(ACCESS, ORDER));
    expect(error).toMatchObject({ kind: 'rejected', code, message: expect.stringMatching(message) });
  });

  it('is the one that stands there already, whatever Amazon says', async () => {
    const refusal = refusing('Value OB-1 for parameter orderId is invalid. Reason: InvalidValue.');
    const known = { json: orderReply({ orderId: 'OB-1' }) };
    const { wms, calls } = answering(refusal, known);
    expect(await wms.createOutbound(ACCESS, ORDER)).toEqual({ orderNo: 'OB-1', status: 'accepted' });
    expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      'POST /fulfillment/outbound/2026-07-04/orders',
      'GET /fulfillment/outbound/2026-07-04/orders/OB-1',
    ]);
    // Said to be there, and not found yet: nobody knows.
    const late = answering(refusing('The order already exists.'), NOT_THERE);
    expect(await kindOfFailure(late.wms.createOutbound(ACCESS, ORDER))).toBe('uncertain');
  });

  it('is not sent at all only for what Amazon could not do', async () => {
    const { wms, calls } = answering({ json: {} });
    const label = { trackingNumber: 'T1', pdf: Buffer.from('') };
    for (const [field, order] of [
      ['label', { ...ORDER, label }],
      ['clientOrderNo', { ...ORDER, clientOrderNo: 'X'.repeat(41) }],
      ['recipient.name', { ...ORDER, recipient: { ...ORDER.recipient, name: ' ' } }],
      ['recipient.line1', { ...ORDER, recipient: { ...ORDER.recipient, line1: '' } }],
    ] as const)
      expect(await failure(wms.createOutbound(ACCESS, order))).toMatchObject({ code: `VALIDATION_${field}` });
    expect(calls).toHaveLength(0);
  });

  it('may have been made where the answer is a fault of theirs', async () => {
    const { wms } = answering({ status: 500, json: { errors: [{ code: 'InternalFailure', message: 'x' }] } });
    expect(await kindOfFailure(wms.createOutbound(ACCESS, ORDER))).toBe('uncertain');
  });
});

describe('an order as Amazon tells of it', () => {
  const read = async (more: object) => answering({ json: orderReply(more) }).wms.outbound(ACCESS, 'ABC123XYZ');

  it('has its parcels with carrier, number and units, as in the published examples', async () => {
    expect(await read({ status: 'COMPLETE', shipments: [SHIPMENT] })).toEqual({
      clientOrderNo: 'ABC123XYZ',
      orderNo: 'ABC123XYZ',
      status: 'delivered',
      rawStatus: 'COMPLETE',
      updatedAt: '2025-04-21T12:34:56.000Z',
      packages: [
        {
          packageNo: 'PKG-abc123def456',
          carrier: 'AMZL',
          trackingNumber: 'Tracking123',
          shippedAt: '2025-04-21T12:34:56.000Z',
          items: [{ sku: 'SKU123', quantity: 1 }],
        },
      ],
    });
  });

  const line = (of: object) => ({ ...orderReply({}).order.lineItems[0], amount: { value: '3.0' }, ...of });
  const parcel = (status: string) => ({ ...SHIPMENT, packages: [{ ...SHIPMENT.packages[0], status }] });
  it.each([
    ['accepted', { status: 'PROCESSING' }],
    ['processing', { status: 'PROCESSING', shipments: [{ ...SHIPMENT, status: 'PROCESSING' }] }],
    ['partlyShipped', { status: 'PROCESSING', shipments: [SHIPMENT], lineItems: [line({})] }],
    ['shipped', { status: 'PROCESSING', shipments: [parcel('IN_TRANSIT')] }],
    ['shipped', { status: 'COMPLETE', shipments: [parcel('IN_TRANSIT')] }],
    ['cancelled', { status: 'CANCELLED', shipments: [{ ...SHIPMENT, status: 'CANCELLED' }] }],
    ['rejected: INVALID', { status: 'INVALID' }],
    [
      'rejected: UNFULFILLABLE: SKU123: 2/3',
      { status: 'UNFULFILLABLE', lineItems: [line({ unfulfillableAmount: { value: '2.0' } })] },
    ],
    [
      'exception: COMPLETE_PARTIAL: SKU123: 2/3',
      { status: 'COMPLETE_PARTIAL', shipments: [SHIPMENT], lineItems: [line({ cancelledAmount: { value: '2.0' } })] },
    ],
    ['exception: UNDELIVERABLE: Tracking123', { status: 'COMPLETE', shipments: [parcel('UNDELIVERABLE')] }],
    ['exception: unknown status: ON_THE_MOON', { status: 'ON_THE_MOON' }],
  ])('is %s', async (words, more) => {
    const { status, problem } = await read(more);
    expect([status, problem].filter(Boolean).join(': ')).toBe(words);
  });

  it('has the units of each of several parcels', async () => {
    const item = SHIPMENT.items[0];
    const items = [
      item,
      { ...item, shipmentItemId: 'SI002', productIdentifier: { amazonSku: 'B' }, amount: { value: '4' } },
    ];
    const packages = [SHIPMENT.packages[0], { packageId: 'P2', shipmentItemIds: ['SI002'], tracking: {} }];
    const answered = await read({ status: 'COMPLETE', shipments: [{ ...SHIPMENT, items, packages }] });
    expect(answered.packages.map((one) => [one.packageNo, one.trackingNumber, one.items])).toEqual([
      ['PKG-abc123def456', 'Tracking123', [{ sku: 'SKU123', quantity: 1 }]],
      ['P2', undefined, [{ sku: 'B', quantity: 4 }]],
    ]);
  });

  it('is read of the older version alike', async () => {
    const payload = {
      fulfillmentOrder: {
        sellerFulfillmentOrderId: 'OB-1',
        fulfillmentOrderStatus: 'CompletePartialled',
        statusUpdatedDate: '2025-04-21T11:45:00Z',
      },
      fulfillmentOrderItems: [{ sellerSku: 'A', quantity: 3, cancelledQuantity: 0, unfulfillableQuantity: 1 }],
      fulfillmentShipments: [
        {
          amazonShipmentId: 'S1',
          fulfillmentShipmentStatus: 'SHIPPED',
          shippingDate: '2025-04-21T12:00:00Z',
          fulfillmentShipmentItem: [{ sellerSku: 'A', quantity: 2, packageNumber: 982645 }],
          fulfillmentShipmentPackage: [{ packageNumber: 982645, carrierCode: 'UPS', trackingNumber: '1Z1' }],
        },
      ],
      returnItems: [],
      returnAuthorizations: [],
    };
    expect(await answering({ json: { payload } }).wms.outbound(OLDER, 'OB-1')).toMatchObject({
      status: 'exception',
      problem: 'CompletePartialled: A: 1/3',
      packages: [{ packageNo: '982645', carrier: 'UPS', trackingNumber: '1Z1', items: [{ sku: 'A', quantity: 2 }] }],
    });
  });

  it('is asked to be cancelled, and what came of that is read', async () => {
    const cancelled = async (cancel: Reply, more: object) =>
      answering(cancel, { json: orderReply(more) }).wms.cancelOutbound(ACCESS, 'ABC123XYZ', 'x');
    const taken = { status: 202, json: {} };
    expect(await cancelled(taken, { status: 'CANCELLED' })).toBe('cancelled');
    expect(await cancelled(taken, {})).toBe('pending');
    expect(await cancelled(taken, { status: 'COMPLETE', shipments: [SHIPMENT] })).toBe('refused');
    expect(await cancelled(refusing('Too late.'), {})).toBe('refused');
  });
});

describe('the keys of a seller', () => {
  it('are used for a token once, and again when it is refused', async () => {
    const expired = refusing(
      'Access to requested resource is denied. The access token you provided has expired.',
      'Unauthorized',
      403,
    );
    const { wms, logins } = answering({ json: orderReply({}) }, expired, { json: orderReply({}) });
    await wms.outbound(ACCESS, 'ABC123XYZ');
    expect(logins()).toBe(1);
    await wms.outbound(ACCESS, 'ABC123XYZ');
    expect(logins()).toBe(2);
  });

  it('may lack the role for it, which no new token mends', async () => {
    const { wms, logins } = answering(refusing('Access to requested resource is denied.', 'Unauthorized', 403));
    expect(await kindOfFailure(wms.check(ACCESS))).toBe('rejected');
    expect(logins()).toBe(1);
  });
});

it('what it would cost is summed over the parts of an order, tier by tier', async () => {
  const offer = (serviceTier: string, price: string) => ({
    estimatedPrice: { rollupPrices: [], totalPrice: { currencyCode: 'USD', amount: price } },
    fulfillmentConfiguration: { serviceLevel: { serviceTier } },
  });
  const plannedShipments = [
    { items: [], offers: [offer('STANDARD', '5.95'), offer('EXPEDITED', '9.95')] },
    { items: [], offers: [offer('STANDARD', '0.10')] },
  ];
  const { wms } = answering({ json: { plannedShipments } });
  expect(await wms.quote?.(ACCESS, ORDER)).toEqual([{ shippingMethod: 'STANDARD', amount: '6.05', currency: 'USD' }]);
});

it('stock is what can be had, reserved, broken and on its way', async () => {
  const inventoryDetails = {
    fulfillableQuantity: 40,
    inboundWorkingQuantity: 1,
    inboundShippedQuantity: 2,
    inboundReceivingQuantity: 3,
    reservedQuantity: { totalReservedQuantity: 9, pendingCustomerOrderQuantity: 4, pendingTransshipmentQuantity: 5 },
    researchingQuantity: { totalResearchingQuantity: 7 },
    unfulfillableQuantity: { totalUnfulfillableQuantity: 6 },
  };
  const inventorySummaries = [{ sellerSku: 'A', condition: 'NewItem', inventoryDetails, totalQuantity: 61 }];
  const { wms, calls } = answering({ json: { payload: { inventorySummaries }, pagination: { nextToken: 'N' } } });
  expect(await wms.inventory(ACCESS, 'ATVPDKIKX0DER')).toEqual({
    rows: [
      { sku: 'A', onHand: 55, available: 40, allocated: 4, damaged: 6, frozen: 5, inTransit: 6, pendingPutAway: 0 },
    ],
    next: 'N',
  });
  expect(calls[0]?.url.search).toBe(
    '?details=true&granularityType=Marketplace&granularityId=ATVPDKIKX0DER&marketplaceIds=ATVPDKIKX0DER',
  );
});
