import type { HttpOptions, ShopAccess } from '../../types.ts';
import { createTiktokConnector } from './index.ts';

/** For tests: an order in the shape of Get Order Detail 202309, as an object that each test may bend. */
export const NOW = Date.parse('2026-11-02T12:00:00.500Z');
export const APP = { appKey: '6abc123', appSecret: 'tts-secret', serviceId: '7431458374265161478' };
export const US_APP = { appKey: '7us456', appSecret: 'us-secret', serviceId: '7369437808455026474' };
export const ACCESS: ShopAccess = {
  tokens: { accessToken: 'TTP_1', refreshToken: 'TTP_r1', keys: { shopCipher: 'ROW_xyz' } },
  account: '7494049642642441621',
  region: 'US',
};
export const connect = (fetch?: HttpOptions['fetch'], now = NOW) =>
  createTiktokConnector({ app: APP, http: { now: () => now, ...(fetch ? { fetch } : {}) } });

export const ok = (data: unknown) => ({ json: { code: 0, message: 'Success', request_id: 'r-1', data } });
export const no = (code: number, message: string, status = 200) => ({
  status,
  json: { code, message, request_id: 'r-2' },
});

export const unit = (id: string, more: object = {}) => ({
  id,
  product_id: '1729000000000000100',
  product_name: 'Mug',
  sku_id: '1729000000000000101',
  sku_name: 'Red',
  seller_sku: 'MUG-1',
  original_price: '20.00',
  sale_price: '18.00',
  seller_discount: '1.50',
  platform_discount: '0.50',
  currency: 'USD',
  item_tax: [{ tax_type: 'SALES_TAX', tax_amount: '0.75', tax_rate: '0.04' }],
  display_status: 'AWAITING_SHIPMENT',
  package_id: '1153000000000000001',
  package_status: 'TO_FULFILL',
  tracking_number: '',
  is_gift: false,
  ...more,
});

export const order = (more: object = {}) => ({
  id: '576461413038785752',
  status: 'AWAITING_SHIPMENT',
  create_time: 1762066800,
  update_time: 1762070400,
  paid_time: 1762066860,
  rts_sla_time: 1762243200,
  shipping_type: 'SELLER',
  fulfillment_type: 'FULFILLMENT_BY_SELLER',
  delivery_option_id: '7091146663229654785',
  shipping_provider: '',
  user_id: '7494845267308415300',
  buyer_email: 'v2b@scs.tiktokw.us',
  buyer_message: ' leave it at the door ',
  is_buyer_request_cancel: false,
  recipient_address: {
    name: 'Ann Bee',
    phone_number: '(+1)5125550100',
    address_line1: '1 Main St',
    address_line2: 'Apt 2',
    address_line3: ' ',
    postal_code: '78701',
    region_code: 'US',
    district_info: [
      { address_level: 'L0', address_level_name: 'Country', address_name: 'United States' },
      { address_level: 'L1', address_level_name: 'State', address_name: 'Texas' },
      { address_level: 'L2', address_level_name: 'County', address_name: 'Travis County' },
      { address_level: 'L3', address_level_name: 'City', address_name: 'Austin' },
    ],
  },
  payment: {
    currency: 'USD',
    sub_total: '36.00',
    shipping_fee: '4.99',
    seller_discount: '3.00',
    platform_discount: '1.00',
    tax: '1.50',
    total_amount: '42.49',
    original_total_product_price: '40.00',
  },
  line_items: [unit('577000000000000002'), unit('577000000000000001')],
  packages: [{ id: '1153000000000000001' }],
  ...more,
});
