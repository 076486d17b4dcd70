import type { FastifyInstance } from 'fastify';
import { type Context, header, isLoopbackUrl, query, rawBody } from '../http/app.ts';
import { consentPage, errorPage } from '../http/pages.ts';
import { parseFields } from '../http/types.ts';
import { AMAZON_SHOP } from '../world/world.ts';
import { SELLER_DOOR } from './operations.ts';
import { AMAZON_APP, type AmazonTokens } from './tokens.ts';

const GRANTLESS = ['sellingpartnerapi::notifications', 'sellingpartnerapi::client_credential:rotation'];

/** Where a partner agrees, and for what. */
export interface Central {
  platform: string;
  brand: string;
  /** Below `/<platform>/`. */
  place: string;
  shop: string;
  asks: string[];
}
const SELLER_CENTRAL: Central = {
  platform: SELLER_DOOR.platform,
  brand: 'Amazon Seller Central',
  place: 'sellercentral',
  shop: AMAZON_SHOP,
  asks: ['Orders', 'Shipment confirmation', 'Listings', 'Feeds', 'Reports', 'Finances'],
};

/** Login with Amazon: consent in Seller Central, and the token endpoint. Source: "Website Authorization Workflow". */
export function registerLwa(
  app: FastifyInstance,
  ctx: Context,
  tokens: AmazonTokens,
  central: Central = SELLER_CENTRAL,
): void {
  app.get(`/${central.platform}/${central.place}/apps/authorize/consent`, async (request, reply) => {
    const requested = query(request);
    request.note = 'consent';
    if (requested.application_id !== AMAZON_APP.applicationId)
      return errorPage(reply, 'MD1000', 'The application is not known.');
    if (!requested.redirect_uri || !isLoopbackUrl(requested.redirect_uri)) {
      return errorPage(
        reply,
        'MD5101',
        'The redirect address is not registered (this sandbox takes loopback addresses).',
      );
    }
    const seller = requested.selling_partner_id || central.shop;
    const target = new URL(requested.redirect_uri);
    target.searchParams.set('state', requested.state ?? '');
    target.searchParams.set('selling_partner_id', seller);
    if (requested.auto === '1' || requested.allow === '1') {
      target.searchParams.set('spapi_oauth_code', tokens.issueCode(seller, requested.redirect_uri));
      return reply.redirect(target.toString(), 302);
    }
    return consentPage(reply, {
      brand: central.brand,
      app: 'Tradewind',
      who: `${ctx.world.shop(central.shop).name} (${seller})`,
      asks: central.asks,
      fields: { ...requested, allow: '1' },
    });
  });

  app.post(`/${central.platform}/lwa/auth/o2/token`, async (request, reply) => {
    const fields = parseFields(rawBody(request), header(request, 'content-type'));
    request.note = `token ${fields.grant_type ?? ''}`;
    const fail = (status: number, error: string, description: string) =>
      reply.code(status).send({ error, error_description: description });
    reply.header('cache-control', 'no-store').header('x-amzn-RequestId', crypto.randomUUID());
    if (!fields.grant_type)
      return fail(400, 'invalid_request', 'The request is missing a required parameter : grant_type');
    if (fields.client_id !== AMAZON_APP.clientId || fields.client_secret !== AMAZON_APP.clientSecret) {
      return fail(401, 'invalid_client', 'Client authentication failed');
    }
    const bearer = { token_type: 'bearer', expires_in: tokens.lifetimeSeconds };
    switch (fields.grant_type) {
      case 'authorization_code': {
        const seller = tokens.redeemCode(fields.code ?? '', fields.redirect_uri ?? '');
        if (!seller) return fail(400, 'invalid_grant', 'The request has an invalid grant parameter : code');
        return reply.send({
          access_token: tokens.issueAccess(seller),
          refresh_token: tokens.refreshTokenFor(seller),
          ...bearer,
        });
      }
      case 'refresh_token': {
        const refresh = fields.refresh_token ?? '';
        const seller = tokens.sellerOfRefreshToken(refresh);
        if (!seller) return fail(400, 'invalid_grant', 'The request has an invalid grant parameter : refresh_token');
        return reply.send({ access_token: tokens.issueAccess(seller), refresh_token: refresh, ...bearer });
      }
      case 'client_credentials':
        if (!GRANTLESS.includes(fields.scope ?? ''))
          return fail(400, 'invalid_scope', 'The request has an invalid scope');
        return reply.send({ access_token: tokens.issueAccess('', fields.scope), scope: fields.scope, ...bearer });
      default:
        return fail(
          400,
          'unsupported_grant_type',
          'The authorization grant type is not supported by the authorization server',
        );
    }
  });
}
