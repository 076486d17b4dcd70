import type { FastifyInstance } from 'fastify';
import { type Context, header, query, rawBody } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { parseFields } from '../http/types.ts';
import { askConsent } from '../kit/consent.ts';
import { type Desk, EBAY_SHOP, sellerOf } from './desk.ts';
import { EBAY_APP, EbayTokens } from './tokens.ts';

/** Consent, tokens and who the seller is. Source: eBay's "Authorization guide". */
export function registerOauth(app: FastifyInstance, ctx: Context, desk: Desk, tokens: EbayTokens): void {
  app.get('/ebay/auth/oauth2/authorize', async (request, reply) => {
    const requested = query(request);
    request.note = 'consent';
    const wrong = (message: string) => errorPage(reply, 'invalid_request', message);
    if (requested.client_id !== EBAY_APP.appId) return wrong('The client_id is not known.');
    if (requested.redirect_uri !== EBAY_APP.ruName)
      return wrong('The redirect_uri is not the RuName of this application.');
    if (requested.response_type !== 'code') return wrong('The response_type has to be code.');
    const scopes = EbayTokens.scopes(requested.scope);
    if (!scopes) return errorPage(reply, 'invalid_scope', 'A scope is not known, or not given to this application.');
    // Of the sandbox alone: which seller signs in, and what eBay keeps behind the RuName.
    const shop = ctx.world.shop(requested.sandbox_seller || EBAY_SHOP);
    return askConsent(request, reply, {
      brand: 'eBay',
      who: `${sellerOf(shop).username} (${shop.name})`,
      asks: scopes.map((scope) => scope.replace(/^.*\//, '')),
      redirect: requested.sandbox_accept_url ?? '',
      answer: () => ({
        code: tokens.code(shop.id, scopes, EBAY_APP.ruName),
        expires_in: '299',
        ...(requested.state === undefined ? {} : { state: requested.state }),
      }),
    });
  });

  app.post('/ebay/api/identity/v1/oauth2/token', async (request, reply) => {
    const fields = parseFields(rawBody(request), header(request, 'content-type'));
    request.note = `token ${fields.grant_type ?? ''}`;
    reply.header('cache-control', 'no-store');
    const fail = (status: number, error: string, words: string) =>
      reply.code(status).send({ error, error_description: words });
    const basic = Buffer.from(`${EBAY_APP.appId}:${EBAY_APP.certId}`).toString('base64');
    if (header(request, 'authorization') !== `Basic ${basic}`)
      return fail(401, 'invalid_client', 'client authentication failed');
    if (!header(request, 'content-type').startsWith('application/x-www-form-urlencoded'))
      return fail(400, 'invalid_request', 'request is missing a required parameter or malformed');
    switch (fields.grant_type) {
      case 'authorization_code': {
        const input = tokens.redeem(fields.code ?? '', fields.redirect_uri ?? '');
        return input
          ? reply.send(input)
          : fail(
              400,
              'invalid_grant',
              'the provided authorization grant code is invalid or was issued to another client',
            );
      }
      case 'refresh_token': {
        const input = tokens.refresh(fields.refresh_token ?? '', fields.scope);
        if (input === 'scope')
          return fail(
            400,
            'invalid_scope',
            'The requested scope is invalid, unknown, malformed, or exceeds the scope granted to the client',
          );
        return input
          ? reply.send(input)
          : fail(
              400,
              'invalid_grant',
              'the provided authorization refresh token is invalid or was issued to another client',
            );
      }
      case 'client_credentials':
        return EbayTokens.scopes(fields.scope)
          ? reply.send(tokens.application())
          : fail(
              400,
              'invalid_scope',
              'The requested scope is invalid, unknown, malformed, or exceeds the scope granted to the client',
            );
      default:
        return fail(
          400,
          'unsupported_grant_type',
          'grant type in request is not supported by the authorization server',
        );
    }
  });

  desk.add({
    api: 'identity',
    method: 'GET',
    path: '/user/',
    name: 'getUser',
    scopes: ['commerce.identity.readonly'],
    handle: ({ reply, shop }) =>
      reply.send({
        userId: shop.id,
        username: sellerOf(shop).username,
        accountType: 'BUSINESS',
        registrationMarketplaceId: sellerOf(shop).site,
        status: 'CONFIRMED',
      }),
  });
}
