import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  day,
  defineCall,
  documentCalls,
  exportCall,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  positiveDecimal,
  requiredText,
  text,
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { importCalls } from '../imports.ts';

export const MOST_PURCHASE_UNITS = 10_000_000;
export const purchaseUnits = () => integer(1, MOST_PURCHASE_UNITS);
export const MOST_PURCHASE_LINES = 500;

/** done: every line was received or given up. */
export const REQUISITION_STATES = ['draft', 'reviewing', 'approved', 'done', 'cancelled'] as const;
export type RequisitionState = (typeof REQUISITION_STATES)[number];
/** Whether an act applies to a requisition in its current state. */
export const requisitionMay = mayBy({
  edit: ['draft'],
  delete: ['draft'],
  submit: ['draft'],
  cancel: ['draft', 'approved'],
} satisfies DocumentActs<RequisitionState>);

/** Where a line of a requisition stands, derived from its quantities. */
export const REQUISITION_LINE_STEPS = ['requested', 'pending', 'ordered', 'received', 'closed'] as const;
export type RequisitionLineStep = (typeof REQUISITION_LINE_STEPS)[number];

const lineInput = z.strictObject({
  productId: id(),
  quantity: purchaseUnits(),
  warehouseId: id(),
  needBy: day().nullable().default(null),
  shopId: id().nullable().default(null),
  /** Whom to buy from, if the person knows. */
  supplierId: id().nullable().default(null),
  remark: text(300).default(''),
});
const lineRow = z.object({
  id: z.number(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string().nullable(),
  quantity: z.number(),
  /** Null until the requisition is approved. Approvers may approve a part. */
  approved: z.number().nullable(),
  ordered: z.number(),
  received: z.number(),
  step: z.enum(REQUISITION_LINE_STEPS),
  warehouseId: z.number(),
  warehouseName: z.string(),
  needBy: z.string().nullable(),
  shopId: z.number().nullable(),
  shopName: z.string().nullable(),
  supplierId: z.number().nullable(),
  supplierCode: z.string().nullable(),
  supplierNameZh: z.string().nullable(),
  supplierNameEn: z.string().nullable(),
  remark: z.string(),
  /** Why the rest is no longer bought. */
  closeReason: z.string(),
  /** Purchase orders that buy it. */
  orders: z.array(z.object({ id: z.number(), number: z.string(), quantity: z.number(), received: z.number() })),
});
export type RequisitionLine = z.output<typeof lineRow>;

const row = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(REQUISITION_STATES),
  lineCount: z.number(),
  units: z.number(),
  ordered: z.number(),
  received: z.number(),
  /** The soonest day on which a line is needed. */
  needBy: z.string().nullable(),
  remark: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  submittedAt: z.string().nullable(),
  approvedAt: z.string().nullable(),
  version: z.number(),
});
export type RequisitionRow = z.output<typeof row>;

export const requisitionFilter = z.strictObject({
  state: z.enum(REQUISITION_STATES).optional(),
  productId: id().optional(),
  from: day().optional(),
  to: day().optional(),
  /** Prefix of a number. */
  text: text(60).optional(),
});
export type RequisitionFilter = z.output<typeof requisitionFilter>;

const requisition = documentCalls('/seller/purchaseReq', [rights.requisition.view], {
  list: 'Lists requisitions, newest first.',
  filter: requisitionFilter,
  row,
  tabs: 'Returns the number of requisitions by status.',
  one: 'Returns a requisition with its lines, the purchase orders that buy them and its history.',
  detail: { lines: z.array(lineRow) },
});
export const listRequisitions = requisition.list;
export const requisitionTabs = requisition.tabs;
export const getRequisition = requisition.get;
export type RequisitionDetail = z.output<(typeof getRequisition)['result']>;
export const exportRequisitions = requisition.export(
  [rights.requisition.export],
  'Exports the lines of the requisitions that match the filter to an Excel file in the background.',
);
export const submitRequisition = requisition.act(
  'submit',
  [rights.requisition.submit],
  'Submits a requisition for approval. Without an approval workflow it is approved at once.',
);

