import { type Sql, sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { inShops } from '../../../core/scope.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, type Range, sumOf } from '../kit/report.ts';
import { within, withRates } from '../kit/sources.ts';

/**
 * Rows of the returns that came up in these days, each with what the others of its kind have not. A refund belongs to the
 * products that it names, its rest and the freight to none. Each amount has the rate of its own day.
 */
const rows = (range: Range): Sql => sql`(with r as materialized (
    select r.id, r.shop_id, r.reason, ${dayOf(sql`r.requested_at`)} as on_day, c.base_currency
    from sales_return r join company c on c.id = ${sql.company}
    where r.company_id = ${sql.company} and ${within(range, sql`r.requested_at`)} and r.state not in ('rejected', 'cancelled')
  ), l as materialized (
    select l.id, l.return_id, coalesce(l.product_id, 0) as product_id, case when l.reason <> '' then l.reason else r.reason end as reason, l.quantity * l.factor as units
    from r join sales_return_line l on l.company_id = ${sql.company} and l.return_id = r.id
  ), money as materialized (
    select f.id, f.return_id, ${dayOf(sql`f.at`)} as day, f.currency, f.amount, f.lines
    from r join return_refund f on f.company_id = ${sql.company} and f.return_id = r.id where f.state in ('done', 'byHand')
  ), refunds as (
    select m.return_id, (n.part ->> 'lineId')::bigint as line_id, m.day, m.currency, (n.part ->> 'amount')::numeric as amount
    from money m cross join jsonb_array_elements(m.lines) as n(part)
    union all select m.return_id, null, m.day, m.currency,
      m.amount - coalesce((select sum((n.part ->> 'amount')::numeric) from jsonb_array_elements(m.lines) as n(part)), 0) from money m
  )
  select r.id as return_id, r.shop_id, r.on_day, coalesce(x.reason, r.reason) as reason, x.product_id, x.units, x.refunded, x.lost, x.freight,
    coalesce(x.day, r.on_day) as day, coalesce(x.currency, r.base_currency) as currency
  from r join (
    select l.return_id, l.reason, l.product_id, l.units, 0::numeric as refunded, 0::numeric as lost, 0::numeric as freight, null::date as day, null as currency from l
    union all select m.return_id, l.reason, coalesce(l.product_id, 0), 0, m.amount, 0, 0, m.day, m.currency from refunds m left join l on l.id = m.line_id
    union all select r.id, l.reason, t.product_id, 0, 0, i.cost, 0, null, null
      from r join return_inspection i on i.company_id = ${sql.company} and i.return_id = r.id and i.decision = 'scrap'
      join return_item t on t.company_id = ${sql.company} and t.id = i.item_id left join l on l.id = t.line_id
    union all select r.id, null, 0, 0, 0, 0, p.label_cost, ${dayOf(sql`p.bought_at`)}, p.label_currency
      from r join parcel p on p.company_id = ${sql.company} and p.return_id = r.id and p.state not in ('voided', 'failed') and p.label_cost is not null
  ) x on x.return_id = r.id)`;

const source = (range: Range): Sql => sql`${withRates(sql`select * from ${rows(range)} all_of`)} d`;

defineReport({
  name: 'returnsCost',
  title: ['退货成本', 'Cost of returns'],
  source,
  scope: (tx) => inShops(tx, sql`d.shop_id`),
  dimensions: {
    product: by.byProduct(sql`d.product_id`),
    category: by.byCategory(sql`d.product_id`),
    shop: by.byShop(sql`d.shop_id`),
    platform: by.byPlatform(sql`d.shop_id`),
    reason: by.byOption(sql`d.reason`, 'return.reason'),
    day: by.byDay(sql`d.on_day`),
    week: by.byWeek(sql`d.on_day`),
    month: by.byMonth(sql`d.on_day`),
  },
  measures: {
    returns: { sum: sql`count(distinct d.return_id)` },
    returnedUnits: sumOf(sql`d.units`),
    returnRefunds: sumOf(sql`d.refunded * d.to_base`),
    goodsLost: sumOf(sql`d.lost`),
    returnFreight: sumOf(sql`d.freight * d.to_base`),
    returnsCost: {
      of: ['returnRefunds', 'goodsLost', 'returnFreight'],
      made: (refunds, lost, freight) => sql`(${refunds} + ${lost} + ${freight})`,
    },
    unpricedReturns: {
      sum: sql`count(distinct d.return_id) filter (where d.to_base is null and d.refunded + d.freight <> 0)`,
    },
  },
  usual: { dimensions: ['product', 'reason'], sort: 'returns', days: 30 },
  lines: {
    source,
    ...{ key: sql`d.return_id`, day: sql`d.on_day`, document: { kind: sql`'sales_return'`, id: sql`d.return_id` } },
    dimensions: ['shop'],
    measures: ['returnedUnits', 'returnRefunds', 'goodsLost', 'returnFreight', 'returnsCost'],
  },
});
