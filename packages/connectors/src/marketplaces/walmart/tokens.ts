import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createHttp, jsonOf, type Outbound, unreadable } from '../../http.ts';
import { tokenRefusal } from '../../oauth.ts';
import { ConnectorError, type ShopAccess, type Tokens } from '../../types.ts';
import { HOSTS, LIMITS, PLATFORM, shaped, type WalmartClient, type WalmartSetup } from './client.ts';
import { marketOf } from './markets.ts';

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().int().positive(),
});
/** The seller took the permission back, or the code or the year of the refresh token is over. */
const isDead = (code: string) => code === 'invalid_grant';

const detail = z.object({ scopes: z.record(z.string(), z.string()).nullish() });

export function consentUrl(
  { app, http }: WalmartSetup,
  input: { state: string; redirectUri: string; region?: string },
): string {
  const params = new URLSearchParams({
    responseType: 'code',
    clientId: app.clientId,
    redirectUri: input.redirectUri,
    clientType: marketOf(input.region).clientType,
    nonce: randomUUID(),
    state: input.state,
  });
  return `${http.baseUrls?.login ?? HOSTS.login}/authorize?${params}`;
}

export function createTokenEndpoint({ app, http: options }: WalmartSetup, call: WalmartClient, platform = PLATFORM) {
  const http = createHttp(platform, options, LIMITS);
  const now = options.now ?? Date.now;
  const basic = Buffer.from(`${app.clientId}:${app.clientSecret}`, 'utf8').toString('base64');

  async function ask(
    sellerId: string | undefined,
    region: string | undefined,
    form: Record<string, string>,
  ): Promise<Tokens> {
    const request: Outbound = {
      method: 'POST',
      url: `${options.baseUrls?.api ?? HOSTS.api}/v3/token`,
      headers: {
        authorization: `Basic ${basic}`,
        ...(sellerId ? { 'wm_partner.id': sellerId } : {}),
        'wm_qos.correlation_id': randomUUID(),
        'wm_svc.name': 'Walmart Marketplace',
        ...marketOf(region).headers,
      },
      form,
      pace: { account: sellerId ?? app.clientId, kind: 'token' },
      // Asking twice for a token harms nobody.
      effect: 'read',
      secret: true,
    };
    const answer = await http(request);
    if (answer.status !== 200) throw tokenRefusal(platform, answer, { isDead, now: now(), waitMs: 60_000 });
    const read = tokenAnswer.safeParse(jsonOf(PLATFORM, request, answer));
    if (!read.success) throw unreadable(platform, request, 'token', undefined, read.error);
    const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = read.data;
    return {
      accessToken,
      accessExpiresAt: new Date(now() + seconds * 1000).toISOString(),
      ...(refreshToken ? { refreshToken } : {}),
    };
  }

  /** Sellers choose what they allow; without their orders the rest is of no use. */
  async function checkScopes(access: ShopAccess): Promise<string | undefined> {
    const answer = await call(access, { kind: 'token', method: 'GET', path: '/v3/token/detail' });
    const { scopes } = shaped(detail, answer, 'token/detail');
    if (scopes && scopes.orders !== undefined && scopes.orders !== 'full_access')
      throw new ConnectorError(PLATFORM, 'rejected', `the seller allows no full access to orders (${scopes.orders})`, {
        code: 'MISSING_SCOPE',
      });
    const supplied = Object.entries(scopes ?? {}).map(([name, level]) => `${name}:${level}`);
    return supplied.length > 0 ? supplied.sort().join(' ') : undefined;
  }

  return {
    async exchange({ query, redirectUri, region }: ExchangeInput) {
      const { code, sellerId } = query;
      if (!code || !sellerId)
        throw new ConnectorError(PLATFORM, 'rejected', 'the callback carries no code, or no seller', {
          code: 'NO_CODE',
        });
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      const tokens = await ask(sellerId, region, form);
      if (!tokens.refreshToken)
        throw unreadable(PLATFORM, { effect: 'read' }, 'token: no refresh_token came', undefined);
      const scope = await checkScopes({ tokens, account: sellerId, ...(region ? { region } : {}) });
      return { tokens: { ...tokens, ...(scope ? { scope } : {}) }, account: sellerId };
    },

    /** With keys that a seller made for itself: they open that seller's account, and nothing is refreshed. */
    own: (region?: string): Promise<Tokens> => ask(undefined, region, { grant_type: 'client_credentials' }),

    /** The refresh token stays the same for its year. */
    async refresh({ tokens, account, region }: ShopAccess): Promise<Tokens> {
      const { refreshToken, scope } = tokens;
      if (!refreshToken) throw new ConnectorError(PLATFORM, 'unauthorized', 'the shop has no refresh token');
      const fresh = await ask(account, region, { grant_type: 'refresh_token', refresh_token: refreshToken });
      return { refreshToken, ...(scope ? { scope } : {}), ...fresh };
    },
  };
}

interface ExchangeInput {
  query: Record<string, string>;
  redirectUri: string;
  region?: string;
}
