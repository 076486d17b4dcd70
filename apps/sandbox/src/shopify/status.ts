import { orderTotals, type SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { refundedCents } from './refundBook.ts';

/** OrderDisplayFinancialStatus and OrderDisplayFulfillmentStatus of Shopify's Admin API. */
export function displayFinancial(order: SandboxOrder): string {
  if (order.status === 'pending') return 'PENDING';
  if (order.status !== 'cancelled') {
    const back = refundedCents(order);
    if (back === 0) return 'PAID';
    return back < orderTotals(order).total ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
  }
  return order.refunded || order.cancelledBy === 'BUYER' ? 'REFUNDED' : 'VOIDED';
}

export function displayFulfillment(order: SandboxOrder): string {
  if (order.status === 'shipped') return 'FULFILLED';
  const holds = order.extra.holds as unknown[] | undefined;
  if (order.status === 'unshipped' && holds && holds.length > 0) return 'ON_HOLD';
  return order.status === 'partial' ? 'PARTIALLY_FULFILLED' : 'UNFULFILLED';
}

/** Numeric ids derive from the order's running number, so that nothing has to be searched. */
const FULFILLMENT_ORDERS = 6_900_000_000_000;
const LINES = 14_000_000_000_000;
const FULFILLMENT_ORDER_LINES = 15_000_000_000_000;

export const LOCATION_ID = '90000000009';
export const gid = (type: string, id: string | number) => `gid://shopify/${type}/${id}`;
export const idOf = (value: unknown) =>
  String(value ?? '')
    .split('/')
    .at(-1)
    ?.split('?')[0] ?? '';

export function fulfillmentOrderId(order: SandboxOrder): string {
  return String(FULFILLMENT_ORDERS + order.seq);
}

/** By its running number; an order that another program told of has an id of its own kind. */
export function orderOfFulfillmentOrder(shop: Shop, id: string): SandboxOrder | undefined {
  const made = shop.byId.get(String(5_550_001_110_000 + (Number(id) - FULFILLMENT_ORDERS) * 1109));
  return made ?? [...shop.byId.values()].find((order) => fulfillmentOrderId(order) === id);
}

export function fulfillmentOrderLineId(lineId: string): string {
  return String(Number(lineId) - LINES + FULFILLMENT_ORDER_LINES);
}

export function lineIdOfFulfillmentOrderLine(id: string): string {
  return String(Number(id) - FULFILLMENT_ORDER_LINES + LINES);
}

/** What Shopify Payments keeps of a card payment, in cents. */
export const feeOf = (total: number): number => Math.round(total * 0.029) + 30;
