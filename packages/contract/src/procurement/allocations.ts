import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  day,
  defineCall,
  documentCalls,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  requiredText,
  text,
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { importCalls } from '../imports.ts';
import { MOST_PURCHASE_LINES, purchaseUnits } from './requisitions.ts';

/** submitted: its goods may come; shipping: some are on documents; done: every unit has left, stayed or was closed. */
export const ALLOCATION_STATES = ['draft', 'reviewing', 'submitted', 'shipping', 'done', 'cancelled'] as const;
export type AllocationState = (typeof ALLOCATION_STATES)[number];
/** What may follow each state. A cancelled document, or a receipt that is undone, opens a done one again. */
export const ALLOCATION_STEPS: Readonly<Record<AllocationState, readonly AllocationState[]>> = {
  draft: ['reviewing', 'cancelled'],
  reviewing: ['draft', 'submitted'],
  submitted: ['shipping', 'done', 'cancelled'],
  shipping: ['submitted', 'done'],
  done: ['submitted', 'shipping'],
  cancelled: [],
};
/** Whether an act applies to an allocation order in its current state. */
export const allocationMay = mayBy({
  edit: ['draft'],
  delete: ['draft'],
  submit: ['draft'],
  ship: ['submitted', 'shipping'],
  close: ['submitted', 'shipping'],
  reopen: ['submitted', 'shipping', 'done'],
  cancel: ['draft', 'submitted'],
} satisfies DocumentActs<AllocationState>);
export type AllocationAct = Parameters<typeof allocationMay>[0];

/** Where units go: they stay, or become a transfer, a first leg or an FBA shipment. */
export const SHARE_KINDS = ['stay', 'transfer', 'leg', 'fba'] as const;
export type ShareKind = (typeof SHARE_KINDS)[number];
/** Where a share stands, by its quantities alone. */
export const SHARE_STEPS = ['waiting', 'ready', 'documented', 'done', 'closed'] as const;
export type ShareStep = (typeof SHARE_STEPS)[number];
export const ALLOCATION_DOCUMENTS = ['transfer', 'transit_leg', 'fba_shipment'] as const;
export const MOST_SHARES = 50;

const shareInput = z.strictObject({
  kind: z.enum(SHARE_KINDS),
  /** For a transfer or a first leg. */
  toWarehouseId: id().nullable().default(null),
  /** For an FBA shipment, with the marketplace and the seller SKU. Left out: the shop's first ones. */
  shopId: id().nullable().default(null),
  marketplaceId: text(40).nullable().default(null),
  sellerSku: text(80).default(''),
  quantity: purchaseUnits(),
  needBy: day().nullable().default(null),
});
const lineInput = z.strictObject({
  productId: id(),
  /** Left out: stock of the warehouse. */
  purchaseLineId: id().nullable().default(null),
  /** The sum of its shares, or more: the rest stays undecided. */
  quantity: purchaseUnits(),
  shares: z.array(shareInput).min(1).max(MOST_SHARES),
});
const documentRow = z.object({
  docKind: z.enum(ALLOCATION_DOCUMENTS),
  docId: z.number(),
  number: z.string(),
  quantity: z.number(),
  state: z.enum(['open', 'shipped', 'cancelled']),
});
const shareRow = z.object({
  id: z.number(),
  lineId: z.number(),
  kind: z.enum(SHARE_KINDS),
  step: z.enum(SHARE_STEPS),
  toWarehouseId: z.number().nullable(),
  toName: z.string().nullable(),
  shopId: z.number().nullable(),
  shopName: z.string().nullable(),
  marketplaceId: z.string().nullable(),
  sellerSku: z.string(),
  quantity: z.number(),
  needBy: z.string().nullable(),
  arrived: z.number(),
  onDocuments: z.number(),
  shipped: z.number(),
  closed: z.number(),
  closeReason: z.string(),
  documents: z.array(documentRow),
});
export type AllocationShare = z.output<typeof shareRow>;
const lineRow = z.object({
  id: z.number(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string().nullable(),
  purchaseLineId: z.number().nullable(),
  purchaseId: z.number().nullable(),
  purchaseNo: z.string().nullable(),
  quantity: z.number(),
  shared: z.number(),
  closed: z.number(),
  shares: z.array(shareRow),
});
export type AllocationLine = z.output<typeof lineRow>;

const row = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(ALLOCATION_STATES),
  warehouseId: z.number(),
  warehouseName: z.string(),
  lineCount: z.number(),
  /** Units of its shares without closed ones. */
  units: z.number(),
  arrived: z.number(),
  /** On documents, or arrived where they stay. */
  moved: z.number(),
  /** Arrived, and a document may be created for them. */
  ready: z.number(),
  needBy: z.string().nullable(),
  remark: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  submittedAt: z.string().nullable(),
  version: z.number(),
});
export type AllocationRow = z.output<typeof row>;

export const allocationFilter = z.strictObject({
  state: z.enum(ALLOCATION_STATES).optional(),
  /** Units of it wait for a document. */
  ready: z.literal('true').optional(),
  warehouseId: id().optional(),
  productId: id().optional(),
  purchaseId: id().optional(),
  from: day().optional(),
  to: day().optional(),
  /** Prefix of a number. */
  text: text(60).optional(),
});
export type AllocationFilter = z.output<typeof allocationFilter>;

