import type { LaneDays, LaneRow } from '@tradewind/contract/logistics.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { defineList } from '../../../core/lists.ts';
import { arrayOf } from '../../../core/scope.ts';

/** Fewer delivered parcels say nothing of a lane: the wider one counts. */
export const PARCELS_LEAST = 30;
const PREFIX_LENGTH = 3;

/** What postcodes of neighbours begin with, of an address as orders have it. */
export const prefixOf = (address: Sql): Sql =>
  sql`upper(left(regexp_replace(coalesce(${address} ->> 'postalCode', ''), '[^A-Za-z0-9]', '', 'g'), ${sql.literal(PREFIX_LENGTH)}))`;

/** The lanes of `table` that hold a channel's parcel to this place, the narrowest first. */
const lanesTo = (table: 'delivery_lane' | 'lane_silence', channelId: Sql, country: Sql, prefix: Sql, only: Sql): Sql =>
  sql`(select l.* from ${sql.id(table, ['delivery_lane', 'lane_silence'])} l
    where l.company_id = ${sql.company} and l.channel_id = ${channelId} and l.parcels >= ${sql.literal(PARCELS_LEAST)} and ${only}
      and (l.country = '' or (l.country = ${country} and l.prefix in ('', ${prefix})))
    order by l.country desc, l.prefix desc limit 1)`;

/** The lane that a parcel's promise comes from. */
export const laneOf = (p: Sql): Sql =>
  lanesTo('delivery_lane', sql`${p}.channel_id`, sql`${p}.country`, sql`${p}.postal_prefix`, sql`true`);

/** The lane that says how long a parcel is usually silent after its stage. */
export const silenceOf = (p: Sql): Sql =>
  lanesTo(
    ...(['lane_silence', sql`${p}.channel_id`, sql`${p}.country`, sql`${p}.postal_prefix`] as const),
    sql`l.stage = case when ${p}.stage = 'unknown' then 'created' else ${p}.stage end`,
  );

/** What own parcels of these channels took to an address, by channel; a channel without enough of them is left out. */
export async function lanesOfChannels(
  tx: Tx,
  channelIds: readonly number[],
  to: { country: string; postalCode: string },
): Promise<Map<number, LaneDays>> {
  const address = sql.json({ postalCode: to.postalCode });
  const rows = await tx.rows<LaneDays & { id: number }>(sql`
    select c.id, l.p50, l.p90, l.parcels from unnest(${arrayOf(channelIds)}::bigint[]) as c(id)
    cross join lateral ${lanesTo('delivery_lane', sql`c.id`, sql`${to.country}`, prefixOf(address), sql`true`)} l`);
  return new Map(rows.map(({ id, ...days }) => [id, days]));
}

export const lanes = defineList<{ channelId?: number | undefined }, LaneRow>({
  table: 'delivery_lane',
  as: 'l',
  filters: { channelId: (id) => sql`l.channel_id = ${id}` },
  order: sql`l.parcels desc, l.channel_id, l.country, l.prefix, l.id`,
  columns: sql`l.id, c.name as channel, l.country, l.prefix, l.parcels, l.p50, l.p90, l.promised, l.on_time, l.calculated_at`,
  joins: sql`join shipping_channel c on c.company_id = ${sql.company} and c.id = l.channel_id`,
});
