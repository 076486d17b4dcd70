import type { CarrierAccess, HttpOptions, Parcel } from '../../types.ts';
import { dhlParcelDe } from './definition.ts';
import { createParcelConnector } from './index.ts';

/** For tests. */
export const NOW = Date.parse('2026-11-02T12:00:00Z');
export const ACCESS: CarrierAccess = {
  keys: dhlParcelDe.sandbox.keys,
  accountNumber: dhlParcelDe.sandbox.accountNumber,
  tokens: { accessToken: 'eyJ' },
};
export const connect = (fetch: HttpOptions['fetch']) =>
  createParcelConnector({ http: { now: () => NOW, ...(fetch ? { fetch } : {}) } });

/** As DHL's collection of examples has it. */
export const PARCEL: Parcel = {
  reference: 'Order No. 1234',
  from: {
    name: 'My Online Shop GmbH',
    line1: 'Sträßchensweg 10',
    city: 'Bonn',
    postalCode: '53113',
    country: 'DE',
    phone: '+49 123456789',
    email: 'max@mustermann.de',
  },
  to: {
    name: 'Maria Musterfrau',
    line1: 'Kurt-Schumacher-Str. 20',
    city: 'Bonn',
    postalCode: '53113',
    country: 'DE',
    phone: '+49 987654321',
    email: 'maria@musterfrau.de',
  },
  weightGrams: 500,
  lengthMm: 200,
  widthMm: 150,
  heightMm: 100,
  description: 'Cases',
  items: [
    {
      sku: 'CASE-1',
      description: 'Item 1',
      quantity: 1,
      unitValueUsd: '10.00',
      hsCode: '1234.56',
      originCountry: 'FR',
      weightGrams: 400,
    },
  ],
};
export const LONDON = {
  name: 'Joe Black',
  line1: '42 Street',
  line2: '2. Floor',
  city: 'London',
  postalCode: 'SW1A 1AA',
  country: 'GB',
  phone: '+44 123456789',
  email: 'joe@black.uk',
};

/** A whole PDF, as short as one can be. */
export const PDF = Buffer.from('%PDF-1.4\nlabel\n%%EOF\n');
export const file = (data = PDF) => ({ b64: data.toString('base64'), fileFormat: 'PDF', printFormat: '910-300-410' });
/** As karrio's example of the answer has it. */
export const ITEM = {
  shipmentNo: '340434310428091700',
  shipmentRefNo: '340434310428091700',
  sstatus: { title: 'OK', status: 200, statusCode: 200, detail: 'The Webservice call ran successfully.' },
  label: file(),
};
export const answer = (...items: object[]) => ({
  json: { status: { title: 'ok', statusCode: 200, detail: 'The Webservice call ran successfully.' }, items },
});
