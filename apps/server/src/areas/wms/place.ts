import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { addJob, type Job } from '../../core/jobs/jobs.ts';
import { concernsAccount } from './access.ts';
import { queueOf } from './queue.ts';

/** Pages of a list that are read in one run; then whatever else waits for the account has its turn. */
export const AT_ONCE = { pages: 200 };
/** A list that goes on for longer does not end. */
const MOST_RUNS = 50;

/** What is asked for stays the same until the end: since when, and up to when. */
export interface Start {
  since: string;
  began: string;
}
/** Where a run stopped in a list that was not at its end: the next one goes on there. */
export interface Place<S extends Start = Start> {
  at: S;
  cursor: string;
  runs: number;
}

/** Of which account, and of which of its houses. */
type About = { connectionId: number; warehouseId?: number };
type Going<S extends Start> = Job<About & { on?: Place<S> }>;

/** A place waits as the job that goes on there; whoever comes first reads on. */
export async function placeOf<S extends Start>(tx: Tx, job: Going<S>, about: About): Promise<Place<S> | undefined> {
  return (await waiting(tx, job, about)).at(-1)?.on;
}

/** None: nothing is left to read. */
export async function keepPlace<S extends Start>(
  tx: Tx,
  job: Going<S>,
  about: About,
  on: Place<S> | undefined,
): Promise<void> {
  if (on) {
    const key = `${job.name}:${Object.values(about).join(':')}:on`;
    await addJob(tx, job, { ...about, on }, { key, queue: queueOf(about.connectionId) });
    return;
  }
  const over = await waiting(tx, job, about);
  if (over.length > 0) await tx.rows(sql`select app_cancel_jobs(${over.map(({ id }) => id)}::bigint[])`);
}

const waiting = <S extends Start>(tx: Tx, job: Going<S>, about: About) =>
  tx.rows<{ id: number; on: Place<S> }>(
    sql`select id, payload -> 'on' as on from app_list_jobs() where task = ${job.name} and payload @> ${JSON.stringify(about)}::jsonb and payload ? 'on'
       and state in ('queued', 'retrying') order by id`,
  );

/**
 * Reads a list page by page: from where the run before stopped, else from its start.
 * @returns what was asked for, and where the next run goes on: not at all from the end, nor in a list that has none
 */
export async function readOn<S extends Start>(
  from: Place<S> | undefined,
  start: S,
  read: (at: S, cursor: string | undefined) => Promise<string | undefined>,
): Promise<{ at: S; on?: Place<S>; atEnd: boolean }> {
  const at = from?.at ?? start;
  let cursor = from?.cursor;
  for (let page = 0; page < AT_ONCE.pages; page++) {
    try {
      cursor = await read(at, cursor);
    } catch (error) {
      // The place is no more: the list is read from its start again.
      if (!from || page > 0 || !isGone(error)) throw error;
      return readOn(undefined, start, read);
    }
    if (cursor === undefined) return { at, atEnd: true };
  }
  const runs = (from?.runs ?? 0) + 1;
  return { at, atEnd: false, ...(cursor !== undefined && runs < MOST_RUNS ? { on: { at, cursor, runs } } : {}) };
}

const isGone = (error: unknown): boolean =>
  error instanceof ConnectorError && error.kind === 'rejected' && !concernsAccount(error);
