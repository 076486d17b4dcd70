import type { CarrierAccess, HttpOptions, Parcel } from '../../types.ts';
import { fedex } from './definition.ts';
import { createFedexConnector } from './index.ts';

/** For tests. */
export const NOW = Date.parse('2026-11-02T15:00:00Z');
export const ACCESS: CarrierAccess = {
  keys: fedex.sandbox.keys,
  accountNumber: fedex.sandbox.accountNumber,
  tokens: { accessToken: 'eyJ', keys: { track: 'eyT' } },
};
export const connect = (fetch?: HttpOptions['fetch']) =>
  createFedexConnector({ http: { now: () => NOW, ...(fetch ? { fetch } : {}) } });
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
  },
  to: {
    name: 'Pat Doe',
    line1: '9 Elm St',
    line2: 'Apt 4',
    city: 'Alpharetta',
    state: 'GA',
    postalCode: '30005-1234',
    country: 'US',
    residential: true,
  },
  weightGrams: 1905,
  lengthMm: 203.3,
  widthMm: 254,
  heightMm: 152,
  description: 'Lamps',
  items: [
    {
      sku: 'LAMP-1',
      description: 'Desk lamp',
      quantity: 2,
      unitValueUsd: '11.25',
      hsCode: '9405.21',
      originCountry: 'CN',
      weightGrams: 900,
    },
  ],
};
export const CANADA: Parcel = {
  ...PARCEL,
  to: {
    ...{ name: 'Pat Doe', line1: '100 King St W', city: 'Toronto', state: 'ON', postalCode: 'M5X 1A9', country: 'CA' },
    phone: '4165550100',
  },
};

/** A whole PDF, though a short one. */
export const PDF = Buffer.from('%PDF-1.4 label\n%%EOF\n');
