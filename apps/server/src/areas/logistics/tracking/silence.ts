import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { laneOf, prefixOf, silenceOf } from './lanes.ts';

/** Of a lane with too few parcels: after so many days without an event a person asks the carrier. */
const SILENT_DAYS = 5;

/** Whether nothing is heard of a parcel for longer than its lane is used to. */
export const isSilent = (p: Sql, now: Date): Sql => sql`(${p}.state = 'shipped' and ${p}.silent_after < ${now})`;

/** Says again until when the next event is usual, of these shipped parcels or of all. */
export async function setSilence(tx: Tx, which: Sql = sql`true`): Promise<void> {
  await tx.rows(silenceStatement(which));
}

const silenceStatement = (which: Sql): Sql => sql`
  update parcel p set silent_after = r.at from (
    select q.id, case when q.stage not in ('delivered', 'returned', 'lost', 'cancelled')
      then q.last_scan_at + coalesce(make_interval(mins => s.p95_minutes), make_interval(days => ${sql.literal(SILENT_DAYS)})) end as at
    from parcel q left join lateral ${silenceOf(sql`q`)} s on true
    where q.company_id = ${sql.company} and q.state = 'shipped' and ${which}) r
  where p.company_id = ${sql.company} and p.id = r.id and p.silent_after is distinct from r.at`;

/** What parcels that ship now promise: the day by which nine of ten arrived that went the same way. */
export function promise(tx: Tx, outboundIds: readonly number[]): void {
  const these = sql`q.outbound_id = any(${outboundIds}::bigint[])`;
  tx.later(sql`
    update parcel p set postal_prefix = r.prefix from (
      select q.id, ${prefixOf(sql`s.ship_to`)} as prefix from parcel q
      join sales_order s on s.company_id = ${sql.company} and s.id = q.order_id
      where q.company_id = ${sql.company} and q.state = 'shipped' and ${these}) r
    where p.company_id = ${sql.company} and p.id = r.id and p.postal_prefix <> r.prefix`);
  tx.later(sql`
    update parcel p set promised_on = r.day from (
      select q.id, (q.shipped_at at time zone c.time_zone)::date + l.p90 as day
      from parcel q join company c on c.id = q.company_id cross join lateral ${laneOf(sql`q`)} l
      where q.company_id = ${sql.company} and q.state = 'shipped' and ${these}) r
    where p.company_id = ${sql.company} and p.id = r.id and p.promised_on is null`);
  tx.later(silenceStatement(these));
}