const allocation = documentCalls('/seller/distribution', [rights.allocation.view], {
  list: 'Lists allocation orders, newest first.',
  filter: allocationFilter,
  row,
  tabs: 'Returns the number of allocation orders by status, and of those whose goods are ready to leave.',
  one: 'Returns an allocation order with its lines, their shares, the documents of these and its history.',
  detail: { reason: z.string(), lines: z.array(lineRow) },
});
export const listAllocations = allocation.list;
export const allocationTabs = allocation.tabs;
export const getAllocation = allocation.get;
export type AllocationDetail = z.output<(typeof getAllocation)['result']>;
export const exportAllocations = allocation.export(
  [rights.allocation.export],
  'Exports the shares of the allocation orders that match the filter to an Excel file in the background.',
);
export const submitAllocation = allocation.act(
  'submit',
  [rights.allocation.submit],
  'Submits an allocation order for approval. Without an approval workflow it is approved at once.',
);
export const reopenAllocation = allocation.act(
  'reopen',
  [rights.allocation.receive],
  'Opens closed shares of an allocation order again, as far as their purchase orders have room.',
);

export const saveAllocation = defineCall({
  method: 'POST',
  path: '/seller/distribution/save',
  access: [rights.allocation.add, rights.allocation.edit],
  summary: 'Creates an allocation order, or updates the draft with `id`.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    warehouseId: id(),
    remark: text(500).default(''),
    lines: z.array(lineInput).min(1).max(MOST_PURCHASE_LINES),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const deleteAllocations = bulkCall(
  '/seller/distribution/delete',
  [rights.allocation.delete],
  'Deletes drafts of allocation orders.',
  z.strictObject({ ids: list(id(), 1000).optional(), filter: allocationFilter.optional(), ...idempotencyKey }),
);
export const cancelAllocation = defineCall({
  method: 'POST',
  path: '/seller/distribution/cancel',
  access: [rights.allocation.edit],
  summary: 'Cancels an allocation order of which nothing is on a document.',
  input: z.strictObject({ id: id(), reason: requiredText(200), ...idempotencyKey }),
  result: ok,
});
export const shipAllocation = defineCall({
  method: 'POST',
  path: '/seller/distribution/ship',
  access: [rights.allocation.ship],
  summary:
    'Creates draft transfers, first legs and FBA shipments for arrived units, one for each destination. Without `shareIds`: for all shares.',
  input: z.strictObject({ id: id(), shareIds: list(id(), 1000).optional(), ...idempotencyKey }),
  result: z.object({
    documents: z.array(z.object({ docKind: z.enum(ALLOCATION_DOCUMENTS), docId: z.number(), number: z.string() })),
  }),
});
export const closeAllocation = defineCall({
  method: 'POST',
  path: '/seller/distribution/close',
  access: [rights.allocation.receive],
  summary: 'Closes what no document moves yet of the shares, with a reason. Without `shareIds`: of all shares.',
  input: z.strictObject({
    id: id(),
    shareIds: list(id(), 1000).optional(),
    reason: requiredText(200),
    ...idempotencyKey,
  }),
  result: ok,
});
export const printAllocation = defineCall({
  method: 'GET',
  path: '/seller/distribution/print',
  access: [rights.allocation.print],
  summary: 'Returns an allocation order as PDF, in Chinese or English.',
  input: z.strictObject({ id: id(), language: z.enum(['zh', 'en']).default('zh') }),
  result: z.never(),
  download: true,
});
const source = z.object({
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  /** Null: stock of the warehouse. */
  purchaseLineId: z.number().nullable(),
  purchaseId: z.number().nullable(),
  purchaseNo: z.string().nullable(),
  expectedOn: z.string().nullable(),
  /** Units that no allocation order splits yet. */
  free: z.number(),
});
export type AllocationSource = z.output<typeof source>;
export const allocationSources = defineCall({
  method: 'GET',
  path: '/seller/distribution/sources',
  access: [rights.allocation.view],
  summary: 'Lists what may be split: lines of a purchase order, or those and the stock of products in a warehouse.',
  input: z.strictObject({
    purchaseId: id().optional(),
    warehouseId: id().optional(),
    productIds: list(id(), 200).optional(),
    /** A draft whose own units count as free. */
    except: id().optional(),
  }),
  result: z.object({ warehouseId: z.number().nullable(), rows: z.array(source) }),
});

const allocationImport = importCalls({
  of: 'the shares of an allocation order',
  access: [rights.allocation.add],
  paths: {
    template: '/seller/distribution/template',
    preview: '/seller/distribution/importPreview',
    errors: '/seller/distribution/importErrors',
    commit: '/seller/distribution/importCommit',
  },
  kinds: ['xls', 'xlsx', 'csv'],
});
export const allocationTemplate = allocationImport.template;
export const previewAllocationImport = allocationImport.preview;
export const allocationImportErrors = allocationImport.errors;
export const commitAllocationImport = allocationImport.commit;

// ---- the calls that the specification names
export const disDetailedPage = defineCall({
  method: 'GET',
  path: '/seller/distribution/disDetailedPage',
  access: [rights.allocation.view],
  summary: 'Returns an allocation order with its lines and their shares.',
  input: z.strictObject({ disId: id() }),
  result: getAllocation.result,
});
export const quanDisDetailJson = defineCall({
  method: 'GET',
  path: '/seller/distribution/quanDisDetailJson',
  access: [rights.allocation.view],
  summary: 'Lists the allocated quantities of an allocation order by destination.',
  input: z.strictObject({ disId: id() }),
  result: z.object({ rows: z.array(shareRow) }),
});
