import { z } from 'zod';
import { rights } from './access/modules.ts';
import { defineCall, id, ok, requiredText } from './call.ts';

/** Keys of one company at most. */
export const DEVELOPER_KEYS_LIMIT = 20;

/** The credentials of a program that calls in the company's name. The secret is shown only now. */
const issued = z.object({ id: z.number(), appName: z.string(), appKey: z.string(), appSecret: z.string() });

export const getDeveloper = defineCall({
  method: 'GET',
  path: '/seller/developer/getDeveloper',
  access: [rights.developer.view],
  summary: 'Keys of programs that call the open API in the company’s name.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        appName: z.string(),
        appKey: z.string(),
        createdAt: z.string(),
        createdBy: z.string(),
        refreshedAt: z.string().nullable(),
      }),
    ),
  }),
});
export const addDeveloper = defineCall({
  method: 'POST',
  path: '/seller/developer/addDeveloper',
  access: [rights.developer.add],
  summary: 'Makes a key for a program. Its secret is in this answer and nowhere else.',
  input: z.strictObject({ appName: requiredText(60) }),
  result: issued,
  secret: true,
});
export const delDeveloper = defineCall({
  method: 'DELETE',
  path: '/seller/developer/delDeveloper',
  access: [rights.developer.delete],
  summary: 'Takes a key away: the program is refused from then on.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const refreshDeveloperKey = defineCall({
  method: 'GET',
  mode: 'write',
  path: '/seller/developer/refreshDeveloperKey',
  access: [rights.developer.refresh],
  summary: 'A new key and secret for a program; the old ones end at once.',
  input: z.strictObject({ id: id() }),
  result: issued,
  secret: true,
});
