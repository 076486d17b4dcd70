import { z } from 'zod';
import { defineCall, id, integer, list, ok, requiredText, text } from '../call.ts';
import { BASE_PERMISSIONS, grantSet, PERMISSION } from './rights.ts';

const role = z.object({
  id: z.number(),
  name: z.string(),
  remark: z.string(),
  version: z.number(),
  models: z.array(z.object({ modelId: z.number(), buttons: z.array(z.string()) })),
  permissions: z.array(z.enum(BASE_PERMISSIONS)),
});

export const listRoles = defineCall({
  method: 'GET',
  path: '/seller/access/listRoles',
  access: PERMISSION,
  summary: 'Lists roles: named sets of modules, buttons and base permissions that can be copied to members.',
  input: z.strictObject({}),
  result: z.array(role),
});
export const saveRole = defineCall({
  method: 'POST',
  path: '/seller/access/saveRole',
  access: PERMISSION,
  summary: 'Creates or updates a role. Members who received it earlier keep their permissions.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    name: requiredText(40),
    remark: text(200).default(''),
    ...grantSet.shape,
  }),
  result: z.object({ id: z.number(), version: z.number() }),
});
export const deleteRole = defineCall({
  method: 'POST',
  path: '/seller/access/deleteRole',
  access: PERMISSION,
  summary: 'Deletes a role. Members who received it keep their permissions.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
/** replace: exactly the role's rights. add: the role's rights beside their own. */
export const applyMode = z.enum(['replace', 'add']);
export const applyRole = defineCall({
  method: 'POST',
  path: '/seller/access/applyRole',
  access: PERMISSION,
  summary: 'Copies the permissions of a role to members, replacing their own or adding to them.',
  input: z.strictObject({
    id: id(),
    userLoginIds: list(requiredText(60), 200).pipe(z.array(z.string()).min(1)),
    mode: applyMode,
  }),
  result: z.object({ done: z.number() }),
});
