import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';

const PART = 2_000;
let opened = 0;

/** The rows of one statement in parts, as of one moment, until `take` answers false. */
export async function fetched<R extends object>(
  tx: Tx,
  query: Sql,
  take: (rows: R[]) => Promise<boolean>,
): Promise<void> {
  // A connection that fetches by a plan it kept would name the columns as those of the cursor before.
  const cursor = sql`report_rows_${sql.literal(++opened)}`;
  await tx.rows(sql`declare ${cursor} no scroll cursor for ${query}`);
  for (;;) {
    const rows = (await tx.rows(sql`fetch ${sql.literal(PART)} from ${cursor}`)) as R[];
    if (!(await take(rows)) || rows.length < PART) return;
  }
}
