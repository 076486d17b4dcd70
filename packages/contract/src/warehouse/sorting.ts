import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, idempotencyKey, integer, requiredText, text } from '../call.ts';
import { stopReason } from './outbounds.ts';

const wallSlot = z.object({
  outboundId: z.number(),
  number: z.string(),
  orderNo: z.string(),
  slot: z.number(),
  stopReason: stopReason.nullable(),
  /** It left the wave: the goods in its slot go back. */
  cancelled: z.boolean(),
  units: z.number(),
  picked: z.number(),
  sorted: z.number(),
});
export const sortWall = z.object({
  waveId: z.number(),
  number: z.string(),
  warehouseId: z.number(),
  /** Picked and in no slot yet. */
  toSort: z.number(),
  slots: z.array(wallSlot),
});
export type SortWall = z.output<typeof sortWall>;

export const getSortWall = defineCall({
  method: 'GET',
  path: '/seller/warehouse/sort/wall',
  access: [rights.scanStation.view, rights.picking.view],
  summary: 'Returns the put wall of a wave by ID or number: the contents of each slot.',
  input: z.strictObject({ waveId: id().optional(), number: text(40).optional() }),
  result: sortWall,
});
const sorted = z.object({
  slot: z.number(),
  sku: z.string(),
  outboundId: z.number(),
  orderNo: z.string(),
  /** Everything of the order is in its slot. */
  complete: z.boolean(),
  wall: sortWall,
});
export const sortItemCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/sort/item',
  access: [rights.scanStation.pick, rights.scanStation.pack, rights.outbound.pack],
  summary: 'Puts an item of a batch pick into the slot of the order that needs it and is closest to completion.',
  input: z.strictObject({
    waveId: id(),
    code: requiredText(80),
    quantity: integer(1, 10_000).default(1),
    ...idempotencyKey,
  }),
  result: sorted,
});
export const undoSortCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/sort/undo',
  access: [rights.scanStation.pick, rights.scanStation.pack, rights.outbound.pack],
  summary: 'Takes an item out of a slot.',
  input: z.strictObject({
    waveId: id(),
    outboundId: id(),
    code: requiredText(80),
    quantity: integer(1, 10_000).default(1),
    ...idempotencyKey,
  }),
  result: sorted,
});
