import { type AmazonCall, createSpClient } from '../../marketplaces/amazon/client.ts';
import { MARKETPLACES } from '../../marketplaces/amazon/regions.ts';
import { createTokenEndpoint } from '../../marketplaces/amazon/tokens.ts';
import { ConnectorError, type HttpOptions } from '../../types.ts';
import type { WmsAccess } from '../../wms.ts';
import { createTokenKeeper } from '../tokens.ts';

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

/** The marketplace that the account is for. @throws ConnectorError `rejected` where Amazon has none there */
export function marketplaceOf({ keys }: WmsAccess): (typeof MARKETPLACES)[number] {
  const found = MARKETPLACES.find(({ country }) => country === keys.country?.trim().toUpperCase());
  if (found) return found;
  throw new ConnectorError(PLATFORM, 'rejected', `country: no Amazon marketplace in "${keys.country ?? ''}"`, {
    code: 'VALIDATION_country',
  });
}

/** The Selling Partner API with keys that a seller made for itself. */
export function createMcfClient(options: HttpOptions): McfCaller {
  const spApi = createSpClient(options, PLATFORM, PLANS);
  const names = ['clientId', 'clientSecret', 'refreshToken'];
  const withToken = createTokenKeeper({ platform: PLATFORM, names, now: options.now ?? Date.now }, (keys) => {
    const { clientId = '', clientSecret = '', refreshToken = '' } = keys;
    const endpoint = createTokenEndpoint({ app: { clientId, clientSecret }, http: options }, PLATFORM);
    return endpoint.refresh({ account: clientId, tokens: { accessToken: '', refreshToken } });
  });
  return async (access, input) => {
    const { region } = marketplaceOf(access);
    return withToken(access.keys, (accessToken, account) => spApi({ account, region, tokens: { accessToken } }, input));
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
