import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addJob, defineJob, type Job } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { PARCELS_LEAST } from './lanes.ts';
import { setSilence } from './silence.ts';

/** Parcels that shipped longer ago say little of today's lanes. */
const DAYS = 180;

/** What the parcels of the last months took, by lane, in place of what was known before. */
export async function calculateLanes(app: App, ctx: Ctx): Promise<void> {
  await app.database.inCompany(ctx, async (tx) => {
    // One at a time: two would both insert the same lanes.
    await tx.rows(sql`select pg_advisory_xact_lock(hashtext('delivery_lane'), ${sql.company}::int)`);
    await tx.rows(sql`delete from delivery_lane where company_id = ${sql.company}`);
    await tx.rows(sql`delete from lane_silence where company_id = ${sql.company}`);
    await countDays(tx);
    await countSilences(tx);
    await setSilence(tx);
  });
}

const recent = (tx: Tx) =>
  sql`p.company_id = ${sql.company} and p.shipped_at > ${tx.now}::timestamptz - make_interval(days => ${sql.literal(DAYS)}) and p.channel_id is not null`;
const place = sql`d.channel_id, coalesce(d.country, ''), coalesce(d.prefix, '')`;
/** A lane is a channel to a prefix, to a country or to anywhere; a parcel without country or postcode is in the wider ones. */
const isLane = sql`(grouping(d.country) = 1 or d.country <> '') and (grouping(d.prefix) = 1 or d.prefix <> '')`;

async function countDays(tx: Tx): Promise<void> {
  await tx.rows(sql`
    with d as (
      select p.channel_id, p.country, p.postal_prefix as prefix, p.promised_on, o.today, o.delivered_on,
        case when p.state = 'delivered' then greatest(o.delivered_on - (p.shipped_at at time zone c.time_zone)::date, 0) end as days
      from parcel p join company c on c.id = p.company_id
      cross join lateral (select (${tx.now}::timestamptz at time zone c.time_zone)::date as today,
        case when p.state = 'delivered' then (p.delivered_at at time zone c.time_zone)::date end as delivered_on) o
      where ${recent(tx)} and p.state in ('shipped', 'delivered'))
    insert into delivery_lane (company_id, channel_id, country, prefix, parcels, p50, p90, promised, on_time, calculated_at)
    select ${sql.company}, ${place}, count(d.days), percentile_disc(0.5) within group (order by d.days),
      percentile_disc(0.9) within group (order by d.days),
      count(*) filter (where d.delivered_on is not null and d.promised_on is not null or d.promised_on < d.today),
      count(*) filter (where d.delivered_on <= d.promised_on), ${tx.now}
    from d group by grouping sets ((d.channel_id, d.country, d.prefix), (d.channel_id, d.country), (d.channel_id))
    having ${isLane} and count(d.days) >= case when grouping(d.prefix) = 0 then ${sql.literal(PARCELS_LEAST)} else 1 end returning 1`);
}

/** Of each delivered parcel and stage the longest time without an event; until its first scan it is as shipped. */
async function countSilences(tx: Tx): Promise<void> {
  await tx.rows(sql`
    with life as (
      select p.id, p.channel_id, p.country, p.postal_prefix as prefix, p.shipped_at from parcel p
      where ${recent(tx)} and p.state = 'delivered'),
    happened as (
      select l.*, l.shipped_at as at, 'created' as stage from life l
      union all
      select l.*, e.at, e.stage from life l join tracking_event e on e.company_id = ${sql.company} and e.parcel_id = l.id
        and e.piece_no = 1 and e.at > l.shipped_at and e.stage not in ('created', 'unknown')),
    gap as (select h.*, lead(h.at) over (partition by h.id order by h.at) - h.at as silence from happened h),
    d as (
      select g.channel_id, g.country, g.prefix, g.stage, extract(epoch from max(g.silence)) / 60 as minutes from gap g
      where g.silence is not null group by g.id, g.channel_id, g.country, g.prefix, g.stage)
    insert into lane_silence (company_id, channel_id, country, prefix, stage, parcels, p95_minutes)
    select ${sql.company}, ${place}, d.stage, count(*), ceil(percentile_disc(0.95) within group (order by d.minutes))
    from d group by grouping sets ((d.channel_id, d.country, d.prefix, d.stage), (d.channel_id, d.country, d.stage), (d.channel_id, d.stage))
    having ${isLane} and count(*) >= ${sql.literal(PARCELS_LEAST)} returning 1`);
}

const calculateJob: Job<object> = defineJob(
  'logistics.calculateLanes',
  ['计算派送时效', 'Calculate delivery times'],
  calculateLanes,
);

/** Repeated requests before it runs are one. */
export const requestLanes = (tx: Tx): Promise<void> => addJob(tx, calculateJob, {}, { key: 'lanes', queue: 'lanes' });

defineSchedule({
  name: 'logistics.lanes',
  cron: '25 19 * * *',
  title: ['计算派送时效', 'Calculate delivery times'],
  due: sql`select id as company_id from company where id in (select company_id from parcel where shipped_at is not null)`,
  each: calculateLanes,
});
