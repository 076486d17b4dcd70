import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { companyOf } from '../../company/public.ts';
import { today } from './booking.ts';

const MOST = 2000;

/** What forms of expenses offer. */
export async function choices(tx: Tx) {
  const named = (table: 'department' | 'user_account') =>
    tx.rows<{ id: number; name: string }>(sql`select c.id, c.name from ${sql.id(table, [table])} c
      where c.company_id = ${sql.company} order by c.name limit ${sql.literal(MOST)}`);
  const [{ baseCurrency }, day, departments, members, moneyAccounts, closed] = await Promise.all([
    companyOf(tx),
    today(tx),
    named('department'),
    named('user_account'),
    tx.rows<{ id: number; name: string; currency: string }>(sql`select id, name, currency from money_account
      where company_id = ${sql.company} and active order by name limit ${sql.literal(MOST)}`),
    tx.rows<{ month: string }>(sql`select month from finance_period
      where company_id = ${sql.company} and state = 'closed' order by month desc limit 60`),
  ]);
  const closedMonths = closed.map(({ month }) => month);
  return { baseCurrency, today: day, departments, members, moneyAccounts, closedMonths };
}
