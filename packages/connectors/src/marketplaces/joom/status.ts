import type { PlatformOrderStatus } from '../../capabilities/orders.ts';
import type { PlatformReturn } from '../../capabilities/returns.ts';

const STATUS: Readonly<Record<string, PlatformOrderStatus>> = {
  approved: 'toShip',
  // The label is there, the parcel still stands in the house.
  fulfilledOnline: 'toShip',
  shipped: 'shipped',
  cancelled: 'cancelled',
  // Joom gave the buyer the money back at its own cost.
  paidByJoomRefund: 'refunded',
  refunded: 'refunded',
  returnInitiated: 'shipped',
  returnArrived: 'shipped',
  returnExpired: 'shipped',
  returnDeclined: 'shipped',
  returnCompleted: 'refunded',
};

/** In the order in which a return goes through them: whoever lists them in turn misses none that moves on meanwhile. */
export const RETURN_STATES = [
  ['returnInitiated', 'requested'],
  ['returnArrived', 'received'],
  ['returnDeclined', 'rejected'],
  ['returnExpired', 'closed'],
  ['returnCompleted', 'refunded'],
] as const satisfies readonly (readonly [string, PlatformReturn['state']])[];

/** Approved, but not to be shipped yet. An unknown word is no status. */
export function readStatus(
  status: string,
  fulfilmentAllowed: boolean | null | undefined,
): { status: PlatformOrderStatus; hold?: string } | undefined {
  const known = Object.hasOwn(STATUS, status) ? STATUS[status] : undefined;
  if (!known) return undefined;
  const held = status === 'approved' && fulfilmentAllowed === false;
  return { status: known, ...(held ? { hold: 'isFulfillmentAllowed: false' } : {}) };
}
