import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted, serving } from '../../testing.ts';
import type { Parcel } from '../../types.ts';
import { ACCESS, CANADA, connect, PARCEL, PDF } from './fixtures.ts';
import { createFedexConnector } from './index.ts';
import { shipRequest } from './shipments.ts';

const refusal = (code: string, message = '') => ({ errors: [{ code, message }] });
const encoded = (data: Buffer) => data.toString('base64');
const label = (data: Buffer) => ({
  contentType: 'LABEL',
  copiesToPrint: 1,
  docType: 'PDF',
  encodedLabel: encoded(data),
});
const piece = (trackingNumber: string, more: object = {}) => ({
  ...{ masterTrackingNumber: '794953535000', trackingNumber, packageSequenceNumber: 1, currency: 'USD' },
  ...{ netChargeAmount: 21.45, packageDocuments: [label(PDF)] },
  ...more,
});
const shipped = (more: object = {}) => ({
  json: {
    output: {
      transactionShipments: [
        {
          ...{ serviceType: 'STANDARD_OVERNIGHT', masterTrackingNumber: '794953535000', shipmentDocuments: [] },
          pieceResponses: [piece('794953535000')],
          ...more,
        },
      ],
    },
  },
});
const buy = (reply: Parameters<typeof scripted>[0], parcel = PARCEL) =>
  connect(scripted(reply).fetch).buyLabel(ACCESS, parcel, 'FEDEX_GROUND');
const body = (parcel: Parcel, service = 'FEDEX_GROUND') =>
  JSON.parse(JSON.stringify(shipRequest(ACCESS, parcel, service, '2026-11-02'))).requestedShipment;

