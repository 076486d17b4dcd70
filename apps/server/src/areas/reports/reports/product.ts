import { sql } from '../../../core/database/sql.ts';
import { inShops } from '../../../core/scope.ts';
import { entryWords, shopRows, skuLines, skuRows } from '../../finance/public.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, percentOf, perUnit, REVENUE, sumOf } from '../kit/report.ts';

const OF_PRODUCTS = ['product', 'category', 'family'] as const;

/** Income and cost by product: the ledger, divided by the products of each order. */
defineReport({
  name: 'product',
  title: ['产品统计', 'Product statistics'],
  source: (range, daily, _tx, by) =>
    sql`${OF_PRODUCTS.some((one) => by.has(one)) ? skuRows(range, daily) : shopRows(range)} d`,
  kept: true,
  scope: (tx) => inShops(tx, sql`d.shop_id`),
  dimensions: {
    product: by.byProduct(sql`d.product_id`),
    shop: by.byShop(sql`d.shop_id`),
    platform: by.byPlatform(sql`d.shop_id`),
    category: by.byCategory(sql`d.product_id`),
    family: by.byFamily(sql`d.product_id`),
    department: by.byDepartment(sql`d.shop_id`),
    operator: by.byOperator(sql`d.shop_id`),
    country: by.byCountry(sql`d.country`),
    day: by.byDay(sql`d.on_day`),
    week: by.byWeek(sql`d.on_day`),
    month: by.byMonth(sql`d.on_day`),
  },
  measures: {
    units: sumOf(sql`d.units`),
    refundedUnits: sumOf(sql`d.refunded_units`),
    ...REVENUE,
    platformFee: sumOf(sql`d.platform_fee`),
    advertising: sumOf(sql`d.advertising`),
    goodsCost: sumOf(sql`d.goods_cost`),
    labelCost: sumOf(sql`d.label_cost`),
    otherCost: sumOf(sql`d.other_cost`),
    profit: {
      of: ['revenue', 'platformFee', 'advertising', 'goodsCost', 'labelCost', 'otherCost'],
      made: (income, ...costs) => sql`(${income} - ${sql.join(costs, sql` - `)})`,
    },
    margin: { of: ['profit', 'revenue'], made: percentOf },
    price: { of: ['goods', 'units'], made: perUnit },
    refundRate: { of: ['refund', 'goods'], made: percentOf },
  },
  usual: {
    dimensions: ['product'],
    measures: ['units', 'goods', 'refund', 'platformFee', 'goodsCost', 'labelCost', 'profit', 'margin'],
    sort: 'goods',
    days: 30,
  },
  lines: {
    source: (range) => sql`${skuLines(range)} d`,
    ...{ key: sql`d.line_id`, day: sql`d.on_day`, document: { kind: sql`d.doc_kind`, id: sql`d.doc_id` } },
    text: { value: sql`d.text`, word: entryWords },
    dimensions: ['shop', 'product', 'country'],
    measures: [
      ...(['units', 'refundedUnits', 'goods', 'shipping', 'discount', 'refund', 'revenue', 'platformFee'] as const),
      ...(['advertising', 'goodsCost', 'labelCost', 'otherCost', 'profit'] as const),
    ],
  },
});
