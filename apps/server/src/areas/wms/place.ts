import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { addJob, type Job } from '../../core/jobs/jobs.ts';
import { concernsAccount } from './access.ts';
import { queueOf } from './queue.ts';

/** Pages per run; then other work of the account runs. */
export const AT_ONCE = { pages: 200 };
/** A list longer than this never ends. */
const MOST_RUNS = 50;

/** The period stays fixed until the list ends: from when, and to when. */
export interface Start {
  since: string;
  began: string;
}
/** Where the last run stopped in an unfinished list: the next run continues there. */
export interface Place<S extends Start = Start> {
  at: S;
  cursor: string;
  runs: number;
}

/** The account, and one of its warehouses. */
type About = { connectionId: number; warehouseId?: number };
type Going<S extends Start> = Job<About & { on?: Place<S> }>;

/** The position is saved as the continuing job; the first to run reads on. */
export async function placeOf<S extends Start>(tx: Tx, job: Going<S>, about: About): Promise<Place<S> | undefined> {
  return (await waiting(tx, job, about)).at(-1)?.on;
}

/** Empty: nothing left to read. */
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
 * @returns the period, and where the next run continues; nothing at the end, or in a list without one
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
      // The position no longer exists: reads the list from its start.
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
