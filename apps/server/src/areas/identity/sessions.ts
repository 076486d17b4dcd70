import type { App } from '../../core/app.ts';
import { systemContext } from '../../core/context.ts';
import { hashToken, newToken } from '../../core/crypto.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import type { Principal } from '../../core/http/principal.ts';
import { forgetIn } from './principal-cache.ts';
import { loadPrincipal } from './principals.ts';

/** A session ends after this time without a call, and after this many days in any case. */
const IDLE_HOURS = 12;
export const LONGEST_DAYS = 30;
/** How often the use of a session is recorded. */
const TOUCH_SECONDS = 60;

/** Of a session `s` that is not over. */
export const LIVE: Sql = sql`s.expires_at > now() and s.created_at > now() - make_interval(days => ${sql.literal(LONGEST_DAYS)})`;

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

/** Ends a user's sessions, all or all but one, at once, and sign-ins that wait for a code. */
export async function closeSessionsOf(tx: Tx, userId: number, except?: Buffer): Promise<void> {
  await tx.rows(sql`delete from pending_sign_in where company_id = ${sql.company} and user_id = ${userId}`);
  await tx.rows(sql`delete from session where company_id = ${sql.company} and user_id = ${userId}
    and (${except ?? null}::bytea is null or token_hash <> ${except ?? null}::bytea)`);
  await forgetPrincipals(tx, userId);
}

/**
 * Call it after any change of a user, right or scope (of one user, or of the whole company): with the commit every
 * process drops the cached sessions.
 */
export async function forgetPrincipals(tx: Tx, userId?: number): Promise<void> {
  await forget(tx, userId === undefined ? `company:${tx.companyId}` : `user:${tx.companyId}:${userId}`);
}

/** With the commit every process drops this session. */
export async function forgetSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await forget(tx, `session:${tokenHash.toString('base64')}`);
}

async function forget(tx: Tx, what: string): Promise<void> {
  await tx.rows(sql`select pg_notify('principals', ${what})`);
  tx.afterCommit(() => forgetIn(what));
}

interface Session extends Record<string, unknown> {
  companyId: number;
  userId: number;
  viewingId: number | null;
  visitingCompanyId: number | null;
  stale: boolean;
}

/** The owner of a token; undefined when its session is over. */
export async function principalOfToken(
  app: App,
  tokenHash: Buffer,
): Promise<(Principal & { userId: number }) | undefined> {
  const [session] = await app.database.global<Session>(sql`
    select company_id, user_id, viewing_id, visiting_company_id,
      last_seen_at < now() - make_interval(secs => ${TOUCH_SECONDS}) as stale
    from session s where token_hash = ${tokenHash} and ${LIVE}`);
  if (!session) return undefined;
  // While a cluster has lost a node, a table that is whole on every node can be read, but not written.
  if (session.stale)
    await touch(app, tokenHash).catch((err) => app.log.warn({ err }, 'that a session is in use could not be written'));
  const { companyId, userId, viewingId, visitingCompanyId } = session;
  const home = await app.database.inCompany(systemContext(companyId, 'session'), async (tx) => {
    const own = await loadPrincipal(tx, userId);
    if (!own || viewingId === null || visitingCompanyId !== null) return own;
    return (await viewedBy(tx, own, viewingId)) ?? own;
  });
  const visited = home && visitingCompanyId !== null ? await visitedBy(app, home, session) : undefined;
  const principal = visited ?? home;
  return principal && { ...principal, userId };
}

const touch = (app: App, tokenHash: Buffer) =>
  app.database.global(sql`update session set last_seen_at = now(),
    expires_at = greatest(expires_at, now() + make_interval(hours => ${IDLE_HOURS})) where token_hash = ${tokenHash}`);

/** Undefined once the viewer is no longer a main account, or the member is gone or has become one. */
async function viewedBy(tx: Tx, own: Principal, viewingId: number): Promise<Principal | undefined> {
  const viewed = own.rights.all ? await loadPrincipal(tx, viewingId, false) : undefined;
  if (!viewed || viewed.actor.mainAccount) return undefined;
  return { ...viewed, viewer: own.actor };
}

/**
 * In a sample company everybody is its main account, under their own name, and may view as its members. Undefined unless
 * it is the sample company of the visitor's own company: whatever the session's row says, no other company opens.
 */
async function visitedBy(
  app: App,
  home: Principal,
  { visitingCompanyId, viewingId }: Session,
): Promise<Principal | undefined> {
  if (home.refusal || visitingCompanyId === null) return undefined;
  return app.database.inCompany(systemContext(visitingCompanyId, 'session'), async (tx) => {
    const main = await tx.row<{ id: number }>(sql`select u.id from company c
      join user_account u on u.company_id = c.id and u.main_account
      where c.id = ${sql.company} and c.sample_of = ${home.companyId} order by u.id limit 1`);
    const host = main && (await loadPrincipal(tx, main.id, false));
    if (!host) return undefined;
    const actor = { ...host.actor, name: home.actor.name };
    const visitor = { companyId: home.companyId, actor: home.actor };
    const visiting = { ...host, actor, language: home.language, visitor };
    const viewed = viewingId === null ? undefined : await viewedBy(tx, visiting, viewingId);
    return viewed ? { ...viewed, visitor } : visiting;
  });
}

/** Lets a session view as a member (null: as itself again). */
export const keepViewing = (app: App, tokenHash: Buffer, viewingId: number | null): Promise<void> =>
  changeSession(app, tokenHash, sql`viewing_id = ${viewingId}`);

/** Lets a session look around in a sample company (null: it is back in its own). */
export const keepVisiting = (app: App, tokenHash: Buffer, companyId: number | null): Promise<void> =>
  changeSession(app, tokenHash, sql`visiting_company_id = ${companyId}, viewing_id = null`);

async function changeSession(app: App, tokenHash: Buffer, change: Sql): Promise<void> {
  const what = `session:${tokenHash.toString('base64')}`;
  await app.database.global(sql`update session set ${change} where token_hash = ${tokenHash}`);
  await app.database.global(sql`select pg_notify('principals', ${what})`);
  forgetIn(what);
}

/** Brings all visitors of the sample company that the transaction is bound to back into their own. */
export async function endVisits(tx: Tx): Promise<void> {
  await tx.rows(sql`update session set visiting_company_id = null, viewing_id = null
    where visiting_company_id = ${sql.company}`);
  await forgetPrincipals(tx);
}
