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
  integer,
  list,
  ok,
  positiveDecimal,
  requiredText,
  text,
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { importCalls } from '../imports.ts';
import { MOST_PURCHASE_LINES, MOST_PURCHASE_UNITS, purchaseUnits } from './requisitions.ts';
import { INSTALMENTS, instalment } from './suppliers.ts';

/** ordered: the supplier has it; received: nothing is outstanding; closed: nothing more is expected. */
export const PURCHASE_STATES = [
  'draft',
  'reviewing',
  'approved',
  'ordered',
  'received',
  'closed',
  'cancelled',
] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];
/** What may follow each state. A change of an ordered one that asks for more is reviewed again. */
export const PURCHASE_STEPS: Readonly<Record<PurchaseState, readonly PurchaseState[]>> = {
  draft: ['reviewing', 'approved', 'cancelled'],
  reviewing: ['draft', 'approved', 'ordered', 'received'],
  approved: ['draft', 'reviewing', 'ordered', 'cancelled'],
  ordered: ['reviewing', 'received', 'closed', 'cancelled'],
  received: ['ordered', 'closed'],
  closed: ['ordered', 'received'],
  cancelled: [],
};
/** Whether an act applies to a purchase order in its current state. */
export const purchaseMay = mayBy({
  edit: ['draft', 'approved', 'ordered'],
  delete: ['draft'],
  submit: ['draft'],
  order: ['approved'],
  createAsn: ['ordered'],
  allocate: ['ordered', 'received', 'closed'],
  /** By a link to its supplier. */
  share: ['ordered'],
  answer: ['ordered'],
  close: ['ordered', 'received'],
  reopen: ['closed'],
  cancel: ['draft', 'approved', 'ordered'],
} satisfies DocumentActs<PurchaseState>);
export type PurchaseAct = Parameters<typeof purchaseMay>[0];

const price = () => positiveDecimal(6);
const lineInput = z.strictObject({
  /** An existing line; left out for a new one. */
  id: id().optional(),
  productId: id(),
  supplierSku: text(60).default(''),
  /** Units in one purchase unit, as a carton of 12. */
  packSize: integer(1, 100_000).default(1),
  /** None only where the supplier cannot deliver the rest of the line. */
  packs: integer(0, MOST_PURCHASE_UNITS),
  /** Of one purchase unit, in the supplier's currency. Left out: the price in force. */
  unitPrice: price().optional(),
  promisedOn: day().nullable().default(null),
  remark: text(300).default(''),
});
const lineRow = z.object({
  id: z.number(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string().nullable(),
  supplierSku: z.string(),
  packSize: z.number(),
  packs: z.number(),
  /** Units: packs x pack size. */
  quantity: z.number(),
  /** Null without the right to see cost prices. */
  unitPrice: z.string().nullable(),
  amount: z.string().nullable(),
  promisedOn: z.string().nullable(),
  received: z.number(),
  /** On an ASN and not received. */
  expected: z.number(),
  /** Neither received nor on an ASN. */
  outstanding: z.number(),
  remark: z.string(),
  /** Why the supplier cannot deliver the rest; empty: it is open. */
  shortReason: z.string(),
  /** The requests that it serves. */
  sources: z.array(
    z.object({
      requisitionId: z.number(),
      number: z.string(),
      lineId: z.number(),
      needBy: z.string().nullable(),
      quantity: z.number(),
      received: z.number(),
    }),
  ),
});
export type PurchaseLine = z.output<typeof lineRow>;

const row = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(PURCHASE_STATES),
  supplierId: z.number(),
  supplierCode: z.string(),
  supplierNameZh: z.string(),
  supplierNameEn: z.string(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  currency: z.string(),
  /** Null without the right to see cost prices. */
  amount: z.string().nullable(),
  lineCount: z.number(),
  units: z.number(),
  received: z.number(),
  expectedOn: z.string().nullable(),
  /** The supplier's own number of it. */
  reference: z.string(),
  buyer: z.string(),
  /** Counts approvals: 2 after the first change that asked for more. */
  revision: z.number(),
  createdAt: z.string(),
  orderedAt: z.string().nullable(),
  version: z.number(),
});
export type PurchaseRow = z.output<typeof row>;

export const purchaseFilter = z.strictObject({
  state: z.enum(PURCHASE_STATES).optional(),
  supplierId: id().optional(),
  warehouseId: id().optional(),
  productId: id().optional(),
  /** Ordered, and its day is over. */
  late: z.literal('true').optional(),
  /** Its supplier proposed a change or sent a packing list, and the buyer has not decided. */
  answered: z.literal('true').optional(),
  from: day().optional(),
  to: day().optional(),
  /** Prefix of a number or of the supplier's reference. */
  text: text(60).optional(),
});
export type PurchaseFilter = z.output<typeof purchaseFilter>;

const order = documentCalls('/seller/purchaseOrder', [rights.purchaseOrder.view], {
  list: 'Lists purchase orders, newest first.',
  filter: purchaseFilter,
  row,
  tabs: 'Returns the number of purchase orders by status.',
  one: 'Returns a purchase order with its lines, their sources, its ASNs and its history.',
  detail: {
    terms: z.array(z.object({ percent: z.string(), when: z.enum(INSTALMENTS), days: z.number() })),
    remark: z.string(),
    closeReason: z.string(),
    lines: z.array(lineRow),
    asns: z.array(
      z.object({
        id: z.number(),
        number: z.string(),
        state: z.string(),
        units: z.number(),
        received: z.number(),
        expectedOn: z.string().nullable(),
        createdAt: z.string(),
      }),
    ),
  },
});
export const listPurchases = order.list;
export const purchaseTabs = order.tabs;
export const getPurchase = order.get;
export type PurchaseDetail = z.output<(typeof getPurchase)['result']>;
export const exportPurchases = order.export(
  [rights.purchaseOrder.export],
  'Exports the lines of the purchase orders that match the filter to an Excel file in the background.',
);
export const submitPurchase = order.act(
  'submit',
  [rights.purchaseOrder.submit],
  'Submits a purchase order for approval. Without an approval workflow it is approved at once.',
);
export const reopenPurchase = order.act(
  'reopen',
  [rights.purchaseOrder.close],
  'Opens a closed purchase order again: goods may arrive for it.',
);
export const copyPurchase = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/copy',
  access: [rights.purchaseOrder.add],
  summary: 'Creates a draft with the same supplier, lines and prices. It has to be approved on its own.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: z.object({ id: z.number(), number: z.string() }),
});

