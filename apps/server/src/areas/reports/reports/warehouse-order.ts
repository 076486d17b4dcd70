import { OUTBOUND_STATE_WORDS } from '@tradewind/contract/warehouse/words.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { inWarehouses } from '../../../core/scope.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, percentOf, type Range, sumOf } from '../kit/report.ts';
import { within } from '../kit/sources.ts';
import { feeWord, warehouseFees } from '../kit/warehouse-fees.ts';

/**
 * Outbounds by the day on which they were released to the warehouse. One that is late was not shipped in time, or is not
 * yet. Those of earlier versions find the time in their order.
 */
const outbounds = (
  range: Range,
): Sql => sql`select ${dayOf(sql`b.created_at`)} as day, b.warehouse_id, b.state, 1 as n, b.units,
    case when b.state = 'shipped' then extract(epoch from b.shipped_at - b.created_at) / 3600 end as hours,
    case when b.state <> 'cancelled' and coalesce(b.ship_by, o.ship_by) < coalesce(b.shipped_at, now()) then 1 else 0 end as late, 0::numeric as fee,
    b.id as outbound_id, b.id * 4 + 3 as line, '' as fee_type
  from outbound b left join lateral (select o.ship_by from sales_order o where b.ship_by is null
    and o.company_id = ${sql.company} and o.id = b.order_id limit 1) o on true
  where b.company_id = ${sql.company} and ${within(range, sql`b.created_at`)}`;

/** Fees by their own day, as in the profit and loss of warehouses. */
const fees = (
  range: Range,
): Sql => sql`select f.day, f.warehouse_id, coalesce(b.state, ''), 0, 0, null, 0, round(f.amount * f.to_base, 2),
    f.outbound_id, f.line, f.fee_type
  from ${warehouseFees(range)} f left join outbound b on b.company_id = ${sql.company} and b.id = f.outbound_id`;

defineReport({
  name: 'warehouseOrder',
  title: ['仓库订单报表', 'Warehouse orders'],
  source: (range) => sql`(${outbounds(range)} union all ${fees(range)}) d`,
  scope: (tx) => inWarehouses(tx, sql`d.warehouse_id`),
  dimensions: {
    warehouse: by.byWarehouse(sql`d.warehouse_id`),
    status: by.byWord(sql`d.state`, OUTBOUND_STATE_WORDS),
    day: by.byDay(sql`d.day`),
    week: by.byWeek(sql`d.day`),
    month: by.byMonth(sql`d.day`),
  },
  measures: {
    outbounds: sumOf(sql`d.n`),
    outboundUnits: sumOf(sql`d.units`),
    shippedOutbounds: { sum: sql`count(d.hours)` },
    hoursToShip: { sum: sql`round(avg(d.hours), 1)` },
    lateOutbounds: sumOf(sql`d.late`),
    lateRate: { of: ['lateOutbounds', 'outbounds'], made: percentOf },
    warehouseNet: sumOf(sql`d.fee`),
  },
  usual: { dimensions: ['warehouse', 'status'], sort: 'outbounds', days: 30 },
  lines: {
    source: (range) => sql`(${outbounds(range)} union all ${fees(range)}) d`,
    ...{ key: sql`d.line`, day: sql`d.day`, document: { kind: sql`'outbound'`, id: sql`d.outbound_id` } },
    text: { value: sql`d.fee_type`, word: feeWord },
    dimensions: ['warehouse', 'status'],
    measures: ['outbounds', 'outboundUnits', 'shippedOutbounds', 'lateOutbounds', 'warehouseNet'],
  },
});
