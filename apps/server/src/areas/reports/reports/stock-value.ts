import { STOCK_AGES } from '@tradewind/contract/stock.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { startOfDay } from '../../../core/database/statement.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { AGE_DAYS, layerLines, layerRows } from '../../stock/public.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, perUnit, type ReportDeclaration, sumOf } from '../kit/report.ts';

/** How many days ago the units were received, in days of the company. */
const ageOf = (day: string): Sql => {
  const older = AGE_DAYS.flatMap(([from], at) =>
    from === 0
      ? []
      : [
          sql`when l.received_at < ${startOfDay(sql`(${day}::date - ${sql.literal(from)})`)} then ${STOCK_AGES[at] ?? ''}`,
        ],
  );
  return sql`case ${sql.join(older.reverse(), sql` `)} else ${STOCK_AGES[0]} end`;
};

/** The cost layers as they stood: units, and what they cost. */
const layers: Omit<ReportDeclaration, 'name' | 'title' | 'usual'> = {
  asOf: true,
  source: (
    { to },
    aged,
  ) => sql`(select l.warehouse_id, l.product_id, l.units, l.value, ${aged ? ageOf(to) : sql`''`} as age
    from ${layerRows(to, aged)} l) d`,
  shown: () => sql`sum(d.units) <> 0 or round(sum(d.value), 2) <> 0`,
  scope: (tx) => inWarehouses(tx, sql`d.warehouse_id`),
  dimensions: {
    warehouse: by.byWarehouse(sql`d.warehouse_id`),
    product: by.byProduct(sql`d.product_id`),
    category: by.byCategory(sql`d.product_id`),
    age: {
      ...{ value: sql`d.age`, type: 'text', daily: true },
      labels: () => sql`select a as key, a as label from unnest(${[...STOCK_AGES]}::text[]) a`,
      word: (value, language) => (language === 'zh' ? `${value} 天` : `${value} days`),
    },
  },
  measures: {
    stockUnits: sumOf(sql`d.units`),
    stockValue: { sum: sql`round(coalesce(sum(d.value), 0), 2)` },
    stockCost: { of: ['stockValue', 'stockUnits'], made: perUnit },
  },
  lines: {
    source: ({ to }) => sql`(select l.*, ${ageOf(to)} as age from ${layerLines(to)} l) d`,
    ...{ key: sql`d.layer_id`, day: sql`d.on_day`, document: { kind: sql`d.doc_kind`, id: sql`d.doc_id` } },
    dimensions: ['warehouse', 'product', 'age'],
    measures: ['stockUnits', 'stockValue'],
    exact: { stockValue: sumOf(sql`d.value`) },
  },
};

defineReport({
  ...layers,
  name: 'stockValue',
  title: ['库存金额', 'Stock valuation'],
  usual: { dimensions: ['warehouse', 'product'], sort: 'stockUnits', days: 1 },
});

defineReport({
  ...layers,
  name: 'stockAge',
  title: ['库龄分析', 'Stock age'],
  usual: { dimensions: ['age', 'warehouse'], sort: 'stockUnits', days: 1 },
});
