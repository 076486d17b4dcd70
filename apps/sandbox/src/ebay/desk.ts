import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, header, query, rawBody } from '../http/app.ts';
import { isRecord, parseJson } from '../http/types.ts';
import type { Page } from '../kit/listing.ts';
import { platformNow } from '../kit/listing.ts';
import { RateDesk } from '../kit/rates.ts';
import type { Shop } from '../world/shop.ts';
import { access, EbayError, inventory, sendError } from './errors.ts';
import { checkSignature } from './signature.ts';
import { type EbayTokens, SCOPE } from './tokens.ts';

export const EBAY_SHOP = 'tW9kQvTrhEu';
export const EBAY_UK_SHOP = 'uK3bNpTrhGb';

/** The seller behind a shop: the immutable id is the shop's own. */
export const SELLERS: Readonly<Record<string, { username: string; site: string; country: string }>> = {
  [EBAY_SHOP]: { username: 'tradewind_home', site: 'EBAY_US', country: 'CN' },
  [EBAY_UK_SHOP]: { username: 'tradewind_home_uk', site: 'EBAY_GB', country: 'GB' },
};

export const sellerOf = (shop: Shop) => SELLERS[shop.id] ?? { username: shop.id, site: 'EBAY_US', country: 'US' };

/** A tenth of a day's calls at once, the others spread over it: the quota itself is counted by the day. */
const daily = (calls: number) => ({ perSecond: (calls * 0.9) / 86_400, burst: calls / 10 });
const QUOTAS = {
  fulfillment: daily(100_000),
  inventory: daily(2_000_000),
  finances: daily(15_000),
  notification: daily(10_000),
} as const;

const APIS = {
  fulfillment: { host: 'api', base: '/sell/fulfillment/v1' },
  inventory: { host: 'api', base: '/sell/inventory/v1' },
  finances: { host: 'apiz', base: '/sell/finances/v1' },
  identity: { host: 'apiz', base: '/commerce/identity/v1' },
  notification: { host: 'api', base: '/commerce/notification/v1' },
  edis: { host: 'api', base: '/sell/edelivery_international_shipping/v1' },
  postOrder: { host: 'api', base: '/post-order/v2' },
} as const;
type Api = keyof typeof APIS;

export interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
  query: Record<string, string>;
  body: Record<string, unknown>;
  /** Of the seller who gave the token; only where the call is made in a seller's name. */
  shop: Shop;
  /** '' where the application speaks for itself. */
  seller: string;
  now: number;
}

export interface Operation {
  api: Api;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  name: string;
  /** Any of these, by the end of their names; the application's own where there are none. */
  scopes?: readonly string[];
  /** Our application's token does, or a seller's. */
  anybody?: boolean;
  /** Money moves: sellers of the EU and the United Kingdom have to sign. */
  signed?: boolean;
  params?: readonly string[];
  handle(call: Call): FastifyReply | Promise<FastifyReply>;
}

/** What every call of eBay's REST APIs goes through: clock, token, scope, quota, signature. */
export class Desk {
  readonly #app: FastifyInstance;
  readonly #ctx: Context;
  readonly #tokens: EbayTokens;
  readonly #rates: RateDesk;

  constructor(app: FastifyInstance, ctx: Context, tokens: EbayTokens) {
    this.#app = app;
    this.#ctx = ctx;
    this.#tokens = tokens;
    this.#rates = new RateDesk(ctx, QUOTAS);
  }

