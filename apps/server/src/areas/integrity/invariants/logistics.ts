import { sql } from '../../../core/database/sql.ts';
import { defineInvariant } from './registry.ts';

defineInvariant({
  key: 'logistics.oneLabel',
  area: 'logistics',
  title: ['没有包裹重复购买面单', 'No label is bought twice'],
  explain: [
    '一张出库单同时最多有一个有效包裹，一个跟踪号同时只属于一个未签收的包裹。重复说明多付了运费，或把货发给了别人。',
    'An outbound order has at most one active parcel, and a tracking number belongs to one parcel until that is delivered. A duplicate means freight was paid twice, or goods went to the wrong buyer.',
  ],
  checked: (c) => sql`select count(*) from parcel where company_id = ${c}`,
  broken: (c) => sql`
    select coalesce(o.number, '#' || p.outbound_id) as subject, 'parcels' as field, '1' as expected, count(*)::text as actual
    from parcel p left join outbound o on o.company_id = ${c} and o.id = p.outbound_id
    where p.company_id = ${c} and p.outbound_id is not null and p.state not in ('voided', 'failed')
    group by p.outbound_id, o.number having count(*) > 1
    union all
    select carrier || ' ' || tracking_number, 'tracking', '1', count(*)::text from parcel
    where company_id = ${c} and tracking_number is not null and state not in ('voided', 'delivered') group by carrier, tracking_number having count(*) > 1`,
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

defineInvariant({
  key: 'logistics.bills',
  area: 'logistics',
  title: ['物流账单合计等于各行之和', 'Totals of carrier bills equal their lines'],
  explain: [
    '已核对的账单上的行数、金额、应收金额和不符行数，必须与账单各行一致。',
    'The number of lines, the amount, the expected amount and the wrong lines of a checked carrier bill match its lines.',
  ],
  checked: (c) => sql`select count(*) from carrier_bill where company_id = ${c} and state in ('checked', 'settled')`,
  broken: (c) => sql`
    select b.number as subject, f.field, f.expected::text as expected, f.actual::text as actual
    from carrier_bill b
    cross join lateral (select count(*) as lines, coalesce(sum(l.amount), 0) as amount, coalesce(sum(l.expected), 0) as expected,
        count(*) filter (where l.reason not in ('ok', 'credit')) as wrong
      from carrier_bill_line l where l.company_id = ${c} and l.bill_id = b.id) l
    cross join lateral (values ('lines', l.lines, b.line_count), ('amount', l.amount, b.amount),
      ('expected', l.expected, b.expected), ('wrong', l.wrong, b.wrong_count)) f(field, expected, actual)
    where b.company_id = ${c} and b.state in ('checked', 'settled') and f.expected <> f.actual`,
});

defineInvariant({
  key: 'logistics.claims',
  area: 'logistics',
  title: ['索赔已退金额等于退款行之和', 'What claims were paid equals their credits'],
  explain: [
    '每个物流索赔的已退金额，必须等于已结算账单中对应退款行之和。',
    'What a carrier claim was paid equals the credits of settled bills that close it.',
  ],
  checked: (c) => sql`select count(*) from carrier_claim where company_id = ${c}`,
  broken: (c) => sql`
    select k.number as subject, 'paid' as field, coalesce(l.paid, 0)::text as expected, k.paid::text as actual
    from carrier_claim k
    left join (select l.claim_id, -sum(l.amount) as paid from carrier_bill_line l
      join carrier_bill b on b.company_id = ${c} and b.id = l.bill_id and b.state = 'settled'
      where l.company_id = ${c} and l.claim_id is not null group by l.claim_id) l on l.claim_id = k.id
    where k.company_id = ${c} and k.paid <> coalesce(l.paid, 0)`,
});

const BY_COURSE = sql`k.reason in ('lost', 'late')`;
const CHARGES = sql`l.amount > 0 and l.reason not in ('duplicate', 'voided')`;
defineInvariant({
  key: 'logistics.claimLines',
  area: 'logistics',
  title: [
    '丢失或延误的包裹只索赔一次，并对应到其账单行',
    'A lost or late parcel is claimed once, with the line that bills it',
  ],
  explain: [
    '因丢失或延误索赔的包裹，一旦有已核对的账单计费，索赔必须对应到该包裹的账单行；同一包裹的同一笔运费不能索赔两次。',
    'Once a checked bill charges a parcel, the claim for its loss or delay has a line of that parcel. Nothing asks for the same freight a second time.',
  ],
  checked: (c) => sql`select count(*) from carrier_claim k where k.company_id = ${c} and ${BY_COURSE}`,
  broken: (c) => sql`
    select k.number as subject, 'line' as field, k.parcel_id::text as expected, coalesce(l.parcel_id::text, 'none') as actual
    from carrier_claim k left join carrier_bill_line l on l.company_id = ${c} and l.id = k.line_id
    where k.company_id = ${c} and ${BY_COURSE} and case
      when l.id is not null then l.parcel_id is distinct from k.parcel_id or not (${CHARGES})
      else exists (select from carrier_bill_line l join carrier_bill b on b.company_id = ${c} and b.id = l.bill_id
        where l.company_id = ${c} and l.parcel_id = k.parcel_id and b.state in ('checked', 'settled') and ${CHARGES}) end
    union all
    select min(k.number), 'claims', '1', count(*)::text from carrier_claim k
    where k.company_id = ${c} and ${BY_COURSE} and k.state <> 'refused' group by k.parcel_id having count(*) > 1`,
});
