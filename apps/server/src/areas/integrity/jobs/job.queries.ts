import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';

export type JobState = 'queued' | 'running' | 'retrying' | 'failed';

export interface JobRow extends Record<string, unknown> {
  id: number;
  task: string;
  payload: Record<string, unknown>;
  attempts: number;
  maxAttempts: number;
  lastError: string | null;
  runAt: Date;
  createdAt: Date;
  lockedAt: Date | null;
  state: JobState;
}

const matches = ({ state, task }: { state?: JobState | undefined; task?: string | undefined }): Sql =>
  sql`${state ? sql`state = ${state}` : sql`true`} and ${task ? sql`task = ${task}` : sql`true`}`;

/** Newest first. */
export function jobsPage(
  tx: Tx,
  filter: { state?: JobState | undefined; task?: string | undefined; page: number; pageSize: number },
): Promise<JobRow[]> {
  return tx.rows<JobRow>(sql`
    select id, task, payload, attempts, max_attempts, last_error, run_at,
      created_at, locked_at, state
    from app_list_jobs()
    where ${matches(filter)}
    order by id desc limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`);
}

export function countJobs(tx: Tx): Promise<{ task: string; state: JobState; count: number }[]> {
  return tx.rows(
    sql`select task, state, count(*)::int as count from app_list_jobs() group by task, state order by task`,
  );
}

export function jobsByIds(tx: Tx, ids: readonly number[]): Promise<{ id: number; task: string; state: JobState }[]> {
  return tx.rows(sql`select id, task, state from app_list_jobs() where id = any(${arrayOf(ids)}::bigint[])`);
}

const MOST_AT_ONCE = 10_000;

export function jobsMatching(
  tx: Tx,
  filter: { state?: JobState | undefined; task?: string | undefined },
): Promise<{ id: number; task: string; state: JobState }[]> {
  return tx.rows(sql`select id, task, state from app_list_jobs()
    where ${matches(filter)} order by id limit ${MOST_AT_ONCE}`);
}

export function failures(tx: Tx): Promise<{ count: number; latest: Date | null }[]> {
  return tx.rows(sql`select count(*)::int as count, max(run_at) as latest from app_list_jobs() where state = 'failed'`);
}

export async function retryByIds(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(sql`select app_retry_jobs(${arrayOf(ids)}::bigint[]) as id`);
  return new Set(rows.map((row) => Number(row.id)));
}

export async function cancelByIds(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(sql`select app_cancel_jobs(${arrayOf(ids)}::bigint[]) as id`);
  return new Set(rows.map((row) => Number(row.id)));
}
