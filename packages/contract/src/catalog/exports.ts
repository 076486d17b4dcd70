// Background exports of every area.
import { z } from 'zod';
import { defineCall, id, ok, pageOf, paging } from '../call.ts';

/** expired: its file is gone, its row stays. */
export const EXPORT_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const listExports = defineCall({
  method: 'GET',
  path: '/seller/export/list',
  access: 'user',
  summary: 'Lists the user’s own export files with their progress, newest first.',
  input: z.strictObject({ ...paging }),
  result: pageOf(
    z.object({
      id: z.number(),
      name: z.string(),
      state: z.enum(EXPORT_STATES),
      rowsDone: z.number(),
      rowsTotal: z.number().nullable(),
      error: z.string().nullable(),
      at: z.string(),
    }),
  ),
});
export const downloadExport = defineCall({
  method: 'GET',
  path: '/seller/export/download',
  access: 'user',
  summary: 'Downloads one of the user’s finished export files.',
  input: z.strictObject({ id: id() }),
  result: z.unknown(),
  download: true,
});
export const cancelExport = defineCall({
  method: 'POST',
  path: '/seller/export/cancel',
  access: 'user',
  summary: 'Cancels one of the user’s exports that has not finished.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
