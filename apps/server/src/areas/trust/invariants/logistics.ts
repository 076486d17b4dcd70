import { sql } from 'drizzle-orm/sql/sql';
import { defineInvariant } from './registry.ts';

defineInvariant({
  key: 'logistics.oneLabel',
  area: 'logistics',
  title: ['没有包裹重复购买面单', 'No parcel carries two labels'],
  explain: [
    '一张出库单同时最多有一个有效包裹，一个运单号只属于一个包裹。重复就是多付了运费，或把货发给了别人。',
    'An outbound has at most one live parcel and a tracking number belongs to one parcel. Twice means paid twice, or sent to somebody else.',
  ],
  checked: (c) => sql`select count(*) from parcel where company_id = ${c}`,
  broken: (c) => sql`
    select coalesce(o.number, '#' || p.outbound_id) as subject, 'parcels' as field, '1' as expected, count(*)::text as actual
    from parcel p left join outbound o on o.company_id = ${c} and o.id = p.outbound_id
    where p.company_id = ${c} and p.state not in ('voided', 'failed')
    group by p.outbound_id, o.number having count(*) > 1
    union all
    select carrier || ' ' || tracking_number, 'tracking', '1', count(*)::text from parcel
    where company_id = ${c} and tracking_number is not null group by carrier, tracking_number having count(*) > 1`,
});
