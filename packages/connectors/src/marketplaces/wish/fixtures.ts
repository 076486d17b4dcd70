import type { HttpOptions, ShopAccess } from '../../types.ts';
import { createWishConnector } from './index.ts';

/** For tests: an order in the shape of version 3, as an object that each test may bend. */
export const NOW = Date.parse('2026-11-02T12:00:00Z');
export const APP = { clientId: 'id-1', clientSecret: 'secret-1' };
export const ACCESS: ShopAccess = { tokens: { accessToken: 'w1', refreshToken: 'r1' }, account: '5c1f' };
export const connect = (fetch: HttpOptions['fetch']) =>
  createWishConnector({ app: APP, http: { now: () => NOW, ...(fetch ? { fetch } : {}) } });

export const ok = (data: unknown) => ({ json: { message: '', code: 0, data } });
export const no = (status: number, code: number, headers: Record<string, string> = {}) => ({
  status,
  json: { message: 'no', code, data: {} },
  headers,
});
/** As JSON writes it: a number that is no whole one stays as it was said. */
export const money = (amount: number, currency_code = 'USD') => ({ amount, currency_code });
const RELEASED = { event_type: 'ORDER_RELEASED', event_time: '2026-11-01T10:00:00Z' };
export const MARKED = { event_type: 'MARK_SHIPPED', event_time: '2026-11-02T09:00:00.000Z' };

export const order = (more: object = {}) => ({
  id: '64f0aa000000000000000001',
  transaction_id: '64f0aa000000000000000009',
  state: 'APPROVED',
  released_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:20:00.123Z',
  product_information: { id: '63aa', name: 'Mug', sku: 'MUG-RED', variation_id: '63ab', color: 'red', size: '' },
  full_address: {
    shipping_detail: {
      name: 'J Doe',
      street_address1: '1 A St',
      street_address2: 'Apt 2',
      street_address3: '',
      city: 'LA',
      state: 'CA',
      zipcode: '90001',
      country_code: 'US',
      phone_number: { number: '5550100', country_code: '1' },
    },
  },
  order_payment: {
    general_payment_details: {
      product_quantity: 3,
      product_price: money(10.1),
      product_shipping_price: money(2.05),
      payment_total: money(30.98),
    },
    rev_share: { rev_share: 0.15, merchant_commission_fees: money(5.47) },
  },
  fulfillment_requirements: { expected_ship_time: '2026-11-06T10:00:00Z' },
  fulfillment_order_types: [],
  tracking_information: [],
  fulfillment_records: [RELEASED],
  warehouse_information: { warehouse_id: 'w1', warehouse_name: 'STANDARD' },
  tax_information: {},
  ...more,
});
export const shipped = (tracking_number = '1Z999', more: object = {}) =>
  order({
    state: 'SHIPPED',
    tracking_information: [{ tracking_number, shipping_provider: { name: 'UPS' } }],
    fulfillment_records: [RELEASED, MARKED],
    ...more,
  });
