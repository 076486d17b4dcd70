import { z } from 'zod';
import { defineCall, flag, id, idempotencyKey, UPLOAD_LIMIT_BYTES } from '../call.ts';
import { importPreview, importResult } from '../imports.ts';
import { press } from './desk.ts';

const access = press('import');

export const orderTemplate = defineCall({
  method: 'GET',
  path: '/seller/order/importTemplate',
  access,
  summary: 'The template for importing orders: a row for each line of an order.',
  input: z.strictObject({}),
  result: z.unknown(),
  download: true,
});
export const previewOrderImport = defineCall({
  method: 'POST',
  path: '/seller/order/importPreview',
  access,
  summary:
    'Reads a filled template or a .csv with its titles and says row by row what would happen. Nothing is written.',
  input: z.strictObject({
    /** A block copied out of a spreadsheet, cells apart by tabs; without titles, in the columns of the template. */
    pasted: flag().default(false),
  }),
  result: importPreview,
  upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: ['xls', 'xlsx', 'csv'] },
});
export const orderImportErrors = defineCall({
  method: 'GET',
  path: '/seller/order/importErrors',
  access,
  summary: 'The rows of a previewed file that have errors, with what is wrong: to be mended and uploaded again.',
  input: z.strictObject({ importId: id() }),
  result: z.unknown(),
  download: true,
});
export const commitOrderImport = defineCall({
  method: 'POST',
  path: '/seller/order/importCommit',
  access,
  summary: 'Takes over the good orders of a previewed file, once; a large file in the background.',
  input: z.strictObject({ importId: id(), ...idempotencyKey }),
  result: importResult,
});
