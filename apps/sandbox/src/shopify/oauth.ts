import type { FastifyInstance } from 'fastify';
import { type Context, header, isLoopbackUrl, param, query, rawBody } from '../http/app.ts';
import { consentPage, errorPage } from '../http/pages.ts';
import { parseFields } from '../http/types.ts';
import { signQuery } from './hmac.ts';
import { SHOPIFY_APP, type ShopifyTokens } from './tokens.ts';

export const SHOP_DOMAIN = /^[a-zA-Z0-9][a-zA-Z0-9-_]*\.myshopify\.com$/;

/** Install, the signed callback, code exchange and refresh. Source: "Offline access tokens", Shopify's own SDK. */
export function registerOauth(app: FastifyInstance, ctx: Context, tokens: ShopifyTokens): void {
  app.get('/shopify/:shop/admin/oauth/authorize', async (request, reply) => {
    const shop = param(request, 'shop');
    const requested = query(request);
    request.note = 'authorize';
    if (!SHOP_DOMAIN.test(shop) || !ctx.world.shops.has(shop))
      return errorPage(reply, 'Not found', `There is no shop ${shop}.`, 404);
    if (requested.client_id !== SHOPIFY_APP.clientId)
      return errorPage(reply, 'Oauth error', 'The client_id is not known.');
    if (!requested.redirect_uri || !isLoopbackUrl(requested.redirect_uri)) {
      return errorPage(
        reply,
        'Oauth error invalid_request',
        'The redirect_uri is not whitelisted (this sandbox takes loopback addresses).',
      );
    }
    if (requested.auto !== '1' && requested.allow !== '1') {
      return consentPage(reply, {
        brand: 'Shopify',
        app: 'Tradewind',
        who: shop,
        asks: (requested.scope ?? '').split(',').filter(Boolean),
        fields: { ...requested, allow: '1' },
      });
    }
    const target = new URL(requested.redirect_uri);
    const params: Record<string, string> = {
      ...Object.fromEntries(target.searchParams),
      code: tokens.issueCode(shop, requested.scope ?? ''),
      host: Buffer.from(`${shop}/admin`).toString('base64'),
      shop,
      state: requested.state ?? '',
      timestamp: String(Math.floor(Date.now() / 1000)),
    };
    target.search = new URLSearchParams({ ...params, hmac: signQuery(params, SHOPIFY_APP.clientSecret) }).toString();
    return reply.redirect(target.toString(), 302);
  });

  app.post('/shopify/:shop/admin/oauth/access_token', async (request, reply) => {
    const shop = param(request, 'shop');
    const fields = parseFields(rawBody(request), header(request, 'content-type'));
    request.note = `token ${fields.grant_type ?? 'code'}`;
    const fail = (status: number, error: string, description: string) =>
      reply.code(status).send({ error, error_description: description });
    if (!ctx.world.shops.has(shop)) return fail(404, 'shop_not_found', 'There is no such shop.');
    if (fields.client_id !== SHOPIFY_APP.clientId || fields.client_secret !== SHOPIFY_APP.clientSecret) {
      return fail(400, 'invalid_client', 'The client_id or client_secret is wrong.');
    }
    if (fields.grant_type === 'refresh_token') {
      const fresh = tokens.refresh(fields.refresh_token ?? '', shop);
      return fresh
        ? reply.send(fresh)
        : fail(400, 'invalid_grant', 'The refresh token is invalid, expired or was replaced.');
    }
    const scope = tokens.redeemCode(fields.code ?? '', shop);
    if (scope === undefined)
      return fail(400, 'invalid_request', 'The authorization code was not found or was already used');
    const expiring = fields.expiring === '1' || fields.expiring === 'true';
    return reply.send(expiring ? tokens.expiring(shop, scope) : tokens.permanent(shop, scope));
  });
}
