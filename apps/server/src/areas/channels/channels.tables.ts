import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
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

export const shop = companyTable(
  'shop',
  {
    platform: text('platform').notNull(),
    name: text('name').notNull(),
    /** Amazon selling partner id, Shopify domain. */
    account: text('account').notNull(),
    region: text('region').notNull().default(''),
    /** The menu module of its orders: 402 Amazon North America, 410 Shopify ... */
    moduleId: integer('module_id').notNull(),
    marketplaceIds: text('marketplace_ids').array().notNull().default(sql`'{}'`),
    currency: text('currency').notNull().default('USD'),
    departmentId: reference('department_id'),
    /** Who runs it. */
    operatorId: reference('operator_id'),
    /** pending -> authorized -> expired | disabled */
    state: text('state').notNull().default('pending'),
    fulfilment: text('fulfilment').notNull().default('automatic'),
    /** Encrypted JSON of the platform's tokens. */
    tokens: bytes('tokens'),
    accessExpiresAt: instant('access_expires_at'),
    authorizedAt: instant('authorized_at'),
    /** When the seller must authorize again; null: valid while tokens are renewed. */
    consentEndsAt: instant('consent_ends_at'),
    /** The first day of orders that the seller chose when the shop was connected. Null: any. */
    ordersFrom: instant('orders_from'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('shop_account').on(t.companyId, t.platform, t.account, t.region)],
);

/** The sync streams of a shop, each with its position and errors. */
export const shopStream = companyKeyedTable(
  'shop_stream',
  {
    shopId: reference('shop_id').notNull(),
    /** orders, listings, settlements, returns */
    kind: text('kind').notNull(),
    /** Everything up to here is ingested; a listing in progress continues at `cursor`. */
    until: instant('until'),
    cursor: text('cursor'),
    /** Start of the listing in progress, or of the last one. */
    beganAt: instant('began_at'),
    lastRunAt: instant('last_run_at'),
    nextRunAt: instant('next_run_at'),
    paused: boolean('paused').notNull().default(false),
    failures: integer('failures').notNull().default(0),
    lastError: text('last_error'),
    lastErrorKind: text('last_error_kind'),
    /** New records. */
    taken: integer('taken').notNull().default(0),
    /** Remaining calls by kind, after the last run. */
    callsLeft: jsonb('calls_left'),
  },
  (t) => [
    keyOf(t.companyId, t.shopId, t.kind),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]).onDelete('cascade'),
  ],
);

/** The last errors of a stream, with the platform's response. */
export const streamError = companyTable(
  'stream_error',
  {
    shopId: reference('shop_id').notNull(),
    kind: text('kind').notNull(),
    at: instant('at').notNull(),
    errorKind: text('error_kind').notNull(),
    code: text('code'),
    status: integer('status'),
    detail: text('detail').notNull(),
    raw: text('raw'),
  },
  (t) => [
    index('stream_error_newest').on(t.companyId, t.shopId, t.kind, t.id.desc().nullsFirst()),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]).onDelete('cascade'),
  ],
);

/** A shop's listings, as its platform reports them. */
export const platformListing = companyTable(
  'platform_listing',
  {
    shopId: reference('shop_id').notNull(),
    itemId: rawText('item_id').notNull(),
    variantId: rawText('variant_id').notNull().default(''),
    sellerSku: rawText('seller_sku').notNull(),
    /** The seller SKU as a product's SKU would be written. */
    code: rawText('code').generatedAlwaysAs(sql`upper(btrim(seller_sku))`),
    title: text('title').notNull(),
    /** active, inactive, blocked, ended */
    state: text('state').notNull(),
    quantity: integer('quantity'),
    price: amount('price'),
    currency: text('currency'),
    imageUrl: text('image_url'),
    /** What the platform says of the goods besides: their parent's SKU, barcode and weight as packed. */
    parentSku: text('parent_sku'),
    /** GTIN, UPC or EAN, as the platform writes it. */
    barcode: text('barcode'),
    weightGrams: integer('weight_grams'),
    url: text('url'),
    fulfilledBy: text('fulfilled_by').notNull(),
    refs: jsonb('refs'),
    firstAt: instant('first_at').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (t) => [
    uniqueIndex('platform_listing_item').on(t.companyId, t.shopId, t.itemId, t.variantId),
    index('platform_listing_sku').on(t.companyId, t.shopId, t.sellerSku),
    index('platform_listing_code').on(t.companyId, t.code),
    index('platform_listing_state').on(t.companyId, t.state, t.id),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]).onDelete('cascade'),
  ],
);

