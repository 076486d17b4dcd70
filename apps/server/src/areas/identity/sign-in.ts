import { randomBytes } from 'node:crypto';
import type { App } from '../../core/app.ts';
import { type AuditAction, writeAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { forbidden, ruleBroken } from '../../core/errors.ts';
import { defineHook } from '../../core/hooks.ts';
import type { RequestCtx } from '../../core/http/routes.ts';
import { findAccount, hashPassword, passwordFits, userOf } from './accounts.ts';
import { aboutUser, acts } from './audit.ts';
import { solveCaptcha } from './captcha.ts';
import { forgetTriesFrom, guessLimits, hardnessFrom } from './guesses.ts';
import { knownBrowser, rememberBrowser } from './known-browsers.ts';
import { openSession } from './sessions.ts';
import { assertMayTry, countTry, oneAtATime } from './throttle.ts';

/** Runs once the password is right: areas above may refuse by throwing (the company is not validated yet). */
export const signingIn = defineHook<{ userId: number; mainAccount: boolean }>();

/** A hash to verify against when there is no account, so that the answer takes as long. */
let nobodysHash: Promise<string> | undefined;

interface Credentials {
  userLoginId: string;
  password: string;
  checkCode: string;
}

/** @throws ruleBroken identity.wrongLogin alike for an unknown login id and a wrong password */
export async function signIn(app: App, ctx: RequestCtx, input: Credentials): Promise<{ token: string }> {
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
    await rememberBrowser(app, theirs, ctx, user.id, browser);
    const token = await openSession(app, { companyId: theirs.companyId, userId: user.id }, ctx);
    await note(app, theirs, ctx, user, acts.signedIn);
    return { token };
  });
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
