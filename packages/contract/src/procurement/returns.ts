import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  day,
  defineCall,
  documentCalls,
  flag,
  id,
  idempotencyKey,
  idOrNone,
  integer,
  list,
  ok,
  positiveDecimal,
  requiredText,
  text,
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';

/** approved: waits to be shipped; shipped: the supplier owes for it; settled: nothing more is expected. */
export const SUPPLIER_RETURN_STATES = ['draft', 'reviewing', 'approved', 'shipped', 'settled', 'cancelled'] as const;
export type SupplierReturnState = (typeof SUPPLIER_RETURN_STATES)[number];
/** What may follow each state. A replacement whose receipt is undone is open again, as a return whose settlement is. */
export const SUPPLIER_RETURN_STEPS: Readonly<Record<SupplierReturnState, readonly SupplierReturnState[]>> = {
  draft: ['reviewing', 'approved'],
  reviewing: ['draft', 'approved'],
  approved: ['draft', 'shipped', 'cancelled'],
  shipped: ['approved', 'settled'],
  settled: ['shipped'],
  cancelled: [],
};
/** Whether an act applies to a return in its current state. */
export const supplierReturnMay = mayBy(
  {
    edit: ['draft'],
    delete: ['draft'],
    submit: ['draft'],
    reopen: ['approved'],
    ship: ['approved'],
    cancel: ['approved'],
    undo: ['shipped'],
    settle: ['shipped'],
    createAsn: ['shipped'],
  } satisfies DocumentActs<SupplierReturnState>,
  {
    // Its lines carry the movements of a shipment that was undone.
    reopen: (row: { state: string; shipments: number }) => row.shipments === 0,
  },
);
export type SupplierReturnAct = Parameters<typeof supplierReturnMay>[0];

/** What the supplier owes for a return: less on a bill, money, or new units. */
export const RETURN_REMEDIES = ['debitNote', 'refund', 'replacement'] as const;
export type ReturnRemedy = (typeof RETURN_REMEDIES)[number];
export const SUPPLIER_RETURN_REASONS = [
  'failedCheck',
  'damaged',
  'wrongGoods',
  'defective',
  'tooMany',
  'expired',
  'buyerReturn',
  'other',
] as const;
/** Units on QC hold belong to their ASN. */
export const SUPPLIER_RETURN_CONDITIONS = ['good', 'damaged', 'returned', 'held'] as const;
export type SupplierReturnCondition = (typeof SUPPLIER_RETURN_CONDITIONS)[number];
export const MOST_RETURN_LINES = 200;

const units = () => integer(1, 1_000_000);
const lineInput = z.strictObject({
  productId: id(),
  condition: z.enum(SUPPLIER_RETURN_CONDITIONS),
  /** 0: units without a batch; left out: of any. */
  batchId: idOrNone().nullable().default(null),
  quantity: units(),
  /**
   * The receipt that brought the units. Left out: the newest ones of this supplier with units left, over several lines
   * if need be. Null: none.
   */
  receiptId: id().nullable().optional(),
  /** What the supplier is to credit for a unit, in its currency. Left out: the price of the receipt. */
  unitCredit: positiveDecimal(6).optional(),
  reason: z.enum(SUPPLIER_RETURN_REASONS),
  remark: text(300).default(''),
});
const lineRow = z.object({
  id: z.number(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string().nullable(),
  condition: z.enum(SUPPLIER_RETURN_CONDITIONS),
  batchId: z.number().nullable(),
  batchCode: z.string().nullable(),
  quantity: z.number(),
  receiptId: z.number().nullable(),
  /** The ASN of the receipt, and the order that it belongs to. */
  inboundId: z.number().nullable(),
  inboundNumber: z.string().nullable(),
  purchaseId: z.number().nullable(),
  purchaseNumber: z.string().nullable(),
  /** Null without the right to see cost prices. */
  unitCredit: z.string().nullable(),
  amount: z.string().nullable(),
  /** Of the shipped units, in base currency. */
  costBase: z.string().nullable(),
  reason: z.enum(SUPPLIER_RETURN_REASONS),
  remark: z.string(),
  replaced: z.number(),
  /** Locations to take the units from, before the return is shipped; those that they left, after. */
  places: z.array(z.object({ code: z.string(), quantity: z.number() })),
});
export type SupplierReturnLine = z.output<typeof lineRow>;
const settlementRow = z.object({
  id: z.number(),
  /** The bill that the debit note lowers. */
  billId: z.number().nullable(),
  billReference: z.string().nullable(),
  /** In the currency of the return; null for new units. */
  amount: z.string().nullable(),
  /** No longer expected. */
  short: z.string().nullable(),
  units: z.number(),
  /** The counterpart of one that was undone. */
  undoing: z.boolean(),
  /** The newest one that stands, if no receipt made it. */
  mayUndo: z.boolean(),
  reference: z.string(),
  onDay: z.string(),
  remark: z.string(),
  createdBy: z.string(),
});
export type SupplierReturnSettlement = z.output<typeof settlementRow>;

const row = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(SUPPLIER_RETURN_STATES),
  supplierId: z.number(),
  supplierCode: z.string(),
  supplierNameZh: z.string(),
  supplierNameEn: z.string(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  remedy: z.enum(RETURN_REMEDIES),
  currency: z.string(),
  /** To be credited. Null without the right to see cost prices. */
  amount: z.string().nullable(),
  lineCount: z.number(),
  units: z.number(),
  /** The supplier's own number of it. */
  reference: z.string(),
  carrier: z.string(),
  trackingNumber: z.string(),
  shipments: z.number(),
  createdBy: z.string(),
  createdAt: z.string(),
  shippedAt: z.string().nullable(),
  settledAt: z.string().nullable(),
  version: z.number(),
});
export type SupplierReturnRow = z.output<typeof row>;

