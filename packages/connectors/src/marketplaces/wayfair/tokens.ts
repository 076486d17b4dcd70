import { z } from 'zod';
import { createHttp, jsonOf, type Outbound, unreadable } from '../../http.ts';
import { tokenRefusal } from '../../oauth.ts';
import { ConnectorError, type HttpOptions, type ShopAccess, type Tokens } from '../../types.ts';
import { HOSTS, idsOf, LIMITS, PLATFORM } from './client.ts';

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().int().positive() });
/** The keys are the seller's own: whatever is wrong with them, only the seller has better ones. */
const isDead = (code: string, status: number) =>
  status === 401 || status === 403 || /^(access_denied|invalid_client|unauthorized_client|invalid_grant)$/.test(code);

const AUDIENCE = 'https://api.wayfair.com/';

export function createTokenEndpoint(options: HttpOptions) {
  const http = createHttp(PLATFORM, options, LIMITS);
  const now = options.now ?? Date.now;

  async function ask(keys: Readonly<Record<string, string>>): Promise<Tokens> {
    const { clientId = '', clientSecret = '' } = keys;
    const request: Outbound = {
      method: 'POST',
      url: `${options.baseUrls?.sso ?? HOSTS.sso}/oauth/token`,
      json: {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        audience: AUDIENCE,
      },
      pace: { account: clientId, kind: 'token' },
      // Asking twice for a token harms nobody.
      effect: 'read',
      secret: true,
    };
    const answer = await http(request);
    if (answer.status !== 200) throw tokenRefusal(PLATFORM, answer, { isDead, now: now(), waitMs: 60_000 });
    const read = tokenAnswer.safeParse(jsonOf(PLATFORM, request, answer));
    if (!read.success) throw unreadable(PLATFORM, request, 'token', undefined, read.error);
    return {
      accessToken: read.data.access_token,
      accessExpiresAt: new Date(now() + read.data.expires_in * 1000).toISOString(),
      keys: { ...keys },
    };
  }

  return {
    async connect(keys: Readonly<Record<string, string>>): Promise<{ tokens: Tokens; account: string }> {
      const suppliers = idsOf(keys.supplierIds);
      if (suppliers.length === 0)
        throw new ConnectorError(PLATFORM, 'rejected', 'a supplier id is a number', { code: 'BAD_SUPPLIER' });
      return { tokens: await ask(keys), account: suppliers.join(',') };
    },

    /** There is no refresh token: a new one is asked for by the same keys. */
    async refresh({ tokens }: ShopAccess): Promise<Tokens> {
      if (!tokens.keys?.clientId) throw new ConnectorError(PLATFORM, 'unauthorized', 'the shop has no keys');
      return ask(tokens.keys);
    },
  };
}
