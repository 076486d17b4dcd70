import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, idempotencyKey, integer, ok, requiredText } from '../call.ts';

const cartonType = z.object({
  id: z.number(),
  name: z.string(),
  lengthMm: z.number(),
  widthMm: z.number(),
  heightMm: z.number(),
  weightGrams: z.number(),
  maxWeightGrams: z.number().nullable(),
  enabled: z.boolean(),
});
export type CartonType = z.output<typeof cartonType>;

export const listCartonTypes = defineCall({
  method: 'GET',
  path: '/seller/warehouse/carton/list',
  access: [rights.outbound.view, rights.picking.view, rights.scanStation.view],
  summary: 'Lists the company’s carton types, smallest first.',
  input: z.strictObject({}),
  result: z.array(cartonType),
});
export const saveCartonType = defineCall({
  method: 'POST',
  path: '/seller/warehouse/carton/save',
  access: [rights.outbound.pack],
  summary: 'Adds or updates a carton type. Dimensions are internal.',
  input: z.strictObject({
    id: id().optional(),
    name: requiredText(60),
    lengthMm: integer(1, 10_000),
    widthMm: integer(1, 10_000),
    heightMm: integer(1, 10_000),
    weightGrams: integer(0, 100_000).default(0),
    maxWeightGrams: integer(1, 1_000_000).nullable().default(null),
    enabled: z.boolean().default(true),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});
export const deleteCartonType = defineCall({
  method: 'POST',
  path: '/seller/warehouse/carton/delete',
  access: [rights.outbound.pack],
  summary: 'Deletes a carton type. Parcels keep their dimensions.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const suggestCarton = defineCall({
  method: 'GET',
  path: '/seller/warehouse/carton/suggest',
  access: [rights.scanStation.view, rights.outbound.view],
  summary: 'Suggests the smallest carton type for an outbound order by volume and sides, and its expected weight.',
  input: z.strictObject({ outboundId: id() }),
  result: z.object({
    carton: cartonType.nullable(),
    /** Goods and carton; null where a product has no weight. */
    expectedGrams: z.number().nullable(),
    /** A weight further away than this asks for a second look. */
    toleranceGrams: z.number(),
    /** Products without measures: the box is a guess. */
    unmeasured: z.number(),
  }),
});
