import { sql } from 'drizzle-orm';
import { check, date, index, integer, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, companyKeyedTable, companyTable, instant, keyOf, reference } from '../../core/database/table.ts';
import { product } from '../catalog/catalog.tables.ts';

/**
 * Products whose stock moved since their totals were calculated. Append-only, so that no transaction waits for another.
 */
export const stockTouched = companyTable('stock_touched', { productId: reference('product_id').notNull() });

/**
 * Sort and filter keys of the stock page, a few seconds behind the ledger: a product in a warehouse, and in all of them
 * (warehouse_id 0). The figures shown come from stock_balance and bin_stock.
 */
export const stockTotal = companyKeyedTable(
  'stock_total',
  {
    warehouseId: reference('warehouse_id').notNull(),
    productId: reference('product_id').notNull(),
    onHand: integer('on_hand').notNull(),
    available: integer('available').notNull(),
    reserved: integer('reserved').notNull(),
    incoming: integer('incoming').notNull(),
    /** Of the open cost layers, base currency. */
    value: numeric('value', { precision: 18, scale: 2 }).notNull(),
    /** When the oldest remaining units arrived. Null where no layer is open. */
    oldestAt: instant('oldest_at'),
  },
  (t) => [
    keyOf(t.companyId, t.warehouseId, t.productId),
    index('stock_total_available').on(t.companyId, t.available, t.productId).where(sql`warehouse_id = 0`),
    index('stock_total_on_hand').on(t.companyId, t.onHand, t.productId).where(sql`warehouse_id = 0`),
    index('stock_total_value').on(t.companyId, t.value, t.productId).where(sql`warehouse_id = 0`),
    index('stock_total_age').on(t.companyId, t.oldestAt, t.productId).where(sql`warehouse_id = 0`),
    index('stock_total_warehouse_value')
      .on(t.companyId, t.value, t.productId, t.warehouseId)
      .where(sql`warehouse_id <> 0`),
    index('stock_total_warehouse_age')
      .on(t.companyId, t.oldestAt, t.productId, t.warehouseId)
      .where(sql`warehouse_id <> 0`),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
  ],
);

/** Limits of a product in a warehouse: safety stock, and max age in days. */
export const stockLimit = companyKeyedTable(
  'stock_limit',
  {
    warehouseId: reference('warehouse_id').notNull(),
    productId: reference('product_id').notNull(),
    safety: integer('safety'),
    maxAgeDays: integer('max_age_days'),
    updatedAt: instant('updated_at').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.productId, t.warehouseId),
    check(
      'stock_limit_says',
      sql`(safety is not null or max_age_days is not null) and safety >= 0 and max_age_days > 0`,
    ),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]).onDelete('cascade'),
  ],
);

/** Current warnings: recalculated for each product that moves, and for all of them daily. */
export const stockWarning = companyTable(
  'stock_warning',
  {
    /** See defineStockWarning. */
    kind: text('kind').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    productId: reference('product_id').notNull(),
    /** 0: no batch. */
    locationId: reference('location_id').notNull().default(0),
    batchId: reference('batch_id').notNull().default(0),
    /** Units concerned. */
    quantity: integer('quantity').notNull(),
    /** The limit of the kind: safety stock, or an age in days. */
    mark: integer('mark'),
    /** Expiry date of the units. */
    day: date('day'),
    since: instant('since').notNull(),
  },
  (t) => [
    uniqueIndex('stock_warning_once').on(t.companyId, t.kind, t.productId, t.warehouseId, t.locationId, t.batchId),
    index('stock_warning_kind').on(t.companyId, t.kind, t.id.desc().nullsFirst()),
    index('stock_warning_product').on(t.companyId, t.productId),
  ],
);

/** Stock of a product in a warehouse at the end of a month. See month.ts. */
export const stockMonth = companyKeyedTable(
  'stock_month',
  {
    /** The month's first day. */
    month: date('month').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    productId: reference('product_id').notNull(),
    opening: integer('opening').notNull(),
    movedIn: integer('moved_in').notNull(),
    movedOut: integer('moved_out').notNull(),
    closing: integer('closing').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.month, t.warehouseId, t.productId),
    check('stock_month_adds_up', sql`opening + moved_in - moved_out = closing`),
  ],
);
