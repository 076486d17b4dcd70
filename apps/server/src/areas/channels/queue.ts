import type { Tx } from '../../core/database/database.ts';
import { addJob, type Job } from '../../core/jobs/jobs.ts';

/**
 * The serial queue of a shop. Everything that talks to a shop's platform runs in it, so that calls keep the platform's
 * limits together and tokens are refreshed by one at a time.
 */
export const shopQueue = (shopId: number): string => `shop:${shopId}`;

/** Declared here apart from its handler, so that whoever asks for a sync need not import what it does. */
export const SYNC_JOB: Job<{ shopId: number }> = { name: 'channels.syncShop' };
export const SYNC_PRIORITY = 5;

/** Asks for a sync as soon as the shop's queue is free, or at `runAt`. Asked twice before it runs, it runs once. */
export async function enqueueSync(tx: Tx, shopId: number, runAt?: Date): Promise<void> {
  await addJob(
    tx,
    SYNC_JOB,
    { shopId },
    { queue: shopQueue(shopId), key: `sync:${shopId}`, priority: SYNC_PRIORITY, ...(runAt ? { runAt } : {}) },
  );
}

export const SET_UP_JOB: Job<{ shopId: number; describe: boolean }> = { name: 'channels.setUpShop' };
