import { integer, text } from 'drizzle-orm/pg-core';
import { companyKeyedTable, keyOf, reference } from '../../core/database/table.ts';

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
