import { randomBytes } from 'node:crypto';
import type { App } from '../../core/app.ts';
import type { Tx } from '../../core/database/database.ts';
import { forbidden, ruleBroken } from '../../core/errors.ts';
import { defineHook } from '../../core/hooks.ts';
import type { RequestCtx } from '../../core/http/routes.ts';
import { findAccount, hashPassword, passwordFits } from './accounts.ts';
import { solveCaptcha } from './captcha.ts';
import { forgetTriesFrom, guessLimits, hardnessFrom, isKnownBrowser, rememberBrowser } from './guesses.ts';
import { openSession } from './sessions.ts';
import { assertMayTry, countTry, oneAtATime } from './throttle.ts';

/** Called once the password has proved right: areas above may refuse by throwing (the company is not validated yet). */
export const signingIn = defineHook<{ userId: number; mainAccount: boolean }>();

/** Verified against where there is no account, so that the answer takes as long. */
let nobodysHash: Promise<string> | undefined;

interface Credentials {
  userLoginId: string;
  password: string;
  checkCode: string;
}

/** @throws ruleBroken identity.wrongLogin alike for an unknown login id and a wrong password */
export async function signIn(app: App, ctx: RequestCtx, given: Credentials): Promise<{ token: string }> {
  const known = isKnownBrowser(app, ctx, given.userLoginId);
  const limits = guessLimits(given.userLoginId, ctx.address, known);
  await assertMayTry(app.database, limits);
  const level = app.config.captcha ? await hardnessFrom(app.database, ctx.address, given.userLoginId) : 0;
  await solveCaptcha(app, ctx, given.checkCode, level);
  return oneAtATime(given.userLoginId, async () => {
    await assertMayTry(app.database, limits);
    const { ctx: theirs, user } = await findAccount(app.database, given.userLoginId);
    nobodysHash ??= hashPassword(randomBytes(12).toString('hex'));
    const fits = await passwordFits(user?.passwordHash ?? (await nobodysHash), given.password);
    if (!user || !fits) {
      await countTry(app.database, limits);
      await assertMayTry(app.database, limits);
      throw ruleBroken('identity.wrongLogin');
    }
    if (!user.enabled) throw forbidden('identity.disabled');
    const asked = { userId: user.id, mainAccount: user.mainAccount };
    await app.database.inCompany(theirs, (tx: Tx) => signingIn.call(tx, asked));
    await forgetTriesFrom(app.database, given.userLoginId, ctx.address);
    rememberBrowser(app, ctx, given.userLoginId);
    return { token: await openSession(app, { companyId: theirs.companyId, userId: user.id }, ctx) };
  });
}
