import { z } from 'zod';
import { defineCall, id, list, ok, requiredText } from '../call.ts';
import { BASE_PERMISSIONS, grantSet, PERMISSION, scopeSet } from './rights.ts';
import { applyMode } from './roles.ts';

const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('member'), userLoginId: requiredText(60), ...grantSet.shape, ...scopeSet.shape }),
  z.strictObject({
    kind: z.literal('role'),
    id: id(),
    userLoginIds: list(requiredText(60), 200).pipe(z.array(z.string()).min(1)),
    mode: applyMode,
  }),
  z.strictObject({ kind: z.literal('department'), departmentId: id(), ...scopeSet.shape }),
]);
const sentence = z.object({ gives: z.boolean(), text: z.string(), people: z.array(z.string()) });

export const previewRights = defineCall({
  method: 'POST',
  path: '/seller/access/previewRights',
  access: PERMISSION,
  summary: 'Previews a change of permissions: what it grants and revokes, in words. Nothing is saved.',
  whileViewing: true,
  mode: 'read',
  input: z.strictObject({ change }),
  result: z.object({ members: z.number(), sentences: z.array(sentence) }),
});
export const whoCanSee = defineCall({
  method: 'GET',
  path: '/seller/access/whoCanSee',
  access: PERMISSION,
  summary: 'Lists the members who can see a shop, warehouse or module, or who have a base permission, and why.',
  input: z.strictObject({
    kind: z.enum(['shop', 'warehouse', 'module', 'permission']),
    id: id().optional(),
    permission: z.enum(BASE_PERMISSIONS).optional(),
  }),
  result: z.object({
    name: z.string(),
    locked: z.boolean(),
    people: z.array(
      z.object({
        userLoginId: z.string(),
        name: z.string(),
        departmentName: z.string().nullable(),
        enabled: z.boolean(),
        why: z.enum(['mainAccount', 'granted', 'department']),
        buttons: z.array(z.string()),
      }),
    ),
  }),
});
export const viewAs = defineCall({
  method: 'POST',
  path: '/seller/access/viewAs',
  access: 'user',
  summary: 'Starts viewing the application as a member. Main accounts only; nothing can be changed meanwhile.',
  input: z.strictObject({ userLoginId: requiredText(60) }),
  result: ok,
});
export const stopViewing = defineCall({
  method: 'POST',
  path: '/seller/access/stopViewing',
  access: 'user',
  summary: 'Stops viewing as a member and returns to the user’s own account.',
  whileViewing: true,
  input: z.strictObject({}),
  result: ok,
});
export const getViewing = defineCall({
  method: 'GET',
  path: '/seller/access/getViewing',
  access: 'user',
  summary: 'Returns whether the session is viewing as another member, and who is viewing.',
  input: z.strictObject({}),
  result: z.object({
    viewing: z.object({ userLoginId: z.string(), name: z.string(), by: z.string() }).nullable(),
    mayView: z.boolean(),
  }),
});
