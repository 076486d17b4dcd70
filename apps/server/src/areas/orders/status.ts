import { ORDER_STATUSES, type OrderException, type OrderStatus } from '@tradewind/contract/orders.ts';

export const STATUSES = ORDER_STATUSES;
export type Status = OrderStatus;
export type ExceptionReason = OrderException;

const BEFORE_STOCK = ['unpaid', 'review', 'allocate', 'exception', 'held'] as const;

/** The allowed status changes. */
export const NEXT: Record<Status, readonly Status[]> = {
  // Held: the order is paid now, and a rule or a cancellation request holds it.
  unpaid: ['review', 'allocate', 'exception', 'held', 'cancelled', 'shipped'],
  // Unpaid: the platform put the order on hold again.
  review: ['unpaid', 'allocate', 'exception', 'held', 'cancelled', 'shipped'],
  allocate: ['unpaid', 'ready', 'review', 'exception', 'held', 'cancelled', 'shipped'],
  // Review: a person sends it back.
  ready: ['unpaid', 'picking', 'review', 'allocate', 'held', 'exception', 'cancelled', 'shipped'],
  // Held: the warehouse cancelled the outbound order, and a person decides. Allocate: another order left the shared
  // box, so picking starts again.
  picking: ['packed', 'ready', 'allocate', 'exception', 'held', 'cancelled', 'shipped'],
  packed: ['shipped', 'allocate', 'exception', 'held', 'cancelled'],
  shipped: ['delivered', 'refunded'],
  delivered: ['refunded'],
  exception: [...BEFORE_STOCK.filter((s) => s !== 'exception'), 'ready', 'packed', 'cancelled', 'shipped'],
  held: [...BEFORE_STOCK.filter((s) => s !== 'held'), 'cancelled', 'shipped'],
  // Review, unpaid: a person undoes the cancellation.
  cancelled: ['refunded', 'review', 'unpaid'],
  refunded: [],
};

export function mayBecome(from: Status, to: Status): boolean {
  return NEXT[from].includes(to);
}

/** States from which the order may go to `to`. */
export function sourcesOf(to: Status): Status[] {
  return STATUSES.filter((from) => mayBecome(from, to));
}

/** Closed orders: nothing is left to ship. */
export const OVER: readonly Status[] = ['shipped', 'delivered', 'cancelled', 'refunded'];

/** The specification's coarse words: N unshipped, Y shipped. */
export const UNSHIPPED: readonly Status[] = ['unpaid', 'review', 'allocate', 'ready', 'picking', 'packed'];
