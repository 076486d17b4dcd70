import type { PoolClient } from 'pg';
import type { App } from '../../core/app.ts';
import type { Principal } from '../../core/http/server.ts';

const LIMIT = 20_000;
/** Even a lost notification cannot keep an ended session alive for longer. */
const KEEP_MS = 30_000;
const LISTEN_AGAIN_MS = 1000;

type Known = Principal & { userId: number };
interface Entry {
  principal: Known;
  until: number;
}
type Forget = (what: string) => void;

/** Caches of this process: what happens here is forgotten here at once, without waiting for the database to tell. */
const caches = new Set<Forget>();
export function forgetIn(what: string): void {
  for (const forget of caches) forget(what);
}

export interface PrincipalSource {
  principalOf(tokenHash: Buffer): Promise<Principal | undefined>;
  close(): Promise<void>;
}

/**
 * Who a token belongs to, through a cache in this process that database notifications thin out. While the listening
 * connection is away nothing is cached; what was being read while something changed is not cached either.
 */
export async function cachedPrincipals(
  app: App,
  load: (tokenHash: Buffer) => Promise<Known | undefined>,
): Promise<PrincipalSource> {
  const cache = new Map<string, Entry>();
  let changes = 0;
  const forget: Forget = (what) => {
    changes++;
    const [kind, company, user] = what.split(':');
    if (kind === 'session') return void cache.delete(what.slice('session:'.length));
    for (const [key, { principal }] of cache)
      if (
        kind === 'all' ||
        (principal.companyId === Number(company) &&
          (kind !== 'user' || principal.userId === Number(user) || principal.actor.userId === Number(user)))
      )
        cache.delete(key);
  };
  caches.add(forget);
  const ear = await openEar(app, forget);
  return {
    principalOf: async (tokenHash) => {
      const key = tokenHash.toString('base64');
      const hit = cache.get(key);
      if (hit && hit.until > Date.now() && ear.listening()) return hit.principal;
      const before = changes;
      const principal = await load(tokenHash);
      if (!principal) cache.delete(key);
      else if (ear.listening() && before === changes) {
        if (cache.size >= LIMIT) cache.clear();
        cache.set(key, { principal, until: Date.now() + KEEP_MS });
      }
      return principal;
    },
    close: async () => {
      caches.delete(forget);
      ear.close();
    },
  };
}

/** A connection that listens for as long as the process runs, and comes back when it was lost. */
async function openEar(app: App, heard: Forget): Promise<{ listening(): boolean; close(): void }> {
  let client: PoolClient | undefined;
  let closed = false;
  const lost = () => {
    if (!client) return;
    client.removeAllListeners('notification');
    client.release(true);
    client = undefined;
    heard('all');
    again();
  };
  const again = () => {
    if (!closed) setTimeout(() => void listen(), LISTEN_AGAIN_MS).unref();
  };
  const listen = async () => {
    if (closed) return;
    try {
      const fresh = await app.database.owner.connect();
      fresh.on('notification', (message) => heard(message.payload ?? 'all'));
      await fresh.query('listen principals');
      if (closed) return fresh.release(true);
      client = fresh;
      fresh.once('end', lost);
      fresh.once('error', lost);
    } catch (error) {
      app.log.warn({ error }, 'sessions are not cached: cannot listen');
      again();
    }
  };
  await listen();
  return {
    listening: () => client !== undefined,
    close: () => {
      closed = true;
      const open = client;
      client = undefined;
      open?.removeAllListeners('notification');
      open?.release(true);
    },
  };
}
