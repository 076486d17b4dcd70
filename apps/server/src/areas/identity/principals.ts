import { sql } from 'drizzle-orm/sql/sql';
import { settingOf } from '../../core/company-settings.ts';
import type { Language, Rights } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { defineHook } from '../../core/hooks.ts';
import type { Principal } from '../../core/http/server.ts';
import { PASSWORD_DAYS, passwordEnds } from './password-days.ts';

export interface RightsBeingLoaded {
  modules: Set<number>;
  buttons: Set<string>;
  base: Set<string>;
  locked: Set<number>;
}

/** Called when a session is looked up: areas above add what they know of the user's rights. */
export const rightsLoading = defineHook<{ userId: number; rights: RightsBeingLoaded }>();

/**
 * Undefined for a user who is gone or disabled. `inUse: false`: what they would have with a password that is in order,
 * for whoever looks at the program as them.
 */
export async function loadPrincipal(tx: Tx, userId: number, inUse = true): Promise<Principal | undefined> {
  const reading = tx.row<{
    userLoginId: string;
    mainAccount: boolean;
    language: Language;
    passwordChangedAt: Date;
    shops: number[];
    warehouses: number[];
  }>(sql`
    select u.user_login_id as "userLoginId", u.main_account as "mainAccount", u.language,
      u.password_changed_at as "passwordChangedAt",
      array(select target_id from user_scope s where s.company_id = u.company_id and s.user_id = u.id and s.kind = 'shop'
            union select id from shop s where s.company_id = u.company_id and s.department_id = u.department_id
            union select target_id from department_scope s where s.company_id = u.company_id and s.department_id = u.department_id and s.kind = 'shop') as shops,
      array(select target_id from user_scope s where s.company_id = u.company_id and s.user_id = u.id and s.kind = 'warehouse'
            union select target_id from department_scope s where s.company_id = u.company_id and s.department_id = u.department_id and s.kind = 'warehouse') as warehouses
    from user_account u where u.company_id = ${tx.companyId} and u.id = ${userId} and u.enabled`);
  const [user, days] = await Promise.all([reading, settingOf(tx, PASSWORD_DAYS)]);
  if (!user) return undefined;
  const expired = inUse && passwordEnds(user.passwordChangedAt, days) < tx.now;
  const loaded: RightsBeingLoaded = { modules: new Set(), buttons: new Set(), base: new Set(), locked: new Set() };
  if (!expired) await rightsLoading.call(tx, { userId, rights: loaded });
  const all = user.mainAccount && !expired;
  const rights: Rights = {
    ...loaded,
    all,
    shopIds: all ? null : user.shops.map(Number),
    warehouseIds: all ? null : user.warehouses.map(Number),
  };
  return {
    companyId: tx.companyId,
    actor: { userId, name: user.userLoginId, mainAccount: user.mainAccount },
    rights,
    language: user.language,
    ...(expired ? { refusal: 'identity.passwordExpired' } : {}),
  };
}