describe('FedEx purchases', () => {
  it('buys one label', async () => {
    const { fetch, sent } = scripted(shipped());
    expect(await connect(fetch).buyLabel(ACCESS, PARCEL, 'STANDARD_OVERNIGHT')).toEqual({
      ...{ shipmentId: '794953535000', trackingNumber: '794953535000', amount: '21.45', currency: 'USD' },
      label: { format: 'pdf', data: PDF },
    });
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      labelResponseOptions: 'LABEL',
      accountNumber: { value: '740561073' },
      requestedShipment: {
        ...{ shipDatestamp: '2026-11-02', serviceType: 'STANDARD_OVERNIGHT', totalWeight: 4.2, totalPackageCount: 1 },
        shipper: { contact: { personName: 'Sam Packer', companyName: 'Demo Seller', phoneNumber: '14105550100' } },
        recipients: [
          {
            contact: { personName: 'Pat Doe', phoneNumber: '14105550100' },
            address: { streetLines: ['9 Elm St', 'Apt 4'], residential: true },
          },
        ],
        shippingChargesPayment: { paymentType: 'SENDER' },
        labelSpecification: { imageType: 'PDF', labelStockType: 'STOCK_4X6' },
        requestedPackageLineItems: [
          { customerReferences: [{ customerReferenceType: 'CUSTOMER_REFERENCE', value: PARCEL.reference }] },
        ],
      },
    });
    expect(body(PARCEL)).not.toHaveProperty('customsClearanceDetail');
    expect(body(PARCEL)).not.toHaveProperty('shipmentSpecialServices');
  });

  it('sends zeros within a country where neither side has a phone, and refuses that across a border', () => {
    const { phone: _, ...from } = PARCEL.from;
    expect(body({ ...PARCEL, from }).shipper.contact.phoneNumber).toBe('0000000000');
    const { phone: __, ...to } = CANADA.to;
    expect(() => body({ ...CANADA, from, to })).toThrow(/phone/);
  });

  it('takes the price of the shipment before that of its boxes, and none where none is named', async () => {
    const rating = {
      actualRateType: 'PAYOR_ACCOUNT_SHIPMENT',
      shipmentRateDetails: [
        { rateType: 'PAYOR_LIST_SHIPMENT', totalNetCharge: 30, currency: 'USD' },
        { rateType: 'PAYOR_ACCOUNT_SHIPMENT', totalNetCharge: 19.5, currency: 'USD' },
      ],
    };
    const rated = shipped({ completedShipmentDetail: { shipmentRating: rating } });
    expect(await buy(rated)).toMatchObject({ amount: '19.5', currency: 'USD' });
    const unpriced = shipped({ pieceResponses: [piece('1', { netChargeAmount: null, currency: '' })] });
    expect(await buy(unpriced)).toMatchObject({ amount: '0', currency: '' });
  });

  it('ships many boxes in one shipment, in their order, and finds them by the first', async () => {
    const parcel = { ...PARCEL, further: [{ weightGrams: 900 }] };
    const [second, first] = [
      piece('794953535011', { packageSequenceNumber: 2, netChargeAmount: 0 }),
      piece('794953535000'),
    ];
    const bought = await buy(shipped({ pieceResponses: [second, first] }), parcel);
    expect(bought).toMatchObject({ trackingNumber: '794953535000', amount: '21.45' });
    expect(bought.further).toEqual([{ trackingNumber: '794953535011', label: { format: 'pdf', data: PDF } }]);
    const { requestedPackageLineItems: lines, totalPackageCount, totalWeight } = body(parcel);
    expect([totalPackageCount, totalWeight]).toEqual([2, 6.2]);
    expect(lines[0]).toHaveProperty('customerReferences');
    expect(lines[1]).not.toHaveProperty('customerReferences');
    expect(await kindOfFailure(buy(shipped(), parcel))).toBe('uncertain');
  });

  it('leaves open what happened when the answer is lost or unreadable: a second label would cost money', async () => {
    expect(await kindOfFailure(buy({ text: '{"output":' }))).toBe('uncertain');
    expect(await kindOfFailure(buy(shipped({ pieceResponses: [] })))).toBe('uncertain');
    expect(await kindOfFailure(buy({ json: { output: { transactionShipments: [] } } }))).toBe('uncertain');
    expect(await kindOfFailure(buy({ status: 500, json: refusal('INTERNAL.SERVER.ERROR') }))).toBe('uncertain');
    expect(await kindOfFailure(buy({ json: refusal('SYSTEM.UNEXPECTED.ERROR') }))).toBe('uncertain');
    expect(await kindOfFailure(buy({ status: 503, json: refusal('SERVICE.UNAVAILABLE.ERROR') }))).toBe('unavailable');
    expect(await kindOfFailure(buy({ status: 400, json: refusal('ACCOUNT.NUMBER.MISMATCH') }))).toBe('rejected');
    const server = await serving((request) => request.on('data', () => request.socket.destroy()));
    const fedex = createFedexConnector({ http: { baseUrls: { api: server.url } } });
    expect(await kindOfFailure(fedex.buyLabel(ACCESS, PARCEL, 'FEDEX_GROUND'))).toBe('uncertain');
    await server.close();
  });

  it.each([
    ['cut off', label(PDF.subarray(0, 12))],
    ['no PDF', label(Buffer.from('^XA^XZ'))],
    ['missing', { ...label(PDF), contentType: 'AUXILIARY' }],
  ])('does not take a label that is %s', async (_name, document) => {
    const torn = shipped({ pieceResponses: [piece('794953535000', { packageDocuments: [document] })] });
    expect(await failure(buy(torn))).toMatchObject({ kind: 'uncertain', code: 'UNREADABLE' });
  });
});

