import { sql } from 'drizzle-orm';
import { check, date, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, companyTable, instant, rawText, reference } from '../../core/database/table.ts';
import { product } from '../catalog/catalog.tables.ts';
import { shop } from '../channels/channels.tables.ts';
import { warehouse } from '../warehouse/warehouse.tables.ts';
import { purchaseLine } from './purchase.tables.ts';

/** Splits goods of a warehouse, or goods that it expects of purchase orders, over destinations. */
export const allocationOrder = companyTable(
  'allocation_order',
  {
    number: rawText('number').notNull(),
    /** draft, reviewing, submitted, shipping, done, cancelled */
    state: text('state').notNull().default('draft'),
    /** Where the goods lie or arrive. */
    warehouseId: reference('warehouse_id').notNull(),
    remark: text('remark').notNull().default(''),
    lineCount: integer('line_count').notNull().default(0),
    /** The sums of its shares; without those that were closed. */
    units: integer('units').notNull().default(0),
    arrived: integer('arrived').notNull().default(0),
    /** On documents, or arrived where they stay. */
    moved: integer('moved').notNull().default(0),
    /** Arrived, and neither on a document nor to stay. */
    ready: integer('ready').notNull().default(0),
    needBy: date('need_by'),
    reason: text('reason').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    submittedAt: instant('submitted_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('allocation_order_number').on(t.companyId, t.number),
    index('allocation_order_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('allocation_order_warehouse').on(t.companyId, t.warehouseId, t.id.desc().nullsFirst()),
    index('allocation_order_created').on(t.companyId, t.createdAt),
    index('allocation_order_ready').on(t.companyId, t.id.desc().nullsFirst()).where(sql`ready > 0`),
    check(
      'allocation_order_state_known',
      sql`state in ('draft', 'reviewing', 'submitted', 'shipping', 'done', 'cancelled')`,
    ),
    check('allocation_order_sense', sql`units >= 0 and arrived between 0 and units and moved >= 0 and ready >= 0`),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]),
  ],
);

/** Units of one source: a line of a purchase order, or stock. */
export const allocationLine = companyTable(
  'allocation_line',
  {
    orderId: reference('order_id').notNull(),
    position: integer('position').notNull(),
    productId: reference('product_id').notNull(),
    /** Null: stock of the warehouse. */
    purchaseLineId: reference('purchase_line_id'),
    quantity: integer('quantity').notNull(),
    /** The sum of its shares. */
    shared: integer('shared').notNull(),
    /** Of these, units that were closed. */
    closed: integer('closed').notNull().default(0),
  },
  (t) => [
    index('allocation_line_of').on(t.companyId, t.orderId, t.position),
    index('allocation_line_product').on(t.companyId, t.productId, t.orderId),
    index('allocation_line_source').on(t.companyId, t.purchaseLineId).where(sql`purchase_line_id is not null`),
    check('allocation_line_shared', sql`shared between 1 and quantity and closed between 0 and shared`),
    belongsTo([t.companyId, t.orderId], [allocationOrder.companyId, allocationOrder.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
    belongsTo([t.companyId, t.purchaseLineId], [purchaseLine.companyId, purchaseLine.id]),
  ],
);

/** Units of a line for one destination. */
export const allocationShare = companyTable(
  'allocation_share',
  {
    orderId: reference('order_id').notNull(),
    lineId: reference('line_id').notNull(),
    position: integer('position').notNull(),
    /** stay, transfer, leg, fba */
    kind: text('kind').notNull(),
    toWarehouseId: reference('to_warehouse_id'),
    shopId: reference('shop_id'),
    marketplaceId: text('marketplace_id'),
    sellerSku: rawText('seller_sku').notNull().default(''),
    /** Units of the product in one unit of the listing. */
    factor: integer('factor').notNull().default(1),
    quantity: integer('quantity').notNull(),
    needBy: date('need_by'),
    /** Received units that serve it. */
    arrived: integer('arrived').notNull().default(0),
    /** Of these, units on documents that were not cancelled. */
    onDocuments: integer('on_documents').notNull().default(0),
    /** Of these, units whose document has shipped. */
    shipped: integer('shipped').notNull().default(0),
    /** Units that are no longer expected, with the reason. */
    closed: integer('closed').notNull().default(0),
    closeReason: text('close_reason').notNull().default(''),
  },
  (t) => [
    index('allocation_share_of').on(t.companyId, t.orderId, t.lineId, t.position),
    index('allocation_share_line').on(t.companyId, t.lineId),
    check(
      'allocation_share_destination',
      sql`kind in ('stay', 'transfer', 'leg', 'fba') and (kind in ('transfer', 'leg')) = (to_warehouse_id is not null)
        and (kind = 'fba') = (shop_id is not null and marketplace_id is not null and seller_sku <> '')`,
    ),
    check(
      'allocation_share_units',
      sql`quantity > 0 and factor > 0 and closed >= 0 and shipped >= 0 and shipped <= on_documents
        and on_documents <= arrived and arrived + closed <= quantity`,
    ),
    belongsTo([t.companyId, t.orderId], [allocationOrder.companyId, allocationOrder.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.lineId], [allocationLine.companyId, allocationLine.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.toWarehouseId], [warehouse.companyId, warehouse.id]),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]),
  ],
);

/** Units of a share on a transfer, a first leg or an FBA shipment. */
export const allocationDocument = companyTable(
  'allocation_document',
  {
    orderId: reference('order_id').notNull(),
    shareId: reference('share_id').notNull(),
    docKind: text('doc_kind').notNull(),
    docId: reference('doc_id').notNull(),
    number: rawText('number').notNull(),
    quantity: integer('quantity').notNull(),
    /** open, shipped, cancelled: its units went back to the share. */
    state: text('state').notNull().default('open'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('allocation_document_once').on(t.companyId, t.docKind, t.docId, t.shareId),
    index('allocation_document_of').on(t.companyId, t.orderId, t.id),
    index('allocation_document_share').on(t.companyId, t.shareId),
    check(
      'allocation_document_known',
      sql`doc_kind in ('transfer', 'transit_leg', 'fba_shipment') and state in ('open', 'shipped', 'cancelled') and quantity > 0`,
    ),
    belongsTo([t.companyId, t.orderId], [allocationOrder.companyId, allocationOrder.id]),
    belongsTo([t.companyId, t.shareId], [allocationShare.companyId, allocationShare.id]),
  ],
);
