import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, idempotencyKey, idOrNone, integer, list, pageOf, paging, requiredText } from '../call.ts';
import { stockCondition } from '../stock.ts';
import { floorMeasures, floorPlace, locationKind } from './locations.ts';

/** The racks at one place of the floor: the levels of a shelf's column, from the lowest up. */
const bay = z.object({
  area: z.string(),
  shelf: z.string(),
  column: z.string(),
  place: floorPlace.nullable(),
  levels: z.array(
    z.object({
      id: z.number(),
      code: z.string(),
      row: z.string(),
      kind: locationKind,
      enabled: z.boolean(),
      capacity: z.number().nullable(),
      units: z.number(),
      /** Picks of the last 30 days. */
      picks: z.number(),
    }),
  ),
});
export type FloorBay = z.output<typeof bay>;

export const getFloorPlan = defineCall({
  method: 'GET',
  path: '/seller/creditFrame/getFloorPlan',
  access: [rights.location.view],
  summary:
    'Returns the floor plan of a warehouse: where its locations are, how full they are and how often they are picked.',
  input: z.strictObject({ houseId: id() }),
  result: z.object({
    bays: z.array(bay),
    /** There are more locations than are drawn. */
    cut: z.boolean(),
  }),
});
export const placeLocations = defineCall({
  method: 'POST',
  path: '/seller/creditFrame/placeCreditFrame',
  access: [rights.location.edit],
  summary: 'Places columns of shelves on the floor plan, each with all of its levels.',
  input: z.strictObject({
    houseId: id(),
    bays: list(
      z.strictObject({ area: requiredText(10), shelf: requiredText(10), column: requiredText(10), place: floorPlace }),
      2000,
    ),
  }),
  result: z.object({ placed: z.number() }),
});
export const arrangeLocations = defineCall({
  method: 'POST',
  path: '/seller/creditFrame/layOutCreditFrame',
  access: [rights.location.edit],
  summary:
    'Arranges locations on the floor plan by code: shelves as racks along aisles. Drawn ones stay unless `all` is set.',
  input: z.strictObject({ houseId: id(), all: z.boolean().default(false), ...floorMeasures.shape }),
  result: z.object({ placed: z.number() }),
});
export const listStranded = defineCall({
  method: 'GET',
  path: '/seller/creditFrame/disabledGoods',
  access: [rights.location.view],
  summary: 'Lists stock in disabled locations. It counts as stock, but nobody picks it.',
  input: z.strictObject({ houseId: id(), ...paging }),
  result: pageOf(
    z.object({
      key: z.string(),
      locationId: z.number(),
      code: z.string(),
      productId: z.number(),
      sku: z.string(),
      nameZh: z.string(),
      nameEn: z.string(),
      condition: stockCondition,
      batchId: z.number(),
      batchCode: z.string().nullable(),
      onHand: z.number(),
      allocated: z.number(),
    }),
  ),
});
export const emptyLocation = defineCall({
  method: 'POST',
  path: '/seller/creditFrame/emptyCreditFrame',
  access: [rights.location.edit, rights.stock.adjust],
  summary: 'Moves unallocated stock from a location to another one of the same warehouse.',
  input: z.strictObject({
    fromId: id(),
    toCode: requiredText(60),
    /** All that is free by default. */
    lines: list(
      z.strictObject({
        productId: id(),
        condition: stockCondition,
        batchId: idOrNone().default(0),
        quantity: integer(1, 1_000_000),
      }),
      500,
    ).optional(),
    ...idempotencyKey,
  }),
  result: z.object({ number: z.string(), units: z.number() }),
});
export type FloorMeasures = z.output<typeof floorMeasures>;
