import { z } from 'zod';
import { answerCode } from '../../amounts.ts';
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
import type { Limit } from '../../pace.ts';
import { ConnectorError, type FailureKind, type HttpOptions, type ShopAccess } from '../../types.ts';

export const PLATFORM = 'wish';
export const API_HOST = 'https://merchant.wish.com';

export interface WishSetup {
  app: { clientId: string; clientSecret: string };
  http: HttpOptions;
  /** The stand-in knows no redirect address of an app, so it is told. */
  sandbox?: boolean;
}

/** Wish counts calls by merchant and app and names no figures: this is a modest pace of ours. */
const LIMITS: Readonly<Record<string, Limit>> = { call: { perSecond: 10, burst: 20 } };
const WAIT_MS = 30_000;

/** The token has ended, was taken back, or is none. */
const TOKEN_REFUSED = new Set([1007, 1008, 1012]);
/** The permission does not cover the call, the account is disabled: another token would not help. */
const NOT_ALLOWED = new Set([1002, 1006]);

export const envelope = z.object({
  code: answerCode,
  message: z.string().nullish(),
  data: z.unknown().optional(),
});

export interface WishCall<T extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT';
  /** Below /api/v3. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  json?: unknown;
  effect: Outbound['effect'];
  /** Of the envelope's `data`. */
  shape: T;
}

function kindOf(status: number, code: number, effect: Outbound['effect']): FailureKind {
  if (status === 429) return 'throttled';
  if (NOT_ALLOWED.has(code)) return 'rejected';
  if (status === 401 || TOKEN_REFUSED.has(code)) return 'unauthorized';
  return status >= 400 ? kindOfStatus(status, effect) : 'rejected';
}

/** When to try again, said as a date, as seconds since 1970, or as a length of time. */
export function waitOf(headers: Headers, now: number): number {
  const answered = headers.get('wish-rate-limit-reset')?.trim() ?? '';
  const number = /^\d+(\.\d+)?$/.test(answered) ? Number(answered) : undefined;
  const date = number === undefined ? Date.parse(answered) : number * 1000;
  const wait = number !== undefined && number < 1e9 ? number * 1000 : date - now;
  return retryAfter(headers, now) ?? (wait > 0 && wait < 86_400_000 ? Math.ceil(wait) : WAIT_MS);
}

export function createWishClient({ http: options }: WishSetup) {
  const http = createHttp(PLATFORM, options, LIMITS);
  const now = options.now ?? Date.now;
  const base = `${options.baseUrls?.api ?? API_HOST}/api/v3`;

  return async function call<T extends z.ZodType>(access: ShopAccess, input: WishCall<T>): Promise<z.output<T>> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(input.query ?? {}))
      if (value !== undefined) query.set(name, String(value));
    const outbound: Outbound = {
      method: input.method,
      url: `${base}${input.path}${query.size > 0 ? `?${query}` : ''}`,
      headers: { authorization: `Bearer ${access.tokens.accessToken}` },
      ...(input.json === undefined ? {} : { json: input.json }),
      effect: input.effect,
      pace: { account: access.account, kind: 'call' },
    };
    const answer = await http(outbound);
    const { status } = answer;
    const answered = envelope.safeParse(status < 400 ? jsonOf(PLATFORM, outbound, answer) : jsonIfAny(answer));
    if (status < 400 && !answered.success)
      throw unreadable(PLATFORM, outbound, `${input.path}: the answer`, rawOf(answer), answered.error);
    if (!answered.success || status >= 400 || answered.data.code !== 0) {
      const code = answered.success ? answered.data.code : 0;
      const kind = kindOf(status, code, input.effect);
      const id = answer.headers.get('wish-request-id');
      const words = [
        input.path,
        code || `HTTP ${status}`,
        answered.success ? answered.data.message : '',
        id && `(request ${id})`,
      ];
      throw new ConnectorError(PLATFORM, kind, words.filter(Boolean).join(' '), {
        status,
        code: code ? String(code) : `HTTP ${status}`,
        raw: rawOf(answer),
        ...(kind === 'throttled' ? { retryAfterMs: waitOf(answer.headers, now()) } : {}),
      });
    }
    const data = input.shape.safeParse(answered.data.data);
    if (!data.success) throw unreadable(PLATFORM, outbound, input.path, rawOf(answer), data.error);
    return data.data;
  };
}

export type WishClient = ReturnType<typeof createWishClient>;
