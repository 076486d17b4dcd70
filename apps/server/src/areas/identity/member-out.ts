import type { App } from '../../core/app.ts';
import { writeAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { conflict, Fail, notFound } from '../../core/errors.ts';
import { say } from '../../core/text/texts.ts';
import { aboutUser, acts } from './audit.ts';
import { userRemoving, usersGrowing } from './hooks.ts';
import { dropKeys } from './keys.ts';
import { assertMayTouch, assertOneMainStays, lockMains } from './main-accounts.ts';
import { closeSessionsOf } from './sessions.ts';

interface Account {
  id: number;
  userLoginId: string;
  name: string;
  mainAccount: boolean;
  enabled: boolean;
}

/** Locks the account until the commit. @throws notFound identity.noUser */
export async function accountToTouch(tx: Tx, which: { userLoginId: string } | { id: number }): Promise<Account> {
  const term = 'id' in which ? sql`id = ${which.id}` : sql`user_login_id = ${which.userLoginId}`;
  const user = await tx.row<Account>(sql`select id, user_login_id, name, main_account,
      enabled from user_account where company_id = ${sql.company} and ${term} for update`);
  if (!user) throw notFound('identity.noUser', { userLoginId: 'id' in which ? which.id : which.userLoginId });
  assertMayTouch(tx, user);
  return user;
}

/** Enables or disables a user. A disabled user's sessions and mailed keys end with the commit. */
export async function setUserEnabled(tx: Tx, userLoginId: string, enabled: boolean): Promise<void> {
  if (userLoginId === tx.actor.userLoginId && !enabled) throw conflict('identity.notYourselfOut');
  await lockMains(tx);
  const user = await accountToTouch(tx, { userLoginId });
  if (user.enabled === enabled) return;
  if (enabled) {
    const count = await tx.row<{ users: number }>(
      sql`select count(*)::int as users from user_account where company_id = ${sql.company} and enabled`,
    );
    await usersGrowing.call(tx, { users: (count?.users ?? 0) + 1 });
  }
  await tx.rows(sql`update user_account set enabled = ${enabled}, version = version + 1
    where company_id = ${sql.company} and id = ${user.id}`);
  writeAudit(tx, [{ action: enabled ? acts.enabled : acts.disabled, ...aboutUser(user) }]);
  if (enabled) return;
  await assertOneMainStays(tx);
  await dropKeys(tx, ['password', 'invitation'], user.id);
  await closeSessionsOf(tx, user.id);
}

/** Deletes accounts one by one, so that an obstacle for one does not stop the others. */
export async function deleteMembers(app: App, ctx: Ctx, userLoginIds: readonly string[]) {
  const failed: { id: number; label: string; error: string; reason: string }[] = [];
  let done = 0;
  for (const userLoginId of new Set(userLoginIds)) {
    let id = 0;
    try {
      await app.database.inCompany(ctx, async (tx) => {
        await lockMains(tx);
        const user = await accountToTouch(tx, { userLoginId });
        id = user.id;
        await removeMember(tx, user);
      });
      done++;
    } catch (error) {
      if (!(error instanceof Fail)) throw error;
      failed.push({ id, label: userLoginId, error: error.code, reason: say(ctx.language, error.code, error.params) });
    }
  }
  return { done, failed };
}

/** The records of others keep the user's name. The caller has locked the main accounts. */
export async function removeMember(tx: Tx, user: Account): Promise<void> {
  if (user.id === tx.actor.userId) throw conflict('identity.notYourselfAway');
  await userRemoving.call(tx, { userId: user.id, userLoginId: user.userLoginId });
  await closeSessionsOf(tx, user.id);
  const mine = sql`company_id = ${sql.company} and user_id = ${user.id}`;
  await Promise.all([
    tx.rows(
      sql`update user_account set supervisor_id = null where company_id = ${sql.company} and supervisor_id = ${user.id}`,
    ),
    tx.rows(
      sql`update department set supervisor_id = null where company_id = ${sql.company} and supervisor_id = ${user.id}`,
    ),
    tx.rows(sql`delete from user_absence where company_id = ${sql.company} and ${user.id} in (user_id, delegate_id)`),
    tx.rows(sql`delete from user_preference where ${mine}`),
    tx.rows(sql`delete from known_browser where ${mine}`),
    tx.rows(sql`delete from second_factor where ${mine}`),
    tx.rows(sql`delete from recovery_code where ${mine}`),
    tx.rows(sql`delete from one_time_key where company_id = ${sql.company} and (payload ->> 'userId')::bigint = ${user.id}
      and purpose in ('password', 'invitation', 'userMail', 'companyMail')`),
    tx.rows(sql`delete from login where ${mine}`),
    tx.rows(sql`delete from user_account where company_id = ${sql.company} and id = ${user.id}`),
  ]);
  await assertOneMainStays(tx);
  writeAudit(tx, [{ action: acts.deleted, ...aboutUser(user) }]);
}
