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

/** An account with a company that runs warehouses for others. */
export const wmsConnection = companyTable(
  'wms_connection',
  {
    provider: text('provider').notNull(),
    name: text('name').notNull(),
    /** Encrypted JSON of the keys by their names. */
    keys: bytes('keys').notNull(),
    baseUrl: text('base_url').notNull().default(''),
    /** Speaks to the stand-in of the sandbox instead. */
    sandbox: boolean('sandbox').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    /** new | authorized | failed: refused keys stop everything until a person has mended them. */
    state: text('state').notNull().default('new'),
    lastError: text('last_error'),
    /** Nothing is sent before: limits, an account in arrears. */
    heldUntil: instant('held_until'),
    /** Part of the address that pushes come to. */
    pushToken: rawText('push_token').notNull(),
    /** Everything that changed there until then has been read. */
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

/** A warehouse of ours that is the provider's: by which of their codes. */
export const wmsWarehouse = companyKeyedTable(
  'wms_warehouse',
  {
    warehouseId: reference('warehouse_id').notNull(),
    connectionId: reference('connection_id').notNull(),
    code: rawText('code').notNull(),
    /** When its stock was compared last, and what came of it. */
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

/** Ways of sending that a warehouse offers, as it last said. */
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
    /** Not offered any more. */
    gone: boolean('gone').notNull().default(false),
  },
  (t) => [keyOf(t.companyId, t.warehouseId, t.code)],
);

/** Which of its ways a shipping channel of ours means there; channel 0: every other. */
export const wmsMethodChoice = companyKeyedTable(
  'wms_method_choice',
  {
    warehouseId: reference('warehouse_id').notNull(),
    channelId: reference('channel_id').notNull().default(0),
    methodCode: rawText('method_code').notNull(),
  },
  (t) => [keyOf(t.companyId, t.warehouseId, t.channelId)],
);

/** A product as the provider knows it: under its own code. */
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
 * Outbox: a document of ours that the provider carries out. waiting -> sending -> sent -> done | cancelled. `sending` is
 * committed before the call: what is found in it is looked up there by our number before it is sent again. exception: a
 * person has to act; parked: tried too often.
 */
export const wmsOrder = companyTable(
  'wms_order',
  {
    connectionId: reference('connection_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    /** outbound | inbound */
    kind: text('kind').notNull(),
    docId: reference('doc_id').notNull(),
    /** Our number, by which it is found there. */
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
    /** Its state there, in our words and in theirs; as of when. */
    status: text('status'),
    rawStatus: text('raw_status'),
    toldAt: instant('told_at'),
    packages: jsonb('packages').$type<Record<string, unknown>[]>().notNull().default([]),
    /** Asked to cancel it: null | wanted | asked | refused */
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

/** Receipts of the provider that are in our books: each once. */
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

/** Their count of a product is not ours. One open row a product and warehouse, brought up to date by each comparison. */
export const wmsDifference = companyTable(
  'wms_difference',
  {
    warehouseId: reference('warehouse_id').notNull(),
    /** Null where we know no product by that code. */
    productId: reference('product_id'),
    code: rawText('code').notNull(),
    ours: integer('ours').notNull(),
    theirs: integer('theirs').notNull(),
    /** Left there, and not booked here yet. */
    shipped: integer('shipped').notNull().default(0),
    /** Came in there, and not booked here yet. */
    received: integer('received').notNull().default(0),
    /** theirs - ours, less what explains it. */
    rest: integer('rest').notNull(),
    /** What their ledger says of the product lately. */
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
 * What the provider takes and gives back. Each once, by its own id; holds (freeze, unfreeze) cost nothing. One whose
 * amount the provider changed later stays, with a further revision for the difference.
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
    /** Our document, where it is one of ours. */
    wmsOrderId: reference('wms_order_id'),
    feeType: text('fee_type').notNull(),
    /** charge | refund | freeze | unfreeze | topUp */
    direction: text('direction').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    /** The house that it is for, where that is known. */
    warehouseId: reference('warehouse_id'),
    /** Whose money it became: prepaid (of what was laid down with the house) | owed (to the provider) | none; null: not yet. */
    settlement: text('settlement'),
  },
  (t) => [
    uniqueIndex('wms_fee_once').on(t.companyId, t.connectionId, t.feeId, t.revision),
    index('wms_fee_open').on(t.companyId, t.connectionId, t.id).where(sql`settlement is null`),
    index('wms_fee_owed').on(t.companyId, t.id).where(sql`settlement = 'owed'`),
    check('wms_fee_settlement', sql`settlement in ('prepaid', 'owed', 'none')`),
    index('wms_fee_of').on(t.companyId, t.connectionId, t.id.desc().nullsFirst()),
    check('wms_fee_amount', sql`amount >= 0`),
  ],
);

/** What the provider had of each product when it was asked last: a jump is seen against it. */
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
