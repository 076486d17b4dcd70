import { z } from 'zod';
import {
  type Answer,
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
import { cut, malformed } from '../../read.ts';
import { ConnectorError, type FailureKind, type HttpOptions, type ShopAccess } from '../../types.ts';
import { readSigningKey, signatureHeaders } from './signature.ts';
import { languageOfSite, siteOf } from './sites.ts';

export const PLATFORM = 'ebay';

export const HOSTS = {
  api: 'https://api.ebay.com',
  apiz: 'https://apiz.ebay.com',
  auth: 'https://auth.ebay.com',
} as const;

export interface EbayApp {
  /** Client id of the keyset. */
  appId: string;
  certId: string;
  /** eBay's alias of our callback address. */
  ruName: string;
  /** Private key (PKCS #8) and JWE of eBay's key management, for sellers of the EU and the United Kingdom. */
  signingKey?: string | undefined;
  signingJwe?: string | undefined;
  /** What eBay's challenge of our address is answered with; made of the certificate where none is given. */
  verificationToken?: string | undefined;
  /** Where eBay writes to when it cannot reach us; it sends no notifications without. */
  alertEmail?: string | undefined;
  /** eDelivery International Shipping (SpeedPAK), for sellers of Greater China. */
  edis?: boolean;
}

export interface EbaySetup {
  app: EbayApp;
  http: HttpOptions;
  /** The stand-in is told the address that eBay keeps behind the RuName. */
  sandbox?: boolean;
}

/** So many calls a day for the whole application: a tenth of them at once, the others spread over the day. */
const daily = (calls: number): Limit => ({ perSecond: (calls * 0.9) / 86_400, burst: calls / 10 });

/** eBay's default quotas. Where it publishes none (Post-Order, eDIS, Identity) only its own refusals hold us back. */
export const LIMITS: Readonly<Record<string, Limit>> = {
  fulfillment: daily(100_000),
  inventory: daily(2_000_000),
  finances: daily(15_000),
  notification: daily(10_000),
  codeTokens: daily(10_000),
  refreshedTokens: daily(50_000),
  appTokens: daily(1_000),
};

const APIS = {
  fulfillment: { host: 'api', base: '/sell/fulfillment/v1', scheme: 'Bearer' },
  inventory: { host: 'api', base: '/sell/inventory/v1', scheme: 'Bearer' },
  finances: { host: 'apiz', base: '/sell/finances/v1', scheme: 'Bearer' },
  identity: { host: 'apiz', base: '/commerce/identity/v1', scheme: 'Bearer' },
  notification: { host: 'api', base: '/commerce/notification/v1', scheme: 'Bearer' },
  edis: { host: 'api', base: '/sell/edelivery_international_shipping/v1', scheme: 'Bearer' },
  postOrder: { host: 'api', base: '/post-order/v2', scheme: 'IAF' },
} as const;

export interface EbayCall {
  api: keyof typeof APIS;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  query?: Record<string, string | number | undefined>;
  json?: unknown;
  /** Default: `read` for GET, else `repeatable`. */
  effect?: Outbound['effect'];
  /** Money moves: eBay wants the call signed for sellers of some countries. */
  signed?: boolean;
  /** Answered item by item, also where the status says that some or all of them failed. */
  byItem?: boolean;
}

export interface EbayAnswer {
  /** Undefined where there is nothing (204, or an empty body). */
  json: unknown;
  headers: Headers;
}

/** eBay's filters keep their colons; everything else that a query cannot hold is encoded, brackets and bars too. */
export function queryString(query: EbayCall['query'] = {}): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',');
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encode(String(value))}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

const words = z.union([z.string(), z.object({ value: z.string() }).transform((one) => one.value)]);
export const oneError = z.object({
  errorId: z.coerce.string().catch('0'),
  message: words.nullish().catch(undefined),
  longMessage: words.nullish().catch(undefined),
});
/** REST says `errors`, Post-Order `error`. */
const errorList = z.union([
  z.object({ errors: z.array(oneError).min(1) }).transform((answered) => answered.errors),
  z.object({ error: z.array(oneError).min(1) }).transform((answered) => answered.error),
]);

export const wordsOf = (error: z.output<typeof oneError> | undefined): string =>
  error?.longMessage || error?.message || '';

/**
 * eDIS says these with 400, though nothing is wrong with the request: the order has not come to it yet, it is busy, the
 * package is in work or has no number yet.
 */
const PASSING = new Set(['355009', '355066', '355036', '355040', '355041']);
/** eDIS broke down on the way, or is still at it: what it did of a write nobody knows. */
const BROKEN = new Set(['355000', '355026', '355030', '355049', '355053']);
/** A daily quota that is used up comes back at midnight (Pacific); sooner only where others have given some back. */
const QUOTA_WAIT_MS = 5 * 60_000;

