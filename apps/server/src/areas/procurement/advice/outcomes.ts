import type { AdviceOutcome } from '@tradewind/contract/procurement/advice.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { defineList } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { daysOf } from '../demand/months.ts';

/** The day of the run, and the day on which the span that it protected is over. */
export const FROM = sql`(select r.day from advice_run r where r.company_id = ${sql.company} and r.id = o.run_id)`;
export const SPAN = sql`(o.terms ->> 'span')::int`;

/** What was sold of an advice (row `o`) in its span, and how many of its days began without stock. */
export const happened = sql`
  (select jsonb_build_object('sold', coalesce(sum(u.units), 0), 'emptyDays', count(*) filter (where (d.empty >> (u.place - 1)) & 1 = 1))
    from demand_month d cross join lateral (${daysOf(sql`d.units`)}) u
    where d.company_id = ${sql.company} and d.product_id = o.product_id and d.warehouse_id = o.warehouse_id
      and d.month >= date_trunc('month', ${FROM}) and d.month < ${FROM} + ${SPAN}
      and d.month + u.place - 1 >= ${FROM} and d.month + u.place - 1 < ${FROM} + ${SPAN})`;

interface Row extends Omit<AdviceOutcome, 'sold' | 'emptyDays'> {
  happened: { sold: number; emptyDays: number };
}

/** What became of decisions: the demand of their span as it came, beside what was foreseen. */
export const outcomes = defineList<object, Row, AdviceOutcome>({
  table: 'advice_line',
  as: 'o',
  scope: (tx) =>
    sql`o.decided is not null and ${FROM} + ${SPAN} <= ${dayOf(sql`${tx.now}`)} and ${inWarehouses(tx, sql`o.warehouse_id`)}`,
  filters: {},
  order: sql`o.run_id desc, o.id`,
  columns: sql`o.id, o.product_id, p.sku, p.name_zh, p.name_en, w.name as warehouse_name, ${FROM}::text as from_day,
    (${FROM} + ${SPAN} - 1)::text as to_day, o.quantity, o.decided, o.decided_by, (o.terms ->> 'spanDemand')::float8 as foreseen,
    ${happened} as happened`,
  joins: sql`join product p on p.company_id = ${sql.company} and p.id = o.product_id
    join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id`,
  row: ({ happened: came, ...row }) => ({ ...row, ...came }),
});
