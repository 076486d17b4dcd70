import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
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

/** An account with a warehouse provider. */
export const wmsConnection = companyTable(
  'wms_connection',
  {
    provider: text('provider').notNull(),
    name: text('name').notNull(),
    /** Encrypted JSON of the keys by name. */
    keys: bytes('keys').notNull(),
    baseUrl: text('base_url').notNull().default(''),
    /** Uses the sandbox's stand-in instead. */
    sandbox: boolean('sandbox').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    /** new | authorized | failed: rejected keys stop everything until a person fixes them. */
    state: text('state').notNull().default('new'),
    lastError: text('last_error'),
    /** Sends nothing before: rate limits, unpaid account. */
    heldUntil: instant('held_until'),
    /** Part of the webhook address. */
    pushToken: rawText('push_token').notNull(),
    /** All changes up to here have been read. */
    ordersUntil: instant('orders_until'),
    feesUntil: instant('fees_until'),
    balances: jsonb('balances').$type<{ currency: string; amount: string }[]>().notNull().default([]),
    readAt: instant('read_at'),
    createdAt: instant('created_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('wms_connection_name').on(t.companyId, t.name),
    index('wms_connection_push').on(t.pushToken),
    check('wms_connection_state', sql`state in ('new', 'authorized', 'failed')`),
  ],
);

/** A third-party warehouse, with the provider's code. */
export const wmsWarehouse = companyKeyedTable(
  'wms_warehouse',
  {
    warehouseId: reference('warehouse_id').notNull(),
    connectionId: reference('connection_id').notNull(),
    code: rawText('code').notNull(),
    /** When stock was last compared, and the result. */
    stockAt: instant('stock_at'),
    stockError: text('stock_error'),
    methodsAt: instant('methods_at'),
  },
  (t) => [
    keyOf(t.companyId, t.warehouseId),
    uniqueIndex('wms_warehouse_code').on(t.companyId, t.connectionId, t.code),
    belongsTo([t.companyId, t.connectionId], [wmsConnection.companyId, wmsConnection.id]),
  ],
);

/** Shipping methods of a warehouse, as last synced. */
export const wmsMethod = companyKeyedTable(
  'wms_method',
  {
    warehouseId: reference('warehouse_id').notNull(),
    code: rawText('code').notNull(),
    name: text('name').notNull(),
    carrier: text('carrier').notNull().default(''),
    countries: text('countries').array().notNull().default(sql`'{}'`),
    maxWeightGrams: integer('max_weight_grams'),
    /** immediate | later | none */
    tracking: text('tracking').notNull(),
    /** No longer offered. */
    gone: boolean('gone').notNull().default(false),
  },
  (t) => [keyOf(t.companyId, t.warehouseId, t.code)],
);

/** The provider's shipping method for a shipping channel; channel 0: all others. */
export const wmsMethodChoice = companyKeyedTable(
  'wms_method_choice',
  {
    warehouseId: reference('warehouse_id').notNull(),
    channelId: reference('channel_id').notNull().default(0),
    methodCode: rawText('method_code').notNull(),
  },
  (t) => [keyOf(t.companyId, t.warehouseId, t.channelId)],
);

/** A product at the provider, with the provider's code. */
export const wmsProduct = companyTable(
  'wms_product',
  {
    connectionId: reference('connection_id').notNull(),
    productId: reference('product_id').notNull(),
    code: rawText('code').notNull(),
    /** new | draft | review | active | rejected | disabled */
    state: text('state').notNull().default('new'),
    problem: text('problem'),
    measured: jsonb('measured').$type<Record<string, number>>(),
    pushedAt: instant('pushed_at'),
    checkedAt: instant('checked_at'),
  },
  (t) => [
    uniqueIndex('wms_product_of').on(t.companyId, t.connectionId, t.productId),
    uniqueIndex('wms_product_code').on(t.companyId, t.connectionId, t.code),
    index('wms_product_state').on(t.companyId, t.connectionId, t.state, t.id.desc().nullsFirst()),
    belongsTo([t.companyId, t.connectionId], [wmsConnection.companyId, wmsConnection.id]),
  ],
);

/**
 * Outbox: a document that the provider carries out. waiting -> sending -> sent -> done | cancelled. `sending` is
 * committed before the call: a row left in it is looked up there by our number before sending again. exception: a
 * person has to act; parked: too many attempts.
 */
export const wmsOrder = companyTable(
  'wms_order',
  {
    connectionId: reference('connection_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    /** outbound | inbound */
    kind: text('kind').notNull(),
    docId: reference('doc_id').notNull(),
    /** Our number, to find it there. */
    clientNo: rawText('client_no').notNull(),
    /** Of an outbound. */
    orderId: reference('order_id'),
    orderNo: rawText('order_no').notNull().default(''),
    /** Of an inbound: sea | air | rail | truck | express */
    transport: text('transport'),
    state: text('state').notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: instant('next_at'),
    /** Of what was sent. */
    payloadHash: text('payload_hash'),
    error: text('error'),
    errorCode: text('error_code'),
    providerNo: rawText('provider_no'),
    /** The provider's status, ours and original, with its time. */
    status: text('status'),
    rawStatus: text('raw_status'),
    toldAt: instant('told_at'),
    packages: jsonb('packages').$type<Record<string, unknown>[]>().notNull().default([]),
    /** Cancellation: null | wanted | asked | refused */
    cancelState: text('cancel_state'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    doneAt: instant('done_at'),
  },
  (t) => [
    uniqueIndex('wms_order_doc').on(t.companyId, t.kind, t.docId),
    uniqueIndex('wms_order_client_no').on(t.companyId, t.connectionId, t.kind, t.clientNo),
    index('wms_order_due').on(t.companyId, t.connectionId, t.nextAt).where(sql`next_at is not null`),
    index('wms_order_state').on(t.companyId, t.connectionId, t.state, t.id.desc().nullsFirst()),
    index('wms_order_provider_no').on(t.companyId, t.connectionId, t.providerNo).where(sql`provider_no is not null`),
    index('wms_order_troubled')
      .on(t.companyId, t.connectionId, t.id.desc().nullsFirst())
      .where(
        sql`state in ('exception', 'parked') or state = 'sent' and (status in ('exception', 'onHold') or error_code <> 'warehouse.counting')`,
      ),
    index('wms_order_warehouse').on(t.companyId, t.warehouseId, t.state, t.id.desc().nullsFirst()),
    belongsTo([t.companyId, t.connectionId], [wmsConnection.companyId, wmsConnection.id]),
    check(
      'wms_order_state_known',
      sql`state in ('waiting', 'sending', 'sent', 'done', 'cancelled', 'exception', 'parked') and kind in ('outbound', 'inbound')`,
    ),
  ],
);

/** Provider receipts that are booked here, each once. */
export const wmsReceipt = companyKeyedTable(
  'wms_receipt',
  {
    connectionId: reference('connection_id').notNull(),
    receiptId: rawText('receipt_id').notNull(),
    inboundId: reference('inbound_id').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [keyOf(t.companyId, t.connectionId, t.receiptId)],
);

/** A provider stock mismatch. One open row per product and warehouse, updated by each comparison. */
export const wmsDifference = companyTable(
  'wms_difference',
  {
    warehouseId: reference('warehouse_id').notNull(),
    /** Null for a code without a product. */
    productId: reference('product_id'),
    code: rawText('code').notNull(),
    ours: integer('ours').notNull(),
    theirs: integer('theirs').notNull(),
    /** Shipped there, not booked here yet. */
    shipped: integer('shipped').notNull().default(0),
    /** Received there, not booked here yet. */
    received: integer('received').notNull().default(0),
    /** theirs - ours, less the explained quantity. */
    rest: integer('rest').notNull(),
    /** Recent entries of the provider's ledger for the product. */
    entries: jsonb('entries').$type<Record<string, unknown>[]>().notNull().default([]),
    jump: boolean('jump').notNull().default(false),
    /** open | settled | ignored | gone */
    state: text('state').notNull().default('open'),
    remark: text('remark').notNull().default(''),
    documentId: reference('document_id'),
    seenAt: instant('seen_at').notNull(),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
    settledBy: text('settled_by'),
  },
  (t) => [
    uniqueIndex('wms_difference_open').on(t.companyId, t.warehouseId, t.code).where(sql`state = 'open'`),
    index('wms_difference_state').on(t.companyId, t.warehouseId, t.state, t.id.desc().nullsFirst()),
    check('wms_difference_state_known', sql`state in ('open', 'settled', 'ignored', 'gone')`),
  ],
);

/**
 * Provider charges and refunds, each once by the provider's id; holds (freeze, unfreeze) cost nothing. When the
 * provider changes an amount, the fee stays and a revision holds the difference.
 */
export const wmsFee = companyTable(
  'wms_fee',
  {
    connectionId: reference('connection_id').notNull(),
    feeId: rawText('fee_id').notNull(),
    revision: integer('revision').notNull().default(1),
    at: instant('at').notNull(),
    refType: text('ref_type').notNull(),
    refNo: rawText('ref_no').notNull().default(''),
    /** Our document, where there is one. */
    wmsOrderId: reference('wms_order_id'),
    feeType: text('fee_type').notNull(),
    /** charge | refund | freeze | unfreeze | topUp */
    direction: text('direction').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    /** The warehouse, where it is known. */
    warehouseId: reference('warehouse_id'),
    /** How it was settled: prepaid (from the warehouse prepayment) | owed (to the provider) | none; null: not yet. */
    settlement: text('settlement'),
  },
  (t) => [
    uniqueIndex('wms_fee_once').on(t.companyId, t.connectionId, t.feeId, t.revision),
    index('wms_fee_open').on(t.companyId, t.connectionId, t.id).where(sql`settlement is null`),
    index('wms_fee_owed').on(t.companyId, t.id).where(sql`settlement = 'owed'`),
    check('wms_fee_settlement', sql`settlement in ('prepaid', 'owed', 'none')`),
    index('wms_fee_day').on(t.companyId, t.at),
    index('wms_fee_of').on(t.companyId, t.connectionId, t.id.desc().nullsFirst()),
    check('wms_fee_amount', sql`amount >= 0`),
  ],
);

/** The provider's last quantity of each product, to detect jumps. */
export const wmsStock = companyKeyedTable(
  'wms_stock',
  {
    warehouseId: reference('warehouse_id').notNull(),
    code: rawText('code').notNull(),
    quantity: integer('quantity').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [keyOf(t.companyId, t.warehouseId, t.code)],
);
