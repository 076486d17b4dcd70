import type { HttpOptions, ShopAccess } from '../../types.ts';
import { createMiraklConnector } from './index.ts';

/** For tests: an order in the shape of OR11, which each test may bend. */
export const NOW = Date.parse('2026-11-21T08:00:00Z');
export const KEY = '11111111-2222-3333-4444-555555555555';
export const ACCESS: ShopAccess = {
  tokens: { accessToken: KEY, keys: { instance: 'https://lowes-prod.mirakl.net', shopId: '2041' } },
  account: '2041',
};

export const connect = (fetch?: HttpOptions['fetch'], now = () => NOW) =>
  createMiraklConnector({ platform: 'lowes', http: { now, ...(fetch ? { fetch } : {}) } });

export const line = (n: number, more: object = {}) => ({
  order_line_id: `OR-10001-A-${n}`,
  order_line_state: 'SHIPPING',
  offer_id: 2210,
  offer_sku: 'TBL-OAK-120',
  product_title: 'Oak table',
  quantity: 1,
  price_unit: 189.1,
  price: 189.1,
  shipping_price: 0,
  taxes: [{ code: 'TAX', amount: 15.6 }],
  shipping_taxes: [],
  refunds: [],
  ...more,
});

export const order = (more: object = {}) => ({
  order_id: 'OR-10001-A',
  commercial_id: 'OR-10001',
  order_state: 'SHIPPING',
  created_date: '2026-11-20T22:05:00Z',
  last_updated_date: '2026-11-20T22:05:10Z',
  shipping_deadline: '2026-11-23T23:59:59Z',
  currency_iso_code: 'USD',
  order_tax_mode: 'TAX_EXCLUDED',
  fully_refunded: false,
  shipping_tracking: null,
  customer: {
    firstname: 'Ann',
    lastname: 'Lee',
    shipping_address: {
      firstname: 'Ann',
      lastname: 'Lee',
      street_1: '10 Oak St',
      street_2: null,
      additional_info: 'Gate 4',
      city: 'Reno',
      state: 'NV',
      zip_code: '89501',
      country_iso_code: 'USA',
      phone: '7755550100',
    },
  },
  customer_notification_email: 'notif+abc@notification.mirakl.net',
  order_lines: [line(1)],
  ...more,
});

export const page = (...orders: object[]) => ({ json: { orders, total_count: orders.length } });
