import { describe, expect, it } from 'vitest';
import { kindOfFailure, scripted, serving } from '../../testing.ts';
import type { Parcel } from '../../types.ts';
import { ACCESS, connect, PARCEL } from './fixtures.ts';
import { createUpsConnector } from './index.ts';
import { rateRequest } from './rates.ts';
import { shipRequest } from './shipment.ts';

const usd = (MonetaryValue: string) => ({ CurrencyCode: 'USD', MonetaryValue });
const refusal = (code: string, message = '') => ({ response: { errors: [{ code, message }] } });
const ZPL = Buffer.from('^XA^XZ').toString('base64');
const PDF = Buffer.from('%PDF-1.4 label').toString('base64');

describe('UPS labels', () => {
  const results = {
    ShipmentCharges: { TotalCharges: usd('11.20') },
    NegotiatedRateCharges: { TotalCharge: usd('8.40') },
    ShipmentIdentificationNumber: '1ZDEM0990300000006',
    PackageResults: {
      TrackingNumber: '1ZDEM0990300000006',
      ShippingLabel: { ImageFormat: { Code: 'ZPL' }, GraphicImage: ZPL },
    },
  };
  const bought = (more: object = {}) => ({ json: { ShipmentResponse: { ShipmentResults: { ...results, ...more } } } });

  it('buys one label', async () => {
    const { fetch, sent } = scripted(bought());
    expect(await connect(fetch).buyLabel(ACCESS, PARCEL, '03')).toEqual({
      shipmentId: '1ZDEM0990300000006',
      trackingNumber: '1ZDEM0990300000006',
      amount: '8.40',
      currency: 'USD',
      label: { format: 'zpl', data: Buffer.from('^XA^XZ') },
    });
    const { Shipment, LabelSpecification } = JSON.parse(sent[0]?.body ?? '').ShipmentRequest;
    expect(LabelSpecification).toEqual({
      LabelImageFormat: { Code: 'ZPL' },
      LabelStockSize: { Height: '6', Width: '4' },
    });
    expect(Shipment.Package[0]).toMatchObject({
      Packaging: { Code: '02' },
      ReferenceNumber: [{ Value: PARCEL.reference }],
    });
    expect(Shipment.Shipper).toMatchObject({
      Name: 'Demo Seller',
      AttentionName: 'Sam Packer',
      Phone: { Number: '14105550100' },
    });
    expect(Shipment).not.toHaveProperty('ShipmentServiceOptions');
    expect(Shipment).not.toHaveProperty('ReferenceNumber');
  });

  it('leaves open what happened when the answer is lost or unreadable: a second label would cost money', async () => {
    const buy = (reply: Parameters<typeof scripted>[0]) =>
      kindOfFailure(connect(scripted(reply).fetch).buyLabel(ACCESS, PARCEL, '03'));
    expect(await buy({ text: '{"ShipmentResponse":' })).toBe('uncertain');
    expect(await buy(bought({ PackageResults: [] }))).toBe('uncertain');
    expect(await buy(bought({ ShipmentCharges: undefined, NegotiatedRateCharges: undefined }))).toBe('uncertain');
    expect(await buy({ status: 500, json: {} })).toBe('uncertain');
    expect(await buy({ status: 503, json: {} })).toBe('unavailable');
    expect(await buy({ status: 400, json: refusal('120100') })).toBe('rejected');
    const server = await serving((request) => request.on('data', () => request.socket.destroy()));
    const ups = createUpsConnector({ transactionSrc: 't', http: { baseUrls: { api: server.url } } });
    expect(await kindOfFailure(ups.buyLabel(ACCESS, PARCEL, '03'))).toBe('uncertain');
    await server.close();
  });

  it('declares the goods where countries differ', async () => {
    const abroad: Parcel = {
      ...PARCEL,
      to: { ...PARCEL.to, country: 'CA', state: 'ON', postalCode: 'M5V 2T6', phone: '4165550100' },
    };
    const { Shipment } = shipRequest(ACCESS, abroad, '11', '20261102').ShipmentRequest;
    expect(Shipment).toMatchObject({
      ReferenceNumber: [{ Value: PARCEL.reference }],
      InvoiceLineTotal: { CurrencyCode: 'USD', MonetaryValue: '23' },
      ShipTo: { Address: { PostalCode: 'M5V2T6' } },
      ShipmentServiceOptions: {
        InternationalForms: {
          FormType: ['01'],
          InvoiceNumber: PARCEL.reference,
          InvoiceDate: '20261102',
          CurrencyCode: 'USD',
          Contacts: { SoldTo: { Name: 'Pat Doe' } },
          Product: [
            {
              Description: ['Desk lamp'],
              Unit: { Number: '2', Value: '11.25', UnitOfMeasurement: { Code: 'PCS' } },
              PartNumber: 'LAMP-1',
              CommodityCode: '940521',
              OriginCountryCode: 'CN',
            },
          ],
        },
      },
    });
    const { fetch } = scripted(bought({ Form: { Image: { GraphicImage: PDF } } }));
    expect((await connect(fetch).buyLabel(ACCESS, abroad, '11')).customsForms?.toString()).toContain('%PDF');
    expect(await kindOfFailure(connect(fetch).buyLabel(ACCESS, { ...abroad, items: [] }, '11'))).toBe('rejected');
    expect(await kindOfFailure(connect(fetch).buyLabel(ACCESS, { ...PARCEL, reference: 'x'.repeat(36) }, '03'))).toBe(
      'rejected',
    );
  });

  it('tells customs who pays duty, and numbers of the sender only across a border', async () => {
    const abroad: Parcel = { ...PARCEL, to: { ...PARCEL.to, country: 'DE', state: '', postalCode: '10119' } };
    const customs = { ioss: 'IM2760000742', eori: 'GB123456789000', vat: 'DE123456789', invoiceNumber: 'INV-7' };
    const bill = { BillShipper: { AccountNumber: 'A1B2C3' } };
    const sent = (parcel: Parcel) => shipRequest(ACCESS, parcel, '65', '20261102').ShipmentRequest.Shipment;
    const ddp = sent({ ...abroad, customs: { ...customs, terms: 'DDP' } });
    expect(ddp).toMatchObject({
      PaymentInformation: {
        ShipmentCharge: [
          { Type: '01', ...bill },
          { Type: '02', ...bill },
        ],
      },
      ShipFrom: { VendorInfo: { VendorCollectIDTypeCode: '0356', VendorCollectIDNumber: 'IM2760000742' } },
      GlobalTaxInformation: {
        AgentTaxIdentificationNumber: [
          {
            TaxIdentificationNumber: [
              { IdentificationNumber: 'GB123456789000', IDNumberPurposeCode: '02' },
              { IdentificationNumber: 'DE123456789', IDNumberPurposeCode: '01', IDNumberIssuingCntryCd: 'DE' },
            ],
          },
        ],
      },
      ShipmentServiceOptions: { InternationalForms: { TermsOfShipment: 'DDP', InvoiceNumber: 'INV-7' } },
    });
    const dap = sent({ ...abroad, customs: { terms: 'DAP' } });
    expect(dap.PaymentInformation.ShipmentCharge).toEqual([{ Type: '01', ...bill }]);
    expect(dap.ShipFrom).not.toHaveProperty('VendorInfo');
    expect(dap).not.toHaveProperty('GlobalTaxInformation');
    const home = sent({ ...PARCEL, customs: { ...customs, terms: 'DDP' } });
    expect(home.PaymentInformation.ShipmentCharge).toEqual([{ Type: '01', ...bill }]);
    expect(home.ShipFrom).not.toHaveProperty('VendorInfo');
    expect(home).not.toHaveProperty('GlobalTaxInformation');
  });

  it('takes no answer for a shipment that lacks the label of a box', async () => {
    const parcel: Parcel = { ...PARCEL, further: [{ weightGrams: 500 }] };
    expect(await kindOfFailure(connect(scripted(bought()).fetch).buyLabel(ACCESS, parcel, '03'))).toBe('uncertain');
    const many: Parcel = { ...PARCEL, further: Array.from({ length: 20 }, () => ({ weightGrams: 500 })) };
    expect(await kindOfFailure(connect(scripted(bought()).fetch).buyLabel(ACCESS, many, '03'))).toBe('rejected');
  });

  const tracked = (type: string) => ({
    json: {
      trackResponse: {
        shipment: [{ package: { trackingNumber: '1ZDEM0990300000006', currentStatus: { type }, activity: [] } }],
      },
    },
  });
  const recovered = (Code: string, GraphicImage: string) => ({
    json: {
      LabelRecoveryResponse: {
        ShipmentIdentificationNumber: '1ZDEM0990300000006',
        LabelResults: {
          TrackingNumber: '1ZDEM0990300000006',
          LabelImage: { LabelImageFormat: { Code }, GraphicImage },
        },
      },
    },
  });

  it('finds a purchase again, but no voided one', async () => {
    const found = scripted(tracked('M'), recovered('PDF', PDF));
    expect(await connect(found.fetch).findPurchase(ACCESS, 'OUT/1')).toMatchObject({
      trackingNumber: '1ZDEM0990300000006',
      shipmentId: '1ZDEM0990300000006',
      label: { format: 'pdf' },
    });
    expect(found.sent[0]?.url.pathname).toBe('/api/track/v1/reference/details/OUT%2F1');
    expect(await connect(scripted(tracked('MV')).fetch).findPurchase(ACCESS, 'OUT-1')).toBeNull();
    const unknown = { status: 404, json: refusal('TW0001', 'Tracking Information Not Found') };
    const nothing = scripted(unknown, { status: 400, json: refusal('300017') });
    expect(await connect(nothing.fetch).findPurchase(ACCESS, 'OUT-1')).toBeNull();
    const early = scripted(unknown, recovered('PDF', PDF));
    expect((await connect(early.fetch).findPurchase(ACCESS, 'OUT-1'))?.trackingNumber).toBe('1ZDEM0990300000006');
    const warned = scripted(
      { json: { trackResponse: { shipment: [{ warnings: [{ code: 'TW0001' }] }] } } },
      { status: 400, json: refusal('x') },
    );
    expect(await connect(warned.fetch).findPurchase(ACCESS, 'OUT-1')).toBeNull();
    expect(await kindOfFailure(connect(scripted({ status: 503 }).fetch).findPurchase(ACCESS, 'OUT-1'))).toBe(
      'unavailable',
    );
  });

  it('prints PDF and nothing that only says so', async () => {
    const pdf = await connect(scripted(recovered('PDF', PDF)).fetch).labelPdf(ACCESS, '1ZDEM0990300000006');
    expect(pdf.toString()).toBe('%PDF-1.4 label');
    expect(await kindOfFailure(connect(scripted(recovered('PDF', ZPL)).fetch).labelPdf(ACCESS, '1Z'))).toBe(
      'malformed',
    );
    expect(await kindOfFailure(connect(scripted(recovered('PDF', 'no base64!')).fetch).labelPdf(ACCESS, '1Z'))).toBe(
      'malformed',
    );
  });

  it('voids, and tells when UPS does not', async () => {
    const status = { Code: '1', Description: 'Voided' };
    const done = {
      VoidShipmentResponse: {
        SummaryResult: { Status: status },
        PackageLevelResults: { TrackingNumber: '1Z', Status: status },
      },
    };
    const ask = (reply: Parameters<typeof scripted>[0]) => connect(scripted(reply).fetch).voidLabel(ACCESS, '1Z', '1Z');
    expect(await ask({ json: done })).toEqual({ voided: true, detail: 'Voided' });
    expect(
      await ask({ status: 400, json: refusal('190102', 'No shipment found within the allowed void period') }),
    ).toMatchObject({ voided: false });
    expect(await ask({ status: 400, json: refusal('190117', 'The shipment has already been voided') })).toMatchObject({
      voided: true,
    });
    expect(await kindOfFailure(ask({ status: 400, json: refusal('120100') }))).toBe('rejected');
  });
});

it('asks for a signature of each box inside the United States, and of the shipment abroad, with the price too', () => {
  const home = { ...PARCEL, signature: true as const };
  const abroad = { ...home, to: { ...PARCEL.to, country: 'CA', state: 'ON', postalCode: 'K1A 0B1' } };
  const sent = (parcel: Parcel) => shipRequest(ACCESS, parcel, '65', '20261102').ShipmentRequest.Shipment;
  const rated = (parcel: Parcel) => rateRequest(ACCESS, parcel).RateRequest.Shipment;
  for (const shipment of [sent(home), rated(home)]) {
    expect(shipment.Package[0]).toMatchObject({ PackageServiceOptions: { DeliveryConfirmation: { DCISType: '2' } } });
    expect(shipment).not.toHaveProperty('ShipmentServiceOptions');
  }
  for (const shipment of [sent(abroad), rated(abroad)]) {
    expect(shipment).toMatchObject({ ShipmentServiceOptions: { DeliveryConfirmation: { DCISType: '1' } } });
    expect(shipment.Package[0]).not.toHaveProperty('PackageServiceOptions');
  }
  expect(sent(PARCEL).Package[0]).not.toHaveProperty('PackageServiceOptions');
});
