import { defineEvent } from '../../core/jobs/jobs.ts';

/** A shop has been connected, or connected anew. */
export const shopAuthorized = defineEvent<{ shopId: number }>('channels.shopAuthorized');

/** Amounts that a platform booked for a shop came in; the lines are in settlement_line. */
export const settlementsTaken = defineEvent<{ shopId: number; lineIds: number[] }>('channels.settlementsTaken');
