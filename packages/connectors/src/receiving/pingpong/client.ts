import { z } from 'zod';
import { answerCode } from '../../amounts.ts';
import type { Outbound } from '../../http.ts';
import { laxText } from '../../lax.ts';
import { ConnectorError, type Tokens } from '../../types.ts';
import { checkConsent, createCaller, type Refusal } from '../call.ts';
import type { ReceivingConnector } from '../connector.ts';
import type { ReceivingSetup } from '../definition.ts';
import { type Params, signatureOf, signedText } from './signing.ts';

export const PINGPONG = 'pingpong';
const PRODUCTION = 'https://business-cgi.pingpongx.com';

const envelope = z.object({ code: answerCode, message: laxText });

/**
 * PingPong publishes no list of codes; their messages say what they are about. Without our address on PingPong's list every
 * call fails like one with a wrong signature.
 */
function refusalOf(status: number, json: unknown): Refusal | undefined {
  const read = envelope.safeParse(json);
  if (!read.success)
    return status < 300
      ? { kind: 'malformed', code: 'NO_CODE', message: 'the answer says not how it went' }
      : undefined;
  const { code, message = '' } = read.data;
  if (code === 0 && status < 300) return undefined;
  const about = (words: RegExp) => words.test(message);
  const kind =
    status === 429 || about(/too many|frequen|rate limit/i)
      ? 'throttled'
      : status === 401 || about(/token/i)
        ? 'unauthorized'
        : about(/system|busy|try again|unknown/i) || status >= 500
          ? 'unavailable'
          : 'rejected';
  const hint = about(/sign|\bip\b/i) ? ' (also where our address is not on the list of PingPong)' : '';
  return { kind, code: String(code), message: `${message}${hint}` };
}

const granted = z.object({
  data: z.object({
    access_token: z.string().min(1),
    refresh_token: z.string().min(1),
    open_id: z.string().min(1),
    expires_in: z
      .number()
      .int()
      .positive()
      .catch(30 * 86_400),
  }),
});
/** Consent, tokens, and signed calls with them. */
export function createPingpongClient({ app, http }: Pick<ReceivingSetup, 'app' | 'http'>) {
  const { appId = '', appSecret = '' } = app;
  const now = http.now ?? Date.now;
  const api = http.baseUrls?.api ?? PRODUCTION;
  const place = (name: string, path: string) => http.baseUrls?.[name] ?? `${api}${path}`;
  const caller = createCaller(PINGPONG, http, refusalOf);

  function call<T extends z.ZodType>(
    input: {
      url: string;
      query?: Params;
      json?: Params;
      token?: string;
      secret?: true;
      spent?: (string | undefined)[];
    },
    shape: T,
    account: string,
  ): Promise<z.output<T>> {
    const timestamp = String(now());
    const sign = signatureOf(signedText(input.query ?? input.json ?? {}, { appId, timestamp }), appSecret);
    const query = input.query ? `?${new URLSearchParams(input.query as Record<string, string>)}` : '';
    const request: Outbound = {
      method: input.json ? 'POST' : 'GET',
      url: `${input.url}${query}`,
      headers: {
        app_id: appId,
        timestamp,
        sign,
        ...(input.token ? { authorization: `Bearer ${input.token}` } : {}),
      },
      ...(input.json ? { json: input.json } : {}),
      effect: input.secret ? 'repeatable' : 'read',
      ...(input.secret ? { secret: true } : {}),
    };
    return caller({ request, shape, account, secrets: [appSecret, sign, input.token, ...(input.spent ?? [])] });
  }

  async function grant(url: string, json: Params, spent: string): Promise<{ tokens: Tokens; account: string }> {
    const { data } = await call({ url, json, secret: true, spent: [spent] }, granted, spent);
    const accessExpiresAt = new Date(now() + data.expires_in * 1000).toISOString();
    return {
      account: data.open_id,
      // A refresh renews both: the permission ends where nobody refreshes in time.
      tokens: {
        accessToken: data.access_token,
        refreshToken: data.refresh_token,
        accessExpiresAt,
        refreshExpiresAt: accessExpiresAt,
      },
    };
  }

  return {
    ...{ call, api },
    authorizeUrl: ({ state, redirectUri }) =>
      `${place('authorize', '/oauth/authorize')}?${new URLSearchParams({
        ...{ app_id: appId, response_type: 'code', redirect_uri: redirectUri, state },
      })}`,
    exchange: async ({ query, state, redirectUri }) => {
      checkConsent(PINGPONG, query, state);
      const { code = '' } = query;
      return grant(place('token', '/v3/oauth/token'), { code, redirect_uri: redirectUri }, code);
    },
    refresh: async ({ tokens }) => {
      const token = tokens?.refreshToken;
      if (!token) throw new ConnectorError(PINGPONG, 'unauthorized', 'no refresh token', { code: 'NO_CONSENT' });
      return (await grant(place('refresh', '/v3/oauth/refresh'), { refresh_token: token }, token)).tokens;
    },
  } satisfies Partial<ReceivingConnector> & { call: typeof call; api: string };
}
