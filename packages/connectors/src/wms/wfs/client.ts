import { createWalmartClient, type WalmartAnswer, type WalmartCall } from '../../marketplaces/walmart/client.ts';
import { createTokenEndpoint } from '../../marketplaces/walmart/tokens.ts';
import { ConnectorError, type HttpOptions } from '../../types.ts';
import type { WmsAccess } from '../../wms.ts';
import { createTokenKeeper } from '../tokens.ts';

export const PLATFORM = 'wfs';
/** Multichannel orders are shipped within the United States only. */
export const MARKET = 'US';

export type WfsCall = Omit<WalmartCall, 'kind'>;
export type WfsCaller = (access: WmsAccess, input: WfsCall) => Promise<WalmartAnswer>;

/** Walmart's marketplace interface with keys that a seller made for itself. */
export function createWfsClient(options: HttpOptions): WfsCaller {
  const walmart = createWalmartClient({ app: {}, http: options }, PLATFORM);
  const names = ['clientId', 'clientSecret'];
  const withToken = createTokenKeeper({ platform: PLATFORM, names, now: options.now ?? Date.now }, (keys) => {
    const { clientId = '', clientSecret = '' } = keys;
    return createTokenEndpoint({ app: { clientId, clientSecret }, http: options }, walmart, PLATFORM).own(MARKET);
  });
  return (access, input) =>
    withToken(access.keys, async (accessToken, account) => {
      try {
        return await walmart({ account, region: MARKET, tokens: { accessToken } }, { ...input, kind: 'fulfillment' });
      } catch (error) {
        throw ineligible(error) ?? error;
      }
    });
}

const NOT_ELIGIBLE = 'NOT_ELIGIBLE';

/** A seller without the newer stock service is answered with 401, which no new token mends. */
function ineligible(error: unknown): ConnectorError | undefined {
  if (!(error instanceof ConnectorError) || !/program eligibility/i.test(`${error.message} ${error.raw}`))
    return undefined;
  return new ConnectorError(PLATFORM, 'rejected', error.message, { code: NOT_ELIGIBLE });
}

export const isAbsent = (error: unknown): boolean =>
  error instanceof ConnectorError && error.kind === 'rejected' && (error.status === 404 || error.code === NOT_ELIGIBLE);

/** Whoever is not in the programme is answered as if its addresses did not exist. */
export const notEnrolled = (): ConnectorError =>
  new ConnectorError(
    PLATFORM,
    'rejected',
    'the seller is not in Walmart Fulfillment Services, or not in its Multichannel Solutions: apply in Seller Center',
    { code: 'NOT_IN_WFS' },
  );
