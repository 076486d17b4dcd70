import { defineEvent } from '../../core/jobs/jobs.ts';

/** A shop has been connected, or connected anew. */
export const shopAuthorized = defineEvent<{ shopId: number }>('channels.shopAuthorized');

export type EraseRequest =
  | { platform: string; buyers: readonly string[] }
  | { shopId: number; platformOrderNos: readonly string[] | 'all' };
/** A platform wants buyers' data erased: of buyers, of orders of a shop, or of all of a shop's. */
export const eraseRequested = defineEvent<EraseRequest>('channels.eraseAsked');

/** Amounts that a platform booked for a shop came in; the lines are in settlement_line. */
export const settlementsTaken = defineEvent<{ shopId: number; lineIds: number[] }>('channels.settlementsTaken');
