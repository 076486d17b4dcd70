import { sql } from '../../../core/database/sql.ts';
import { inBooks, TAX_SUMS, taxRows } from '../../finance/public.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport } from '../kit/report.ts';

/** Taxes by who collects or pays them, and what they are on. */
defineReport({
  name: 'tax',
  title: ['税务', 'Tax'],
  source: (range) => sql`${taxRows(range)} x`,
  scope: (tx) => inBooks(tx, sql`x.shop_id`),
  dimensions: {
    country: by.byCountry(sql`x.country`),
    shop: by.byShop(sql`x.shop_id`),
    platform: by.byPlatform(sql`x.shop_id`),
    currency: by.byText(sql`x.currency`),
    day: by.byDay(sql`x.on_day`),
    month: by.byMonth(sql`x.on_day`),
  },
  measures: {
    taxedSales: { sum: TAX_SUMS.sales },
    taxCollected: { sum: TAX_SUMS.collected },
    taxByPlatform: { sum: TAX_SUMS.byPlatform },
    inputTax: { sum: TAX_SUMS.input },
    importTax: { sum: TAX_SUMS.import },
  },
  usual: { dimensions: ['country'], sort: 'taxedSales', days: 30 },
});
