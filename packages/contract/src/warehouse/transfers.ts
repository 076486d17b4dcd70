import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  day,
  defineCall,
  documentCalls,
  id,
  idempotencyKey,
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
  list: 'Transfers between warehouses, newest first.',
  filter: transferFilter,
  row: transferRow,
  tabs: 'How many transfers are in each open state.',
  one: 'A transfer with its lines, what left when, what came of it, and its history.',
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
  summary: 'A new transfer, or with id and version the change of a draft.',
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
  'Holds the goods at the sender: nobody else can sell them.',
);
export const cancelTransfer = transfer.act(
  'cancel',
  [rights.transfer.delete, rights.transfer.submit],
  'Takes a transfer back before anything has left; what it held is free again.',
);
export const shipTransfer = defineCall({
  method: 'POST',
  path: '/seller/warehouse/transfer/ship',
  access: [rights.transfer.ship],
  summary:
    'Goods leave: these quantities from these locations, or by what runs out first; everything that is held without lines. The receiver gets an inbound order.',
  input: z.strictObject({
    id: id(),
    lines: z
      .array(
        z.strictObject({
          lineId: id(),
          quantity: integer(1, 1_000_000),
          locationCode: text(60).optional(),
          batchId: integer(0).optional(),
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
  'Nothing more of it leaves: what is still held is free again.',
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
  summary: 'What is on its way between warehouses: parts of transfers that left and are still expected.',
  input: z.strictObject({ toId: id().optional(), ...paging }),
  result: pageOf(transitRow),
});
export const exportTransfers = transfer.export(
  [rights.transfer.export],
  'Queues an Excel file of the lines of the transfers that match.',
);
export const printTransfer = defineCall({
  method: 'GET',
  path: '/seller/warehouse/transfer/print',
  access: [rights.transfer.print],
  summary: 'The note that goes with a transfer, or with one part of it, as PDF.',
  input: z.strictObject({ id: id(), part: integer(1).optional() }),
  result: z.never(),
  download: true,
});

/** The warehouse side of an allocation order. */
export const waDisInfo = defineCall({
  method: 'GET',
  path: '/seller/warehouseDis/waDisInfo',
  access: [rights.transfer.view, rights.inbound.view, rights.allocation.view],
  summary: 'An allocation order as its warehouses see it: who sends, who receives, how much.',
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
  summary: 'The lines of an allocation order with what was sent and received of each.',
  input: z.strictObject({ disId: id() }),
  result: z.object({ rows: z.array(transferLineRow) }),
});

export const moveGoods = defineCall({
  method: 'POST',
  path: '/seller/warehouse/moveGoods',
  access: [rights.stock.adjust, rights.location.edit, rights.scanStation.receive, rights.scanStation.pick],
  summary: 'Goods go to another location of their warehouse, into another condition, or both.',
  input: z.strictObject({
    warehouseId: id(),
    fromLocationCode: requiredText(60),
    /** By default their present locations. */
    toLocationCode: text(60).optional(),
    /** SKU, barcode or FNSKU. */
    code: requiredText(80),
    batchId: integer(0).optional(),
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
  summary: 'What lies in a location by batch and condition, with what of it is free to be moved.',
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
