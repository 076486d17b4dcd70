import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, companyTable, instant, rawText, reference } from '../../core/database/table.ts';

export const shop = companyTable(
  'shop',
  {
    platform: text('platform').notNull(),
    name: text('name').notNull(),
    /** Amazon selling partner id, Shopify domain. */
    account: text('account').notNull(),
    region: text('region').notNull().default(''),
    /** What menu module shows its orders: 402 Amazon North America, 410 Shopify ... */
    moduleId: integer('module_id').notNull(),
    marketplaceIds: text('marketplace_ids').array().notNull().default(sql`'{}'`),
    currency: text('currency').notNull().default('USD'),
    departmentId: reference('department_id'),
    /** pending -> authorized -> expired | disabled */
    state: text('state').notNull().default('pending'),
    fulfilment: text('fulfilment').notNull().default('automatic'),
    /** Encrypted JSON of the platform's tokens. */
    tokens: bytes('tokens'),
    accessExpiresAt: instant('access_expires_at'),
    authorizedAt: instant('authorized_at'),
    /** Orders updated until here are in; the listing in progress continues at `pageCursor`. */
    syncedUntil: instant('synced_until'),
    pageCursor: text('page_cursor'),
    feesUntil: instant('fees_until'),
    lastSyncAt: instant('last_sync_at'),
    lastError: text('last_error'),
    lastErrorKind: text('last_error_kind'),
    failures: integer('failures').notNull().default(0),
    nextSyncAt: instant('next_sync_at'),
    ordersSynced: integer('orders_synced').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('shop_account').on(t.companyId, t.platform, t.account, t.region)],
);

/** Global: which company's shop a push of the platform is for. */
export const platformShop = pgTable(
  'platform_shop',
  {
    platform: text('platform').notNull(),
    account: text('account').notNull(),
    companyId: integer('company_id').notNull(),
    shopId: reference('shop_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.platform, t.account, t.companyId, t.shopId] })],
);

/** Global: pushes seen, so that a repeated one does nothing. */
export const pushSeen = pgTable(
  'push_seen',
  {
    platform: text('platform').notNull(),
    deliveryId: text('delivery_id').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.platform, t.deliveryId] }), index('push_seen_at').on(t.at)],
);

/** Platform records that could not be read: set aside with what the platform really said, while the rest goes on. */
export const parkedRecord = companyTable(
  'parked_record',
  {
    shopId: reference('shop_id').notNull(),
    platformOrderNo: rawText('platform_order_no'),
    rawHash: text('raw_hash').notNull(),
    raw: jsonb('raw').notNull(),
    reason: text('reason').notNull(),
    seen: integer('seen').notNull().default(1),
    firstAt: instant('first_at').notNull().defaultNow(),
    lastAt: instant('last_at').notNull().defaultNow(),
    resolvedAt: instant('resolved_at'),
    resolved: boolean('resolved').notNull().default(false),
  },
  (t) => [
    uniqueIndex('parked_record_raw').on(t.companyId, t.shopId, t.rawHash),
    index('parked_record_open').on(t.companyId, t.shopId, t.resolved, t.id),
  ],
);
