import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Context, header, query, rawBody } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { parseFields } from '../http/types.ts';
import { askConsent } from '../kit/consent.ts';
import type { TokenDesk } from '../kit/tokens.ts';
import { NAME } from './api.ts';

const APP = { clientId: '31594d8557aa0001', clientSecret: 'joom-demo-secret' };
export const JOOM_SHOP = '5c94aa1e28fc710301a7b4d1';

/** Consent and tokens: all that is left of Joom's second version. */
export function registerOauth(app: FastifyInstance, ctx: Context, tokens: TokenDesk): void {
  app.get(`/${NAME}/api/v2/oauth/authorize`, async (request, reply) => {
    const requested = query(request);
    if (requested.client_id !== APP.clientId) return errorPage(reply, '1000', 'Unknown client_id.');
    const shop = ctx.world.shop(requested.sandbox_merchant || JOOM_SHOP);
    return askConsent(request, reply, {
      brand: 'Joom',
      who: shop.name,
      asks: ['Orders', 'Products', 'Shipping'],
      redirect: requested.redirect_uri ?? '',
      answer: () => ({
        code: tokens.code(shop.id, { redirect: requested.redirect_uri ?? '' }),
        ...(requested.state === undefined ? {} : { state: requested.state }),
      }),
    });
  });

  const refuse = (reply: FastifyReply, code: number, message: string) =>
    reply.code(400).send({ code, message, data: {} });
  const issue = (shop: string) => ({
    code: 0,
    message: '',
    data: {
      access_token: tokens.access(shop),
      refresh_token: tokens.refresh(shop),
      expires_in: tokens.accessSeconds,
      expiry_time: Math.floor(ctx.world.clock.now() / 1000) + tokens.accessSeconds,
      merchant_user_id: shop,
    },
  });

  for (const path of ['access_token', 'refresh_token'])
    app.post(`/${NAME}/api/v2/oauth/${path}`, async (request, reply) => {
      const type = header(request, 'content-type');
      const fields = parseFields(rawBody(request), type);
      request.note = `token ${path}`;
      if (!type.startsWith('application/x-www-form-urlencoded')) return refuse(reply, 1000, 'A form is expected');
      if (fields.client_id !== APP.clientId || fields.client_secret !== APP.clientSecret)
        return refuse(reply, 1000, 'Invalid client credentials');
      if (path === 'refresh_token') {
        if (fields.grant_type !== 'refresh_token') return refuse(reply, 1000, 'Invalid grant_type');
        const grant = tokens.ofRefresh(fields.refresh_token ?? '', true);
        if (grant) return reply.send(issue(grant.shop));
        const old = tokens.isExpired(fields.refresh_token ?? '');
        return refuse(reply, old ? 1016 : 1015, old ? 'Token has expired' : 'Invalid token');
      }
      if (fields.grant_type !== 'authorization_code') return refuse(reply, 1000, 'Invalid grant_type');
      const grant = tokens.redeem(fields.code ?? '');
      if (!grant || grant.more.redirect !== fields.redirect_uri) return refuse(reply, 1015, 'Invalid code');
      return reply.send(issue(grant.shop));
    });
}
