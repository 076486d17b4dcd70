import type { scripted } from '../../testing.ts';
import type { CarrierAccess, HttpOptions, Parcel } from '../../types.ts';
import { edis } from './definition.ts';
import { createEdisConnector } from './index.ts';

/** For tests. */
export const NOW = Date.parse('2026-11-02T12:00:00Z');
const { consignPreferenceId: _, ...KEYS } = edis.sandbox.keys;
export const ACCESS: CarrierAccess = {
  keys: KEYS,
  accountNumber: edis.sandbox.accountNumber,
  tokens: { accessToken: 'v^1.1', refreshToken: 'r' },
};
export const connect = (fetch: HttpOptions['fetch']) =>
  createEdisConnector({ http: { now: () => NOW, ...(fetch ? { fetch } : {}) } });
export const PARCEL: Parcel = {
  reference: 'OUT-20261102-0001-1',
  from: { name: 'Sam Packer', line1: '1 Keji Road', city: 'Shenzhen', postalCode: '518000', country: 'CN' },
  to: {
    ...{ name: 'Pat Mary Doe', line1: '9 Elm St', line2: 'Apt 4', city: 'Alpharetta', state: 'GA' },
    ...{ postalCode: '30005', country: 'US', phone: '5550100' },
  },
  ...{ weightGrams: 420, lengthMm: 203, widthMm: 150, heightMm: 80, description: 'Cases' },
  items: [
    {
      ...{ sku: 'CASE-1', description: 'phone case 手机壳', quantity: 2, unitValueUsd: '4.50', hsCode: '3926.90' },
      ...{ originCountry: 'CN', weightGrams: 100 },
      sale: { orderNo: '12-34567-89012', lineId: '1002003004005', listingId: '2255667788' },
    },
  ],
};
export const LINE = '2255667788-1002003004005';

/** Answers of the carrier. */
export type Reply = Parameters<typeof scripted>[0];
export const no = (errorId: number, message: string, status = 400): Reply => ({
  status,
  json: { errors: [{ errorId, domain: 'API_EDIS', category: 'REQUEST', message }] },
});
export const DONE: Reply = { status: 204 };
const service = (shippingServiceId: string, incoterm: string, to: string, more: object = {}) => ({
  ...{ shippingServiceId, nameEn: 'SpeedPAK', nameZh: null, incoterm, maxWeight: 2000 },
  ...{ maxLength: 60, maxTotalLength: null, directions: [{ from: 'CN', to, batteryType: 'NO_BATTERY' }], ...more },
});
export const SERVICES: Reply = {
  json: {
    serviceList: {
      total: 4,
      services: [
        ...[service('101', 'DDU', 'US'), service('103', 'DDP', 'US'), service('104', 'DDU', 'DE')],
        service('105', 'DDU', 'US', { maxWeight: 100 }),
      ],
    },
  },
};
export const ADDRESSES: Reply = {
  json: {
    addressPreferenceList: {
      addresses: [
        { addressId: 'R1', type: 'RETURN_ADDRESS', countryCode: 'CN', postcode: '518000' },
        { addressId: 'A1', type: 'SHIP_FROM_ADDRESS', countryCode: 'CN', postcode: '200000' },
        { addressId: 'A2', type: 'SHIP_FROM_ADDRESS', countryCode: 'CN', postcode: '518000' },
      ],
    },
  },
};
export const CONSIGNS: Reply = {
  json: {
    consignPreferenceList: {
      consignPreferences: [
        { consignPreferenceId: 'C1', type: 'PICK_UP' },
        { consignPreferenceId: 'C2', type: 'DROP_OFF' },
      ],
    },
  },
};
export const SETUP = [ADDRESSES, CONSIGNS, SERVICES] as const;
/** The example of eBay's notes. */
export const MADE: Reply = {
  status: 201,
  json: {
    createPackageResult: {
      ...{ packageId: 'P2601010001', trackingNumber: 'ES10014123456780000010001D0N', lastMileTrackingNumber: null },
      ...{ estimateCost: { value: '35.20', currency: 'CNY' }, paymentCost: { value: '35.20', currency: 'CNY' } },
    },
  },
};
export const label = (text: string): Reply => ({
  json: { labels: [{ resultCode: '200', message: 'SUCCESS', base64Str: Buffer.from(text).toString('base64') }] },
});
export const PDF = '%PDF-1.4 label %%EOF';
export const LABEL = label(PDF);