describe('FedEx customs', () => {
  it('declares the goods where countries differ, and has FedEx draw the invoice', async () => {
    const customs = { terms: 'DDP', ioss: 'IM2760000742', eori: 'DE123', vat: 'DE9', invoiceNumber: 'INV-7' } as const;
    const sent = body({ ...CANADA, customs }, 'FEDEX_INTERNATIONAL_PRIORITY');
    expect(sent).toMatchObject({
      shipper: {
        tins: [
          { number: 'IM2760000742', tinType: 'BUSINESS_UNION', usage: 'IOSS' },
          { number: 'DE123', tinType: 'BUSINESS_UNION', usage: 'EORI' },
          { number: 'DE9', tinType: 'BUSINESS_NATIONAL', usage: 'VAT' },
        ],
      },
      shipmentSpecialServices: {
        specialServiceTypes: ['ELECTRONIC_TRADE_DOCUMENTS'],
        etdDetail: { attributes: ['POST_SHIPMENT_UPLOAD_REQUESTED'] },
      },
      shippingDocumentSpecification: { shippingDocumentTypes: ['COMMERCIAL_INVOICE'] },
      customsClearanceDetail: {
        dutiesPayment: {
          paymentType: 'SENDER',
          payor: { responsibleParty: { accountNumber: { value: '740561073' } } },
        },
        totalCustomsValue: { amount: 22.5, currency: 'USD' },
        commercialInvoice: { termsOfSale: 'DDP', shipmentPurpose: 'SOLD', customerReferences: [{ value: 'INV-7' }] },
        commodities: [
          {
            ...{ description: 'Desk lamp', quantity: 2, quantityUnits: 'PCS', harmonizedCode: '940521' },
            ...{ countryOfManufacture: 'CN', partNumber: 'LAMP-1', unitPrice: { amount: 11.25, currency: 'USD' } },
            weight: { units: 'LB', value: 4 },
          },
        ],
      },
    });
    expect(body(CANADA).customsClearanceDetail).toMatchObject({
      dutiesPayment: { paymentType: 'RECIPIENT' },
      commercialInvoice: { termsOfSale: 'DAP', customerReferences: [{ value: PARCEL.reference }] },
    });
    const invoice = { contentType: 'COMMERCIAL_INVOICE', docType: 'PDF', encodedLabel: encoded(PDF) };
    expect((await buy(shipped({ shipmentDocuments: [invoice] }), CANADA)).customsForms).toEqual(PDF);
    expect(await kindOfFailure(buy(shipped(), { ...CANADA, items: [] }))).toBe('rejected');
  });

  it('says that a return is none, and why it comes back', () => {
    const back = { ...CANADA, isReturn: true, from: CANADA.to, to: CANADA.from };
    expect(body(back)).toMatchObject({
      shipmentSpecialServices: {
        specialServiceTypes: ['RETURN_SHIPMENT', 'ELECTRONIC_TRADE_DOCUMENTS'],
        returnShipmentDetail: { returnType: 'PRINT_RETURN_LABEL' },
      },
      customsClearanceDetail: {
        commercialInvoice: { shipmentPurpose: 'NOT_SOLD' },
        customsOption: { type: 'REJECTED' },
      },
    });
  });

  it('declares batteries in the air, and not on the ground', () => {
    const [item] = PARCEL.items;
    const small = (battery: 'inside' | 'packed' | 'alone', chemistry: 'ion' | 'metal') => ({
      ...item!,
      battery,
      lithium: { chemistry, isSmall: true },
    });
    const items = [small('packed', 'ion'), small('inside', 'metal'), small('inside', 'ion'), small('inside', 'metal')];
    const parcel = { ...PARCEL, items, further: [{ weightGrams: 1 }] };
    const section = { batteryRegulatoryType: 'IATA_SECTION_II' };
    const [first, second] = body(parcel, 'FEDEX_2_DAY').requestedPackageLineItems;
    expect(first.packageSpecialServices).toEqual({
      specialServiceTypes: ['BATTERY'],
      batteryDetails: [
        { batteryPackingType: 'CONTAINED_IN_EQUIPMENT', batteryMaterialType: 'LITHIUM_ION', ...section },
        { batteryPackingType: 'PACKED_WITH_EQUIPMENT', batteryMaterialType: 'LITHIUM_ION', ...section },
        { batteryPackingType: 'CONTAINED_IN_EQUIPMENT', batteryMaterialType: 'LITHIUM_METAL', ...section },
      ],
    });
    expect(second.packageSpecialServices).toEqual(first.packageSpecialServices);
    expect(body(parcel).requestedPackageLineItems[0]).not.toHaveProperty('packageSpecialServices');
    const { lithium: _, ...unknown } = small('inside', 'ion');
    for (const one of [
      small('alone', 'ion'),
      { ...small('inside', 'metal'), lithium: { chemistry: 'metal', isSmall: false } as const },
      unknown,
    ]) {
      const refused = {
        ...PARCEL,
        items: [
          { ...item!, sku: 'OTHER' },
          { ...one, sku: 'POWER-1' },
        ],
      };
      expect(() => body(refused, 'FEDEX_2_DAY')).toThrow(/: POWER-1$|in POWER-1$/);
      expect(body(refused).requestedPackageLineItems[0]).not.toHaveProperty('packageSpecialServices');
    }
  });

  it('refuses a reference that it could not be found by', () => {
    for (const reference of ['', 'x'.repeat(31)]) expect(() => body({ ...PARCEL, reference })).toThrow(/reference/);
  });
});

