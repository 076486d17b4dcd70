import { defineEvent } from '../../core/jobs/jobs.ts';

/** Labels were bought (or found again): finance books their costs. A job of an older version names one `parcelId`. */
export const labelBought = defineEvent<{ parcelIds: number[]; parcelId?: number }>('label.bought');
/** The carrier took it back. */
export const labelVoided = defineEvent<{ parcelId: number }>('label.voided');
/** The label of a return was bought, voided, or its parcel moved: the return follows it. */
export const returnLabelChanged = defineEvent<{ returnId: number }>('returnLabel.changed');
/** A bill of a carrier was accepted: finance books what it bills beside the costs of labels. */
export const carrierBillSettled = defineEvent<{ billId: number }>('carrierBill.settled');
