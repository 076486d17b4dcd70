import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, rawBody } from '../http/app.ts';
import { isRecord, parseJson } from '../http/types.ts';
import { platformNow } from '../kit/listing.ts';
import { RateDesk } from '../kit/rates.ts';
import type { TokenDesk } from '../kit/tokens.ts';
import type { Shop } from '../world/shop.ts';
import { requestId, ShopeeError, sendError, tooMany, wrongParameter } from './errors.ts';
import { isFresh, SHOPEE_APP, signatureOf } from './signing.ts';

export const NAME = 'shopee';
const PREFIX = '/shopee';
const LIMITS = { call: { perSecond: 10, burst: 10 } };

export interface Call {
  ctx: Context;
  request: FastifyRequest;
  reply: FastifyReply;
  query: URLSearchParams;
  body: Record<string, unknown>;
}
export type ShopCall = Call & { shop: Shop };

interface Form {
  method: 'GET' | 'POST';
  /** Below /api/v2. */
  path: string;
  /** Names that the call takes in its query, besides those that every call has. */
  query?: readonly string[];
  /** Names that its JSON body takes. */
  body?: readonly string[];
  /** What it answers stands beside `error`, not below `response`. */
  flat?: boolean;
}

/** Shopee's calls: what all of them check first, and the envelope that all of them answer in. */
export class OperationBook {
  readonly #app: FastifyInstance;
  readonly #ctx: Context;
  readonly #tokens: TokenDesk;
  readonly #rates: RateDesk;

  constructor(app: FastifyInstance, ctx: Context, tokens: TokenDesk) {
    this.#app = app;
    this.#ctx = ctx;
    this.#tokens = tokens;
    this.#rates = new RateDesk(ctx, LIMITS);
  }

  /** A call of a shop: signed with its token. */
  add(form: Form, handle: (call: ShopCall) => unknown): void {
    this.#route(form, true, async (call) => {
      const shop = this.#shopOf(call.query);
      if (!this.#rates.take(shop.id, 'call')) throw tooMany();
      return handle({ ...call, shop });
    });
  }

  /** A call of the app: signed without a shop. */
  addPublic(form: Form, handle: (call: Call) => unknown): void {
    this.#route(form, false, async (call) => handle(call));
  }

  #route(form: Form, ofShop: boolean, handle: (call: Call) => Promise<unknown>): void {
    const path = `/api/v2/${form.path}`;
    this.#app.route({
      method: form.method,
      url: `${PREFIX}${path}`,
      handler: async (request, reply) => {
        request.note = form.path;
        try {
          const query = new URLSearchParams(request.url.split('?')[1] ?? '');
          this.#checkSign(path, query, ofShop);
          const call = { ctx: this.#ctx, request, reply, query, body: bodyOf(form, request) };
          checkNames(query.keys(), [...COMMON, ...(ofShop ? OF_SHOP : []), ...(form.query ?? [])]);
          const answer = await handle(call);
          if (Buffer.isBuffer(answer)) return reply.send(answer);
          const envelope = { error: '', message: '', request_id: requestId() };
          return reply.send(
            form.flat && isRecord(answer) ? { ...answer, ...envelope } : { ...envelope, response: answer },
          );
        } catch (error) {
          if (!(error instanceof ShopeeError)) throw error;
          request.note += ` ${error.code}`;
          return sendError(reply, error);
        }
      },
    });
  }

  #checkSign(path: string, query: URLSearchParams, ofShop: boolean): void {
    const [partnerId, timestamp, sign] = ['partner_id', 'timestamp', 'sign'].map((name) => query.get(name) ?? '');
    if (!partnerId) throw forbidden('error_param', 'There is no partner_id in query.');
    if (partnerId !== SHOPEE_APP.partnerId) throw forbidden('error_auth', 'partner_id is invalid');
    if (!timestamp) throw forbidden('error_param', 'no timestamp.');
    if (!/^\d{1,10}$/.test(timestamp)) throw forbidden('error_param', 'Invalid timestamp');
    if (!sign) throw forbidden('error_param', 'There is no sign in query.');
    if (ofShop && !query.get('access_token')) throw forbidden('error_param', 'There is no access_token in query.');
    if (ofShop && !query.get('shop_id')) throw forbidden('error_param', 'There is no shop_id in query.');
    const whose = ofShop ? [query.get('access_token') ?? '', query.get('shop_id') ?? ''] : [];
    if (sign !== signatureOf(path, timestamp, ...whose)) throw forbidden('error_sign', 'Wrong sign.');
    if (!isFresh(timestamp, platformNow(this.#ctx, NAME))) throw forbidden('error_param', 'Timestamp is expired.');
  }

  #shopOf(query: URLSearchParams): Shop {
    const grant = this.#tokens.ofAccess(query.get('access_token') ?? '');
    if (!grant) throw forbidden('invalid_acceess_token', 'Invalid access_token, please have a check.');
    const shop = this.#ctx.world.shops.get(query.get('shop_id') ?? '');
    if (!shop || shop.platform !== NAME || grant.shop !== shop.id)
      throw forbidden('error_auth', 'Invalid partner_id or shopid.');
    return shop;
  }
}

const COMMON = ['partner_id', 'timestamp', 'sign'];
const OF_SHOP = ['access_token', 'shop_id'];
const forbidden = (code: string, message: string) => new ShopeeError(code, message, { status: 403 });

/** What the stand-in does not know it refuses: a misspelt name would go unnoticed otherwise. */
function checkNames(answered: Iterable<string>, known: readonly string[]): void {
  for (const name of answered) if (!known.includes(name)) throw wrongParameter(`unknown parameter ${name}`);
}

function bodyOf(form: Form, request: FastifyRequest): Record<string, unknown> {
  if (form.method === 'GET') return {};
  const body = parseJson(rawBody(request));
  if (!isRecord(body)) throw wrongParameter('the request body is not a valid json format');
  checkNames(Object.keys(body), form.body ?? []);
  return body;
}

// ---- reading parameters
export function integer(name: string, answered: unknown, least: number, most: number): number {
  const value =
    typeof answered === 'number' ? answered : /^-?\d+$/.test(String(answered ?? '')) ? Number(answered) : Number.NaN;
  if (!Number.isInteger(value) || value < least || value > most)
    throw wrongParameter(`${name} must be between ${least} and ${most}`);
  return value;
}

/** A window of at most so many days, as milliseconds; both ends count. */
export function windowOf(
  query: URLSearchParams,
  [from, to]: readonly [string, string],
  refusal: () => ShopeeError,
  days = 15,
): [from: number, before: number] {
  const start = integer(from, query.get(from), 0, 4_294_967_295);
  const end = integer(to, query.get(to), 0, 4_294_967_295);
  if (start >= end || end - start > days * 86_400) throw refusal();
  return [start * 1000, (end + 1) * 1000];
}

export const seconds = (ms: number): number => Math.floor(ms / 1000);

export function records(name: string, answered: unknown, most = 50): Record<string, unknown>[] {
  if (!Array.isArray(answered) || answered.length === 0 || answered.length > most || !answered.every(isRecord))
    throw wrongParameter(`${name} must hold 1 to ${most} objects`);
  return answered;
}
