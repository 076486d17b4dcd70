import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { cashItems, inBooks } from '../../finance/public.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, type Range, type Summed, sumOf } from '../kit/report.ts';
import { withRates } from '../kit/sources.ts';

const LINES = {
  opening: ['期初现金', 'Opening cash'],
  payouts: ['平台打款', 'Platform payouts'],
  receipts: ['其他收款', 'Other receipts'],
  bills: ['供应商账单', 'Supplier bills'],
  planned: ['采购计划付款', 'Planned purchase payments'],
  freight: ['物流仓储账单', 'Carrier and warehouse bills'],
  recurring: ['周期费用', 'Recurring expenses'],
  expenses: ['已批未付费用', 'Approved expenses'],
} as const;
const WEEKS = 13;
const DAY = 86_400_000;

/** From today to the Sunday of the thirteenth week, of which this one is the first. */
function weeks(today: string): Range {
  const at = Date.parse(`${today}T00:00:00Z`);
  const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * DAY;
  return { from: today, to: new Date(monday + (WEEKS * 7 - 1) * DAY).toISOString().slice(0, 10) };
}

/**
 * Each item once with its week, and once more for each week whose opening or closing has it: then opening + net = closing,
 * and a closing is the opening of the next week, in any group.
 */
async function rows(tx: Tx, range: Range): Promise<Sql> {
  const items = sql`select i.*, ${range.from}::date as day from ${await cashItems(tx, range)} i`;
  const week = (day: Sql) => sql`date_trunc('week', ${day}::timestamp)::date`;
  const [first, last] = [week(sql`${range.from}::date`), week(sql`${range.to}::date`)];
  const about = sql`i.line, i.shop_id, i.warehouse_id, i.currency, i.document`;
  return sql`(with i as materialized (
      select ${about}, ${week(sql`i.due`)} as week, i.amount * i.to_base as base from ${withRates(items)} i
    ), w as (select d::date as week from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 week') d)
    select ${about}, case when i.line = 'opening' then ${first} else i.week end as week, case when i.week is not null then i.base end as flow,
      case when i.week is null and i.line <> 'opening' then i.base end as undated, null::numeric as opening, null::numeric as closing,
      null::numeric as first_opening, null::numeric as last_closing, case when i.base is null then 1 else 0 end as unpriced from i
    union all
    select ${about}, w.week, null, null, case when i.line = 'opening' or i.week < w.week then i.base else 0 end, i.base,
      case when i.line = 'opening' and w.week = ${first} then i.base end, case when w.week = ${last} then i.base end, 0
    from i join w on i.line = 'opening' or i.week <= w.week where i.base is not null) d`;
}

/** What a line brings in these rows. */
const flowOf = (line: keyof typeof LINES): Summed => ({
  sum: sql`coalesce(sum(d.flow) filter (where d.line = ${line}), 0)`,
});
/** Money stands at the ends of a week: it is of no line or document alone. */
const standing = (own: Sql, whole: Sql): Summed => ({
  sum: sql`sum(${own})`,
  not: ['cashLine', 'document'],
  stands: { by: 'week', whole: sql`coalesce(sum(${whole}), 0)` },
});

defineReport({
  name: 'cashForecast',
  title: ['13 周现金预测', '13-week cash forecast'],
  ahead: weeks,
  source: (range, _daily, tx) => rows(tx, range),
  shown: (daily) =>
    daily
      ? sql`bool_or(d.flow <> 0 or d.undated <> 0 or d.unpriced > 0)`
      : sql`bool_or(d.flow <> 0 or d.undated <> 0 or d.unpriced > 0 or d.closing <> 0)`,
  scope: (tx) =>
    sql`${inBooks(tx, sql`d.shop_id`)} and (d.warehouse_id = 0 or ${inWarehouses(tx, sql`d.warehouse_id`)})`,
  dimensions: {
    week: by.byWeekAhead(sql`d.week`),
    cashLine: { ...by.byWord(sql`d.line`, LINES), daily: true },
    document: { ...by.byText(sql`d.document`), daily: true },
    currency: by.byText(sql`d.currency`),
    shop: by.byShop(sql`d.shop_id`),
  },
  measures: {
    cashOpening: standing(sql`d.opening`, sql`d.first_opening`),
    cashPayouts: flowOf('payouts'),
    cashReceipts: flowOf('receipts'),
    cashBills: flowOf('bills'),
    cashPlanned: flowOf('planned'),
    cashFreight: flowOf('freight'),
    cashRecurring: flowOf('recurring'),
    cashExpenses: flowOf('expenses'),
    cashNet: sumOf(sql`d.flow`),
    cashClosing: standing(sql`d.closing`, sql`d.last_closing`),
    cashUndated: sumOf(sql`d.undated`),
    unpricedCash: sumOf(sql`d.unpriced`),
  },
  usual: { dimensions: ['week'], sort: 'cashClosing', days: WEEKS * 7 },
});
