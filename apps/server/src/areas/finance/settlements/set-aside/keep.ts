import { createHash } from 'node:crypto';
import type { Unreadable } from '@tradewind/connectors/capabilities/unreadable.ts';
import { storable } from '@tradewind/connectors/storable.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { insertRows } from '../../../../core/database/write.ts';
import { setsOf } from '../../../../core/import-sheet.ts';
import { arrayOf } from '../../../../core/scope.ts';
import { settlementsListed, settlementsUnread } from '../../../channels/public.ts';
import type { settlementSetAside } from './set-aside.tables.ts';

const REASON_LENGTH = 1_000;
const AT_ONCE = 1_000;
/** Of a file. More of them say the same: the file is read by wrong columns. */
const MOST_OF_FILE = 5_000;

type NewRow = Omit<typeof settlementSetAside.$inferInsert, 'companyId' | 'id'>;
/** The same row again only counts. One that could be read meanwhile is open again; one that a person dismissed is not. */
async function keep(tx: Tx, rows: readonly NewRow[]): Promise<void> {
  const once = [...new Map(rows.map((row) => [row.hash, row])).values()].sort((a, b) => (a.hash < b.hash ? -1 : 1));
  for (const some of setsOf(once, AT_ONCE))
    await tx.rows(sql`${insertRows<typeof settlementSetAside>('settlement_set_aside', some)}
      on conflict (company_id, shop_id, hash) do update set times = settlement_set_aside.times + 1, last_at = excluded.last_at,
        reason = excluded.reason, listed_since = greatest(settlement_set_aside.listed_since, excluded.listed_since),
        raw = case when settlement_set_aside.resolved_by is null then excluded.raw end,
        resolved_at = case when settlement_set_aside.resolved_by is null then null else settlement_set_aside.resolved_at end`);
}

const digestOf = (...parts: (string | number)[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');

/** What is kept of a record that could not be read. `hash`: the same when its list shows it again. */
export function keptOf(list: string, record: Unreadable) {
  const text = JSON.stringify(storable(record.raw ?? null)) ?? 'null';
  return {
    hash: digestOf(list, text),
    raw: JSON.parse(text) as unknown,
    reason: storable(record.reason.slice(0, REASON_LENGTH)),
  };
}

/** Which of a platform's lists: lines of its settlements, or its fees. */
type Listing = 'settlement' | 'fee';
interface Unread {
  shopId: number;
  /** The listing holds what was posted since then. */
  since: Date;
  records: readonly Unreadable[];
}

/** Records of a platform's list that could not be read. */
export async function keepUnread(tx: Tx, kind: Listing, { shopId, since, records }: Unread): Promise<void> {
  await keep(
    tx,
    records.map(
      (record): NewRow => ({
        ...{ shopId, kind, listedSince: since, firstAt: tx.now, lastAt: tx.now },
        ...keptOf(kind === 'fee' ? 'fee' : 'api', record),
      }),
    ),
  );
}

/** What a listing of the same or a longer time did not set aside again could be read, and was taken with its page. */
export async function noteRead(
  tx: Tx,
  kind: Listing,
  { shopId, since, began }: { shopId: number; since: Date; began: Date },
): Promise<void> {
  await tx.rows(sql`update settlement_set_aside set resolved_at = ${tx.now}, raw = null where company_id = ${sql.company}
    and shop_id = ${shopId} and file_id is null and kind = ${kind} and resolved_at is null
    and listed_since >= ${since}::timestamptz and last_at < ${began}::timestamptz`);
}

settlementsUnread.listen((tx, unread) => keepUnread(tx, 'settlement', unread));
settlementsListed.listen((tx, listed) => noteRead(tx, 'settlement', listed));

export interface FileRow {
  row: number;
  reason: string;
  raw: string;
}
/** The rows of a file that are not taken; those of an earlier reading that are taken now could be read. */
export async function keepOfFile(
  tx: Tx,
  { id, shopId }: { id: number; shopId: number },
  setAside: readonly FileRow[],
): Promise<void> {
  const kept = setAside.slice(0, MOST_OF_FILE).map(
    ({ row, reason, raw }): NewRow => ({
      ...{ shopId, fileId: id, rowNo: row, hash: digestOf('file', id, row), raw: storable(raw) },
      ...{ reason: storable(reason.slice(0, REASON_LENGTH)), firstAt: tx.now, lastAt: tx.now },
    }),
  );
  await keep(tx, kept);
  await tx.rows(sql`update settlement_set_aside set resolved_at = ${tx.now}, raw = null where company_id = ${sql.company}
    and file_id = ${id} and resolved_at is null and row_no <> all(${arrayOf(setAside.map((one) => one.row))}::int[])`);
}
