import type { Tx } from '../../core/database/database.ts';
import { addJob, type Job } from '../../core/jobs/jobs.ts';
import type { LedgerStart } from './ledger.ts';
import type { Place } from './place.ts';
import { queueOf } from './queue.ts';

// Declared apart from the handlers, so that callers need not import them.

export type PayloadOf<J> = J extends Job<infer P> ? P : never;

/** Sends waiting documents to a provider, one after another. */
export const SEND_JOB: Job<{ connectionId: number }> = { name: 'wms.send' };
/** Reads the progress of documents, and updates product statuses. */
export const POLL_JOB: Job<{ connectionId: number; on?: Place }> = { name: 'wms.poll' };
/** Reads fees and balances. */
export const FEES_JOB: Job<{ connectionId: number; on?: Place }> = { name: 'wms.fees' };
export const PRODUCTS_JOB: Job<{ connectionId: number; productIds: number[] }> = { name: 'wms.products' };
/** Compares the provider's stock with ours. */
export const STOCK_JOB: Job<{ connectionId: number; warehouseId: number; on?: Place<LedgerStart> }> = {
  name: 'wms.stock',
};
export const METHODS_JOB: Job<{ connectionId: number; warehouseId: number }> = { name: 'wms.methods' };

export function askSend(tx: Tx, connectionId: number, runAt?: Date): Promise<void> {
  return addJob(
    tx,
    SEND_JOB,
    { connectionId },
    {
      // A later attempt must not postpone an earlier one.
      key: `wms.send:${connectionId}${runAt ? ':later' : ''}`,
      queue: queueOf(connectionId),
      ...(runAt ? { runAt } : {}),
    },
  );
}
export function askPoll(tx: Tx, connectionId: number): Promise<void> {
  return addJob(tx, POLL_JOB, { connectionId }, { key: `wms.poll:${connectionId}`, queue: queueOf(connectionId) });
}
export function askFees(tx: Tx, connectionId: number): Promise<void> {
  return addJob(tx, FEES_JOB, { connectionId }, { key: `wms.fees:${connectionId}`, queue: queueOf(connectionId) });
}
export function askProducts(tx: Tx, connectionId: number, productIds: number[]): Promise<void> {
  return addJob(tx, PRODUCTS_JOB, { connectionId, productIds }, { queue: queueOf(connectionId) });
}
export function askStock(tx: Tx, connectionId: number, warehouseId: number): Promise<void> {
  const options = { key: `wms.stock:${warehouseId}`, queue: queueOf(connectionId) };
  return addJob(tx, STOCK_JOB, { connectionId, warehouseId }, options);
}
export function askMethods(tx: Tx, connectionId: number, warehouseId: number): Promise<void> {
  const options = { key: `wms.methods:${warehouseId}`, queue: queueOf(connectionId) };
  return addJob(tx, METHODS_JOB, { connectionId, warehouseId }, options);
}
