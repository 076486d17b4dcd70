import type { PlatformOrderStatus } from '../../capabilities/orders.ts';

/** Each unit of an order has a state of its own; an order is what its units are. */
export type Stage = 'unpaid' | 'open' | 'packed' | 'ready' | 'gone' | 'back' | 'cancelled';

const STAGES: Readonly<Record<string, Stage>> = {
  unpaid: 'unpaid',
  pending: 'open',
  topack: 'open',
  repacked: 'open',
  packed: 'packed',
  toship: 'packed',
  ready_to_ship_pending: 'ready',
  ready_to_ship: 'ready',
  shipped: 'gone',
  shipping: 'gone',
  delivered: 'gone',
  confirmed: 'gone',
  // Never reached the buyer, or came back: Lazada gives the buyer the money.
  failed: 'back',
  failed_delivery: 'back',
  returned: 'back',
  shipped_back: 'back',
  shipped_back_success: 'back',
  shipped_back_failed: 'back',
  lost: 'back',
  lost_by_3pl: 'back',
  damaged_by_3pl: 'back',
  canceled: 'cancelled',
};

/** Undefined for a word that nobody has told us of. */
export const stageOf = (answered: string): Stage | undefined =>
  Object.hasOwn(STAGES, answered) ? STAGES[answered] : undefined;

export function statusOf(stages: readonly Stage[]): PlatformOrderStatus {
  const live = stages.filter((one) => one !== 'cancelled');
  if (live.length === 0) return 'cancelled';
  if (live.includes('unpaid')) return 'unpaid';
  if (live.every((one) => one === 'back')) return 'refunded';
  const left = live.filter((one) => one === 'gone' || one === 'back').length;
  if (left === live.length) return 'shipped';
  return left > 0 ? 'partiallyShipped' : 'toShip';
}
