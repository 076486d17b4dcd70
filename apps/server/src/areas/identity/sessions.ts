import { sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import type { App } from '../../core/app.ts';
import type { Ctx, Language, Rights } from '../../core/context.ts';
import { hashToken, newToken } from '../../core/crypto.ts';
import type { Tx } from '../../core/database/database.ts';
import type { Principal } from '../../core/http/server.ts';

const SESSION_HOURS = 12;
const CACHE_LIMIT = 20_000;
/** Even a lost notification cannot keep an ended session alive for longer. */
const CACHE_MS = 30_000;

/** Opens a session and gives its token: the only time that it can be read. */
export async function openSession(
  app: App,
  user: { companyId: number; userId: number },
  from: { address: string; userAgent: string },
): Promise<string> {
  const token = newToken();
  await app.database.global(sql`insert into session (token_hash, company_id, user_id, expires_at, address, user_agent)
    values (${hashToken(token)}, ${user.companyId}, ${user.userId}, now() + make_interval(hours => ${SESSION_HOURS}), ${from.address}, ${from.userAgent})`);
  return token;
}

export async function closeSession(app: App, tokenHash: Buffer): Promise<void> {
  await app.database.global(sql`delete from session where token_hash = ${tokenHash}`);
  await forget(app, 'all');
}

/** Ends a user's sessions (all, or all but one): a disabled user is out at once. */
export async function closeSessionsOf(tx: Tx, userId: number, except?: Buffer): Promise<void> {
  await tx.rows(sql`delete from session where company_id = ${tx.companyId} and user_id = ${userId}
    and (${except ?? null}::bytea is null or token_hash <> ${except ?? null}::bytea)`);
  await forgetPrincipals(tx);
}

/** To be called by whatever changes a user, a right or a scope: every process forgets what it knew of sessions. */
export async function forgetPrincipals(tx: Tx): Promise<void> {
  await tx.rows(sql`select pg_notify('principals', 'all')`);
}

async function forget(app: App, what: string): Promise<void> {
  await app.database.global(sql`select pg_notify('principals', ${what})`);
}

export interface PrincipalSource {
  principalOf(tokenHash: Buffer): Promise<Principal | undefined>;
  close(): Promise<void>;
}

/**
 * Who a token belongs to, through a cache in this process that a database notification empties. While the listening
 * connection is away nothing is cached.
 */
export async function principalSource(app: App): Promise<PrincipalSource> {
  const cache = new Map<string, { principal: Principal; until: number }>();
  let listening = false;
  let closed = false;
  let client: PoolClient | undefined;
  const listen = async () => {
    if (closed) return;
    try {
      client = await app.database.owner.connect();
      client.on('notification', () => cache.clear());
      client.once('end', lost);
      client.once('error', lost);
      await client.query('listen principals');
      listening = true;
    } catch {
      lost();
    }
  };
  const lost = () => {
    if (!listening && client === undefined) return;
    listening = false;
    cache.clear();
    client?.release(true);
    client = undefined;
    if (!closed) setTimeout(() => void listen(), 1000).unref();
  };
  await listen();
  return {
    principalOf: async (tokenHash) => {
      const key = tokenHash.toString('base64');
      const hit = cache.get(key);
      if (hit && hit.until > Date.now()) return hit.principal;
      const principal = await load(app, tokenHash);
      if (principal && listening) {
        if (cache.size >= CACHE_LIMIT) cache.clear();
        cache.set(key, { principal, until: Date.now() + CACHE_MS });
      }
      return principal;
    },
    close: async () => {
      closed = true;
      listening = false;
      client?.removeAllListeners('end');
      client?.release(true);
    },
  };
}

async function load(app: App, tokenHash: Buffer): Promise<Principal | undefined> {
  const [session] = await app.database.global<{ companyId: number; userId: number }>(sql`
    update session set last_seen_at = now(), expires_at = greatest(expires_at, now() + make_interval(hours => ${SESSION_HOURS}))
    where token_hash = ${tokenHash} and expires_at > now() returning company_id as "companyId", user_id as "userId"`);
  if (!session) return undefined;
  const binding: Ctx = {
    companyId: session.companyId,
    actor: { userId: session.userId, name: '', mainAccount: false },
    rights: { all: false, modules: new Set(), buttons: new Set(), base: new Set(), shopIds: [], warehouseIds: [] },
    language: 'zh',
    requestId: 'session',
    now: () => new Date(),
  };
  return app.database.inCompany(binding, (tx) => principal(tx, session.userId));
}

async function principal(tx: Tx, userId: number): Promise<Principal | undefined> {
  const user = await tx.row<{
    userLoginId: string;
    mainAccount: boolean;
    language: Language;
    modules: number[];
    buttons: string[];
    base: string[];
    shops: number[];
    warehouses: number[];
  }>(sql`
    select u.user_login_id as "userLoginId", u.main_account as "mainAccount", u.language,
      array(select module_id from user_module m where m.company_id = u.company_id and m.user_id = u.id) as modules,
      array(select module_id || ':' || button from user_button b where b.company_id = u.company_id and b.user_id = u.id) as buttons,
      array(select permission from user_base_permission p where p.company_id = u.company_id and p.user_id = u.id) as base,
      array(select target_id from user_scope s where s.company_id = u.company_id and s.user_id = u.id and s.kind = 'shop'
            union select id from shop s where s.company_id = u.company_id and s.department_id = u.department_id) as shops,
      array(select target_id from user_scope s where s.company_id = u.company_id and s.user_id = u.id and s.kind = 'warehouse') as warehouses
    from user_account u where u.company_id = ${tx.companyId} and u.id = ${userId} and u.enabled`);
  if (!user) return undefined;
  const rights: Rights = {
    all: user.mainAccount,
    modules: new Set(user.modules),
    buttons: new Set(user.buttons),
    base: new Set(user.base),
    shopIds: user.mainAccount ? null : user.shops.map(Number),
    warehouseIds: user.mainAccount ? null : user.warehouses.map(Number),
  };
  return {
    companyId: tx.companyId,
    actor: { userId, name: user.userLoginId, mainAccount: user.mainAccount },
    rights,
    language: user.language,
  };
}
