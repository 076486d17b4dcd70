import { settingOf } from '../../core/company-settings.ts';
import type { Language, Rights } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { defineHook } from '../../core/hooks.ts';
import type { Principal } from '../../core/http/principal.ts';
import { PASSWORD_DAYS, passwordEnds } from './password-days.ts';
import { SECOND_FACTOR } from './second-factor.settings.ts';

export interface RightsBeingLoaded {
  modules: Set<number>;
  buttons: Set<string>;
  base: Set<string>;
  locked: Set<number>;
  shops: Set<number>;
  warehouses: Set<number>;
}

/** Runs when a session is looked up: areas above add the user's rights. */
export const rightsLoading = defineHook<{ userId: number; rights: RightsBeingLoaded }>();

/**
 * Undefined for a deleted or disabled user. `inUse: false`: their rights with a valid password, for a main account that
 * views as them.
 */
export async function loadPrincipal(tx: Tx, userId: number, inUse = true): Promise<Principal | undefined> {
  const reading = tx.row<{
    userLoginId: string;
    name: string;
    mainAccount: boolean;
    language: Language;
    passwordChangedAt: Date;
    secondFactor: boolean;
  }>(sql`
    select u.user_login_id, u.name, u.main_account, u.language,
      u.password_changed_at, exists (select from second_factor f where f.company_id = ${sql.company} and f.user_id = u.id
        and f.enabled_at is not null) as second_factor
    from user_account u where u.company_id = ${sql.company} and u.id = ${userId} and u.enabled`);
  const [user, days, required] = await Promise.all([
    reading,
    settingOf(tx, PASSWORD_DAYS),
    settingOf(tx, SECOND_FACTOR),
  ]);
  if (!user) return undefined;
  const settingUp = inUse && required && !user.secondFactor;
  const expired = inUse && passwordEnds(user.passwordChangedAt, days) < tx.now;
  const refused = settingUp || expired;
  const nothing = () => ({
    modules: new Set<number>(),
    buttons: new Set<string>(),
    base: new Set<string>(),
    locked: new Set<number>(),
  });
  const loading: RightsBeingLoaded = { ...nothing(), shops: new Set(), warehouses: new Set() };
  await rightsLoading.call(tx, { userId, rights: loading });
  const { shops, warehouses, ...loaded } = loading;
  const all = user.mainAccount && !refused;
  const rights: Rights = {
    ...(refused ? nothing() : loaded),
    all,
    shopIds: all ? null : [...shops],
    warehouseIds: all ? null : [...warehouses],
  };
  return {
    companyId: tx.companyId,
    actor: {
      userId,
      name: user.name || user.userLoginId,
      userLoginId: user.userLoginId,
      mainAccount: user.mainAccount,
    },
    rights,
    language: user.language,
    ...(expired ? { refusal: 'identity.passwordExpired' } : {}),
    ...(settingUp ? { refusal: 'identity.factorNeeded', settingUp } : {}),
  };
}
