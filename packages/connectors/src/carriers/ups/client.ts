import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  createHttp,
  jsonIfAny,
  jsonOf,
  kindOfStatus,
  type Outbound,
  rawOf,
  retryAfter,
  unreadable,
} from '../../http.ts';
import { type CarrierAccess, ConnectorError, type FailureKind, type HttpOptions, type Tokens } from '../../types.ts';

import type { Consent } from '../connector.ts';

export const CARRIER = 'ups';
export const VERSION = 'v2409';
/** UPS publishes no limits and tells no waiting time. */
const THROTTLE_MS = 10_000;

export interface UpsSetup {
  http: HttpOptions;
  /** Names our program to UPS in every call. */
  transactionSrc: string;
}

export interface UpsCall<T extends z.ZodType> {
  method: 'GET' | 'POST' | 'DELETE';
  /** Beneath the host, e.g. /api/rating/v2409/Shop */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  json?: unknown;
  effect: Outbound['effect'];
  shape: T;
}

/** Some calls are described without the envelope `response`. */
const errorList = z.preprocess(
  (value) => (typeof value === 'object' && value && 'errors' in value ? { response: value } : value),
  z.object({
    response: z.object({
      errors: z.array(z.object({ code: z.coerce.string(), message: z.string().catch('') })).min(1),
    }),
  }),
);
const tokenAnswer = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i, 'not a bearer token'),
  expires_in: z.coerce.number().int().positive(),
  refresh_token: z.string().min(1).optional(),
  refresh_token_expires_in: z.coerce.number().int().positive().optional(),
});

export function basicAuthorization(clientId: string, clientSecret: string): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64')}`;
}

function kindOf(status: number, code: string, effect: Outbound['effect']): FailureKind {
  if (status === 429 || code === '10429') return 'throttled';
  // 250002 may also mean a product that is missing on the app: a refresh shows which.
  if (status === 401 || code === '250002') return 'unauthorized';
  return kindOfStatus(status, effect);
}

export function createUpsClient({ http: options, transactionSrc }: UpsSetup) {
  const http = createHttp(CARRIER, options);
  const now = options.now ?? Date.now;
  const base = options.baseUrls?.api ?? 'https://onlinetools.ups.com';
  const tokenBase = options.baseUrls?.token ?? base;

  function refuse(request: Outbound, answer: Awaited<ReturnType<typeof http>>): never {
    if (answer.status < 400) {
      throw unreadable(CARRIER, request, `unexpected status ${answer.status}`, rawOf(answer));
    }
    const answered = errorList.safeParse(jsonIfAny(answer));
    const first = answered.success ? answered.data.response.errors[0] : undefined;
    const code = first?.code ?? `HTTP ${answer.status}`;
    const kind = kindOf(answer.status, code, request.effect);
    const words = answered.success
      ? answered.data.response.errors.map((one) => `${one.code} ${one.message}`).join('; ')
      : code;
    throw new ConnectorError(CARRIER, kind, words.trim(), {
      status: answer.status,
      code,
      raw: rawOf(answer),
      ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? THROTTLE_MS } : {}),
    });
  }

  async function tokens(path: string, access: CarrierAccess, form: Record<string, string>): Promise<Tokens> {
    const request: Outbound = {
      method: 'POST',
      url: `${tokenBase}/security/v1/oauth/${path}`,
      headers: {
        authorization: basicAuthorization(access.keys.clientId ?? '', access.keys.clientSecret ?? ''),
        ...(form.grant_type === 'client_credentials' ? { 'x-merchant-id': access.accountNumber } : {}),
      },
      form,
      effect: 'read',
      secret: true,
    };
    const answer = await http(request);
    if (answer.status !== 200) refuse(request, answer);
    const read = tokenAnswer.safeParse(jsonOf(CARRIER, request, answer));
    if (!read.success) throw unreadable(CARRIER, request, 'token', undefined, read.error);
    const { access_token: accessToken, expires_in, refresh_token: refreshToken, refresh_token_expires_in } = read.data;
    // Counted from our clock: issued_at is UPS's.
    const after = (seconds: number) => new Date(now() + seconds * 1000).toISOString();
    return {
      accessToken,
      accessExpiresAt: after(expires_in),
      ...(refreshToken ? { refreshToken } : {}),
      ...(refreshToken && refresh_token_expires_in ? { refreshExpiresAt: after(refresh_token_expires_in) } : {}),
    };
  }

  /** UPS gives a new pair of tokens each time, and takes a refresh token once. */
  async function authenticate(access: CarrierAccess): Promise<Tokens> {
    const refreshToken = access.tokens?.refreshToken;
    if (!refreshToken) return tokens('token', access, { grant_type: 'client_credentials' });
    const renewed = await tokens('refresh', access, { grant_type: 'refresh_token', refresh_token: refreshToken });
    return { refreshToken, ...renewed };
  }

  const consent: Consent = {
    url: ({ state, redirectUrl, access }) =>
      `${tokenBase}/security/v1/oauth/authorize?${new URLSearchParams({
        client_id: access.keys.clientId ?? '',
        redirect_uri: redirectUrl,
        response_type: 'code',
        state,
      })}`,
    exchange: async (access, query, redirectUrl) => {
      if (!query.code) throw new ConnectorError(CARRIER, 'rejected', 'no code came back', { code: 'NO_CODE' });
      const form = { grant_type: 'authorization_code', code: query.code, redirect_uri: redirectUrl };
      const issued = await tokens('token', access, form);
      if (!issued.refreshToken) throw new ConnectorError(CARRIER, 'malformed', 'no refresh token came');
      return issued;
    },
  };

  async function call<T extends z.ZodType>(access: CarrierAccess, input: UpsCall<T>): Promise<z.output<T>> {
    if (!access.tokens) {
      throw new ConnectorError(CARRIER, 'unauthorized', 'no token yet: authenticate first (a token a call is refused)');
    }
    const query = input.query ? `?${new URLSearchParams(input.query)}` : '';
    const request: Outbound = {
      method: input.method,
      url: `${base}${input.path}${query}`,
      headers: {
        authorization: `Bearer ${access.tokens.accessToken}`,
        transId: randomUUID().replaceAll('-', ''),
        transactionSrc,
        ...input.headers,
      },
      effect: input.effect,
      ...(input.json === undefined ? {} : { json: input.json }),
    };
    const answer = await http(request);
    if (answer.status !== 200) refuse(request, answer);
    const read = input.shape.safeParse(jsonOf(CARRIER, request, answer));
    if (!read.success) throw unreadable(CARRIER, request, 'the answer', rawOf(answer), read.error);
    return read.data;
  }

  return { authenticate, consent, call, now };
}

export type UpsClient = ReturnType<typeof createUpsClient>;
