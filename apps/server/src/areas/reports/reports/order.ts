import { ORDER_STATUS_WORDS } from '@tradewind/contract/orders/words.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { inShops } from '../../../core/scope.ts';
import { IS_SALE } from '../../orders/public.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, percentOf, perUnit, type Range, sumOf } from '../kit/report.ts';
import { daysOf, onDay, rateOf } from '../kit/sources.ts';

/**
 * Orders by the day on which they came, along the index of the start page. The database leaves the profits out where
 * nobody wants them. `each`: one row an order.
 */
const orders = (
  range: Range,
  each: boolean,
): Sql => sql`(select days.day::date as day, sold.*, sold.amount * rate.to_base as value,
    case when rate.to_base is null then sold.orders else 0 end as unpriced
  from ${daysOf(range)} cross join lateral (
    select o.shop_id, o.country, o.status, o.currency, ${each ? sql`o.id` : sql`0`} as order_id,
      count(*) filter (where ${IS_SALE}) as orders,
      coalesce(sum(o.units) filter (where ${IS_SALE}), 0) as units,
      coalesce(sum(o.total_exact) filter (where ${IS_SALE}), 0) * 0.0001 as amount,
      count(*) filter (where o.status = 'cancelled') as cancelled,
      count(*) filter (where o.status = 'refunded') as refunded,
      sum(p.profit) filter (where p.fee_state = 'estimated') as estimated,
      sum(p.profit) filter (where p.fee_state = 'settled') as settled
    from sales_order o left join order_profit p on p.company_id = ${sql.company} and p.order_id = o.id
    where o.company_id = ${sql.company} and ${onDay(sql`o.ordered_at`)}
    group by 1, 2, 3, 4, 5) sold ${rateOf(sql`sold.currency`, sql`days.day::date`)})`;

defineReport({
  name: 'order',
  title: ['订单统计', 'Order statistics'],
  source: (range) => sql`${orders(range, false)} d`,
  scope: (tx) => inShops(tx, sql`d.shop_id`),
  dimensions: {
    shop: by.byShop(sql`d.shop_id`),
    platform: by.byPlatform(sql`d.shop_id`),
    department: by.byDepartment(sql`d.shop_id`),
    operator: by.byOperator(sql`d.shop_id`),
    country: by.byCountry(sql`d.country`),
    status: by.byWord(sql`d.status`, ORDER_STATUS_WORDS),
    currency: by.byText(sql`d.currency`),
    day: by.byDay(sql`d.day`),
    week: by.byWeek(sql`d.day`),
    month: by.byMonth(sql`d.day`),
  },
  measures: {
    orders: sumOf(sql`d.orders`),
    orderUnits: sumOf(sql`d.units`),
    orderValue: sumOf(sql`d.value`),
    unpriced: sumOf(sql`d.unpriced`),
    averageOrder: {
      of: ['orderValue', 'orders', 'unpriced'],
      made: (value, all, none) => perUnit(value, sql`(${all} - ${none})`),
    },
    cancelledOrders: sumOf(sql`d.cancelled`),
    refundedOrders: sumOf(sql`d.refunded`),
    cancelRate: {
      of: ['cancelledOrders', 'orders', 'refundedOrders'],
      made: (cancelled, sold, refunded) => percentOf(cancelled, sql`(${sold} + ${cancelled} + ${refunded})`),
    },
    estimatedProfit: sumOf(sql`d.estimated`),
    settledProfit: sumOf(sql`d.settled`),
  },
  usual: {
    dimensions: ['shop'],
    measures: [
      'orders',
      'orderUnits',
      'orderValue',
      'cancelledOrders',
      'refundedOrders',
      'cancelRate',
      'unpriced',
      'estimatedProfit',
      'settledProfit',
    ],
    sort: 'orders',
    days: 30,
  },
  lines: {
    source: (range) => sql`${orders(range, true)} d`,
    ...{ key: sql`d.order_id`, day: sql`d.day`, document: { kind: sql`'sales_order'`, id: sql`d.order_id` } },
    dimensions: ['shop', 'country', 'status', 'currency'],
    measures: [
      ...(['orders', 'orderUnits', 'orderValue', 'cancelledOrders', 'refundedOrders', 'unpriced'] as const),
      ...(['estimatedProfit', 'settledProfit'] as const),
    ],
  },
});
