import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { bulkCall, currency, defineCall, exportCall, id, idempotencyKey, list, pageOf, paging, text } from '../call.ts';
import { INSTALMENTS } from './suppliers.ts';

/** Its day is over; within a week of today; within thirty days. What is planned after late goods is in none of them. */
export const DUE_WINDOWS = ['overdue', 'week', 'month'] as const;
export type DueWindow = (typeof DUE_WINDOWS)[number];

const row = z.object({
  id: z.number(),
  orderId: z.number(),
  orderNumber: z.string(),
  supplierId: z.number(),
  supplierNameZh: z.string(),
  supplierNameEn: z.string(),
  warehouseName: z.string(),
  /** The instalment of the order's terms; null: a bill. */
  instalment: z.object({ percent: z.string(), when: z.enum(INSTALMENTS), days: z.number() }).nullable(),
  billId: z.number().nullable(),
  /** The supplier's own number of the bill. */
  billReference: z.string().nullable(),
  /** Null: what it depends on has not happened. */
  dueOn: z.string().nullable(),
  /** Counted from the day on which the goods are expected. */
  planned: z.boolean(),
  daysOverdue: z.number(),
  currency: z.string(),
  amount: z.string(),
  /** Of its payment requests that are not paid yet. */
  requested: z.string(),
  paid: z.string(),
  /** To be paid, requested or not. */
  left: z.string(),
  /** The part of it that no request asks for. */
  unrequested: z.string(),
});
export type PurchaseDue = z.output<typeof row>;

export const purchaseDueFilter = z.strictObject({
  due: z.enum(DUE_WINDOWS).optional(),
  supplierId: id().optional(),
  currency: currency().optional(),
  /** Prefix of the number of an order or of a bill. */
  text: text(60).optional(),
});
export type PurchaseDueFilter = z.output<typeof purchaseDueFilter>;

const base = '/seller/purchaseOrder/dues';
const view = [rights.purchaseOrder.view];

export const listPurchaseDues = defineCall({
  method: 'GET',
  path: `${base}/list`,
  access: view,
  summary:
    'Lists what is left to pay of placed purchase orders, by due day: bills, and instalments that no bill asks for. Empty without the right to see cost prices.',
  input: purchaseDueFilter.extend(paging),
  result: pageOf(row),
});
export const purchaseDueTabs = defineCall({
  method: 'GET',
  path: `${base}/tabs`,
  access: view,
  summary: 'Returns the number of payments due by window, and whose they are.',
  input: z.strictObject({}),
  result: z.object({
    counts: z.record(z.string(), z.number()),
    suppliers: z.array(z.object({ id: z.number(), nameZh: z.string(), nameEn: z.string() })),
    currencies: z.array(z.string()),
  }),
});
export const purchaseDueTotals = defineCall({
  method: 'GET',
  path: `${base}/totals`,
  access: view,
  summary: 'Returns the sums of the payments due that match the filter, by currency.',
  input: purchaseDueFilter,
  result: z.object({
    rows: z.array(
      z.object({
        currency: z.string(),
        amount: z.string(),
        requested: z.string(),
        paid: z.string(),
        left: z.string(),
      }),
    ),
  }),
});
export const exportPurchaseDues = exportCall(
  `${base}/export`,
  [rights.purchaseOrder.export],
  'Exports the payments due that match the filter to an Excel file in the background.',
  z.strictObject({ filter: purchaseDueFilter }),
);
export const requestDuePayments = bulkCall(
  `${base}/request`,
  [rights.purchaseOrder.pay],
  'Requests what no payment request asks for yet of payments due to one supplier: a request for each, approved as the workflow of orders says.',
  z.strictObject({ ids: list(id(), 200).optional(), filter: purchaseDueFilter.optional(), ...idempotencyKey }),
);
