import type { Tx } from '../../core/database/database.ts';
import { addJob, type Job } from '../../core/jobs/jobs.ts';
import type { StreamKind } from './sync/stream.ts';

/**
 * The serial queue of a shop. Everything that talks to a shop's platform runs in it, so that calls keep the platform's
 * limits together and tokens are refreshed by one at a time.
 */
export const shopQueue = (shopId: number): string => `shop:${shopId}`;

/** Declared here apart from its handler, so that whoever asks for a sync need not import what it does. */
export const SYNC_JOB: Job<{ shopId: number; stream?: StreamKind }> = { name: 'channels.syncShop' };
/** Orders first: a listing that is an hour old hurts nobody. */
const PRIORITIES: Record<StreamKind, number> = { orders: 5, returns: 8, settlements: 10, listings: 10 };

/** Asks for a stream as soon as the shop's queue is free, or at `runAt`. Asked twice before it runs, it runs once. */
export async function enqueueStream(tx: Tx, shopId: number, stream: StreamKind, runAt?: Date): Promise<void> {
  const key = stream === 'orders' ? `sync:${shopId}` : `sync:${shopId}:${stream}`;
  await addJob(
    tx,
    SYNC_JOB,
    { shopId, stream },
    { queue: shopQueue(shopId), key, priority: PRIORITIES[stream], ...(runAt ? { runAt } : {}) },
  );
}

/** The stream of orders. */
export const enqueueSync = (tx: Tx, shopId: number, runAt?: Date): Promise<void> =>
  enqueueStream(tx, shopId, 'orders', runAt);

export const SET_UP_JOB: Job<{ shopId: number; describe: boolean }> = { name: 'channels.setUpShop' };
