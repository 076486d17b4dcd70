import { describe, expect, it } from 'vitest';
import type { ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { failure, kindOfFailure, type Sent, scripted } from '../../testing.ts';
import { ACCESS, connect, feed, order, orders, product, refusal, request, requests } from './fixtures.ts';

const notice = (more: Partial<ShipmentConfirmation> = {}): ShipmentConfirmation => ({
  platformOrderNo: 'CS123456789',
  packageNo: 1,
  carrierCode: 'UPS',
  carrierName: 'UPS',
  serviceName: 'Ground',
  trackingNumber: '2101',
  shippedAt: '2026-11-02T08:53:33.000Z',
  lines: [{ platformLineId: 'LAMP-1', quantity: 1 }],
  ...more,
});
const variablesOf = (sent: Sent | undefined) =>
  (JSON.parse(sent?.body ?? '{}') as { variables: Record<string, unknown> }).variables;
const shipped = (response: object) => ({ json: { data: { purchaseOrders: { shipment: response } } } });
const accepted = (response: object) => ({ json: { data: { purchaseOrders: { accept: response } } } });
const looked = (...rows: object[]) => ({ json: { data: { transactions: rows } } });
const bad = (message: string, key = 'CS123456789') => ({ errorCount: 1, errors: [{ key, message }] });
const someOrder = async (fetch: typeof globalThis.fetch) => {
  const record = await connect(fetch).getOrder(ACCESS, 'CS123456789');
  if (!record.ok) throw new Error(record.reason);
  return record.order;
};

describe('acceptance', () => {
  it('repeats the order as it stands, without what was called off', async () => {
    const products = [product(), product({ partNumber: 'GONE', isCancelled: true })];
    const order_ = await someOrder(scripted(orders(order()), requests()).fetch);
    const { fetch, sent } = scripted(orders(order({ products })), accepted(feed()));
    await connect(fetch).acknowledge(ACCESS, order_);
    expect(variablesOf(sent[0])).toEqual({ limit: 1, poNumbers: ['CS123456789'], hasResponse: false });
    expect(variablesOf(sent[1])).toEqual({
      poNumber: 'CS123456789',
      shipSpeed: 'GROUND',
      lineItems: [
        { partNumber: 'LAMP-1', quantity: 1, unitPrice: 14.2, estimatedShipDate: '2026-11-03 13:00:00.000000 +00:00' },
      ],
    });
  });

  it('is not told of an order that is answered, and refused where Wayfair refuses', async () => {
    const one = await someOrder(scripted(orders(order()), requests()).fetch);
    const { fetch, sent } = scripted(orders());
    await connect(fetch).acknowledge(ACCESS, one);
    expect(sent).toHaveLength(1);
    const { fetch: refusing } = scripted(orders(order()), accepted(feed({ status: 'ERROR', ...bad('Price differs') })));
    const error = await failure(connect(refusing).acknowledge(ACCESS, one));
    expect([error.kind, error.message]).toEqual(['rejected', 'CS123456789: Price differs']);
  });
});

describe('a ship notice', () => {
  it('names the carrier by its SCAC, where from and where to, and what is in the parcel', async () => {
    const { fetch, sent } = scripted(orders(order()), shipped(feed()));
    expect(await connect(fetch).confirmShipment(ACCESS, notice())).toEqual({ outcome: 'confirmed' });
    expect(variablesOf(sent[1])).toEqual({
      notice: {
        poNumber: 'CS123456789',
        supplierId: 2603,
        packageCount: 1,
        weight: 12.5,
        carrierCode: 'UPSN',
        shipSpeed: 'GROUND',
        trackingNumber: '2101',
        shipDate: '2026-11-02 08:53:33.000000 +00:00',
        sourceAddress: {
          name: 'LA DC',
          streetAddress1: '1 Dock Rd',
          streetAddress2: '',
          city: 'LA',
          state: 'CA',
          postalCode: '90001',
          country: 'US',
        },
        destinationAddress: {
          name: 'A B',
          streetAddress1: '1 Main St',
          streetAddress2: 'Apt 2',
          city: 'Austin',
          state: 'TX',
          postalCode: '78701',
          country: 'US',
        },
        smallParcelShipments: [
          {
            package: { code: { type: 'TRACKING_NUMBER', value: '2101' }, weight: 12.5 },
            items: [{ partNumber: 'LAMP-1', quantity: 1 }],
          },
        ],
        largeParcelShipments: [],
      },
    });
  });

  it.each([
    ['', 'FedEx', 'FDEG'],
    ['ONTC', 'OnTrac', 'ONTC'],
    ['', 'Slow', 'FDEG'],
  ])('of %s %s goes by %s', async (carrierCode, carrierName, scac) => {
    const { fetch, sent } = scripted(orders(order()), shipped(feed()));
    await connect(fetch).confirmShipment(ACCESS, notice({ carrierCode, carrierName }));
    expect(variablesOf(sent[1])).toMatchObject({ notice: { carrierCode: scac } });
  });

  it('is looked after until Wayfair has worked on it', async () => {
    const { fetch, sent } = scripted(
      orders(order()),
      shipped(feed({ status: 'NEW' })),
      looked(feed({ status: 'PROCESSING' })),
      looked(feed({ status: 'ERROR', ...bad('No such part') })),
    );
    expect(await kindOfFailure(connect(fetch).confirmShipment(ACCESS, notice()))).toBe('rejected');
    expect(variablesOf(sent[3])).toEqual({ handle: 'h-1' });
  });

  it('given twice is known already', async () => {
    const { fetch } = scripted(
      orders(order()),
      shipped(feed({ status: 'ERROR', ...bad('A ship notice already exists') })),
    );
    expect((await connect(fetch).confirmShipment(ACCESS, notice())).outcome).toBe('alreadyConfirmed');
  });

  it('is not given for a part that is not there, nor without a carrier that Wayfair knows', async () => {
    const { fetch } = scripted(orders(order()));
    const other = notice({ lines: [{ platformLineId: 'B', quantity: 1 }] });
    expect((await failure(connect(fetch).confirmShipment(ACCESS, other))).code).toBe('NO_SUCH_LINE');
    const bare = scripted(orders(order({ shippingInfo: null })));
    const slow = notice({ carrierCode: '', carrierName: 'Slow' });
    expect((await failure(connect(bare.fetch).confirmShipment(ACCESS, slow))).code).toBe('NO_SCAC');
  });
});

describe('registration', () => {
  const event = (more: object = {}) => ({
    id: 901,
    generatedShippingLabels: [
      { fullPoNumber: 'CS123456789', carrier: 'FedEx', carrierCode: 'FDEG', trackingNumber: '2101' },
    ],
    shippingLabelInfo: [
      { carrier: 'FedEx', carrierCode: 'FDEG', trackingNumber: '2101' },
      { carrier: 'FedEx', carrierCode: 'FDEG', trackingNumber: '2102' },
    ],
    ...more,
  });
  const parcel = { platformOrderNo: 'CS123456789', packageNo: 1, weightGrams: 800, lines: [] };

  it('is made once, and its parcels are known by their order', async () => {
    const made = { json: { data: { purchaseOrders: { register: event() } } } };
    const { fetch, sent } = scripted(orders(order()), made, { json: { data: { labelGenerationEvents: [event()] } } });
    const { shipping } = connect(fetch);
    expect(await shipping.arrange(ACCESS, parcel)).toEqual({
      ref: '901',
      trackingNumber: '2101',
      carrierName: 'FedEx',
    });
    expect(variablesOf(sent[1])).toEqual({ registrationInput: { poNumber: 'CS123456789', warehouseId: '2603' } });
    expect(await shipping.findParcel(ACCESS, { ...parcel, packageNo: 2 })).toMatchObject({ trackingNumber: '2102' });
    expect(variablesOf(sent[2])).toEqual({ poNumber: '123456789' });
  });

  it('of another store’s order of the same digits is not this one’s', async () => {
    const other = event({ generatedShippingLabels: [{ fullPoNumber: 'CA123456789' }] });
    const { fetch } = scripted({ json: { data: { labelGenerationEvents: [other] } } });
    expect(await connect(fetch).shipping.findParcel(ACCESS, parcel)).toBeNull();
  });

  it('leaves open what happened when the answer is lost or broken', async () => {
    const broken = scripted(orders(order()), refusal('oops', 'INTERNAL_SERVER_ERROR'));
    expect(await kindOfFailure(connect(broken.fetch).shipping.arrange(ACCESS, parcel))).toBe('uncertain');
    const strange = scripted(orders(order()), { json: { data: { purchaseOrders: { register: null } } } });
    expect(await kindOfFailure(connect(strange.fetch).shipping.arrange(ACCESS, parcel))).toBe('uncertain');
  });

  it('gives a label only when it is one', async () => {
    const { fetch, sent } = scripted({ text: '%PDF-1.3 label' }, { text: '<html>' });
    const { shipping } = connect(fetch);
    const found = { ref: '901', carrierName: 'FedEx' };
    expect((await shipping.label(ACCESS, found, 'CS123456789')).format).toBe('pdf');
    expect(sent[0]?.url.href).toBe('https://api.wayfair.com/v1/shipping_label/CS123456789');
    expect(await kindOfFailure(shipping.label(ACCESS, found, 'CS123456789'))).toBe('malformed');
  });
});

describe('calling off', () => {
  const call = (fetch: typeof globalThis.fetch) =>
    connect(fetch).cancelOrder(ACCESS, { platformOrderNo: 'CS123456789', reason: 'buyerAsked', lines: [] });
  const gone = orders(order({ products: [product({ isCancelled: true })] }));
  const answered = (status: string) => ({
    json: {
      data: { confirmLineItemCancellationRequest: [{ requestId: '7', status, errorCode: 'E', errorMessage: 'no' }] },
    },
  });

  it('agrees to what was asked, and to nothing else', async () => {
    const { fetch, sent } = scripted(
      orders(order()),
      requests(request()),
      requests(request()),
      answered('SUCCESS'),
      gone,
      requests(),
    );
    expect(await call(fetch)).toEqual({ outcome: 'cancelled' });
    expect(sent[3]?.body).toContain('{ requestId: \\"7\\" }');
    expect((await failure(call(scripted(orders(order()), requests(), requests()).fetch))).code).toBe('NOT_ASKED');
    expect(await call(scripted(gone, requests()).fetch)).toEqual({ outcome: 'alreadyCancelled' });
  });

  it('says so when Wayfair does not take the answer', async () => {
    const { fetch } = scripted(orders(order()), requests(request()), requests(request()), answered('FAILURE'));
    expect((await failure(call(fetch))).message).toBe('no');
  });
});

describe('stock', () => {
  const items = ['A', 'B'].map((sellerSku) => ({
    itemId: sellerSku,
    sellerSku,
    quantity: 4,
    refs: { supplierId: '2604' },
  }));
  const saved = (response: object) => ({ json: { data: { inventory: { save: response } } } });

  it('is told by difference, and its outcome looked up article by article', async () => {
    const done = feed({
      errorCount: 1,
      errors: [{ key: 'B', message: 'unknown part' }],
      completed: [{ key: 'A', message: 'OK' }],
    });
    const { fetch, sent } = scripted(
      saved(feed({ status: 'NEW' })),
      looked(feed({ status: 'PROCESSING' })),
      looked(done),
    );
    const connector = connect(fetch);
    const pending = { outcome: 'pending', ticket: 'h-1' };
    expect(await connector.pushStock(ACCESS, items)).toEqual([pending, pending]);
    expect(variablesOf(sent[0])).toMatchObject({
      feedKind: 'DIFFERENTIAL',
      inventory: [
        { supplierId: 2604, supplierPartNumber: 'A', quantityOnHand: 4 },
        { supplierId: 2604, supplierPartNumber: 'B', quantityOnHand: 4 },
      ],
    });
    expect(await connector.pushResult(ACCESS, 'h-1')).toBeNull();
    expect(await connector.pushResult(ACCESS, 'h-1')).toEqual([
      { sellerSku: 'A', outcome: { outcome: 'accepted' } },
      { sellerSku: 'B', outcome: { outcome: 'refused', detail: 'unknown part' } },
    ]);
    expect((await failure(connect(scripted(looked()).fetch).pushResult(ACCESS, 'x'))).code).toBe('NOT_FOUND');
  });

  it('comes at once where Wayfair is done at once', async () => {
    const { fetch } = scripted(saved(feed({ status: 'ERROR', errorCount: 2, errors: [{ key: 'A', message: 'no' }] })));
    expect(await connect(fetch).pushStock(ACCESS, items)).toEqual([
      { outcome: 'refused', detail: 'no' },
      { outcome: 'refused', detail: 'A: no' },
    ]);
  });
});

describe('the catalogue', () => {
  it('is read supplier by supplier, page by page', async () => {
    const page = (hasNextPage: boolean, ...parts: object[]) => ({
      json: { data: { supplierCatalog: { products: parts, pageInfo: { hasNextPage, totalPages: 2 } } } },
    });
    const part = (supplierPartNumber: string, isLive: boolean) => ({
      supplierPartNumber,
      upc: isLive ? '036000291452' : null,
      skus: [{ productName: 'Lamp', isLive }],
    });
    const { fetch, sent } = scripted(
      page(true, part('A', true)),
      page(false, part('B', false)),
      page(false, { skus: [] }),
    );
    const connector = connect(fetch);
    const found = [];
    let cursor: string | undefined;
    do {
      const one = await connector.listListings(ACCESS, cursor === undefined ? {} : { cursor });
      found.push(
        ...one.listings.map((listing) => [listing.sellerSku, listing.variantId, listing.state, listing.barcode]),
      );
      cursor = one.nextCursor;
      if (cursor === undefined) expect(one.unreadable).toHaveLength(1);
    } while (cursor !== undefined);
    expect(found).toEqual([
      ['A', '2603', 'active', '036000291452'],
      ['B', '2603', 'inactive', undefined],
    ]);
    expect(sent.map((one) => one.headers.get('x-selected-supplier-id'))).toEqual(['2603', '2603', '2604']);
  });
});
