import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buildSchema, execute, GraphQLError, parse, validate } from 'graphql';
import { type Context, type ErrorForms, header, rawBody } from '../http/app.ts';
import { isRecord, parseJson } from '../http/types.ts';
import { platformNow } from '../kit/listing.ts';
import { RateDesk } from '../kit/rates.ts';
import type { TokenDesk } from '../kit/tokens.ts';
import type { Shop } from '../world/shop.ts';
import { SUPPLIER, WAYFAIR } from './supplier.ts';

/** Wayfair names no figures; this is what "be gentle" comes to. */
const RATES = { graphql: { perSecond: 1, burst: 20 }, documents: { perSecond: 1, burst: 10 } };

/** A refusal: Wayfair's graphs answer it with HTTP 200. */
export const refuse = (message: string, code = 'BAD_USER_INPUT') => new GraphQLError(message, { extensions: { code } });

const errorsOf = (errors: readonly GraphQLError[]) => ({ errors: errors.map((error) => error.toJSON()), data: null });
const sendErrors = (reply: FastifyReply, status: number, message: string, code: string) =>
  reply
    .code(status)
    .type('application/json')
    .send(errorsOf([refuse(message, code)]));

const tooMany = (reply: FastifyReply) =>
  sendErrors(reply.header('retry-after', '2'), 429, 'Too many requests', 'TOO_MANY_REQUESTS');

export const wayfairErrors: ErrorForms = {
  throttled: (reply) => tooMany(reply),
  broken: (reply) => sendErrors(reply, 500, 'Internal server error', 'INTERNAL_SERVER_ERROR'),
};

export interface Call {
  ctx: Context;
  shop: Shop;
  now: number;
}

type Fields = Record<string, unknown>;

export class WayfairDoor {
  readonly #ctx: Context;
  readonly #tokens: TokenDesk;
  readonly #rates: RateDesk;

  constructor(ctx: Context, tokens: TokenDesk) {
    this.#ctx = ctx;
    this.#tokens = tokens;
    this.#rates = new RateDesk(ctx, RATES);
  }

  /** Who calls; undefined when it was refused. */
  enter(request: FastifyRequest, reply: FastifyReply, kind: keyof typeof RATES): Call | undefined {
    const now = platformNow(this.#ctx, WAYFAIR);
    reply.header('date', new Date(now).toUTCString());
    const [scheme, token = ''] = header(request, 'authorization').split(' ');
    const grant = scheme === 'Bearer' ? this.#tokens.ofAccess(token) : undefined;
    if (!grant) {
      sendErrors(reply, 401, 'The access token is missing, wrong or expired', 'UNAUTHENTICATED');
      return undefined;
    }
    if (!this.#rates.take(grant.shop, kind)) {
      tooMany(reply);
      return undefined;
    }
    return { ctx: this.#ctx, shop: this.#ctx.world.shop(grant.shop), now };
  }

  /** A graph at an address; `root` gives its fields for who calls. */
  graph(
    app: FastifyInstance,
    url: string,
    sdl: string,
    root: (call: Call) => Fields,
    desired: { supplierHeader?: boolean } = {},
  ): void {
    const schema = buildSchema(sdl);
    app.post(url, async (request, reply) => {
      const call = this.enter(request, reply, 'graphql');
      if (!call) return reply;
      if (!header(request, 'content-type').includes('json'))
        return sendErrors(reply, 400, 'The body has to be JSON', 'BAD_REQUEST');
      if (desired.supplierHeader && header(request, 'x-selected-supplier-id') !== String(SUPPLIER))
        return sendErrors(reply, 200, 'X-SELECTED-SUPPLIER-ID names no supplier of this application', 'FORBIDDEN');
      const body = parseJson(rawBody(request));
      if (!isRecord(body) || typeof body.query !== 'string')
        return sendErrors(reply, 400, 'The query is missing', 'BAD_REQUEST');
      try {
        const document = parse(body.query);
        const wrong = validate(schema, document);
        if (wrong.length > 0) return reply.code(400).send(errorsOf(wrong));
        request.note = `graphql ${body.query.replace(/\s+/g, ' ').slice(0, 60)}`;
        const variableValues = isRecord(body.variables) ? body.variables : {};
        const result = await execute({ schema, document, rootValue: root(call), variableValues });
        const { errors, data } = result;
        return reply.send(errors ? { ...errorsOf(errors), data } : { data });
      } catch (error) {
        if (error instanceof GraphQLError) return reply.code(400).send(errorsOf([error]));
        throw error;
      }
    });
  }
}
