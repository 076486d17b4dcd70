import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
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
import { supplier } from './procurement.tables.ts';
import { purchaseLine, purchaseOrder } from './purchase.tables.ts';

/** What a supplier charges for goods of an order; below zero: a debit note. Booked at once, never changed. */
export const supplierBill = companyTable(
  'supplier_bill',
  {
    number: rawText('number').notNull(),
    orderId: reference('order_id').notNull(),
    supplierId: reference('supplier_id').notNull(),
    /** The supplier's own number of it: taken once. */
    reference: rawText('reference').notNull(),
    billedOn: date('billed_on').notNull(),
    dueOn: date('due_on'),
    currency: text('currency').notNull(),
    /** Of its currency to the base currency on its day. */
    rate: rate('rate').notNull(),
    amount: amount('amount').notNull(),
    charges: amount('charges').notNull().default('0'),
    chargeBasis: text('charge_basis').notNull().default('value'),
    /** The part of the deposit that it uses up. */
    depositApplied: amount('deposit_applied').notNull().default('0'),
    /** Why a difference beyond the tolerance was accepted. */
    acceptReason: text('accept_reason').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('supplier_bill_number').on(t.companyId, t.number),
    uniqueIndex('supplier_bill_reference').on(t.companyId, t.supplierId, t.reference),
    index('supplier_bill_order').on(t.companyId, t.orderId, t.id),
    index('supplier_bill_typed').on(t.companyId, t.reference),
    check('supplier_bill_sense', sql`rate > 0 and deposit_applied >= 0 and deposit_applied <= greatest(amount, 0)`),
    check('supplier_bill_basis', sql`charge_basis in ('value', 'quantity', 'weight', 'volume')`),
    belongsTo([t.companyId, t.orderId], [purchaseOrder.companyId, purchaseOrder.id]),
    belongsTo([t.companyId, t.supplierId], [supplier.companyId, supplier.id]),
  ],
);

/** Its amounts in base currency sum to the bill's: received value + price difference + rate difference. */
export const supplierBillLine = companyTable(
  'supplier_bill_line',
  {
    billId: reference('bill_id').notNull(),
    lineId: reference('line_id').notNull(),
    quantity: integer('quantity').notNull(),
    unitPrice: unitCost('unit_price').notNull(),
    amount: amount('amount').notNull(),
    /** Its share of the charges. */
    charge: amount('charge').notNull().default('0'),
    /** What its units were received at. */
    receivedBase: amount('received_base').notNull(),
    /** Price above the agreed one, and charges. */
    priceBase: amount('price_base').notNull(),
    /** The same price at another rate. */
    rateBase: amount('rate_base').notNull(),
    /** The part of `priceBase` that went into units in stock. */
    stockBase: amount('stock_base').notNull().default('0'),
  },
  (t) => [
    index('supplier_bill_line_of').on(t.companyId, t.billId, t.id),
    index('supplier_bill_line_purchase').on(t.companyId, t.lineId),
    belongsTo([t.companyId, t.billId], [supplierBill.companyId, supplierBill.id]),
    belongsTo([t.companyId, t.lineId], [purchaseLine.companyId, purchaseLine.id]),
  ],
);

/** A request to pay a supplier, and the payment. Without a bill: a deposit of the order. */
export const supplierPayment = companyTable(
  'supplier_payment',
  {
    number: rawText('number').notNull(),
    orderId: reference('order_id').notNull(),
    supplierId: reference('supplier_id').notNull(),
    billId: reference('bill_id'),
    currency: text('currency').notNull(),
    amount: amount('amount').notNull(),
    /** reviewing, approved, paid, rejected, cancelled */
    state: text('state').notNull().default('reviewing'),
    dueOn: date('due_on'),
    paidOn: date('paid_on'),
    /** Of the day on which it was paid. */
    rate: rate('rate'),
    reference: text('reference').notNull().default(''),
    remark: text('remark').notNull().default(''),
    requestedBy: text('requested_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('supplier_payment_number').on(t.companyId, t.number),
    index('supplier_payment_order').on(t.companyId, t.orderId, t.id),
    index('supplier_payment_bill').on(t.companyId, t.billId).where(sql`bill_id is not null`),
    check('supplier_payment_state', sql`state in ('reviewing', 'approved', 'paid', 'rejected', 'cancelled')`),
    check('supplier_payment_paid', sql`(state = 'paid') = (paid_on is not null and rate is not null)`),
    check('supplier_payment_sense', sql`amount > 0`),
    belongsTo([t.companyId, t.orderId], [purchaseOrder.companyId, purchaseOrder.id]),
    belongsTo([t.companyId, t.billId], [supplierBill.companyId, supplierBill.id]),
  ],
);

/**
 * What is left to pay of placed orders, written again with each change of their money, goods or terms (`money/due.ts`):
 * bills, and instalments that no bill asks for. What is paid has no row.
 */
export const purchaseDue = companyTable(
  'purchase_due',
  {
    orderId: reference('order_id').notNull(),
    /** 0: an instalment. */
    billId: reference('bill_id').notNull().default(0),
    /** Of the instalment in the terms, from 1; 0: a bill. */
    position: integer('position').notNull(),
    supplierId: reference('supplier_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    currency: text('currency').notNull(),
    /** Null: what it depends on has not happened. */
    dueOn: date('due_on'),
    /** Counted from the day on which the goods are expected. */
    planned: boolean('planned').notNull(),
    amount: amount('amount').notNull(),
    /** Of its payment requests that are not paid yet. */
    requested: amount('requested').notNull(),
    paid: amount('paid').notNull(),
  },
  (t) => [
    uniqueIndex('purchase_due_of').on(t.companyId, t.orderId, t.billId, t.position),
    index('purchase_due_day').on(t.companyId, t.dueOn, t.id),
    index('purchase_due_supplier').on(t.companyId, t.supplierId, t.dueOn, t.id),
    check('purchase_due_sense', sql`amount > paid and paid >= 0 and requested >= 0`),
    check('purchase_due_part', sql`(bill_id = 0) = (position > 0)`),
    belongsTo([t.companyId, t.orderId], [purchaseOrder.companyId, purchaseOrder.id]).onDelete('cascade'),
  ],
);
