import type { MeasureName } from '@tradewind/contract/reports.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { inShops } from '../../../core/scope.ts';
import { entryWords, profitChanges } from '../../finance/public.ts';
import { defineReport, type Summed, sumOf } from '../kit/report.ts';
import { profitDimensions } from './profit.ts';

const of = (cause: string): Summed => ({ sum: sql`coalesce(sum(d.amount) filter (where d.cause = ${cause}), 0)` });
const CHANGES = {
  salesChange: of('sales'),
  commissionChange: of('commission'),
  fulfilmentChange: of('fulfilment'),
  feeChange: of('fee'),
  refundChange: of('refund'),
  advertisingChange: of('advertising'),
  freightChange: of('freight'),
  goodsChange: of('goods'),
  lateCostChange: of('lateCost'),
  exchangeChange: of('exchange'),
  claimChange: of('claim'),
  otherChange: of('other'),
} as const satisfies { readonly [M in MeasureName]?: Summed };
const names = Object.keys(CHANGES) as (keyof typeof CHANGES)[];
const sum = (...parts: readonly Sql[]): Sql => sql`(${sql.join([...parts], sql` + `)})`;

/** From what orders were estimated to earn when they shipped, by what came later, to what they earned. */
defineReport({
  name: 'profitBridge',
  title: ['预估到结算', 'Estimate to settled'],
  source: (range) => sql`${profitChanges(range)} d`,
  scope: (tx) => inShops(tx, sql`d.shop_id`),
  dimensions: profitDimensions,
  measures: {
    orders: { sum: sql`count(distinct d.order_id) filter (where d.order_id <> 0)` },
    firstProfit: of('first'),
    ...CHANGES,
    profitChange: { of: names, made: sum },
    profitNow: sumOf(sql`d.amount`),
  },
  usual: { dimensions: ['month', 'shop', 'feeState'], sort: 'orders', days: 30 },
  lines: {
    source: (range) => sql`${profitChanges(range)} d`,
    ...{ key: sql`d.line_id`, day: sql`d.on_day`, document: { kind: sql`d.doc_kind`, id: sql`d.doc_id` } },
    text: { value: sql`d.text`, word: entryWords },
    dimensions: ['shop', 'product'],
    measures: ['firstProfit', ...names, 'profitChange', 'profitNow'],
  },
});
