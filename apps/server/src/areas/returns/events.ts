import { defineEvent } from '../../core/jobs/jobs.ts';

/** Money for returns went back to buyers, by us or by the platform itself: finance books it. */
export const returnRefunded = defineEvent<{ refundIds: number[] }>('returns.refunded');

/** Goods that came back can be sold again, at what they had cost when they left. */
export const goodsRestocked = defineEvent<{ inspectionIds: number[] }>('returns.restocked');
