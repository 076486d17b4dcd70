import { sql } from '../../../core/database/sql.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { purchaseRows } from '../../procurement/public.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, percentOf, sumOf } from '../kit/report.ts';

/** What suppliers made of the orders placed on these days. */
defineReport({
  name: 'purchase',
  title: ['采购绩效', 'Purchase performance'],
  source: (range) => sql`${purchaseRows(range)} d`,
  scope: (tx) => inWarehouses(tx, sql`d.warehouse_id`),
  dimensions: {
    supplier: by.bySupplier(sql`d.supplier_id`),
    product: by.byProduct(sql`d.product_id`),
    category: by.byCategory(sql`d.product_id`),
    warehouse: by.byWarehouse(sql`d.warehouse_id`),
    day: by.byDay(sql`d.on_day`),
    month: by.byMonth(sql`d.on_day`),
  },
  measures: {
    ordered: sumOf(sql`d.ordered`),
    received: sumOf(sql`d.received`),
    inTime: sumOf(sql`d.in_time`),
    inTimeRate: { sum: percentOf(sql`sum(d.in_time)`, sql`sum(d.dated)`) },
    short: sumOf(sql`d.short`),
    returnedUnits: sumOf(sql`d.returned`),
    returnRate: { of: ['returnedUnits', 'received'], made: percentOf },
    spent: sumOf(sql`d.spent`),
  },
  usual: { dimensions: ['supplier'], sort: 'ordered', days: 90 },
  lines: {
    source: (range) => sql`${purchaseRows(range)} d`,
    ...{ key: sql`d.line_id`, day: sql`d.on_day` },
    document: {
      ...{ kind: sql`'purchase_order'`, id: sql`d.order_id` },
      number: sql`(select o.number from purchase_order o where o.company_id = ${sql.company} and o.id = x.doc_id)`,
    },
    dimensions: ['supplier', 'product', 'warehouse'],
    measures: ['ordered', 'received', 'inTime', 'short', 'returnedUnits', 'spent'],
  },
});
