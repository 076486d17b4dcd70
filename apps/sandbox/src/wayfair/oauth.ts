import type { FastifyInstance } from 'fastify';
import { type Context, header, rawBody } from '../http/app.ts';
import { parseFields } from '../http/types.ts';
import { TokenDesk } from '../kit/tokens.ts';
import { AUDIENCE, SUPPLIER, WAYFAIR, WAYFAIR_APP } from './supplier.ts';

/** Tokens for a supplier's own application. Source: developer.wayfair.io, "Authentication". */
export function registerOauth(app: FastifyInstance, ctx: Context): TokenDesk {
  const tokens = new TokenDesk(ctx, WAYFAIR, { accessSeconds: 43_200, refreshSeconds: 0 });
  app.post('/wayfair/sso/oauth/token', async (request, reply) => {
    request.note = 'token';
    const fail = (status: number, error: string, words: string) =>
      reply.code(status).send({ error, error_description: words });
    if (!header(request, 'content-type').includes('json'))
      return fail(400, 'invalid_request', 'Content-Type has to be application/json');
    const requested = parseFields(rawBody(request), header(request, 'content-type'));
    if (requested.grant_type !== 'client_credentials')
      return fail(403, 'unauthorized_client', `Grant type '${requested.grant_type ?? ''}' not allowed for the client.`);
    const shop = ctx.world.shop(String(SUPPLIER));
    // Who takes a permission back deletes the application.
    const gone = ctx.world.revoked.has(`${WAYFAIR}/${shop.id}`);
    if (gone || requested.client_id !== WAYFAIR_APP.clientId || requested.client_secret !== WAYFAIR_APP.clientSecret)
      return fail(401, 'access_denied', 'Unauthorized');
    if (requested.audience !== AUDIENCE)
      return fail(403, 'access_denied', `Service not enabled within domain: ${requested.audience ?? ''}`);
    return reply.send({
      access_token: tokens.access(shop.id),
      expires_in: tokens.accessSeconds,
      token_type: 'Bearer',
    });
  });
  return tokens;
}
