import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  day,
  defineCall,
  documentCalls,
  id,
  idempotencyKey,
  idOrNone,
  integer,
  pageOf,
  paging,
  positiveDecimal,
  requiredText,
  text,
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { stockCondition } from '../stock.ts';

/** shipping: a part has left; shipped: nothing more leaves; done: nothing is in transit any more. */
export const TRANSFER_STATES = ['draft', 'submitted', 'shipping', 'shipped', 'done', 'cancelled'] as const;
export const transferState = z.enum(TRANSFER_STATES);
export type TransferState = z.output<typeof transferState>;
/** Whether an act applies to a document in its current state. */
export const transferMay = mayBy({
  edit: ['draft'],
  submit: ['draft'],
  ship: ['submitted', 'shipping'],
  finish: ['shipping'],
  cancel: ['draft', 'submitted'],
} satisfies DocumentActs<TransferState>);

export const transferFilter = z.strictObject({
  state: transferState.optional(),
  fromId: id().optional(),
  toId: id().optional(),
  productId: id().optional(),
  from: day().optional(),
  to: day().optional(),
  /** Prefix of a number. */
  text: text(60).optional(),
});
export type TransferFilter = z.output<typeof transferFilter>;
const transferRow = z.object({
  id: z.number(),
  number: z.string(),
  state: transferState,
  fromId: z.number(),
  fromName: z.string(),
  toId: z.number(),
  toName: z.string(),
  units: z.number(),
  shipped: z.number(),
  received: z.number(),
  inTransit: z.number(),
  lost: z.number(),
  /** What moving it costs, in base currency; null without the right to see costs. */
  cost: z.string().nullable(),
  expectedOn: z.string().nullable(),
  remark: z.string(),
  /** The allocation order that made it. */
  allocationId: z.number().nullable(),
  allocationNo: z.string().nullable(),
  version: z.number(),
  createdBy: z.string(),
  createdAt: z.string(),
  doneAt: z.string().nullable(),
});
export type TransferRow = z.output<typeof transferRow>;

