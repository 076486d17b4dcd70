import { sql } from 'drizzle-orm';
import { check, date, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyTable,
  instant,
  rate,
  rawText,
  reference,
  unitCost,
} from '../../core/database/table.ts';
import { product } from '../catalog/catalog.tables.ts';
import { inboundReceipt } from '../warehouse/inbound.tables.ts';
import { warehouse } from '../warehouse/warehouse.tables.ts';
import { supplierBill } from './money.tables.ts';
import { supplier } from './procurement.tables.ts';

/** Goods that go back to their supplier from one warehouse. */
export const supplierReturn = companyTable(
  'supplier_return',
  {
    number: rawText('number').notNull(),
    /** draft, reviewing, approved, shipped, settled, cancelled */
    state: text('state').notNull().default('draft'),
    supplierId: reference('supplier_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    /** What the supplier owes for it: debitNote, refund, replacement */
    remedy: text('remedy').notNull(),
    /** The supplier's. */
    currency: text('currency').notNull(),
    /** The supplier's own number of it. */
    reference: rawText('reference').notNull().default(''),
    carrier: text('carrier').notNull().default(''),
    trackingNumber: rawText('tracking_number').notNull().default(''),
    remark: text('remark').notNull().default(''),
    lineCount: integer('line_count').notNull().default(0),
    units: integer('units').notNull().default(0),
    /** What its lines are to be credited, in its currency. */
    amount: amount('amount').notNull().default('0'),
    /** Of its currency on the day on which it was shipped. */
    rate: rate('rate'),
    /** What the supplier owes for it in base currency: the amount at that rate; for a replacement what the goods cost. */
    claimBase: amount('claim_base').notNull().default('0'),
    /** Counts its shipments: more than 1 after an undo. */
    shipments: integer('shipments').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    shippedAt: instant('shipped_at'),
    settledAt: instant('settled_at'),
    cancelReason: text('cancel_reason').notNull().default(''),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('supplier_return_number').on(t.companyId, t.number),
    index('supplier_return_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('supplier_return_supplier').on(t.companyId, t.supplierId, t.id.desc().nullsFirst()),
    index('supplier_return_warehouse').on(t.companyId, t.warehouseId, t.id.desc().nullsFirst()),
    index('supplier_return_created').on(t.companyId, t.createdAt),
    index('supplier_return_reference').on(t.companyId, t.reference).where(sql`reference <> ''`),
    check(
      'supplier_return_state_known',
      sql`state in ('draft', 'reviewing', 'approved', 'shipped', 'settled', 'cancelled')`,
    ),
    check('supplier_return_remedy', sql`remedy in ('debitNote', 'refund', 'replacement')`),
    check(
      'supplier_return_shipped',
      sql`(state in ('shipped', 'settled')) = (shipped_at is not null and rate is not null)`,
    ),
    check('supplier_return_settled', sql`(state = 'settled') = (settled_at is not null)`),
    check('supplier_return_sense', sql`amount >= 0 and units >= 0 and claim_base >= 0`),
    belongsTo([t.companyId, t.supplierId], [supplier.companyId, supplier.id]),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]),
  ],
);

export const supplierReturnLine = companyTable(
  'supplier_return_line',
  {
    returnId: reference('return_id').notNull(),
    position: integer('position').notNull(),
    productId: reference('product_id').notNull(),
    /** good, damaged, returned, held */
    condition: text('condition').notNull(),
    /** stock_batch. 0: units without a batch; null: of any. */
    batchId: reference('batch_id'),
    quantity: integer('quantity').notNull(),
    /** The receipt that brought the units. Null: nobody knows. */
    receiptId: reference('receipt_id'),
    /** What the supplier is to credit for a unit, in its currency. */
    unitCredit: unitCost('unit_credit').notNull(),
    reason: text('reason').notNull(),
    remark: text('remark').notNull().default(''),
    /** Units that were refused on receipt and so never had a value in stock. Known once it is shipped. */
    rejected: integer('rejected').notNull().default(0),
    /** What its units cost in base currency: out of their layers, and of the rejected ones on receipt. */
    costBase: amount('cost_base').notNull().default('0'),
    /** Units of it that came back new. */
    replaced: integer('replaced').notNull().default(0),
  },
  (t) => [
    index('supplier_return_line_of').on(t.companyId, t.returnId, t.position),
    index('supplier_return_line_product').on(t.companyId, t.productId, t.returnId),
    index('supplier_return_line_receipt').on(t.companyId, t.receiptId).where(sql`receipt_id is not null`),
    check('supplier_return_line_condition', sql`condition in ('good', 'damaged', 'returned', 'held')`),
    check('supplier_return_line_sense', sql`quantity > 0 and unit_credit >= 0 and rejected between 0 and quantity`),
    check('supplier_return_line_replaced', sql`replaced >= 0 and cost_base >= 0`),
    belongsTo([t.companyId, t.returnId], [supplierReturn.companyId, supplierReturn.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
    belongsTo([t.companyId, t.receiptId], [inboundReceipt.companyId, inboundReceipt.id]),
  ],
);

/**
 * Units that left a location, or came back by an undo (below zero). Append-only. Its id is the line of its stock movement
 * and of its cost issues.
 */
export const supplierReturnMove = companyTable(
  'supplier_return_move',
  {
    returnId: reference('return_id').notNull(),
    lineId: reference('line_id').notNull(),
    shipment: integer('shipment').notNull(),
    locationId: reference('location_id').notNull(),
    batchId: reference('batch_id').notNull().default(0),
    quantity: integer('quantity').notNull(),
    /** What left the cost layers, in base currency. */
    layerBase: amount('layer_base').notNull().default('0'),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [
    index('supplier_return_move_of').on(t.companyId, t.returnId, t.id),
    check('supplier_return_move_sense', sql`quantity <> 0`),
    belongsTo([t.companyId, t.returnId], [supplierReturn.companyId, supplierReturn.id]),
    belongsTo([t.companyId, t.lineId], [supplierReturnLine.companyId, supplierReturnLine.id]),
  ],
);

/**
 * What the supplier gave for a return: a debit note applied to a bill, money, or new units (below zero: their receipt was
 * undone), or the counterpart of one that was undone. Append-only.
 */
export const supplierReturnSettlement = companyTable(
  'supplier_return_settlement',
  {
    returnId: reference('return_id').notNull(),
    /** The bill that the debit note lowers. */
    billId: reference('bill_id'),
    /** In the currency of the return; of new units: in base currency. */
    amount: amount('amount').notNull(),
    /** What is no longer expected. Below zero: more was credited than expected. */
    short: amount('short').notNull().default('0'),
    /** Both in base currency, as they were booked when the goods left. */
    amountBase: amount('amount_base').notNull(),
    shortBase: amount('short_base').notNull().default('0'),
    /** The settlement that it takes back: its counterpart. */
    undoes: reference('undoes'),
    /** New units. */
    units: integer('units').notNull().default(0),
    reference: rawText('reference').notNull().default(''),
    onDay: date('on_day').notNull(),
    remark: text('remark').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('supplier_return_settlement_of').on(t.companyId, t.returnId, t.id),
    uniqueIndex('supplier_return_settlement_undone').on(t.companyId, t.undoes).where(sql`undoes is not null`),
    index('supplier_return_settlement_bill').on(t.companyId, t.billId).where(sql`bill_id is not null`),
    belongsTo([t.companyId, t.returnId], [supplierReturn.companyId, supplierReturn.id]),
    belongsTo([t.companyId, t.billId], [supplierBill.companyId, supplierBill.id]),
  ],
);
