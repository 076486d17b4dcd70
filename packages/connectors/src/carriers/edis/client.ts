import { createEbayClient, type EbayApp } from '../../marketplaces/ebay/client.ts';
import { createEdis } from '../../marketplaces/ebay/edis.ts';
import { consentUrl, createTokenEndpoint, EDIS_SCOPE } from '../../marketplaces/ebay/tokens.ts';
import { type CarrierAccess, ConnectorError, type HttpOptions, type ShopAccess, type Tokens } from '../../types.ts';
import type { Consent } from '../connector.ts';

export const CARRIER = 'edis';

const appOf = ({ keys }: CarrierAccess): EbayApp => ({
  appId: keys.appId ?? '',
  certId: keys.certId ?? '',
  ruName: keys.ruName ?? '',
});

/** An account of the carrier is a seller of eBay. */
export function sellerOf({ tokens, accountNumber }: CarrierAccess): ShopAccess {
  if (!tokens) throw new ConnectorError(CARRIER, 'unauthorized', 'no token yet: authenticate first');
  return { tokens, account: accountNumber };
}

/** eBay's own client, with the keys of each account. */
export function createEdisClient(http: HttpOptions) {
  const call = createEbayClient({ app: { appId: '', certId: '', ruName: '' }, http });
  const setupOf = (access: CarrierAccess) => ({ app: appOf(access), http, sandbox: http.baseUrls?.auth !== undefined });
  const tokensOf = (access: CarrierAccess) => createTokenEndpoint(setupOf(access), call);

  const consent: Consent = {
    url: ({ state, redirectUrl, access }) =>
      consentUrl(setupOf(access), { state, redirectUri: redirectUrl, scopes: [EDIS_SCOPE] }),
    exchange: (access, query) => tokensOf(access).redeem(query),
  };

  return {
    consent,

    /** By what consent brought, else by the token that the seller typed. */
    authenticate(access: CarrierAccess): Promise<Tokens> {
      const refreshToken = access.tokens?.refreshToken ?? access.keys.refreshToken;
      if (!refreshToken)
        throw new ConnectorError(CARRIER, 'unauthorized', 'the seller has not agreed at eBay yet', {
          code: 'NO_CONSENT',
        });
      const { refreshExpiresAt } = access.tokens ?? {};
      return tokensOf(access).refresh({ tokens: { refreshToken, ...(refreshExpiresAt ? { refreshExpiresAt } : {}) } });
    },

    ...createEdis(call),
  };
}

export type EdisClient = ReturnType<typeof createEdisClient>;
