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
import { sign } from './signature.ts';

export const PLATFORM = 'tiktok';
const API_HOST = 'https://open-api.tiktokglobalshop.com';

export interface TiktokApp {
  appKey: string;
  appSecret: string;
  /** Of the app's page in Partner Center; names the app on the consent page. */
  serviceId: string;
}

export interface TiktokSetup {
  app: TiktokApp;
  /** Where shops of the United States have an app of their own. */
  usApp?: TiktokApp;
  http: HttpOptions;
  /** The stand-in knows no redirect address of an app, so it is told. */
  sandbox?: boolean;
}

export const appFor = (setup: TiktokSetup, region: string | undefined): TiktokApp =>
  region === 'US' ? (setup.usApp ?? setup.app) : setup.app;

const OPERATIONS = [
  'getShops',
  'searchOrders',
  'getOrders',
  'markShipped',
  'shipPackage',
  'createPackage',
  'queryServices',
  'getTimeSlots',
  'getPackage',
  'searchCombinable',
  'combinePackages',
  'uncombinePackages',
  'getDocument',
  'getWarehouses',
  'getDeliveryOptions',
  'getProviders',
  'cancel',
  'searchCancellations',
  'approveCancellation',
  'searchReturns',
  'approveReturn',
  'rejectReturn',
  'getRejectReasons',
  'searchProducts',
  'updateInventory',
  'updatePrices',
  'getStatements',
  'getTransactions',
  'getWebhooks',
  'updateWebhook',
] as const;
type Operation = (typeof OPERATIONS)[number];

/** Fifty calls a second of one app for one shop to one API. */
const LIMITS: Readonly<Record<string, Limit>> = Object.fromEntries(
  OPERATIONS.map((name) => [name, { perSecond: 50, burst: 50 }]),
);

export interface TiktokCall<T extends z.ZodType> {
  operation: Operation;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  json?: Readonly<Record<string, unknown>>;
  effect: Outbound['effect'];
  /** Of the envelope's `data`. */
  shape: T;
}

/**
 * TikTok takes a timestamp of five minutes ago and refuses one that is 30 seconds ahead of its clock. Told a little
 * late, ours stands in the middle, and clocks may differ by more than two minutes either way.
 */
const BACKDATED_MS = 135_000;

const TOO_MANY = 36009002;
const DAILY_QUOTA = 45101004;
const QUOTA_WAIT_MS = 3_600_000;
/** Internal error, time-out of their own. */
const PASSING = new Set([36009003, 36009007]);
const PASSING_WORDS =
  /^(internal|system|unknown)\b.*(error|time ?out)|^system process|time ?out error|still being generated/i;
/** Token invalid; expired; of another shop than the cipher. */
const TOKEN_REFUSED = new Set([105001, 105002, 101000]);
const CREDENTIALS = 36009004;

const envelope = z.object({
  code: answerCode,
  message: z.string().nullish(),
  request_id: z.string().nullish(),
  data: z.unknown().optional(),
});

export function kindOf(status: number, code: number, message: string, effect: Outbound['effect']): FailureKind {
  if (status === 429 || code === TOO_MANY || code === DAILY_QUOTA) return 'throttled';
  // One code for everything that is wrong with the query or the header: only the words tell the token from the rest.
  if (TOKEN_REFUSED.has(code) || (code === CREDENTIALS && /access[_-]token/i.test(message))) return 'unauthorized';
  if (PASSING.has(code) || PASSING_WORDS.test(message)) return effect === 'once' ? 'uncertain' : 'unavailable';
  return status >= 500 ? kindOfStatus(status, effect) : 'rejected';
}

export function createTiktokClient(setup: TiktokSetup) {
  const { http: options } = setup;
  const http = createHttp(PLATFORM, options, LIMITS);
  const now = options.now ?? Date.now;
  const base = options.baseUrls?.api ?? API_HOST;

  function request(access: ShopAccess, input: TiktokCall<z.ZodType>): Outbound {
    const app = appFor(setup, access.region);
    const query: Record<string, string> = {};
    for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query[name] = String(value);
    query.app_key = app.appKey;
    query.timestamp = String(Math.floor((now() - BACKDATED_MS) / 1000));
    if (!input.path.startsWith('/authorization/')) {
      const cipher = access.tokens.keys?.shopCipher;
      if (!cipher) throw new ConnectorError(PLATFORM, 'unauthorized', 'the shop has no cipher');
      query.shop_cipher = cipher;
    }
    // An empty object is signed by some of TikTok's own samples and not by others: then nothing is sent at all.
    const body = input.json && Object.keys(input.json).length > 0 ? JSON.stringify(input.json) : '';
    query.sign = sign(app.appSecret, input.path, query, body);
    return {
      method: input.method,
      url: `${base}${input.path}?${new URLSearchParams(query)}`,
      headers: { 'x-tts-access-token': access.tokens.accessToken, 'content-type': 'application/json' },
      ...(body ? { body: { type: 'application/json', content: body } } : {}),
      effect: input.effect,
      pace: { account: access.account, kind: input.operation },
    };
  }

  /** Answers `data` of the reply. */
  return async function call<T extends z.ZodType>(access: ShopAccess, input: TiktokCall<T>): Promise<z.output<T>> {
    const outbound = request(access, input);
    const answer = await http(outbound);
    const { status } = answer;
    const answered = envelope.safeParse(status < 400 ? jsonOf(PLATFORM, outbound, answer) : jsonIfAny(answer));
    if (status < 400 && !answered.success)
      throw unreadable(PLATFORM, outbound, `${input.operation}: the answer`, rawOf(answer), answered.error);
    if (!answered.success || answered.data.code !== 0) {
      const code = answered.success ? answered.data.code : 0;
      const words = answered.success ? (answered.data.message ?? '') : '';
      const kind = kindOf(status, code, words, input.effect);
      const id = answered.success && answered.data.request_id ? ` (request ${answered.data.request_id})` : '';
      const wait = code === DAILY_QUOTA ? QUOTA_WAIT_MS : 1000;
      throw new ConnectorError(PLATFORM, kind, `${input.operation}: ${code || `HTTP ${status}`} ${words}${id}`, {
        status,
        code: code ? String(code) : `HTTP ${status}`,
        raw: rawOf(answer),
        ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? wait } : {}),
      });
    }
    const data = input.shape.safeParse(answered.data.data);
    if (!data.success) throw unreadable(PLATFORM, outbound, input.operation, rawOf(answer), data.error);
    return data.data;
  };
}

export type TiktokClient = ReturnType<typeof createTiktokClient>;
