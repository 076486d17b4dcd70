import { MOVEMENT_REASONS } from '@tradewind/contract/stock.ts';
import { sql } from '../../../core/database/sql.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { movedLines, movedRows } from '../../stock/public.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, sumOf } from '../kit/report.ts';

/** What only movements have: stock before and after belongs to none of its values. */
const OF_MOVEMENTS = ['reason', 'day', 'week', 'month'] as const;

/** Good units that came into warehouses and left them. */
defineReport({
  name: 'movement',
  title: ['出入库统计', 'Inbound and outbound'],
  source: (range, each) => sql`${movedRows(range, each)} d`,
  shown: (daily) =>
    daily ? sql`bool_or(d.moved)` : sql`sum(d.opening) <> 0 or sum(d.moved_in) > 0 or sum(d.moved_out) > 0`,
  scope: (tx) => inWarehouses(tx, sql`d.warehouse_id`),
  dimensions: {
    warehouse: by.byWarehouse(sql`d.warehouse_id`),
    product: by.byProduct(sql`d.product_id`),
    category: by.byCategory(sql`d.product_id`),
    reason: {
      ...{ value: sql`d.reason`, type: 'text', daily: true },
      labels: () => sql`select r as key, r as label from unnest(${[...MOVEMENT_REASONS]}::text[]) r`,
      word: (value, language) => say(language, `stock.reason.${value}`),
    },
    day: by.byDay(sql`d.on_day`),
    week: by.byWeek(sql`d.on_day`),
    month: { ...by.byMonth(sql`d.on_day`), daily: true },
  },
  measures: {
    opening: { ...sumOf(sql`d.opening`), not: OF_MOVEMENTS },
    movedIn: sumOf(sql`d.moved_in`),
    movedOut: sumOf(sql`d.moved_out`),
    closing: { ...sumOf(sql`d.closing`), not: OF_MOVEMENTS },
  },
  usual: { dimensions: ['warehouse', 'product'], sort: 'movedOut', days: 30 },
  lines: {
    source: (range) => sql`${movedLines(range)} d`,
    ...{ key: sql`d.line`, day: sql`d.on_day`, document: { kind: sql`d.doc_kind`, id: sql`d.doc_id` } },
    dimensions: ['warehouse', 'product', 'reason'],
    measures: ['movedIn', 'movedOut'],
  },
});
