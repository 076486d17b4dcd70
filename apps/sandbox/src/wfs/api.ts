import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, header, rawBody } from '../http/app.ts';
import { parseFields, parseJson } from '../http/types.ts';
import { sendError, WalmartError } from '../walmart/errors.ts';

/** Keys that the seller made in the developer portal: they open its own account. */
const APP = { clientId: 'wfs-demo-client', clientSecret: 'wfs-demo-secret' };
const QUARTER_SECONDS = 900;

/** What a service refuses; Walmart's services for fulfilment say FAIL beside it. */
export class Failed extends Error {
  readonly code: string;
  readonly info: string;
  readonly status: number;
  constructor(code: string, description: string, info = description, status = 400) {
    super(description);
    this.code = code;
    this.info = info;
    this.status = status;
  }
}
/** As in the published refusal of a wrong orderChannelId. */
export const badField = (field: string, description: string): Failed =>
  new Failed(
    'ERR_EXT_DATA_0021001',
    'The payload structure is not valid. Please correct the payload.',
    `[Error [code=400.WSAAS.106, field=${field}, description=${description}, info=${description}, severity=ERROR, category=DATA, causes=null]]`,
  );

export type Work = (request: FastifyRequest, body: unknown) => unknown;

/** Tokens for the seller's own keys, and the gateway that every call passes. */
export class Gateway {
  readonly #app: FastifyInstance;
  readonly #ctx: Context;
  readonly #tokens = new Map<string, number>();

  constructor(app: FastifyInstance, ctx: Context) {
    this.#app = app;
    this.#ctx = ctx;
    app.post('/wfs/api/v3/token', async (request, reply) => this.#login(request, reply));
  }

  #login(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    request.note = 'token';
    const basic = Buffer.from(`${APP.clientId}:${APP.clientSecret}`).toString('base64');
    const { grant_type: grant } = parseFields(rawBody(request), header(request, 'content-type'));
    if (header(request, 'authorization') !== `Basic ${basic}`)
      return reply.code(401).send({ error: 'invalid_client', error_description: 'The client is not known.' });
    if (grant !== 'client_credentials')
      return reply.code(400).send({ error: 'unsupported_grant_type', error_description: 'Only client_credentials.' });
    const seconds = this.#ctx.faults.of('wfs').tokenTtlSeconds || QUARTER_SECONDS;
    const token = `eyJ${randomBytes(24).toString('base64url')}`;
    this.#tokens.set(token, this.#ctx.world.clock.now() + seconds * 1000);
    return reply.send({ access_token: token, token_type: 'Bearer', expires_in: seconds });
  }

  #authorize(request: FastifyRequest): void {
    for (const name of ['wm_qos.correlation_id', 'wm_svc.name'])
      if (!header(request, name))
        throw new WalmartError(400, 'INVALID_REQUEST_HEADER', 'GATEWAY', `${name} is missing.`);
    const until = this.#tokens.get(header(request, 'wm_sec.access_token'));
    if (until === undefined || until <= this.#ctx.world.clock.now())
      throw new WalmartError(401, 'UNAUTHORIZED', 'GATEWAY', 'The access token is invalid or expired.');
  }

  serve(method: 'GET' | 'POST', path: string, name: string, work: Work): void {
    this.#app.route({
      method,
      url: `/wfs/api/v3${path}`,
      handler: async (request, reply) => {
        request.note = name;
        try {
          this.#authorize(request);
          return reply.send(work(request, parseJson(rawBody(request))));
        } catch (error) {
          if (error instanceof WalmartError) return sendError(reply, error, this.#ctx.world.clock.now());
          if (!(error instanceof Failed)) throw error;
          const { code, message: description, info, status } = error;
          request.note += ` ${code}`;
          const errors = [{ code, description, info, severity: 'ERROR', category: 'REQUEST' }];
          return reply.code(status).send({ status: 'FAIL', errors });
        }
      },
    });
  }
}
