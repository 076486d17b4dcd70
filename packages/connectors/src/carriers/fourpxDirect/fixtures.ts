import type { scripted } from '../../testing.ts';
import type { CarrierAccess, HttpOptions, Parcel } from '../../types.ts';
import { fourpxDirect } from './definition.ts';
import { createDirectConnector } from './index.ts';

/** For tests. */
export const NOW = Date.parse('2026-11-02T12:00:00Z');
export const ACCESS: CarrierAccess = {
  keys: fourpxDirect.sandbox.keys,
  accountNumber: fourpxDirect.sandbox.accountNumber,
  tokens: { accessToken: '' },
};
export const connect = (fetch: HttpOptions['fetch']) =>
  createDirectConnector({ http: { now: () => NOW, ...(fetch ? { fetch } : {}) } });
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
  weightGrams: 419.3,
  lengthMm: 203.3,
  widthMm: 150,
  heightMm: 80,
  description: 'Cases',
  items: [
    {
      sku: 'CASE-1',
      description: 'phone case 手机壳',
      quantity: 3,
      unitValueUsd: '4.505',
      hsCode: '3926.90',
      originCountry: 'CN',
      weightGrams: 100,
    },
  ],
};

/** Answers of the carrier. */
export type Reply = Parameters<typeof scripted>[0];
export const ok = (data: unknown) => ({ json: { result: '1', msg: 'System processing successful', errors: [], data } });
export const no = (error_code: string, error_msg: string) => ({
  json: { result: '0', msg: 'System processing failed', errors: [{ error_code, error_msg }] },
});
export const COSTS = ok([
  { logistics_product_code: 'PX', lump_sum_fee: '52.44', charge_weight: '420', estimated_time: '7-12' },
]);
export const LABEL = ok({
  label_barcode: '4PX3000000000001CN',
  label_url_info: { logistics_label: 'https://bss-fss.4px.com/label.pdf', custom_label: '' },
});
export const PDF = { text: '%PDF-1.4 label' };
/** As the note of 4PX and its public clients have it. */
export const ORDER = {
  ds_consignment_no: 'DS000000000001',
  '4px_tracking_no': '4PX3000000000001CN',
  ref_no: PARCEL.reference,
  logistics_channel_no: '84355123456789',
  label_barcode: '84355123456789',
  oda_result_sign: 'N',
};
export const orders = (...all: object[]) =>
  ok(all.map((more) => ({ consignment_info: { ...ORDER, consignment_status: 'P', ...more } })));
