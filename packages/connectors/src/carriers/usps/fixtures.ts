import type { scripted } from '../../testing.ts';
import type { CarrierAccess, HttpOptions, Parcel } from '../../types.ts';
import { usps } from './definition.ts';
import { createUspsConnector } from './index.ts';

/** For tests. */
export const NOW = Date.parse('2026-11-02T12:00:00Z');
export const ACCESS: CarrierAccess = {
  keys: usps.sandbox.keys,
  accountNumber: usps.sandbox.accountNumber,
  tokens: { accessToken: 'eyJ', keys: { payment: 'pay' } },
};
export const connect = (fetch: HttpOptions['fetch']) =>
  createUspsConnector({ http: { now: () => NOW, ...(fetch ? { fetch } : {}) } });
export const PARCEL: Parcel = {
  reference: 'OUT-20261102-0001',
  from: {
    name: 'Sam Packer',
    company: 'Demo Seller',
    line1: '1 Dock Rd',
    city: 'Timonium',
    state: 'MD',
    postalCode: '21093',
    country: 'US',
    phone: '+1 (410) 555-0100',
    email: 'dock@example.test',
  },
  to: {
    name: 'Pat Doe',
    line1: '9 Elm St',
    line2: 'Apt 4',
    city: 'Alpharetta',
    state: 'Georgia',
    postalCode: '30005-1234',
    country: 'US',
    residential: true,
  },
  weightGrams: 1905,
  lengthMm: 203.3,
  widthMm: 254,
  heightMm: 152.4,
  description: 'Lamps',
  items: [
    {
      sku: 'LAMP-1',
      description: 'Desk lamp 台灯',
      quantity: 2,
      unitValueUsd: '11.25',
      hsCode: '9405.21',
      originCountry: 'CN',
      weightGrams: 900,
    },
  ],
};
export const ABROAD: Partial<Parcel> = {
  to: {
    name: 'Erika Muster',
    line1: 'Hauptstr. 5',
    city: 'Berlin',
    postalCode: '10115',
    country: 'DE',
    phone: '+49 30 5550100',
  },
};

/** Answers of USPS. */
export type Reply = Exclude<Parameters<typeof scripted>[0], undefined | ((...sent: never[]) => unknown)>;
export const PDF = Buffer.from('%PDF-1.4 label\n%%EOF\n');

/** Parts as USPS sends them: named, JSON first, files in Base64. */
export function parts(...all: readonly (readonly [name: string, content: object | Buffer])[]): Reply {
  const written = all.map(([name, content]) =>
    Buffer.isBuffer(content)
      ? `Content-Type: application/pdf\r\nContent-Disposition: form-data; filename="${name}.pdf"; name="${name}"\r\n\r\n${content.toString('base64')}`
      : `Content-Type: application/json\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${JSON.stringify(content)}`,
  );
  return {
    text: `${written.map((one) => `--r6-fp\r\n${one}\r\n`).join('')}--r6-fp--`,
    headers: { 'content-type': 'multipart/form-data; boundary=r6-fp' },
  };
}

export const METADATA = {
  trackingNumber: '9200190000000000000016',
  postage: 8.25,
  fees: [{ name: 'Nonstandard Length > 22', SKU: 'D811', price: 3 }],
  extraServices: [{ name: 'USPS Tracking', SKU: 'DXTU', price: 0 }],
};
export const label = (more: object = {}, pdf: Buffer = PDF): Reply =>
  parts(['labelMetadata', { ...METADATA, ...more }], ['labelImage', pdf]);

export const no = (detail: string, code = '160185', status = 400): Reply => ({
  status,
  json: {
    apiVersion: '/labels/v3',
    error: { code: String(status), message: 'Bad Request', errors: [{ code, title: 'Bad Request', detail }] },
  },
});

/** What one class costs, in as many ways as there are rates. */
export const offer = (mailClass: string, ...ways: { price: number; more?: object; rate?: object }[]) => ({
  mailClass,
  rateOptions: ways.map(({ price, more, rate }) => ({
    totalBasePrice: price,
    commitment: { name: '2 Days', scheduleDeliveryDate: '2026-11-04' },
    rates: [
      {
        ...{ price, weight: 4.2, dimWeight: 0, fees: [], rateIndicator: 'SP', processingCategory: 'MACHINABLE' },
        ...{ destinationEntryFacilityType: 'NONE', ...rate },
      },
    ],
    ...more,
  })),
});
export const options = (...shippingOptions: object[]): Reply => ({ json: { pricingOptions: [{ shippingOptions }] } });
export const GROUND = offer('USPS_GROUND_ADVANTAGE', { price: 8.25 });
