import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
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

/** What lies in each location. `allocated` is promised to pick lines. Good stock only; other conditions stay apart. */
export const binStock = companyKeyedTable(
  'bin_stock',
  {
    locationId: reference('location_id').notNull(),
    productId: reference('product_id').notNull(),
    condition: text('condition').notNull().default('good'),
    warehouseId: reference('warehouse_id').notNull(),
    onHand: integer('on_hand').notNull().default(0),
    allocated: integer('allocated').notNull().default(0),
  },
  (t) => [
    keyOf(t.companyId, t.locationId, t.productId, t.condition),
    index('bin_stock_product').on(t.companyId, t.warehouseId, t.productId),
    check('bin_stock_never_negative', sql`on_hand >= allocated and allocated >= 0`),
  ],
);

/** What a person moved by hand, so that its movements have a document: adjust | receipt | putback | relocate. */
export const stockDocument = companyTable(
  'stock_document',
  {
    number: rawText('number').notNull(),
    kind: text('kind').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    reason: text('reason').notNull(),
    remark: text('remark').notNull().default(''),
    /** waiting: has to be approved before it moves anything; rejected, withdrawn: never did. */
    state: text('state').notNull().default('done'),
    /** What an approved document will move; kept to show what was asked. */
    wanted: jsonb('wanted').$type<Record<string, unknown>>(),
    at: instant('at').notNull().defaultNow(),
    userId: reference('user_id').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [
    uniqueIndex('stock_document_number').on(t.companyId, t.number),
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
    check('stock_movement_moves', sql`on_hand <> 0 or reserved <> 0 or incoming <> 0`),
  ],
);

/** FIFO: what is left of each receipt and what it cost, in base currency. */
export const costLayer = companyTable(
  'cost_layer',
  {
    warehouseId: reference('warehouse_id').notNull(),
    productId: reference('product_id').notNull(),
    receivedAt: instant('received_at').notNull(),
    quantity: integer('quantity').notNull(),
    remaining: integer('remaining').notNull(),
    unitCost: unitCost('unit_cost').notNull(),
    docKind: text('doc_kind').notNull(),
    docId: reference('doc_id').notNull(),
    docLine: reference('doc_line').notNull().default(0),
  },
  (t) => [
    index('cost_layer_open').on(t.companyId, t.warehouseId, t.productId, t.receivedAt, t.id).where(sql`remaining > 0`),
    uniqueIndex('cost_layer_once').on(t.companyId, t.docKind, t.docId, t.docLine),
    check('cost_layer_remaining', sql`remaining between 0 and quantity`),
  ],
);

/** Which layers an issue consumed. layer_id 0: issued at the last known cost because no layer was left. */
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
  (t) => [uniqueIndex('cost_issue_once').on(t.companyId, t.docKind, t.docId, t.docLine, t.layerId)],
);
