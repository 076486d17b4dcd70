import { z } from 'zod';
import { defineCall, id, integer, list, ok, requiredText } from '../call.ts';
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
  summary: 'What a change of rights would give and take, in words, before it is saved.',
  whileViewing: true,
  mode: 'read',
  input: z.strictObject({ change }),
  result: z.object({ members: z.number(), sentences: z.array(sentence) }),
});
export const whoCanSee = defineCall({
  method: 'GET',
  path: '/seller/access/whoCanSee',
  access: PERMISSION,
  summary: 'Who sees a shop, a warehouse, a module, or has a base permission, and why.',
  input: z.strictObject({
    kind: z.enum(['shop', 'warehouse', 'module', 'permission']),
    id: integer(1).optional(),
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
  summary: 'Shows the program as a member sees it. Only for main accounts; nothing can be changed meanwhile.',
  input: z.strictObject({ userLoginId: requiredText(60) }),
  result: ok,
});
export const stopViewing = defineCall({
  method: 'POST',
  path: '/seller/access/stopViewing',
  access: 'user',
  summary: 'Back to the own account.',
  whileViewing: true,
  input: z.strictObject({}),
  result: ok,
});
export const getViewing = defineCall({
  method: 'GET',
  path: '/seller/access/getViewing',
  access: 'user',
  summary: 'Whether the program is looked at as somebody else, and by whom.',
  input: z.strictObject({}),
  result: z.object({
    viewing: z.object({ userLoginId: z.string(), name: z.string(), by: z.string() }).nullable(),
    mayView: z.boolean(),
  }),
});
