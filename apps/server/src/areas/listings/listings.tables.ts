import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  reference,
} from '../../core/database/table.ts';
import { product } from '../catalog/catalog.tables.ts';
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

/** One making of products from listings: a job works through the listings by id and keeps its place here. */
export const productRun = companyTable(
  'product_run',
  {
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
    userId: reference('user_id').notNull(),
    /** running, done, failed */
    state: text('state').notNull().default('running'),
    /** The input of the call: which listings, and the SKUs that a person chose. */
    choice: jsonb('choice').notNull(),
    total: integer('total').notNull(),
    /** Listings up to this id are done. */
    cursor: reference('cursor').notNull().default(0),
    handled: integer('handled').notNull().default(0),
    made: integer('made').notNull().default(0),
    paired: integer('paired').notNull().default(0),
    left: integer('left').notNull().default(0),
  },
  () => [
    check('product_run_state', sql`state in ('running', 'done', 'failed')`),
    check('product_run_counts', sql`total >= 0 and handled >= 0 and made >= 0 and paired >= 0 and "left" >= 0`),
  ],
);

/** A listing that a run left out, and why. */
export const productRunRow = companyKeyedTable(
  'product_run_row',
  {
    runId: reference('run_id').notNull(),
    listingId: reference('listing_id').notNull(),
    /** noSku, differs, nameless */
    reason: text('reason').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.runId, t.listingId),
    belongsTo([t.companyId, t.runId], [productRun.companyId, productRun.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.listingId], [platformListing.companyId, platformListing.id]).onDelete('cascade'),
  ],
);

/** A platform's picture that a product made from a listing should have. */
export const productPicture = companyTable(
  'product_picture',
  {
    productId: reference('product_id').notNull(),
    platform: text('platform').notNull(),
    url: text('url').notNull(),
    runId: reference('run_id'),
    /** due, done, refused: the reason is in `detail` */
    state: text('state').notNull().default('due'),
    tries: integer('tries').notNull().default(0),
    detail: text('detail'),
    at: instant('at').notNull(),
  },
  (t) => [
    uniqueIndex('product_picture_url').on(t.companyId, t.productId, t.url),
    index('product_picture_due').on(t.companyId, t.id).where(sql`state = 'due'`),
    index('product_picture_run').on(t.companyId, t.runId, t.state).where(sql`run_id is not null`),
    check('product_picture_state', sql`state in ('due', 'done', 'refused')`),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]).onDelete('cascade'),
  ],
);
