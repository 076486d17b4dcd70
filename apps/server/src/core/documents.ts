import { sql } from 'drizzle-orm/sql/sql';
import type { Tx } from './database/database.ts';
import { conflict } from './errors.ts';

/**
 * A kind of document: its number's prefix and which state follows which. Areas declare theirs and write only their own
 * rules; numbers, history and the guard on state changes come from here.
 */
export interface DocumentKind<S extends string> {
  kind: string;
  prefix: string;
  states: readonly S[];
  transitions: Readonly<Record<S, readonly S[]>>;
}

export function defineDocument<S extends string>(kind: DocumentKind<S>): DocumentKind<S> {
  return kind;
}

export function mayMove<S extends string>(kind: DocumentKind<S>, from: S, to: S): boolean {
  return kind.transitions[from].includes(to);
}

/** @throws conflict document.state when `from` may not become `to` */
export function assertMove<S extends string>(kind: DocumentKind<S>, from: S, to: S, number: string): void {
  if (!mayMove(kind, from, to)) throw conflict('document.state', { number, from, to });
}

/** `count` numbers of today: PO-20261121-0007. The day is the company's (UTC date of tx.now unless given). */
export async function nextNumbers(
  tx: Tx,
  kind: { kind: string; prefix: string },
  count = 1,
  onDay?: string,
): Promise<string[]> {
  const day = onDay ?? tx.now.toISOString().slice(0, 10);
  const [row] = await tx.prepared<{ last: number }>(
    'next_number',
    `insert into document_number as d (company_id, kind, on_day, last) values ($1, $2, $3, $4)
     on conflict (company_id, kind, on_day) do update set last = d.last + excluded.last returning last`,
    [tx.companyId, kind.kind, day, count],
  );
  const last = row?.last ?? count;
  const compact = day.replaceAll('-', '');
  return Array.from(
    { length: count },
    (_, i) => `${kind.prefix}-${compact}-${String(last - count + 1 + i).padStart(4, '0')}`,
  );
}

export interface HistoryRow {
  docKind: string;
  docId: number;
  event: string;
  fromState?: string | null;
  toState?: string | null;
  detail?: Record<string, unknown>;
}

const histories = new WeakMap<Tx, HistoryRow[]>();

/** Appends to the documents' histories: one statement at the transaction's end, however many callers. */
export function writeHistory(tx: Tx, rows: readonly HistoryRow[]): void {
  const waiting = histories.get(tx);
  if (waiting) return void waiting.push(...rows);
  if (rows.length === 0) return;
  const mine = [...rows];
  histories.set(tx, mine);
  tx.beforeCommit(() => insertHistory(tx, mine));
}

function insertHistory(tx: Tx, rows: readonly HistoryRow[]): void {
  tx.later(
    'write_history',
    `insert into document_event (company_id, doc_kind, doc_id, user_id, actor, event, from_state, to_state, detail, at)
     select $1, r."docKind", r."docId", $2, $3, r.event, r."fromState", r."toState", r.detail, $5
     from jsonb_to_recordset($4::jsonb) as r("docKind" text, "docId" bigint, event text, "fromState" text, "toState" text, detail jsonb)
     on conflict do nothing`,
    [tx.companyId, tx.actor.userId, tx.actor.name, JSON.stringify(rows), tx.now],
  );
}

export function readHistory(tx: Tx, docKind: string, docId: number) {
  return tx.rows<{
    id: number;
    at: Date;
    actor: string;
    event: string;
    fromState: string | null;
    toState: string | null;
    detail: Record<string, unknown> | null;
  }>(sql`select id, at, actor, event, from_state as "fromState", to_state as "toState", detail from document_event
    where company_id = ${tx.companyId} and doc_kind = ${docKind} and doc_id = ${docId} order by id desc limit 500`);
}

/** Who changed a document last, and when by the company's clock: what `core.stale` tells. */
export async function lastChange(tx: Tx, docKind: string, docId: number): Promise<{ who: string; when: string }> {
  const [last] = await tx.prepared<{ who: string; when: string }>(
    'document_last_change',
    `select e.actor as who, to_char(e.at at time zone c.time_zone, 'YYYY-MM-DD HH24:MI') as when
     from document_event e join company c on c.id = e.company_id
     where e.company_id = $1 and e.doc_kind = $2 and e.doc_id = $3 order by e.id desc limit 1`,
    [tx.companyId, docKind, docId],
  );
  return last ?? { who: '', when: '' };
}
