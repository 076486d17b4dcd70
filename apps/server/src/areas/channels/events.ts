import { defineEvent } from '../../core/jobs/jobs.ts';

/** A shop was authorized, for the first time or again. */
export const shopAuthorized = defineEvent<{ shopId: number }>('channels.shopAuthorized');

export type EraseRequest =
  | { platform: string; buyers: readonly string[] }
  | { shopId: number; platformOrderNos: readonly string[] | 'all' };
/** A platform requests erasure of buyer data: of buyers, of orders of a shop, or of a whole shop. */
export const eraseRequested = defineEvent<EraseRequest>('channels.eraseAsked');

/**
 * New amounts that a platform booked for a shop; the lines are in settlement_line. `settlements`: to which earlier lines
 * belong, as is known only now.
 */
export const settlementsTaken = defineEvent<{ shopId: number; lineIds: number[]; settlements?: string[] }>(
  'channels.settlementsTaken',
);

/** Money that a platform keeps for now, or has let go; the amounts are in settlement_held. */
export const heldChanged = defineEvent<{ shopId: number; heldIds: number[] }>('channels.heldChanged');
