import { boolean, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { companyKeyedTable, companyTable, keyOf, rate, reference } from '../../core/database/table.ts';

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

/** Choices that a company may extend. `zoot` is the list (the specification's zootId), e.g. product.unit. */
export const dropOption = companyTable(
  'drop_option',
  {
    zoot: text('zoot').notNull(),
    /** Set in lists of two levels. */
    parentId: reference('parent_id'),
    value: text('value').notNull(),
    labelZh: text('label_zh').notNull(),
    labelEn: text('label_en').notNull(),
    place: integer('place').notNull().default(0),
    enabled: boolean('enabled').notNull().default(true),
    builtIn: boolean('built_in').notNull().default(false),
  },
  (t) => [
    uniqueIndex('drop_option_value').on(t.companyId, t.zoot, t.value),
    index('drop_option_list').on(t.companyId, t.zoot, t.place),
  ],
);

/** Another ERP, connected by name and key (/ERPStoredocking). */
export const erpName = companyTable('erp_name', { name: text('name').notNull(), key: text('key').notNull() }, (t) => [
  uniqueIndex('erp_name_once').on(t.companyId, t.name),
]);

/** A saved filter of a list, private or shared with the company. */
export const listView = companyTable(
  'list_view',
  {
    listId: text('list_id').notNull(),
    userId: reference('user_id').notNull(),
    name: text('name').notNull(),
    query: jsonb('query').notNull().$type<Record<string, string>>(),
    shared: boolean('shared').notNull().default(false),
  },
  (t) => [uniqueIndex('list_view_name').on(t.companyId, t.listId, t.userId, t.name)],
);
