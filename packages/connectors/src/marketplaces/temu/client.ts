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
import { findRegion, type RegionCode } from './regions.ts';
import { sign } from './signature.ts';

export const PLATFORM = 'temu';

export interface TemuApp {
  appKey: string;
  appSecret: string;
}

export interface TemuSetup {
  /** One for each region: data of a region stays in it. */
  apps: Readonly<Partial<Record<RegionCode, TemuApp>>>;
  http: HttpOptions;
  sandbox?: boolean;
}

/** Of one app, all its shops together. */
const LIMITS: Readonly<Record<string, Limit>> = { app: { perSecond: 20, burst: 20 } };

export interface TemuCall<T extends z.ZodType> {
  type: string;
  params?: Readonly<Record<string, unknown>>;
  effect: Outbound['effect'];
  /** Of the envelope's `result`. */
  shape: T;
}

const TOO_MANY = 4000004;
const PASSING = new Set([4000000, 7000000]);
const PASSING_WORDS = /try again later|system (error|abnormality|exception)/i;
/** Token bad, of another shop or region, expired; the seller has taken the permission back. */
const TOKEN_REFUSED = new Set([3000030, 3000031, 3000033, 3000034, 5000000]);

const envelope = z.object({
  success: z.boolean(),
  errorCode: z.coerce.number().int().nullish(),
  errorMsg: z.string().nullish(),
  requestId: z.string().nullish(),
  result: z.unknown().optional(),
});

export function kindOf(status: number, code: number, words: string, effect: Outbound['effect']): FailureKind {
  if (status === 429 || code === TOO_MANY) return 'throttled';
  if (TOKEN_REFUSED.has(code)) return 'unauthorized';
  if (PASSING.has(code) || PASSING_WORDS.test(words)) return effect === 'once' ? 'uncertain' : 'unavailable';
  return status >= 500 ? kindOfStatus(status, effect) : 'rejected';
}

export function createTemuClient({ apps, http: options }: TemuSetup) {
  const http = createHttp(PLATFORM, options, LIMITS);
  const now = options.now ?? Date.now;

  function doorOf(access: Pick<ShopAccess, 'region'>) {
    const region = findRegion(access.region);
    const app = apps[region.code];
    if (!app)
      throw new ConnectorError(PLATFORM, 'rejected', `we have no app of Temu's for ${region.name[1]}`, {
        code: 'NO_APP',
      });
    return { app, host: options.baseUrls?.[region.address] ?? region.host };
  }

  /** Answers `result` of the reply. */
  async function call<T extends z.ZodType>(access: ShopAccess, input: TemuCall<T>): Promise<z.output<T>> {
    const { app, host } = doorOf(access);
    const params: Record<string, unknown> = {
      type: input.type,
      app_key: app.appKey,
      access_token: access.tokens.accessToken,
      timestamp: String(Math.floor(now() / 1000)),
      data_type: 'JSON',
      version: 'V1',
    };
    for (const [name, value] of Object.entries(input.params ?? {}))
      if (value !== undefined && value !== null) params[name] = value;
    params.sign = sign(app.appSecret, params);
    const outbound: Outbound = {
      method: 'POST',
      url: `${host}/openapi/router`,
      json: params,
      effect: input.effect,
      pace: { account: app.appKey, kind: 'app' },
    };
    const answer = await http(outbound);
    const { status } = answer;
    const answered = envelope.safeParse(status < 400 ? jsonOf(PLATFORM, outbound, answer) : jsonIfAny(answer));
    if (status < 400 && !answered.success)
      throw unreadable(PLATFORM, outbound, `${input.type}: the answer`, rawOf(answer), answered.error);
    if (!answered.success || !answered.data.success) {
      const code = answered.success ? (answered.data.errorCode ?? 0) : 0;
      const words = answered.success ? (answered.data.errorMsg ?? '') : '';
      const kind = kindOf(status, code, words, input.effect);
      const id = answered.success && answered.data.requestId ? ` (request ${answered.data.requestId})` : '';
      throw new ConnectorError(PLATFORM, kind, `${input.type}: ${code || `HTTP ${status}`} ${words}${id}`, {
        status,
        code: code ? String(code) : `HTTP ${status}`,
        raw: rawOf(answer),
        ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? 1000 } : {}),
      });
    }
    const result = input.shape.safeParse(answered.data.result);
    if (!result.success) throw unreadable(PLATFORM, outbound, input.type, rawOf(answer), result.error);
    return result.data;
  }

  /** A label's address is good for ten minutes and opens for those who sign, by headers. */
  async function download(access: ShopAccess, url: string): Promise<Buffer> {
    const { app } = doorOf(access);
    const headers: Record<string, string> = {
      'toa-app-key': app.appKey,
      'toa-access-token': access.tokens.accessToken,
      'toa-random': Array.from({ length: 32 }, () => randomInt(10)).join(''),
      'toa-timestamp': String(Math.floor(now() / 1000)),
    };
    headers['toa-sign'] = sign(app.appSecret, headers);
    const request: Outbound = {
      method: 'GET',
      url,
      headers: { ...headers, accept: 'application/pdf' },
      effect: 'read',
    };
    const file = await http(request);
    if (file.status !== 200 || !file.bytes.subarray(0, 4).equals(Buffer.from('%PDF')))
      throw unreadable(PLATFORM, request, 'the label is no PDF', undefined);
    return file.bytes;
  }

  return { call, download };
}

export type TemuClient = ReturnType<typeof createTemuClient>;
