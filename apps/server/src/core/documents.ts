import type { Tx } from './database/database.ts';
import { sql } from './database/sql.ts';
import { dayOf } from './database/statement.ts';
import { conflict } from './errors.ts';
import { hintCompany } from './hints.ts';

/**
 * A kind of document: the prefix of its number and the successors of each state. Areas declare their kinds and write
 * only their own rules; numbers, history and the guard on state changes come from here.
 */
export interface DocumentKind<S extends string> {
  kind: string;
  prefix: string;
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

/** `count` numbers: PO-20261121-0007. Of a day (YYYY-MM-DD), or of today by the company's time zone. */
export async function nextNumbers(
  tx: Tx,
  kind: { kind: string; prefix: string },
  count = 1,
  onDay?: string,
): Promise<string[]> {
  const [row] = await tx.rows<{ last: number; onDay: string }>(
    sql`insert into document_number as d (company_id, kind, on_day, last)
     select ${sql.company}, ${kind.kind}, ${onDay === undefined ? dayOf(sql`${tx.now}`) : sql`${onDay}::date`}, ${count}
     on conflict (company_id, kind, on_day) do update set last = d.last + excluded.last returning last, on_day`,
  );
  if (!row) throw new Error(`No number for ${kind.kind}`);
  return Array.from(
    { length: count },
    (_, i) => `${kind.prefix}-${row.onDay.replaceAll('-', '')}-${String(row.last - count + 1 + i).padStart(4, '0')}`,
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

/**
 * Appends to the histories of documents: one statement at the end of the transaction, for all callers. The open windows
 * of the company then count the work of the menu again.
 */
export function writeHistory(tx: Tx, rows: readonly HistoryRow[]): void {
  const waiting = histories.get(tx);
  if (waiting) return void waiting.push(...rows);
  if (rows.length === 0) return;
  const mine = [...rows];
  histories.set(tx, mine);
  hintCompany(tx, 'work');
  tx.beforeCommit(() => insertHistory(tx, mine));
}

function insertHistory(tx: Tx, rows: readonly HistoryRow[]): void {
  tx.later(
    sql`insert into document_event (company_id, doc_kind, doc_id, user_id, actor, event, from_state, to_state, detail, at)
     select ${sql.company}, r."docKind", r."docId", ${tx.actor.userId}, ${tx.actor.name}, r.event, r."fromState", r."toState", r.detail, ${tx.now}
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("docKind" text, "docId" bigint, event text, "fromState" text, "toState" text, detail jsonb)
     on conflict do nothing`,
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
    where company_id = ${sql.company} and doc_kind = ${docKind} and doc_id = ${docId} order by id desc limit 500`);
}

/** The last person to change a document, and when by the company's clock, for the message `core.stale`. */
export async function lastChange(tx: Tx, docKind: string, docId: number): Promise<{ who: string; when: string }> {
  const [last] = await tx.rows<{ who: string; when: string }>(
    sql`select e.actor as who, to_char(e.at at time zone c.time_zone, 'YYYY-MM-DD HH24:MI') as when
     from document_event e join company c on c.id = e.company_id
     where e.company_id = ${sql.company} and e.doc_kind = ${docKind} and e.doc_id = ${docId} order by e.id desc limit 1`,
  );
  return last ?? { who: '', when: '' };
}
