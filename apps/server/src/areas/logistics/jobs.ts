import type { Tx } from '../../core/database/database.ts';
import { addJob, type Job } from '../../core/jobs/jobs.ts';

// Declared apart from the handlers, so that callers need not import them.

/** Gives the label of a parcel back to the carrier. */
export const VOID_JOB: Job<{ parcelId: number; reason: string }> = { name: 'logistics.voidLabel' };

export interface Stray {
  parcelId: number;
  orderId: number;
  /** Absent in jobs of an older version. */
  returnId?: number | null;
  carrier: string;
  /** Null where no carrier's account sold it but the platform. */
  accountId: number | null;
  shipmentId: string;
  trackingNumber: string;
}
/** Gives a label back that no parcel carries. */
export const VOID_STRAY_JOB: Job<Stray> = { name: 'logistics.voidStray' };

/** Looks whether the carrier knows more labels under a parcel's reference than the one it carries. */
export const STRAY_CHECK_JOB: Job<{ parcelId: number; round: number }> = { name: 'logistics.strayCheck' };

/** Finds out what became of a purchase. */
export const SETTLE_JOB: Job<{ parcelId: number }> = { name: 'logistics.settlePurchase' };

/** Sends the commercial invoice of a parcel to its carrier. */
export const SEND_INVOICE_JOB: Job<{ parcelId: number }> = { name: 'logistics.sendInvoice' };

export function requestVoid(tx: Tx, parcelId: number, reason: string): Promise<void> {
  return addJob(tx, VOID_JOB, { parcelId, reason }, { key: `void:${parcelId}` });
}

/** A carrier may learn of a purchase late: looked at after minutes, half an hour, and the next day. */
const STRAY_CHECK_AFTER_MS = [2 * 60_000, 30 * 60_000, 20 * 3_600_000];

export async function requestStrayCheck(tx: Tx, parcelId: number, round = 0): Promise<void> {
  const wait = STRAY_CHECK_AFTER_MS[round];
  if (wait === undefined) return;
  const runAt = new Date(tx.now.getTime() + wait);
  await addJob(tx, STRAY_CHECK_JOB, { parcelId, round }, { key: `stray:${parcelId}`, runAt });
}
