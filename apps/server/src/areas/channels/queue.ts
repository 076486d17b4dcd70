import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { addJob, type Job } from '../../core/jobs/jobs.ts';
import type { StreamKind } from './sync/stream.ts';

/**
 * The serial queue of a shop. Everything that talks to a shop's platform runs in it, so that calls keep the platform's
 * limits together and tokens are refreshed by one at a time.
 */
export const shopQueue = (shopId: number): string => `shop:${shopId}`;

/** Declared here apart from its handler, so that whoever asks for a sync need not import what it does. */
export const SYNC_JOB: Job<{ shopId: number; stream?: StreamKind }> = { name: 'channels.syncShop' };
/** A number that is too high on a buyer's page costs an order; a listing that is an hour old hurts nobody. */
const PRIORITIES: Record<StreamKind, number> = {
  stock: 4,
  orders: 5,
  prices: 6,
  returns: 8,
  settlements: 10,
  listings: 10,
};

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

/** A stream that the platform told to wait goes on at the time it named, however often a person asks. */
export async function enqueueNow(tx: Tx, shopId: number, stream: StreamKind): Promise<void> {
  const row = await tx.row<{ wait: Date | null }>(sql`update shop_stream
    set next_run_at = case when last_error_kind = 'throttled' and next_run_at > ${tx.now} then next_run_at end
    where company_id = ${tx.companyId} and shop_id = ${shopId} and kind = ${stream} returning next_run_at as wait`);
  await enqueueStream(tx, shopId, stream, row?.wait ?? undefined);
}

/** For what the program asks by itself: not before the time that the platform or the last failure named. */
export async function enqueueWhenFree(tx: Tx, shopId: number, stream: StreamKind): Promise<void> {
  const row = await tx.row<{ wait: Date }>(sql`select next_run_at as wait from shop_stream
    where company_id = ${tx.companyId} and shop_id = ${shopId} and kind = ${stream} and next_run_at > ${tx.now}`);
  await enqueueStream(tx, shopId, stream, row?.wait);
}

/** The stream of orders. */
export const enqueueSync = (tx: Tx, shopId: number, runAt?: Date): Promise<void> =>
  enqueueStream(tx, shopId, 'orders', runAt);

export const SET_UP_JOB: Job<{ shopId: number; describe: boolean; rename: boolean }> = { name: 'channels.setUpShop' };

/**
 * Of what is left of work done in parts, or was told to wait by the platform: the shop's new orders come first, which
 * are a few calls where these are many.
 */
export const NEXT_PART = PRIORITIES.orders + 1;

const AT_ONCE = 5;

/**
 * Tells a platform of several things, a few at a time, since some answer only after a while; how often it may be called is
 * the connector's business.
 * @param work false when the shop cannot be called any further now
 * @returns false when the rest was left for that
 */
export async function fewAtOnce<T>(list: readonly T[], work: (one: T) => Promise<boolean>): Promise<boolean> {
  for (let at = 0; at < list.length; at += AT_ONCE) {
    const went = await Promise.all(list.slice(at, at + AT_ONCE).map(work));
    if (went.includes(false)) return false;
  }
  return true;
}
