import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, text } from 'drizzle-orm/pg-core';
import { amount, belongsTo, companyKeyedTable, instant, keyOf, reference } from '../../core/database/table.ts';
import { platformListing, shop } from '../channels/channels.tables.ts';

/** How much of what is available a shop shows to its buyers. */
export const stockRule = companyKeyedTable(
  'stock_rule',
  {
    shopId: reference('shop_id').notNull(),
    /** Quantities are told to the platform only while it is on. */
    enabled: boolean('enabled').notNull().default(false),
    /** all; percent: `share` of a hundred; fixed: `share` units as long as there are so many */
    mode: text('mode').notNull().default('all'),
    share: integer('share').notNull().default(100),
    /** Units that are never shown. */
    buffer: integer('buffer').notNull().default(0),
    /** Holds back more by itself where sales are fast and the platform is slow. */
    autoBuffer: boolean('auto_buffer').notNull().default(true),
    /** Never shows more. */
    most: integer('most'),
    /** Counts only these warehouses; null: all. */
    warehouseIds: bigint('warehouse_ids', { mode: 'number' }).array(),
    /** Measured: so long after it was told, the platform still showed what it had been told before. */
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

/** What a listing's platform is to be told, and what it was told last. */
const answered = () => ({
  listingId: reference('listing_id').notNull(),
  shopId: reference('shop_id').notNull(),
  /** due: to be told; pending: the platform works on it (`ticket`); done; refused: told in `detail` why */
  state: text('state').notNull().default('due'),
  /** Since when what the platform knows is not what it should. */
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
    /** When the platform's listing was read with what it had been told, and last with something else. */
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

/** Up to where the ledger and the orders were looked at for listings that need another quantity. */
export const listingPlace = companyKeyedTable(
  'listing_place',
  {
    movementId: reference('movement_id').notNull().default(0),
    orderId: reference('order_id').notNull().default(0),
    calculatedAt: instant('calculated_at').notNull(),
    /** Everything was reckoned anew. */
    wholeAt: instant('whole_at').notNull(),
  },
  (t) => [keyOf(t.companyId)],
);
