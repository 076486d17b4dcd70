import { z } from 'zod';
import { answerCode } from '../../amounts.ts';
import { createHttp, jsonIfAny, jsonOf, kindOfStatus, type Outbound, retryAfter, unreadable } from '../../http.ts';
import { ConnectorError, type FailureKind, type ShopAccess, type Tokens } from '../../types.ts';
import { appFor, kindOf, PLATFORM, type TiktokApp, type TiktokClient, type TiktokSetup } from './client.ts';

const TOKEN_HOST = 'https://auth.tiktok-shops.com';
const CONSENT_HOST = 'https://services.tiktokshop.com';
const US_CONSENT_HOST = 'https://services.tiktokshops.us';

/** A code or a refresh token that is used up, too old or taken back: only a new consent helps. */
const DEAD = new Set([36004001, 36004004, 36004005]);
const SELLER = 0;

const expiry = z
  .number()
  .int()
  .positive()
  .max(99_999_999_999)
  .transform((seconds) => new Date(seconds * 1000).toISOString());
const tokenAnswer = z.object({
  code: z.literal(0),
  data: z.object({
    access_token: z.string().min(1),
    access_token_expire_in: expiry,
    refresh_token: z.string().min(1),
    refresh_token_expire_in: expiry.optional(),
    user_type: z.number().int().optional(),
    granted_scopes: z.array(z.string()).nullish(),
  }),
});
const refusal = z.object({ code: answerCode, message: z.string().nullish() });

export const shopsShape = z.object({
  shops: z.array(
    z.object({
      id: z.string().min(1),
      name: z.string(),
      region: z.string().regex(/^[A-Z]{2}$/),
      cipher: z.string().min(1),
    }),
  ),
});

export const listShops = (call: TiktokClient, access: ShopAccess) =>
  call(access, {
    operation: 'getShops',
    method: 'GET',
    path: '/authorization/202309/shops',
    effect: 'read',
    shape: shopsShape,
  });

/** TikTok sends the browser back to the address that the app has in Partner Center; it cannot be said here. */
export function consentUrl(setup: TiktokSetup, input: { state: string; redirectUri: string; region?: string }): string {
  const { baseUrls } = setup.http;
  const base = input.region === 'US' ? (baseUrls?.consentUs ?? US_CONSENT_HOST) : (baseUrls?.consent ?? CONSENT_HOST);
  const query = new URLSearchParams({ service_id: appFor(setup, input.region).serviceId, state: input.state });
  if (setup.sandbox) query.set('redirect_uri', input.redirectUri);
  return `${base}/open/authorize?${query}`;
}

export function createTokenEndpoint(setup: TiktokSetup, call: TiktokClient) {
  const { http: options } = setup;
  const http = createHttp(PLATFORM, options);
  const now = options.now ?? Date.now;

  async function ask(app: TiktokApp, path: string, query: Record<string, string>) {
    const params = new URLSearchParams({ app_key: app.appKey, app_secret: app.appSecret, ...query });
    const request: Outbound = {
      method: 'GET',
      url: `${options.baseUrls?.token ?? TOKEN_HOST}${path}?${params}`,
      effect: 'read',
      secret: true,
    };
    const answer = await http(request);
    const answered = refusal.safeParse(answer.status === 200 ? jsonOf(PLATFORM, request, answer) : jsonIfAny(answer));
    if (answer.status !== 200 || (answered.success && answered.data.code !== 0)) {
      const code = answered.success ? answered.data.code : 0;
      const words = answered.success ? (answered.data.message ?? '') : '';
      const kind: FailureKind = DEAD.has(code)
        ? 'unauthorized'
        : answered.success
          ? kindOf(answer.status, code, words, 'read')
          : kindOfStatus(answer.status, 'read');
      throw new ConnectorError(PLATFORM, kind, `token: ${code || `HTTP ${answer.status}`} ${words}`.trim(), {
        status: answer.status,
        code: code ? String(code) : `HTTP ${answer.status}`,
        ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? 1000 } : {}),
      });
    }
    const read = tokenAnswer.safeParse(jsonOf(PLATFORM, request, answer));
    if (!read.success) throw unreadable(PLATFORM, request, 'token', undefined, read.error);
    return read.data.data;
  }

  const toTokens = (data: Awaited<ReturnType<typeof ask>>): Tokens => ({
    accessToken: data.access_token,
    refreshToken: data.refresh_token,
    accessExpiresAt: data.access_token_expire_in,
    ...(data.refresh_token_expire_in ? { refreshExpiresAt: data.refresh_token_expire_in } : {}),
    ...(data.granted_scopes ? { scope: data.granted_scopes.join(',') } : {}),
  });

  return {
    /** A seller may have a shop in each of several markets, all under one token: the market chosen says which. */
    async exchange({ query, region }: { query: Record<string, string>; redirectUri: string; region?: string }) {
      const app = appFor(setup, region);
      const refused = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });
      if (!query.code || query.code === 'null') throw refused('NO_CODE', 'the callback carries no code');
      if (query.app_key !== undefined && query.app_key !== app.appKey)
        throw refused('OTHER_APP', 'the callback is meant for another app');
      const data = await ask(app, '/api/v2/token/get', { auth_code: query.code, grant_type: 'authorized_code' });
      if ((data.user_type ?? SELLER) !== SELLER)
        throw refused('NO_SELLER', 'it was no seller who gave the permission, but a creator or a partner');
      const tokens = toTokens(data);
      const access = { tokens, account: '', ...(region ? { region } : {}) };
      const { shops } = await listShops(call, access);
      const shop = shops.find((one) => region === undefined || one.region === region);
      if (!shop) {
        const there = [...new Set(shops.map((one) => one.region))].join(', ') || 'no market';
        throw refused('NO_SHOP', `the seller has shops in ${there}, and none in ${region}`);
      }
      return { tokens: { ...tokens, keys: { shopCipher: shop.cipher } }, account: shop.id };
    },

    async refresh(access: ShopAccess): Promise<Tokens> {
      const { refreshToken, keys } = access.tokens;
      if (!refreshToken) throw new ConnectorError(PLATFORM, 'unauthorized', 'the shop has no refresh token');
      const data = await ask(appFor(setup, access.region), '/api/v2/token/refresh', {
        refresh_token: refreshToken,
        grant_type: 'refresh_token',
      });
      return { ...toTokens(data), ...(keys ? { keys } : {}) };
    },
  };
}
