import type { HttpOptions, ShopAccess } from '../../types.ts';
import { createShopeeConnector } from './index.ts';

/** For tests: an order as Shopee's documentation shows one, as an object that each test may bend. */
export const NOW = 1_700_000_000_000;
export const APP = { partnerId: '2001887', partnerKey: 'shopee-test-key' };
export const ACCESS: ShopAccess = {
  tokens: { accessToken: 'c09222e3fc40ffb25fc947f738b1abf1', refreshToken: 'r-1' },
  account: '600000',
  marketplaceIds: ['SG'],
};
export const connect = (fetch?: HttpOptions['fetch'], now = NOW) =>
  createShopeeConnector({ app: APP, http: { now: () => now, rateFactor: 1000, ...(fetch ? { fetch } : {}) } });

export const ok = (response: unknown) => ({ json: { error: '', message: '', request_id: 'r1', response } });
export const refused = (error: string, message = '', status = 200) => ({
  status,
  json: { error, message, request_id: 'r2' },
});

export const item = (id: number, quantity = 1) => ({
  item_id: id,
  item_name: 'Lamp',
  item_sku: '',
  model_id: id + 1,
  model_name: 'Red',
  model_sku: `LAMP-${id}`,
  model_quantity_purchased: quantity,
  model_original_price: 30,
  model_discounted_price: 24.5,
  order_item_id: id,
  promotion_group_id: 0,
});
export const parcel = (number: string, logisticsStatus: string, ...items: [id: number, quantity: number][]) => ({
  package_number: number,
  logistics_status: logisticsStatus,
  logistics_channel_id: 18080,
  shipping_carrier: 'SPX Express',
  item_list: items.map(([id, quantity]) => ({ item_id: id, model_id: id + 1, model_quantity: quantity })),
});
export const order = () => ({
  order_sn: '231114ABCDEFGH',
  region: 'SG',
  currency: 'SGD',
  cod: false,
  total_amount: 52.99,
  order_status: 'READY_TO_SHIP',
  create_time: 1_699_990_000,
  update_time: 1_699_995_000,
  pay_time: 1_699_990_030,
  ship_by_date: 1_700_172_800,
  message_to_seller: 'please hurry',
  buyer_username: 'b***r',
  fulfillment_flag: 'fulfilled_by_local_seller',
  recipient_address: {
    name: 'T****n',
    phone: '******89',
    town: '',
    district: 'D1',
    city: 'Singapore',
    state: '',
    region: 'SG',
    zipcode: '',
    full_address: '****',
  },
  item_list: [item(100, 2)],
  package_list: [parcel('OFG1', 'LOGISTICS_READY', [100, 2])],
});
export const details = (...orders: unknown[]) => ok({ order_list: orders });
export const listed = (numbers: string[], next = '') =>
  ok({
    more: next !== '',
    next_cursor: next,
    order_list: numbers.map((order_sn) => ({ order_sn, order_status: 'READY_TO_SHIP' })),
  });
