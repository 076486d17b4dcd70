import type { HttpOptions, ShopAccess } from '../../types.ts';
import { createLazadaConnector } from './index.ts';

/** For tests: an order as Lazada's documentation shows one, as objects that each test may bend. */
export const NOW = 1_700_000_000_000;
export const APP = { appKey: '123456', appSecret: 'lazada-secret' };
export const ACCESS: ShopAccess = {
  tokens: { accessToken: '50000abc', refreshToken: '50001abc' },
  account: 'vn-1001',
  region: 'VN',
  marketplaceIds: ['VN'],
};
export const connect = (fetch?: HttpOptions['fetch'], now = NOW) =>
  createLazadaConnector({ app: APP, http: { now: () => now, rateFactor: 1000, ...(fetch ? { fetch } : {}) } });

export const ok = (data: unknown) => ({ json: { code: '0', data, request_id: 'r1' } });
export const result = (data: unknown, more: object = {}) => ({
  json: { code: '0', result: { success: true, error_code: '', error_msg: '', data, ...more }, request_id: 'r1' },
});
export const refused = (code: string, message = '') => ({
  json: { type: 'ISP', code, message, request_id: 'r2' },
});

export const ORDER = '260422900198363';
export const unit = (n: number, more: object = {}) => ({
  order_item_id: 260_422_900_298_363 + n,
  order_id: Number(ORDER),
  sku: 'MUG-RED',
  shop_sku: '1234_VNAMZ-1',
  sku_id: '77',
  name: 'Mug',
  variation: 'Color:Red',
  item_price: 49_500,
  paid_price: 45_000,
  currency: 'VND',
  status: 'pending',
  package_id: '',
  tracking_code: '',
  shipment_provider: '',
  shipping_type: 'Dropshipping',
  is_fbl: 0,
  delivery_option_sof: 0,
  need_cancel_confirm: false,
  reverse_order_id: '',
  sla_time_stamp: '2023-11-17T10:00:00+07:00',
  payment_time: '1699999260000',
  ...more,
});
export const order = (more: object = {}) => ({
  order_id: Number(ORDER),
  order_number: Number(ORDER),
  created_at: '2023-11-15 05:00:00 +0700',
  updated_at: '2023-11-15 05:05:00 +0700',
  statuses: ['pending'],
  price: '99000.00',
  shipping_fee: 15_000,
  customer_first_name: 'T***',
  customer_last_name: '',
  need_cancel_confirm: 'false',
  address_shipping: {
    first_name: 'T***',
    last_name: '',
    phone: '84*******12',
    address1: '1** L** S**',
    address2: '',
    address3: 'HCM',
    address4: 'D1',
    address5: 'P1',
    city: 'D1',
    post_code: '',
    country: 'Vietnam',
  },
  ...more,
});
export const listed = (...orders: object[]) => ok({ count: orders.length, countTotal: 1000, orders });
export const several = (units: object[], order_id: string | number = Number(ORDER)) =>
  ok([{ order_id, order_items: units }]);
/** The two answers that tell one order. */
export const answered = (units: object[], more: object = {}) => [ok(order(more)), ok(units)] as const;
