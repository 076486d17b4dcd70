import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, idempotencyKey, integer, ok, requiredText, text } from '../call.ts';
import { outboundLine, outboundState, pickStop, stopReason } from './outbounds.ts';
import { waveState } from './waves.ts';

export const pickScanCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/scan/pick',
  access: [rights.scanStation.pick, rights.picking.pick, rights.outbound.pick],
  summary: 'Records units picked from a location for one pick task. Scanned codes are checked against the task.',
  input: z.strictObject({
    pickLineId: id(),
    quantity: integer(1, 1_000_000),
    locationCode: text(60).optional(),
    code: text(80).optional(),
    ...idempotencyKey,
  }),
  result: z.object({ stop: pickStop, outboundState, waveState }),
});
export const undoPickCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/scan/undoPick',
  access: [rights.scanStation.pick, rights.picking.pick, rights.outbound.pick],
  summary: 'Undoes the latest scan of a pick task. The units return to their location.',
  input: z.strictObject({ pickLineId: id(), ...idempotencyKey }),
  result: z.object({ stop: pickStop, outboundState, waveState }),
});
export const shortPickCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/scan/short',
  access: [rights.scanStation.pick, rights.picking.pick, rights.outbound.pick],
  summary:
    'Records a short pick. The missing units are allocated in another location, or the order goes back as short.',
  input: z.strictObject({
    pickLineId: id(),
    reason: requiredText(200),
    /**
     * The missing units that the picker saw: if other picks of the task are still being sent, the difference would take
     * too many back.
     */
    missing: integer(1, 1_000_000).optional(),
    ...idempotencyKey,
  }),
  result: z.object({ refilled: z.boolean(), outboundId: z.number() }),
});

const box = z.object({
  outboundId: z.number(),
  number: z.string(),
  orderId: z.number(),
  orderNo: z.string(),
  warehouseId: z.number(),
  state: outboundState,
  slot: z.number().nullable(),
  stopRequested: z.boolean(),
  stopReason: stopReason.nullable(),
  lines: z.array(outboundLine),
});
export type Box = z.output<typeof box>;
export const findBox = defineCall({
  method: 'GET',
  // It locks the box of a single item, so that two tables do not begin the same.
  mode: 'write',
  path: '/seller/warehouse/scan/box',
  access: [rights.scanStation.view, rights.outbound.view],
  summary:
    'Identifies a code at packing: an outbound, order or tracking number, a wave number with a slot, or an item of a picked single-line order.',
  input: z.strictObject({ code: requiredText(80), warehouseId: id().optional() }),
  result: box,
});
export const packScanCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/scan/pack',
  access: [rights.scanStation.pack, rights.outbound.pack],
  summary:
    'Puts an item into the box (negative: takes it out), by default that of the oldest single-line order needing it.',
  input: z.strictObject({
    outboundId: id().optional(),
    warehouseId: id().optional(),
    code: requiredText(80),
    quantity: integer(-10_000, 10_000).default(1),
    ...idempotencyKey,
  }),
  result: box,
});

export const listPutBack = defineCall({
  method: 'GET',
  path: '/seller/warehouse/scan/putBackList',
  access: [rights.scanStation.view, rights.outbound.view],
  summary: 'Lists units in packing locations that no order holds, with their usual locations.',
  input: z.strictObject({ warehouseId: id() }),
  result: z.array(
    z.object({
      locationId: z.number(),
      locationCode: z.string(),
      productId: z.number(),
      sku: z.string(),
      barcode: z.string().nullable(),
      fnsku: z.string().nullable(),
      nameZh: z.string(),
      nameEn: z.string(),
      image: z.string().nullable(),
      /** stock_batch; 0: without a batch. */
      batchId: z.number(),
      batchCode: z.string().nullable(),
      quantity: z.number(),
      suggested: z.array(z.object({ locationId: z.number(), code: z.string() })),
    }),
  ),
});
export const putBackCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/scan/putBack',
  access: [rights.scanStation.pick, rights.scanStation.receive, rights.outbound.pick],
  summary: 'Moves units that no order holds from a packing location back to a shelf.',
  input: z.strictObject({
    fromLocationId: id(),
    toLocationCode: requiredText(60),
    productId: id(),
    batchId: integer(0, Number.MAX_SAFE_INTEGER).default(0),
    quantity: integer(1, 1_000_000),
    ...idempotencyKey,
  }),
  result: ok,
});

/** All codes that a scanner can read, distinguished by the server: for the first scan of a job. */
export const whatIs = defineCall({
  method: 'GET',
  path: '/seller/warehouse/scan/what',
  access: [rights.scanStation.view],
  summary: 'Identifies a scanned code: a wave, an outbound order, a location or a product.',
  input: z.strictObject({ code: requiredText(80) }),
  result: z.object({
    kind: z.enum(['wave', 'outbound', 'location', 'product']),
    id: z.number(),
    label: z.string(),
  }),
});
