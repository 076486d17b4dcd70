import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { addJob, type Job } from '../../core/jobs/jobs.ts';
import type { StreamKind } from './sync/stream.ts';

/**
 * The serial queue of a shop. All calls to a shop's platform run in it, so that they share the platform's rate limits
 * and only one job refreshes tokens.
 */
export const shopQueue = (shopId: number): string => `shop:${shopId}`;

/** Declared apart from its handler, so that callers need not import it. */
export const SYNC_JOB: Job<{ shopId: number; stream?: StreamKind }> = { name: 'channels.syncShop' };
/** Stock goes first: a quantity that is too high costs an order; a listing that is an hour old does no harm. */
const PRIORITIES: Record<StreamKind, number> = {
  stock: 4,
  orders: 5,
  prices: 6,
  returns: 8,
  settlements: 10,
  listings: 10,
};

/** Queues a stream for when the shop's queue is free, or at `runAt`. Repeated requests before it runs run once. */
export async function enqueueStream(tx: Tx, shopId: number, stream: StreamKind, runAt?: Date): Promise<void> {
  const key = stream === 'orders' ? `sync:${shopId}` : `sync:${shopId}:${stream}`;
  await addJob(
    tx,
    SYNC_JOB,
    { shopId, stream },
    { queue: shopQueue(shopId), key, priority: PRIORITIES[stream], ...(runAt ? { runAt } : {}) },
  );
}

/** A stream that the platform told to wait resumes at that time, however often a user clicks. */
export async function enqueueNow(tx: Tx, shopId: number, stream: StreamKind): Promise<void> {
  const row = await tx.row<{ wait: Date | null }>(sql`update shop_stream
    set next_run_at = case when last_error_kind = 'throttled' and next_run_at > ${tx.now} then next_run_at end
    where company_id = ${sql.company} and shop_id = ${shopId} and kind = ${stream} returning next_run_at as wait`);
  await enqueueStream(tx, shopId, stream, row?.wait ?? undefined);
}

/** For automatic requests: not before the time set by the platform or the last failure. */
export async function enqueueWhenFree(tx: Tx, shopId: number, stream: StreamKind): Promise<void> {
  const row = await tx.row<{ wait: Date }>(sql`select next_run_at as wait from shop_stream
    where company_id = ${sql.company} and shop_id = ${shopId} and kind = ${stream} and next_run_at > ${tx.now}`);
  await enqueueStream(tx, shopId, stream, row?.wait);
}

/** The order stream. */
export const enqueueSync = (tx: Tx, shopId: number, runAt?: Date): Promise<void> =>
  enqueueStream(tx, shopId, 'orders', runAt);

export const SET_UP_JOB: Job<{ shopId: number; describe: boolean; rename: boolean }> = { name: 'channels.setUpShop' };

/**
 * Priority of remaining batches and postponed work: the shop's new orders go first, since they take only a few calls.
 */
export const NEXT_PART = PRIORITIES.orders + 1;

const AT_ONCE = 5;

/**
 * Sends several updates to a platform, a few at a time, since some answer slowly; the connector enforces the rate
 * limits. @param work false when the shop cannot be called now @returns false when some updates are left for that
 * reason
 */
export async function fewAtOnce<T>(list: readonly T[], work: (one: T) => Promise<boolean>): Promise<boolean> {
  for (let at = 0; at < list.length; at += AT_ONCE) {
    const went = await Promise.all(list.slice(at, at + AT_ONCE).map(work));
    if (went.includes(false)) return false;
  }
  return true;
}
