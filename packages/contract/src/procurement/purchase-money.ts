import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  currency,
  day,
  decimal,
  defineCall,
  id,
  idempotencyKey,
  ok,
  positiveDecimal,
  requiredText,
  text,
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { INSTALMENTS } from './suppliers.ts';

export const SUPPLIER_PAYMENT_STATES = ['reviewing', 'approved', 'paid', 'rejected', 'cancelled'] as const;
export type SupplierPaymentState = (typeof SUPPLIER_PAYMENT_STATES)[number];
/** Whether an act applies to a payment request in its current state. */
export const supplierPaymentMay = mayBy({
  pay: ['approved'],
  cancel: ['approved'],
} satisfies DocumentActs<SupplierPaymentState>);
export const SUPPLIER_PAYMENT_KINDS = ['deposit', 'bill'] as const;
/** How freight and other charges of a bill are spread over its lines. */
export const CHARGE_BASES = ['value', 'quantity', 'weight', 'volume'] as const;
export type ChargeBasis = (typeof CHARGE_BASES)[number];

const paymentRow = z.object({
  id: z.number(),
  number: z.string(),
  kind: z.enum(SUPPLIER_PAYMENT_KINDS),
  billId: z.number().nullable(),
  billNumber: z.string().nullable(),
  currency: z.string(),
  amount: z.string(),
  state: z.enum(SUPPLIER_PAYMENT_STATES),
  dueOn: z.string().nullable(),
  paidOn: z.string().nullable(),
  reference: z.string(),
  remark: z.string(),
  requestedBy: z.string(),
});
export type SupplierPayment = z.output<typeof paymentRow>;
const billRow = z.object({
  id: z.number(),
  number: z.string(),
  /** The supplier's own number of it. */
  reference: z.string(),
  billedOn: z.string(),
  dueOn: z.string().nullable(),
  currency: z.string(),
  /** Below zero: a debit note. */
  amount: z.string(),
  depositApplied: z.string(),
  /** Debit notes of returned goods that lower it. */
  credited: z.string(),
  /** Of its payment requests that are neither rejected nor cancelled. */
  requested: z.string(),
  paid: z.string(),
  /** Base currency: what the goods cost more than agreed, freight included; the parts in stock and of units that left. */
  difference: z.string(),
  inStock: z.string(),
  leftStock: z.string(),
  acceptReason: z.string(),
  createdBy: z.string(),
});
export type SupplierBill = z.output<typeof billRow>;
const matchRow = z.object({
  lineId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  ordered: z.number(),
  received: z.number(),
  billed: z.number(),
  /** Agreed, of one unit. */
  unitPrice: z.string(),
});
export type MatchRow = z.output<typeof matchRow>;

export const purchaseMoney = defineCall({
  method: 'GET',
  path: '/seller/purchaseOrder/money',
  access: [rights.purchaseOrder.view],
  summary:
    'Returns the money of a purchase order: instalments, payment requests, bills, and ordered, received and billed units side by side. Needs the right to see cost prices.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    currency: z.string(),
    baseCurrency: z.string(),
    ordered: z.string(),
    /** Received units at the agreed price. */
    received: z.string(),
    billed: z.string(),
    depositPaid: z.string(),
    depositApplied: z.string(),
    paid: z.string(),
    instalments: z.array(
      z.object({
        percent: z.string(),
        when: z.enum(INSTALMENTS),
        days: z.number(),
        amount: z.string(),
        /** Null: what it depends on has not happened. */
        dueOn: z.string().nullable(),
        /** Counted from the day on which the goods are expected. */
        planned: z.boolean(),
      }),
    ),
    match: z.array(matchRow),
    bills: z.array(billRow),
    payments: z.array(paymentRow),
  }),
});
export const saveSupplierBill = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/saveBill',
  access: [rights.purchaseOrder.pay],
  summary:
    'Books a bill of the supplier, or a debit note with quantities below zero. What differs from the agreed price or from the received units beyond the tolerance needs a reason.',
  input: z.strictObject({
    orderId: id(),
    reference: requiredText(60),
    billedOn: day(),
    /** Left out: as the order's terms say. */
    dueOn: day().nullable().optional(),
    currency: currency(),
    lines: z
      .array(
        z.strictObject({
          lineId: id(),
          quantity: z.coerce.number().int().min(-10_000_000).max(10_000_000),
          /** Of one unit. */
          unitPrice: positiveDecimal(6),
        }),
      )
      .min(1)
      .max(500),
    /** Freight and other charges beside the goods. */
    charges: decimal(2).default('0'),
    chargeBasis: z.enum(CHARGE_BASES).default('value'),
    acceptReason: text(200).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const requestSupplierPayment = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/requestPayment',
  access: [rights.purchaseOrder.pay],
  summary: 'Requests a deposit of an order or the payment of a bill. It is approved as the workflow of orders says.',
  input: z.strictObject({
    orderId: id(),
    /** Left out: a deposit. */
    billId: id().optional(),
    amount: positiveDecimal(2),
    /** Left out: the bill's, or for a deposit as the order's terms say. */
    dueOn: day().nullable().optional(),
    remark: text(300).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string(), state: z.enum(SUPPLIER_PAYMENT_STATES) }),
});
export const paySupplier = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/pay',
  access: [rights.purchaseOrder.pay],
  summary: 'Records that an approved payment was made on a day.',
  input: z.strictObject({ id: id(), paidOn: day(), reference: text(80).default(''), ...idempotencyKey }),
  result: ok,
});
export const cancelSupplierPayment = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/cancelPayment',
  access: [rights.purchaseOrder.pay],
  summary: 'Cancels an approved payment that was not made.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});
