import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';

const PART = 2_000;

/** The rows of one statement in parts, as of one moment, until `take` answers false. Once in a transaction. */
export async function fetched<R extends object>(
  tx: Tx,
  query: Sql,
  take: (rows: R[]) => Promise<boolean>,
): Promise<void> {
  await tx.rows(sql`declare report_rows no scroll cursor for ${query}`);
  for (;;) {
    const rows = await tx.rows<R>(sql`fetch ${sql.literal(PART)} from report_rows`);
    if (!(await take(rows)) || rows.length < PART) return;
  }
}