/** One amount that a platform booked for a shop, unchanged: positive for the seller. */
export const settlementLine = companyTable(
  'settlement_line',
  {
    shopId: reference('shop_id').notNull(),
    reference: rawText('reference').notNull(),
    settlementId: rawText('settlement_id'),
    platformOrderNo: rawText('platform_order_no'),
    platformLineId: text('platform_line_id'),
    sellerSku: text('seller_sku'),
    kind: text('kind').notNull(),
    /** The platform's term. */
    type: text('type').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    postedAt: instant('posted_at').notNull(),
    takenAt: instant('taken_at').notNull(),
  },
  (t) => [
    uniqueIndex('settlement_line_reference').on(t.companyId, t.shopId, t.reference),
    index('settlement_line_settlement')
      .on(t.companyId, t.shopId, t.settlementId, t.postedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`settlement_id is not null`),
    index('settlement_line_order').on(t.companyId, t.shopId, t.platformOrderNo),
    index('settlement_line_posted').on(t.companyId, t.shopId, t.postedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('settlement_line_day').on(t.companyId, t.postedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('settlement_line_kind').on(
      ...[t.companyId, t.kind, t.type],
      ...[t.postedAt.desc().nullsFirst(), t.id.desc().nullsFirst()],
    ),
    index('settlement_line_payout')
      .on(t.companyId, t.shopId, t.currency, t.postedAt.desc().nullsFirst())
      .where(sql`kind = 'payout'`),
    index('settlement_line_money_back')
      .on(t.companyId, t.shopId, t.currency, t.postedAt.desc().nullsFirst())
      .where(
        sql`amount > 0 and kind in ('adjustment', 'commission', 'fulfilment', 'payment', 'storage', 'advertising', 'other')`,
      ),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]),
  ],
);

/** Money that a platform has posted and keeps for now. Let go, its lines stand among the settlement lines. */
export const settlementHeld = companyTable(
  'settlement_held',
  {
    shopId: reference('shop_id').notNull(),
    reference: rawText('reference').notNull(),
    platformOrderNo: rawText('platform_order_no'),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    postedAt: instant('posted_at').notNull(),
    until: instant('until'),
    releasedAt: instant('released_at'),
  },
  (t) => [
    uniqueIndex('settlement_held_reference').on(t.companyId, t.shopId, t.reference),
    index('settlement_held_now').on(t.companyId, t.shopId, t.id).where(sql`released_at is null`),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]),
  ],
);

/** A return, as its platform reports it. */
export const platformReturn = companyTable(
  'platform_return',
  {
    shopId: reference('shop_id').notNull(),
    returnNo: rawText('return_no').notNull(),
    platformOrderNo: rawText('platform_order_no').notNull(),
    state: text('state').notNull(),
    reason: text('reason').notNull(),
    lines: jsonb('lines').notNull(),
    refundAmount: amount('refund_amount'),
    currency: text('currency'),
    trackingNumber: text('tracking_number'),
    /** The response deadline; afterwards the platform decides. */
    answerBy: instant('answer_by'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('platform_return_no').on(t.companyId, t.shopId, t.returnNo),
    index('platform_return_order').on(t.companyId, t.shopId, t.platformOrderNo),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]),
  ],
);

/** Orders per hour, by the platform's count and ours. */
export const orderHour = companyKeyedTable(
  'order_hour',
  {
    shopId: reference('shop_id').notNull(),
    hour: instant('hour').notNull(),
    theirs: integer('theirs').notNull(),
    ours: integer('ours').notNull(),
    checkedAt: instant('checked_at').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.shopId, t.hour),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]).onDelete('cascade'),
  ],
);

/** A missing order: the platform counts it and we do not have it. It has an owner until it arrives. */
export const missingOrder = companyTable(
  'missing_order',
  {
    shopId: reference('shop_id').notNull(),
    platformOrderNo: rawText('platform_order_no').notNull(),
    orderedAt: instant('ordered_at').notNull(),
    foundAt: instant('found_at').notNull(),
    ownerId: reference('owner_id'),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('missing_order_order').on(t.companyId, t.shopId, t.platformOrderNo),
    index('missing_order_open').on(t.companyId, t.closedAt, t.foundAt),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]).onDelete('cascade'),
  ],
);

/** Global: maps a platform push to the company of its shop. */
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

/** Global: processed pushes, so that a repeated one does nothing. */
export const pushDelivery = pgTable(
  'push_delivery',
  {
    platform: text('platform').notNull(),
    deliveryId: text('delivery_id').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.platform, t.deliveryId] }), index('push_delivery_at').on(t.at)],
);

/** Dead letters: platform records that could not be read, with the raw data. Other records continue. */
export const deadLetter = companyTable(
  'dead_letter',
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
    uniqueIndex('dead_letter_raw').on(t.companyId, t.shopId, t.rawHash),
    index('dead_letter_open').on(t.companyId, t.shopId, t.resolved, t.id),
  ],
);
