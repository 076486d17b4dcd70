import { z } from 'zod';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess, type Tokens } from '../../types.ts';
import { PLATFORM, type SheinClient, type SheinSetup } from './client.ts';
import { decrypt } from './signature.ts';

/** The whole address of the page: its parameters stand after the #, where no server sees them. */
const CONSENT_PAGE = 'https://openapi-sem.sheincorp.com/#/empower';

const grantShape = z.object({
  secretKey: z.string().min(1),
  openKeyId: z.string().min(1),
  supplierId: z.coerce.string(),
  supplierBusinessMode: optionalText,
});

export function consentUrl(setup: SheinSetup, input: { state: string; redirectUri: string }): string {
  const query = new URLSearchParams({
    appid: setup.app.appId,
    redirectUrl: Buffer.from(input.redirectUri).toString('base64'),
    state: input.state,
  });
  return `${setup.http.baseUrls?.consent ?? CONSENT_PAGE}?${query}`;
}

const refused = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

export function createTokenEndpoint({ app }: SheinSetup, { callAsApp }: SheinClient) {
  return {
    async exchange({ query }: { query: Record<string, string>; redirectUri: string }) {
      if (!query.tempToken) throw refused('NO_CODE', 'the callback carries no tempToken');
      if (query.appid !== undefined && query.appid !== app.appId)
        throw refused('OTHER_APP', 'the callback is meant for another app');
      const grant = await callAsApp({
        path: 'auth/get-by-token',
        json: { tempToken: query.tempToken },
        effect: 'read',
        shape: grantShape,
      });
      let secret: string;
      try {
        secret = decrypt(app.appSecret, grant.secretKey);
      } catch (cause) {
        throw new ConnectorError(PLATFORM, 'malformed', 'the shop’s secret cannot be decrypted', { cause });
      }
      const { openKeyId, supplierId, supplierBusinessMode } = grant;
      const keys = { supplierId, ...(supplierBusinessMode ? { businessMode: supplierBusinessMode } : {}) };
      return { tokens: { accessToken: secret, keys } satisfies Tokens, account: openKeyId };
    },

    /** The secret does not end until the seller gives another one or takes it back: there is nothing to renew. */
    refresh: async (access: ShopAccess): Promise<Tokens> => access.tokens,
  };
}
