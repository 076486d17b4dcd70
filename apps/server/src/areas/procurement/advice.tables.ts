import type { Policy, Terms } from '@tradewind/contract/procurement/advice.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, date, doublePrecision, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
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
} from '../../core/database/table.ts';
import { category, product } from '../catalog/catalog.tables.ts';
import { warehouse } from '../warehouse/warehouse.tables.ts';

/**
 * What a document adds to the demand, once for each document and product: an outbound order the units that it shipped,
 * the inspection of a return the units that it restocked, as negative units of the day on which they had shipped.
 * `history`: what was sold before the program knew of it; its document is the day.
 */
export const demandEntry = companyKeyedTable(
  'demand_entry',
  {
    docKind: rawText('doc_kind').notNull(),
    docId: reference('doc_id').notNull(),
    productId: reference('product_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    day: date('day').notNull(),
    units: integer('units').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.docKind, t.docId, t.productId, t.warehouseId),
    index('demand_entry_day').on(t.companyId, t.productId, t.warehouseId, t.day),
    check('demand_entry_kind', sql`doc_kind in ('outbound', 'return', 'history')`),
    check('demand_entry_units', sql`case doc_kind when 'return' then units < 0 else units > 0 end`),
  ],
);

/**
 * The demand of each day, a month a row: a forecast of all products reads a thirtieth of the rows that one a day would
 * be. The sum of the entries.
 */
export const demandMonth = companyKeyedTable(
  'demand_month',
  {
    productId: reference('product_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    /** Its first day. */
    month: date('month').notNull(),
    /** Units of its days, packed as demand/months.ts says; a shorter month ends with zeros. */
    units: bytes('units').notNull(),
    /** The sum of the days. */
    total: integer('total').notNull().default(0),
    /** Days that began without available stock: bit 0 is the first day. */
    empty: integer('empty').notNull().default(0),
  },
  (t) => [
    keyOf(t.companyId, t.productId, t.warehouseId, t.month),
    check('demand_month_days', sql`length(units) = 124 and month = date_trunc('month', month)`),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]).onDelete('cascade'),
  ],
);

/** Days on which a product, a category or everything sells more than usual: past ones leave the base of the forecast. */
export const demandPromotion = companyTable(
  'demand_promotion',
  {
    name: text('name').notNull(),
    fromDay: date('from_day').notNull(),
    toDay: date('to_day').notNull(),
    /** Both null: all products. */
    productId: reference('product_id'),
    categoryId: reference('category_id'),
    /** Sold more than on a usual day, in percent. */
    uplift: integer('uplift').notNull(),
  },
  (t) => [
    index('demand_promotion_day').on(t.companyId, t.toDay),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.categoryId], [category.companyId, category.id]).onDelete('cascade'),
    check('demand_promotion_sense', sql`to_day >= from_day and uplift between 0 and 5000`),
    check('demand_promotion_of', sql`product_id is null or category_id is null`),
  ],
);

/** Settings of the advice that a product or a category has of its own. Null: as the category above, or the company. */
export const adviceOverride = companyTable(
  'advice_override',
  {
    productId: reference('product_id'),
    categoryId: reference('category_id'),
    goal: doublePrecision('goal'),
    review: text('review'),
    reviewDays: integer('review_days'),
    leadDays: integer('lead_days'),
    weights: doublePrecision('weights').array(),
    version: integer('version').notNull().default(1),
    updatedAt: instant('updated_at').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [
    uniqueIndex('advice_override_product').on(t.companyId, t.productId).where(sql`product_id is not null`),
    uniqueIndex('advice_override_category').on(t.companyId, t.categoryId).where(sql`category_id is not null`),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.categoryId], [category.companyId, category.id]).onDelete('cascade'),
    check('advice_override_of', sql`(product_id is null) <> (category_id is null)`),
    check(
      'advice_override_sense',
      sql`goal between 0.5 and 0.999 and review in ('daily', 'fixed')
      and review_days between 1 and 180 and lead_days between 0 and 365 and cardinality(weights) = 6`,
    ),
  ],
);

