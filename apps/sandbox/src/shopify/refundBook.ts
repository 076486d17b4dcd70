import type { SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';

/** Money that went back: by the seller's call, or for a return that Shopify's own page closed. */
export interface Refund {
  id: string;
  cents: number;
  note: string;
  at: number;
  returnId?: string;
}

/** Refunds by call are kept with their order. */
export const refundsByCall = (order: SandboxOrder): readonly Refund[] =>
  (order.extra.shopifyRefunds ?? []) as readonly Refund[];

export function keepRefund(order: SandboxOrder, one: Refund): void {
  order.extra.shopifyRefunds = [...refundsByCall(order), one];
}

export function refundsOf(shop: Shop, order: SandboxOrder): Refund[] {
  const closed = shop.returns
    .filter((one) => one.orderId === order.id && one.state === 'refunded')
    .map((one) => ({ id: one.id, cents: one.refundCents, note: '', at: one.updatedAt, returnId: one.id }));
  return [...refundsByCall(order), ...closed];
}

/** What of an order's money has gone back so far. */
export const refundedCents = (order: SandboxOrder): number =>
  refundsByCall(order).reduce((sum, one) => sum + one.cents, 0);
