import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, query, rawBody } from '../http/app.ts';
import { parseFields } from '../http/types.ts';
import type { Shop } from '../world/shop.ts';

export const NAME = 'tophatter';
export const TOPHATTER_SHOP = 'tradewind-deals';
/** What the merchant copied from the dashboard; it has no end. */
const TOKEN = 'c0ffee1db99f4a0f8d5b7e2a9c3d4e5f';

/** A refusal as Tophatter words it. */
export class TophatterError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const bad = (message: string) => new TophatterError(400, message);
export const missing = (what: string, id: string) =>
  new TophatterError(404, `There is no ${what} with the unique ID ${id}.`);
const send = (reply: FastifyReply, { status, message }: TophatterError) => reply.code(status).send({ message });

export const tophatterErrors: ErrorForms = {
  throttled: (reply) =>
    send(reply.header('retry-after', '2'), new TophatterError(429, 'Too many requests. Please slow down.')),
  broken: (reply) => send(reply, new TophatterError(500, 'An unknown error occurred.')),
};

export interface Call {
  ctx: Context;
  shop: Shop;
  fields: Record<string, string>;
}

/** Tophatter's calls: a token among the parameters, and no parameter that is not known. */
export class Api {
  readonly #app: FastifyInstance;
  readonly #ctx: Context;

  constructor(app: FastifyInstance, ctx: Context) {
    this.#app = app;
    this.#ctx = ctx;
  }

  add(method: 'GET' | 'POST', path: string, known: readonly string[], handle: (call: Call) => unknown): void {
    this.#app.route({
      method,
      url: `/${NAME}/merchant_api/v1/${path}.json`,
      handler: async (request, reply) => {
        request.note = path;
        try {
          return reply.send(handle(this.#read(request, method, known)));
        } catch (error) {
          if (!(error instanceof TophatterError)) throw error;
          request.note += ` ${error.status}`;
          return send(reply, error);
        }
      },
    });
  }

  #read(request: FastifyRequest, method: 'GET' | 'POST', known: readonly string[]): Call {
    const type = header(request, 'content-type');
    if (method === 'POST' && !type.startsWith('application/x-www-form-urlencoded'))
      throw bad('The request has to be form encoded.');
    const { access_token: token, ...fields } = method === 'GET' ? query(request) : parseFields(rawBody(request), type);
    const shop = this.#ctx.world.shop(TOPHATTER_SHOP);
    // Taken back: the dashboard has made a new one.
    if (token !== TOKEN || this.#ctx.world.revoked.has(`${NAME}/${shop.id}`))
      throw new TophatterError(401, 'The access_token provided is invalid.');
    const strange = Object.keys(fields).filter((name) => !known.includes(name));
    if (strange.length > 0)
      throw bad(`The following parameters were provided but are not recognized: ${strange.join(', ')}.`);
    return { ctx: this.#ctx, shop, fields };
  }
}

export function required(fields: Record<string, string>, name: string): string {
  const value = fields[name];
  if (!value) throw bad(`The following parameters are required but were not provided: ${name}.`);
  return value;
}

/** The page's first row and its size. */
export function pageIn(fields: Record<string, string>, most: number): [offset: number, size: number] {
  const [page, size] = [Number(fields.page ?? 1), Number(fields.per_page ?? 50)];
  if (!Number.isInteger(page) || page < 1) throw bad('The page is invalid.');
  if (!Number.isInteger(size) || size < 1 || size > most) throw bad(`The per_page has to be between 1 and ${most}.`);
  return [(page - 1) * size, size];
}

/** As Tophatter told times: by the clock of its house, seven hours behind. */
export const stamp = (ms: number): string => `${new Date(ms - 7 * 3_600_000).toISOString().slice(0, 19)}-07:00`;
