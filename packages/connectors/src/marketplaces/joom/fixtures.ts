import type { HttpOptions, ShopAccess } from '../../types.ts';
import { createJoomConnector } from './index.ts';

/** For tests: an order in the shape of version 3, as an object that each test may bend. */
export const NOW = Date.parse('2026-11-02T12:00:00Z');
export const ACCESS: ShopAccess = {
  tokens: { accessToken: 'SE.1', refreshToken: 'SE.r1' },
  account: '5c94aa1e28fc710301a7b4d1',
};
export const connect = (fetch: HttpOptions['fetch'], more: Partial<HttpOptions> = {}) =>
  createJoomConnector({
    app: { clientId: 'id-1', clientSecret: 'secret-1' },
    http: { now: () => NOW, ...(fetch ? { fetch } : {}), ...more },
  });

export const order = (more: object = {}) => ({
  id: 'ABCD1234',
  transactionId: 'TX1',
  storeId: '5f01',
  status: 'approved',
  currency: 'USD',
  quantity: 2,
  orderTimestamp: '2026-11-01T10:00:00Z',
  updateTimestamp: '2026-11-01T10:30:00Z',
  daysToFulfill: 3,
  hoursToFulfill: 72,
  allowedShippingTypes: 'offlineOrOnline',
  isFbj: false,
  isFulfillmentAllowed: true,
  fulfillmentAllowedTimestamp: '2026-11-01T10:30:00Z',
  product: { id: '64aa', sku: 'MUG', variant: { id: '64ab', sku: 'MUG-RED' } },
  priceInfo: {
    orderPrice: '80.00',
    unitPrice: '38.00',
    shippingPrice: '4.00',
    buyerGmv: '91.00',
    commissionAmount: '11.40',
    vat: '7.00',
    refundAmount: '0',
  },
  discounts: { sum: '0', details: [] },
  shippingOption: { tierName: 'Joom Logistics', tierType: 'standard' },
  shippingAddress: {
    name: 'J Doe',
    email: 'x@y.example',
    phoneNumber: '+49 30 1',
    country: 'DE',
    state: '',
    city: 'Berlin',
    street: 'A-Str',
    house: '1',
    flat: '',
    streetAddress1: 'A-Str 1',
    streetAddress2: '',
    zipCode: '10115',
  },
  ...more,
});

export const shipment = (more: object = {}) => ({
  shipment: { provider: 'UPS', providerId: 's1', trackingNumber: '1Z 999', timestamp: '2026-11-02T08:00:00Z', ...more },
});
export const page = (items: unknown[], next?: string) => ({
  json: { data: { items }, ...(next ? { paging: { next } } : {}) },
});
export const refusal = (status: number, code: string, field?: string) => ({
  status,
  json: { errors: [{ code, ...(field ? { field } : {}), message: 'no' }] },
});
