import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, integer, ok, requiredText } from '../call.ts';

const saved = z.object({ id: z.number() });

export const getDepartmentList = defineCall({
  method: 'GET',
  path: '/seller/department/getDepartmentList',
  access: 'user',
  summary: 'Lists the departments of the company in their set order, parents before children.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        parentId: z.number().nullable(),
        depth: z.number(),
        supervisorId: z.number().nullable(),
        supervisorName: z.string().nullable(),
        place: z.number(),
        version: z.number(),
        /** Of itself, and with all departments under it. */
        members: z.number(),
        membersBelow: z.number(),
      }),
    ),
  }),
});
export const saveDepartment = defineCall({
  method: 'POST',
  path: '/seller/department/saveDepartment',
  access: [rights.department.add, rights.department.edit],
  summary: 'Creates a department, or updates one by `id` and `version`. Without `parentId` it keeps its parent.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    name: requiredText(50),
    parentId: id().nullable().optional(),
    supervisorId: id().nullable().default(null),
  }),
  result: saved,
});
export const moveDepartment = defineCall({
  method: 'POST',
  path: '/seller/department/moveDepartment',
  access: [rights.department.edit],
  summary:
    'Moves a department under another one (null: to the top), to a position among its siblings, never under itself.',
  input: z.strictObject({ id: id(), parentId: id().nullable(), place: integer(0, 10_000).default(10_000) }),
  result: ok,
});
export const deleteDepartment = defineCall({
  method: 'POST',
  path: '/seller/department/deleteDepartment',
  access: [rights.department.delete],
  summary: 'Deletes a department that has no members and nothing assigned to it.',
  input: z.strictObject({ id: id() }),
  result: ok,
});

export const getComPosition = defineCall({
  method: 'GET',
  path: '/seller/companyPosition/getComPosition',
  access: 'user',
  summary: 'Lists the positions in the company.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(z.object({ id: z.number(), name: z.string(), members: z.number() })) }),
});
export const savePosition = defineCall({
  method: 'POST',
  path: '/seller/companyPosition/savePosition',
  access: [rights.department.add, rights.department.edit],
  summary: 'Creates a position, or renames the one with `id`.',
  input: z.strictObject({ id: id().optional(), name: requiredText(50) }),
  result: saved,
});
export const deletePosition = defineCall({
  method: 'POST',
  path: '/seller/companyPosition/deletePosition',
  access: [rights.department.delete],
  summary: 'Deletes a position that no member holds.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
