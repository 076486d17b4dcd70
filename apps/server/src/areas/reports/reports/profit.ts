import { sql } from '../../../core/database/sql.ts';
import { inShops } from '../../../core/scope.ts';
import { entryWords, productProfitRows, profitDayRows, profitLines, profitRows } from '../../finance/public.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, percentOf, REVENUE, type ReportDeclaration, sumOf } from '../kit/report.ts';

const ORDER = { kind: sql`'sales_order'`, id: sql`d.order_id` };
const FEE_STATES = { estimated: ['预估', 'Estimated'], settled: ['已结算', 'Settled'] } as const;

/** What both reports of profits group by. */
export const profitDimensions: ReportDeclaration['dimensions'] = {
  order: by.byOrder(sql`d.order_id`),
  product: { ...by.byProduct(sql`d.product_id`), daily: true },
  category: { ...by.byCategory(sql`d.product_id`), daily: true },
  shop: by.byShop(sql`d.shop_id`),
  platform: by.byPlatform(sql`d.shop_id`),
  department: by.byDepartment(sql`d.shop_id`),
  operator: by.byOperator(sql`d.shop_id`),
  country: by.byCountry(sql`d.country`),
  feeState: by.byWord(sql`d.fee_state`, FEE_STATES),
  day: { value: sql`d.on_day`, type: 'day' },
  week: { value: sql`date_trunc('week', d.on_day)::date`, type: 'day' },
  month: by.byMonth(sql`d.on_day`),
};

/** The fewest rows that know what is asked. */
const rowsFor: ReportDeclaration['source'] = async (range, byProduct, tx, by) => {
  if (byProduct) return productProfitRows(tx, range);
  return by.has('order') || by.has('country') ? profitRows(range) : profitDayRows(range);
};

/** What orders earned, by the day of their sale. */
defineReport({
  name: 'profit',
  title: ['利润矩阵', 'Profit matrix'],
  source: async (...needs) => sql`${await rowsFor(...needs)} d`,
  kept: true,
  scope: (tx) => inShops(tx, sql`d.shop_id`),
  dimensions: profitDimensions,
  measures: {
    // Rows have an order, or are sums of several.
    orders: { sum: sql`(count(distinct d.order_id) + coalesce(sum(d.orders), 0))` },
    ...REVENUE,
    platformFee: sumOf(sql`d.platform_fee`),
    goodsCost: sumOf(sql`d.goods_cost`),
    labelCost: sumOf(sql`d.label_cost`),
    profit: sumOf(sql`d.profit`),
    margin: { of: ['profit', 'revenue'], made: percentOf },
  },
  usual: {
    dimensions: ['shop', 'month'],
    measures: ['orders', 'revenue', 'platformFee', 'goodsCost', 'labelCost', 'profit', 'margin'],
    sort: 'revenue',
    days: 30,
  },
  lines: {
    source: async (range, tx) => sql`${await profitLines(tx, range)} d`,
    ...{ key: sql`d.line_id`, day: sql`d.on_day`, document: ORDER },
    text: { value: sql`d.text`, word: entryWords },
    dimensions: ['shop', 'product', 'country'],
    measures: ['goods', 'shipping', 'discount', 'refund', 'revenue', 'platformFee', 'goodsCost', 'labelCost', 'profit'],
  },
});
