import { defineEvent } from '../../core/jobs/jobs.ts';

/** We or the platform refunded returns: finance books it. */
export const returnRefunded = defineEvent<{ refundIds: number[] }>('returns.refunded');

/** Returned units were restocked at the cost they shipped at. */
export const goodsRestocked = defineEvent<{ inspectionIds: number[] }>('returns.restocked');
