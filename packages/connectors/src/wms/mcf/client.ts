import { createHash } from 'node:crypto';
import { type AmazonCall, createSpClient } from '../../marketplaces/amazon/client.ts';
import { MARKETPLACES } from '../../marketplaces/amazon/regions.ts';
import { createTokenEndpoint } from '../../marketplaces/amazon/tokens.ts';
import { ConnectorError, type HttpOptions, type Tokens } from '../../types.ts';
import type { WmsAccess } from '../../wms.ts';

export const PLATFORM = 'mcf';

/** Amazon's default plans, of both versions. Source: the "Usage Plan" tables of Amazon's models. */
const PLANS = {
  getOrderPreview: { perSecond: 2, burst: 30 },
  createOrder: { perSecond: 2, burst: 30 },
  getOrder: { perSecond: 2, burst: 30 },
  listOrders: { perSecond: 2, burst: 30 },
  cancelOrder: { perSecond: 2, burst: 30 },
  getInventorySummaries: { perSecond: 2, burst: 2 },
  getMarketplaceParticipations: { perSecond: 0.016, burst: 15 },
} as const;

export type McfCall = AmazonCall<keyof typeof PLANS>;
export type McfCaller = (access: WmsAccess, input: McfCall) => Promise<unknown>;

/** Some time before its end a token is no longer used: the call with it takes time, too. */
const EARLY_MS = 60_000;

/** The marketplace that the account is for. @throws ConnectorError `rejected` where Amazon has none there */
export function marketplaceOf({ keys }: WmsAccess): (typeof MARKETPLACES)[number] {
  const found = MARKETPLACES.find(({ country }) => country === keys.country?.trim().toUpperCase());
  if (found) return found;
  throw new ConnectorError(PLATFORM, 'rejected', `country: no Amazon marketplace in "${keys.country ?? ''}"`, {
    code: 'VALIDATION_country',
  });
}

/** The Selling Partner API with keys that a seller made for itself: access tokens are had and renewed here. */
export function createMcfClient(options: HttpOptions): McfCaller {
  const spApi = createSpClient(options, PLATFORM, PLANS);
  const now = options.now ?? Date.now;
  const tokens = new Map<string, Promise<Tokens>>();

  /** Also the client is the seller's own: refused, it is the seller who has to mend it. */
  async function login({ clientId = '', clientSecret = '', refreshToken = '' }: WmsAccess['keys']): Promise<Tokens> {
    const endpoint = createTokenEndpoint({ app: { clientId, clientSecret }, http: options }, PLATFORM);
    try {
      return await endpoint.refresh({ account: clientId, tokens: { accessToken: '', refreshToken } });
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind !== 'rejected' || !/client/.test(error.code ?? ''))
        throw error;
      throw new ConnectorError(PLATFORM, 'unauthorized', error.message, { code: error.code });
    }
  }

  async function tokenOf(keys: WmsAccess['keys'], id: string): Promise<string> {
    const known = await tokens.get(id)?.catch(() => undefined);
    if (known && Date.parse(known.accessExpiresAt ?? '') - EARLY_MS > now()) return known.accessToken;
    const asked = login(keys);
    tokens.set(id, asked);
    return (await asked).accessToken;
  }

  return async (access, input) => {
    const { clientId = '', clientSecret = '', refreshToken = '' } = access.keys;
    const id = createHash('sha256')
      .update(JSON.stringify([clientId, clientSecret, refreshToken]))
      .digest('hex');
    const { region } = marketplaceOf(access);
    const send = async () =>
      spApi({ account: id, region, tokens: { accessToken: await tokenOf(access.keys, id) } }, input);
    try {
      return await send();
    } catch (error) {
      // Refused at the door, so nothing was done: once more with a new token.
      if (!(error instanceof ConnectorError) || error.kind !== 'unauthorized' || !tokens.has(id)) throw error;
      tokens.delete(id);
      return send();
    }
  };
}

const isNotThere = (error: unknown): boolean =>
  error instanceof ConnectorError &&
  error.kind === 'rejected' &&
  (error.status === 404 || /not ?found|does not exist|no such/i.test(`${error.code} ${error.message}`));

/** What `read` says, undefined where Amazon knows no such order. */
export async function orNotThere<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: unknown) => {
    if (isNotThere(error)) return undefined;
    throw error;
  });
}
