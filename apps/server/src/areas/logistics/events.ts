import { defineEvent } from '../../core/jobs/jobs.ts';

/** A label was bought (or found again): finance books its cost. */
export const labelBought = defineEvent<{ parcelId: number }>('label.bought');
/** The carrier took it back. */
export const labelVoided = defineEvent<{ parcelId: number }>('label.voided');
