import { rights } from '@tradewind/contract/access/modules.ts';
import { ORDER_EXCEPTIONS, type OrderFilter } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { conditions, countOf, planByValues, visibleModules } from './filter.ts';

/** Above this number, totals show "at least". */
export const COUNT_LIMIT = 10_000;
/** Each open list requests the queues every other second. */
const QUEUE_LIMIT = 1_000;
const DAY = 86_400_000;

/** Whether the counters alone give the total. Counters use UTC days, filters the company's days. */
export function counted(filter: OrderFilter): boolean {
  const { moduleId, status, shopIds, ...others } = filter;
  return Object.values(others).every((value) => value === undefined || value === false || value === '');
}

export function counterConditions(tx: Tx, filter: OrderFilter): Sql {
  const where = [sql`c.company_id = ${sql.company}`];
  const modules = visibleModules(tx.rights);
  if (modules) where.push(sql`c.module_id = any(${modules}::int[])`);
  if (tx.rights.shopIds) where.push(sql`c.shop_id = any(${tx.rights.shopIds}::bigint[])`);
  if (filter.moduleId && filter.moduleId !== rights.order.id) where.push(sql`c.module_id = ${filter.moduleId}`);
  if (filter.status) where.push(sql`c.status = ${filter.status}`);
  if (filter.shopIds) where.push(sql`c.shop_id = any(${filter.shopIds}::bigint[])`);
  return sql.join(where, sql` and `);
}

export interface DayCount {
  onDay: string;
  n: number;
}

/** Matching orders by day from the counters, newest day first. */
export async function countsByDay(tx: Tx, filter: OrderFilter): Promise<DayCount[]> {
  const where = counterConditions(tx, filter);
  return tx.rows<DayCount>(
    sql`select on_day, sum(delta)::int as n from order_count c where ${where} group by on_day having sum(delta) > 0 order by on_day desc`,
  );
}

/** The day in which the page at `skip` begins, and the number of its rows before the page. */
export function startOf(
  newestFirst: readonly DayCount[],
  skip: number,
  order: 'newest' | 'oldest',
): { before?: string; after?: string; skip: number } {
  const days = order === 'newest' ? newestFirst : [...newestFirst].reverse();
  let left = skip;
  for (const day of days) {
    if (left < day.n) {
      const start = Date.parse(`${day.onDay}T00:00:00Z`);
      return order === 'newest'
        ? { before: new Date(start + DAY).toISOString(), skip: left }
        : { after: new Date(start).toISOString(), skip: left };
    }
    left -= day.n;
  }
  // The page lies after the last row.
  return order === 'newest'
    ? { before: new Date(0).toISOString(), skip: 0 }
    : { after: '9999-01-01T00:00:00Z', skip: 0 };
}

/** The work queues, each counted up to a limit along a small index. */
const QUEUES: Record<string, OrderFilter> = {
  ...Object.fromEntries(ORDER_EXCEPTIONS.map((exception) => [exception, { exception }])),
  cancelRequested: { cancelRequested: true },
  confirmFailed: { confirmState: 'failed' },
  unruled: { unruled: true },
  unanswered: { unanswered: true },
  overdue: { due: 'overdue' },
  soon: { due: 'soon' },
};

const QUEUE_NAMES = Object.keys(QUEUES);

/** The counts of tabs and queues. */
export async function tabCounts(tx: Tx, filter: Pick<OrderFilter, 'moduleId' | 'shopIds'>) {
  const rows = await tx.rows<{ status: string; n: number }>(
    sql`select status, sum(delta)::int as n from order_count c where ${counterConditions(tx, filter)} group by status`,
  );
  planByValues(tx, filter);
  const parts = Object.entries(QUEUES).map(([name, queue]) => {
    const where = conditions(tx, { ...filter, ...queue });
    return sql`${countOf(where, QUEUE_LIMIT)} as "${sql.id(name, QUEUE_NAMES)}"`;
  });
  const [queues] = await tx.rows<Record<string, number>>(sql`select ${sql.join(parts, sql`, `)}`);
  return {
    counts: Object.fromEntries(rows.filter((row) => row.n > 0).map((row) => [row.status, row.n])),
    queues: queues ?? {},
  };
}
