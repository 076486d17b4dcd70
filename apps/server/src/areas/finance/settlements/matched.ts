import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';
import { lockBank } from '../banking/ingest.ts';
import type { Account } from '../ledger/accounts.ts';

export const IN_TRANSIT: Account = 'platform_in_transit';

/** The statement lines `i` (bank_match_item) that settle the payout `l` (settlement_line). */
export const MATCHED: Sql = sql`join ledger_entry e on e.company_id = ${sql.company} and e.doc_kind = 'settlement_line' and e.doc_id = l.id
  join ledger_line d on d.company_id = ${sql.company} and d.entry_id = e.id and d.account = ${IN_TRANSIT}
  join bank_match_item i on i.company_id = ${sql.company} and i.ledger_line_id = d.id and i.live`;

/** Those of these lines that a statement line settles; none of them can be matched meanwhile. */
export async function matchedLines(tx: Tx, lineIds: readonly number[]): Promise<Set<number>> {
  if (lineIds.length === 0) return new Set();
  await lockBank(tx);
  const rows = await tx.rows<{ id: number }>(sql`select distinct l.id from settlement_line l ${MATCHED}
    where l.company_id = ${sql.company} and l.id = any(${arrayOf(lineIds)}::bigint[])`);
  return new Set(rows.map((row) => row.id));
}
