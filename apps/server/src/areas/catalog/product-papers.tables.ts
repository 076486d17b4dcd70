import { sql } from 'drizzle-orm';
import { check, date, index, integer, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  keyOf,
  rawText,
  reference,
} from '../../core/database/table.ts';
import { category, product } from './catalog.tables.ts';

const COUNTRY = sql`country ~ '^([A-Z]{2}|[*])$'`;

/** How goods are declared in a country, or in all others (`*`). Of a product, or of all products in a category. */
export const customsData = companyTable(
  'customs_data',
  {
    productId: reference('product_id'),
    categoryId: reference('category_id'),
    country: text('country').notNull(),
    hsExport: text('hs_export').notNull().default(''),
    hsImport: text('hs_import').notNull().default(''),
    nameZh: text('name_zh').notNull().default(''),
    nameEn: text('name_en').notNull().default(''),
    material: text('material').notNull().default(''),
    purpose: text('purpose').notNull().default(''),
    origin: text('origin').notNull().default(''),
    /** Declared for a unit. */
    value: amount('value'),
    /** The most that is declared for a unit. */
    cap: amount('cap'),
    /** Of value and cap. */
    currency: text('currency').notNull().default('USD'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('customs_data_product').on(t.companyId, t.productId, t.country).where(sql`product_id is not null`),
    uniqueIndex('customs_data_category').on(t.companyId, t.categoryId, t.country).where(sql`category_id is not null`),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.categoryId], [category.companyId, category.id]).onDelete('cascade'),
    check('customs_data_owner', sql`num_nonnulls(product_id, category_id) = 1`),
    check('customs_data_country', COUNTRY),
    check('customs_data_value', sql`value > 0 and cap > 0`),
  ],
);

/** A package of a product above the single unit. Levels may be missing: `quantity` counts the next one below. */
export const productPackaging = companyKeyedTable(
  'product_packaging',
  {
    productId: reference('product_id').notNull(),
    /** inner, carton, pallet */
    level: text('level').notNull(),
    quantity: integer('quantity').notNull(),
    lengthMm: integer('length_mm'),
    widthMm: integer('width_mm'),
    heightMm: integer('height_mm'),
    weightGrams: integer('weight_grams'),
    /** 14 digits; empty: none. */
    gtin: rawText('gtin').notNull().default(''),
  },
  (t) => [
    keyOf(t.companyId, t.productId, t.level),
    uniqueIndex('product_packaging_gtin').on(t.companyId, t.gtin).where(sql`gtin <> ''`),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]).onDelete('cascade'),
    check('product_packaging_level', sql`level in ('inner', 'carton', 'pallet')`),
    check(
      'product_packaging_sense',
      sql`quantity > 0 and length_mm > 0 and width_mm > 0 and height_mm > 0 and weight_grams > 0`,
    ),
  ],
);

/** A paper that proves that a product may be sold or carried; its files are attachments. */
export const compliancePaper = companyTable(
  'compliance_paper',
  {
    productId: reference('product_id').notNull(),
    kind: text('kind').notNull(),
    country: text('country').notNull().default('*'),
    number: text('number').notNull().default(''),
    validFrom: date('valid_from'),
    /** The last day on which it holds; null: it does not expire. */
    expiresOn: date('expires_on'),
    /** Of a UN38.3 report: the battery in a unit, as dangerous goods. */
    battery: text('battery'),
    /** Of one battery: watt-hours, or grams of lithium. */
    batteryContent: numeric('battery_content', { precision: 10, scale: 2 }),
    batteryCount: integer('battery_count'),
    remark: text('remark').notNull().default(''),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('compliance_paper_product').on(t.companyId, t.productId, t.kind),
    index('compliance_paper_expiry').on(t.companyId, t.expiresOn).where(sql`expires_on is not null`),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]).onDelete('cascade'),
    check('compliance_paper_kind', sql`kind in ('un383', 'msds', 'ce', 'fcc', 'ukca', 'epr', 'euRp', 'other')`),
    check('compliance_paper_country', COUNTRY),
    check('compliance_paper_days', sql`expires_on >= valid_from`),
    check(
      'compliance_paper_battery',
      sql`num_nonnulls(battery, battery_content, battery_count) = 0 or (kind = 'un383'
        and num_nonnulls(battery, battery_content, battery_count) = 3 and battery_content > 0 and battery_count > 0
        and battery in ('ionInside', 'ionPacked', 'ionAlone', 'metalInside', 'metalPacked', 'metalAlone'))`,
    ),
  ],
);
