import type { NotificationListener } from '../../core/database/notification-listener.ts';
import type { Principal } from '../../core/http/principal.ts';

const LIMIT = 20_000;
/** Even a lost notification cannot keep an ended session alive for longer. */
const KEEP_MS = 30_000;

type Known = Principal & { userId: number };
interface Entry {
  principal: Known;
  until: number;
}
type Forget = (what: string) => void;

/** Caches of this process. A change made here empties them at once, before the database notification. */
const caches = new Set<Forget>();
export function forgetIn(what: string): void {
  for (const forget of caches) forget(what);
}

export interface PrincipalSource {
  principalOf(tokenHash: Buffer): Promise<Principal | undefined>;
  close(): void;
}

/**
 * The owner of a token, from a cache in this process that database notifications empty. While the listening connection
 * is lost it caches nothing; nor does it cache a read during which something changed.
 */
export function cachedPrincipals(
  listener: NotificationListener,
  load: (tokenHash: Buffer) => Promise<Known | undefined>,
): PrincipalSource {
  const cache = new Map<string, Entry>();
  let changes = 0;
  const forget: Forget = (what) => {
    changes++;
    const [kind, company, user] = what.split(':');
    if (kind === 'session') return void cache.delete(what.slice('session:'.length));
    for (const [key, { principal }] of cache)
      if (
        kind === 'all' ||
        ([principal.companyId, principal.visitor?.companyId].includes(Number(company)) &&
          (kind !== 'user' || principal.userId === Number(user) || principal.actor.userId === Number(user)))
      )
        cache.delete(key);
  };
  caches.add(forget);
  listener.on('principals', forget);
  return {
    principalOf: async (tokenHash) => {
      const key = tokenHash.toString('base64');
      const hit = cache.get(key);
      if (hit && hit.until > Date.now() && listener.listening()) return hit.principal;
      const before = changes;
      const principal = await load(tokenHash);
      if (!principal) cache.delete(key);
      else if (listener.listening() && before === changes) {
        if (cache.size >= LIMIT) cache.clear();
        cache.set(key, { principal, until: Date.now() + KEEP_MS });
      }
      return principal;
    },
    close: () => void caches.delete(forget),
  };
}
