import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { COUNTED } from './create.ts';
import { type Desired, wantCounts } from './tasks.ts';

/** This many adjustments in ninety days make a location doubtful. */
const DRIFTS = 3;

/** Locations where picks were rejected since yesterday because units were missing. */
const REFUSED = (now: Date) => sql`
  select l.warehouse_id, p.location_id, p.product_id,
    'refusedScan' as reason, count(*)::int as weight
  from scan_log s join pick_line p on p.company_id = ${sql.company} and p.id = (s.payload ->> 'pickLineId')::bigint
  join location l on l.company_id = ${sql.company} and l.id = p.location_id
  where s.company_id = ${sql.company} and s.kind = 'pick' and s.outcome = 'refused' and s.received_at >= ${now}::timestamptz - interval '1 day'
    and s.code in ('stock.binNotEnough', 'stock.notEnough', 'warehouse.wrongProduct')
    and jsonb_typeof(s.payload -> 'pickLineId') = 'number'
  group by 1, 2, 3`;

/** Locations with repeated corrections, the last one since their last count. */
const DRIFT = (now: Date) => sql`
  select m.warehouse_id, m.location_id, m.product_id, 'drift' as reason,
    count(*)::int as weight, jsonb_build_object('times', count(*)) as detail
  from stock_movement m
  where m.company_id = ${sql.company} and m.reason in ('adjust', 'count') and m.location_id is not null
    and m.at >= ${now}::timestamptz - interval '90 days'
  group by 1, 2, 3
  having count(*) >= ${sql.literal(DRIFTS)} and max(m.at) > coalesce((${COUNTED(sql`m.location_id`)}), '-infinity')`;

/**
 * Class A makes up most of the picks (or their value) of ninety days, class B the next part. A location is due by the
 * best class it holds. The number of tasks is limited to what the warehouse can count.
 */
const ABC = (now: Date) => sql`
  with sold as (
    select m.warehouse_id as w, m.product_id as p,
      sum(-m.on_hand) * case when max(s.basis) = 'value' then coalesce(max(g.unit_price_cny), 0) else 1 end as n
    from stock_movement m left join count_setting s on s.company_id = ${sql.company} and s.warehouse_id = m.warehouse_id
    join product g on g.company_id = ${sql.company} and g.id = m.product_id
    where m.company_id = ${sql.company} and m.reason = 'pick' and m.on_hand < 0 and m.at >= ${now}::timestamptz - interval '90 days'
    group by 1, 2
  ), ranked as (
    select w, p, case when sum(n) over best - n < 0.80 * sum(n) over (partition by w) then 1
      when sum(n) over best - n < 0.95 * sum(n) over (partition by w) then 2 else 3 end as class
    from sold window best as (partition by w order by n desc, p rows unbounded preceding)
  ), places as (
    select b.warehouse_id as w, b.location_id as l, min(coalesce(r.class, 3)) as class
    from bin_stock b join location l on l.company_id = ${sql.company} and l.id = b.location_id and l.enabled and l.kind in ('picking', 'storage')
    join warehouse h on h.company_id = ${sql.company} and h.id = b.warehouse_id and h.enabled and h.kind = 'selfBuilt'
    left join ranked r on r.w = b.warehouse_id and r.p = b.product_id
    where b.company_id = ${sql.company} and b.on_hand > 0 group by 1, 2
  ), due as (
    select p.w, p.l, p.class, coalesce(s.most, 20) - (select count(*) from count_task t where t.company_id = ${sql.company}
        and t.warehouse_id = p.w and t.reason = 'abc' and t.state <> 'done') as room,
      row_number() over (partition by p.w order by p.class, c.at nulls first, p.l) as place
    from places p left join count_setting s on s.company_id = ${sql.company} and s.warehouse_id = p.w
    left join lateral (${COUNTED(sql`p.l`)}) c on true
    where coalesce(s.enabled, true)
      and not exists (select from count_task t where t.company_id = ${sql.company} and t.location_id = p.l and t.reason = 'abc' and t.state <> 'done')
      and (c.at is null or c.at < ${now}::timestamptz - make_interval(days => case p.class when 1 then coalesce(s.days_a, 30)
        when 2 then coalesce(s.days_b, 90) else coalesce(s.days_c, 365) end))
  )
  select w as "warehouseId", l as "locationId", 'abc' as reason, (4 - class)::int as weight,
    jsonb_build_object('class', substr('ABC', class, 1)) as detail from due where place <= room`;

/** Creates count tasks. Repeated on the same day it adds only new ones. */
export async function findTasks(tx: Tx): Promise<void> {
  const found = [
    ...(await tx.rows<Desired & Record<string, unknown>>(REFUSED(tx.now))),
    ...(await tx.rows<Desired & Record<string, unknown>>(DRIFT(tx.now))),
    ...(await tx.rows<Desired & Record<string, unknown>>(ABC(tx.now))),
  ];
  const known = await tx.rows<{ key: string }>(
    sql`select location_id || '/' || product_id || '/' || reason as key from count_task where company_id = ${sql.company} and state <> 'done'`,
  );
  const keys = new Set(known.map((row) => row.key));
  wantCounts(
    tx,
    found.filter((one) => !keys.has(`${one.locationId}/${one.productId ?? 0}/${one.reason}`)),
  );
}

// Before a working day in China begins.
defineSchedule({
  name: 'warehouse.countTasks',
  cron: '30 22 * * *',
  title: ['查找待盘库位', 'Find locations to count'],
  each: (app, ctx) => app.database.inCompany(ctx, findTasks),
});
