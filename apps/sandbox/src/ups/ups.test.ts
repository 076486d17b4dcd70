import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { scan, scanPdf } from '../scan.testing.ts';
import { call, dig, digList, digText, startForTest } from '../testing.ts';
import { isTrackingNumber } from './numbers.ts';

let box: Sandbox;
let token = '';
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const api = (path: string, init: Parameters<typeof call>[1] = {}) =>
  call(`${box.url}/ups/api${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, transId: 'a'.repeat(32), ...init.headers },
  });

const SHIPPER = {
  Name: 'Demo Seller',
  ShipperNumber: 'A1B2C3',
  Address: {
    AddressLine: ['1 Dock Rd'],
    City: 'Timonium',
    StateProvinceCode: 'MD',
    PostalCode: '21093',
    CountryCode: 'US',
  },
};
const TO = {
  Name: 'Pat Doe',
  Phone: { Number: '15125550100' },
  Address: {
    AddressLine: ['9 Elm St'],
    City: 'Alpharetta',
    StateProvinceCode: 'GA',
    PostalCode: '30005',
    CountryCode: 'US',
    ResidentialAddressIndicator: 'Y',
  },
};
const PACKAGE = {
  PackagingType: { Code: '02' },
  Packaging: { Code: '02' },
  Dimensions: { UnitOfMeasurement: { Code: 'IN' }, Length: '10', Width: '8', Height: '6' },
  PackageWeight: { UnitOfMeasurement: { Code: 'LBS' }, Weight: '4.2' },
};
const rateBody = (change: Record<string, unknown> = {}) => ({
  RateRequest: {
    Request: {},
    Shipment: {
      Shipper: SHIPPER,
      ShipTo: TO,
      ShipFrom: SHIPPER,
      ShipmentRatingOptions: { NegotiatedRatesIndicator: 'Y' },
      Service: { Code: '03' },
      Package: [PACKAGE],
      ...change,
    },
  },
});
const shipBody = (format: string, change: Record<string, unknown> = {}) => ({
  ShipmentRequest: {
    Request: { RequestOption: 'nonvalidate' },
    Shipment: {
      Description: 'Gifts',
      Shipper: SHIPPER,
      ShipTo: TO,
      PaymentInformation: { ShipmentCharge: [{ Type: '01', BillShipper: { AccountNumber: 'A1B2C3' } }] },
      Service: { Code: '03' },
      ReferenceNumber: [{ Code: 'PO', Value: 'SO-1001' }],
      Package: [PACKAGE],
      ...change,
    },
    LabelSpecification: {
      LabelImageFormat: { Code: format },
      HTTPUserAgent: 'Mozilla/4.5',
      LabelStockSize: { Height: '6', Width: '4' },
    },
  },
});
const ship = (format = 'ZPL', change: Record<string, unknown> = {}, version = 'v2409') =>
  api(`/shipments/${version}/ship`, { body: shipBody(format, change) });
const buy = async () =>
  digText((await ship()).body, 'ShipmentResponse', 'ShipmentResults', 'ShipmentIdentificationNumber');
const errorOf = (body: unknown) => digText(body, 'response', 'errors', 0, 'code');

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { seed: 7 });
  const answer = await call(`${box.url}/ups/security/v1/oauth/token`, {
    headers: { authorization: 'Basic dXBzLWNsaWVudC1kZW1vOnVwcy1zZWNyZXQtZGVtbw==' },
    form: { grant_type: 'client_credentials' },
  });
  token = digText(answer.body, 'access_token');
  expect(digText(answer.body, 'expires_in')).toBe('14399');
  expect(digText(answer.body, 'issued_at')).toMatch(/^\d{13}$/);
});

describe('login', () => {
  it('refuses wrong credentials and bad or missing tokens', async () => {
    const wrong = await call(`${box.url}/ups/security/v1/oauth/token`, {
      headers: { authorization: 'Basic eDp5' },
      form: { grant_type: 'client_credentials' },
    });
    expect([wrong.status, errorOf(wrong.body)]).toEqual([401, '10401']);
    const none = await call(`${box.url}/ups/api/track/v1/details/1Z999AA10123456784`);
    expect([none.status, errorOf(none.body)]).toEqual([401, '250002']);
  });
  it('expires after the time the fault sets', async () => {
    await control('clock/advance', { seconds: 14_400 });
    expect((await api('/track/v1/details/1Z999AA10123456784')).status).toBe(401);
  });
  it('only warns of a missing transId', async () => {
    const answer = await call(`${box.url}/ups/api/track/v1/details/1Z999AA10123456784`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-sandbox-warning')).toMatch(/transId/);
  });
});

describe('numbers', () => {
  it.each([
    '1Z999AA10123456784',
    '1Z5R89390357567127',
    '1Z879E930346834440',
    '1Z410E7W0392751591',
    '1ZDEM0990300000006',
  ])('%s is valid', (number) => {
    expect(isTrackingNumber(number)).toBe(true);
  });
  it("UPS's own test sample fails the check digit", () => expect(isTrackingNumber('1Z12345E0205271688')).toBe(false));
});

describe('rating', () => {
  it('shops all services, cheapest ground, sums that add up', async () => {
    const answer = await api('/rating/v2409/Shop', { body: rateBody() });
    const rated = digList(answer.body, 'RateResponse', 'RatedShipment');
    expect(rated).toHaveLength(7);
    expect(digText(rated[0], 'Service', 'Code')).toBe('03');
    const cents = (value: unknown) => Math.round(Number(value) * 100);
    for (const one of rated) {
      const items = digList(one, 'ItemizedCharges').reduce(
        (sum: number, item) => sum + cents(dig(item, 'MonetaryValue')),
        0,
      );
      expect(digList(one, 'ItemizedCharges').map((item) => digText(item, 'Code'))).toEqual(['375', '270']);
      expect(cents(dig(one, 'BaseServiceCharge', 'MonetaryValue')) + items).toBe(
        cents(dig(one, 'TotalCharges', 'MonetaryValue')),
      );
      expect(cents(dig(one, 'NegotiatedRateCharges', 'TotalCharge', 'MonetaryValue'))).toBeLessThan(
        cents(dig(one, 'TotalCharges', 'MonetaryValue')),
      );
    }
  });

  it('gives contract prices only to the account that asks for them', async () => {
    const strange = await api('/rating/v2409/Rate', {
      body: rateBody({ Shipper: { ...SHIPPER, ShipperNumber: 'ZZZZZZ' } }),
    });
    expect(JSON.stringify(strange.body)).not.toContain('NegotiatedRateCharges');
    const unasked = await api('/rating/v2409/Rate', { body: rateBody({ ShipmentRatingOptions: undefined }) });
    expect(JSON.stringify(unasked.body)).not.toContain('NegotiatedRateCharges');
  });

  it('bills dimensional weight with every fraction of an inch counted up', async () => {
    const box1 = {
      ...PACKAGE,
      Dimensions: { UnitOfMeasurement: { Code: 'IN' }, Length: '20.1', Width: '15', Height: '12' },
    };
    const answer = await api('/rating/v2409/Rate', { body: rateBody({ Package: [box1] }) });
    expect(digText(answer.body, 'RateResponse', 'RatedShipment', 0, 'BillingWeight', 'Weight')).toBe('28.0');
  });

  it('returns one rate as an object before v2403', async () => {
    const answer = await api('/rating/v1/Rate', { body: rateBody() });
    expect(digText(answer.body, 'RateResponse', 'RatedShipment', 'Service', 'Code')).toBe('03');
  });

  it.each([
    ['no postal code', { ShipTo: { ...TO, Address: { ...TO.Address, PostalCode: '' } } }, '111280'],
    ['a ZIP of another state', { ShipTo: { ...TO, Address: { ...TO.Address, PostalCode: '02108' } } }, '111285'],
    ['no weight', { Package: [{ ...PACKAGE, PackageWeight: { UnitOfMeasurement: { Code: 'LBS' } } }] }, '111030'],
    [
      '151 pounds',
      { Package: [{ ...PACKAGE, PackageWeight: { UnitOfMeasurement: { Code: 'LBS' }, Weight: '151' } }] },
      '111035',
    ],
    ['a service that does not go there', { Service: { Code: '07' } }, '111210'],
  ])('refuses %s', async (_name, change, code) => {
    const answer = await api('/rating/v2409/Rate', { body: rateBody(change) });
    expect([answer.status, errorOf(answer.body)]).toEqual([400, code]);
  });
});

describe('labels', () => {
  it('sells ZPL with the tracking number in its barcode', async () => {
    const answer = await ship('ZPL');
    const results = dig(answer.body, 'ShipmentResponse', 'ShipmentResults');
    const number = digText(results, 'ShipmentIdentificationNumber');
    expect(isTrackingNumber(number)).toBe(true);
    expect(number.slice(2, 10)).toBe('A1B2C303');
    const zpl = Buffer.from(
      digText(results, 'PackageResults', 0, 'ShippingLabel', 'GraphicImage'),
      'base64',
    ).toString();
    expect(zpl).toMatch(/^\^XA[\s\S]*\^XZ\s*$/);
    expect(zpl).toContain(`^BCN,250,N,N,N,A^FD${number}^FS`);
  });

  it('sells a GIF whose barcode a scanner reads', async () => {
    const answer = await ship('GIF', {}, 'v1');
    const results = dig(answer.body, 'ShipmentResponse', 'ShipmentResults');
    const number = digText(results, 'ShipmentIdentificationNumber');
    const { width, height, dots } = decodeGif(
      Buffer.from(digText(results, 'PackageResults', 'ShippingLabel', 'GraphicImage'), 'base64'),
    );
    expect([width, height]).toEqual([600, 900]);
    expect(scan(width, height, (i) => dots[i] === 1)).toBe(number);
  });

  it('recovers a PDF of 4 by 6 inches whose barcode a scanner reads, but sells none', async () => {
    expect(errorOf((await ship('PDF')).body)).toBe('120610');
    const number = await buy();
    const answer = await api('/labels/v1/recovery', {
      body: {
        LabelRecoveryRequest: { LabelSpecification: { LabelImageFormat: { Code: 'PDF' } }, TrackingNumber: number },
      },
    });
    const pdf = Buffer.from(
      digText(answer.body, 'LabelRecoveryResponse', 'LabelResults', 'LabelImage', 'GraphicImage'),
      'base64',
    );
    expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 288 432]');
    expect(scanPdf(pdf)).toBe(number);
  });

  it.each([
    ['a foreign account', { Shipper: { ...SHIPPER, ShipperNumber: 'ZZZZZZ' } }, '120100'],
    ['no recipient name', { ShipTo: { ...TO, Name: '' } }, '120102'],
    ['an address that cannot be', { ShipTo: { ...TO, Address: { ...TO.Address, PostalCode: '02108' } } }, '120802'],
    ['rating words instead of shipping words', { Package: [{ ...PACKAGE, Packaging: undefined }] }, '120541'],
    ['no payment', { PaymentInformation: undefined }, '120401'],
  ])('refuses %s', async (_name, change, code) => {
    const answer = await ship('ZPL', change);
    expect([answer.status, errorOf(answer.body)]).toEqual([400, code]);
    const state = await call(`${box.url}/control/state`);
    expect(dig(state.body, 'ups', 'bought')).toBe(0);
  });

  it('counts what was bought for a reference, voids it once, and not after pickup', async () => {
    const first = await buy();
    const second = await buy();
    const voided = await api(`/shipments/v2409/void/cancel/${first}`, { method: 'DELETE' });
    expect(digText(voided.body, 'VoidShipmentResponse', 'SummaryResult', 'Status', 'Description')).toBe('Voided');
    expect((await api(`/shipments/v2409/void/cancel/${first}`, { method: 'DELETE' })).status).toBe(400);
    const state = await call(`${box.url}/control/state?reference=SO-1001`);
    expect(dig(state.body, 'ups', 'byReference', 'SO-1001', 'bought')).toBe(2);
    expect(dig(state.body, 'ups', 'byReference', 'SO-1001', 'standing')).toBe(1);
    await control('parcels/advance', { trackingNumber: second });
    const late = await api(`/shipments/v2409/void/cancel/${second}`, { method: 'DELETE' });
    expect([late.status, errorOf(late.body)]).toEqual([400, '190102']);
  });

  it('answers a purchase in less than 5 ms of CPU', async () => {
    await ship();
    const before = process.cpuUsage();
    for (let i = 0; i < 50; i++) await ship();
    const used = process.cpuUsage(before);
    // The client's own work runs in this process too, so the bound is generous and still tells a slow label.
    expect((used.user + used.system) / 1000 / 50).toBeLessThan(12);
  });
});

describe('tracking', () => {
  it('shows the newest activity first and ends delivered', async () => {
    const number = await buy();
    const types = async () =>
      digList(
        (await api(`/track/v1/details/${number}`)).body,
        'trackResponse',
        'shipment',
        0,
        'package',
        0,
        'activity',
      ).map((one) => digText(one, 'status', 'type'));
    expect(await types()).toEqual(['M']);
    await control('parcels/advance', { trackingNumber: number });
    expect(await types()).toEqual(['P', 'M']);
    await control('parcels/advance', { trackingNumber: number, to: 'delivered' });
    expect(await types()).toEqual(['D', 'O', 'I', 'I', 'P', 'M']);
    const byReference = await api('/track/v1/reference/details/SO-1001');
    expect(digText(byReference.body, 'trackResponse', 'shipment', 0, 'package', 0, 'trackingNumber')).toBe(number);
    expect(digText(byReference.body, 'trackResponse', 'shipment', 0, 'package', 0, 'currentStatus', 'type')).toBe('D');
  });

  it('moves by itself when time passes and the setting says so', async () => {
    const number = await buy();
    await control('settings', { parcelStepSeconds: 3600 });
    await control('clock/advance', { seconds: 2 * 3600 + 5 });
    const answer = await api(`/track/v1/details/${number}`);
    expect(digText(answer.body, 'trackResponse', 'shipment', 0, 'package', 0, 'currentStatus', 'type')).toBe('I');
  });

  it('does not know strange numbers', async () => {
    const answer = await api('/track/v1/details/1Z999AA10123456784');
    expect([answer.status, errorOf(answer.body)]).toEqual([404, 'TW0001']);
  });
});

/** A reader of its own for the GIF: header, blocks, LZW. */
function decodeGif(gif: Buffer): { width: number; height: number; dots: Uint8Array } {
  expect(gif.subarray(0, 6).toString()).toBe('GIF89a');
  const width = gif.readUInt16LE(6);
  const height = gif.readUInt16LE(8);
  let at = 13 + 3 * 2 ** ((gif[10]! & 7) + 1);
  expect(gif[at]).toBe(0x2c);
  at += 10;
  const minimum = gif[at++]!;
  const parts: Buffer[] = [];
  while (gif[at] !== 0) {
    parts.push(gif.subarray(at + 1, at + 1 + gif[at]!));
    at += 1 + gif[at]!;
  }
  const data = Buffer.concat(parts);
  const dots = new Uint8Array(width * height);
  const clear = 1 << minimum;
  let table: number[][] = [];
  let size = 0;
  const reset = () => {
    table = Array.from({ length: clear + 2 }, (_, i) => (i < clear ? [i] : []));
    size = minimum + 1;
  };
  reset();
  let bit = 0;
  let out = 0;
  let previous: number[] | undefined;
  for (;;) {
    let code = 0;
    for (let i = 0; i < size; i++, bit++) code |= ((data[bit >> 3]! >> (bit & 7)) & 1) << i;
    if (code === clear + 1) break;
    if (bit > data.length * 8 || out > dots.length) throw new Error('the picture does not end');
    if (code === clear) {
      reset();
      previous = undefined;
      continue;
    }
    const entry: number[] = table[code] ?? [...previous!, previous![0]!];
    for (const dot of entry) dots[out++] = dot;
    if (previous && table.length < 4096) table.push([...previous, entry[0]!]);
    if (table.length === 1 << size && size < 12) size++;
    previous = entry;
  }
  expect(out).toBe(width * height);
  return { width, height, dots };
}
