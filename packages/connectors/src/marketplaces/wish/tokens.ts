import { z } from 'zod';
import { createHttp, jsonIfAny, jsonOf, kindOfStatus, type Outbound, unreadable } from '../../http.ts';
import { instant } from '../../read.ts';
import { ConnectorError, type FailureKind, type ShopAccess, type Tokens } from '../../types.ts';
import { API_HOST, envelope, PLATFORM, type WishSetup, waitOf } from './client.ts';

/** Codes and tokens that are used up, too old, taken back or of nobody: only a new consent helps. */
const DEAD = new Set([1006, 1007, 1008, 10002, 10004, 10008]);

const tokenData = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expiry_time: instant,
  merchant_id: z.string().min(1),
  scopes: z.array(z.string()).nullish(),
});

/** Wish sends the browser back to the address that the app has in its settings; it cannot be said here. */
export function consentUrl({ app, http, sandbox }: WishSetup, input: { state: string; redirectUri: string }): string {
  const query = new URLSearchParams({ client_id: app.clientId, state: input.state });
  if (sandbox) query.set('redirect_uri', input.redirectUri);
  return `${http.baseUrls?.api ?? API_HOST}/v3/oauth/authorize?${query}`;
}

export function createTokenEndpoint({ app, http: options }: WishSetup) {
  const http = createHttp(PLATFORM, options);
  const now = options.now ?? Date.now;
  const client = { client_id: app.clientId, client_secret: app.clientSecret };

  async function ask(sent: Pick<Outbound, 'method' | 'json'> & { path: string }) {
    const { path, ...rest } = sent;
    const request: Outbound = {
      ...rest,
      url: `${options.baseUrls?.api ?? API_HOST}/api/v3/oauth/${path}`,
      effect: 'read',
      secret: true,
    };
    const answer = await http(request);
    const answered = envelope.safeParse(answer.status === 200 ? jsonOf(PLATFORM, request, answer) : jsonIfAny(answer));
    if (answer.status !== 200 || (answered.success && answered.data.code !== 0)) {
      const code = answered.success ? answered.data.code : 0;
      const byStatus: FailureKind =
        answer.status === 401 ? 'rejected' : kindOfStatus(Math.max(answer.status, 400), 'read');
      const kind = DEAD.has(code) ? 'unauthorized' : byStatus;
      const words = answered.success ? (answered.data.message ?? '') : '';
      throw new ConnectorError(PLATFORM, kind, `token: ${code || `HTTP ${answer.status}`} ${words}`.trim(), {
        status: answer.status,
        code: code ? String(code) : `HTTP ${answer.status}`,
        ...(kind === 'throttled' ? { retryAfterMs: waitOf(answer.headers, now()) } : {}),
      });
    }
    const read = tokenData.safeParse(answered.data?.data);
    if (!read.success) throw unreadable(PLATFORM, request, 'token', undefined, read.error);
    const { data } = read;
    const tokens: Tokens = {
      accessToken: data.access_token,
      refreshToken: data.refresh_token,
      accessExpiresAt: data.expiry_time,
      ...(data.scopes ? { scope: data.scopes.join(' ') } : {}),
    };
    return { tokens, account: data.merchant_id };
  }

  return {
    async exchange({ query, redirectUri }: { query: Record<string, string>; redirectUri: string }) {
      if (!query.code)
        throw new ConnectorError(PLATFORM, 'rejected', 'the callback carries no code', { code: 'NO_CODE' });
      const json = { ...client, code: query.code, grant_type: 'authorization_code', redirect_uri: redirectUri };
      return ask({ method: 'POST', path: 'access_token', json });
    },

    /** With the new access token the one before is dead. */
    async refresh({ tokens }: ShopAccess): Promise<Tokens> {
      const { refreshToken } = tokens;
      if (!refreshToken) throw new ConnectorError(PLATFORM, 'unauthorized', 'the shop has no refresh token');
      const query = new URLSearchParams({ ...client, refresh_token: refreshToken, grant_type: 'refresh_token' });
      return (await ask({ method: 'GET', path: `refresh_token?${query}` })).tokens;
    },
  };
}
