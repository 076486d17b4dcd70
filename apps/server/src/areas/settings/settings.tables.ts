import { date, text } from 'drizzle-orm/pg-core';
import { companyKeyedTable, keyOf, rate } from '../../core/database/table.ts';

/** Units of the company's base currency for one unit of `currency`, valid from that day on. */
export const exchangeRate = companyKeyedTable(
  'exchange_rate',
  {
    currency: text('currency').notNull(),
    onDay: date('on_day').notNull(),
    toBase: rate('to_base').notNull(),
    source: text('source').notNull(),
  },
  (t) => [keyOf(t.companyId, t.currency, t.onDay)],
);
