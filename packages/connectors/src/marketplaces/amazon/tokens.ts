import { z } from 'zod';
import { createHttp, jsonOf, type Outbound, unreadable } from '../../http.ts';
import { tokenRefusal } from '../../oauth.ts';
import { ConnectorError, type ShopAccess, type Tokens } from '../../types.ts';
import { type AmazonSetup, PLATFORM } from './client.ts';
import { sellerCentral, TOKEN_HOST } from './regions.ts';

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  token_type: z.string().regex(/^bearer$/i, 'not a bearer token'),
  expires_in: z.coerce.number().int().positive(),
});
/** The seller took the permission back, or the code is too old. */
const isDead = (code: string) => code === 'invalid_grant';

/** `central`: where partners of a country agree; sellers and vendors each have their own. */
export function consentUrl(
  setup: AmazonSetup,
  input: { state: string; redirectUri: string; region?: string },
  platform = PLATFORM,
  central: (region: string | undefined) => string | undefined = sellerCentral,
): string {
  const base = setup.http.baseUrls?.consent ?? central(input.region);
  if (!base) throw new ConnectorError(platform, 'rejected', `unknown Amazon region "${input.region}"`);
  if (!setup.app.applicationId) throw new ConnectorError(platform, 'rejected', 'the application id is not configured');
  const params = new URLSearchParams({ application_id: setup.app.applicationId, state: input.state });
  if (setup.app.draft) params.set('version', 'beta');
  params.set('redirect_uri', input.redirectUri);
  return `${base}/apps/authorize/consent?${params}`;
}

export function createTokenEndpoint({ app, http: options }: AmazonSetup, platform = PLATFORM) {
  const http = createHttp(platform, options);
  const now = options.now ?? Date.now;

  async function ask(form: Record<string, string>): Promise<Tokens> {
    const request: Outbound = {
      method: 'POST',
      url: `${options.baseUrls?.token ?? TOKEN_HOST}/auth/o2/token`,
      form: { ...form, client_id: app.clientId, client_secret: app.clientSecret },
      // Asking twice for a token harms nobody.
      effect: 'read',
      secret: true,
    };
    const answer = await http(request);
    if (answer.status !== 200) throw tokenRefusal(platform, answer, { isDead, now: now(), waitMs: 1000 });
    const read = tokenAnswer.safeParse(jsonOf(platform, request, answer));
    if (!read.success) throw unreadable(platform, request, 'token', undefined, read.error);
    return {
      accessToken: read.data.access_token,
      ...(read.data.refresh_token ? { refreshToken: read.data.refresh_token } : {}),
      accessExpiresAt: new Date(now() + read.data.expires_in * 1000).toISOString(),
    };
  }

  return {
    async exchange(input: { query: Record<string, string>; redirectUri: string }) {
      const { spapi_oauth_code: code, selling_partner_id: account } = input.query;
      if (!code || !account) {
        throw new ConnectorError(platform, 'rejected', 'the callback lacks spapi_oauth_code or selling_partner_id');
      }
      const tokens = await ask({ grant_type: 'authorization_code', code, redirect_uri: input.redirectUri });
      if (!tokens.refreshToken)
        throw unreadable(platform, { effect: 'read' }, 'token: no refresh_token came', undefined);
      return { tokens, account };
    },

    async refresh(access: ShopAccess): Promise<Tokens> {
      const refreshToken = access.tokens.refreshToken;
      if (!refreshToken) throw new ConnectorError(platform, 'unauthorized', 'the shop has no refresh token');
      const tokens = await ask({ grant_type: 'refresh_token', refresh_token: refreshToken });
      return { refreshToken, ...tokens };
    },
  };
}
