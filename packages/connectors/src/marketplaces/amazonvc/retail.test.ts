import { describe, expect, it } from 'vitest';
import type { PlatformBill } from '../../capabilities/purchase-orders.ts';
import type { Freight } from '../../capabilities/shipments.ts';
import { failure, scripted } from '../../testing.ts';
import { ACCESS, connect, NOW, purchaseOrder } from './fixtures.ts';

const WRITE = { status: 202, json: { payload: { transactionId: 't-1' } } };
const ended = (status: string, errors: object[] = []) => ({
  json: { payload: { transactionStatus: { transactionId: 't-1', status, errors } } },
});
/** Amazon as it answers about one order; each look at the transaction sees the next end, then the last of them. */
function amazon(...ends: object[]) {
  let looks = 0;
  return scripted(({ method, url }) => {
    if (url.pathname.includes('/transactions/')) return ends[Math.min(looks++, ends.length - 1)] ?? {};
    if (method === 'POST') return WRITE;
    if (url.pathname.endsWith('/purchaseOrdersStatus')) return { json: { payload: { ordersStatus: [] } } };
    return { json: { payload: purchaseOrder({ purchaseOrderState: 'Acknowledged' }) } };
  });
}
const written = (sent: readonly { method: string; body: string }[]) =>
  sent.filter((one) => one.method === 'POST').map((one) => JSON.parse(one.body));

const order = { platformOrderNo: '4T7QDEMO' };
const carton = {
  number: 1,
  sscc: '095287654321012346',
  palletNo: 1,
  lengthCm: '60',
  widthCm: '40.5',
  heightCm: '30',
  grossKg: '12.5',
  lines: [{ platformLineId: '1', quantity: 12 }],
};
const freight: Freight = {
  shipmentNo: 'VS-1',
  mode: 'LessThanTruckLoad',
  scac: 'ABFS',
  billOfLading: '06141410000000012',
  pro: 'PRO1',
  terms: 'collect',
  shippedDay: '2026-11-06',
  deliveryDay: '2026-11-10',
  cartons: [
    carton,
    { ...carton, number: 2, sscc: '006141410000000012', lines: [{ platformLineId: '1', quantity: 6 }] },
  ],
  pallets: [{ number: 1, sscc: '195012345678901234' }],
};
const notice = {
  ...order,
  packageNo: 1,
  carrierCode: 'ABFS',
  carrierName: 'ABFS',
  serviceName: '',
  trackingNumber: 'VS-1',
  shippedAt: '2026-11-06T10:00:00Z',
  lines: [{ platformLineId: '1', quantity: 18 }],
  freight,
};
const party = { code: '', name: '', line1: '', city: '', state: '', postalCode: '', country: '', taxId: '' };
const bill: PlatformBill = {
  number: 'VI-1',
  day: '2026-11-07',
  ...order,
  currency: 'USD',
  lines: [{ platformLineId: '1', quantity: 18, unitPrice: '31.20' }],
  goodsAmount: '561.60',
  taxPercent: '7.5',
  taxAmount: '42.12',
  totalAmount: '603.72',
  netDueDays: 60,
  remitTo: { ...party, name: 'Harbor Home', line1: '1 Pier', city: 'Boston', country: 'US', taxId: 'US1' },
  billTo: null,
};

