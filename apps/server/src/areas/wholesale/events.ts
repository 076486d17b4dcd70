import { defineEvent } from '../../core/jobs/jobs.ts';

/** A wholesale payment was recorded or reversed: finance books it. */
export const wholesalePaid = defineEvent<{ paymentId: number }>('wholesale.paid');