export const savePurchase = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/save',
  access: [rights.purchaseOrder.add, rights.purchaseOrder.edit],
  summary:
    'Creates a purchase order, or updates the one with `id`. An approved one that then asks for more, costs more or changes its terms is reviewed again.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    supplierId: id(),
    warehouseId: id(),
    expectedOn: day().nullable().default(null),
    reference: text(60).default(''),
    /** Left out: the supplier's. */
    terms: z.array(instalment).max(10).optional(),
    remark: text(500).default(''),
    lines: z.array(lineInput).min(1).max(MOST_PURCHASE_LINES),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string(), state: z.enum(PURCHASE_STATES) }),
});
export const deletePurchases = bulkCall(
  '/seller/purchaseOrder/delete',
  [rights.purchaseOrder.delete],
  'Deletes drafts of purchase orders. Their requests wait to be ordered again.',
  z.strictObject({ ids: list(id(), 1000).optional(), filter: purchaseFilter.optional(), ...idempotencyKey }),
);
export const placePurchase = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/order',
  access: [rights.purchaseOrder.submit],
  summary: 'Records that the supplier has the order. With `asn` its goods are expected by the warehouse at once.',
  input: z.strictObject({
    id: id(),
    expectedOn: day().nullable().optional(),
    reference: text(60).optional(),
    asn: flag().default(true),
    ...idempotencyKey,
  }),
  result: z.object({ inboundId: z.number().nullable() }),
});
export const createPurchaseAsn = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/createAsn',
  access: [rights.purchaseOrder.receive],
  summary: 'Creates an ASN for goods of a purchase order, outstanding ones if no lines are listed.',
  input: z.strictObject({
    id: id(),
    expectedOn: day().nullable().default(null),
    carrier: text(60).default(''),
    trackingNumber: text(60).default(''),
    qualityCheck: flag().default(false),
    lines: z
      .array(z.strictObject({ lineId: id(), quantity: purchaseUnits() }))
      .max(MOST_PURCHASE_LINES)
      .optional(),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const closePurchase = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/close',
  access: [rights.purchaseOrder.close],
  summary:
    'Closes a purchase order. What is missing needs a reason, and its requests wait to be ordered again. Open ASNs must be closed first.',
  input: z.strictObject({ id: id(), reason: text(200).default(''), ...idempotencyKey }),
  result: ok,
});
export const cancelPurchase = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/cancel',
  access: [rights.purchaseOrder.edit],
  summary: 'Cancels a purchase order of which nothing was received, with its ASNs. Its requests wait again.',
  input: z.strictObject({ id: id(), reason: requiredText(200), ...idempotencyKey }),
  result: ok,
});
export const printPurchase = defineCall({
  method: 'GET',
  path: '/seller/purchaseOrder/print',
  access: [rights.purchaseOrder.print],
  summary: 'Returns a purchase order as PDF, in Chinese or English. Needs the right to see cost prices.',
  input: z.strictObject({ id: id(), language: z.enum(['zh', 'en']).default('zh') }),
  result: z.never(),
  download: true,
});

const purchaseImport = importCalls({
  of: 'the lines of purchase orders',
  access: [rights.purchaseOrder.add],
  paths: {
    template: '/seller/purchaseOrder/template',
    preview: '/seller/purchaseOrder/importPreview',
    errors: '/seller/purchaseOrder/importErrors',
    commit: '/seller/purchaseOrder/importCommit',
  },
  kinds: ['xls', 'xlsx', 'csv'],
});
export const purchaseTemplate = purchaseImport.template;
export const previewPurchaseImport = purchaseImport.preview;
export const purchaseImportErrors = purchaseImport.errors;
export const commitPurchaseImport = purchaseImport.commit;

const productPurchase = z.object({
  id: z.number(),
  orderId: z.number(),
  number: z.string(),
  state: z.enum(PURCHASE_STATES),
  supplierNameZh: z.string(),
  supplierNameEn: z.string(),
  quantity: z.number(),
  received: z.number(),
  /** Of one unit; null without the right to see cost prices. */
  unitPrice: z.string().nullable(),
  currency: z.string(),
  expectedOn: z.string().nullable(),
  createdAt: z.string(),
});
export type ProductPurchase = z.output<typeof productPurchase>;
export const productPurchases = defineCall({
  method: 'GET',
  path: '/seller/purchaseOrder/ofProduct',
  access: [rights.purchaseOrder.view],
  summary: 'Returns the newest purchases of a product with their prices.',
  input: z.strictObject({ productId: id() }),
  result: z.object({ rows: z.array(productPurchase) }),
});
/** The call that the specification names. */
export const purchaseInfo = defineCall({
  method: 'GET',
  path: '/seller/purchaseOrder/getInfo',
  access: [rights.purchaseOrder.view],
  summary: 'Returns a purchase order with its lines.',
  input: z.strictObject({ purchaseId: id() }),
  result: getPurchase.result,
});
