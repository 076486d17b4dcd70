import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, param, rawBody } from '../http/app.ts';
import { isRecord, parseJson } from '../http/types.ts';
import { RateDesk } from '../kit/rates.ts';
import type { Shop } from '../world/shop.ts';
import { NAME } from './name.ts';
import type { WishTokens } from './tokens.ts';

/** Wish names no figures: this is the stand-in's own. */
const LIMITS = { call: { perSecond: 10, burst: 100 } };

/** A refusal as Wish words it. */
export class WishError extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** "Invalid parameter" of every call. */
export const invalid = (message: string) => new WishError(400, 90001, message);
const tooMany = () => new WishError(429, 1004, 'Too Many Requests');

export function send(reply: FastifyReply, error: WishError): FastifyReply {
  if (error.status === 429) reply.header('wish-rate-limit-reset', new Date(Date.now() + 3000).toISOString());
  const { status, code, message } = error;
  return reply.code(status).header('wish-request-id', randomUUID()).send({ message, code, data: {} });
}

export const wishErrors: ErrorForms = {
  throttled: (reply) => send(reply, tooMany()),
  broken: (reply) => send(reply, new WishError(500, 2000, 'Something went wrong, please try again later')),
};

export interface Call {
  ctx: Context;
  shop: Shop;
  /** Of the path. */
  id: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

interface Form {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api/v3. */
  path: string;
  scope: string;
  query?: readonly string[];
  body?: readonly string[];
}

/** Wish's calls: what all of them check first, and the envelope that all of them answer in. */
export class Api {
  readonly #app: FastifyInstance;
  readonly #ctx: Context;
  readonly #tokens: WishTokens;
  readonly #rates: RateDesk;

  constructor(app: FastifyInstance, ctx: Context, tokens: WishTokens) {
    this.#app = app;
    this.#ctx = ctx;
    this.#tokens = tokens;
    this.#rates = new RateDesk(ctx, LIMITS);
  }

  add(form: Form, handle: (call: Call) => unknown): void {
    this.#app.route({
      method: form.method,
      url: `/${NAME}/api/v3${form.path}`,
      handler: async (request, reply) => {
        request.note = `${form.method} ${form.path}`;
        try {
          const shop = this.#shopOf(request, form);
          if (!this.#rates.take(shop.id, 'call')) throw tooMany();
          const query = queryOf(request, form.query ?? []);
          const data = await handle({
            ctx: this.#ctx,
            shop,
            id: param(request, 'id'),
            query,
            body: bodyOf(form, request),
          });
          if (form.method === 'DELETE') return reply.code(204).send();
          reply.header('wish-request-id', randomUUID()).header('wish-rate-limit-remaining', '100');
          return reply.send({ message: '', code: 0, data });
        } catch (error) {
          if (!(error instanceof WishError)) throw error;
          request.note += ` ${error.code}`;
          return send(reply, error);
        }
      },
    });
  }

  #shopOf(request: FastifyRequest, form: Form): Shop {
    const answered = header(request, 'authorization');
    if (!answered) throw new WishError(401, 1012, 'Missing access token in authorization header');
    const grant = this.#tokens.shopOf(/^Bearer (\S+)$/.exec(answered)?.[1] ?? '');
    if (typeof grant === 'string') {
      if (grant === 'expired') throw new WishError(401, 1007, 'The access token has expired');
      throw new WishError(401, 1008, 'The access token has been revoked');
    }
    if (!grant.scopes.includes(form.scope)) throw new WishError(403, 1006, 'Unauthorized access on this API');
    const shop = this.#ctx.world.shops.get(grant.shop);
    if (!shop) throw new WishError(401, 1001, 'Invalid access token');
    return shop;
  }
}

/** What the stand-in does not know it refuses: a misspelt name would go unnoticed otherwise. */
function queryOf(request: FastifyRequest, known: readonly string[]): URLSearchParams {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  for (const name of query.keys()) if (!known.includes(name)) throw invalid(`Unknown parameter ${name}`);
  return query;
}

function bodyOf(form: Form, request: FastifyRequest): Record<string, unknown> {
  if (!form.body) return {};
  const body = parseJson(rawBody(request));
  if (!isRecord(body)) throw invalid('The request body is not valid JSON');
  for (const name of Object.keys(body)) if (!form.body.includes(name)) throw invalid(`Unknown field ${name}`);
  return body;
}

// ---- reading parameters
export function limitOf(query: URLSearchParams, usual: number, most: number): number {
  const limit = Number(query.get('limit') ?? usual);
  if (!Number.isInteger(limit) || limit < 1 || limit > most) throw invalid(`limit must be between 1 and ${most}`);
  return limit;
}

function momentOf(query: URLSearchParams, name: string): number | undefined {
  const answered = query.get(name);
  if (answered === null) return undefined;
  const time = Date.parse(answered);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/.test(answered) || Number.isNaN(time))
    throw invalid(`${name} is not a valid date-time`);
  return time;
}

/** What a list goes by, its window and its direction. */
export function sortOf<T extends string>(query: URLSearchParams, fields: readonly T[], usual: T) {
  const [answered = '', direction = 'desc'] = (query.get('sort_by') ?? `${usual}.desc`).split('.');
  const by = fields.find((field) => field === answered);
  if (!by || (direction !== 'asc' && direction !== 'desc'))
    throw invalid(`sort_by must match ^(${fields.join('|')})(\\.(asc|desc))?$`);
  const windows = fields.map((field) => ({
    field,
    min: momentOf(query, `${field}_min`) ?? Number.MIN_SAFE_INTEGER,
    max: momentOf(query, `${field}_max`) ?? Number.MAX_SAFE_INTEGER,
  }));
  return { by, ascending: direction === 'asc', windows };
}
