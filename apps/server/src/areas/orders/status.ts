import { ORDER_STATUSES, type OrderException, type OrderStatus } from '@tradewind/contract/orders.ts';

export const STATUSES = ORDER_STATUSES;
export type Status = OrderStatus;
export type ExceptionReason = OrderException;

const BEFORE_STOCK = ['unpaid', 'review', 'allocate', 'exception', 'held'] as const;

/** Which state may follow which. */
export const NEXT: Record<Status, readonly Status[]> = {
  // Held: paid by now, and a rule or the buyer's wish stops it.
  unpaid: ['review', 'allocate', 'exception', 'held', 'cancelled', 'shipped'],
  // Back to unpaid: the platform holds an order back that it had let go.
  review: ['unpaid', 'allocate', 'exception', 'held', 'cancelled', 'shipped'],
  allocate: ['unpaid', 'ready', 'review', 'exception', 'held', 'cancelled', 'shipped'],
  // Review: a person sends it back.
  ready: ['unpaid', 'picking', 'review', 'allocate', 'held', 'exception', 'cancelled', 'shipped'],
  // Held: the warehouse gave its outbound up, and a person decides.
  // Allocate: another order has left the box that they share, and it is picked anew.
  picking: ['packed', 'ready', 'allocate', 'exception', 'held', 'cancelled', 'shipped'],
  packed: ['shipped', 'allocate', 'exception', 'held', 'cancelled'],
  shipped: ['delivered', 'refunded'],
  delivered: ['refunded'],
  exception: [...BEFORE_STOCK.filter((s) => s !== 'exception'), 'ready', 'packed', 'cancelled', 'shipped'],
  held: [...BEFORE_STOCK.filter((s) => s !== 'held'), 'cancelled', 'shipped'],
  // Review, unpaid: the cancelling is undone.
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

/** Nothing is to be sent for these any more. */
export const OVER: readonly Status[] = ['shipped', 'delivered', 'cancelled', 'refunded'];

/** The specification's coarse words: N unshipped, Y shipped. */
export const UNSHIPPED: readonly Status[] = ['unpaid', 'review', 'allocate', 'ready', 'picking', 'packed'];
