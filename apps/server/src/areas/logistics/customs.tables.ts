import { sql } from 'drizzle-orm';
import { check, date, index, integer, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, belongsTo, companyTable, instant, rawText, reference } from '../../core/database/table.ts';
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

const percent = (name: string) => numeric(name, { precision: 7, scale: 3 }).notNull();

/** Duty, import VAT and fees of a destination by HS code. A trigger (`keep_duty_rates`) refuses two rows on one day. */
export const dutyRate = companyTable(
  'duty_rate',
  {
    country: text('country').notNull(),
    /** Of the HS code; empty: all goods. */
    hsPrefix: rawText('hs_prefix').notNull(),
    /** Empty: from anywhere. */
    origin: text('origin').notNull(),
    dutyPercent: percent('duty_percent'),
    vatPercent: percent('vat_percent'),
    /** Once for each HS heading of six digits in a parcel. */
    fee: amount('fee').notNull(),
    dutyFreeUpTo: amount('duty_free_up_to').notNull(),
    vatFreeUpTo: amount('vat_free_up_to').notNull(),
    currency: text('currency').notNull(),
    validFrom: date('valid_from').notNull(),
    /** The last day; null: open. */
    validTo: date('valid_to'),
    note: text('note').notNull().default(''),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('duty_rate_start').on(t.companyId, t.country, t.hsPrefix, t.origin, t.validFrom),
    index('duty_rate_newest').on(t.companyId, t.id.desc().nullsFirst()),
    check('duty_rate_days', sql`valid_to >= valid_from`),
    check('duty_rate_prefix', sql`hs_prefix ~ '^[0-9]{0,10}$'`),
    check('duty_rate_sense', sql`least(duty_percent, vat_percent, fee, duty_free_up_to, vat_free_up_to) >= 0`),
  ],
);
