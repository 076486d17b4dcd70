import type { MeasureName } from '@tradewind/contract/reports.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { inShops } from '../../../core/scope.ts';
import { entryWords, profitChangeRows, profitChanges } from '../../finance/public.ts';
import { defineReport, type Summed, sumOf } from '../kit/report.ts';
import { profitDimensions } from './profit.ts';

const CHANGES = {
  salesChange: sumOf(sql`d.sales_change`),
  commissionChange: sumOf(sql`d.commission_change`),
  fulfilmentChange: sumOf(sql`d.fulfilment_change`),
  feeChange: sumOf(sql`d.fee_change`),
  refundChange: sumOf(sql`d.refund_change`),
  advertisingChange: sumOf(sql`d.advertising_change`),
  freightChange: sumOf(sql`d.freight_change`),
  goodsChange: sumOf(sql`d.goods_change`),
  lateCostChange: sumOf(sql`d.late_cost_change`),
  exchangeChange: sumOf(sql`d.exchange_change`),
  claimChange: sumOf(sql`d.claim_change`),
  otherChange: sumOf(sql`d.other_change`),
} as const satisfies { readonly [M in MeasureName]?: Summed };
const names = Object.keys(CHANGES) as (keyof typeof CHANGES)[];
const sum = (...parts: readonly Sql[]): Sql => sql`(${sql.join([...parts], sql` + `)})`;

/** From what orders were estimated to earn when they shipped, by what came later, to what they earned. */
defineReport({
  name: 'profitBridge',
  title: ['预估到结算', 'Estimate to settled'],
  source: async (range, _daily, tx) => sql`${await profitChangeRows(tx, range)} d`,
  kept: ['order', 'product'],
  scope: (tx) => inShops(tx, sql`d.shop_id`),
  dimensions: profitDimensions,
  measures: {
    orders: { sum: sql`count(distinct d.order_id) filter (where d.order_id <> 0)` },
    firstProfit: sumOf(sql`d.first_profit`),
    ...CHANGES,
    profitChange: { of: names, made: sum },
    profitNow: { of: ['firstProfit', ...names], made: sum },
  },
  usual: { dimensions: ['month', 'shop', 'feeState'], sort: 'orders', days: 30 },
  lines: {
    source: async (range, tx) => sql`${await profitChanges(tx, range)} d`,
    ...{ key: sql`d.line_id`, day: sql`d.on_day`, document: { kind: sql`d.doc_kind`, id: sql`d.doc_id` } },
    text: { value: sql`d.text`, word: entryWords },
    dimensions: ['shop', 'product'],
    measures: ['firstProfit', ...names, 'profitChange', 'profitNow'],
  },
});
