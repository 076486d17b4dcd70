import { z } from 'zod';

export const ORDER_STATUSES = [
  'unpaid',
  'review',
  'allocate',
  'ready',
  'picking',
  'packed',
  'shipped',
  'delivered',
  'exception',
  'held',
  'cancelled',
  'refunded',
] as const;
export const orderStatus = z.enum(ORDER_STATUSES);
export const ORDER_EXCEPTIONS = ['unmapped', 'address', 'stock', 'channel', 'label', 'price', 'risk', 'rule'] as const;
/** The origin of an order: only orders from a platform are confirmed there. */
export const ORDER_ORIGINS = ['platform', 'manual', 'resend', 'replacement', 'wholesale'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type OrderException = (typeof ORDER_EXCEPTIONS)[number];

/**
 * The states in which an action applies: the server's guard, and the reason on a disabled button. A box whose label
 * failed is an exception, too, but a packed one: its address can be fixed for the next label, or it is cancelled.
 */
export const ORDER_ACTIONS = {
  review: ['review'],
  allocate: ['allocate'],
  unallocate: ['ready'],
  hold: ['review', 'allocate', 'ready', 'exception'],
  resume: ['held', 'exception'],
  cancel: ['unpaid', 'review', 'allocate', 'ready', 'picking', 'packed', 'exception', 'held', 'shipped'],
  editAddress: ['unpaid', 'review', 'allocate', 'ready', 'exception', 'held'],
  /** What its papers declare, until it has left. */
  editCustoms: ['unpaid', 'review', 'allocate', 'ready', 'picking', 'packed', 'exception', 'held'],
  wave: ['ready'],
  /** A resend or replacement: for orders that have left. */
  sendAgain: ['shipped', 'delivered', 'refunded'],
  /** Back to the review: for orders that have passed it. */
  sendBack: ['allocate', 'ready'],
  split: ['review', 'allocate', 'ready', 'exception', 'held'],
  merge: ['review', 'allocate', 'ready'],
  /** Its lines, where it ships from and how. */
  arrange: ['review', 'allocate', 'ready', 'exception', 'held'],
  /** Not cancelled though the buyer asked: it goes on where it was stopped. */
  goOn: ['unpaid', 'review', 'allocate', 'ready', 'picking', 'packed', 'exception', 'held', 'shipped'],
} as const satisfies Record<string, readonly OrderStatus[]>;
export type OrderAction = keyof typeof ORDER_ACTIONS;

const IN_CLOSED_BOX: readonly OrderAction[] = ['cancel', 'editAddress', 'editCustoms', 'goOn'];

export function mayAct(
  action: OrderAction,
  order: { status: string; exception: string | null; cancelRequested?: boolean },
): boolean {
  const states: readonly string[] = ORDER_ACTIONS[action];
  if (action === 'goOn' && !order.cancelRequested) return false;
  return states.includes(order.status) && (order.exception !== 'label' || IN_CLOSED_BOX.includes(action));
}

/** Still ours to send: what may be overdue. */
export const DUE_STATES = [
  'review',
  'allocate',
  'ready',
  'picking',
  'packed',
  'exception',
  'held',
] as const satisfies OrderStatus[];

export const CONFIRM_STATES = ['none', 'pending', 'telling', 'confirmed', 'failed', 'notNeeded'] as const;

/** How fast the service is that the buyer chose, slowest first; platforms' own words are read by the connectors. */
export const SERVICE_LEVELS = [
  'economy',
  'standard',
  'expedited',
  'secondDay',
  'nextDay',
  'sameDay',
  'scheduled',
  'freight',
] as const;

/** The kinds of days in a filter. */
export const ORDER_DAYS = ['ordered', 'paid', 'shipBy', 'shipped'] as const;
/** Marks to filter by: an order must have all of the named ones. */
export const ORDER_MARKS = ['note', 'remark', 'split', 'merged'] as const;
