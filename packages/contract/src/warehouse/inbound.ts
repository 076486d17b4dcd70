import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  day,
  defineCall,
  documentHistory,
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

export const INBOUND_KINDS = ['purchase', 'transfer', 'return', 'removal', 'manual'] as const;
export const inboundKind = z.enum(INBOUND_KINDS);
export type InboundKind = z.output<typeof inboundKind>;
/** Kinds of ASN that a person creates; the others come from their source documents. */
export const INBOUND_KINDS_BY_HAND = ['manual', 'purchase', 'removal'] as const;

/** received: nothing more is expected, differences stand; done: all of it was checked and put away, too. */
export const INBOUND_STATES = ['notice', 'arrived', 'receiving', 'received', 'done', 'cancelled'] as const;
export const inboundState = z.enum(INBOUND_STATES);
export type InboundState = z.output<typeof inboundState>;
/** Whether an act applies to a document in its current state. */
export const inboundMay = mayBy({
  sendToProvider: ['notice'],
  arrive: ['notice'],
  edit: ['notice'],
  editCartons: ['notice', 'arrived', 'receiving'],
  receive: ['notice', 'arrived', 'receiving', 'received'],
  undoReceipt: ['receiving'],
  close: ['notice', 'arrived', 'receiving'],
  cancel: ['notice', 'arrived'],
} satisfies DocumentActs<InboundState>);
/** As goods come in. */
export const RECEIPT_CONDITIONS = ['good', 'checking', 'damaged'] as const;
export const receiptCondition = z.enum(RECEIPT_CONDITIONS);

/** `text`: Prefix of a number, reference, tracking number, source document, carton or SKU. */
export const inboundFilter = z.strictObject({
  state: inboundState.optional(),
  /** Good units of it wait to be put away. */
  toPutAway: z.enum(['true']).optional(),
  warehouseId: id().optional(),
  kind: inboundKind.optional(),
  text: text(60).optional(),
  from: day().optional(),
  to: day().optional(),
});
export type InboundFilter = z.output<typeof inboundFilter>;
export const inboundChoice = { ids: list(id(), 5000).optional(), filter: inboundFilter.optional() };

