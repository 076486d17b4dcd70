import { z } from 'zod';
import {
  day,
  defineCall,
  documentHistory,
  exportQueued,
  id,
  idempotencyKey,
  integer,
  ok,
  pageOf,
  paging,
  positiveDecimal,
  requiredText,
  text,
} from '../call.ts';
import { stockCondition } from '../stock.ts';

/** shipping: a part has left; shipped: nothing more leaves; done: nothing is on its way any more. */
export const TRANSFER_STATES = ['draft', 'submitted', 'shipping', 'shipped', 'done', 'cancelled'] as const;
export const transferState = z.enum(TRANSFER_STATES);
export type TransferState = z.output<typeof transferState>;

export const transferFilter = z.strictObject({
  state: transferState.optional(),
  fromId: id().optional(),
  toId: id().optional(),
  productId: id().optional(),
  from: day().optional(),
  to: day().optional(),
  /** The beginning of a number. */
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
  /** What moving it costs, in base currency; null for those who may not see costs. */
  cost: z.string().nullable(),
  expectedOn: z.string().nullable(),
  remark: z.string(),
  version: z.number(),
  createdBy: z.string(),
  createdAt: z.string(),
  doneAt: z.string().nullable(),
});
export type TransferRow = z.output<typeof transferRow>;

export const listTransfers = defineCall({
  method: 'GET',
  path: '/seller/warehouse/transfer/list',
  access: ['505'],
  summary: 'Transfers between warehouses, newest first.',
  input: transferFilter.extend(paging),
  result: pageOf(transferRow),
});
export const transferTabs = defineCall({
  method: 'GET',
  path: '/seller/warehouse/transfer/tabs',
  access: ['505'],
  summary: 'How many transfers are in each open state.',
  input: z.strictObject({}),
  result: z.object({ counts: z.record(z.string(), z.number()) }),
});
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
export const getTransfer = defineCall({
  method: 'GET',
  path: '/seller/warehouse/transfer/detail',
  access: ['505'],
  summary: 'A transfer with its lines, what left when, what came of it, and its history.',
  input: z.strictObject({ id: id() }),
  result: transferRow.extend({
    lines: z.array(transferLineRow),
    parts: z.array(transferPartRow),
    history: documentHistory,
  }),
});
export type TransferDetail = z.output<typeof getTransfer.result>;

export const saveTransfer = defineCall({
  method: 'POST',
  path: '/seller/warehouse/transfer/save',
  access: ['505:add', '505:edit'],
  summary: 'A new transfer, or with id and version the change of a draft.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    fromId: id(),
    toId: id(),
    /** Without it: none of a new transfer, of a draft what it was. */
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
const one = { id: id(), ...idempotencyKey };
export const submitTransfer = defineCall({
  method: 'POST',
  path: '/seller/warehouse/transfer/submit',
  access: ['505:submit'],
  summary: 'Holds the goods at the sender: nobody else can sell them.',
  input: z.strictObject(one),
  result: ok,
});
export const cancelTransfer = defineCall({
  method: 'POST',
  path: '/seller/warehouse/transfer/cancel',
  access: ['505:delete', '505:submit'],
  summary: 'Takes a transfer back before anything has left; what it held is free again.',
  input: z.strictObject(one),
  result: ok,
});
export const shipTransfer = defineCall({
  method: 'POST',
  path: '/seller/warehouse/transfer/ship',
  access: ['505:ship'],
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
export const finishTransfer = defineCall({
  method: 'POST',
  path: '/seller/warehouse/transfer/finish',
  access: ['505:ship'],
  summary: 'Nothing more of it leaves: what is still held is free again.',
  input: z.strictObject(one),
  result: ok,
});
export const listTransit = defineCall({
  method: 'GET',
  path: '/seller/warehouse/transfer/transit',
  access: ['505'],
  summary: 'What is on its way between warehouses: parts of transfers that left and are still expected.',
  input: z.strictObject({ toId: id().optional(), ...paging }),
  result: pageOf(
    z.object({
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
    }),
  ),
});
export const exportTransfers = defineCall({
  method: 'POST',
  path: '/seller/warehouse/transfer/export',
  access: ['505:export'],
  summary: 'Queues an Excel file of the lines of the transfers that match.',
  input: z.strictObject({ filter: transferFilter }),
  result: exportQueued,
});
export const printTransfer = defineCall({
  method: 'GET',
  path: '/seller/warehouse/transfer/print',
  access: ['505:print'],
  summary: 'The note that goes with a transfer, or with one part of it, as PDF.',
  input: z.strictObject({ id: id(), part: integer(1).optional() }),
  result: z.never(),
  download: true,
});

/** The warehouse side of an allocation order. */
export const waDisInfo = defineCall({
  method: 'GET',
  path: '/seller/warehouseDis/waDisInfo',
  access: ['505', '502', '304'],
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
  access: ['505', '502', '304'],
  summary: 'The lines of an allocation order with what was sent and received of each.',
  input: z.strictObject({ disId: id() }),
  result: z.object({ rows: z.array(transferLineRow) }),
});

export const moveGoods = defineCall({
  method: 'POST',
  path: '/seller/warehouse/moveGoods',
  access: ['501:adjust', '507:edit', '509:receive', '509:pick'],
  summary: 'Goods go to another location of their warehouse, into another condition, or both.',
  input: z.strictObject({
    warehouseId: id(),
    fromLocationCode: requiredText(60),
    /** Where they are without it. */
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
/** What lies in a location, for the scanner that moves goods out of it. */
export const goodsAt = defineCall({
  method: 'GET',
  path: '/seller/warehouse/goodsAt',
  access: ['501', '507', '509'],
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
