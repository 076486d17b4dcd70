import { sql } from 'drizzle-orm/sql/sql';
import type { Tx } from '../../core/database/database.ts';
import type { RightsBeingLoaded } from '../identity/public.ts';

/** Modules, buttons and base permissions granted to a user. */
export async function loadGranted(tx: Tx, userId: number, rights: RightsBeingLoaded): Promise<void> {
  const granted = await tx.row<{ modules: number[]; buttons: string[]; base: string[] }>(sql`
    select
      array(select module_id from user_module where company_id = ${tx.companyId} and user_id = ${userId}) as modules,
      array(select module_id || ':' || button from user_button where company_id = ${tx.companyId} and user_id = ${userId}) as buttons,
      array(select permission from user_base_permission where company_id = ${tx.companyId} and user_id = ${userId}) as base`);
  for (const id of granted?.modules ?? []) rights.modules.add(id);
  for (const button of granted?.buttons ?? []) rights.buttons.add(button);
  for (const permission of granted?.base ?? []) rights.base.add(permission);
}
