import type { scripted } from '../../testing.ts';
import type { CarrierAccess, HttpOptions, Parcel } from '../../types.ts';
import { yunexpress } from './definition.ts';
import { createYunexpressConnector } from './index.ts';

/** For tests. */
export const NOW = Date.parse('2026-11-02T12:00:00Z');
export const ACCESS: CarrierAccess = {
  keys: yunexpress.sandbox.keys,
  accountNumber: yunexpress.sandbox.accountNumber,
  tokens: { accessToken: 'eyJ' },
};
export const connect = (fetch: HttpOptions['fetch']) =>
  createYunexpressConnector({ http: { now: () => NOW, ...(fetch ? { fetch } : {}) } });
export const PARCEL: Parcel = {
  reference: 'OUT-20261102-0001',
  from: {
    name: 'Sam Packer',
    company: 'Demo Seller',
    line1: '1 Keji Road',
    city: 'Shenzhen',
    state: 'Guangdong',
    postalCode: '518000',
    country: 'CN',
    phone: '13000000000',
  },
  to: {
    name: 'Pat Mary Doe',
    line1: '9 Elm St',
    line2: 'Apt 4',
    city: 'Alpharetta',
    state: 'GA',
    postalCode: '30005-1234',
    country: 'US',
    phone: '5550100',
    email: 'pat@example.test',
    residential: true,
  },
  weightGrams: 420,
  lengthMm: 203.3,
  widthMm: 150,
  heightMm: 80,
  description: 'Cases',
  items: [
    {
      sku: 'CASE-1',
      description: 'phone case 手机壳',
      quantity: 2,
      unitValueUsd: '4.50',
      hsCode: '3926.90',
      originCountry: 'CN',
      weightGrams: 100,
    },
  ],
};

/** Answers of the carrier. */
export type Reply = Parameters<typeof scripted>[0];
export const ok = (result: unknown) => ({ json: { t: '1767225600000', success: true, result } });
export const no = (code: string, msg: string) => ({ json: { t: 1767225600, success: false, code, msg, result: null } });
const PDF = Buffer.from('%PDF-1.4 label').toString('base64');
export const LABEL = ok({ order_number: 'YT1', label_type: 'PDF', label_string: PDF });
export const fees = (...rows: object[]) =>
  ok(rows.map((row) => ({ product_code: 'TWSTD', currency: 'RMB', interval_day: '7-12', ...row })));
export const PRICES = fees({ calculate_amount: 52.44, convert_amount: 52.44, convert_currency: 'RMB', fee_name: 'E1' });
export const ORDER = {
  customer_order_number: PARCEL.reference,
  waybill_number: 'YT2600000000000001',
  tracking_number: 'LT000000001CN',
  track_type: 'Y',
  bar_codes: 'LT000000001CN',
};