export const supplierReturnFilter = z.strictObject({
  state: z.enum(SUPPLIER_RETURN_STATES).optional(),
  remedy: z.enum(RETURN_REMEDIES).optional(),
  supplierId: id().optional(),
  warehouseId: id().optional(),
  productId: id().optional(),
  from: day().optional(),
  to: day().optional(),
  /** Prefix of a number or of the supplier's reference. */
  text: text(60).optional(),
});
export type SupplierReturnFilter = z.output<typeof supplierReturnFilter>;

const back = documentCalls('/seller/supplierReturn', [rights.purchaseOrder.view], {
  list: 'Lists returns to suppliers, newest first.',
  filter: supplierReturnFilter,
  row,
  tabs: 'Returns the number of returns to suppliers by status.',
  one: 'Returns a return to a supplier with its lines, what the supplier gave for it, its ASNs and its history.',
  detail: {
    remark: z.string(),
    cancelReason: z.string(),
    lines: z.array(lineRow),
    settlements: z.array(settlementRow),
    /** Still owed, in its currency. */
    open: z.string().nullable(),
    asns: z.array(
      z.object({ id: z.number(), number: z.string(), state: z.string(), units: z.number(), received: z.number() }),
    ),
  },
});
export const listSupplierReturns = back.list;
export const supplierReturnTabs = back.tabs;
export const getSupplierReturn = back.get;
export type SupplierReturnDetail = z.output<(typeof getSupplierReturn)['result']>;
export const exportSupplierReturns = back.export(
  [rights.purchaseOrder.export],
  'Exports the lines of the returns that match the filter to an Excel file in the background.',
);
export const submitSupplierReturn = back.act(
  'submit',
  [rights.purchaseOrder.return],
  'Submits a return for approval. Without an approval workflow it is approved at once.',
);
export const reopenSupplierReturn = back.act(
  'reopen',
  [rights.purchaseOrder.return],
  'Makes an approved return a draft again. It has to be approved again.',
);
export const undoSupplierReturn = back.act(
  'undo',
  [rights.purchaseOrder.return],
  'Takes a shipped return back: its units return to their locations and layers. Not once the supplier gave something for it.',
);
export const deleteSupplierReturns = bulkCall(
  '/seller/supplierReturn/delete',
  [rights.purchaseOrder.return],
  'Deletes drafts of returns to suppliers.',
  z.strictObject({ ids: list(id(), 1000).optional(), filter: supplierReturnFilter.optional(), ...idempotencyKey }),
);
export const saveSupplierReturn = defineCall({
  method: 'POST',
  path: '/seller/supplierReturn/save',
  access: [rights.purchaseOrder.return],
  summary: 'Creates a return to a supplier, or updates the draft with `id`.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    supplierId: id(),
    warehouseId: id(),
    remedy: z.enum(RETURN_REMEDIES),
    reference: text(60).default(''),
    remark: text(500).default(''),
    lines: z.array(lineInput).min(1).max(MOST_RETURN_LINES),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const shipSupplierReturn = defineCall({
  method: 'POST',
  path: '/seller/supplierReturn/ship',
  access: [rights.purchaseOrder.return],
  summary:
    'Takes the units of an approved return out of stock. For a replacement the new units are expected by the warehouse.',
  input: z.strictObject({
    id: id(),
    carrier: text(60).default(''),
    trackingNumber: text(60).default(''),
    /** When the new units are expected. */
    expectedOn: day().nullable().default(null),
    ...idempotencyKey,
  }),
  result: z.object({ inboundId: z.number().nullable() }),
});
export const cancelSupplierReturn = defineCall({
  method: 'POST',
  path: '/seller/supplierReturn/cancel',
  access: [rights.purchaseOrder.return],
  summary: 'Cancels an approved return.',
  input: z.strictObject({ id: id(), reason: requiredText(200), ...idempotencyKey }),
  result: ok,
});
export const createReturnAsn = defineCall({
  method: 'POST',
  path: '/seller/supplierReturn/createAsn',
  access: [rights.purchaseOrder.return],
  summary: 'Creates another ASN for new units that are still owed, after the former one was closed short.',
  input: z.strictObject({ id: id(), expectedOn: day().nullable().default(null), ...idempotencyKey }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const settleSupplierReturn = defineCall({
  method: 'POST',
  path: '/seller/supplierReturn/settle',
  access: [rights.purchaseOrder.pay],
  summary:
    'Records what the supplier gave: a debit note that lowers a bill, or money. With `last` nothing more is expected, and the rest is a difference.',
  input: z.strictObject({
    id: id(),
    /** In the currency of the return. 0 with `last`: nothing comes. */
    amount: positiveDecimal(2),
    /** For a debit note. */
    billId: id().optional(),
    onDay: day(),
    /** Of the credit note or of the payment. */
    reference: text(80).default(''),
    last: flag().default(true),
    remark: text(300).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ state: z.enum(SUPPLIER_RETURN_STATES) }),
});
export const undoSupplierSettlement = defineCall({
  method: 'POST',
  path: '/seller/supplierReturn/undoSettlement',
  access: [rights.purchaseOrder.pay],
  summary:
    'Takes back the newest settlement of a return by its counterpart: the supplier owes again. New units are taken back by undoing their receipt.',
  input: z.strictObject({ id: id(), reason: requiredText(200), ...idempotencyKey }),
  result: z.object({ state: z.enum(SUPPLIER_RETURN_STATES) }),
});
export const printSupplierReturn = defineCall({
  method: 'GET',
  path: '/seller/supplierReturn/print',
  access: [rights.purchaseOrder.print],
  summary: 'Returns the return note as PDF, in Chinese or English. Prices only for those who see cost prices.',
  input: z.strictObject({ id: id(), language: z.enum(['zh', 'en']).default('zh') }),
  result: z.never(),
  download: true,
});

const stockOption = z.object({
  condition: z.enum(SUPPLIER_RETURN_CONDITIONS),
  batchId: z.number(),
  batchCode: z.string().nullable(),
  /** Units that nothing else needs. */
  free: z.number(),
});
export type ReturnableStock = z.output<typeof stockOption>;
const receiptOption = z.object({
  id: z.number(),
  inboundNumber: z.string(),
  purchaseNumber: z.string(),
  onDay: z.string(),
  quantity: z.number(),
  /** Of them refused on receipt. */
  rejected: z.number(),
  /** On no return yet. */
  left: z.number(),
  /** Of one unit; null without the right to see cost prices. */
  unitPrice: z.string().nullable(),
});
export type ReturnableReceipt = z.output<typeof receiptOption>;
export const returnOptions = defineCall({
  method: 'GET',
  path: '/seller/supplierReturn/options',
  access: [rights.purchaseOrder.return],
  summary: 'Returns the units of a product in a warehouse that can be returned, and the receipts that brought them.',
  input: z.strictObject({ supplierId: id().optional(), warehouseId: id(), productId: id() }),
  result: z.object({ stock: z.array(stockOption), receipts: z.array(receiptOption) }),
});
export const returnStart = defineCall({
  method: 'GET',
  path: '/seller/supplierReturn/start',
  access: [rights.purchaseOrder.return],
  summary:
    'Returns what a return begins with: of a receipt its refused units, or else all of it; of a product in a warehouse its units in a condition. Its newest supplier there.',
  input: z.strictObject({
    receiptId: id().optional(),
    warehouseId: id().optional(),
    productId: id().optional(),
    condition: z.enum(SUPPLIER_RETURN_CONDITIONS).optional(),
    /** Fewer than all of them. */
    quantity: units().optional(),
  }),
  result: z.object({
    supplier: z
      .object({ id: z.number(), code: z.string(), nameZh: z.string(), nameEn: z.string(), currency: z.string() })
      .nullable(),
    warehouseId: z.number(),
    product: z.object({ id: z.number(), sku: z.string(), nameZh: z.string(), nameEn: z.string() }),
    condition: z.enum(SUPPLIER_RETURN_CONDITIONS),
    batchId: z.number().nullable(),
    quantity: z.number(),
    receiptId: z.number().nullable(),
    reason: z.enum(SUPPLIER_RETURN_REASONS),
  }),
});
export const returnBills = defineCall({
  method: 'GET',
  path: '/seller/supplierReturn/bills',
  access: [rights.purchaseOrder.pay],
  summary: 'Returns the bills of the supplier of a return that a debit note can lower, with what is open of each.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    rows: z.array(
      z.object({ id: z.number(), number: z.string(), reference: z.string(), order: z.string(), open: z.string() }),
    ),
  }),
});
