import { sql } from '../../../core/database/sql.ts';
import { daysOfMonth } from '../../procurement/public.ts';
import { defineInvariant } from './registry.ts';

/** A young company may hold shipments of past days that were filled in just now: a sample company's. */
const OLD = (c: number) => sql`(select created_at from company where id = ${c}) < now() - interval '2 days'`;

defineInvariant({
  key: 'stock.demand',
  area: 'stock',
  title: ['每日需求等于发货与退货之和', 'Daily demand equals shipments and returns'],
  explain: [
    '每个 SKU 在每个仓库每天的需求必须等于当天发货的数量减去退回并重新入库的数量；两天前的发货必须全部统计。不一致会让补货建议偏多或偏少。',
    'The demand of each SKU, warehouse and day must equal the units shipped less those that came back and were restocked. Every shipment older than two days must be counted. A mismatch makes the recommended quantities too high or too low.',
  ],
  checked: (c) => sql`select count(*) from demand_entry where company_id = ${c}`,
  broken: (c) => sql`
    select coalesce(w.code, '#' || r.warehouse_id) || ' · ' || coalesce(p.sku, '#' || r.product_id) as subject,
      r.field, r.expected::text as expected, r.actual::text as actual
    from (
      select coalesce(m.warehouse_id, e.warehouse_id) as warehouse_id, coalesce(m.product_id, e.product_id) as product_id,
        coalesce(m.day, e.day)::text as field, coalesce(e.units, 0) as expected, coalesce(m.units, 0) as actual
      from (select d.warehouse_id, d.product_id, d.month + u.place - 1 as day, u.units from demand_month d
          cross join lateral (${daysOfMonth(sql`d.units`)}) u where d.company_id = ${c} and u.units <> 0) m
      full join (select warehouse_id, product_id, day, sum(units) as units from demand_entry where company_id = ${c} group by 1, 2, 3) e
        on e.warehouse_id = m.warehouse_id and e.product_id = m.product_id and e.day = m.day
      where coalesce(e.units, 0) <> coalesce(m.units, 0)
      union all
      select coalesce(s.warehouse_id, e.warehouse_id), coalesce(s.product_id, e.product_id),
        'outbound ' || coalesce(s.doc_id, e.doc_id), coalesce(s.units, 0), coalesce(e.units, 0)
      from (select x.doc_id, coalesce(p.merged_into, x.product_id) as product_id, x.warehouse_id, -sum(x.on_hand) as units, max(x.at) as at
          from stock_movement x left join product p on p.company_id = ${c} and p.id = x.product_id
          where x.company_id = ${c} and x.doc_kind = 'outbound' and x.reason = 'shipment' group by 1, 2, 3 having sum(x.on_hand) <> 0) s
      full join (select doc_id, product_id, warehouse_id, units from demand_entry where company_id = ${c} and doc_kind = 'outbound') e
        on e.doc_id = s.doc_id and e.product_id = s.product_id and e.warehouse_id = s.warehouse_id
      where coalesce(s.units, 0) <> coalesce(e.units, 0) and (e.doc_id is not null
        or (s.at < now() - interval '2 days' and ${OLD(c)}))
    ) r
    left join warehouse w on w.company_id = ${c} and w.id = r.warehouse_id
    left join product p on p.company_id = ${c} and p.id = r.product_id`,
});
