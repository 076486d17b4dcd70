import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';

type State = 'all' | 'enabled' | 'disabled';
const ofState = (state: State): Sql => (state === 'all' ? sql`true` : sql`c.enabled = ${state === 'enabled'}`);

export async function countProducts(tx: Tx): Promise<Record<State, number>> {
  const row = await tx.row<Record<State, number>>(sql`select coalesce(sum(delta), 0)::int as all,
      coalesce(sum(delta) filter (where enabled), 0)::int as enabled, coalesce(sum(delta) filter (where not enabled), 0)::int as disabled
    from product_count where company_id = ${sql.company}`);
  return row ?? { all: 0, enabled: 0, disabled: 0 };
}

/**
 * Where a deep page of the list by last change begins: the rows of the day in which it lies and of the days behind it,
 * and how many of them stand before it.
 */
export async function startOfPage(
  tx: Tx,
  { state, newestFirst }: { state: State; newestFirst: boolean },
  skip: number,
): Promise<{ from: Sql; skip: number }> {
  const day = await tx.row<{ onDay: string; before: number }>(sql`select x.on_day::text as on_day, x.before::int from (
      select d.on_day, d.n, sum(d.n) over (order by ${newestFirst ? sql`d.on_day desc` : sql`d.on_day`}) - d.n as before
      from (select c.on_day, sum(c.delta) as n from product_count c where c.company_id = ${sql.company} and ${ofState(state)}
        group by c.on_day having sum(c.delta) > 0) d) x
    where x.before <= ${skip} order by x.before desc limit 1`);
  if (!day) return { from: sql`true`, skip };
  const edge = sql`${day.onDay}::date`;
  const from = newestFirst
    ? sql`p.updated_at < (${edge} + 1)::timestamp at time zone 'UTC'`
    : sql`p.updated_at >= ${edge}::timestamp at time zone 'UTC'`;
  return { from, skip: skip - day.before };
}

/** Compacts the changes into one row for each state and day. The sums never change. */
export async function compactProductCounts(tx: Tx): Promise<void> {
  const gone = await tx.rows<{ enabled: boolean; onDay: string; delta: number }>(sql`
    delete from product_count c using (select enabled, on_day from product_count where company_id = ${sql.company}
      group by enabled, on_day having count(*) > 1) g
    where c.company_id = ${sql.company} and c.enabled = g.enabled and c.on_day = g.on_day
    returning c.enabled, c.on_day, c.delta`);
  await tx.rows(sql`insert into product_count (company_id, enabled, on_day, delta)
    select ${sql.company}, r.enabled, r."onDay", sum(r.delta)
    from jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as r(enabled boolean, "onDay" date, delta int)
    group by 2, 3 having sum(r.delta) <> 0 on conflict do nothing`);
}

const WORTH_COMPACTING = 200;
defineSchedule({
  name: 'catalog.compactCounts',
  cron: '* * * * *',
  title: ['汇总商品计数', 'Compact product counts'],
  due: sql`select company_id from product_count group by company_id
    having count(*) - count(distinct (enabled, on_day)) >= ${sql.literal(WORTH_COMPACTING)}`,
  each: (app, ctx) => app.database.inCompany(ctx, compactProductCounts),
});
