import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { day, defineCall, flag, id, idempotencyKey, idOrNone, integer, list, requiredText, text } from '../call.ts';
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
  access: [rights.inbound.receive, rights.scanStation.receive],
  summary: 'Receives counted units. Accepts surplus units and shows them as over; products not on the ASN open a line.',
  input: z.strictObject({
    id: id(),
    goods: z
      .array(z.strictObject({ lineId: id().optional(), productId: id().optional(), ...goods }))
      .min(1)
      .max(500),
    /** The units received at the time of counting; refused if others received meanwhile. */
    unitsReceived: integer(0).optional(),
    ...idempotencyKey,
  }),
  result: z.object({ units: z.number(), receiptIds: z.array(z.number()) }),
});
export const undoReceiptCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/inbound/undoReceipt',
  access: [rights.inbound.receive, rights.scanStation.receive],
  summary:
    'Undoes a receipt before any of it is checked or put away. For a receipt of a carton, undoes the whole carton.',
  input: z.strictObject({ receiptId: id(), ...idempotencyKey }),
  result: z.object({ units: z.number() }),
});
export const checkReceiptCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/inbound/check',
  access: [rights.inbound.check],
  summary: 'Records a quality check: passed units become good and can be sold, failed units become damaged.',
  input: z.strictObject({
    /** One receipt; or all that waits of a line, or of a batch of it: the oldest first. */
    receiptId: id().optional(),
    lineId: id().optional(),
    batchId: idOrNone().optional(),
    passed: integer(0, 1_000_000),
    failed: integer(0, 1_000_000),
    reason: text(200).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ unchecked: z.number() }),
});

/**
 * same: the location has it already (`sameBatch`: of the same batch); empty ones near it, its category, or the front.
 */
export const PLACE_REASONS_WHY = ['sameBatch', 'same', 'nearSame', 'nearCategory', 'fast', 'empty'] as const;
const suggestedPlace = z.object({
  locationId: z.number(),
  code: z.string(),
  /** How many of them should go there. */
  quantity: z.number(),
  /** Units that still fit in; null: unknown. */
  room: z.number().nullable(),
  why: z.enum(PLACE_REASONS_WHY),
});
export type SuggestedPlace = z.output<typeof suggestedPlace>;
export const suggestPlaces = defineCall({
  method: 'GET',
  path: '/seller/warehouse/inbound/suggest',
  access: [rights.inbound.view, rights.scanStation.view],
  summary: 'Suggests where to put away units of a product and batch, and why.',
  input: z.strictObject({
    warehouseId: id(),
    productId: id(),
    batchId: idOrNone().default(0),
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
  access: [rights.inbound.view, rights.scanStation.view],
  summary: 'Lists good units in receiving locations that wait for put-away, oldest first, up to 500 rows.',
  input: z.strictObject({
    warehouseId: id().optional(),
    inboundId: id().optional(),
    /** The scanned code: only that product or carton. */
    code: text(80).optional(),
  }),
  result: z.array(waitingGoods),
});
export const putAwayCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/inbound/putAway',
  access: [rights.inbound.putaway, rights.scanStation.receive],
  summary: 'Puts units of receipts away to a location. Receipts of a product are taken together, oldest first.',
  input: z.strictObject({
    /** One of these names the goods. */
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
  access: [rights.scanStation.view, rights.inbound.view],
  summary: 'Finds the inbound order of a scanned number, tracking number, reference or carton (also SSCC).',
  input: z.strictObject({ code: requiredText(80), warehouseId: id().optional() }),
  result: z.object({ id: z.number(), cartonId: z.number().nullable() }),
});
export const receiveItemCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/scan/receiveItem',
  access: [rights.scanStation.receive, rights.inbound.receive],
  summary: 'Receives a scanned product of an inbound order. Creates a receipt for each line that it fills.',
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
  access: [rights.scanStation.receive, rights.inbound.receive],
  summary:
    'Receives a whole carton as packed. Names the first receiver if it was received already or seems to be unpacked.',
  input: z.strictObject({
    inboundId: id(),
    code: requiredText(80),
    /** For goods in it that expire, if the sender gave no day. */
    lots: z
      .array(z.strictObject({ lineId: id(), batch: text(60).optional(), expiresOn: day().optional() }))
      .max(200)
      .optional(),
    /** The goods that came in loose are not those of this carton. */
    sure: flag().optional(),
    ...idempotencyKey,
  }),
  result: z.object({
    cartonId: z.number(),
    code: z.string(),
    units: z.number(),
    /** With it, more units of its products than expected. */
    over: z.number(),
    /** One of its receipts: taken back, the whole carton is. */
    receiptId: z.number(),
  }),
});
export const scanPutAwayCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/scan/putAway',
  access: [rights.scanStation.receive, rights.inbound.putaway],
  summary: 'Puts scanned units from receiving away to a scanned location.',
  input: z.strictObject({
    warehouseId: id(),
    /** A product's code, or a carton's. */
    code: requiredText(80),
    batchId: idOrNone().optional(),
    /** Left out: all that waits of it. */
    quantity: integer(1, 1_000_000).optional(),
    locationCode: requiredText(60),
    ...idempotencyKey,
  }),
  result: z.object({ units: z.number(), locationCode: z.string(), left: z.number() }),
});