describe('FedEx after a doubt', () => {
  const tracked = (...codes: [number: string, code: string][]) => ({
    json: {
      output: {
        completeTrackResults: codes.map(([trackingNumber, eventType]) => ({
          trackingNumber,
          trackResults: [
            {
              trackingNumberInfo: { trackingNumber },
              scanEvents: [{ date: '2026-11-02T09:00:00-05:00', eventType }],
            },
          ],
        })),
      },
    },
  });
  const done = { json: { output: { cancelledShipment: true, cancelledHistory: true, message: 'Cancelled' } } };
  const nothing = {
    json: {
      output: {
        completeTrackResults: [{ trackResults: [{ error: { code: 'TRACKING.REFERENCENUMBER.NOTFOUND' } }] }],
      },
    },
  };

  it('takes back what stands under the reference and is not known: nobody can print its label', async () => {
    const { fetch, sent } = scripted(tracked(['1', 'OC'], ['2', 'CA'], ['3', 'OC']), done);
    expect(await connect(fetch).findPurchase(ACCESS, 'OUT-1', ['3'])).toBeNull();
    expect(sent.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      ...['POST /track/v1/referencenumbers', 'PUT /ship/v1/shipments/cancel'],
    ]);
    expect(JSON.parse(sent[0]?.body ?? '').referencesInformation).toEqual({
      ...{ value: 'OUT-1', accountNumber: '740561073', shipDateBegin: '2026-10-03', shipDateEndDate: '2026-11-03' },
    });
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({
      ...{ accountNumber: { value: '740561073' }, trackingNumber: '1', deletionControl: 'DELETE_ALL_PACKAGES' },
    });
    expect(await connect(scripted(nothing).fetch).findPurchase(ACCESS, 'OUT-1')).toBeNull();
  });

  it('frees nothing for a second purchase while the first may stand', async () => {
    const find = (...replies: Parameters<typeof scripted>) =>
      failure(connect(scripted(...replies).fetch).findPurchase(ACCESS, 'OUT-1'));
    const kept = { json: { output: { cancelledShipment: false, message: 'no' } } };
    expect(await find(tracked(['1', 'PU']), kept)).toMatchObject({ kind: 'rejected', code: 'LABEL_LOST' });
    expect(await find(tracked(['1', 'OC']), { status: 503, json: {} })).toMatchObject({ kind: 'unavailable' });
    expect(await find({ status: 503, json: {} })).toMatchObject({ kind: 'unavailable' });
  });

  it('shows no label twice', async () => {
    const { fetch, sent } = scripted({});
    expect(await failure(connect(fetch).labelPdf(ACCESS, '794953535000'))).toMatchObject({ code: 'SHOWN_ONCE' });
    expect(sent).toHaveLength(0);
  });

  it('voids, and tells when FedEx does not', async () => {
    const ask = (...replies: Parameters<typeof scripted>) =>
      connect(scripted(...replies).fetch).voidLabel(ACCESS, '1', '1');
    expect(await ask(done)).toEqual({ voided: true, detail: 'Cancelled' });
    const late = { status: 400, json: refusal('TOO.LATE', 'It is ours.') };
    expect(await ask(late, tracked(['1', 'PU']))).toEqual({ voided: false, detail: 'TOO.LATE It is ours.' });
    const before = { json: { output: { cancelledShipment: false, message: 'Already cancelled.' } } };
    expect(await ask(before, tracked(['1', 'CA']))).toEqual({ voided: true, detail: 'Already cancelled.' });
    expect(await kindOfFailure(ask(late, nothing))).toBe('rejected');
    expect(await kindOfFailure(ask({ status: 500, json: {} }))).toBe('unavailable');
  });
});
