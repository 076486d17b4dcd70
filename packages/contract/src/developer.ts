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
  summary: 'Lists the keys of applications that call the open API on behalf of the company.',
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
  summary: 'Creates a key for an application. Its secret is returned only this once.',
  notInSample: true,
  input: z.strictObject({ appName: requiredText(60) }),
  result: issued,
  secret: true,
});
export const delDeveloper = defineCall({
  method: 'DELETE',
  path: '/seller/developer/delDeveloper',
  access: [rights.developer.delete],
  summary: 'Deletes a key. The application is refused from then on.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const refreshDeveloperKey = defineCall({
  method: 'GET',
  mode: 'write',
  path: '/seller/developer/refreshDeveloperKey',
  access: [rights.developer.refresh],
  summary: 'Replaces the key and secret of an application. The old ones stop working at once.',
  input: z.strictObject({ id: id() }),
  result: issued,
  secret: true,
});
