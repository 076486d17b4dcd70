import { sql } from '../../../core/database/sql.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { monthRows, movedLines } from '../../stock/public.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, type Summed, sumOf } from '../kit/report.ts';

/** Each month has its own; over several, the first month's opening or the last one's closing stands. */
const standing = (own: Summed, whole: Summed): Summed => ({ ...own, stands: { by: 'month', whole: whole.sum } });

/** Good stock by month: closed months as they were stored. */
defineReport({
  name: 'monthlyStock',
  title: ['月库存记录', 'Monthly inventory'],
  source: (range) => sql`${monthRows(range)} d`,
  shown: () => sql`sum(d.opening) <> 0 or sum(d.moved_in) > 0 or sum(d.moved_out) > 0 or round(sum(d.value), 2) <> 0`,
  scope: (tx) => inWarehouses(tx, sql`d.warehouse_id`),
  dimensions: {
    month: by.byMonth(sql`d.month`),
    warehouse: by.byWarehouse(sql`d.warehouse_id`),
    product: by.byProduct(sql`d.product_id`),
    category: by.byCategory(sql`d.product_id`),
  },
  measures: {
    opening: standing(sumOf(sql`d.opening`), sumOf(sql`d.first_opening`)),
    movedIn: sumOf(sql`d.moved_in`),
    movedOut: sumOf(sql`d.moved_out`),
    closing: standing(sumOf(sql`d.closing`), sumOf(sql`d.last_closing`)),
    closingValue: standing(
      { sum: sql`round(coalesce(sum(d.value), 0), 2)` },
      { sum: sql`round(coalesce(sum(d.last_value), 0), 2)` },
    ),
  },
  usual: { dimensions: ['month', 'warehouse', 'product'], sort: 'closing', days: 1 },
  lines: {
    source: (range) => sql`${movedLines(range)} d`,
    ...{ key: sql`d.line`, day: sql`d.on_day`, document: { kind: sql`d.doc_kind`, id: sql`d.doc_id` }, months: true },
    text: { value: sql`d.reason`, word: (reason, language) => say(language, `stock.reason.${reason}`) },
    dimensions: ['warehouse', 'product'],
    measures: ['movedIn', 'movedOut'],
  },
});
