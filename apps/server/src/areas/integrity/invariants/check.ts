import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Invariant } from './registry.ts';

const ROWS_SHOWN = 50;

export interface BrokenRow {
  subject: string;
  field: string;
  expected: string;
  actual: string;
}

export interface CheckResult extends Record<string, unknown> {
  key: string;
  green: boolean;
  checked: number;
  broken: number;
  rows: BrokenRow[];
  error: string | null;
  ms: number;
}

/** One statement, so that it compares everything at the same instant. */
export async function check(tx: Tx, invariant: Invariant): Promise<CheckResult> {
  const started = performance.now();
  const found = await tx.row<{ checked: number; broken: number; rows: BrokenRow[] }>(sql`
    with broken as materialized (${invariant.broken(tx.companyId)})
    select (${invariant.checked(tx.companyId)})::int as checked, (select count(*) from broken)::int as broken,
      coalesce((select jsonb_agg(b) from (select subject, field, expected, actual from broken order by subject, field limit ${ROWS_SHOWN}) b), '[]') as rows`);
  const { checked = 0, broken = 0, rows = [] } = found ?? {};
  return { key: invariant.key, green: broken === 0, checked, broken, rows, error: null, ms: elapsed(started) };
}

export const elapsed = (started: number) => Math.round(performance.now() - started);
