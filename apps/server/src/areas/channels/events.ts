import { defineEvent } from '../../core/jobs/jobs.ts';

/** A shop has been connected, or connected anew. */
export const shopAuthorized = defineEvent<{ shopId: number }>('channels.shopAuthorized');