function kindOf(status: number, code: string, effect: Outbound['effect']): FailureKind {
  // The token lacks a scope we ask for today: a new consent gives it.
  if (status === 403 && code === '1100') return 'unauthorized';
  if (PASSING.has(code)) return 'unavailable';
  if (BROKEN.has(code)) return effect === 'once' ? 'uncertain' : 'unavailable';
  return kindOfStatus(status, effect);
}

function refusal(input: EbayCall, answer: Answer, effect: Outbound['effect'], now: number): ConnectorError {
  const answered = errorList.safeParse(jsonIfAny(answer));
  const first = answered.success ? answered.data[0] : undefined;
  const code = first?.errorId ?? `HTTP ${answer.status}`;
  const kind = kindOf(answer.status, code, effect);
  const said = [`${input.method} ${input.path}:`, code, wordsOf(first)].filter(Boolean).join(' ');
  return new ConnectorError(PLATFORM, kind, said, {
    status: answer.status,
    code,
    raw: rawOf(answer),
    ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now) ?? QUOTA_WAIT_MS } : {}),
  });
}

export function createEbayClient({ app, http: options }: EbaySetup) {
  const http = createHttp(PLATFORM, options, LIMITS);
  const now = options.now ?? Date.now;

  function signatureOf(request: Outbound): Record<string, string> {
    if (!app.signingKey || !app.signingJwe) return {};
    try {
      const key = readSigningKey(app.signingKey, app.signingJwe);
      return signatureHeaders({ ...request, body: request.body?.content }, key, now());
    } catch (error) {
      const message = `our signing key cannot be used: ${error instanceof Error ? error.message : String(error)}`;
      throw new ConnectorError(PLATFORM, 'rejected', message, { code: 'BAD_SIGNING_KEY', cause: error });
    }
  }

  /** One call in the name of a shop. Answers of another status than success are thrown. */
  return async function call(access: ShopAccess, input: EbayCall): Promise<EbayAnswer> {
    const api = APIS[input.api];
    const effect = input.effect ?? (input.method === 'GET' ? 'read' : 'repeatable');
    const site = siteOf(access.marketplaceIds);
    const request: Outbound = {
      method: input.method,
      url: `${options.baseUrls?.[api.host] ?? HOSTS[api.host]}${api.base}${input.path}${queryString(input.query)}`,
      headers: {
        authorization: `${api.scheme} ${access.tokens.accessToken}`,
        'x-ebay-c-marketplace-id': site,
        ...(input.api === 'inventory' && input.method !== 'GET' ? { 'content-language': languageOfSite(site) } : {}),
      },
      ...(input.json === undefined ? {} : { body: { type: 'application/json', content: JSON.stringify(input.json) } }),
      // Quotas belong to the application, whichever shop is asked about.
      pace: { account: '', kind: input.api },
      effect,
    };
    const signature = input.signed ? signatureOf(request) : {};
    const answer = await http({ ...request, headers: { ...request.headers, ...signature } });
    const { status, headers } = answer;
    if (input.byItem && status >= 200 && status < 500 && hasResponses(answer))
      return { json: jsonIfAny(answer), headers };
    if (status < 200 || status >= 400) throw refusal(input, answer, effect, now());
    if (status >= 300) throw unreadable(PLATFORM, request, `${input.path}: unexpected status ${status}`, rawOf(answer));
    if (status === 204 || answer.text.trim() === '') return { json: undefined, headers };
    return { json: jsonOf(PLATFORM, request, answer), headers };
  };
}

const hasResponses = (answer: Answer): boolean =>
  z.object({ responses: z.array(z.unknown()).min(1) }).safeParse(jsonIfAny(answer)).success;

export type EbayClient = ReturnType<typeof createEbayClient>;

/** What an answer has to look like. @throws ConnectorError `malformed` naming the field that does not fit */
export function shaped<T extends z.ZodType>(shape: T, answer: EbayAnswer, what: string): z.output<T> {
  const read = shape.safeParse(answer.json);
  if (!read.success) throw malformed(PLATFORM, what, cut(JSON.stringify(answer.json) ?? ''), read.error);
  return read.data;
}

/** eBay's own clock, by which its windows are cut; ours where the answer does not tell. */
export function clockOf(answer: EbayAnswer, now: number): number {
  const answered = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(answered) ? now : answered;
}

/** Where the next page begins, by the link to it; undefined on the last. */
export function offsetOf(next: string | null | undefined): number | undefined {
  if (!next) return undefined;
  const offset = Number(new URL(next, HOSTS.api).searchParams.get('offset'));
  return Number.isSafeInteger(offset) && offset >= 0 ? offset : undefined;
}