/** How goods travel to a warehouse, with the freight in the company's currency. */
export const adviceTransport = companyTable(
  'advice_transport',
  {
    warehouseId: reference('warehouse_id').notNull(),
    /** sea, air, rail, truck, express */
    mode: text('mode').notNull(),
    days: integer('days').notNull(),
    perKg: amount('per_kg'),
    perCbm: amount('per_cbm'),
  },
  (t) => [
    uniqueIndex('advice_transport_way').on(t.companyId, t.warehouseId, t.mode),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]).onDelete('cascade'),
    check('advice_transport_mode', sql`mode in ('sea', 'air', 'rail', 'truck', 'express')`),
    check('advice_transport_sense', sql`days between 0 and 180 and per_kg >= 0 and per_cbm >= 0`),
  ],
);

/** A calculation of all advice, with the settings that it used. */
export const adviceRun = companyTable(
  'advice_run',
  {
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
    userId: reference('user_id').notNull(),
    /** The company's day: the forecast knows the days before it. */
    day: date('day').notNull(),
    /** waiting, running, done, failed */
    state: text('state').notNull().default('waiting'),
    policy: jsonb('policy').$type<Policy>().notNull(),
    /** Factors of the twelve months by category, once the run has begun. */
    seasons: jsonb('seasons').$type<Record<string, number[]>>(),
    products: integer('products').notNull().default(0),
    handled: integer('handled').notNull().default(0),
    /** The last product handled: a run that stopped continues after it. */
    cursor: reference('cursor').notNull().default(0),
    /** Lines with a quantity, and lines that run out before an order could arrive. */
    advised: integer('advised').notNull().default(0),
    urgent: integer('urgent').notNull().default(0),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    index('advice_run_done').on(t.companyId, t.id.desc().nullsFirst()).where(sql`state = 'done'`),
    check('advice_run_state', sql`state in ('waiting', 'running', 'done', 'failed')`),
  ],
);

/** The advice of a run for a product in a warehouse. Lines of older runs stay if they advised or decided something. */
export const adviceLine = companyTable(
  'advice_line',
  {
    runId: reference('run_id').notNull(),
    productId: reference('product_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    supplierId: reference('supplier_id'),
    /** order, ship, later, none, leadTooLong */
    reason: text('reason').notNull(),
    /** It runs out before an order placed today could arrive. */
    urgent: boolean('urgent').notNull(),
    available: integer('available').notNull(),
    incoming: integer('incoming').notNull(),
    perDay: doublePrecision('per_day').notNull(),
    cover: integer('cover'),
    runOutOn: date('run_out_on'),
    orderOn: date('order_on'),
    quantity: integer('quantity').notNull(),
    terms: jsonb('terms').$type<Terms>().notNull(),
    /** What a person orders of it. Null: nobody has decided. */
    decided: integer('decided'),
    decidedAt: instant('decided_at'),
    decidedBy: text('decided_by').notNull().default(''),
  },
  (t) => [
    uniqueIndex('advice_line_product').on(t.companyId, t.runId, t.productId, t.warehouseId),
    index('advice_line_run_out').on(t.companyId, t.runId, t.runOutOn, t.id),
    index('advice_line_by_reason').on(t.companyId, t.runId, t.reason, t.runOutOn, t.id),
    index('advice_line_urgent').on(t.companyId, t.runId, t.runOutOn, t.id).where(sql`urgent`),
    index('advice_line_decided_at').on(t.companyId, t.runId, t.runOutOn, t.id).where(sql`decided is not null`),
    belongsTo([t.companyId, t.runId], [adviceRun.companyId, adviceRun.id]).onDelete('cascade'),
    check('advice_line_reason', sql`reason in ('order', 'ship', 'later', 'none', 'leadTooLong')`),
    check('advice_line_quantity', sql`quantity >= 0 and decided >= 0 and (reason = 'order') = (quantity > 0)`),
    check('advice_line_decided', sql`(decided is null) = (decided_at is null)`),
  ],
);
