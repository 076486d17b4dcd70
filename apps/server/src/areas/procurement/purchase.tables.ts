import type { Instalment } from '@tradewind/contract/procurement/words.ts';
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
import { warehouse } from '../warehouse/warehouse.tables.ts';
import { supplier } from './procurement.tables.ts';

/** What people ask to be bought. */
export const requisition = companyTable(
  'requisition',
  {
    number: rawText('number').notNull(),
    /** draft, reviewing, approved, done, cancelled */
    state: text('state').notNull().default('draft'),
    remark: text('remark').notNull().default(''),
    lineCount: integer('line_count').notNull().default(0),
    units: integer('units').notNull().default(0),
    ordered: integer('ordered').notNull().default(0),
    received: integer('received').notNull().default(0),
    needBy: date('need_by'),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    submittedAt: instant('submitted_at'),
    approvedAt: instant('approved_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('requisition_number').on(t.companyId, t.number),
    index('requisition_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('requisition_created').on(t.companyId, t.createdAt),
    check('requisition_state_known', sql`state in ('draft', 'reviewing', 'approved', 'done', 'cancelled')`),
    check('requisition_approved', sql`(approved_at is not null) or state in ('draft', 'reviewing', 'cancelled')`),
  ],
);

export const requisitionLine = companyTable(
  'requisition_line',
  {
    requisitionId: reference('requisition_id').notNull(),
    position: integer('position').notNull(),
    productId: reference('product_id').notNull(),
    quantity: integer('quantity').notNull(),
    /** Null until the requisition is approved. */
    approved: integer('approved'),
    /** The sum of its sources: units on purchase orders. */
    ordered: integer('ordered').notNull().default(0),
    /** The sum of what its sources received. */
    received: integer('received').notNull().default(0),
    warehouseId: reference('warehouse_id').notNull(),
    needBy: date('need_by'),
    shopId: reference('shop_id'),
    supplierId: reference('supplier_id'),
    remark: text('remark').notNull().default(''),
    /** The rest is no longer bought. */
    closedAt: instant('closed_at'),
    closeReason: text('close_reason').notNull().default(''),
    /** Approved and neither ordered nor given up: what waits on the page of pending purchases. */
    open: integer('open')
      .notNull()
      .generatedAlwaysAs(
        sql`case when closed_at is null then greatest(coalesce(approved, 0) - greatest(ordered, received), 0) else 0 end`,
      ),
  },
  (t) => [
    index('requisition_line_of').on(t.companyId, t.requisitionId, t.position),
    index('requisition_line_product').on(t.companyId, t.productId, t.requisitionId),
    index('requisition_line_open').on(t.companyId, t.needBy, t.id).where(sql`open > 0`),
    index('requisition_line_supplier').on(t.companyId, t.supplierId, t.needBy, t.id).where(sql`open > 0`),
    check('requisition_line_sense', sql`quantity > 0 and approved between 0 and quantity`),
    check('requisition_line_ordered', sql`ordered between 0 and coalesce(approved, 0) and received >= 0`),
    belongsTo([t.companyId, t.requisitionId], [requisition.companyId, requisition.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]),
    belongsTo([t.companyId, t.supplierId], [supplier.companyId, supplier.id]),
  ],
);

/** What was approved last, or asked for less since: more than this is approved again. */
export interface ApprovedPurchase {
  supplierId: number;
  warehouseId: number;
  terms: Instalment[];
  lines: {
    id: number;
    position: number;
    productId: number;
    supplierSku: string;
    packs: number;
    packSize: number;
    unitPrice: string;
    promisedOn: string | null;
    remark: string;
    /** Missing in what was approved before lines could be closed short. */
    shortReason?: string;
  }[];
}

export const purchaseOrder = companyTable(
  'purchase_order',
  {
    number: rawText('number').notNull(),
    /** draft, reviewing, approved, ordered, received, closed, cancelled */
    state: text('state').notNull().default('draft'),
    supplierId: reference('supplier_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    currency: text('currency').notNull(),
    terms: jsonb('terms').$type<Instalment[]>().notNull().default([]),
    expectedOn: date('expected_on'),
    reference: rawText('reference').notNull().default(''),
    remark: text('remark').notNull().default(''),
    /** Of its lines, in its currency. */
    amount: amount('amount').notNull().default('0'),
    lineCount: integer('line_count').notNull().default(0),
    units: integer('units').notNull().default(0),
    received: integer('received').notNull().default(0),
    /** Null: it was never approved. */
    approved: jsonb('approved').$type<ApprovedPurchase>(),
    revision: integer('revision').notNull().default(1),
    buyer: text('buyer').notNull(),
    createdAt: instant('created_at').notNull(),
    orderedAt: instant('ordered_at'),
    closedAt: instant('closed_at'),
    closeReason: text('close_reason').notNull().default(''),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('purchase_order_number').on(t.companyId, t.number),
    index('purchase_order_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('purchase_order_supplier').on(t.companyId, t.supplierId, t.id.desc().nullsFirst()),
    index('purchase_order_warehouse').on(t.companyId, t.warehouseId, t.id.desc().nullsFirst()),
    index('purchase_order_created').on(t.companyId, t.createdAt),
    index('purchase_order_ordered').on(t.companyId, t.orderedAt).where(sql`ordered_at is not null`),
    index('purchase_order_reference').on(t.companyId, t.reference).where(sql`reference <> ''`),
    index('purchase_order_expected').on(t.companyId, t.expectedOn, t.id).where(sql`state = 'ordered'`),
    check(
      'purchase_order_state_known',
      sql`state in ('draft', 'reviewing', 'approved', 'ordered', 'received', 'closed', 'cancelled')`,
    ),
    check('purchase_order_approved', sql`approved is not null or state in ('draft', 'reviewing', 'cancelled')`),
    check('purchase_order_ordered', sql`ordered_at is not null or state not in ('ordered', 'received', 'closed')`),
    check('purchase_order_sense', sql`amount >= 0 and units >= 0 and received >= 0`),
    belongsTo([t.companyId, t.supplierId], [supplier.companyId, supplier.id]),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]),
  ],
);

export const purchaseLine = companyTable(
  'purchase_line',
  {
    orderId: reference('order_id').notNull(),
    position: integer('position').notNull(),
    productId: reference('product_id').notNull(),
    supplierSku: rawText('supplier_sku').notNull().default(''),
    /** Units in one purchase unit. */
    packSize: integer('pack_size').notNull().default(1),
    packs: integer('packs').notNull(),
    quantity: integer('quantity').notNull().generatedAlwaysAs(sql`packs * pack_size`),
    /** Of one purchase unit, in the currency of the order. */
    unitPrice: unitCost('unit_price').notNull(),
    promisedOn: date('promised_on'),
    /** Units in any condition; more than its quantity is an over receipt. */
    received: integer('received').notNull().default(0),
    remark: text('remark').notNull().default(''),
    /** Why its supplier cannot deliver the rest: only such a line may ask for nothing. */
    shortReason: text('short_reason').notNull().default(''),
  },
  (t) => [
    index('purchase_line_of').on(t.companyId, t.orderId, t.position),
    index('purchase_line_product').on(t.companyId, t.productId, t.orderId),
    check(
      'purchase_line_sense',
      sql`packs >= 0 and (packs > 0 or short_reason <> '') and pack_size > 0 and unit_price >= 0 and received >= 0`,
    ),
    belongsTo([t.companyId, t.orderId], [purchaseOrder.companyId, purchaseOrder.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
  ],
);

/** Which request a line of a purchase order serves, and with how many of its units. */
export const purchaseLineSource = companyKeyedTable(
  'purchase_line_source',
  {
    lineId: reference('line_id').notNull(),
    requisitionLineId: reference('requisition_line_id').notNull(),
    quantity: integer('quantity').notNull(),
    received: integer('received').notNull().default(0),
  },
  (t) => [
    keyOf(t.companyId, t.lineId, t.requisitionLineId),
    index('purchase_line_source_request').on(t.companyId, t.requisitionLineId),
    check('purchase_line_source_sense', sql`quantity >= 0 and received >= 0`),
    belongsTo([t.companyId, t.lineId], [purchaseLine.companyId, purchaseLine.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.requisitionLineId], [requisitionLine.companyId, requisitionLine.id]),
  ],
);
