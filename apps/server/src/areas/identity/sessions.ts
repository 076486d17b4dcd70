import type { App } from '../../core/app.ts';
import { systemContext } from '../../core/context.ts';
import { hashToken, newToken } from '../../core/crypto.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import type { Principal } from '../../core/http/principal.ts';
import { forgetIn } from './principal-cache.ts';
import { loadPrincipal } from './principals.ts';

/** A session ends after this time without a call, and after this many days in any case. */
const IDLE_HOURS = 12;
export const LONGEST_DAYS = 30;
/** How often the use of a session is recorded. */
const TOUCH_SECONDS = 60;

/** Opens a session and returns its token, which cannot be read again. */
export async function openSession(
  app: App,
  user: { companyId: number; userId: number },
  from: { address: string; userAgent: string },
): Promise<string> {
  const token = newToken();
  await app.database.global(sql`insert into session (token_hash, company_id, user_id, expires_at, address, user_agent)
    values (${hashToken(token)}, ${user.companyId}, ${user.userId}, now() + make_interval(hours => ${IDLE_HOURS}), ${from.address}, ${from.userAgent})`);
  return token;
}

/** Ends one session: every process forgets it. */
export async function closeSession(app: App, tokenHash: Buffer): Promise<void> {
  const what = `session:${tokenHash.toString('base64')}`;
  await app.database.global(sql`delete from session where token_hash = ${tokenHash}`);
  await app.database.global(sql`select pg_notify('principals', ${what})`);
  forgetIn(what);
}

/** Ends a user's sessions, all or all but one, at once. */
export async function closeSessionsOf(tx: Tx, userId: number, except?: Buffer): Promise<void> {
  await tx.rows(sql`delete from session where company_id = ${tx.companyId} and user_id = ${userId}
    and (${except ?? null}::bytea is null or token_hash <> ${except ?? null}::bytea)`);
  await forgetPrincipals(tx, userId);
}

/**
 * Call it after any change of a user, right or scope (of one user, or of the whole company): with the commit every
 * process drops the cached sessions.
 */
export async function forgetPrincipals(tx: Tx, userId?: number): Promise<void> {
  const what = userId === undefined ? `company:${tx.companyId}` : `user:${tx.companyId}:${userId}`;
  await tx.rows(sql`select pg_notify('principals', ${what})`);
  tx.afterCommit(() => forgetIn(what));
}

/** The owner of a token; undefined when its session is over. */
export async function principalOfToken(
  app: App,
  tokenHash: Buffer,
): Promise<(Principal & { userId: number }) | undefined> {
  const [session] = await app.database.global<{
    companyId: number;
    userId: number;
    viewingId: number | null;
    stale: boolean;
  }>(sql`
    select company_id, user_id, viewing_id, last_seen_at < now() - make_interval(secs => ${TOUCH_SECONDS}) as stale
    from session where token_hash = ${tokenHash} and expires_at > now() and created_at > now() - make_interval(days => ${LONGEST_DAYS})`);
  if (!session) return undefined;
  if (session.stale)
    await app.database.global(sql`update session set last_seen_at = now(),
      expires_at = greatest(expires_at, now() + make_interval(hours => ${IDLE_HOURS})) where token_hash = ${tokenHash}`);
  const ctx = systemContext(session.companyId, 'session');
  return app.database.inCompany(ctx, async (tx) => {
    const own = await loadPrincipal(tx, session.userId);
    const viewed = own && session.viewingId !== null ? await viewedBy(tx, own, session.viewingId) : undefined;
    const principal = viewed ?? own;
    return principal && { ...principal, userId: session.userId };
  });
}

/** Undefined once the viewer is no longer a main account, or the member is gone or has become one. */
async function viewedBy(tx: Tx, own: Principal, viewingId: number): Promise<Principal | undefined> {
  const viewed = own.rights.all ? await loadPrincipal(tx, viewingId, false) : undefined;
  if (!viewed || viewed.actor.mainAccount) return undefined;
  return { ...viewed, viewer: own.actor };
}

/** Lets a session view as a member (null: as itself again). */
export async function keepViewing(app: App, tokenHash: Buffer, viewingId: number | null): Promise<void> {
  const what = `session:${tokenHash.toString('base64')}`;
  await app.database.global(sql`update session set viewing_id = ${viewingId} where token_hash = ${tokenHash}`);
  await app.database.global(sql`select pg_notify('principals', ${what})`);
  forgetIn(what);
}
