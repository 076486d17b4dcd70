import { createHash } from 'node:crypto';
import { ConnectorError, type Tokens } from '../types.ts';
import type { WmsAccess } from '../wms.ts';

/** Some time before its end a token is no longer used: the call with it takes time, too. */
const EARLY_MS = 60_000;

type Keys = WmsAccess['keys'];

const isAboutClient = ({ code, status }: ConnectorError): boolean => status === 401 || /client/.test(code ?? '');

/**
 * Access tokens for keys that a seller made for itself: had by `login`, kept while they hold, and renewed once where a
 * call is refused for its token. `account` names the keys without telling them.
 */
export function createTokenKeeper(
  { platform, names, now }: { platform: string; names: readonly string[]; now: () => number },
  login: (keys: Keys) => Promise<Tokens>,
) {
  const tokens = new Map<string, Promise<Tokens>>();

  /** The client is the seller's own: refused, it is the seller who has to mend it. */
  async function enter(keys: Keys): Promise<Tokens> {
    try {
      return await login(keys);
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind !== 'rejected' || !isAboutClient(error)) throw error;
      throw new ConnectorError(platform, 'unauthorized', error.message, { code: error.code });
    }
  }

  async function tokenOf(keys: Keys, account: string): Promise<string> {
    const known = await tokens.get(account)?.catch(() => undefined);
    if (known && Date.parse(known.accessExpiresAt ?? '') - EARLY_MS > now()) return known.accessToken;
    const fresh = enter(keys);
    tokens.set(account, fresh);
    return (await fresh).accessToken;
  }

  return async <T>(keys: Keys, call: (token: string, account: string) => Promise<T>): Promise<T> => {
    const account = createHash('sha256')
      .update(JSON.stringify(names.map((name) => keys[name] ?? '')))
      .digest('hex');
    const token = await tokenOf(keys, account);
    try {
      return await call(token, account);
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind !== 'unauthorized') throw error;
    }
    // Refused at the door, so nothing was done: once more with a new token.
    tokens.delete(account);
    return call(await tokenOf(keys, account), account);
  };
}
