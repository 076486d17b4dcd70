import { sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';
import { type ChannelPast, channelsRequested, notFrom } from '../../orders/public.ts';

/** Days of parcels that count for a channel's statistics. */
const DAYS = 90;

/** With labels in several currencies, uses the most frequent one. */
channelsRequested.listen(async (tx, requested) => {
  const channels = await tx.rows<Pick<ChannelPast, 'id' | 'name' | 'enabled' | 'isDefault' | 'notFrom'>>(sql`
    select c.id, c.name, c.enabled, c.is_default, ${notFrom(sql`${sql.company}`, sql`c.id`)} as "notFrom"
    from shipping_channel c where c.company_id = ${sql.company} limit 1000`);
  const since = sql`p.bought_at > ${tx.now}::timestamptz - make_interval(days => ${DAYS})`;
  const live = sql`p.company_id = ${sql.company} and p.channel_id is not null and p.return_id is null and p.state not in ('voided', 'voiding', 'failed') and ${since}`;
  const costs = requested.past
    ? await tx.rows<{ id: number; upTo: number; currency: string; cost: string }>(sql`
        select distinct on (p.channel_id, b.up_to) p.channel_id as id, b.up_to, p.label_currency as currency, round(avg(p.label_cost), 2)::text as cost
        from parcel p cross join lateral (select min(e) as up_to from unnest(${arrayOf(requested.bands)}::int[]) e where p.weight_grams <= e) b
        where ${live} and p.label_cost is not null and p.label_currency is not null
        group by p.channel_id, b.up_to, p.label_currency order by p.channel_id, b.up_to, count(*) desc, p.label_currency`)
    : [];
  const times = requested.past
    ? await tx.rows<{ id: number; handHours: number | null; transitDays: number | null }>(sql`
        select p.channel_id as id, round(avg(extract(epoch from p.shipped_at - o.ordered_at) / 3600), 1)::float as "handHours",
          round(avg(extract(epoch from p.delivered_at - p.shipped_at) / 86400), 1)::float as "transitDays"
        from parcel p join sales_order o on o.company_id = ${sql.company} and o.id = p.order_id where ${live} group by p.channel_id`)
    : [];
  const timeOf = new Map(times.map((each) => [each.id, each]));
  for (const channel of channels)
    requested.channels.push({
      ...channel,
      costs: costs.filter(({ id }) => id === channel.id).map(({ id: _, ...cost }) => cost),
      handHours: timeOf.get(channel.id)?.handHours ?? null,
      transitDays: timeOf.get(channel.id)?.transitDays ?? null,
    });
});
