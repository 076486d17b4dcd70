import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
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
import { product } from '../catalog/catalog.tables.ts';

/** Kept beside stock_movement in the same transaction; equals the sum of its rows. available = on_hand - reserved. */
export const stockBalance = companyKeyedTable(
  'stock_balance',
  {
    warehouseId: reference('warehouse_id').notNull(),
    productId: reference('product_id').notNull(),
    onHand: integer('on_hand').notNull().default(0),
    reserved: integer('reserved').notNull().default(0),
    incoming: integer('incoming').notNull().default(0),
    /** on_hand - reserved, kept by the database so that a list can be sorted by it. */
    available: integer('available').generatedAlwaysAs(sql`on_hand - reserved`),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    keyOf(t.companyId, t.warehouseId, t.productId),
    index('stock_balance_product').on(t.companyId, t.productId),
    index('stock_balance_available').on(t.companyId, t.available, t.productId, t.warehouseId),
    index('stock_balance_on_hand').on(t.companyId, t.onHand, t.productId, t.warehouseId),
    check('stock_balance_never_oversold', sql`on_hand >= reserved and reserved >= 0 and incoming >= 0`),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
  ],
);

/** Units of one production batch (lot), recalled or expiring together. */
export const stockBatch = companyTable(
  'stock_batch',
  {
    productId: reference('product_id').notNull(),
    code: rawText('code').notNull(),
    producedOn: date('produced_on'),
    /** The last day on which it may ship. Null: it does not expire. */
    expiresOn: date('expires_on'),
    /** active | recalled: nothing of a recalled batch is allocated or shipped. */
    state: text('state').notNull().default('active'),
    remark: text('remark').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('stock_batch_code').on(t.companyId, t.productId, t.code),
    index('stock_batch_by_code').on(t.companyId, t.code),
    index('stock_batch_order').on(t.companyId, t.expiresOn, t.id.desc().nullsFirst()),
    index('stock_batch_expiry').on(t.companyId, t.expiresOn).where(sql`expires_on is not null`),
    index('stock_batch_recalled').on(t.companyId, t.id).where(sql`state = 'recalled'`),
    check('stock_batch_state', sql`state in ('active', 'recalled')`),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
  ],
);

/**
 * Units in each location. `allocated` belongs to pick lines. Only good stock is sold. Other conditions are kept apart.
 */
export const binStock = companyKeyedTable(
  'bin_stock',
  {
    locationId: reference('location_id').notNull(),
    productId: reference('product_id').notNull(),
    condition: text('condition').notNull().default('good'),
    /** stock_batch. 0: no batch. */
    batchId: reference('batch_id').notNull().default(0),
    warehouseId: reference('warehouse_id').notNull(),
    onHand: integer('on_hand').notNull().default(0),
    allocated: integer('allocated').notNull().default(0),
  },
  (t) => [
    keyOf(t.companyId, t.locationId, t.productId, t.condition, t.batchId),
    index('bin_stock_product').on(t.companyId, t.warehouseId, t.productId),
    index('bin_stock_batch').on(t.companyId, t.batchId).where(sql`batch_id <> 0`),
    index('bin_stock_batch_in_stock')
      .on(t.companyId, t.batchId, t.warehouseId)
      .where(sql`batch_id <> 0 and on_hand > 0`),
    index('bin_stock_condition')
      .on(t.companyId, t.condition, t.productId, t.warehouseId)
      .where(sql`condition <> 'good' and on_hand > 0`),
    check('bin_stock_never_negative', sql`on_hand >= allocated and allocated >= 0`),
  ],
);