const head = { remark: text(500).default('') };
const lines = z.array(lineInput).min(1).max(MOST_PURCHASE_LINES);
export const saveRequisition = defineCall({
  method: 'POST',
  path: '/seller/purchaseReq/save',
  access: [rights.requisition.add, rights.requisition.edit],
  summary: 'Creates a requisition, or updates the draft with `id`.',
  input: z.strictObject({ id: id().optional(), version: integer(1).optional(), ...head, lines, ...idempotencyKey }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const deleteRequisitions = bulkCall(
  '/seller/purchaseReq/delete',
  [rights.requisition.delete],
  'Deletes drafts of requisitions.',
  z.strictObject({ ids: list(id(), 1000).optional(), filter: requisitionFilter.optional(), ...idempotencyKey }),
);
export const cancelRequisition = defineCall({
  method: 'POST',
  path: '/seller/purchaseReq/cancel',
  access: [rights.requisition.cancel],
  summary: 'Cancels a requisition of which nothing was ordered, or gives up what is not ordered yet.',
  input: z.strictObject({ id: id(), reason: requiredText(200), ...idempotencyKey }),
  result: ok,
});

const requisitionImport = importCalls({
  of: 'the lines of a requisition',
  access: [rights.requisition.import],
  paths: {
    template: '/seller/purchaseReq/template',
    preview: '/seller/purchaseReq/importPreview',
    errors: '/seller/purchaseReq/importErrors',
    commit: '/seller/purchaseReq/importCommit',
  },
  kinds: ['xls', 'xlsx', 'csv'],
});
export const requisitionTemplate = requisitionImport.template;
export const previewRequisitionImport = requisitionImport.preview;
export const requisitionImportErrors = requisitionImport.errors;
export const commitRequisitionImport = requisitionImport.commit;

// ---- the calls that the specification names
export const requisitionPage = defineCall({
  method: 'GET',
  path: '/seller/purchaseReq/PurchaseReqDetailedPage',
  access: [rights.requisition.view],
  summary: 'Returns a requisition with its lines.',
  input: z.strictObject({ reqId: id() }),
  result: getRequisition.result,
});
export const modifyPurchaseProJson = defineCall({
  method: 'POST',
  path: '/seller/purchaseReq/modifyPurchaseProJson',
  access: [rights.requisition.edit],
  summary: 'Updates the remark of a draft.',
  input: z.strictObject({
    requisition: z.strictObject({ id: id(), version: integer(1), ...head }),
    ...idempotencyKey,
  }),
  result: ok,
});
export const modifyPurDetailJson = defineCall({
  method: 'POST',
  path: '/seller/purchaseReq/modifyPurDetailJson',
  access: [rights.requisition.edit],
  summary: 'Replaces the lines of a draft.',
  input: z.strictObject({ reqId: id(), version: integer(1), lines, ...idempotencyKey }),
  result: ok,
});

// ---- pending purchase: approved and not ordered yet
const pendingRow = z.object({
  id: z.number(),
  requisitionId: z.number(),
  number: z.string(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string().nullable(),
  /** Approved and not ordered. */
  open: z.number(),
  approved: z.number(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  needBy: z.string().nullable(),
  supplierId: z.number().nullable(),
  supplierCode: z.string().nullable(),
  supplierNameZh: z.string().nullable(),
  supplierNameEn: z.string().nullable(),
  /** Its supplier's price in force for the open quantity; null without one, or without the right to see costs. */
  unitPrice: z.string().nullable(),
  currency: z.string().nullable(),
  createdBy: z.string(),
});
export type PendingPurchase = z.output<typeof pendingRow>;
export const pendingFilter = z.strictObject({
  ids: list(id(), 500).optional(),
  supplierId: id().optional(),
  /** Lines without a supplier. */
  unassigned: z.literal('true').optional(),
  warehouseId: id().optional(),
  /** Needed until this day. */
  needBy: day().optional(),
  /** Prefix of a SKU or of the number of a requisition. */
  text: text(60).optional(),
});
export type PendingFilter = z.output<typeof pendingFilter>;
/** Ticked lines, or the first of those that match. */
const chosen = { ids: list(id(), 500).optional(), filter: pendingFilter.optional(), ...idempotencyKey };
export const listPendingPurchases = defineCall({
  method: 'GET',
  path: '/seller/pendingPurchase/list',
  access: [rights.pendingPurchase.view],
  summary: 'Lists approved lines of requisitions that are not ordered yet, those needed soonest first.',
  input: pendingFilter.extend(paging),
  result: pageOf(pendingRow),
});
export const pendingTabs = defineCall({
  method: 'GET',
  path: '/seller/pendingPurchase/tabs',
  access: [rights.pendingPurchase.view],
  summary: 'Returns the number of lines that wait to be ordered, and of those without a supplier.',
  input: z.strictObject({}),
  result: z.object({ counts: z.object({ all: z.number(), unassigned: z.number() }) }),
});
export const assignPendingSupplier = defineCall({
  method: 'POST',
  path: '/seller/pendingPurchase/supplier',
  access: [rights.pendingPurchase.order],
  summary: 'Sets whom lines are to be bought from.',
  input: z.strictObject({ ...chosen, supplierId: id() }),
  result: z.object({ done: z.number() }),
});
export const orderPending = defineCall({
  method: 'POST',
  path: '/seller/pendingPurchase/order',
  access: [rights.pendingPurchase.order],
  summary:
    'Creates draft purchase orders for lines, one for each supplier and warehouse, at the prices in force. Lines of the same product become one, raised to the supplier’s minimum and multiple.',
  input: z.strictObject({
    ...chosen,
    /** Prices of lines whose supplier has none in force. */
    prices: z
      .array(z.strictObject({ lineId: id(), unitPrice: positiveDecimal(6) }))
      .max(500)
      .default([]),
  }),
  result: z.object({ orders: z.array(z.object({ id: z.number(), number: z.string() })) }),
});
export const cancelPending = defineCall({
  method: 'POST',
  path: '/seller/pendingPurchase/cancel',
  access: [rights.pendingPurchase.cancel],
  summary: 'Gives up what is not ordered of these lines, with a reason.',
  input: z.strictObject({ ...chosen, reason: requiredText(200) }),
  result: z.object({ done: z.number() }),
});
export const exportPending = exportCall(
  '/seller/pendingPurchase/export',
  [rights.pendingPurchase.export],
  'Exports the lines that wait to be ordered to an Excel file in the background.',
  z.strictObject({ filter: pendingFilter }),
);
