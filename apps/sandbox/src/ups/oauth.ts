import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, header, query, rawBody } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { parseFields } from '../http/types.ts';
import { askConsent } from '../kit/consent.ts';
import { badRequest, sendUpsError, UpsError } from './errors.ts';

export const UPS_APP = { clientId: 'ups-client-demo', clientSecret: 'ups-secret-demo', account: 'A1B2C3' };
/** A program whose users consent in the browser, instead of one that acts for its owner. */
const CONSENT_APP = { clientId: 'ups-app-demo', clientSecret: 'ups-app-secret-demo' };

const LIFETIME_SECONDS = 14_399;
const REFRESH_SECONDS = 5_183_999;
const CODE_MS = 600_000;
/** Below UPS's host: where a user signs in and agrees. */
const SIGN_IN = '/ups/lasso/signin';

/** Tokens by client credentials and by consent. Sources: OAuthClientCredentials.yaml, OAuthAuthCode.yaml; numbers in answers are strings. */
export class UpsTokens {
  readonly #ctx: Context;
  readonly #tokens = new Map<string, number>();
  readonly #codes = new Map<string, { redirect: string; until: number }>();
  /** Each is good once: with it comes the next. */
  readonly #refreshes = new Map<string, { count: number; until: number }>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  register(app: FastifyInstance): void {
    app.get('/ups/security/v1/oauth/authorize', (request, reply) => this.#authorize(request, reply));
    app.get(SIGN_IN, (request, reply) => this.#signIn(request, reply));
    const answered = (note: string, work: (request: FastifyRequest) => object) =>
      async function answer(request: FastifyRequest, reply: FastifyReply) {
        request.note = note;
        try {
          return reply.send(work(request));
        } catch (error) {
          if (error instanceof UpsError) return sendUpsError(reply, error);
          throw error;
        }
      };
    app.post(
      '/ups/security/v1/oauth/token',
      answered('token', (request) => this.#token(request)),
    );
    app.post(
      '/ups/security/v1/oauth/refresh',
      answered('refresh', (request) => this.#refresh(request)),
    );
  }

  #authorize(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { client_id = '', redirect_uri = '', response_type, state = '', scope = '' } = query(request);
    request.note = 'authorize';
    if (client_id !== CONSENT_APP.clientId)
      return sendUpsError(reply, new UpsError(401, '10401', 'ClientId is Invalid'));
    if (response_type !== 'code' || !redirect_uri)
      return sendUpsError(reply, badRequest('10400', 'Invalid/Missing response_type or redirect_uri'));
    const fields = { client_id, redirect_uri, response_type: 'code', scope, state, type: 'ups_com_api' };
    return reply.redirect(`${SIGN_IN}?${new URLSearchParams(fields)}`, 302);
  }

  #signIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { client_id, redirect_uri = '', state = '', scope = '' } = query(request);
    if (client_id !== CONSENT_APP.clientId) return errorPage(reply, 'client_id', 'Unknown application.');
    return askConsent(request, reply, {
      ...{ brand: 'UPS', who: `UPS account ${UPS_APP.account}`, redirect: redirect_uri },
      asks: ['Rate, ship and void', 'Track', 'Request pickups'],
      answer: () => {
        const code = randomBytes(24).toString('base64url');
        this.#codes.set(code, { redirect: redirect_uri, until: this.#now() + CODE_MS });
        return { code, scope, state };
      },
    });
  }

  #token(request: FastifyRequest): object {
    const client = clientOf(request);
    const fields = parseFields(rawBody(request), header(request, 'content-type'));
    if (fields.grant_type === 'client_credentials' && client === UPS_APP.clientId) return this.#issue(client);
    if (fields.grant_type !== 'authorization_code' || client !== CONSENT_APP.clientId)
      throw badRequest('10400', 'Invalid/Missing grant_type');
    const code = this.#codes.get(fields.code ?? '');
    this.#codes.delete(fields.code ?? '');
    if (!code || code.until < this.#now()) throw badRequest('10400', 'Invalid/Missing auth code');
    if (code.redirect !== fields.redirect_uri) throw badRequest('10400', 'Invalid/Missing redirect_uri');
    return this.#issuePair(client, 0);
  }

  #refresh(request: FastifyRequest): object {
    const client = clientOf(request);
    const fields = parseFields(rawBody(request), header(request, 'content-type'));
    const known = this.#refreshes.get(fields.refresh_token ?? '');
    this.#refreshes.delete(fields.refresh_token ?? '');
    if (fields.grant_type !== 'refresh_token' || client !== CONSENT_APP.clientId)
      throw badRequest('10400', 'Invalid/Missing grant_type');
    if (!known || known.until < this.#now()) throw new UpsError(401, '10403', 'Invalid Refresh Token');
    return this.#issuePair(client, known.count + 1);
  }

  #now(): number {
    return this.#ctx.world.clock.now();
  }

  #issue(client: string, count = 0): object {
    const lifetime = this.#ctx.faults.of('ups').tokenTtlSeconds || LIFETIME_SECONDS;
    const now = this.#now();
    if (this.#tokens.size > 5000) for (const [key, until] of this.#tokens) if (until < now) this.#tokens.delete(key);
    const token = `eyJ${randomBytes(48).toString('base64url')}`;
    this.#tokens.set(token, now + lifetime * 1000);
    return {
      token_type: 'Bearer',
      issued_at: String(now),
      client_id: client,
      access_token: token,
      scope: '',
      expires_in: String(lifetime),
      refresh_count: String(count),
      status: 'approved',
    };
  }

  #issuePair(client: string, count: number): object {
    const refresh = randomBytes(32).toString('base64url');
    this.#refreshes.set(refresh, { count, until: this.#now() + REFRESH_SECONDS * 1000 });
    return {
      ...this.#issue(client, count),
      refresh_token: refresh,
      refresh_token_expires_in: String(REFRESH_SECONDS),
      refresh_token_status: 'approved',
      refresh_token_issued_at: String(this.#now()),
    };
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
    if (until === undefined || until <= this.#now()) {
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

/** The program that speaks, by the Authorization header. */
function clientOf(request: FastifyRequest): string {
  const basic = /^Basic (.+)$/i.exec(header(request, 'authorization'))?.[1];
  if (!basic) throw new UpsError(401, '10400', 'Invalid/Missing Authorization Header');
  const [id, secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  const known = [UPS_APP, CONSENT_APP].find((one) => one.clientId === id && one.clientSecret === secret);
  if (!known) throw new UpsError(401, '10401', 'ClientId is Invalid');
  return known.clientId;
}
