import type { FastifyInstance } from 'fastify';
import { type Context, header, query, rawBody } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { parseFields } from '../http/types.ts';
import { askConsent } from '../kit/consent.ts';
import { TokenDesk } from '../kit/tokens.ts';
import { type Operation, WALMART } from './api.ts';
import { sendError, WalmartError } from './errors.ts';

/** The one application both sides know. */
export const WALMART_APP = {
  clientId: 'b4d1e2a0-demo-4c7e-9a10-tradewind0001',
  clientSecret: 'demo-walmart-client-secret',
};
export const WALMART_SHOP = '101234567';

const SCOPES = {
  orders: 'full_access',
  inventory: 'full_access',
  price: 'full_access',
  item: 'full_access',
  returns: 'full_access',
  reports: 'view_only',
  feeds: 'full_access',
  notifications: 'full_access',
};
const YEAR = 365 * 86_400;

/** Consent and tokens. Source: "Log in and authorize app scope", "Transfer authorization and refresh token". */
export function registerOauth(app: FastifyInstance, ctx: Context): TokenDesk {
  const tokens = new TokenDesk(ctx, WALMART, { codeSeconds: 300, accessSeconds: 900, refreshSeconds: YEAR });

  app.get('/walmart/login/authorize', async (request, reply) => {
    const requested = query(request);
    const wrong = (message: string) => errorPage(reply, 'invalid_request', message);
    if (requested.clientId !== WALMART_APP.clientId) return wrong('The clientId is not known.');
    if (requested.responseType !== 'code') return wrong('The responseType has to be code.');
    if (!/^seller(-ca|-mx|-cl)?$/.test(requested.clientType ?? '')) return wrong('The clientType is not known.');
    if (!requested.nonce || !requested.state) return wrong('The nonce or the state is missing.');
    const shop = ctx.world.shop(WALMART_SHOP);
    const { redirectUri = '', clientId = '', state = '' } = requested;
    return askConsent(request, reply, {
      brand: 'Walmart Marketplace',
      who: shop.name,
      asks: Object.entries(SCOPES).map(([name, level]) => `${name}: ${level}`),
      redirect: redirectUri,
      answer: () => ({ code: tokens.code(shop.id, { redirectUri }), type: 'auth', clientId, sellerId: shop.id, state }),
    });
  });

  app.post('/walmart/api/v3/token', async (request, reply) => {
    const fields = parseFields(rawBody(request), header(request, 'content-type'));
    request.note = `token ${fields.grant_type ?? ''}`;
    reply.header('cache-control', 'no-store');
    const fail = (status: number, error: string, words: string) =>
      reply.code(status).send({ error, error_description: words });
    const basic = Buffer.from(`${WALMART_APP.clientId}:${WALMART_APP.clientSecret}`).toString('base64');
    if (header(request, 'authorization') !== `Basic ${basic}`)
      return fail(401, 'invalid_client', 'The client id or the client secret is wrong.');
    if (!header(request, 'wm_qos.correlation_id') || !header(request, 'wm_svc.name'))
      return sendError(
        reply,
        new WalmartError(400, 'INVALID_REQUEST_HEADER', 'GATEWAY', 'WM_QOS.CORRELATION_ID or WM_SVC.NAME is missing.'),
        0,
      );
    const give = (shop: string, more: Record<string, string> = {}) =>
      reply.send({
        access_token: tokens.access(shop),
        token_type: 'Bearer',
        expires_in: tokens.accessSeconds,
        ...more,
      });
    const partner = header(request, 'wm_partner.id');
    switch (fields.grant_type) {
      case 'client_credentials':
        // A seller's own keys: they speak for that seller alone.
        return give(WALMART_SHOP);
      case 'authorization_code': {
        const grant = tokens.redeem(fields.code ?? '');
        if (!grant || grant.shop !== partner || grant.more.redirectUri !== fields.redirect_uri)
          return fail(400, 'invalid_grant', 'The authorization code is invalid, used or of another seller.');
        return give(grant.shop, { refresh_token: tokens.refresh(grant.shop) });
      }
      case 'refresh_token': {
        const grant = tokens.ofRefresh(fields.refresh_token ?? '');
        if (!grant || grant.shop !== partner)
          return fail(400, 'invalid_grant', 'The refresh token is invalid or expired.');
        return give(grant.shop);
      }
      default:
        return fail(400, 'unsupported_grant_type', 'The grant_type is not supported.');
    }
  });
  return tokens;
}

export const account: Operation[] = [
  {
    method: 'GET',
    path: '/v3/token/detail',
    name: 'getTokenDetail',
    service: 'GATEWAY',
    rate: 'token',
    handle: ({ now }) => ({ expire_at: String(now + 900_000), issued_at: String(now), is_valid: true, scopes: SCOPES }),
  },
  {
    method: 'GET',
    path: '/v3/settings/partnerprofile',
    name: 'getPartnerConfigurations',
    service: 'GATEWAY',
    rate: 'settings',
    handle: ({ shop }) => ({
      partner: {
        partnerId: shop.id,
        partnerName: `${shop.name} LLC`,
        partnerDisplayName: shop.name,
        partnerStoreId: shop.id,
      },
      configurations: [{ configurationName: 'ACCOUNT', configuration: { status: 'ACTIVE' } }],
    }),
  },
];
