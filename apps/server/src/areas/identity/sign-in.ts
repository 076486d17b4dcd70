import { randomBytes } from 'node:crypto';
import type { ResultOf } from '@tradewind/contract/call.ts';
import type { login } from '@tradewind/contract/identity.ts';
import type { App } from '../../core/app.ts';
import { type AuditAction, writeAudit } from '../../core/audit.ts';
import { settingOf } from '../../core/company-settings.ts';
import { type Ctx, systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { badField, forbidden, ruleBroken } from '../../core/errors.ts';
import { defineHook } from '../../core/hooks.ts';
import type { RequestCtx } from '../../core/http/routes.ts';
import { findAccount, hashPassword, passwordFits, type User, userOf } from './accounts.ts';
import { aboutUser, acts } from './audit.ts';
import { solveCaptcha } from './captcha.ts';
import { forgetTriesFrom, guessLimits, hardnessFrom } from './guesses.ts';
import { type KnownBrowser, knownBrowser, rememberBrowser } from './known-browsers.ts';
import { awaitCode, endPending, pendingSignIn } from './pending-sign-ins.ts';
import { REMEMBER_BROWSERS } from './second-factor.settings.ts';
import { hasSecondFactor, useCode } from './second-factor.ts';
import { mailAboutFactor } from './second-factor-mail.ts';
import { openSession } from './sessions.ts';
import { assertMayTry, countTry, oneAtATime } from './throttle.ts';

/** Runs once the password is right: areas above may refuse by throwing (the company is not validated yet). */
export const signingIn = defineHook<{ userId: number; mainAccount: boolean }>();

/** A hash to verify against when there is no account, so that the answer takes as long. */
let nobodysHash: Promise<string> | undefined;

type Entry = ResultOf<typeof login>;

interface Credentials {
  userLoginId: string;
  password: string;
  checkCode: string;
}

/** @throws ruleBroken identity.wrongLogin alike for an unknown login id and a wrong password */
export async function signIn(app: App, ctx: RequestCtx, input: Credentials): Promise<Entry> {
  const browser = await knownBrowser(app, ctx, input.userLoginId);
  const limits = guessLimits(input.userLoginId, ctx.address, browser?.name);
  await assertMayTry(app.database, limits);
  const level = app.config.captcha ? await hardnessFrom(app.database, ctx.address, input.userLoginId) : 0;
  await solveCaptcha(app, ctx, input.checkCode, level);
  return oneAtATime(input.userLoginId, async () => {
    await assertMayTry(app.database, limits);
    const { ctx: theirs, user } = await findAccount(app.database, input.userLoginId);
    nobodysHash ??= hashPassword(randomBytes(12).toString('hex'));
    const fits = await passwordFits(user?.passwordHash ?? (await nobodysHash), input.password);
    if (!user || !fits) {
      await countTry(app.database, limits);
      // Where there is no account nothing is written, but it takes a transaction as well.
      if (user) await note(app, theirs, ctx, user, acts.signInFailed);
      else await app.database.inCompany(theirs, (tx) => userOf(tx, 0));
      await assertMayTry(app.database, limits);
      throw ruleBroken('identity.wrongLogin');
    }
    if (!user.enabled) throw forbidden('identity.disabled');
    const requested = { userId: user.id, mainAccount: user.mainAccount };
    await app.database.inCompany(theirs, (tx: Tx) => signingIn.call(tx, requested));
    await forgetTriesFrom(app.database, input.userLoginId, ctx.address, browser?.name);
    const { hasFactor, mayRemember } = await app.database.look(theirs, async (tx) => ({
      hasFactor: await hasSecondFactor(tx, user.id),
      mayRemember: await settingOf(tx, REMEMBER_BROWSERS),
    }));
    if (!hasFactor || (mayRemember && browser?.skipsCode)) return admit(app, theirs, ctx, user, browser);
    return { token: await awaitCode(app, ctx, theirs.companyId, user.id), step: 'code', mayRemember };
  });
}

interface Confirmation {
  code: string;
  token?: string | undefined;
  remember: boolean;
}

/** The second step. @throws ruleBroken identity.signInOver when the first is too long ago, badField code */
export async function finishSignIn(app: App, ctx: RequestCtx, input: Confirmation): Promise<Entry> {
  const pending = await pendingSignIn(app.database, ctx, input.token);
  if (!pending) throw ruleBroken('identity.signInOver');
  const theirs = systemContext(pending.companyId, 'identity');
  const user = await app.database.look(theirs, (tx) => userOf(tx, pending.userId));
  if (!user?.enabled) throw ruleBroken('identity.signInOver');
  const browser = await knownBrowser(app, ctx, user.userLoginId);
  const limits = guessLimits(user.userLoginId, ctx.address, browser?.name, 'code');
  return oneAtATime(user.userLoginId, async () => {
    await assertMayTry(app.database, limits);
    const { used, mayRemember } = await app.database.inCompany(theirs, async (tx) => {
      const code = await useCode(tx, app.vault, user.id, input.code);
      if (code?.recovery) await mailAboutFactor(tx, user.id, 'recoveryCode');
      return { used: code, mayRemember: await settingOf(tx, REMEMBER_BROWSERS) };
    });
    if (!used) {
      await countTry(app.database, limits);
      await note(app, theirs, ctx, user, acts.codeFailed);
      await assertMayTry(app.database, limits);
      throw badField('code', 'identity.wrongCode');
    }
    if (!(await endPending(app.database, ctx, pending))) throw ruleBroken('identity.signInOver');
    await forgetTriesFrom(app.database, user.userLoginId, ctx.address, browser?.name, 'code');
    if (used.recovery) await note(app, theirs, ctx, user, acts.recoveryCodeUsed);
    return admit(app, theirs, ctx, user, browser, mayRemember && input.remember);
  });
}

/** Everything that was needed is there. */
async function admit(
  app: App,
  theirs: Ctx,
  ctx: RequestCtx,
  user: User,
  browser: KnownBrowser | undefined,
  skipsCode = false,
): Promise<Entry> {
  await rememberBrowser(app, theirs, ctx, user.id, browser, skipsCode);
  const token = await openSession(app, { companyId: theirs.companyId, userId: user.id }, ctx);
  await note(app, theirs, ctx, user, acts.signedIn);
  return { token, step: 'done', mayRemember: false };
}

type Known = { id: number; userLoginId: string; name: string; mainAccount: boolean };

/** Logged under the account's name; the log knows nobody else. */
function note(app: App, theirs: Ctx, requested: RequestCtx, user: Known, action: AuditAction): Promise<void> {
  const { userLoginId, mainAccount } = user;
  const actor = { userId: user.id, name: user.name || userLoginId, userLoginId, mainAccount };
  return app.database.inCompany({ ...theirs, actor }, (tx) =>
    writeAudit(tx, [{ action, ...aboutUser(user), address: requested.address }]),
  );
}
