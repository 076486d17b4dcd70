import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, jsonb, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
  unitCost,
} from '../../core/database/table.ts';
import { shop } from '../channels/channels.tables.ts';

export interface Shipment {
  packageNo: number;
  carrierCode: string;
  carrierName: string;
  serviceName: string;
  trackingNumber: string;
  trackingUrl?: string;
}

export const salesOrder = companyTable(
  'sales_order',
  {
    shopId: reference('shop_id').notNull(),
    /** The shop's menu module, so that a platform page needs no join. */
    moduleId: integer('module_id').notNull(),
    platform: text('platform').notNull(),
    platformOrderNo: rawText('platform_order_no').notNull(),
    displayNo: text('display_no').notNull(),
    status: text('status').notNull(),
    /** Why it is an exception: unmapped, address, stock, channel, label, price, risk, stop */
    exception: text('exception'),
    /** The status to which an order on hold or in exception returns. */
    resumeStatus: text('resume_status'),
    fulfilledBy: text('fulfilled_by').notNull().default('seller'),
    /** Its origin: platform (which gets updates), manual, resend, replacement, wholesale. */
    origin: text('origin').notNull().default('platform'),
    /** The order it copies, resends or replaces. */
    sourceOrderId: reference('source_order_id'),
    /** Split from that order. The platform knows only the whole order. */
    splitFrom: reference('split_from'),
    /** Merged into that order, which carries the goods from allocation to shipment. */
    mergedInto: reference('merged_into'),
    /** Higher numbers get stock first when it is short. Set by a person or a rule. */
    priority: integer('priority').notNull().default(0),
    paidAt: instant('paid_at'),
    /**
     * The platform's last line quantities ({line: quantity}), if a person split or changed the lines; null: unchanged.
     */
    platformLines: jsonb('platform_lines').$type<Record<string, number>>(),
    /** A key shared by orders that can be merged: normalized shop, currency, buyer and address. */
    mergeKey: rawText('merge_key').generatedAlwaysAs(
      sql`case when btrim(coalesce(ship_to ->> 'line1', '')) <> '' and buyer_erased_at is null then md5(shop_id::text || '|' || currency || '|' ||
        lower(btrim(case when buyer_ref <> '' then buyer_ref collate "default" when buyer_email <> '' then buyer_email else buyer_name end)) || '|' ||
        regexp_replace(lower(coalesce(ship_to ->> 'name', '') || '|' || coalesce(ship_to ->> 'company', '') || '|' ||
          coalesce(ship_to ->> 'line1', '') || '|' || coalesce(ship_to ->> 'line2', '') || '|' || coalesce(ship_to ->> 'city', '') || '|' ||
          coalesce(ship_to ->> 'state', '') || '|' || coalesce(ship_to ->> 'postalCode', '') || '|' || coalesce(ship_to ->> 'country', '') || '|' ||
          coalesce(ship_to ->> 'phone', '')), '[[:space:].,;]+', '', 'g')) end`,
    ),
    tagIds: bigint('tag_ids', { mode: 'number' }).array().notNull().default(sql`'{}'`),
    /** No rule matched, so it waits for review. */
    unruled: boolean('unruled').notNull().default(false),
    /** The estimated profit in the company's currency, as last calculated; null: unknown. */
    profitEstimate: amount('profit_estimate'),
    /** The freight in that profit: the estimate or the label's cost; null: unknown. */
    freightEstimate: amount('freight_estimate'),
    orderedAt: instant('ordered_at').notNull(),
    platformUpdatedAt: instant('platform_updated_at').notNull(),
    shipBy: instant('ship_by'),
    currency: text('currency').notNull(),
    goodsAmount: amount('goods_amount').notNull(),
    shippingAmount: amount('shipping_amount').notNull(),
    taxAmount: amount('tax_amount').notNull(),
    discountAmount: amount('discount_amount').notNull(),
    totalAmount: amount('total_amount').notNull(),
    /** The platform has not shown the amounts: their zeros are none. */
    amountsUnknown: boolean('amounts_unknown').notNull().default(false),
    /** In ten-thousandths: numeric comparison is not leak-proof, so row-level security would prevent index use. */
    totalExact: bigint('total_exact', { mode: 'bigint' }).generatedAlwaysAs(sql`(total_amount * 10000)::bigint`),
    buyerName: text('buyer_name').notNull().default(''),
    buyerEmail: text('buyer_email').notNull().default(''),
    buyerNote: text('buyer_note').notNull().default(''),
    /** The platform's id of the buyer, used in erasure requests. */
    buyerRef: rawText('buyer_ref').notNull().default(''),
    /** The platform requested erasure of the buyer's data, due once the order is closed. */
    eraseRequestedAt: instant('erase_requested_at'),
    /** The buyer's data was erased at this time and must not come in again. */
    buyerErasedAt: instant('buyer_erased_at'),
    shipTo: jsonb('ship_to').$type<Record<string, unknown>>(),
    country: text('country').notNull().default(''),
    /** The list's summary of the lines: [{sku, title, quantity}], at most 5. */
    summary: jsonb('summary').notNull().$type<{ sku: string; title: string; quantity: number }[]>(),
    lineCount: integer('line_count').notNull(),
    units: integer('units').notNull(),
    warehouseId: reference('warehouse_id'),
    channelId: reference('channel_id'),
    /** The service chosen with the channel; empty: the channel's default. */
    serviceCode: text('service_code').notNull().default(''),
    /** To be delivered against a signature; a channel that sells none carries it not. */
    signature: boolean('signature').notNull().default(false),
    trackingNumber: rawText('tracking_number'),
    /** none -> pending -> telling -> confirmed | failed | notNeeded: the shipment confirmation on the platform */
    confirmState: text('confirm_state').notNull().default('none'),
    /** The shipment to confirm: {packageNo, carrierCode, carrierName, serviceName, trackingNumber, trackingUrl}. */
    shipment: jsonb('shipment').$type<Shipment>(),
    confirmAttempts: integer('confirm_attempts').notNull().default(0),
    confirmError: text('confirm_error'),
    confirmNextAt: instant('confirm_next_at'),
    confirmedAt: instant('confirmed_at'),
    marketplaceId: text('marketplace_id').notNull().default(''),
    fulfilmentRefs: text('fulfilment_refs').array().notNull().default(sql`'{}'`),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** The platform's reason for a hold, in its own word (`UNPAID` when unpaid); null: no hold. */
    platformHold: text('platform_hold'),
    /** Ships with platform logistics, and in no other way. */
    platformShipping: boolean('platform_shipping').notNull().default(false),
    /** The service level that the buyer chose, and the platform's name for it. */
    serviceLevel: text('service_level'),
    serviceAsked: text('service_asked').notNull().default(''),
    remark: text('remark').notNull().default(''),
    shippedAt: instant('shipped_at'),
    deliveredAt: instant('delivered_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('sales_order_platform_no').on(t.companyId, t.shopId, t.platformOrderNo),
    index('sales_order_status').on(t.companyId, t.status, t.orderedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]),
    /** Includes the columns that the home page and the report of orders sum by day, so they read no orders of the month. */
    index('sales_order_all').on(
      t.companyId,
      t.orderedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
      t.shopId,
      t.moduleId,
      t.status,
      t.origin,
      t.currency,
      t.units,
      t.totalExact,
      t.country,
    ),
    index('sales_order_module').on(
      t.companyId,
      t.moduleId,
      t.status,
      t.orderedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('sales_order_shop').on(t.companyId, t.shopId, t.orderedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('sales_order_country').on(t.companyId, t.country, t.orderedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('sales_order_warehouse').on(
      t.companyId,
      t.warehouseId,
      t.orderedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('sales_order_exception')
      .on(t.companyId, t.exception, t.orderedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`exception is not null`),
    index('sales_order_cancel')
      .on(t.companyId, t.orderedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`cancel_requested`),
    /** Unshipped orders, most urgent first. */
    index('sales_order_due')
      .on(t.companyId, t.shipBy, t.id)
      .where(
        sql`status in ('review','allocate','ready','picking','packed','exception','held') and ship_by is not null`,
      ),
    /** Shipments that the software of the seller's own shops collects. */
    index('sales_order_confirm_due')
      .on(t.companyId, t.shopId, t.confirmedAt, t.platformOrderNo)
      .where(sql`platform = 'other' and confirm_state = 'confirmed'`),
    index('sales_order_confirm')
      .on(t.companyId, t.confirmState, t.id)
      .where(sql`confirm_state in ('pending', 'telling', 'failed')`),
    /** Never tried, in queue order. */
    index('sales_order_waiting')
      .on(t.companyId, t.priority.desc().nullsFirst(), t.shipBy)
      .where(sql`status = 'allocate' and exception is null`),
    index('sales_order_buyer').on(t.companyId, t.platform, t.buyerRef).where(sql`buyer_ref <> ''`),
    index('sales_order_erase_requested')
      .on(t.companyId, t.id)
      .where(sql`erase_requested_at is not null and buyer_erased_at is null`),
    // No coalesce(): the planner takes it for leaky, and row-level security would prevent index use.
    index('sales_order_erase_term')
      .on(
        t.companyId,
        t.platform,
        sql`(case when delivered_at is not null then delivered_at when shipped_at is not null then shipped_at else platform_updated_at end)`,
        t.id,
      )
      .where(sql`status in ('shipped','delivered','cancelled','refunded') and buyer_erased_at is null`),
    /** Other dates than the order date, newest first as in the list. */
    index('sales_order_ship_by')
      .on(t.companyId, t.shipBy.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`ship_by is not null`),
    index('sales_order_shipped')
      .on(t.companyId, t.shippedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`shipped_at is not null`),
    index('sales_order_paid')
      .on(t.companyId, t.paidAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`paid_at is not null`),
    index('sales_order_channel')
      .on(t.companyId, t.channelId, t.orderedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`channel_id is not null`),
    index('sales_order_total').on(t.companyId, t.totalExact),
    /** The rarer of two values, each in list order. */
    index('sales_order_several')
      .on(t.companyId, t.orderedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`line_count > 1`),
    index('sales_order_units')
      .on(t.companyId, t.units, t.orderedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`units > 1`),
    index('sales_order_note')
      .on(t.companyId, t.orderedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`buyer_note <> ''`),
    index('sales_order_remark')
      .on(t.companyId, t.orderedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`remark <> ''`),
    index('sales_order_made')
      .on(t.companyId, t.origin, t.orderedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`origin <> 'platform'`),
    index('sales_order_service')
      .on(t.companyId, t.serviceLevel, t.orderedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`service_level is not null`),
    index('sales_order_unruled')
      .on(t.companyId, t.orderedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`unruled and status = 'review'`),
    /** Unshipped purchase orders of a platform. */
    index('sales_order_purchase')
      .on(t.companyId, t.orderedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(
        sql`platform = 'amazonvc' and marketplace_id = 'retail' and status in ('review','allocate','ready','exception','held')`,
      ),
    index('sales_order_split').on(t.companyId, t.splitFrom).where(sql`split_from is not null`),
    index('sales_order_merged').on(t.companyId, t.mergedInto).where(sql`merged_into is not null`),
    index('sales_order_mergeable')
      .on(t.companyId, t.mergeKey, t.platformShipping, t.id)
      .where(
        sql`status in ('review','allocate','ready') and merged_into is null and merge_key is not null and fulfilled_by = 'seller' and (not platform_shipping or buyer_ref <> '')`,
      ),
    index('sales_order_priority')
      .on(t.companyId, t.priority.desc().nullsFirst(), t.orderedAt, t.id)
      .where(sql`priority > 0 and status = 'allocate'`),
    index('sales_order_source').on(t.companyId, t.sourceOrderId).where(sql`source_order_id is not null`),
    belongsTo([t.companyId, t.sourceOrderId], [t.companyId, t.id]),
    belongsTo([t.companyId, t.splitFrom], [t.companyId, t.id]),
    belongsTo([t.companyId, t.mergedInto], [t.companyId, t.id]),
    check('sales_order_origin_known', sql`origin in ('platform', 'manual', 'resend', 'replacement', 'wholesale')`),
    check(
      'sales_order_service_known',
      sql`service_level in ('economy','standard','expedited','secondDay','nextDay','sameDay','scheduled','freight')`,
    ),
    check('sales_order_one_family', sql`merged_into is null or (merged_into <> id and split_from is distinct from id)`),
    check(
      'sales_order_status_known',
      sql`status in ('unpaid','review','allocate','ready','picking','packed','shipped','delivered','exception','held','cancelled','refunded')`,
    ),
  ],
);

export const orderLine = companyTable(
  'order_line',
  {
    orderId: reference('order_id').notNull(),
    platformLineId: rawText('platform_line_id').notNull(),
    fulfilmentRef: text('fulfilment_ref'),
    sellerSku: rawText('seller_sku').notNull(),
    platformItemId: text('platform_item_id').notNull().default(''),
    title: text('title').notNull(),
    quantity: integer('quantity').notNull(),
    unitPrice: unitCost('unit_price').notNull(),
    discount: amount('discount').notNull(),
    tax: amount('tax').notNull(),
    /** Null while unmapped. A bundle: order_line_part has what it consists of. */
    productId: reference('product_id'),
    bundled: boolean('bundled').notNull().default(false),
    factor: integer('factor').notNull().default(1),
    /** A person chose the product: SKU mapping does not change it. */
    fixed: boolean('fixed').notNull().default(false),
    /** Product units to ship: quantity x factor. */
    stockQuantity: integer('stock_quantity').generatedAlwaysAs(sql`quantity * factor`),
    /** Units allocated in `warehouse_id`: none, or all of stock_quantity. */
    reserved: integer('reserved').notNull().default(0),
    /** The number of allocations, which makes each stock movement key unique. */
    reservationNo: integer('reservation_no').notNull().default(0),
    warehouseId: reference('warehouse_id'),
  },
  (t) => [
    uniqueIndex('order_line_platform').on(t.companyId, t.orderId, t.platformLineId),
    index('order_line_product').on(t.companyId, t.productId),
    index('order_line_unmapped').on(t.companyId, t.sellerSku).where(sql`product_id is null`),
    index('order_line_reserved').on(t.companyId, t.productId, t.warehouseId).where(sql`reserved > 0`),
    belongsTo([t.companyId, t.orderId], [salesOrder.companyId, salesOrder.id]),
    check('order_line_quantity', sql`quantity > 0 and factor > 0 and reserved >= 0`),
  ],
);

/**
 * The goods of a line that sells a bundle, as the bundle was when the line got it: later changes of the bundle do not
 * touch the order. The view order_goods has the goods of all lines.
 */
export const orderLinePart = companyKeyedTable(
  'order_line_part',
  {
    lineId: reference('line_id').notNull(),
    /** The line's product at that time. */
    bundleId: reference('bundle_id').notNull(),
    productId: reference('product_id').notNull(),
    /** In one bundle. */
    quantity: integer('quantity').notNull(),
    /** Of the line's revenue, for all units of the product. The shares of a line add up to 1. */
    share: numeric('share', { precision: 9, scale: 8 }).notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.lineId, t.productId),
    index('order_line_part_product').on(t.companyId, t.productId),
    belongsTo([t.companyId, t.lineId], [orderLine.companyId, orderLine.id]).onDelete('cascade'),
    check('order_line_part_quantity', sql`quantity > 0 and share between 0 and 1`),
  ],
);

/** The shortages of waiting orders at their last try, by product. Incoming stock finds the orders by them. */
export const orderShortage = companyKeyedTable(
  'order_shortage',
  {
    orderId: reference('order_id').notNull(),
    productId: reference('product_id').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.orderId, t.productId),
    index('order_shortage_product').on(t.companyId, t.productId, t.quantity, t.orderId),
    belongsTo([t.companyId, t.orderId], [salesOrder.companyId, salesOrder.id]),
    check('order_shortage_quantity', sql`quantity > 0`),
  ],
);

/**
 * The search terms of orders: upper-case platform number, tracking number, SKU, buyer. Range scans on text collate "C"
 * are leak-proof, so row-level security leaves the index usable; ILIKE with trigrams would scan the whole company.
 */
export const orderTerm = companyKeyedTable(
  'order_term',
  {
    term: rawText('term').notNull(),
    orderedAt: instant('ordered_at').notNull(),
    orderId: reference('order_id').notNull(),
    /** Only for users who may see buyers. */
    buyer: boolean('buyer').notNull().default(false),
  },
  (t) => [keyOf(t.companyId, t.term, t.orderedAt, t.orderId), index('order_term_order').on(t.companyId, t.orderId)],
);

/**
 * Counters instead of count(*): each status change appends a delta, and a job compacts them. The sums give the tabs'
 * counts, totals of filtered lists and the start of deep pages.
 */
export const orderCount = companyTable(
  'order_count',
  {
    moduleId: integer('module_id').notNull(),
    shopId: reference('shop_id').notNull(),
    status: text('status').notNull(),
    onDay: date('on_day').notNull(),
    delta: integer('delta').notNull(),
  },
  (t) => [index('order_count_sum').on(t.companyId, t.status, t.moduleId, t.onDay)],
);

/** A tag of the company for orders, with name and color. */
export const orderTag = companyTable(
  'order_tag',
  {
    name: text('name').notNull(),
    /** A color of the pages' palette. */
    colour: text('colour').notNull().default('grey'),
    position: integer('position').notNull().default(0),
  },
  (t) => [uniqueIndex('order_tag_name').on(t.companyId, t.name)],
);

/** The orders of a tag, newest first: the reverse of `sales_order.tag_ids`. */
export const orderTagged = companyKeyedTable(
  'order_tagged',
  {
    tagId: reference('tag_id').notNull(),
    orderedAt: instant('ordered_at').notNull(),
    orderId: reference('order_id').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.tagId, t.orderedAt, t.orderId),
    index('order_tagged_order').on(t.companyId, t.orderId),
    belongsTo([t.companyId, t.tagId], [orderTag.companyId, orderTag.id]),
    belongsTo([t.companyId, t.orderId], [salesOrder.companyId, salesOrder.id]),
  ],
);

/** The changes of one act, for undo: the actor, the orders and their previous values. */
export const orderUndo = companyTable(
  'order_undo',
  {
    act: text('act').notNull(),
    userId: reference('user_id'),
    at: instant('at').notNull(),
    /** [{id, ...what undo of this act needs}] */
    orders: jsonb('orders').notNull().$type<{ id: number }[]>(),
    undoneAt: instant('undone_at'),
  },
  (t) => [index('order_undo_recent').on(t.companyId, t.at.desc().nullsFirst())],
);

/** Finds the acts of an order that may be undone; `at` is that of the history lines which the act wrote. */
export const orderUndoOf = companyKeyedTable(
  'order_undo_of',
  {
    orderId: reference('order_id').notNull(),
    undoId: reference('undo_id').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.orderId, t.undoId),
    belongsTo([t.companyId, t.undoId], [orderUndo.companyId, orderUndo.id]),
  ],
);

/** Platform updates of an order other than the shipment confirmation. */
export const platformUpdate = companyKeyedTable(
  'platform_update',
  {
    orderId: reference('order_id').notNull(),
    /** acknowledge, cancel, refuseCancel, hold, bill */
    kind: text('kind').notNull(),
    shopId: reference('shop_id').notNull(),
    reason: text('reason').notNull().default(''),
    /** due, done, failed */
    state: text('state').notNull().default('due'),
    tries: integer('tries').notNull().default(0),
    error: text('error'),
    /** The content, if the type alone is not enough. */
    told: jsonb('told'),
    /** The platform's ticket for the result of the last try, while it is open. */
    ticket: text('ticket'),
    dueAt: instant('due_at').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.orderId, t.kind),
    index('platform_update_due').on(t.companyId, t.shopId, t.dueAt).where(sql`state = 'due'`),
    index('platform_update_cancelled').on(t.companyId, t.shopId, t.dueAt).where(sql`kind = 'cancel'`),
    check(
      'platform_update_known',
      sql`kind in ('acknowledge', 'cancel', 'refuseCancel', 'hold', 'bill') and state in ('due', 'done', 'failed')`,
    ),
    belongsTo([t.companyId, t.orderId], [salesOrder.companyId, salesOrder.id]),
  ],
);
