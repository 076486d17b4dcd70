// How goods travel to a warehouse: for the choice between a slow and a fast way.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { bulkCall, defineCall, id, idempotencyKey, integer, list, pageOf, paging, positiveDecimal } from '../call.ts';
import { LEG_MODES } from '../transit/legs.ts';

const BASE = '/seller/purchase/recommend';
const price = z.preprocess((value) => (value === '' ? null : value), positiveDecimal(4).nullable()).default(null);

const way = z.object({
  id: z.number(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  mode: z.enum(LEG_MODES),
  days: z.number(),
  /** In the company's currency; null: not charged by it. */
  perKg: z.string().nullable(),
  perCbm: z.string().nullable(),
});
export type Transport = z.output<typeof way>;

export const listTransports = defineCall({
  method: 'GET',
  path: `${BASE}/transports`,
  access: [rights.replenishment.view],
  summary: 'Lists how goods travel to each warehouse: days on the way and freight.',
  input: z.strictObject(paging),
  result: pageOf(way),
});
export const saveTransport = defineCall({
  method: 'POST',
  path: `${BASE}/saveTransport`,
  access: [rights.replenishment.compute],
  summary:
    'Sets how long goods travel to a warehouse by a mode, and the freight of a kilogram or cubic metre: the greater of the two counts.',
  input: z.strictObject({
    warehouseId: id(),
    mode: z.enum(LEG_MODES),
    days: integer(0, 180),
    perKg: price,
    perCbm: price,
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});
export const deleteTransports = bulkCall(
  `${BASE}/deleteTransports`,
  [rights.replenishment.compute],
  'Deletes ways of transport.',
  z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
);
