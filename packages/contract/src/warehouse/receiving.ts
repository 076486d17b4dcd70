import { z } from 'zod';
import { day, defineCall, flag, id, idempotencyKey, integer, list, requiredText, text } from '../call.ts';
import { productNames, receiptCondition } from './inbound.ts';

const goods = {
  quantity: integer(1, 1_000_000),
  condition: receiptCondition.optional(),
  batch: text(60).optional(),
  expiresOn: day().optional(),
};
export const receiveInboundCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/inbound/receive',
  access: ['502:receive', '509:receive'],
  summary:
    'Goods come in, counted. More than announced is taken and shown as over, what nobody announced opens a line.',
  input: z.strictObject({
    id: id(),
    goods: z
      .array(z.strictObject({ lineId: id().optional(), productId: id().optional(), ...goods }))
      .min(1)
      .max(500),
    /** What had come in when they were counted; refused where others received meanwhile. */
    unitsReceived: integer(0).optional(),
    ...idempotencyKey,
  }),
  result: z.object({ units: z.number(), receiptIds: z.array(z.number()) }),
});
export const undoReceiptCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/inbound/undoReceipt',
  access: ['502:receive', '509:receive'],
  summary: 'Takes a receipt back while nothing of it was checked or put away; one of a carton takes the carton back.',
  input: z.strictObject({ receiptId: id(), ...idempotencyKey }),
  result: z.object({ units: z.number() }),
});
export const checkReceiptCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/inbound/check',
  access: ['502:check'],
  summary: 'Quality check: what passes becomes good and can be sold, what fails goes to the damaged goods.',
  input: z.strictObject({
    /** One receipt; or all that waits of a line, or of a batch of it: the oldest first. */
    receiptId: id().optional(),
    lineId: id().optional(),
    batchId: integer(0).optional(),
    passed: integer(0, 1_000_000),
    failed: integer(0, 1_000_000),
    reason: text(200).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ unchecked: z.number() }),
});

/** same: it lies there already (`sameBatch`: of the same batch); empty ones near it, its category, or the front. */
export const PLACE_REASONS_WHY = ['sameBatch', 'same', 'nearSame', 'nearCategory', 'fast', 'empty'] as const;
const suggestedPlace = z.object({
  locationId: z.number(),
  code: z.string(),
  /** How many of them should go there. */
  quantity: z.number(),
  /** Units that fit in beside what lies there; null: nobody has said how many. */
  room: z.number().nullable(),
  why: z.enum(PLACE_REASONS_WHY),
});
export type SuggestedPlace = z.output<typeof suggestedPlace>;
export const suggestPlaces = defineCall({
  method: 'GET',
  path: '/seller/warehouse/inbound/suggest',
  access: ['502', '509'],
  summary: 'Where units of a product and batch should be put, and why.',
  input: z.strictObject({
    warehouseId: id(),
    productId: id(),
    batchId: integer(0).default(0),
    quantity: integer(1, 1_000_000),
  }),
  result: z.array(suggestedPlace),
});
const waitingGoods = z.object({
  inboundId: z.number(),
  inboundNumber: z.string(),
  productId: z.number(),
  ...productNames,
  fnsku: z.string().nullable(),
  image: z.string().nullable(),
  batchId: z.number(),
  batchCode: z.string().nullable(),
  expiresOn: z.string().nullable(),
  cartonCode: z.string().nullable(),
  locationCode: z.string(),
  quantity: z.number(),
});
export type WaitingGoods = z.output<typeof waitingGoods>;
export const listWaiting = defineCall({
  method: 'GET',
  path: '/seller/warehouse/inbound/waiting',
  access: ['502', '509'],
  summary: 'Good units in receiving locations that have to be put away, the oldest first; at most 500 rows.',
  input: z.strictObject({
    warehouseId: id().optional(),
    inboundId: id().optional(),
    /** What was scanned: of that product or carton alone. */
    code: text(80).optional(),
  }),
  result: z.array(waitingGoods),
});
export const putAwayCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/inbound/putAway',
  access: ['502:putaway', '509:receive'],
  summary: 'Units of receipts go to a shelf. The receipts of a product together: the oldest first.',
  input: z.strictObject({
    /** One of these says what is carried. */
    receiptIds: list(id(), 200),
    /** Of all receipts together; left out: everything that waits of them. */
    quantity: integer(1, 1_000_000).optional(),
    locationCode: requiredText(60),
    ...idempotencyKey,
  }),
  result: z.object({ units: z.number(), locationCode: z.string(), left: z.number() }),
});

export const findInbound = defineCall({
  method: 'GET',
  path: '/seller/warehouse/scan/inbound',
  access: ['509', '502'],
  summary: 'The inbound order that a scanned number, tracking number, reference or carton (SSCC too) belongs to.',
  input: z.strictObject({ code: requiredText(80), warehouseId: id().optional() }),
  result: z.object({ id: z.number(), cartonId: z.number().nullable() }),
});
export const receiveItemCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/scan/receiveItem',
  access: ['509:receive', '502:receive'],
  summary: 'A scanned product of an inbound order comes in: a receipt for each line that it fills.',
  input: z.strictObject({ inboundId: id(), code: requiredText(80), ...goods, ...idempotencyKey }),
  result: z.object({
    receiptIds: z.array(z.number()),
    sku: z.string(),
    /** Of all lines of the product. */
    expected: z.number(),
    received: z.number(),
  }),
});
export const receiveCartonCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/scan/receiveCarton',
  access: ['509:receive', '502:receive'],
  summary:
    'A whole carton comes in as its sender packed it. The second who scans it is told who was first, also where its goods seem to have come in loose.',
  input: z.strictObject({
    inboundId: id(),
    code: requiredText(80),
    /** Of goods in it that run out, where the sender did not say when. */
    lots: z
      .array(z.strictObject({ lineId: id(), batch: text(60).optional(), expiresOn: day().optional() }))
      .max(200)
      .optional(),
    /** What came in loose is not what is in this carton. */
    sure: flag().optional(),
    ...idempotencyKey,
  }),
  result: z.object({
    cartonId: z.number(),
    code: z.string(),
    units: z.number(),
    /** More than was announced of its products, with it. */
    over: z.number(),
    /** One of its receipts: taken back, the whole carton is. */
    receiptId: z.number(),
  }),
});
export const scanPutAwayCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/scan/putAway',
  access: ['509:receive', '502:putaway'],
  summary: 'Scanned goods that wait in receiving go to a scanned shelf.',
  input: z.strictObject({
    warehouseId: id(),
    /** A product's code, or a carton's. */
    code: requiredText(80),
    batchId: integer(0).optional(),
    /** Left out: all that waits of it. */
    quantity: integer(1, 1_000_000).optional(),
    locationCode: requiredText(60),
    ...idempotencyKey,
  }),
  result: z.object({ units: z.number(), locationCode: z.string(), left: z.number() }),
});
