import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { bulkCall, defineCall, documentHistory, flag, id, integer, list, pageOf, text } from '../call.ts';
import { importCalls } from '../imports.ts';
import { eitherPaging } from './warehouses.ts';

export const LOCATION_KINDS = ['receiving', 'storage', 'picking', 'packing', 'returns', 'damaged'] as const;
export const locationKind = z.enum(LOCATION_KINDS);

const part = () =>
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{1,10}$/);
/** Its place on the floor, in mm from the plan's upper left corner. Levels above one another share their place. */
export const floorPlace = z.strictObject({
  xMm: integer(0, 2_000_000),
  yMm: integer(0, 2_000_000),
  widthMm: integer(50, 100_000),
  depthMm: integer(50, 100_000),
});
export type FloorPlace = z.output<typeof floorPlace>;
/** Units that fit in. */
const capacity = () => integer(1, 1_000_000);
const location = {
  area: part(),
  shelf: part(),
  row: part(),
  column: part(),
  kind: locationKind.default('picking'),
  tray: z.boolean().default(false),
  enabled: z.boolean().default(true),
  /** Place on the walking path; without it the order of codes decides. */
  pathOrder: integer(0, 1_000_000).optional(),
  /** An omitted field stays unchanged; null: unknown. */
  capacity: capacity().nullable().optional(),
  place: floorPlace.nullable().optional(),
};
const locationRow = z.object({
  id: z.number(),
  warehouseId: z.number(),
  code: z.string(),
  area: z.string(),
  shelf: z.string(),
  row: z.string(),
  column: z.string(),
  kind: locationKind,
  tray: z.boolean(),
  enabled: z.boolean(),
  pathOrder: z.number(),
  capacity: z.number().nullable(),
  place: floorPlace.nullable(),
  units: z.number(),
  products: z.number(),
  version: z.number(),
});
export type LocationPlace = z.output<typeof locationRow>;

const locationFilter = {
  houseId: id(),
  kind: locationKind.optional(),
  area: text(10).optional(),
  enabled: flag().optional(),
  /** Prefix of a code. */
  text: text(60).optional(),
};
export const listLocations = defineCall({
  method: 'GET',
  path: '/seller/creditFrame/getCreditFrame',
  access: 'user',
  summary: 'Lists the locations of a warehouse along the pick path, with their stock.',
  input: z.strictObject({ ...locationFilter, ...eitherPaging }),
  result: pageOf(locationRow).extend({ areas: z.array(z.string()) }),
});
export const findLocation = defineCall({
  method: 'GET',
  path: '/seller/creditFrame/findCreditFrame',
  access: 'user',
  summary: 'Returns a location with its stock.',
  input: z.strictObject({ id: id() }),
  result: locationRow.extend({
    stock: z.array(
      z.object({
        productId: z.number(),
        sku: z.string(),
        nameZh: z.string(),
        nameEn: z.string(),
        condition: z.string(),
        batchId: z.number(),
        batchCode: z.string().nullable(),
        onHand: z.number(),
        allocated: z.number(),
      }),
    ),
    history: documentHistory,
  }),
});
export const createLocation = defineCall({
  method: 'POST',
  path: '/seller/creditFrame/addCreditFrame',
  access: [rights.location.add],
  summary: 'Adds a location. Its code is area-shelf-row-column.',
  input: z.strictObject({ frame: z.strictObject({ houseId: id(), ...location }) }),
  result: z.object({ id: z.number() }),
});
export const updateLocation = defineCall({
  method: 'POST',
  path: '/seller/creditFrame/editCreditFrame',
  access: [rights.location.edit],
  summary:
    'Updates a location, unless changed since `version`. Stock blocks a new use; allocated stock blocks disabling.',
  input: z.strictObject({ frame: z.strictObject({ id: id(), version: integer(1).optional(), ...location }) }),
  /** Units in the locations that this disabled, still counted as stock; 0 otherwise. */
  result: z.object({ stranded: z.number() }),
});
export const deleteLocations = bulkCall(
  '/seller/creditFrame/delCreditFrame',
  [rights.location.delete],
  'Deletes locations that never held stock and no document uses, by filter up to 5,000. Reports the others and why.',
  z.strictObject({ ids: list(id(), 1000).optional(), filter: z.strictObject(locationFilter).optional() }),
);
const range = () => z.strictObject({ from: integer(1, 999), to: integer(1, 999) }).refine((r) => r.to >= r.from);
/** Two racks stand back to back, each with an aisle before it. */
export const floorMeasures = z.strictObject({
  bayWidthMm: integer(50, 20_000).default(1000),
  depthMm: integer(50, 20_000).default(600),
  aisleMm: integer(200, 20_000).default(1500),
});
/** Areas x shelves x rows x columns, at most 20,000 at once. */
export const generateLocationCodes = defineCall({
  method: 'POST',
  path: '/seller/creditFrame/generateCreditFrame',
  access: [rights.location.add],
  summary: 'Creates all locations of areas x shelves x rows x columns. Existing codes stay unchanged.',
  input: z
    .strictObject({
      houseId: id(),
      areas: list(part(), 50).refine((areas) => areas.length > 0),
      shelves: range(),
      rows: range(),
      columns: range(),
      kind: locationKind.default('picking'),
      tray: z.boolean().default(false),
      /** Shelves are walked there and back instead of each from its beginning. */
      serpentine: z.boolean().default(true),
      capacity: capacity().optional(),
      /** Draws them on the plan: shelves as racks, columns as bays, under the existing drawing. */
      floor: floorMeasures.optional(),
    })
    .refine((g) => countOf(g) <= 20_000, { path: ['areas'] }),
  result: z.object({ made: z.number(), existed: z.number() }),
});
const size = (r: { from: number; to: number }) => r.to - r.from + 1;
export function countOf(g: {
  areas: readonly string[];
  shelves: { from: number; to: number };
  rows: { from: number; to: number };
  columns: { from: number; to: number };
}): number {
  return g.areas.length * size(g.shelves) * size(g.rows) * size(g.columns);
}

/** Kept under the paths of the specification: a preview checks the file, and the commit imports it. */
export const {
  template: downloadTemplate,
  preview: previewLocationImport,
  commit: commitLocationImport,
} = importCalls({
  of: 'locations',
  access: [rights.location.import],
  templateAccess: 'user',
  paths: {
    template: '/seller/creditFrame/downloadTemplate',
    preview: '/seller/creditFrame/importCreditFrame',
    commit: '/seller/creditFrame/importCreditFrameCommit',
  },
});
export const printLocationLabels = defineCall({
  method: 'GET',
  path: '/seller/creditFrame/printCreditFrame',
  access: [rights.location.print],
  summary: 'Prints location labels with a barcode as PDF.',
  input: z.strictObject({
    ids: list(id(), 2000).optional(),
    ...locationFilter,
    layout: z.enum(['sheet', 'roll']).default('sheet'),
  }),
  result: z.never(),
  download: true,
});
export type LocationInput = { area: string; shelf: string; row: string; column: string };
export const codeOf = (f: LocationInput) => [f.area, f.shelf, f.row, f.column].join('-').toUpperCase();
