import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, text } from 'drizzle-orm/pg-core';
import { amount, belongsTo, companyKeyedTable, instant, keyOf, reference } from '../../core/database/table.ts';
import { platformListing, shop } from '../channels/channels.tables.ts';

/** How much available stock a shop shows. */
export const stockRule = companyKeyedTable(
  'stock_rule',
  {
    shopId: reference('shop_id').notNull(),
    /** Updates platform quantities only while on. */
    enabled: boolean('enabled').notNull().default(false),
    /** all; percent: `share` percent; fixed: up to `share` units */
    mode: text('mode').notNull().default('all'),
    share: integer('share').notNull().default(100),
    /** Units never shown. */
    buffer: integer('buffer').notNull().default(0),
    /** Raises the buffer when sales are fast and the platform is slow. */
    autoBuffer: boolean('auto_buffer').notNull().default(true),
    /** The most units shown. */
    most: integer('most'),
    /** Counts only these warehouses; null: all. */
    warehouseIds: bigint('warehouse_ids', { mode: 'number' }).array(),
    /** Measured: the longest time the platform showed the old quantity after an update. */
    lagSeconds: integer('lag_seconds').notNull().default(0),
    lagAt: instant('lag_at'),
    version: integer('version').notNull().default(1),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    keyOf(t.companyId, t.shopId),
    check('stock_rule_mode', sql`mode in ('all', 'percent', 'fixed')`),
    check('stock_rule_share', sql`share >= 0 and (mode <> 'percent' or share <= 100)`),
    check('stock_rule_buffer', sql`buffer >= 0 and most >= 0 and lag_seconds >= 0`),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]).onDelete('cascade'),
  ],
);

/** An update for a listing's platform: the target, and the last value sent. */
const answered = () => ({
  listingId: reference('listing_id').notNull(),
  shopId: reference('shop_id').notNull(),
  /** due; pending: the platform is processing it (`ticket`); done; refused: the reason is in `detail` */
  state: text('state').notNull().default('due'),
  /** Since when the platform's value differs from the target. */
  dueAt: instant('due_at').notNull(),
  toldAt: instant('told_at'),
  ticket: text('ticket'),
  detail: text('detail'),
});

export const listingStock = companyKeyedTable(
  'listing_stock',
  {
    ...answered(),
    wanted: integer('wanted').notNull(),
    told: integer('told'),
    /** When the platform first showed the sent quantity, and last showed another. */
    seenAt: instant('seen_at'),
    behindAt: instant('behind_at'),
  },
  (t) => [
    keyOf(t.companyId, t.listingId),
    index('listing_stock_open').on(t.companyId, t.shopId, t.state, t.listingId).where(sql`state <> 'done'`),
    check('listing_stock_state', sql`state in ('due', 'pending', 'done', 'refused')`),
    check('listing_stock_never_negative', sql`wanted >= 0`),
    belongsTo([t.companyId, t.listingId], [platformListing.companyId, platformListing.id]).onDelete('cascade'),
  ],
);

export const listingPrice = companyKeyedTable(
  'listing_price',
  { ...answered(), wanted: amount('wanted').notNull(), told: amount('told'), currency: text('currency').notNull() },
  (t) => [
    keyOf(t.companyId, t.listingId),
    index('listing_price_open').on(t.companyId, t.shopId, t.state, t.listingId).where(sql`state <> 'done'`),
    check('listing_price_state', sql`state in ('due', 'pending', 'done', 'refused')`),
    check('listing_price_positive', sql`wanted > 0`),
    belongsTo([t.companyId, t.listingId], [platformListing.companyId, platformListing.id]).onDelete('cascade'),
  ],
);

/** How far the stock ledger and orders have been checked for changed targets. */
export const listingPlace = companyKeyedTable(
  'listing_place',
  {
    movementId: reference('movement_id').notNull().default(0),
    orderId: reference('order_id').notNull().default(0),
    calculatedAt: instant('calculated_at').notNull(),
    /** Time of the last full calculation. */
    wholeAt: instant('whole_at').notNull(),
  },
  (t) => [keyOf(t.companyId)],
);
