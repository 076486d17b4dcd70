import { type Sql, sql } from '../../../core/database/sql.ts';
import { inWarehouses } from '../../../core/scope.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, perUnit } from '../kit/report.ts';
import { OWN_FEES, warehouseFees } from '../kit/warehouse-fees.ts';

const base: Sql = sql`round(d.amount * d.to_base, 2)`;

/** What warehouses charge and give back. */
defineReport({
  name: 'warehouseProfit',
  title: ['仓库盈亏', 'Warehouse profit and loss'],
  source: (range) => sql`${warehouseFees(range)} d`,
  scope: (tx) => inWarehouses(tx, sql`d.warehouse_id`),
  dimensions: {
    warehouse: by.byWarehouse(sql`d.warehouse_id`),
    feeType: by.byWord(sql`d.fee_type`, OWN_FEES),
    day: by.byDay(sql`d.day`),
    week: by.byWeek(sql`d.day`),
    month: by.byMonth(sql`d.day`),
  },
  measures: {
    feeOrders: { sum: sql`count(distinct d.outbound_id)` },
    warehouseIncome: { sum: sql`coalesce(-sum(${base}) filter (where d.amount < 0), 0)` },
    warehouseCost: { sum: sql`coalesce(sum(${base}) filter (where d.amount > 0), 0)` },
    warehouseResult: { of: ['warehouseIncome', 'warehouseCost'], made: (income, cost) => sql`(${income} - ${cost})` },
    costPerOrder: {
      of: ['warehouseCost', 'warehouseIncome', 'feeOrders'],
      made: (cost, income, orders) => perUnit(sql`(${cost} - ${income})`, orders),
    },
    unpricedFees: { sum: sql`count(*) filter (where d.to_base is null)` },
  },
  usual: { dimensions: ['warehouse', 'feeType'], sort: 'feeOrders', days: 30 },
  lines: {
    source: (range) => sql`${warehouseFees(range)} d`,
    ...{ key: sql`d.line`, day: sql`d.day`, document: { kind: sql`'outbound'`, id: sql`d.outbound_id` } },
    text: { value: sql`d.text` },
    dimensions: ['warehouse', 'feeType'],
    measures: ['warehouseIncome', 'warehouseCost', 'warehouseResult', 'unpricedFees'],
  },
});