  add(operation: Operation): void {
    const { host, base } = APIS[operation.api];
    this.#app.route({
      method: operation.method,
      url: `/ebay/${host}${base}${operation.path}`,
      handler: async (request, reply) => {
        request.note = operation.name;
        try {
          return await operation.handle(this.#enter(operation, request, reply));
        } catch (error) {
          if (error instanceof EbayError) return sendError(reply, error, operation.api === 'postOrder');
          throw error;
        }
      },
    });
  }

  #enter(operation: Operation, request: FastifyRequest, reply: FastifyReply): Call {
    const now = platformNow(this.#ctx, 'ebay');
    reply.header('date', new Date(now).toUTCString()).header('x-ebay-c-request-id', `ri=${crypto.randomUUID()}`);
    const grant = this.#tokens.grant(this.#tokenOf(operation, request));
    if (!grant)
      throw access(401, 1001, 'Invalid access token. Check the value of the Authorization HTTP request header.');
    const scopes = operation.scopes?.map((one) => (one.startsWith('https:') ? one : `${SCOPE}/${one}`)) ?? [SCOPE];
    const application = grant.shop === '';
    if (!scopes.some((one) => grant.scopes.has(one)) || (application && operation.scopes && !operation.anybody))
      throw access(403, 1100, 'Access denied. Insufficient permissions to fulfill the request.');
    if (!this.#rates.take('', operation.api)) throw access(429, 2001, 'Too many requests.');
    const requested = query(request);
    const strange = Object.keys(requested).find((name) => !(operation.params ?? []).includes(name));
    if (strange !== undefined) throw access(400, 2004, `Invalid request. The parameter "${strange}" is not known.`);
    const shop = this.#ctx.world.shop(grant.shop || EBAY_SHOP);
    const signed = checkSignature(request, now);
    if (operation.signed && !signed && sellerOf(shop).site === 'EBAY_GB')
      throw access(400, 215120, 'Missing digital signature: calls for this seller have to be signed.');
    return { request, reply, query: requested, body: this.#bodyOf(operation, request), shop, seller: grant.shop, now };
  }

  #tokenOf(operation: Operation, request: FastifyRequest): string {
    const [scheme, token = ''] = header(request, 'authorization').split(' ');
    return scheme?.toLowerCase() === (operation.api === 'postOrder' ? 'iaf' : 'bearer') ? token : '';
  }

  #bodyOf(operation: Operation, request: FastifyRequest): Record<string, unknown> {
    if (operation.method === 'GET') return {};
    if (operation.api === 'inventory' && !header(request, 'content-language'))
      throw inventory(400, 25709, 'Invalid value for header Content-Language.');
    const raw = rawBody(request);
    if (!raw || raw.length === 0) return {};
    if (!header(request, 'content-type').includes('json'))
      throw access(415, 2002, 'Unsupported media type: Content-Type has to be application/json.');
    const parsed = parseJson(raw);
    if (!isRecord(parsed)) throw access(400, 2004, 'Invalid request. The body cannot be read as JSON.');
    return parsed;
  }
}

/** limit and offset as whole numbers, refused in the words of the API. */
export function readPaging(
  requested: Record<string, string>,
  limits: { most: number; usual: number },
  refuse: (name: 'limit' | 'offset', value: string) => EbayError,
): { limit: number; offset: number } {
  const read = (name: 'limit' | 'offset', usual: number, least: number, most: number): number => {
    const text = requested[name];
    if (text === undefined) return usual;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (value < least || value > most) throw refuse(name, text);
    return value;
  };
  return {
    limit: read('limit', limits.usual, 1, limits.most),
    offset: read('offset', 0, 0, Number.MAX_SAFE_INTEGER),
  };
}

/** "name:[from..to],other:{A|B}" -> what stands behind each name; undefined when it cannot be read. */
export function readFilters(text: string | undefined): Map<string, string> | undefined {
  const found = new Map<string, string>();
  const rest = (text ?? '').replace(/([a-z]+):(\[[^\]]*\]|\{[^}]*\})(,|$)/gi, (_whole, name: string, value: string) => {
    found.set(name, value.slice(1, -1));
    return '';
  });
  return rest === '' ? found : undefined;
}

/** "2026-11-01T00:00:00.000Z..": with milliseconds and in UTC, or NaN. Without an end it is open. */
export function readRange(text: string): { from: number; to: number | undefined } {
  const [from = '', to = ''] = text.split('..');
  const read = (one: string) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(one) ? Date.parse(one) : Number.NaN;
  return { from: read(from), to: to === '' ? undefined : read(to) };
}

/** The address of the next page, as eBay writes it into the answer. */
export function linkTo(request: FastifyRequest, offset: number, limit: number): string {
  const url = new URL(request.originalUrl, `http://${header(request, 'host') || 'api.ebay.com'}`);
  url.searchParams.set('limit', String(limit));
  url.searchParams.set('offset', String(offset));
  return url.toString();
}

/** What stands at the head of every page: where it is, and where the next one begins. */
export function pageHead(request: FastifyRequest, page: Page<unknown>, offset: number, limit: number) {
  return {
    href: linkTo(request, offset, limit),
    total: page.total,
    limit,
    offset,
    ...(page.next === undefined ? {} : { next: linkTo(request, page.next, limit) }),
  };
}
