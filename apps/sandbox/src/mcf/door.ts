import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { denied, SpApiError, sendError } from '../amazon/errors.ts';
import { type Context, header, rawBody } from '../http/app.ts';
import { parseFields, parseJson } from '../http/types.ts';

/** A private app of the seller's own: nobody has to consent, the refresh token stands in Seller Central. */
const APP = {
  clientId: 'amzn1.application-oa2-client.mcf-demo',
  clientSecret: 'amzn1.oa2-cs.v1.mcf-demo',
  refreshToken: 'Atzr|mcf-demo',
};
const HOUR_SECONDS = 3600;

export type Answered = { status?: number; body: unknown };
type Work = (request: FastifyRequest, body: unknown) => Answered;

/** Login with Amazon, and what every operation of the Selling Partner API stands behind. */
export class Door {
  readonly #app: FastifyInstance;
  readonly #ctx: Context;
  readonly #tokens = new Map<string, number>();

  constructor(app: FastifyInstance, ctx: Context) {
    this.#app = app;
    this.#ctx = ctx;
    app.post('/mcf/lwa/auth/o2/token', async (request, reply) => this.#login(request, reply));
  }

  #login(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const fields = parseFields(rawBody(request), header(request, 'content-type'));
    request.note = 'token';
    if (fields.client_id !== APP.clientId || fields.client_secret !== APP.clientSecret)
      return reply.code(401).send({ error: 'invalid_client', error_description: 'Client authentication failed' });
    if (fields.grant_type !== 'refresh_token' || fields.refresh_token !== APP.refreshToken)
      return reply.code(400).send({
        error: 'invalid_grant',
        error_description: 'The request has an invalid grant parameter : refresh_token',
      });
    const seconds = this.#ctx.faults.of('mcf').tokenTtlSeconds || HOUR_SECONDS;
    const token = `Atza|${crypto.randomUUID()}`;
    this.#tokens.set(token, this.#ctx.world.clock.now() + seconds * 1000);
    return reply.send({
      access_token: token,
      refresh_token: APP.refreshToken,
      token_type: 'bearer',
      expires_in: seconds,
    });
  }

  #authorize(token: string): void {
    const until = this.#tokens.get(token);
    if (until === undefined) throw denied('The access token you provided is revoked, malformed or invalid.');
    if (until <= this.#ctx.world.clock.now()) throw denied('The access token you provided has expired.');
  }

  serve(method: HTTPMethods, path: string, name: string, work: Work): void {
    this.#app.route({
      method,
      url: `/mcf/spapi${path}`,
      handler: async (request, reply) => {
        request.note = name;
        reply.header('x-amzn-RequestId', crypto.randomUUID()).header('x-amzn-RateLimit-Limit', '2.0');
        try {
          this.#authorize(header(request, 'x-amz-access-token'));
          const { status = 200, body } = work(request, parseJson(rawBody(request)));
          return reply.code(status).send(body);
        } catch (error) {
          if (!(error instanceof SpApiError)) throw error;
          request.note += ` ${error.code}: ${error.message}`;
          return sendError(reply, error);
        }
      },
    });
  }
}
