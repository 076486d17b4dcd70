import { sql } from 'drizzle-orm';
import { check, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, companyTable, instant, rawText, reference } from '../../core/database/table.ts';
import { shop } from '../channels/channels.tables.ts';

/** Numbers that customs know the company by, or the marketplace that collects VAT for its shops. */
export const customsNumber = companyTable(
  'customs_number',
  {
    kind: text('kind').notNull(),
    /** Of arrival, for VAT numbers. */
    country: text('country').notNull().default(''),
    number: rawText('number').notNull(),
    shopId: reference('shop_id'),
    note: text('note').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('customs_number_once').on(t.companyId, t.kind, t.country, t.number, sql`coalesce(${t.shopId}, 0)`),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]).onDelete('cascade'),
    check('customs_number_kind', sql`kind in ('ioss', 'eori', 'vat')`),
    check('customs_number_country', sql`(kind = 'vat') = (country <> '')`),
  ],
);
