import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, header, rawBody } from '../http/app.ts';
import { parseFields } from '../http/types.ts';
import { sendUpsError, UpsError } from './errors.ts';

export const UPS_APP = { clientId: 'ups-client-demo', clientSecret: 'ups-secret-demo', account: 'A1B2C3' };

const LIFETIME_SECONDS = 14_399;

/** Client credentials only. Source: OAuthClientCredentials.yaml; numbers in the answer are strings. */
export class UpsTokens {
  readonly #ctx: Context;
  readonly #tokens = new Map<string, number>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  register(app: FastifyInstance): void {
    app.post('/ups/security/v1/oauth/token', async (request, reply) => {
      request.note = 'token';
      const basic = /^Basic (.+)$/i.exec(header(request, 'authorization'))?.[1];
      if (!basic) return sendUpsError(reply, new UpsError(401, '10400', 'Invalid/Missing Authorization Header'));
      const [id, secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
      if (id !== UPS_APP.clientId || secret !== UPS_APP.clientSecret) {
        return sendUpsError(reply, new UpsError(401, '10401', 'ClientId is Invalid'));
      }
      const fields = parseFields(rawBody(request), header(request, 'content-type'));
      if (fields.grant_type !== 'client_credentials') {
        return sendUpsError(reply, new UpsError(400, '10400', 'Invalid/Missing grant_type'));
      }
      const lifetime = this.#ctx.faults.of('ups').tokenTtlSeconds || LIFETIME_SECONDS;
      const now = this.#ctx.world.clock.now();
      if (this.#tokens.size > 5000) for (const [key, until] of this.#tokens) if (until < now) this.#tokens.delete(key);
      const token = `eyJ${randomBytes(48).toString('base64url')}`;
      this.#tokens.set(token, now + lifetime * 1000);
      return reply.send({
        token_type: 'Bearer',
        issued_at: String(now),
        client_id: UPS_APP.clientId,
        access_token: token,
        scope: '',
        expires_in: String(lifetime),
        refresh_count: '0',
        status: 'approved',
      });
    });
  }

  /** Runs a call for a good token; a bad or missing one is 401 250002. A missing transId only warns. */
  async guarded(
    request: FastifyRequest,
    reply: FastifyReply,
    note: string,
    work: () => Promise<FastifyReply> | FastifyReply,
  ): Promise<FastifyReply> {
    request.note = note;
    const token = /^Bearer (.+)$/i.exec(header(request, 'authorization'))?.[1] ?? '';
    const until = this.#tokens.get(token);
    if (until === undefined || until <= this.#ctx.world.clock.now()) {
      return sendUpsError(reply, new UpsError(401, '250002', 'Invalid Authentication Information.'));
    }
    if (!header(request, 'transid')) {
      request.note += ' (warning: no transId)';
      reply.header('x-sandbox-warning', 'transId is missing');
    }
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UpsError)) throw error;
      request.note += ` ${error.code} ${error.message}`;
      return sendUpsError(reply, error);
    }
  }
}