/** Manual movements, so that each has a document. See StockDocumentKind. */
export const stockDocument = companyTable(
  'stock_document',
  {
    number: rawText('number').notNull(),
    kind: text('kind').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    reason: text('reason').notNull(),
    remark: text('remark').notNull().default(''),
    /** waiting: needs approval before it moves anything. rejected, withdrawn: never moved anything. */
    state: text('state').notNull().default('done'),
    /** The movements to book on approval. Kept to show the request. */
    wanted: jsonb('wanted').$type<Record<string, unknown>>(),
    at: instant('at').notNull().defaultNow(),
    userId: reference('user_id').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [
    uniqueIndex('stock_document_number').on(t.companyId, t.number),
    index('stock_document_waiting').on(t.companyId, t.warehouseId).where(sql`state = 'waiting'`),
    check('stock_document_state', sql`state in ('done', 'waiting', 'rejected', 'withdrawn')`),
  ],
);

/** The ledger: rows are added, never changed. One row per (document kind, id, line, step): a retry changes nothing. */
export const stockMovement = companyTable(
  'stock_movement',
  {
    at: instant('at').notNull().defaultNow(),
    warehouseId: reference('warehouse_id').notNull(),
    productId: reference('product_id').notNull(),
    locationId: reference('location_id'),
    condition: text('condition').notNull().default('good'),
    batchId: reference('batch_id').notNull().default(0),
    onHand: integer('on_hand').notNull().default(0),
    reserved: integer('reserved').notNull().default(0),
    incoming: integer('incoming').notNull().default(0),
    reason: text('reason').notNull(),
    docKind: text('doc_kind').notNull(),
    docId: reference('doc_id').notNull(),
    docLine: reference('doc_line').notNull().default(0),
    /** Which step of the document wrote it, e.g. reserve:1, release:1, pick, ship. */
    step: text('step').notNull(),
    userId: reference('user_id').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [
    uniqueIndex('stock_movement_once').on(t.companyId, t.docKind, t.docId, t.docLine, t.step, t.warehouseId),
    index('stock_movement_product').on(t.companyId, t.productId, t.warehouseId, t.id.desc().nullsFirst()),
    index('stock_movement_location').on(t.companyId, t.locationId, t.id.desc().nullsFirst()),
    index('stock_movement_batch').on(t.companyId, t.batchId, t.id.desc().nullsFirst()).where(sql`batch_id <> 0`),
    // How often each location is picked from.
    index('stock_movement_picks')
      .on(t.companyId, t.warehouseId, t.at, t.locationId)
      .where(sql`reason = 'pick' and on_hand < 0`),
    // What was entered as opening stock, once for each product and location.
    index('stock_movement_opening').on(t.companyId, t.productId, t.locationId).where(sql`reason = 'opening'`),
    // Corrections of system quantities.
    index('stock_movement_corrections').on(t.companyId, t.at).where(sql`reason in ('adjust', 'count')`),
    // Good units that came or went, by time: see reports.ts
    index('stock_movement_moved')
      .on(t.companyId, t.at, t.warehouseId, t.productId, t.onHand, t.reason)
      .where(
        sql`condition = 'good' and on_hand <> 0 and reason not in ('pick', 'pickUndo', 'putBack', 'putAway', 'relocate')`,
      ),
    check('stock_movement_moves', sql`on_hand <> 0 or reserved <> 0 or incoming <> 0`),
  ],
);

/** FIFO: the remaining units of each receipt and their cost, in base currency. */
export const costLayer = companyTable(
  'cost_layer',
  {
    warehouseId: reference('warehouse_id').notNull(),
    productId: reference('product_id').notNull(),
    /** What its age counts from. */
    receivedAt: instant('received_at').notNull(),
    /** When it was written: of a merged product later than it was received. */
    enteredAt: instant('entered_at').notNull().defaultNow(),
    quantity: integer('quantity').notNull(),
    remaining: integer('remaining').notNull(),
    unitCost: unitCost('unit_cost').notNull(),
    /** What a unit cost on receipt, once a later bill or freight changed its cost. Null: it did not. */
    receivedCost: unitCost('received_cost'),
    docKind: text('doc_kind').notNull(),
    docId: reference('doc_id').notNull(),
    docLine: reference('doc_line').notNull().default(0),
  },
  (t) => [
    index('cost_layer_open').on(t.companyId, t.warehouseId, t.productId, t.receivedAt, t.id).where(sql`remaining > 0`),
    index('cost_layer_entered').on(t.companyId, t.enteredAt),
    uniqueIndex('cost_layer_once').on(t.companyId, t.docKind, t.docId, t.docLine),
    check('cost_layer_remaining', sql`remaining between 0 and quantity`),
  ],
);

/**
 * A cost that came after the goods, spread over a layer: the share of the remaining units changed their cost, the share of
 * those that have left is a difference. Append-only. Base currency.
 */
export const costRevaluation = companyTable(
  'cost_revaluation',
  {
    at: instant('at').notNull(),
    layerId: reference('layer_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    productId: reference('product_id').notNull(),
    /** Units of the layer that were still there. */
    remaining: integer('remaining').notNull(),
    /** What the remaining units cost more, or less, together. */
    stockValue: amount('stock_value').notNull(),
    /** The share of the units that had left. */
    difference: amount('difference').notNull(),
    docKind: text('doc_kind').notNull(),
    docId: reference('doc_id').notNull(),
    docLine: reference('doc_line').notNull().default(0),
    actor: text('actor').notNull(),
  },
  (t) => [
    uniqueIndex('cost_revaluation_once').on(t.companyId, t.docKind, t.docId, t.docLine, t.layerId),
    index('cost_revaluation_layer').on(t.companyId, t.layerId),
    index('cost_revaluation_at').on(t.companyId, t.at),
    check('cost_revaluation_sense', sql`remaining >= 0 and (remaining > 0 or stock_value = 0)`),
    belongsTo([t.companyId, t.layerId], [costLayer.companyId, costLayer.id]),
  ],
);

/**
 * The layers an issue consumed. layer_id 0: issued at the last known cost because no layer was left. Negative: the
 * units returned to good stock and to the layer.
 */
export const costIssue = companyTable(
  'cost_issue',
  {
    at: instant('at').notNull().defaultNow(),
    layerId: reference('layer_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    productId: reference('product_id').notNull(),
    quantity: integer('quantity').notNull(),
    unitCost: unitCost('unit_cost').notNull(),
    docKind: text('doc_kind').notNull(),
    docId: reference('doc_id').notNull(),
    docLine: reference('doc_line').notNull(),
  },
  (t) => [
    uniqueIndex('cost_issue_once').on(t.companyId, t.docKind, t.docId, t.docLine, t.layerId),
    index('cost_issue_at').on(
      t.companyId,
      t.at,
      t.warehouseId,
      t.productId,
      t.layerId,
      t.quantity,
      t.unitCost,
      t.docKind,
    ),
  ],
);
