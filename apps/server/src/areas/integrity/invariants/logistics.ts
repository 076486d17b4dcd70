import { sql } from '../../../core/database/sql.ts';
import { defineInvariant } from './registry.ts';

defineInvariant({
  key: 'logistics.oneLabel',
  area: 'logistics',
  title: ['没有包裹重复购买面单', 'No label is bought twice'],
  explain: [
    '一张出库单同时最多有一个有效包裹，一个跟踪号只属于一个包裹。重复说明多付了运费，或把货发给了别人。',
    'An outbound order has at most one active parcel, and a tracking number belongs to one parcel. A duplicate means freight was paid twice, or goods went to the wrong buyer.',
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

defineInvariant({
  key: 'logistics.allBoxesLabelled',
  area: 'logistics',
  title: ['一票多箱的每个箱子都有面单', 'Every box of a shipment has its label'],
  explain: [
    '已购买面单的包裹，其每个箱子都有自己的跟踪号，且不与其他包裹重复。缺少的箱子会留在仓库，或无法追踪。',
    'Where a label is bought, each box has a tracking number that no other parcel has. A box without one stays behind or is lost.',
  ],
  checked: (c) => sql`select count(*) from parcel_piece where company_id = ${c}`,
  broken: (c) => sql`
    select p.reference || '-' || b.piece_no as subject, 'tracking' as field, 'a number' as expected, 'none' as actual
    from parcel_piece b join parcel p on p.company_id = ${c} and p.id = b.parcel_id
    where b.company_id = ${c} and b.tracking_number is null and p.state in ('labelled', 'shipped', 'delivered') and p.carrier <> ''
    union all
    select b.tracking_number, 'tracking', '1', count(*)::text from parcel_piece b
    where b.company_id = ${c} and b.tracking_number is not null group by b.tracking_number having count(*) > 1
    union all
    select b.tracking_number, 'tracking', '1', '2' from parcel_piece b
    join parcel p on p.company_id = ${c} and p.tracking_number = b.tracking_number where b.company_id = ${c}`,
});
