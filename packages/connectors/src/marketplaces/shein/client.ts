import { randomInt } from 'node:crypto';
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
import type { Limit } from '../../pace.ts';
import { ConnectorError, type FailureKind, type HttpOptions, type ShopAccess } from '../../types.ts';
import { sign } from './signature.ts';

export const PLATFORM = 'shein';
const API_HOST = 'https://openapi.sheincorp.com';

export interface SheinApp {
  appId: string;
  appSecret: string;
}

export interface SheinSetup {
  app: SheinApp;
  http: HttpOptions;
}

/** SHEIN's figures, for each call and shop. It names none for the rest, of which twenty a second are kept. */
const LIMITS: Readonly<Record<string, Limit>> = {
  'order/order-detail': { perSecond: 300, burst: 300 },
  'order/import-batch-multiple-express': { perSecond: 100, burst: 100 },
  'return-order/list': { perSecond: 5, burst: 5 },
  'return-order/details': { perSecond: 5, burst: 5 },
  other: { perSecond: 20, burst: 20 },
};

export interface SheinCall<T extends z.ZodType> {
  method?: 'GET' | 'POST';
  /** Below /open-api/. */
  path: string;
  query?: Readonly<Record<string, string>>;
  json?: Readonly<Record<string, unknown>>;
  effect: Outbound['effect'];
  /** Of the envelope's `info`. */
  shape: T;
}

/** Who signs: a shop by the secret it gave us, or our app. */
interface Signer {
  headers: Record<string, string>;
  id: string;
  secret: string;
}

/** Wrong signature: as ours is right, the seller has given a newer secret since, or has taken it back. */
const BAD_SIGNATURE = 'openapi00001';
const TOO_OFTEN = /too (many|frequent)|rate ?limit|frequency|限流|频繁/i;
const PASSING =
  /^(system|internal|server|network)\b.*(error|exception|busy)|time ?out|系统(异常|繁忙|错误)|服务异常|超时/i;

const envelope = z.object({
  code: z.coerce.string(),
  msg: z.string().nullish(),
  traceId: z.string().nullish(),
  info: z.unknown().optional(),
});

export function kindOf(status: number, code: string, words: string, effect: Outbound['effect']): FailureKind {
  if (status === 429 || TOO_OFTEN.test(words)) return 'throttled';
  if (code === BAD_SIGNATURE) return 'unauthorized';
  if (PASSING.test(words)) return effect === 'once' ? 'uncertain' : 'unavailable';
  return status >= 500 ? kindOfStatus(status, effect) : 'rejected';
}

const SIGNS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const fiveSigns = () => Array.from({ length: 5 }, () => SIGNS[randomInt(SIGNS.length)]).join('');

export function createSheinClient({ app, http: options }: SheinSetup) {
  const http = createHttp(PLATFORM, options, LIMITS);
  const now = options.now ?? Date.now;
  const base = options.baseUrls?.api ?? API_HOST;

  async function send<T extends z.ZodType>(
    by: Signer,
    input: SheinCall<T>,
    more: { account: string; secret?: boolean },
  ): Promise<z.output<T>> {
    const path = `/open-api/${input.path}`;
    const query = input.query ? `?${new URLSearchParams(input.query)}` : '';
    const timestamp = String(now());
    const method = input.method ?? 'POST';
    const outbound: Outbound = {
      method,
      url: `${base}${path}${query}`,
      headers: {
        'x-lt-appid': app.appId,
        ...by.headers,
        'x-lt-timestamp': timestamp,
        'x-lt-signature': sign(by.id, timestamp, path, by.secret, fiveSigns()),
        language: 'en',
      },
      ...(method === 'POST'
        ? { body: { type: 'application/json;charset=UTF-8', content: JSON.stringify(input.json ?? {}) } }
        : {}),
      effect: input.effect,
      pace: { account: more.account, kind: Object.hasOwn(LIMITS, input.path) ? input.path : 'other' },
      ...(more.secret ? { secret: true } : {}),
    };
    const answer = await http(outbound);
    const { status } = answer;
    const answered = envelope.safeParse(status < 400 ? jsonOf(PLATFORM, outbound, answer) : jsonIfAny(answer));
    if (status < 400 && !answered.success)
      throw unreadable(PLATFORM, outbound, `${input.path}: the answer`, rawOf(answer), answered.error);
    if (!answered.success || answered.data.code !== '0') {
      const code = answered.success ? answered.data.code : `HTTP ${status}`;
      const words = answered.success ? (answered.data.msg ?? '') : '';
      const kind = kindOf(status, code, words, input.effect);
      const trace = answered.success && answered.data.traceId ? ` (trace ${answered.data.traceId})` : '';
      throw new ConnectorError(PLATFORM, kind, `${input.path}: ${code} ${words}${trace}`, {
        status,
        code,
        raw: rawOf(answer),
        ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? 1000 } : {}),
      });
    }
    const info = input.shape.safeParse(answered.data.info);
    if (!info.success) throw unreadable(PLATFORM, outbound, input.path, rawOf(answer), info.error);
    return info.data;
  }

  return {
    /** A call of a shop; answers `info` of the reply. */
    call<T extends z.ZodType>(access: ShopAccess, input: SheinCall<T>): Promise<z.output<T>> {
      const by = {
        headers: { 'x-lt-openKeyId': access.account },
        id: access.account,
        secret: access.tokens.accessToken,
      };
      return send(by, input, { account: access.account });
    },
    /** A call of our app, whose answer holds a secret. */
    callAsApp: <T extends z.ZodType>(input: SheinCall<T>): Promise<z.output<T>> =>
      send({ headers: {}, id: app.appId, secret: app.appSecret }, input, { account: app.appId, secret: true }),
    http,
  };
}

export type SheinClient = ReturnType<typeof createSheinClient>;
