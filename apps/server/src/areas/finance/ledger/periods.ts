import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';

/** The first day of the day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}

/**
 * Whoever books in a month shares its gate, and closing takes it alone. Gates are passed in the order of asking: with
 * locks on the row itself, new bookings join those under way, and whoever closes waits for a moment without any.
 */
const gateOf = (month: Sql) =>
  sql`hashtextextended('finance_period:' || ${sql.company}::int || ':' || ${month}::date, 0)`;
/** Whoever closes a month waits until no month is being begun, and none is begun meanwhile. */
const BEGINNING = sql`hashtextextended('finance_period:' || ${sql.company}::int, 0)`;
const LAST_CLOSED = sql`(select max(month) from finance_period where company_id = ${sql.company} and state = 'closed')`;

/**
 * Holds the months of these days against being closed until the transaction ends. Months are closed in their order: all
 * before a closed one are closed.
 * @returns for each day of a closed month the first day of the first month after the closed ones
 */
export async function holdMonths(tx: Tx, days: readonly string[]): Promise<Map<string, string>> {
  const months = [...new Set(days.map(monthOf))].sort();
  for (;;) {
    const closed = await hold(tx, months);
    if (closed.size === 0) return new Map();
    const row = await tx.row<{ last: string | null }>(sql`select ${LAST_CLOSED} as last`);
    // Reopened meanwhile: look again.
    if (!row?.last) continue;
    const open = nextMonth(row.last);
    if ((await hold(tx, [open])).size === 0)
      return new Map(days.flatMap((day) => (closed.has(monthOf(day)) ? [[day, open] as const] : [])));
  }
}

/** @returns the closed ones of these months */
async function hold(tx: Tx, months: readonly string[]): Promise<Set<string>> {
  tx.later(sql`select pg_advisory_xact_lock_shared(${gateOf(sql`m`)})
    from (select m from unnest(${arrayOf(months)}::date[]) u(m) order by m) s`);
  const held = () =>
    tx.rows<{ month: string; state: string }>(sql`select month, state from finance_period
      where company_id = ${sql.company} and month = any(${arrayOf(months)}::date[])`);
  let rows = await held();
  if (rows.length < months.length) {
    tx.later(sql`select pg_advisory_xact_lock_shared(${BEGINNING})`);
    await tx.rows(sql`insert into finance_period (company_id, month, state, version, changed_at, changed_by)
      select ${sql.company}, m, 'open', 0, ${tx.now}, '' from unnest(${arrayOf(months)}::date[]) m
      where m > coalesce(${LAST_CLOSED}, '-infinity') order by m on conflict do nothing`);
    rows = await held();
  }
  const open = new Set(rows.filter((row) => row.state !== 'closed').map((row) => row.month));
  return new Set(months.filter((month) => !open.has(month)));
}

export interface HeldMonth {
  state: string;
  version: number;
}

/**
 * Takes a month from all who book in it, once they have ended. Keep the transaction short.
 * @returns the month, and the first earlier one that is not closed; undefined: nothing was booked in it
 */
export async function takeMonth(tx: Tx, month: string): Promise<{ held?: HeldMonth; earlier?: string }> {
  tx.later(sql`select pg_advisory_xact_lock(${BEGINNING})`);
  tx.later(sql`select pg_advisory_xact_lock(${gateOf(sql`${month}`)})`);
  const held = await tx.row<HeldMonth>(sql`select state, version from finance_period
    where company_id = ${sql.company} and month = ${month}::date for update`);
  const before = await tx.row<{ month: string }>(sql`select month from finance_period
    where company_id = ${sql.company} and month < ${month}::date and state <> 'closed' order by month limit 1`);
  return { ...(held ? { held } : {}), ...(before ? { earlier: before.month } : {}) };
}
