import type { ResultOf } from '@tradewind/contract/call.ts';
import type { findIntegrityRun, listIntegrityRuns } from '@tradewind/contract/integrity.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import type { CheckResult } from './check.ts';
import { invariants } from './registry.ts';

const RUNS_SHOWN = 30;
type Run = NonNullable<ResultOf<typeof findIntegrityRun>['run']>;

interface RunRow extends Record<string, unknown> {
  id: number;
  at: Date;
  finishedAt: Date | null;
  startedBy: string;
  green: boolean;
  done: number;
  red: number;
}

const HEAD = sql`id, at, finished_at, started_by, green, jsonb_array_length(results) as done,
  (select count(*) from jsonb_array_elements(results) r where not (r ->> 'green')::boolean)::int as red`;

const headOf = (row: RunRow): Run => ({
  id: row.id,
  at: row.at.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  startedBy: row.startedBy,
  green: row.green,
  done: row.done,
  total: row.finishedAt ? row.done : invariants().length,
  red: row.red,
});

export async function recentRuns(tx: Tx): Promise<ResultOf<typeof listIntegrityRuns>> {
  const rows =
    await tx.rows<RunRow>(sql`select ${HEAD} from integrity_run where company_id = ${sql.company} and at <= now()
    order by id desc limit ${RUNS_SHOWN}`);
  return { runs: rows.map(headOf) };
}

/** A run with all of its checks, including pending ones. Without an id: the latest finished run, if any. */
export async function readRun(tx: Tx, ctx: Ctx, id: number | undefined): Promise<ResultOf<typeof findIntegrityRun>> {
  const which = id === undefined ? sql`finished_at is not null` : sql`id = ${id}`;
  const row = await tx.row<RunRow & { results: CheckResult[] }>(sql`select ${HEAD}, results from integrity_run
    where company_id = ${sql.company} and ${which} order by id desc limit 1`);
  if (!row && id !== undefined) throw notFound('integrity.noRun');
  const made = new Map((row?.results ?? []).map((result) => [result.key, result]));
  const word = ctx.language === 'zh' ? 0 : 1;
  return {
    run: row ? headOf(row) : null,
    results: invariants().map(({ key, area, title, explain }) => ({
      area,
      title: title[word],
      explain: explain[word],
      ...(made.get(key) ?? { green: null, checked: 0, broken: 0, rows: [], error: null, ms: 0 }),
      key,
    })),
  };
}

export function latestFinished(tx: Tx): Promise<{ green: boolean; red: number; finishedAt: Date } | undefined> {
  return tx.row(sql`select green, finished_at,
      (select count(*) from jsonb_array_elements(results) r where not (r ->> 'green')::boolean)::int as red
    from integrity_run where company_id = ${sql.company} and finished_at is not null order by id desc limit 1`);
}
