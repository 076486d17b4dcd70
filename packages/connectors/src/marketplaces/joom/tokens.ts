import { z } from 'zod';
import { answerCode } from '../../amounts.ts';
import { createHttp, jsonIfAny, jsonOf, kindOfStatus, type Outbound, retryAfter, unreadable } from '../../http.ts';
import { ConnectorError, type Instant, type ShopAccess, type Tokens } from '../../types.ts';
import { API_HOST, type JoomSetup, PLATFORM } from './client.ts';

/** Not told by every answer; tokens were seen to live this long. */
const ACCESS_DAYS = 30;
const WAIT_MS = 15_000;
/** A token or code that is wrong, and one that is too old. */
const DEAD = new Set([1015, 1016]);

const seconds = z.coerce.number().int().positive().nullish();
const tokenAnswer = z.object({
  code: z.literal(0),
  data: z.object({
    access_token: z.string().min(1),
    refresh_token: z.string().min(1),
    expires_in: seconds,
    /** Seconds since 1970. */
    expiry_time: seconds,
    merchant_user_id: z.string().nullish(),
  }),
});
const refusal = z.object({ code: answerCode, message: z.string().nullish() });

export function consentUrl({ app, http }: JoomSetup, input: { state: string; redirectUri: string }): string {
  const query = new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: input.redirectUri,
    response_type: 'code',
    state: input.state,
  });
  return `${http.baseUrls?.api ?? API_HOST}/api/v2/oauth/authorize?${query}`;
}

/** Of the second version of Joom's interface only this is left. */
export function createTokenEndpoint({ app, http: options }: JoomSetup) {
  const http = createHttp(PLATFORM, options);
  const now = options.now ?? Date.now;
  const at = (ms: number): Instant => new Date(ms).toISOString();

  async function ask(path: string, form: Record<string, string>) {
    const request: Outbound = {
      method: 'POST',
      url: `${options.baseUrls?.api ?? API_HOST}/api/v2/oauth/${path}`,
      form: { client_id: app.clientId, client_secret: app.clientSecret, ...form },
      effect: 'read',
      secret: true,
    };
    const answer = await http(request);
    const answered = refusal.safeParse(answer.status === 200 ? jsonOf(PLATFORM, request, answer) : jsonIfAny(answer));
    if (answer.status !== 200 || (answered.success && answered.data.code !== 0)) {
      const code = answered.success ? answered.data.code : 0;
      // A 401 here is about our app's own credentials: no consent of the seller would cure it.
      const byStatus = answer.status === 401 ? 'rejected' : kindOfStatus(Math.max(answer.status, 400), 'read');
      const kind = DEAD.has(code) ? 'unauthorized' : byStatus;
      const words = answered.success ? (answered.data.message ?? '') : '';
      throw new ConnectorError(PLATFORM, kind, `token: ${code || `HTTP ${answer.status}`} ${words}`.trim(), {
        status: answer.status,
        code: code ? String(code) : `HTTP ${answer.status}`,
        ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? WAIT_MS } : {}),
      });
    }
    const read = tokenAnswer.safeParse(jsonOf(PLATFORM, request, answer));
    if (!read.success) throw unreadable(PLATFORM, request, 'token', undefined, read.error);
    const { data } = read.data;
    const ends = data.expiry_time
      ? data.expiry_time * 1000
      : now() + (data.expires_in ? data.expires_in * 1000 : ACCESS_DAYS * 86_400_000);
    const tokens: Tokens = {
      accessToken: data.access_token,
      refreshToken: data.refresh_token,
      accessExpiresAt: at(ends),
    };
    return { tokens, merchant: data.merchant_user_id };
  }

  return {
    async exchange({ query, redirectUri }: { query: Record<string, string>; redirectUri: string }) {
      if (!query.code)
        throw new ConnectorError(PLATFORM, 'rejected', 'the callback carries no code', { code: 'NO_CODE' });
      const form = { grant_type: 'authorization_code', code: query.code, redirect_uri: redirectUri };
      const { tokens, merchant } = await ask('access_token', form);
      if (!merchant) throw unreadable(PLATFORM, { effect: 'read' }, 'token: no merchant_user_id came', undefined);
      return { tokens, account: merchant };
    },

    /** Both tokens are new: the old ones must not be kept. */
    async refresh({ tokens }: ShopAccess): Promise<Tokens> {
      const { refreshToken } = tokens;
      if (!refreshToken) throw new ConnectorError(PLATFORM, 'unauthorized', 'the shop has no refresh token');
      return (await ask('refresh_token', { grant_type: 'refresh_token', refresh_token: refreshToken })).tokens;
    },
  };
}
