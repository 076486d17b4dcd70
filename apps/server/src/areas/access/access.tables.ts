import { sql } from 'drizzle-orm';
import { check, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { companyKeyedTable, companyTable, keyOf, reference } from '../../core/database/table.ts';

/** Modules a member may see. Main accounts see all that the plan includes. */
export const userModule = companyKeyedTable(
  'user_module',
  { userId: reference('user_id').notNull(), moduleId: integer('module_id').notNull() },
  (t) => [keyOf(t.companyId, t.userId, t.moduleId)],
);

export const userButton = companyKeyedTable(
  'user_button',
  {
    userId: reference('user_id').notNull(),
    moduleId: integer('module_id').notNull(),
    button: text('button').notNull(),
  },
  (t) => [keyOf(t.companyId, t.userId, t.moduleId, t.button)],
);

/** Base permissions: seeCost, seeBuyer, export. */
export const userBasePermission = companyKeyedTable(
  'user_base_permission',
  { userId: reference('user_id').notNull(), permission: text('permission').notNull() },
  (t) => [keyOf(t.companyId, t.userId, t.permission)],
);

/** Shops and warehouses granted to a member; main accounts see all. */
export const userScope = companyKeyedTable(
  'user_scope',
  { userId: reference('user_id').notNull(), kind: text('kind').notNull(), targetId: reference('target_id').notNull() },
  (t) => [keyOf(t.companyId, t.userId, t.kind, t.targetId)],
);

/** Shops and warehouses that all members of a department see, beside the shops that belong to it. */
export const departmentScope = companyKeyedTable(
  'department_scope',
  {
    departmentId: reference('department_id').notNull(),
    kind: text('kind').notNull(),
    targetId: reference('target_id').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.departmentId, t.kind, t.targetId),
    check('department_scope_kind', sql`kind in ('shop', 'warehouse')`),
  ],
);

/** A template: what it grants is copied into members, who keep it when the role changes. */
export const role = companyTable(
  'role',
  {
    name: text('name').notNull(),
    remark: text('remark').notNull().default(''),
    modules: jsonb('modules').$type<number[]>().notNull(),
    /** "201:edit" */
    buttons: jsonb('buttons').$type<string[]>().notNull(),
    base: jsonb('base').$type<string[]>().notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [uniqueIndex('role_name').on(t.companyId, t.name)],
);
