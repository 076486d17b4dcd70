import type { FastifyInstance } from 'fastify';
import { type Context, header, query, rawBody } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { parseFields } from '../http/types.ts';
import { askConsent } from '../kit/consent.ts';
import { send, WishError } from './api.ts';
import { NAME } from './name.ts';
import type { WishTokens } from './tokens.ts';

export const WISH_APP = { clientId: '5f3512807dbde500568873aa', clientSecret: 'wish-demo-secret' };
export const WISH_SHOP = '5c1f3a7be29d410c8c2a7001';
const SCOPES = [
  ...['orders:read', 'orders:write', 'products:read', 'products:write', 'penalties:read'],
  ...['merchant:read', 'webhook:read', 'webhook:write'],
].join(' ');

/** Consent and tokens. Source: OAuth of the Wish Marketplace API v3. */
export function registerOauth(app: FastifyInstance, ctx: Context, tokens: WishTokens): void {
  app.get(`/${NAME}/v3/oauth/authorize`, async (request, reply) => {
    const requested = query(request);
    if (requested.client_id !== WISH_APP.clientId)
      return errorPage(reply, '10001', 'client_id does not match our records.');
    const shop = ctx.world.shop(WISH_SHOP);
    return askConsent(request, reply, {
      brand: 'Wish',
      who: shop.name,
      asks: SCOPES.split(' '),
      redirect: requested.redirect_uri ?? '',
      answer: () => ({
        code: tokens.code(shop.id, SCOPES, requested.redirect_uri ?? ''),
        ...(requested.state === undefined ? {} : { state: requested.state }),
      }),
    });
  });

  const wrongClient = () =>
    new WishError(
      400,
      10001,
      'Incorrect credentials. One of client_id, client_secret, or redirect_url does not match our records',
    );

  function exchange(fields: Record<string, string>) {
    if (fields.client_id !== WISH_APP.clientId || fields.client_secret !== WISH_APP.clientSecret) throw wrongClient();
    if (fields.grant_type !== 'authorization_code')
      throw new WishError(400, 1001, "grant_type must be set to 'authorization_code'");
    const code = fields.code ?? '';
    if (tokens.isExpired(code)) throw new WishError(400, 10004, 'The authorization code has expired');
    if (!/^[\w-]+\.[\w-]+$/.test(code)) throw new WishError(400, 10008, 'Incorrect authorization code provided');
    const grant = tokens.redeem(code);
    if (!grant) throw new WishError(400, 10002, 'The authorization code has already been redeemed');
    if (grant.more.redirect !== fields.redirect_uri) throw wrongClient();
    return tokens.issue(grant.shop, grant.more.scopes ?? '', ctx.world.clock.now());
  }

  function refresh(fields: Record<string, string>) {
    if (fields.client_id !== WISH_APP.clientId || fields.client_secret !== WISH_APP.clientSecret)
      throw new WishError(400, 10001, 'Incorrect credentials. client_id or client_secret does not match our records');
    if (fields.grant_type !== 'refresh_token')
      throw new WishError(400, 1001, "grant_type must be set to 'refresh_token'");
    const input = tokens.refresh(fields.refresh_token ?? '', ctx.world.clock.now());
    if (!input) throw new WishError(400, 1006, 'Unauthorized access on this API');
    ctx.world.changes++;
    return input;
  }

  const serve = (method: 'GET' | 'POST', path: string, work: (fields: Record<string, string>) => object) =>
    app.route({
      method,
      url: `/${NAME}/api/v3/oauth/${path}`,
      handler: async (request, reply) => {
        request.note = `token ${path}`;
        try {
          const fields =
            method === 'GET' ? query(request) : parseFields(rawBody(request), header(request, 'content-type'));
          return reply.send({ message: '', code: 0, data: work(fields) });
        } catch (error) {
          if (!(error instanceof WishError)) throw error;
          return send(reply, error);
        }
      },
    });
  serve('GET', 'access_token', exchange);
  serve('POST', 'access_token', exchange);
  serve('GET', 'refresh_token', refresh);
}
