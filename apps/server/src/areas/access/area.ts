import type { Area } from '../../core/area.ts';
import { sql } from '../../core/database/sql.ts';
import { departmentRemoving, rightsLoading, userRemoving } from '../identity/public.ts';
import './access.texts.ts';
import { menuRoutes } from './menu.routes.ts';
import { rightsRoutes } from './rights.routes.ts';
import { loadGranted } from './rights.ts';

rightsLoading.listen((tx, { userId, rights }) => loadGranted(tx, userId, rights));

/** Deletes the grants of a deleted user or department. */
userRemoving.listen(async (tx, { userId }) => {
  const theirs = sql`company_id = ${sql.company} and user_id = ${userId}`;
  await Promise.all([
    tx.rows(sql`delete from user_module where ${theirs}`),
    tx.rows(sql`delete from user_button where ${theirs}`),
    tx.rows(sql`delete from user_base_permission where ${theirs}`),
    tx.rows(sql`delete from user_scope where ${theirs}`),
  ]);
});
departmentRemoving.listen(async (tx, { departmentId }) => {
  await tx.rows(
    sql`delete from department_scope where company_id = ${sql.company} and department_id = ${departmentId}`,
  );
});

export const accessArea: Area = { name: 'access', routes: (app) => [...menuRoutes(), ...rightsRoutes(app)] };
