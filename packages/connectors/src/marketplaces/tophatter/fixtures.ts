import type { HttpOptions, ShopAccess } from '../../types.ts';
import { createTophatterConnector } from './index.ts';

/** For tests: an order as Tophatter told it, as an object that each test may bend. */
export const NOW = Date.parse('2026-11-02T12:00:00Z');
export const ACCESS: ShopAccess = { tokens: { accessToken: 'secret-token' }, account: 'my shop' };
export const connect = (fetch: HttpOptions['fetch']) =>
  createTophatterConnector({
    api: 'https://tophatter.example',
    http: { now: () => NOW, ...(fetch ? { fetch } : {}) },
  });

export const order = (more: object = {}) => ({
  order_id: 359_000_017,
  status: 'paid',
  carrier: null,
  tracking_number: null,
  product_name: 'Mug',
  product_identifier: 'MUG',
  variation_identifier: 'MUG-RED',
  customer_name: 'J Doe',
  customer_id: 980,
  address1: '1 A St',
  address2: 'Apt 2',
  city: 'LA',
  state: 'CA',
  postal_code: '90001',
  country: 'United States',
  available_refunds: { buyer_fee: 12.5, shipping_fee: 4.99 },
  refund_amount: 0,
  disbursement_amount: 15.74,
  seller_fees_amount: 1.75,
  seller_fees: [{ type: 'commission_fee', amount: 1.75 }],
  paid_at: '2026-11-01T03:05:00-07:00',
  created_at: '2026-11-01T03:00:00-07:00',
  ...more,
});
export const shipped = (more: object = {}) =>
  order({ status: 'shipped', carrier: 'ups', tracking_number: '1Z999', ...more });
/** A full page of fifty, the newest first. */
export const full = (from: number, more: object = {}) =>
  Array.from({ length: 50 }, (_, n) => order({ order_id: from - n, ...more }));
export const no = (status: number, message: string, headers: Record<string, string> = {}) => ({
  status,
  json: { message },
  headers,
});
