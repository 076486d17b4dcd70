import { z } from 'zod';
import { defineCall, id, integer, list, ok, requiredText } from '../call.ts';
import { rights } from './modules.ts';

/** Rights outside of modules: cost figures, buyers' names and addresses, exporting files. */
export const BASE_PERMISSIONS = ['seeCost', 'seeBuyer', 'export'] as const;
export const PERMISSION = [rights.account.permission] as const;

const loginOnly = { userLoginId: requiredText(60) };
export const modelGrant = z.strictObject({ modelId: integer(1), buttons: list(requiredText(40), 60).default([]) });
const models = list(modelGrant, 300);
const permissions = list(z.enum(BASE_PERMISSIONS), BASE_PERMISSIONS.length);
/** The version on the screen: a user who saves over another person's change gets a message. */
const stamp = { stamp: z.string().max(80).optional() };
const stamped = z.object({ stamp: z.string() });

/** All rights of one member. Roles and copies are the same without the scope. */
export const grantSet = z.strictObject({ models, permissions });
export const scopeSet = z.strictObject({ shopIds: list(id(), 5000), warehouseIds: list(id(), 5000) });

export interface ModelNode {
  id: number;
  label: string;
  /** Whether there are pages for it: the tree also has modules that are only planned. */
  served: boolean;
  locked: boolean;
  /** Whether the requester may give it on. */
  mayGrant: boolean;
  buttons: { name: string; label: string; mayGrant: boolean }[];
  children: ModelNode[];
}
const modelNode: z.ZodType<ModelNode> = z.object({
  id: z.number(),
  label: z.string(),
  served: z.boolean(),
  locked: z.boolean(),
  mayGrant: z.boolean(),
  buttons: z.array(z.object({ name: z.string(), label: z.string(), mayGrant: z.boolean() })),
  children: z.array(z.lazy(() => modelNode)),
});

export const getModelTree = defineCall({
  method: 'GET',
  path: '/seller/csSecurityPermission/getModelTree',
  access: PERMISSION,
  summary: 'Returns the tree of all modules with their buttons, and which of them the requester may grant.',
  input: z.strictObject({}),
  result: z.array(modelNode),
});
export const getUserModelPermission = defineCall({
  method: 'GET',
  path: '/seller/csSecurityPermission/getUserModelPermission',
  access: PERMISSION,
  summary:
    'Returns the modules and buttons of a member. `main` limits the result to one main module and those under it.',
  input: z.strictObject({ ...loginOnly, main: integer(1).optional() }),
  result: stamped.extend({ models: z.array(z.object({ modelId: z.number(), buttons: z.array(z.string()) })) }),
});
export const basePermission = defineCall({
  method: 'GET',
  path: '/seller/csSecurityPermission/basePermission',
  access: PERMISSION,
  summary: 'Lists all base permissions: which ones a member has, and which ones the requester may grant.',
  input: z.strictObject(loginOnly),
  result: z.array(
    z.object({ permission: z.enum(BASE_PERMISSIONS), label: z.string(), has: z.boolean(), mayGrant: z.boolean() }),
  ),
});
export const getUserBasePer = defineCall({
  method: 'GET',
  path: '/seller/userPermission/getUserBasePer',
  access: PERMISSION,
  summary: 'Returns the base permissions of a member.',
  input: z.strictObject(loginOnly),
  result: stamped.extend({ permissions: z.array(z.enum(BASE_PERMISSIONS)) }),
});
export const saveUserModel = defineCall({
  method: 'POST',
  path: '/seller/userModel/saveUserModel',
  access: PERMISSION,
  summary: 'Sets all modules and buttons of a member at once.',
  input: z.strictObject({ ...loginOnly, models, ...stamp }),
  result: stamped,
});
export const saveUserBasePer = defineCall({
  method: 'POST',
  path: '/seller/userPermission/saveUserBasePer',
  access: PERMISSION,
  summary: 'Sets all base permissions of a member at once.',
  input: z.strictObject({ ...loginOnly, permissions, ...stamp }),
  result: stamped,
});

const place = z.object({ id: z.number(), name: z.string(), byDepartment: z.boolean() });
export const getRights = defineCall({
  method: 'GET',
  path: '/seller/access/getRights',
  access: PERMISSION,
  summary: 'Returns all permissions of a member: modules, buttons, base permissions, shops and warehouses.',
  input: z.strictObject(loginOnly),
  result: stamped.extend({
    userLoginId: z.string(),
    name: z.string(),
    mainAccount: z.boolean(),
    departmentId: z.number().nullable(),
    departmentName: z.string().nullable(),
    models: z.array(z.object({ modelId: z.number(), buttons: z.array(z.string()) })),
    permissions: z.array(z.enum(BASE_PERMISSIONS)),
    shopIds: z.array(z.number()),
    warehouseIds: z.array(z.number()),
    /** All rights that the requester may give, and whether the member already has them by their department. */
    shops: z.array(place),
    warehouses: z.array(place),
  }),
});
export const saveRights = defineCall({
  method: 'POST',
  path: '/seller/access/saveRights',
  access: PERMISSION,
  summary: 'Sets all permissions of a member in one request, including shops and warehouses.',
  input: z.strictObject({ ...loginOnly, ...grantSet.shape, ...scopeSet.shape, ...stamp }),
  result: stamped,
});
export const getDepartmentScope = defineCall({
  method: 'GET',
  path: '/seller/access/getDepartmentScope',
  access: PERMISSION,
  summary: 'Returns the shops and warehouses that the members of a department can see.',
  input: z.strictObject({ departmentId: id() }),
  result: scopeSet.extend({
    stamp: z.string(),
    name: z.string(),
    members: z.number(),
    shops: z.array(place),
    warehouses: z.array(place),
  }),
});
export const saveDepartmentScope = defineCall({
  method: 'POST',
  path: '/seller/access/saveDepartmentScope',
  access: PERMISSION,
  summary: 'Sets the shops and warehouses that the members of a department can see.',
  input: z.strictObject({ departmentId: id(), ...scopeSet.shape, ...stamp }),
  result: ok,
});
