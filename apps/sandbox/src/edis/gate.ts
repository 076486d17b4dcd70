import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { access, EbayError, sendError } from '../ebay/errors.ts';
import { EDIS_SCOPE } from '../ebay/tokens.ts';
import { type Context, header, query, rawBody } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { parseFields, parseJson } from '../http/types.ts';
import { askConsent } from '../kit/consent.ts';
import { TokenDesk } from '../kit/tokens.ts';

export const APP = {
  appId: 'Tradewin-edis-SBX-1a2b3c4d5-6e7f8a9b',
  certId: 'SBX-edis-1a2b3c4d-7a8b-9c0d-1e2f',
  ruName: 'Tradewind-Tradewin-edis-S-abcdefgh',
};
const SELLER = 'tradewind_cn1';
/** Of a seller who agreed before this sandbox began. */
const OLD_REFRESH = 'edis-refresh-demo';
const BASE = '/edis/api/sell/edelivery_international_shipping/v1';

export interface Ask {
  request: FastifyRequest;
  reply: FastifyReply;
  query: Record<string, string>;
  /** Every number of `tracking_numbers`, said once with commas or several times. */
  numbers: string[];
  body: unknown;
}

/** Consent and tokens of eBay for a seller of eDIS. */
export class Gate {
  readonly #app: FastifyInstance;
  readonly #tokens: TokenDesk;

  constructor(app: FastifyInstance, ctx: Context) {
    this.#app = app;
    this.#tokens = new TokenDesk(ctx, 'edis', { codeSeconds: 299, accessSeconds: 7200, refreshSeconds: 47_304_000 });
    app.get('/edis/auth/oauth2/authorize', async (request, reply) => this.#consent(request, reply));
    app.post('/edis/api/identity/v1/oauth2/token', async (request, reply) => this.#token(request, reply));
  }

  add(
    method: 'GET' | 'POST',
    path: string,
    params: readonly string[],
    work: (ask: Ask) => FastifyReply | Promise<FastifyReply>,
  ) {
    this.#app.route({
      method,
      url: `${BASE}${path}`,
      handler: async (request, reply) => {
        request.note = path;
        try {
          return await work(this.#enter(request, reply, params));
        } catch (error) {
          if (!(error instanceof EbayError)) throw error;
          request.note += ` ${error.errorId} ${error.message}`;
          return sendError(reply, error);
        }
      },
    });
  }

  #enter(request: FastifyRequest, reply: FastifyReply, params: readonly string[]): Ask {
    const [scheme = '', token = ''] = header(request, 'authorization').split(' ');
    if (scheme.toLowerCase() !== 'bearer' || !this.#tokens.ofAccess(token))
      throw access(401, 1001, 'Invalid access token. Check the value of the Authorization HTTP request header.');
    const requested = query(request);
    const strange = Object.keys(requested).find((name) => !params.includes(name));
    if (strange !== undefined) throw access(400, 2004, `Invalid request. The parameter "${strange}" is not known.`);
    const raw = rawBody(request);
    if (raw && raw.length > 0 && !header(request, 'content-type').includes('json'))
      throw access(415, 2002, 'Unsupported media type: Content-Type has to be application/json.');
    const all = new URL(request.url, 'http://edis').searchParams.getAll('tracking_numbers');
    const numbers = all.flatMap((some) => some.split(',')).filter(Boolean);
    return { request, reply, query: requested, numbers, body: parseJson(raw) };
  }

  #consent(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const requested = query(request);
    const wrong = (words: string) => errorPage(reply, 'invalid_request', words);
    if (requested.client_id !== APP.appId) return wrong('The client_id is not known.');
    if (requested.redirect_uri !== APP.ruName) return wrong('The redirect_uri is not the RuName of this application.');
    if (requested.scope !== EDIS_SCOPE) return wrong('The scope is not known.');
    return askConsent(request, reply, {
      ...{ brand: 'eBay', who: SELLER, asks: ['sell.edelivery'] },
      redirect: requested.sandbox_accept_url ?? '',
      answer: () => ({ code: this.#tokens.code(SELLER), expires_in: '299', state: requested.state ?? '' }),
    });
  }

  #token(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const fields = parseFields(rawBody(request), header(request, 'content-type'));
    request.note = `token ${fields.grant_type ?? ''}`;
    const fail = (status: number, error: string) => reply.code(status).send({ error, error_description: error });
    const basic = Buffer.from(`${APP.appId}:${APP.certId}`).toString('base64');
    if (header(request, 'authorization') !== `Basic ${basic}`) return fail(401, 'invalid_client');
    if (fields.grant_type === 'authorization_code') {
      const grant = fields.redirect_uri === APP.ruName && this.#tokens.redeem(fields.code ?? '');
      if (!grant) return fail(400, 'invalid_grant');
      const refresh = { refresh_token: this.#tokens.refresh(SELLER), refresh_token_expires_in: 47_304_000 };
      return reply.send({ ...this.#access(), ...refresh });
    }
    if (fields.grant_type !== 'refresh_token') return fail(400, 'unsupported_grant_type');
    const token = fields.refresh_token ?? '';
    if (token !== OLD_REFRESH && !this.#tokens.ofRefresh(token)) return fail(400, 'invalid_grant');
    return reply.send(this.#access());
  }

  #access() {
    return {
      access_token: this.#tokens.access(SELLER),
      expires_in: this.#tokens.accessSeconds,
      token_type: 'User Access Token',
    };
  }
}
