import { sql } from '../../../core/database/sql.ts';
import { defineInvariant } from './registry.ts';

const SHIPPED = sql`('shipped', 'delivered')`;

defineInvariant({
  key: 'orders.confirmed',
  area: 'orders',
  title: ['每个已发货订单都已标发或待标发', 'Every shipped order is confirmed on its platform or pending'],
  explain: [
    '已发货的订单必须是已标发、待标发、标发失败待处理或无需标发。不属于任何一种的订单会被平台判为迟发。',
    'A shipped order must be confirmed, waiting for confirmation, failed and listed for action, or need no confirmation. The platform counts any other order as shipped late.',
  ],
  checked: (c) => sql`select count(*) from sales_order where company_id = ${c} and status in ${SHIPPED}`,
  broken: (c) => sql`
    select display_no as subject, 'confirmState' as field, 'confirmed | pending | failed | notNeeded' as expected, confirm_state as actual
    from sales_order where company_id = ${c} and status in ${SHIPPED}
      and confirm_state not in ('confirmed', 'pending', 'telling', 'failed', 'notNeeded')`,
});

defineInvariant({
  key: 'orders.counts',
  area: 'orders',
  title: ['订单计数等于实际订单数', 'Order counts match the actual orders'],
  explain: [
    '列表页签和分页使用的计数必须等于各店铺各状态各日期的实际订单数。不一致时页签数字有误，订单不受影响。',
    'The counts behind tabs and pages must equal the actual orders of each shop, status and day. A mismatch means wrong numbers on tabs; the orders are not affected.',
  ],
  checked: (c) => sql`select count(*) from sales_order where company_id = ${c}`,
  broken: (c) => sql`
    select coalesce(s.name, '#' || coalesce(o.shop_id, n.shop_id)) || ' · ' || coalesce(o.status, n.status) || ' · ' ||
        coalesce(o.on_day, n.on_day) as subject,
      'orders' as field, coalesce(o.orders, 0)::text as expected, coalesce(n.counted, 0)::text as actual
    from (select module_id, shop_id, status, (ordered_at at time zone 'UTC')::date as on_day, count(*) as orders
      from sales_order where company_id = ${c} group by 1, 2, 3, 4) o
    full join (select module_id, shop_id, status, on_day, sum(delta) as counted from order_count
      where company_id = ${c} group by 1, 2, 3, 4) n
      on n.module_id = o.module_id and n.shop_id = o.shop_id and n.status = o.status and n.on_day = o.on_day
    left join shop s on s.company_id = ${c} and s.id = coalesce(o.shop_id, n.shop_id)
    where coalesce(o.orders, 0) <> coalesce(n.counted, 0)`,
});

defineInvariant({
  key: 'orders.buyerReads',
  area: 'orders',
  title: ['买家信息查看记录的每日合计等于明细', 'Daily sums of who read buyers’ data equal their rows'],
  explain: [
    '每人每天每种方式看过的订单数必须等于逐单记录的条数。不一致时审计页的数字有误，逐单记录不受影响。',
    'The number of orders that a person was shown on a day must equal the rows kept for each order. A mismatch means wrong numbers on the audit page; the rows are not affected.',
  ],
  checked: (c) => sql`select count(*) from buyer_read_day where company_id = ${c}`,
  broken: (c) => sql`
    select '#' || coalesce(d.user_id, r.user_id) || ' · ' || coalesce(d.on_day, r.on_day) as subject, coalesce(d.way, r.way) as field,
      coalesce(r.orders, 0)::text as expected, coalesce(d.orders, 0)::text as actual
    from (select user_id, on_day, way, orders from buyer_read_day where company_id = ${c}) d
    full join (select user_id, on_day, way, count(*) as orders from buyer_read where company_id = ${c} group by 1, 2, 3) r
      on r.user_id = d.user_id and r.on_day = d.on_day and r.way = d.way
    where coalesce(d.orders, 0) <> coalesce(r.orders, 0)`,
});

/** Units that left by the shipments of outbound documents, by order line. Goods of a batch leave with "ship:<batch>". */
const left = (c: number) => sql`
  select ol.order_line_id, sum(-m.on_hand) as units from stock_movement m
  join outbound_line ol on ol.company_id = ${c} and ol.outbound_id = m.doc_id and ol.id = m.doc_line
  where m.company_id = ${c} and m.doc_kind = 'outbound' and split_part(m.step, ':', 1) = 'ship' group by ol.order_line_id`;

defineInvariant({
  key: 'orders.leftOnce',
  area: 'orders',
  title: ['每个已发货订单行只扣减一次库存', 'Every shipped order line is deducted from stock exactly once'],
  explain: [
    '从自营仓发出的订单，每行数量只扣减一次库存；未发货的订单不扣减。少扣是漏发，多扣是重复发货。',
    'Each line of an order shipped from our own warehouse is deducted from stock once and in full. Unshipped orders are not deducted. Too little means a missed shipment, too much a duplicate one.',
  ],
  checked: (c) => sql`select count(*) from order_line l join sales_order o on o.company_id = ${c} and o.id = l.order_id
    where l.company_id = ${c} and o.status in ${SHIPPED}`,
  broken: (c) => sql`
    select o.display_no || ' · ' || l.seller_sku as subject, 'left' as field, e.expected::text as expected,
      coalesce(g.units, 0)::text as actual
    from order_line l
    join sales_order o on o.company_id = ${c} and o.id = l.order_id
    left join (${left(c)}) g on g.order_line_id = l.id
    cross join lateral (select coalesce(sum(n.quantity), 0) as units from order_goods n where n.company_id = ${c} and n.line_id = l.id) goods
    left join (select distinct order_id from outbound where company_id = ${c} and state = 'shipped') ours on ours.order_id = coalesce(o.merged_into, o.id)
    cross join lateral (select case
        when o.status in ('shipped', 'delivered', 'refunded') and ours.order_id is not null then goods.units
        when o.status in ${SHIPPED} and o.fulfilled_by = 'seller' and o.confirm_state <> 'notNeeded' then goods.units
        else 0 end as expected) e
    where l.company_id = ${c} and coalesce(g.units, 0) <> e.expected`,
});

defineInvariant({
  key: 'orders.bundles',
  area: 'orders',
  title: ['组合产品的订单行都有子商品', 'Every order line of a bundle has its parts'],
  explain: [
    '卖组合产品的订单行必须记下下单时的子商品，收入占比之和为 1。缺少子商品的行不会扣减库存。',
    'An order line that sells a bundle keeps the parts it was taken with, and their revenue shares add up to 1. A line without parts would take nothing from stock.',
  ],
  checked: (c) => sql`select count(*) from order_line where company_id = ${c} and bundled`,
  broken: (c) => sql`
    select o.display_no || ' · ' || l.seller_sku as subject, 'share' as field, '1' as expected, coalesce(x.share, 0)::text as actual
    from order_line l join sales_order o on o.company_id = ${c} and o.id = l.order_id
    left join (select line_id, sum(share) as share from order_line_part where company_id = ${c} group by line_id) x on x.line_id = l.id
    where l.company_id = ${c} and (l.bundled or x.line_id is not null) and (not l.bundled or x.share is distinct from 1)`,
});
