import { z } from 'zod';
import type { Outbound } from '../../http.ts';
import { laxText } from '../../lax.ts';
import { ConnectorError, type Tokens } from '../../types.ts';
import { checkConsent, createCaller, type Refusal } from '../call.ts';
import type { ReceivingAccess, ReceivingConnector } from '../connector.ts';
import type { ReceivingSetup } from '../definition.ts';
import * as shapes from './shapes.ts';

export const AIRWALLEX = 'airwallex';
const API = 'https://api.airwallex.com';
const CONSENT = 'https://airwallex.com';
const SCOPE = ['balances_view', 'financial_transactions_view', 'global_accounts_view']
  .map((one) => `r:awx_action:${one}`)
  .join(' ');
const REFRESH_DAYS = 60;

const refused = z.object({ code: z.string(), message: laxText });
const oauthRefused = z.object({ error: z.string(), error_description: laxText });
const UNAUTHORIZED = /^(unauthorized|credentials_expired|credentials_invalid|invalid_grant)$/;
const AWAY = /^(operation_failed|internal_error|service_unavailable)$/;

/** No answer that says what it succeeded with has these fields. */
function refusalOf(status: number, json: unknown): Refusal | undefined {
  const read = refused.safeParse(json);
  const oauth = oauthRefused.safeParse(json);
  if (!read.success && !oauth.success) return undefined;
  const code = read.data?.code ?? oauth.data?.error ?? '';
  const kind =
    status === 429 || code === 'too_many_requests'
      ? 'throttled'
      : UNAUTHORIZED.test(code)
        ? 'unauthorized'
        : AWAY.test(code) || status >= 500
          ? 'unavailable'
          : 'rejected';
  return { kind, code, message: read.data?.message ?? oauth.data?.error_description ?? '' };
}

/** Consent or login, tokens, and calls with them. */
export function createAirwallexClient({ app, http }: Pick<ReceivingSetup, 'app' | 'http'>) {
  const { clientId = '', clientSecret = '' } = app;
  const now = http.now ?? Date.now;
  const { api = API, consent = CONSENT } = http.baseUrls ?? {};
  const caller = createCaller(AIRWALLEX, http, refusalOf);
  const after = (inSeconds: number) => new Date(now() + inSeconds * 1000).toISOString();

  async function login({ clientId: id = '', apiKey = '' }: ReceivingAccess['keys']): Promise<Tokens> {
    const request: Outbound = {
      method: 'POST',
      url: `${api}/api/v1/authentication/login`,
      headers: { 'x-client-id': id, 'x-api-key': apiKey },
      effect: 'repeatable',
      secret: true,
    };
    const { token, expires_at } = await caller({ request, shape: shapes.login, account: id, secrets: [apiKey] });
    return { accessToken: token, accessExpiresAt: expires_at };
  }

  async function grant(fields: Record<string, string>, spent: string): Promise<Tokens> {
    const request: Outbound = {
      method: 'POST',
      url: `${api}/oauth/token`,
      form: { ...fields, client_id: clientId, client_secret: clientSecret },
      effect: 'repeatable',
      secret: true,
    };
    const secrets = [clientSecret, spent];
    const answered = await caller({ request, shape: shapes.granted, account: clientId, secrets });
    return {
      accessToken: answered.access_token,
      refreshToken: answered.refresh_token ?? spent,
      accessExpiresAt: after(answered.expires_in),
      refreshExpiresAt: after(answered.refresh_token_expires_in ?? REFRESH_DAYS * 86_400),
      ...(answered.scope ? { scope: answered.scope } : {}),
    };
  }

  function get<T extends z.ZodType>(
    { account, tokens }: ReceivingAccess,
    path: string,
    shape: T,
  ): Promise<z.output<T>> {
    const token = tokens?.accessToken ?? '';
    const request: Outbound = {
      method: 'GET',
      url: `${api}/api/v1/${path}`,
      headers: { authorization: `Bearer ${token}` },
      effect: 'read',
    };
    return caller({ request, shape, account, secrets: [token] });
  }

  const connected = async (tokens: Tokens) => {
    const { id } = await get({ keys: {}, tokens, account: '' }, 'account', shapes.account);
    return { account: id, tokens };
  };

  return {
    get,
    authorizeUrl: ({ state, redirectUri }) =>
      `${consent}/oauth/authorize?${new URLSearchParams({
        ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: SCOPE, state },
      })}`,
    exchange: async ({ query, state, redirectUri }) => {
      checkConsent(AIRWALLEX, query, state);
      const { code = '' } = query;
      return connected(await grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, code));
    },
    connect: async (keys) => connected(await login(keys)),
    refresh: async ({ keys, tokens }) => {
      if (keys.apiKey) return login(keys);
      const token = tokens?.refreshToken;
      if (!token) throw new ConnectorError(AIRWALLEX, 'unauthorized', 'no refresh token', { code: 'NO_CONSENT' });
      return grant({ grant_type: 'refresh_token', refresh_token: token }, token);
    },
  } satisfies Partial<ReceivingConnector> & { get: typeof get };
}