describe('a purchase order in bulk', () => {
  it('is answered by line, in cases where they come out whole', async () => {
    const { fetch, sent } = amazon(ended('Success'));
    await connect(fetch).acknowledge(ACCESS, order, [
      {
        platformLineId: '1',
        accepted: 12,
        backordered: 7,
        backorderDay: '2026-12-01',
        rejected: 5,
        reason: 'ObsoleteProduct',
      },
    ]);
    const [answered] = written(sent);
    expect(answered.acknowledgements[0].items[0].itemAcknowledgements).toEqual([
      { acknowledgementCode: 'Accepted', acknowledgedQuantity: { amount: 2, unitOfMeasure: 'Cases', unitSize: 6 } },
      {
        acknowledgementCode: 'Backordered',
        acknowledgedQuantity: { amount: 7, unitOfMeasure: 'Eaches', unitSize: 1 },
        scheduledShipDate: '2026-12-01T00:00:00Z',
      },
      {
        acknowledgementCode: 'Rejected',
        acknowledgedQuantity: { amount: 5, unitOfMeasure: 'Eaches', unitSize: 1 },
        rejectionReason: 'ObsoleteProduct',
      },
    ]);
  });

  it('goes as freight by its own number, with each carton and pallet', async () => {
    const { fetch, sent } = amazon(ended('Success'));
    expect(await connect(fetch).confirmShipment(ACCESS, notice)).toEqual({ outcome: 'confirmed' });
    const [answered, ...more] = written(sent);
    expect(more).toEqual([]);
    expect(answered.shipmentConfirmations[0]).toMatchObject({
      shipmentIdentifier: 'VS-1',
      shipmentConfirmationType: 'Original',
      shipmentType: 'LessThanTruckLoad',
      shipmentConfirmationDate: new Date(NOW).toISOString(),
      shippedDate: '2026-11-06T00:00:00Z',
      estimatedDeliveryDate: '2026-11-10T00:00:00Z',
      transportationDetails: {
        carrierScac: 'ABFS',
        carrierShipmentReferenceNumber: 'PRO1',
        billOfLadingNumber: '06141410000000012',
      },
      importDetails: { methodOfPayment: 'PaidByBuyer' },
      shipmentMeasurements: { grossShipmentWeight: { value: '25.0' }, cartonCount: 2, palletCount: 1 },
      shippedItems: [{ itemSequenceNumber: '1', shippedQuantity: { amount: 3, unitOfMeasure: 'Cases', unitSize: 6 } }],
      cartons: [
        {
          cartonIdentifiers: [
            { containerIdentificationType: 'SSCC', containerIdentificationNumber: '095287654321012346' },
          ],
          dimensions: { length: '0.6000', width: '0.4050', height: '0.3000', unitOfMeasure: 'Meter' },
          items: [{ itemReference: '1', shippedQuantity: { amount: 2, unitOfMeasure: 'Cases', unitSize: 6 } }],
        },
        { cartonSequenceNumber: '2' },
      ],
      pallets: [{ cartonReferenceDetails: { cartonCount: 2, cartonReferenceNumbers: ['1', '2'] } }],
    });
  });

  it('is billed by the piece price, to whom the order says', async () => {
    const { fetch, sent } = amazon(ended('Success'));
    await connect(fetch).bill(ACCESS, bill);
    expect(written(sent)[0].invoices[0]).toMatchObject({
      invoiceType: 'Invoice',
      id: 'VI-1',
      date: '2026-11-07T00:00:00Z',
      remitToParty: { partyId: '999US', address: { name: 'Harbor Home', addressLine1: '1 Pier' } },
      billToParty: { partyId: 'AMZN1' },
      paymentTerms: { type: 'Basic', netDueDays: 60 },
      invoiceTotal: { amount: '603.72', currencyCode: 'USD' },
      taxDetails: [{ taxRate: '7.5', taxAmount: { amount: '42.12' }, taxableAmount: { amount: '561.60' } }],
      items: [
        {
          itemSequenceNumber: 1,
          invoicedQuantity: { amount: 3, unitOfMeasure: 'Cases', unitSize: 6 },
          netCost: { amount: '31.20' },
          purchaseOrderNumber: '4T7QDEMO',
        },
      ],
    });
  });

  it('an invoice that Amazon has is told before; any other refusal is repeated', async () => {
    const known = ended('Failure', [{ code: 'DUPLICATE_INVOICE', message: 'Invoice VI-1 already exists.' }]);
    await connect(amazon(known).fetch).bill(ACCESS, bill);
    const wrong = ended('Failure', [{ code: 'X1', message: 'bad total' }]);
    expect(await failure(connect(amazon(wrong).fetch).bill(ACCESS, bill))).toMatchObject({
      kind: 'rejected',
      message: 'submitInvoices: X1 bad total',
    });
  });

  it('what Amazon still works on is asked for by its ticket, not told again', async () => {
    const working = await failure(connect(amazon(ended('Processing')).fetch).bill(ACCESS, bill));
    expect(working).toMatchObject({ kind: 'uncertain', code: 'PROCESSING', ticket: expect.stringContaining('t-1') });
    const { fetch, sent } = amazon(ended('Success'));
    await connect(fetch).writeResult(ACCESS, working.ticket ?? '');
    expect(sent.map((one) => one.method)).toEqual(['GET']);
    const wrong = connect(amazon(ended('Failure', [{ code: 'X1', message: 'bad total' }])).fetch);
    expect(await failure(wrong.writeResult(ACCESS, working.ticket ?? ''))).toMatchObject({
      kind: 'rejected',
      code: 'X1',
    });
  });
});
