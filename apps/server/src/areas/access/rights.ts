import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import type { RightsBeingLoaded } from '../identity/public.ts';
import { allPlaces } from './places.ts';

/** Modules, buttons, base permissions, shops and warehouses of a user: granted, or by the department. */
export async function loadGranted(tx: Tx, userId: number, rights: RightsBeingLoaded): Promise<void> {
  const granted = await tx.row<{
    modules: number[];
    buttons: string[];
    base: string[];
    shops: number[];
    warehouses: number[];
    departmentId: number | null;
  }>(sql`
    select
      array(select module_id from user_module m where m.company_id = ${sql.company} and m.user_id = u.id) as modules,
      array(select module_id || ':' || button from user_button b where b.company_id = ${sql.company} and b.user_id = u.id) as buttons,
      array(select permission from user_base_permission p where p.company_id = ${sql.company} and p.user_id = u.id) as base,
      ${observed(sql`'shop'`)} as shops, ${observed(sql`'warehouse'`)} as warehouses, u.department_id
    from user_account u where u.company_id = ${sql.company} and u.id = ${userId}`);
  if (!granted) return;
  for (const id of granted.modules) rights.modules.add(id);
  for (const button of granted.buttons) rights.buttons.add(button);
  for (const permission of granted.base) rights.base.add(permission);
  for (const id of granted.shops) rights.shops.add(Number(id));
  for (const id of granted.warehouses) rights.warehouses.add(Number(id));
  if (granted.departmentId === null) return;
  for (const shop of (await allPlaces(tx)).shops)
    if (shop.departmentId === granted.departmentId) rights.shops.add(shop.id);
}

/** Granted to the user `u`, or to the department. */
const observed = (kind: Sql) => sql`array(
  select target_id from user_scope s where s.company_id = ${sql.company} and s.user_id = u.id and s.kind = ${kind}
  union select target_id from department_scope s
  where s.company_id = ${sql.company} and s.department_id = u.department_id and s.kind = ${kind})`;
