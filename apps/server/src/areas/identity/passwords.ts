import { sql } from 'drizzle-orm/sql/sql';
import type { App } from '../../core/app.ts';
import { systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { badField, ruleBroken } from '../../core/errors.ts';
import type { RequestCtx } from '../../core/http/routes.ts';
import { findAccount, hashPassword, passwordFits, type User, userOf } from './accounts.ts';
import { solveCaptcha } from './captcha.ts';
import { ownerOfKey, useKey } from './keys.ts';
import { mailKeyIfKnown } from './mail-keys.ts';
import { closeSessionsOf } from './sessions.ts';
import { accountLimit } from './sign-in.ts';
import { assertMayTry, countTry, forgetTries, oneAtATime } from './throttle.ts';

/** Mails are asked for, not guessed: fewer are enough. */
export const mailLimits = (address: string, userLoginId: string) => [
  { key: `mail:from:${address}`, tries: 20, minutes: 60 },
  { key: `mail:of:${userLoginId}`, tries: 3, minutes: 15 },
];

/** Mails a key to set a new password. The answer and its time are the same whether or not the account exists. */
export async function forgotPassword(
  app: App,
  ctx: RequestCtx,
  given: { userLoginId: string; checkCode: string },
): Promise<void> {
  const limits = mailLimits(ctx.address, given.userLoginId);
  await assertMayTry(app.database, limits);
  await solveCaptcha(app, ctx, given.checkCode);
  await countTry(app.database, limits);
  const found = await findAccount(app.database, given.userLoginId);
  await mailKeyIfKnown(app, found.ctx, found.user, 'password');
}

/** Sets a new password by the mailed key. All sessions of the user end. */
export async function resetPassword(app: App, given: { key: string; password: string }): Promise<void> {
  const owner = await ownerOfKey(app.database, 'password', given.key);
  if (!owner || owner.used) throw ruleBroken('identity.keyOver');
  const ctx = systemContext(owner.companyId, 'identity');
  const passwordHash = await hashPassword(given.password);
  const userLoginId = await app.database.inCompany(ctx, async (tx) => {
    if (!(await useKey(tx, 'password', given.key))) throw ruleBroken('identity.keyOver');
    const user = await userOf(tx, owner.userId);
    if (!user?.enabled) throw ruleBroken('identity.keyOver');
    await assertNew(user, given.password);
    await storePassword(tx, user.id, passwordHash);
    await tx.rows(
      sql`update user_account set email_verified = true where company_id = ${tx.companyId} and id = ${user.id}`,
    );
    return user.userLoginId;
  });
  await forgetTries(app.database, accountLimit(userLoginId).key);
}

/** Changes the own password. All other sessions of the user end. */
export async function changePassword(
  app: App,
  ctx: RequestCtx,
  given: { userLoginId: string; password: string; originalPassword: string },
): Promise<void> {
  if (given.userLoginId !== ctx.actor.name) throw badField('userLoginId', 'identity.notYourself');
  const limit = accountLimit(ctx.actor.name);
  await oneAtATime(ctx.actor.name, async () => {
    await assertMayTry(app.database, [limit]);
    const user = await app.database.inCompany(ctx, (tx) => userOf(tx, ctx.actor.userId));
    if (!user || !(await passwordFits(user.passwordHash, given.originalPassword))) {
      await countTry(app.database, [limit]);
      throw badField('originalPassword', 'identity.wrongOriginal');
    }
    await assertNew(user, given.password);
    const passwordHash = await hashPassword(given.password);
    await app.database.inCompany(ctx, (tx) => storePassword(tx, user.id, passwordHash, ctx.tokenHash));
    await forgetTries(app.database, limit.key);
  });
}

async function assertNew(user: User, password: string): Promise<void> {
  if (await passwordFits(user.passwordHash, password)) throw badField('password', 'identity.samePassword');
}

async function storePassword(tx: Tx, userId: number, passwordHash: string, keep?: Buffer): Promise<void> {
  await tx.rows(sql`update user_account set password_hash = ${passwordHash}, password_changed_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${userId}`);
  await closeSessionsOf(tx, userId, keep);
}
