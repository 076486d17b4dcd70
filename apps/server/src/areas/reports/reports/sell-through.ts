import { type Sql, sql } from '../../../core/database/sql.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { soldLines, turnoverRows } from '../../stock/public.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, percentOf, perUnit, sumOf } from '../kit/report.ts';

/** What lay there on average. */
const averageOf = (seconds: Sql, places: number) => ({
  sum: sql`round(coalesce(sum(${seconds}) / nullif(max(d.span), 0), 0), ${sql.literal(places)})`,
});

/** How fast stock sells: shipped units against what lay there on average. */
defineReport({
  name: 'sellThrough',
  title: ['动销与周转', 'Sell-through and turnover'],
  source: (range) => sql`${turnoverRows(range)} d`,
  shown: () =>
    sql`sum(d.shipped) <> 0 or round(sum(d.unit_seconds) / nullif(max(d.span), 0), 1) <> 0 or sum(d.closing) <> 0`,
  scope: (tx) => inWarehouses(tx, sql`d.warehouse_id`),
  dimensions: {
    product: by.byProduct(sql`d.product_id`),
    warehouse: by.byWarehouse(sql`d.warehouse_id`),
    category: by.byCategory(sql`d.product_id`),
  },
  measures: {
    shipped: sumOf(sql`d.shipped`),
    closing: sumOf(sql`d.closing`),
    averageStock: averageOf(sql`d.unit_seconds`, 1),
    sellThrough: { of: ['shipped', 'averageStock'], made: percentOf },
    cover: {
      of: ['closing', 'shipped'],
      made: (closing, shipped) => sql`round(${closing}::numeric * max(d.days) / nullif(${shipped}, 0), 1)`,
    },
    soldCost: { sum: sql`round(coalesce(sum(d.sold), 0), 2)` },
    averageValue: averageOf(sql`d.value_seconds`, 2),
    turnover: { of: ['soldCost', 'averageValue'], made: perUnit },
  },
  usual: { dimensions: ['product'], sort: 'shipped', days: 90 },
  lines: {
    source: (range) => sql`${soldLines(range)} d`,
    ...{ key: sql`d.line`, day: sql`d.on_day`, document: { kind: sql`d.doc_kind`, id: sql`d.doc_id` } },
    dimensions: ['warehouse', 'product'],
    measures: ['shipped', 'soldCost'],
    exact: { soldCost: sumOf(sql`d.sold`) },
  },
});
