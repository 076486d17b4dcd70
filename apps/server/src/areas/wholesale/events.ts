import { defineEvent } from '../../core/jobs/jobs.ts';

/** Money of a 2B order was noted as come in (or taken back): finance books it. */
export const wholesalePaid = defineEvent<{ paymentId: number }>('wholesale.paid');