const transferLineRow = z.object({
  id: z.number(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  quantity: z.number(),
  held: z.number(),
  shipped: z.number(),
  received: z.number(),
  inTransit: z.number(),
  lost: z.number(),
  /** Free to be sent at the sender's now. */
  available: z.number(),
});
export type TransferLineRow = z.output<typeof transferLineRow>;
const transferPartRow = z.object({
  id: z.number(),
  part: z.number(),
  inboundId: z.number().nullable(),
  inboundNo: z.string(),
  state: z.enum(['transit', 'closed']),
  carrier: z.string(),
  trackingNumber: z.string(),
  shippedAt: z.string(),
  closedAt: z.string().nullable(),
  actor: z.string(),
  lines: z.array(
    z.object({
      id: z.number(),
      sku: z.string(),
      nameZh: z.string(),
      nameEn: z.string(),
      locationCode: z.string(),
      batchCode: z.string().nullable(),
      quantity: z.number(),
      received: z.number(),
      lost: z.number(),
      unitCost: z.string().nullable(),
      lostValue: z.string().nullable(),
    }),
  ),
});
export type TransferPartRow = z.output<typeof transferPartRow>;
const transfer = documentCalls('/seller/warehouse/transfer', [rights.transfer.view], {
  list: 'Lists transfers between warehouses, newest first.',
  filter: transferFilter,
  row: transferRow,
  tabs: 'Returns the number of transfers by open status.',
  one: 'Returns a transfer with its lines, its shipments, what was received of them, and its history.',
  detail: { lines: z.array(transferLineRow), parts: z.array(transferPartRow) },
});
export const listTransfers = transfer.list;
export const transferTabs = transfer.tabs;
export const getTransfer = transfer.get;
export type TransferDetail = z.output<typeof getTransfer.result>;

export const saveTransfer = defineCall({
  method: 'POST',
  path: '/seller/warehouse/transfer/save',
  access: [rights.transfer.add, rights.transfer.edit],
  summary: 'Creates a transfer, or updates a draft by `id` and `version`.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    fromId: id(),
    toId: id(),
    /** Without it: none for a new transfer, unchanged for a draft. */
    cost: positiveDecimal(4).optional(),
    expectedOn: day().nullish(),
    remark: text(200).default(''),
    lines: z
      .array(z.strictObject({ productId: id(), quantity: integer(1, 1_000_000) }))
      .min(1)
      .max(500),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const submitTransfer = transfer.act(
  'submit',
  [rights.transfer.submit],
  'Submits a transfer: allocates its stock at the sender, so that nobody else can sell it.',
);
export const cancelTransfer = transfer.act(
  'cancel',
  [rights.transfer.delete, rights.transfer.submit],
  'Cancels a transfer before anything has shipped, and releases its stock.',
);
export const shipTransfer = defineCall({
  method: 'POST',
  path: '/seller/warehouse/transfer/ship',
  access: [rights.transfer.ship],
  summary:
    'Ships lines from given locations or by earliest expiry, or all allocated. The receiver gets an inbound order.',
  input: z.strictObject({
    id: id(),
    lines: z
      .array(
        z.strictObject({
          lineId: id(),
          quantity: integer(1, 1_000_000),
          locationCode: text(60).optional(),
          batchId: idOrNone().optional(),
        }),
      )
      .max(500)
      .optional(),
    carrier: text(60).default(''),
    trackingNumber: text(60).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ part: z.number(), units: z.number(), inboundId: z.number(), inboundNo: z.string() }),
});
export const finishTransfer = transfer.act(
  'finish',
  [rights.transfer.ship],
  'Ends the shipping of a transfer. Stock that is still allocated is released.',
);
const transitRow = z.object({
  id: z.number(),
  transferId: z.number(),
  number: z.string(),
  part: z.number(),
  fromName: z.string(),
  toName: z.string(),
  inboundNo: z.string(),
  carrier: z.string(),
  trackingNumber: z.string(),
  units: z.number(),
  received: z.number(),
  value: z.string().nullable(),
  expectedOn: z.string().nullable(),
  shippedAt: z.string(),
});
export type TransitRow = z.output<typeof transitRow>;
export const listTransit = defineCall({
  method: 'GET',
  path: '/seller/warehouse/transfer/transit',
  access: [rights.transfer.view],
  summary: 'Lists stock in transit between warehouses: transfer shipments that are still expected.',
  input: z.strictObject({ toId: id().optional(), ...paging }),
  result: pageOf(transitRow),
});
export const exportTransfers = transfer.export(
  [rights.transfer.export],
  'Exports the lines of the matching transfers to an Excel file in the background.',
);
export const printTransfer = defineCall({
  method: 'GET',
  path: '/seller/warehouse/transfer/print',
  access: [rights.transfer.print],
  summary: 'Prints the transfer note of a transfer, or of one of its shipments, as PDF.',
  input: z.strictObject({ id: id(), part: integer(1).optional() }),
  result: z.never(),
  download: true,
});

/** The warehouse side of an allocation order. */
export const waDisInfo = defineCall({
  method: 'GET',
  path: '/seller/warehouseDis/waDisInfo',
  access: [rights.transfer.view, rights.inbound.view, rights.allocation.view],
  summary: 'Returns an allocation order as its warehouses see it: sender, receiver and quantities.',
  input: z.strictObject({ disId: id() }),
  result: z.object({
    disId: z.number(),
    disNo: z.string(),
    state: transferState,
    shipper: z.string(),
    recipient: z.string(),
    fromWarehouseId: z.number(),
    fromWarehouse: z.string(),
    toWarehouseId: z.number(),
    toWarehouse: z.string(),
    quantity: z.number(),
    shipped: z.number(),
    received: z.number(),
    remark: z.string(),
    createdAt: z.string(),
  }),
});
export const warehouseDisDetailJson2 = defineCall({
  method: 'GET',
  path: '/seller/warehouseDis/warehouseDisDetailJson2',
  access: [rights.transfer.view, rights.inbound.view, rights.allocation.view],
  summary: 'Lists the lines of an allocation order with the shipped and received units of each.',
  input: z.strictObject({ disId: id() }),
  result: z.object({ rows: z.array(transferLineRow) }),
});

export const moveGoods = defineCall({
  method: 'POST',
  path: '/seller/warehouse/moveGoods',
  access: [rights.stock.adjust, rights.location.edit, rights.scanStation.receive, rights.scanStation.pick],
  summary: 'Moves units to another location of their warehouse, into another condition, or both.',
  input: z.strictObject({
    warehouseId: id(),
    fromLocationCode: requiredText(60),
    /** By default their present locations. */
    toLocationCode: text(60).optional(),
    /** SKU, barcode or FNSKU. */
    code: requiredText(80),
    batchId: idOrNone().optional(),
    quantity: integer(1, 1_000_000),
    condition: stockCondition.default('good'),
    toCondition: stockCondition.optional(),
    remark: text(200).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ number: z.string(), sku: z.string(), from: z.string(), to: z.string() }),
});
/** The contents of a location, for the scanner that moves goods out of it. */
export const goodsAt = defineCall({
  method: 'GET',
  path: '/seller/warehouse/goodsAt',
  access: [rights.stock.view, rights.location.view, rights.scanStation.view],
  summary: 'Lists the stock of a location by batch and condition, with the units that are free to move.',
  input: z.strictObject({ warehouseId: id(), locationCode: requiredText(60) }),
  result: z.object({
    locationId: z.number(),
    code: z.string(),
    kind: z.string(),
    goods: z.array(
      z.object({
        productId: z.number(),
        sku: z.string(),
        barcode: z.string().nullable(),
        fnsku: z.string().nullable(),
        nameZh: z.string(),
        nameEn: z.string(),
        batchId: z.number(),
        batchCode: z.string().nullable(),
        condition: stockCondition,
        onHand: z.number(),
        free: z.number(),
      }),
    ),
  }),
});
