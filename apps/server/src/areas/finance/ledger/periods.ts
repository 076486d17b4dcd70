import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';

/** The first day of the day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}

/**
 * Holds the months of these days against being closed until the transaction ends: closing locks their rows for itself,
 * so that no booking passes it. @returns for each day of a closed month the first day of the next month that is open
 */
export async function holdMonths(tx: Tx, days: readonly string[]): Promise<Map<string, string>> {
  const months = [...new Set(days.map(monthOf))].sort();
  const closed = await hold(tx, months);
  const moved = new Map<string, string>();
  for (const month of closed) {
    let open = nextMonth(month);
    while ((await hold(tx, [open])).has(open)) open = nextMonth(open);
    moved.set(month, open);
  }
  return new Map(days.flatMap((day) => [moved.get(monthOf(day))].flatMap((open) => (open ? [[day, open]] : []))));
}

/** @returns the closed ones of these months */
async function hold(tx: Tx, months: readonly string[]): Promise<Set<string>> {
  const held = () =>
    tx.rows<{ month: string; state: string }>(sql`select month, state from finance_period
      where company_id = ${sql.company} and month = any(${arrayOf(months)}::date[]) order by month for key share`);
  let rows = await held();
  if (rows.length < months.length) {
    await tx.rows(sql`insert into finance_period (company_id, month, state, version, changed_at, changed_by)
      select ${sql.company}, m, 'open', 0, ${tx.now}, '' from unnest(${arrayOf(months)}::date[]) m order by m on conflict do nothing`);
    rows = await held();
  }
  return new Set(rows.filter((row) => row.state === 'closed').map((row) => row.month));
}
