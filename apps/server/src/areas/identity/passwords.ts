import type { App } from '../../core/app.ts';
import { writeAudit } from '../../core/audit.ts';
import { systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, notFound, ruleBroken } from '../../core/errors.ts';
import type { RequestCtx } from '../../core/http/routes.ts';
import { findAccount, hashPassword, passwordFits, type User, userOf } from './accounts.ts';
import { aboutUser, acts } from './audit.ts';
import { solveCaptcha } from './captcha.ts';
import { forgetTriesOf, ownLimit } from './guesses.ts';
import { dropKeys, ownerOfKey, useKey } from './keys.ts';
import { mailKeyIfKnown } from './mail-keys.ts';
import { assertMayTouch } from './main-accounts.ts';
import { neverSkipCode } from './second-factor.ts';
import { closeSessionsOf } from './sessions.ts';
import { assertMayTry, countTry, oneAtATime } from './throttle.ts';

/** Requests for mails need fewer tries than guesses. */
export const mailLimits = (address: string, userLoginId: string) => [
  { key: `mail:from:${address}`, tries: 20, minutes: 60 },
  { key: `mail:of:${userLoginId}`, tries: 3, minutes: 15 },
];

/** Mails a key to set a new password. The answer and its time are the same whether or not the account exists. */
export async function forgotPassword(
  app: App,
  ctx: RequestCtx,
  input: { userLoginId: string; checkCode: string },
): Promise<void> {
  const limits = mailLimits(ctx.address, input.userLoginId);
  await assertMayTry(app.database, limits);
  await solveCaptcha(app, ctx, input.checkCode);
  await countTry(app.database, limits);
  const found = await findAccount(app.database, input.userLoginId);
  await mailKeyIfKnown(app, found.ctx, found.user, 'password');
}

/** Sets a new password by the mailed key, also of an invitation. All sessions of the user end. */
export async function resetPassword(app: App, input: { key: string; password: string }): Promise<void> {
  const requested = await ownerOfKey(app.database, 'password', input.key);
  const purpose = requested ? 'password' : 'invitation';
  const owner = requested ?? (await ownerOfKey(app.database, purpose, input.key));
  if (!owner || owner.used) throw ruleBroken('identity.keyOver');
  const ctx = systemContext(owner.companyId, 'identity');
  const passwordHash = await hashPassword(input.password);
  const userLoginId = await app.database.inCompany(ctx, async (tx) => {
    if (!(await useKey(tx, purpose, input.key))) throw ruleBroken('identity.keyOver');
    const user = await userOf(tx, owner.userId);
    if (!user?.enabled) throw ruleBroken('identity.keyOver');
    await assertNew(user, input.password);
    await storePassword(tx, user, passwordHash);
    await tx.rows(
      sql`update user_account set email_verified = true where company_id = ${sql.company} and id = ${user.id}`,
    );
    writeAudit(tx, [{ action: acts.passwordChanged, ...aboutUser(user), detail: { by: 'mail' } }]);
    return user.userLoginId;
  });
  await forgetTriesOf(app.database, userLoginId);
}

/** Changes the user's own password. All their other sessions end. */
export async function changePassword(
  app: App,
  ctx: RequestCtx,
  input: { userLoginId: string; password: string; originalPassword: string },
): Promise<void> {
  const { userLoginId } = input;
  if (userLoginId !== ctx.actor.userLoginId) throw badField('userLoginId', 'identity.notYourself');
  const limit = ownLimit(userLoginId);
  await oneAtATime(userLoginId, async () => {
    await assertMayTry(app.database, [limit]);
    const user = await app.database.inCompany(ctx, (tx) => userOf(tx, ctx.actor.userId));
    if (!user || !(await passwordFits(user.passwordHash, input.originalPassword))) {
      await countTry(app.database, [limit]);
      throw badField('originalPassword', 'identity.wrongOriginal');
    }
    await assertNew(user, input.password);
    const passwordHash = await hashPassword(input.password);
    await app.database.inCompany(ctx, async (tx) => {
      await storePassword(tx, user, passwordHash, ctx.tokenHash);
      writeAudit(tx, [{ action: acts.passwordChanged, ...aboutUser(user), address: ctx.address }]);
    });
    await forgetTriesOf(app.database, userLoginId);
  });
}

/** An administrator sets a member's password, which only allows setting another one at the next sign-in. */
export async function setMemberPassword(
  app: App,
  ctx: RequestCtx,
  input: { userLoginId: string; password: string },
): Promise<void> {
  if (input.userLoginId === ctx.actor.userLoginId) throw ruleBroken('identity.ownPassword');
  const { ctx: theirs, user } = await findAccount(app.database, input.userLoginId);
  if (!user || theirs.companyId !== ctx.companyId)
    throw notFound('identity.noUser', { userLoginId: input.userLoginId });
  await app.database.inCompany(ctx, (tx) => assertMayTouch(tx, user));
  await assertNew(user, input.password);
  const passwordHash = await hashPassword(input.password);
  await app.database.inCompany(ctx, async (tx) => {
    await storePassword(tx, user, passwordHash);
    await tx.rows(sql`update user_account set password_changed_at = 'epoch'
      where company_id = ${sql.company} and id = ${user.id}`);
    writeAudit(tx, [{ action: acts.passwordReset, ...aboutUser(user), address: ctx.address }]);
  });
  await forgetTriesOf(app.database, input.userLoginId);
}

/** The current password and the earlier ones that may not be used again. */
const REMEMBERED = 3;

async function assertNew(user: User, password: string): Promise<void> {
  if (await passwordFits(user.passwordHash, password)) throw badField('password', 'identity.samePassword');
  for (const earlier of user.earlierHashes.slice(0, REMEMBERED - 1))
    if (await passwordFits(earlier, password))
      throw badField('password', 'identity.usedPassword', { count: REMEMBERED });
}

/** Disables mailed links for setting a password, ends sessions, and has every browser send a code again. */
async function storePassword(tx: Tx, user: User, passwordHash: string, keep?: Buffer): Promise<void> {
  await tx.rows(sql`update user_account set password_hash = ${passwordHash}, password_changed_at = ${tx.now},
      earlier_hashes = (array[password_hash] || earlier_hashes)[1:${sql.literal(REMEMBERED - 1)}]
    where company_id = ${sql.company} and id = ${user.id}`);
  await dropKeys(tx, ['password', 'invitation'], user.id);
  await neverSkipCode(tx, user.id);
  await closeSessionsOf(tx, user.id, keep);
}
