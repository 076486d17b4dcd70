import { z } from 'zod';
import { defineCall, requiredText } from '../call.ts';
import { EXPORT_STATES } from '../catalog/exports.ts';

export const requestArchive = defineCall({
  method: 'POST',
  path: '/seller/company/requestArchive',
  access: 'user',
  summary:
    'Makes an archive of everything the company has here, in open formats, in the background. Main accounts only; one at a time.',
  notInSample: true,
  input: z.strictObject({}),
  result: z.object({ exportId: z.number() }),
});
export const getArchive = defineCall({
  method: 'GET',
  path: '/seller/company/getArchive',
  access: 'user',
  summary: 'Returns the latest archive of the company. Main accounts only; null for all others.',
  input: z.strictObject({}),
  result: z.object({
    archive: z
      .object({
        state: z.enum(EXPORT_STATES),
        at: z.string(),
        bytes: z.number().nullable(),
        expiresAt: z.string().nullable(),
      })
      .nullable(),
  }),
});
export const archiveLink = defineCall({
  method: 'POST',
  path: '/seller/company/archiveLink',
  access: 'user',
  summary: 'Returns a link to the finished archive: it works once, within ten minutes. Main accounts only.',
  notInSample: true,
  input: z.strictObject({}),
  result: z.object({ url: z.string() }),
});
export const downloadArchive = defineCall({
  method: 'GET',
  path: '/seller/company/downloadArchive',
  access: 'public',
  summary: 'Downloads the archive of a link that has not been used yet.',
  input: z.strictObject({ key: requiredText(100) }),
  result: z.unknown(),
  download: true,
});
