import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorForms } from '../http/app.ts';
import { type Context, header, rawBody } from '../http/app.ts';
import { isRecord, parseJson } from '../http/types.ts';
import { RateDesk } from '../kit/rates.ts';
import type { TokenDesk } from '../kit/tokens.ts';
import type { Shop } from '../world/shop.ts';

export const NAME = 'joom';
const LIMITS = { call: { perSecond: 2000 / 60, burst: 2000 }, orders: { perSecond: 50 / 60, burst: 50 } };

/** A refusal as Joom words it: an HTTP status and a list of errors. */
export class JoomError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;

  constructor(status: number, code: string, message: string, field?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

const wrong = (field: string, message: string) => new JoomError(400, 'invalid_argument', message, field);
export const expected = (field: string, what: string, got: unknown) =>
  wrong(field, `Invalid argument \`${field}\`: expected ${what}, got \`${String(got)}\``);
export const notFound = (message: string) => new JoomError(404, 'not_found', message);
const tooMany = () => new JoomError(429, 'rate_limit_exceeded', 'Request rate quota exceeded');

function send(reply: FastifyReply, error: JoomError): FastifyReply {
  const { status, code, field, message } = error;
  return reply.code(status).send({ errors: [{ code, ...(field ? { field } : {}), message }] });
}

export const joomErrors: ErrorForms = {
  throttled: (reply) => send(reply.header('x-rate-limit-reset', '3'), tooMany()),
  broken: (reply) => send(reply, new JoomError(500, 'internal_error', 'Internal server error')),
};

export interface Call {
  ctx: Context;
  reply: FastifyReply;
  shop: Shop;
  query: URLSearchParams;
  body: Record<string, unknown>;
  /** The address that was called, without its query. */
  url: string;
}

interface Form {
  method: 'GET' | 'POST';
  /** Below /api/v3. */
  path: string;
  query?: readonly string[];
  body?: readonly string[];
  limit?: 'orders';
}

/** Joom's calls: what all of them check first, and how all of them answer. */
export class Api {
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

  add(form: Form, handle: (call: Call) => unknown): void {
    const path = `/${NAME}/api/v3${form.path}`;
    this.#app.route({
      method: form.method,
      url: path,
      handler: async (request, reply) => {
        request.note = form.path;
        try {
          const shop = this.#shopOf(request);
          if (!this.#rates.take(shop.id, 'call') || (form.limit && !this.#rates.take(shop.id, form.limit)))
            throw tooMany();
          const query = queryOf(request, form.query ?? []);
          const body = bodyOf(form, request);
          const url = `${this.#ctx.baseUrl()}${path}`;
          const answer = await handle({ ctx: this.#ctx, reply, shop, query, body, url });
          return reply.send(answer);
        } catch (error) {
          if (!(error instanceof JoomError)) throw error;
          request.note += ` ${error.code}`;
          return send(reply, error);
        }
      },
    });
  }

  #shopOf(request: FastifyRequest): Shop {
    const token = /^Bearer (\S+)$/.exec(header(request, 'authorization'))?.[1] ?? '';
    const grant = this.#tokens.ofAccess(token);
    const shop = grant && this.#ctx.world.shops.get(grant.shop);
    if (!shop) throw new JoomError(401, 'unauthorized', 'Invalid or expired access token');
    return shop;
  }
}

/** What the stand-in does not know it refuses, and what is not encoded: a bare plus would be read as a blank. */
function queryOf(request: FastifyRequest, known: readonly string[]): URLSearchParams {
  const text = request.url.split('?')[1] ?? '';
  if (/[:+]/.test(text)) throw wrong('query', 'Invalid query: values have to be URL-encoded');
  const query = new URLSearchParams(text);
  for (const name of query.keys()) if (!known.includes(name)) throw wrong(name, `Unknown argument \`${name}\``);
  return query;
}

function bodyOf(form: Form, request: FastifyRequest): Record<string, unknown> {
  if (form.method === 'GET') return {};
  const body = parseJson(rawBody(request));
  if (!isRecord(body)) throw wrong('body', 'Invalid argument `body`: expected JSON object');
  for (const name of Object.keys(body))
    if (!form.body?.includes(name)) throw wrong(name, `Unknown argument \`${name}\``);
  return body;
}

export function limitOf(query: URLSearchParams): number {
  const answered = query.get('limit') ?? '100';
  const limit = Number(answered);
  if (!Number.isInteger(limit) || limit < 1 || limit > 500) throw expected('limit', 'integer from 1 to 500', answered);
  return limit;
}

export function momentOf(query: URLSearchParams, name: string): number | undefined {
  const answered = query.get(name);
  if (answered === null) return undefined;
  const time = Date.parse(answered);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(answered) || Number.isNaN(time))
    throw expected(name, 'date/time', answered);
  return time;
}

/** Where a list goes on: a token that stands for a number, and nobody else's business. */
export function offsetOf(query: URLSearchParams): number {
  const answered = query.get('after');
  if (answered === null) return 0;
  const offset = /^at-(\d+)$/.exec(Buffer.from(answered, 'base64url').toString('utf8'))?.[1];
  if (offset === undefined) throw expected('after', 'paging token', answered);
  return Number(offset);
}

/** The list's envelope; the address of the next page carries every filter of this one. */
export function listAnswer(call: Call, rows: unknown[], next: number | undefined) {
  if (next === undefined) return { data: { items: rows } };
  const query = new URLSearchParams(call.query);
  query.set('after', Buffer.from(`at-${next}`).toString('base64url'));
  return { data: { items: rows }, paging: { next: `${call.url}?${query}` } };
}