const inboundRow = z.object({
  id: z.number(),
  number: z.string(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  kind: inboundKind,
  state: inboundState,
  sourceKind: z.string().nullable(),
  sourceNo: z.string(),
  reference: z.string(),
  carrier: z.string(),
  trackingNumber: z.string(),
  expectedOn: z.string().nullable(),
  qualityCheck: z.boolean(),
  lineCount: z.number(),
  cartonCount: z.number(),
  units: z.number(),
  unitsReceived: z.number(),
  unitsToPutAway: z.number(),
  /** Wait for their quality check. */
  unitsChecking: z.number(),
  createdAt: z.string(),
  createdBy: z.string(),
  arrivedAt: z.string().nullable(),
  receivedAt: z.string().nullable(),
  doneAt: z.string().nullable(),
});
export type InboundRow = z.output<typeof inboundRow>;

export const listInbounds = defineCall({
  method: 'GET',
  path: '/seller/warehouse/inbound/list',
  access: [rights.inbound.view, rights.scanStation.receive],
  summary: 'Lists inbound orders, newest first.',
  input: inboundFilter.extend(paging),
  result: pageOf(inboundRow),
});
export const inboundTabs = defineCall({
  method: 'GET',
  path: '/seller/warehouse/inbound/tabs',
  access: [rights.inbound.view, rights.scanStation.view],
  summary: 'Returns the number of inbound orders by open status, and of those with units to put away.',
  input: z.strictObject({ warehouseId: id().optional() }),
  result: z.object({ counts: z.record(z.string(), z.number()), toPutAway: z.number() }),
});

export const productNames = { sku: z.string(), barcode: z.string().nullable(), nameZh: z.string(), nameEn: z.string() };
const inboundLine = z.object({
  id: z.number(),
  productId: z.number(),
  ...productNames,
  fnsku: z.string().nullable(),
  image: z.string().nullable(),
  expected: z.number(),
  received: z.number(),
  damaged: z.number(),
  putAway: z.number(),
  /** received - expected once nothing more is expected; a surplus shows at once, null: more may come. */
  difference: z.number().nullable(),
  /** Base currency; null without the right to see costs, or if unknown. */
  unitCost: z.string().nullable(),
  /** It expires: the receipt asks for its expiry day. */
  expires: z.boolean(),
  remark: z.string(),
});
export type InboundLine = z.output<typeof inboundLine>;
const inboundCarton = z.object({
  id: z.number(),
  code: z.string(),
  contents: z.array(
    z.object({
      lineId: z.number(),
      sku: z.string(),
      quantity: z.number(),
      batch: z.string().nullable(),
      expiresOn: z.string().nullable(),
    }),
  ),
  receivedAt: z.string().nullable(),
  receivedBy: z.string().nullable(),
});
export type InboundCarton = z.output<typeof inboundCarton>;
const inboundReceipt = z.object({
  id: z.number(),
  lineId: z.number(),
  productId: z.number(),
  ...productNames,
  batchId: z.number(),
  batchCode: z.string().nullable(),
  expiresOn: z.string().nullable(),
  cartonCode: z.string().nullable(),
  condition: receiptCondition,
  quantity: z.number(),
  locationCode: z.string(),
  passed: z.number(),
  failed: z.number(),
  putAway: z.number(),
  /** Good units of it that lie in a receiving location. */
  waiting: z.number(),
  /** Units that nobody has checked yet. */
  unchecked: z.number(),
  mayUndo: z.boolean(),
  at: z.string(),
  actor: z.string(),
  undoneAt: z.string().nullable(),
  undoneBy: z.string().nullable(),
});
export type InboundReceipt = z.output<typeof inboundReceipt>;
const inboundToCheck = z.object({
  lineId: z.number(),
  sku: z.string(),
  batchId: z.number(),
  batchCode: z.string().nullable(),
  expiresOn: z.string().nullable(),
  quantity: z.number(),
});
export type InboundToCheck = z.output<typeof inboundToCheck>;
const inboundParcel = z.object({
  carrier: z.string(),
  trackingNumber: z.string(),
  steps: z.array(z.object({ at: z.string(), text: z.string() })),
});
export type InboundParcel = z.output<typeof inboundParcel>;
export const inboundDetail = inboundRow.extend({
  remark: z.string(),
  version: z.number(),
  lines: z.array(inboundLine),
  cartons: z.array(inboundCarton),
  /** The newest 1,000. */
  receipts: z.array(inboundReceipt),
  /** Units without a quality check, by line and batch. */
  toCheck: z.array(inboundToCheck),
  checks: z.array(
    z.object({
      id: z.number(),
      receiptId: z.number(),
      sku: z.string(),
      passed: z.number(),
      failed: z.number(),
      reason: z.string(),
      at: z.string(),
      actor: z.string(),
    }),
  ),
  /** Each with what its carrier reported, oldest first. */
  parcels: z.array(inboundParcel),
  /** Why nobody here receives, closes or cancels it: the provider of the warehouse counts its receipts. */
  receivedElsewhere: z.string().nullable(),
  history: documentHistory,
});
export type InboundDetail = z.output<typeof inboundDetail>;
export const getInbound = defineCall({
  method: 'GET',
  path: '/seller/warehouse/inbound/get',
  access: [rights.inbound.view, rights.scanStation.view],
  summary: 'Returns an inbound order with its lines, cartons, receipts, quality checks and history.',
  input: z.strictObject({ id: id() }),
  result: inboundDetail,
});

const head = {
  kind: z.enum(INBOUND_KINDS_BY_HAND),
  /** The sender's own number: delivery note, container, FBA removal order. */
  reference: text(60).default(''),
  carrier: text(60).default(''),
  trackingNumber: text(60).default(''),
  expectedOn: day().nullish(),
  qualityCheck: z.boolean().default(false),
  remark: text(500).default(''),
};
const line = {
  productId: id(),
  quantity: integer(1, 1_000_000),
  unitCost: positiveDecimal(6).nullish(),
  remark: text(200).default(''),
};
/** Labels for the contents of a carton. */
const packed = { quantity: integer(1, 1_000_000), batch: text(60).optional(), expiresOn: day().optional() };
export const addInbound = defineCall({
  method: 'POST',
  path: '/seller/warehouse/inbound/add',
  access: [rights.inbound.add],
  summary: 'Creates an inbound order (ASN). Its units count as incoming at the warehouse from then on.',
  input: z.strictObject({
    warehouseId: id(),
    ...head,
    lines: z.array(z.strictObject(line)).min(1).max(1000),
    cartons: z
      .array(
        z.strictObject({
          code: requiredText(60),
          contents: z
            .array(
              z.strictObject({
                /** The place in `lines`, from 0. */
                line: integer(0, 999),
                ...packed,
              }),
            )
            .min(1)
            .max(200),
        }),
      )
      .max(1000)
      .default([]),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const editInbound = defineCall({
  method: 'POST',
  path: '/seller/warehouse/inbound/edit',
  access: [rights.inbound.edit],
  summary:
    'Updates an ASN before anything is received. With a source document, only its transport details can be changed.',
  input: z.strictObject({
    id: id(),
    version: integer(1),
    ...head,
    kind: z.enum(INBOUND_KINDS),
    /** Left out: the lines stay. */
    lines: z
      .array(z.strictObject({ id: id().optional(), ...line }))
      .min(1)
      .max(1000)
      .optional(),
  }),
  result: ok,
});
export const saveCarton = defineCall({
  method: 'POST',
  path: '/seller/warehouse/inbound/saveCarton',
  access: [rights.inbound.edit],
  summary: 'Adds a carton to an inbound order, or updates its contents while it has not been received.',
  input: z.strictObject({
    inboundId: id(),
    version: integer(1),
    /** Left out: another carton. */
    id: id().optional(),
    code: requiredText(60),
    contents: z
      .array(z.strictObject({ lineId: id(), ...packed }))
      .min(1)
      .max(200),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});
export const removeCarton = defineCall({
  method: 'POST',
  path: '/seller/warehouse/inbound/removeCarton',
  access: [rights.inbound.edit],
  summary: 'Removes a carton that will not arrive. Its units stay expected.',
  input: z.strictObject({ inboundId: id(), version: integer(1), id: id() }),
  result: ok,
});
export const cancelInbounds = bulkCall(
  '/seller/warehouse/inbound/cancel',
  [rights.inbound.delete],
  'Cancels ASNs of which nothing was received. Their units are no longer expected; the ASNs stay as cancelled.',
  z.strictObject({ ...inboundChoice, ...idempotencyKey }),
);
export const arriveInbounds = bulkCall(
  '/seller/warehouse/inbound/arrive',
  [rights.inbound.receive, rights.scanStation.receive],
  'Marks inbound orders as arrived at the dock. Nothing is counted yet.',
  z.strictObject({ ...inboundChoice, ...idempotencyKey }),
);
export const closeInbounds = bulkCall(
  '/seller/warehouse/inbound/close',
  [rights.inbound.close],
  'Closes the receipt of inbound orders. Units that were not received are recorded as short.',
  z.strictObject({ ...inboundChoice, ...idempotencyKey }),
);

export const exportInbounds = exportCall(
  '/seller/warehouse/inbound/export',
  [rights.inbound.export],
  'Exports the matching inbound orders to an Excel file in the background, one row per line.',
  z.strictObject({ filter: inboundFilter }),
);
export const {
  template: inboundTemplate,
  preview: importInbounds,
  commit: commitInboundImport,
} = importCalls({
  of: 'inbound orders',
  access: [rights.inbound.add],
  paths: {
    template: '/seller/warehouse/inbound/template',
    preview: '/seller/warehouse/inbound/import',
    commit: '/seller/warehouse/inbound/importCommit',
  },
  kinds: ['xls', 'xlsx'],
});
export const INBOUND_PAPERS = ['receipt', 'putAway'] as const;
export const printInbounds = defineCall({
  method: 'GET',
  path: '/seller/warehouse/inbound/print',
  access: [rights.inbound.print],
  summary: 'Prints receiving sheets (expected and received) or put-away sheets as PDF, A4.',
  input: z.strictObject({ ids: list(id(), 50), paper: z.enum(INBOUND_PAPERS).default('receipt') }),
  result: z.never(),
  download: true,
});
/** Rolls, or sheets of 3 x 7 and 3 x 8 labels on A4. */
export const LABEL_SIZES = ['60x30', '50x30', '50x25', 'a4x21', 'a4x24'] as const;
export const CARTON_SIZES = ['100x150', '100x100'] as const;
export const printInboundLabels = defineCall({
  method: 'GET',
  path: '/seller/warehouse/inbound/labels',
  access: [rights.inbound.print, rights.scanStation.receive],
  summary: 'Prints labels of products (by barcode or FNSKU), cartons or pallets of an inbound order as PDF.',
  input: z.strictObject({
    id: id(),
    of: z.enum(['product', 'fnsku', 'carton', 'pallet']).default('product'),
    size: z.enum([...LABEL_SIZES, ...CARTON_SIZES]).optional(),
    /** Products: of this line alone. */
    lineId: id().optional(),
    /** Products: so many of each line; left out: one a unit. Pallets: how many. */
    copies: integer(1, 1000).optional(),
    /** Pallets: a label for each side. */
    fourSides: z.enum(['true', 'false']).default('true'),
  }),
  result: z.never(),
  download: true,
});
