import { z } from 'zod';
import type { Outbound } from '../../http.ts';
import { lax, laxText, laxWhole } from '../../lax.ts';
import { ConnectorError, type Tokens } from '../../types.ts';
import { checkConsent, createCaller, type Refusal } from '../call.ts';
import type { ReceivingAccess, ReceivingConnector } from '../connector.ts';
import type { ReceivingSetup } from '../definition.ts';

export const PAYONEER = 'payoneer';
const API = 'https://api.payoneer.com';
const LOGIN = 'https://login.payoneer.com';
const SCOPE = 'read openid';

const failed = z.object({
  error: z.string(),
  error_description: laxText,
  error_details: lax(z.object({ code: laxWhole, sub_code: laxText })),
});
/** Tokens and codes that only a new consent replaces. */
const DEAD = /^(invalid_grant|invalid_token|unauthorized)$/i;

/** A failure may come with status 200. */
function refusalOf(status: number, json: unknown): Refusal | undefined {
  const read = failed.safeParse(json);
  if (!read.success) return undefined;
  const { error, error_description: words = '', error_details: details } = read.data;
  const code = details?.code ?? status;
  const kind =
    status === 429 || code === 429
      ? 'throttled'
      : DEAD.test(error) || code === 401
        ? 'unauthorized'
        : code >= 500 || code < 300
          ? 'unavailable'
          : 'rejected';
  const isClient = error === 'invalid_client';
  return { kind: isClient ? 'rejected' : kind, code: details?.sub_code ?? error, message: words };
}

const seconds = z.number().int().positive();
const granted = z.object({
  access_token: z.string().min(1),
  expires_in: seconds,
  refresh_token: z.string().min(1),
  refresh_token_expires_in: lax(seconds),
  scope: laxText,
  id_token: laxText,
});
const claims = z.object({ account_id: z.union([z.string().min(1), z.number().int()]).transform(String) });

/** It came from Payoneer itself over its own connection, so that its signature says nothing more. */
function accountOf(idToken = ''): string {
  try {
    return claims.parse(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'))).account_id;
  } catch {
    throw new ConnectorError(PAYONEER, 'malformed', 'the identity token names no account');
  }
}

/** Consent, tokens, and calls with them. */
export function createPayoneerClient({ app, http }: Pick<ReceivingSetup, 'app' | 'http'>) {
  const { clientId = '', clientSecret = '' } = app;
  const now = http.now ?? Date.now;
  const { api = API, login = LOGIN } = http.baseUrls ?? {};
  const caller = createCaller(PAYONEER, http, refusalOf);
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const after = (inSeconds: number) => new Date(now() + inSeconds * 1000).toISOString();

  function form<T extends z.ZodType>(path: string, fields: Record<string, string>, spent: string, shape: T) {
    const request: Outbound = {
      method: 'POST',
      url: `${login}/api/v2/oauth2/${path}`,
      headers: { authorization: `Basic ${basic}` },
      form: fields,
      effect: 'repeatable',
      secret: true,
    };
    return caller({ request, shape, account: clientId, secrets: [clientSecret, basic, spent] });
  }

  async function grant(fields: Record<string, string>, spent: string) {
    const answered = await form('token', fields, spent, granted);
    const { expires_in, refresh_token_expires_in, scope, id_token } = answered;
    const tokens: Tokens = {
      accessToken: answered.access_token,
      refreshToken: answered.refresh_token,
      accessExpiresAt: after(expires_in),
      ...(refresh_token_expires_in ? { refreshExpiresAt: after(refresh_token_expires_in) } : {}),
      ...(scope ? { scope } : {}),
    };
    return { tokens, idToken: id_token };
  }

  function get<T extends z.ZodType>({ account, tokens }: ReceivingAccess, path: string, shape: T, query = '') {
    const token = tokens?.accessToken ?? '';
    const request: Outbound = {
      method: 'GET',
      url: `${api}/v4/accounts/${encodeURIComponent(account)}/${path}${query}`,
      headers: { authorization: `Bearer ${token}` },
      effect: 'read',
    };
    return caller({ request, shape, account, secrets: [token] });
  }

  return {
    get,
    authorizeUrl: ({ state, redirectUri }) =>
      `${login}/api/v2/oauth2/authorize?${new URLSearchParams({
        ...{ client_id: clientId, response_type: 'code', scope: SCOPE, redirect_uri: redirectUri, state },
      })}`,
    exchange: async ({ query, state, redirectUri }) => {
      checkConsent(PAYONEER, query, state);
      const { code = '' } = query;
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      const { tokens, idToken } = await grant(fields, code);
      return { account: accountOf(idToken), tokens };
    },
    refresh: async ({ tokens }) => {
      const token = tokens?.refreshToken;
      if (!token) throw new ConnectorError(PAYONEER, 'unauthorized', 'no refresh token', { code: 'NO_CONSENT' });
      return (await grant({ grant_type: 'refresh_token', refresh_token: token }, token)).tokens;
    },
    revoke: async ({ tokens }) => {
      const token = tokens?.refreshToken ?? tokens?.accessToken ?? '';
      await form('revoke', { token }, token, z.unknown());
    },
  } satisfies Partial<ReceivingConnector> & { get: typeof get };
}
