import type { Unreadable } from '@tradewind/connectors/capabilities/unreadable.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { insertRows } from '../../../../core/database/write.ts';
import { setsOf } from '../../../../core/import-sheet.ts';
import { arrayOf } from '../../../../core/scope.ts';
import { keptOf } from '../../settlements/set-aside/keep.ts';
import type { receivingSetAside } from '../receiving.tables.ts';

const AT_ONCE = 1_000;

/** That nothing of a connection is set aside. */
export const NONE_SET_ASIDE = (connectionId: number) =>
  sql`not exists (select from receiving_set_aside a where a.company_id = ${sql.company} and a.connection_id = ${connectionId} and a.resolved_at is null)`;

/**
 * Keeps the lines that a whole reading since then could not read. The same line again only counts; one that a person
 * dismissed stays so. What an earlier reading of the same or a shorter time set aside and this one did not, was taken by it.
 */
export async function keepUnread(
  tx: Tx,
  connectionId: number,
  since: Date,
  records: readonly Unreadable[],
): Promise<void> {
  const rows = [
    ...new Map(records.map((record) => keptOf('receiving', record)).map((one) => [one.hash, one])).values(),
  ];
  for (const some of setsOf(rows, AT_ONCE))
    await tx.rows(sql`${insertRows<typeof receivingSetAside>(
      'receiving_set_aside',
      some.map((row) => ({ ...row, connectionId, listedSince: since, firstAt: tx.now, lastAt: tx.now })),
    )}
      on conflict (company_id, connection_id, hash) do update set times = receiving_set_aside.times + 1, last_at = excluded.last_at,
        reason = excluded.reason, listed_since = greatest(receiving_set_aside.listed_since, excluded.listed_since),
        raw = case when receiving_set_aside.resolved_by is null then excluded.raw end,
        resolved_at = case when receiving_set_aside.resolved_by is null then null else receiving_set_aside.resolved_at end`);
  await tx.rows(sql`update receiving_set_aside set resolved_at = ${tx.now}, raw = null where company_id = ${sql.company}
    and connection_id = ${connectionId} and resolved_at is null and listed_since >= ${since}::timestamptz
    and hash <> all(${arrayOf(rows.map(({ hash }) => hash))}::text[])`);
}
