import { z } from 'zod';
import {
  bulkResult,
  defineCall,
  documentHistory,
  flag,
  id,
  idempotencyKey,
  integer,
  list,
  pageOf,
  text,
  UPLOAD_LIMIT_BYTES,
} from '../call.ts';
import { importPreview, importResult } from '../imports.ts';
import { eitherPaging } from './warehouses.ts';

export const LOCATION_KINDS = ['receiving', 'storage', 'picking', 'packing', 'returns', 'damaged'] as const;
export const locationKind = z.enum(LOCATION_KINDS);

const part = () =>
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{1,10}$/);
/** Where it stands on the floor, in mm from the plan's upper left corner. Levels above one another share their place. */
export const floorPlace = z.strictObject({
  xMm: integer(0, 2_000_000),
  yMm: integer(0, 2_000_000),
  widthMm: integer(50, 100_000),
  depthMm: integer(50, 100_000),
});
export type FloorPlace = z.output<typeof floorPlace>;
/** Units that fit in. */
const capacity = () => integer(1, 1_000_000);
const frame = {
  area: part(),
  shelf: part(),
  row: part(),
  column: part(),
  kind: locationKind.default('picking'),
  tray: z.boolean().default(false),
  enabled: z.boolean().default(true),
  /** Place on the walking path; without it the order of codes decides. */
  pathOrder: integer(0, 1_000_000).optional(),
  /** What is left out stays as it is; null: nobody says. */
  capacity: capacity().nullable().optional(),
  place: floorPlace.nullable().optional(),
};
const frameRow = z.object({
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
export type FrameRow = z.output<typeof frameRow>;

const frameFilter = {
  houseId: id(),
  kind: locationKind.optional(),
  area: text(10).optional(),
  enabled: flag().optional(),
  /** The beginning of a code. */
  text: text(60).optional(),
};
export const getCreditFrame = defineCall({
  method: 'GET',
  path: '/seller/creditFrame/getCreditFrame',
  access: 'user',
  summary: 'Locations of a warehouse along the walking path, with what lies in them.',
  input: z.strictObject({ ...frameFilter, ...eitherPaging }),
  result: pageOf(frameRow).extend({ areas: z.array(z.string()) }),
});
export const findCreditFrame = defineCall({
  method: 'GET',
  path: '/seller/creditFrame/findCreditFrame',
  access: 'user',
  summary: 'One location with what lies in it.',
  input: z.strictObject({ id: id() }),
  result: frameRow.extend({
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
export const addCreditFrame = defineCall({
  method: 'POST',
  path: '/seller/creditFrame/addCreditFrame',
  access: ['507:add'],
  summary: 'Adds a location; its code is area-shelf-row-column.',
  input: z.strictObject({ frame: z.strictObject({ houseId: id(), ...frame }) }),
  result: z.object({ id: z.number() }),
});
export const editCreditFrame = defineCall({
  method: 'POST',
  path: '/seller/creditFrame/editCreditFrame',
  access: ['507:edit'],
  summary:
    'Changes a location. One that holds goods keeps its use; one that is disabled must have nothing promised. With a version: only as it was seen.',
  input: z.strictObject({ frame: z.strictObject({ id: id(), version: integer(1).optional(), ...frame }) }),
  /** Units that lie in what was disabled by this, and are still counted as stock; 0 otherwise. */
  result: z.object({ stranded: z.number() }),
});
export const delCreditFrame = defineCall({
  method: 'POST',
  path: '/seller/creditFrame/delCreditFrame',
  access: ['507:delete'],
  summary:
    'Deletes locations that never held anything and that no document names; the others are told with the reason. By a filter: the first 5,000.',
  input: z.strictObject({ ids: list(id(), 1000).optional(), filter: z.strictObject(frameFilter).optional() }),
  result: bulkResult,
});
const range = () => z.strictObject({ from: integer(1, 999), to: integer(1, 999) }).refine((r) => r.to >= r.from);
/** Two racks stand back to back, each with an aisle before it. */
export const floorMeasures = z.strictObject({
  bayWidthMm: integer(50, 20_000).default(1000),
  depthMm: integer(50, 20_000).default(600),
  aisleMm: integer(200, 20_000).default(1500),
});
/** Areas x shelves x rows x columns, at most 20,000 at once. */
export const generateFrames = defineCall({
  method: 'POST',
  path: '/seller/creditFrame/generateCreditFrame',
  access: ['507:add'],
  summary: 'Makes all locations of areas x shelves x rows x columns; existing codes are left as they are.',
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
      /** Draws them on the plan: shelves as racks, columns as bays, below what is drawn already. */
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

/** Kept under the paths of the specification: the file is judged first, and what was looked at is then taken over. */
export const importCreditFrame = defineCall({
  method: 'POST',
  path: '/seller/creditFrame/importCreditFrame',
  access: ['507:import'],
  summary: 'Reads locations from an Excel 97-2003 file and judges each cell. Writes nothing.',
  input: z.strictObject({}),
  result: importPreview,
  upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: ['xls'] },
});
export const commitCreditFrameImport = defineCall({
  method: 'POST',
  path: '/seller/creditFrame/importCreditFrameCommit',
  access: ['507:import'],
  summary: 'Takes over the good rows of a previewed file.',
  input: z.strictObject({ importId: id(), ...idempotencyKey }),
  result: importResult,
});
export const downloadTemplate = defineCall({
  method: 'GET',
  path: '/seller/creditFrame/downloadTemplate',
  access: 'user',
  summary: 'The template for importing locations.',
  input: z.strictObject({}),
  result: z.never(),
  download: true,
});
export const printFrames = defineCall({
  method: 'GET',
  path: '/seller/creditFrame/printCreditFrame',
  access: ['507:print'],
  summary: 'Location labels with a barcode as PDF.',
  input: z.strictObject({
    ids: list(id(), 2000).optional(),
    ...frameFilter,
    layout: z.enum(['sheet', 'roll']).default('sheet'),
  }),
  result: z.never(),
  download: true,
});
export type FrameInput = { area: string; shelf: string; row: string; column: string };
export const codeOf = (f: FrameInput) => [f.area, f.shelf, f.row, f.column].join('-').toUpperCase();
