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

/** Of the parcel q, whose lane is usually silent for s. */
const silentAfter = sql`case when q.stage not in ('delivered', 'returned', 'lost', 'cancelled')
  then q.last_scan_at + coalesce(make_interval(mins => s.p95_minutes), make_interval(days => ${sql.literal(SILENT_DAYS)})) end`;

const silenceStatement = (which: Sql): Sql => sql`
  update parcel p set silent_after = r.at from (
    select q.id, ${silentAfter} as at
    from parcel q left join lateral ${silenceOf(sql`q`)} s on true
    where q.company_id = ${sql.company} and q.state = 'shipped' and ${which}) r
  where p.company_id = ${sql.company} and p.id = r.id and p.silent_after is distinct from r.at`;

/**
 * What parcels that ship now promise: the day by which nine of ten arrived that went the same way. A parcel has many
 * indexes: it is written once.
 */
export function promise(tx: Tx, outboundIds: readonly number[]): void {
  tx.later(sql`
    update parcel p set postal_prefix = r.postal_prefix, promised_on = coalesce(p.promised_on, r.day), silent_after = r.at from (
      select q.id, q.postal_prefix, (q.shipped_at at time zone c.time_zone)::date + l.p90 as day, ${silentAfter} as at
      from (
        select k.id, k.channel_id, k.country, k.stage, k.shipped_at, k.last_scan_at,
          case when s.id is null then k.postal_prefix else ${prefixOf(sql`s.ship_to`)} end as postal_prefix
        from parcel k left join sales_order s on s.company_id = ${sql.company} and s.id = k.order_id
        where k.company_id = ${sql.company} and k.state = 'shipped' and k.outbound_id = any(${outboundIds}::bigint[])) q
      join company c on c.id = ${sql.company}
      left join lateral ${laneOf(sql`q`)} l on true left join lateral ${silenceOf(sql`q`)} s on true) r
    where p.company_id = ${sql.company} and p.id = r.id
      and (p.postal_prefix, p.promised_on, p.silent_after) is distinct from (r.postal_prefix, coalesce(p.promised_on, r.day), r.at)`);
}
