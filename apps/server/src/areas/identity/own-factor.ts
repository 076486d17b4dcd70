import type { App } from '../../core/app.ts';
import { type AuditAction, writeAudit } from '../../core/audit.ts';
import { settingOf } from '../../core/company-settings.ts';
import { systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { badField, notFound, ruleBroken, sessionOver } from '../../core/errors.ts';
import type { RequestCtx } from '../../core/http/routes.ts';
import { findAccount, passwordFits, type User, userOf } from './accounts.ts';
import { aboutUser, acts } from './audit.ts';
import { ownLimit } from './guesses.ts';
import { accountToTouch } from './member-out.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { SECOND_FACTOR } from './second-factor.settings.ts';
import { dropFactor, enableWith, makeSecret, type UsedCode, useCode } from './second-factor.ts';
import { mailAboutFactor } from './second-factor-mail.ts';
import { closeSessionsOf, forgetPrincipals } from './sessions.ts';
import { assertMayTry, countTry, oneAtATime } from './throttle.ts';

/** A secret for the user's app, once the password proves who sits there. */
export function startFactor(app: App, ctx: RequestCtx, password: string): Promise<{ secret: string; address: string }> {
  return withPassword(app, ctx, password, () => app.database.inCompany(ctx, (tx) => makeSecret(tx, app.vault)));
}

/** The first right code turns it on. Sessions that were opened with the password alone end, but for this one. */
export function enableFactor(app: App, ctx: RequestCtx, code: string): Promise<{ recoveryCodes: string[] }> {
  return withCode(
    app,
    ctx,
    (tx, user) => enableWith(tx, app.vault, user.id, code),
    async (tx, user, salt) => {
      const recoveryCodes = await newRecoveryCodes(tx, user.id, salt);
      await closeSessionsOf(tx, user.id, ctx.tokenHash);
      await record(tx, ctx, user, acts.factorEnabled);
      await mailAboutFactor(tx, user.id, 'enabled');
      return { recoveryCodes };
    },
  );
}

interface Proof {
  password: string;
  code: string;
}

export function renewCodes(app: App, ctx: RequestCtx, proof: Proof): Promise<{ recoveryCodes: string[] }> {
  return withBoth(app, ctx, proof, async (tx, user, { salt }) => {
    const recoveryCodes = await newRecoveryCodes(tx, user.id, salt);
    await record(tx, ctx, user, acts.codesRenewed);
    return { recoveryCodes };
  });
}

/** @throws ruleBroken identity.factorRequired */
export async function disableFactor(app: App, ctx: RequestCtx, proof: Proof): Promise<void> {
  if (await app.database.look(ctx, (tx) => settingOf(tx, SECOND_FACTOR))) throw ruleBroken('identity.factorRequired');
  await withBoth(app, ctx, proof, async (tx, user) => {
    await dropFactor(tx, user.id);
    await record(tx, ctx, user, acts.factorDisabled);
    await mailAboutFactor(tx, user.id, 'disabled');
  });
}

/** For a member who lost their device. */
export async function resetFactor(tx: Tx, userLoginId: string, address = ''): Promise<void> {
  if (userLoginId === tx.actor.userLoginId) throw ruleBroken('identity.ownFactor');
  const user = await accountToTouch(tx, { userLoginId });
  if (!(await dropFactor(tx, user.id))) throw notFound('identity.noFactor');
  await closeSessionsOf(tx, user.id);
  writeAudit(tx, [{ action: acts.factorReset, ...aboutUser(user), address }]);
  await mailAboutFactor(tx, user.id, 'reset');
}

/** By whoever runs the installation: of an only main account too. @throws notFound */
export async function resetFactorOf(app: App, by: string, userLoginId: string): Promise<void> {
  const { ctx, user } = await findAccount(app.database, userLoginId);
  if (!user) throw notFound('identity.noUser', { userLoginId });
  await app.database.inCompany(systemContext(ctx.companyId, by), (tx) => resetFactor(tx, userLoginId));
}

async function record(tx: Tx, ctx: RequestCtx, user: User, action: AuditAction): Promise<void> {
  writeAudit(tx, [{ action, ...aboutUser(user), address: ctx.address }]);
  await forgetPrincipals(tx, user.id);
}

async function withPassword<T>(app: App, ctx: RequestCtx, password: string, work: () => Promise<T>): Promise<T> {
  const userLoginId = ctx.actor.userLoginId ?? '';
  const limit = ownLimit(userLoginId);
  return oneAtATime(userLoginId, async () => {
    await assertMayTry(app.database, [limit]);
    const user = await app.database.look(ctx, (tx) => userOf(tx, ctx.actor.userId));
    if (user && (await passwordFits(user.passwordHash, password))) return work();
    await countTry(app.database, [limit]);
    throw badField('password', 'identity.wrongOriginal');
  });
}

/** @param check what the code is good for; undefined if it is wrong */
async function withCode<C, T>(
  app: App,
  ctx: RequestCtx,
  check: (tx: Tx, user: User) => Promise<C | undefined>,
  work: (tx: Tx, user: User, checked: C) => Promise<T>,
): Promise<T> {
  const limit = ownLimit(ctx.actor.userLoginId ?? '', 'code');
  await assertMayTry(app.database, [limit]);
  const done = await app.database.inCompany(ctx, async (tx) => {
    const user = await userOf(tx, ctx.actor.userId);
    if (!user) throw sessionOver();
    const checked = await check(tx, user);
    return checked === undefined ? undefined : { result: await work(tx, user, checked) };
  });
  if (done) return done.result;
  await countTry(app.database, [limit]);
  throw badField('code', 'identity.wrongCode');
}

const withBoth = <T>(
  app: App,
  ctx: RequestCtx,
  { password, code }: Proof,
  work: (tx: Tx, user: User, used: UsedCode) => Promise<T>,
): Promise<T> =>
  withPassword(app, ctx, password, () => withCode(app, ctx, (tx, user) => useCode(tx, app.vault, user.id, code), work));
