import type { Instalment } from '@tradewind/contract/procurement/words.ts';
import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  bytes,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
  unitCost,
} from '../../core/database/table.ts';
import { product } from '../catalog/catalog.tables.ts';

/** Who we buy from. One of the two names is enough. */
export const supplier = companyTable(
  'supplier',
  {
    code: rawText('code').notNull(),
    nameZh: text('name_zh').notNull().default(''),
    nameEn: text('name_en').notNull().default(''),
    contact: text('contact').notNull().default(''),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    wechat: text('wechat').notNull().default(''),
    address: text('address').notNull().default(''),
    currency: text('currency').notNull(),
    /** Instalments of the price; together 100 %, or none. */
    terms: jsonb('terms').$type<Instalment[]>().notNull().default([]),
    leadDays: integer('lead_days'),
    /** Of one order: at least this much, and at least so many units. */
    minimumAmount: amount('minimum_amount'),
    minimumUnits: integer('minimum_units'),
    taxId: text('tax_id').notNull().default(''),
    /** The name of its shop on 1688. */
    shop1688: text('shop1688').notNull().default(''),
    remark: text('remark').notNull().default(''),
    /** active, blocked */
    state: text('state').notNull().default('active'),
    blockReason: text('block_reason').notNull().default(''),
    /** Bank details, sealed; see the vault. */
    bank: bytes('bank'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('supplier_code').on(t.companyId, t.code),
    index('supplier_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('supplier_currency').on(t.companyId, t.currency, t.id.desc().nullsFirst()),
    check('supplier_coded', sql`code <> '' and code = upper(code)`),
    check('supplier_named', sql`name_zh <> '' or name_en <> ''`),
    check('supplier_state_known', sql`state in ('active', 'blocked')`),
    check('supplier_block_has_reason', sql`(state = 'blocked') = (block_reason <> '')`),
    check('supplier_shop_1688', sql`shop1688 = '' or currency = 'CNY'`),
    check('supplier_sense', sql`lead_days between 0 and 365 and minimum_amount >= 0 and minimum_units > 0`),
  ],
);

/** Words a supplier is found by; see order_term for why a table of terms. */
export const supplierTerm = companyKeyedTable(
  'supplier_term',
  { term: rawText('term').notNull(), supplierId: reference('supplier_id').notNull() },
  (t) => [
    keyOf(t.companyId, t.term, t.supplierId),
    index('supplier_term_supplier').on(t.companyId, t.supplierId),
    belongsTo([t.companyId, t.supplierId], [supplier.companyId, supplier.id]).onDelete('cascade'),
  ],
);

/** What a supplier agreed on for a product from a day on. It holds until a later one. */
export const supplierPrice = companyTable(
  'supplier_price',
  {
    supplierId: reference('supplier_id').notNull(),
    productId: reference('product_id').notNull(),
    validFrom: date('valid_from').notNull(),
    supplierSku: rawText('supplier_sku').notNull().default(''),
    /** The offer and specification of 1688, and the units of ours in one unit of the offer. */
    offerId: rawText('offer_id').notNull().default(''),
    specId: rawText('spec_id').notNull().default(''),
    offerUnits: integer('offer_units').notNull().default(1),
    moq: integer('moq'),
    orderMultiple: integer('order_multiple'),
    leadDays: integer('lead_days'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('supplier_price_day').on(t.companyId, t.supplierId, t.productId, t.validFrom),
    index('supplier_price_product').on(t.companyId, t.productId),
    index('supplier_price_sku').on(t.companyId, t.supplierId, t.supplierSku).where(sql`supplier_sku <> ''`),
    belongsTo([t.companyId, t.supplierId], [supplier.companyId, supplier.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
    check('supplier_price_offer', sql`(offer_id <> '' or spec_id = '') and offer_units > 0`),
    check('supplier_price_sense', sql`moq > 0 and order_multiple > 0 and lead_days between 0 and 365`),
  ],
);

/** The unit price from a quantity on, in the supplier's currency. */
export const supplierPriceBreak = companyKeyedTable(
  'supplier_price_break',
  {
    priceId: reference('price_id').notNull(),
    fromQuantity: integer('from_quantity').notNull(),
    unitPrice: unitCost('unit_price').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.priceId, t.fromQuantity),
    belongsTo([t.companyId, t.priceId], [supplierPrice.companyId, supplierPrice.id]).onDelete('cascade'),
    check('supplier_price_break_sense', sql`from_quantity > 0 and unit_price >= 0`),
  ],
);
