import { z } from 'zod';
import { createHttp, jsonIfAny, kindOfStatus, type Outbound, retryAfter } from '../../http.ts';
import { idText, lax, laxText } from '../../lax.ts';
import { malformed } from '../../read.ts';
import { ConnectorError, type HttpOptions, type Tokens } from '../../types.ts';
import type { SourcingAccount } from '../connector.ts';
import { kindOf, refusalIn } from './answers.ts';
import { type App1688, GATEWAY, PLATFORM } from './gateway.ts';
import { platformTime } from './times.ts';

const shape = z.object({
  access_token: z.string().min(1),
  refresh_token: laxText,
  expires_in: lax(z.coerce.number().int().positive()),
  /** "20261014200339000+0800" */
  refresh_token_timeout: laxText,
  memberId: laxText,
  aliId: laxText,
  resource_owner: laxText,
  resourceOwner: laxText,
});

/** Access tokens are good for ten hours where the answer does not say. */
const USUAL_SECONDS = 36_000;

/** The token service: signed by the secret itself, sent as a form. */
export function createTokenDesk(app: App1688, options: HttpOptions) {
  const http = createHttp(PLATFORM, options);
  const base = options.baseUrls?.gateway ?? GATEWAY;
  const now = options.now ?? Date.now;

  async function ask(more: Record<string, string>) {
    const form = { client_id: app.appKey, client_secret: app.appSecret, ...more };
    const url = `${base}/http/1/system.oauth2/getToken/${app.appKey}`;
    const request: Outbound = { method: 'POST', url, form, effect: 'repeatable', secret: true };
    const answer = await http(request);
    const json = jsonIfAny(answer);
    const read = shape.safeParse(json);
    if (read.success) return read.data;
    const refusal = refusalIn(json);
    if (!refusal && answer.status < 400) throw malformed(PLATFORM, 'getToken: the answer', undefined, read.error);
    const code = refusal?.code || `HTTP ${answer.status}`;
    const kind = refusal ? kindOf(refusal, 'read') : kindOfStatus(answer.status, 'read');
    throw new ConnectorError(PLATFORM, kind, `getToken: ${code} ${refusal?.words ?? ''}`.trim(), {
      status: answer.status,
      code,
      ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? 10_000 } : {}),
    });
  }

  /** A renewal says neither the old refresh token nor its end again. */
  const tokensOf = (answered: z.output<typeof shape>, before?: Tokens): Tokens => {
    const refreshToken = answered.refresh_token ?? before?.refreshToken;
    const refreshExpiresAt = platformTime(answered.refresh_token_timeout) ?? before?.refreshExpiresAt;
    return {
      accessToken: answered.access_token,
      accessExpiresAt: new Date(now() + (answered.expires_in ?? USUAL_SECONDS) * 1000).toISOString(),
      ...(refreshToken ? { refreshToken } : {}),
      ...(refreshExpiresAt ? { refreshExpiresAt } : {}),
    };
  };

  return {
    async exchange(query: Readonly<Record<string, string>>, redirectUri: string): Promise<SourcingAccount> {
      if (!query.code)
        throw new ConnectorError(PLATFORM, 'rejected', 'the callback carries no code', { code: 'NO_CODE' });
      const answered = await ask({
        grant_type: 'authorization_code',
        need_refresh_token: 'true',
        redirect_uri: redirectUri,
        code: query.code,
      });
      const account = answered.memberId ?? answered.aliId;
      if (!idText.safeParse(account).success) throw malformed(PLATFORM, 'getToken: it names no buyer', undefined);
      const name = answered.resource_owner ?? answered.resourceOwner ?? account ?? '';
      return { tokens: tokensOf(answered), account: account ?? '', name };
    },
    async refresh(tokens: Tokens): Promise<Tokens> {
      if (!tokens.refreshToken)
        throw new ConnectorError(PLATFORM, 'unauthorized', 'the account has no refresh token: connect it again');
      return tokensOf(await ask({ grant_type: 'refresh_token', refresh_token: tokens.refreshToken }), tokens);
    },
  };
}
