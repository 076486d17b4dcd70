import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Context, query } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { askConsent } from '../kit/consent.ts';
import { TokenDesk } from '../kit/tokens.ts';
import type { Shop } from '../world/shop.ts';
import { badRequest, sendData, sendError, TtsError } from './errors.ts';
import { regionOf, TIKTOK, TIKTOK_APP } from './shops.ts';

const WEEK = 7 * 86_400;
const YEAR = 365 * 86_400;
const TTP = 'TTP_';
export const SCOPES = [
  'seller.authorization.info',
  'seller.order.info',
  'seller.fulfillment.basic',
  'seller.logistics',
  'seller.product.basic',
  'seller.product.write',
  'seller.return_refund.basic',
  'seller.finance.info',
];

/** What the token header says, without what every token begins with. */
export const bare = (token: string): string => (token.startsWith(TTP) ? token.slice(TTP.length) : token);

/** Consent, code and refresh. Source: "Authorization overview (202407)". */
export function registerOauth(app: FastifyInstance, ctx: Context): TokenDesk {
  const tokens = new TokenDesk(ctx, TIKTOK, { codeSeconds: 1800, accessSeconds: WEEK, refreshSeconds: YEAR });

  for (const [door, region] of [
    ['services', 'GB'],
    ['services-us', 'US'],
  ] as const)
    app.get(`/tiktok/${door}/open/authorize`, async (request, reply) => {
      const requested = query(request);
      const shop = ctx.world.of(TIKTOK).find((one) => regionOf(one) === region);
      if (!shop || requested.service_id !== TIKTOK_APP.serviceId)
        return errorPage(reply, 'service_id', 'There is no such app.');
      return askConsent(request, reply, {
        brand: 'TikTok Shop',
        who: shop.name,
        asks: SCOPES,
        // Really the app's address in Partner Center.
        redirect: requested.redirect_uri ?? '',
        answer: () => ({
          code: `${TTP}${tokens.code(shop.id)}`,
          ...(requested.state === undefined ? {} : { state: requested.state }),
          app_key: TIKTOK_APP.appKey,
          locale: 'en',
          shop_region: region,
        }),
      });
    });

  const answer = (reply: FastifyReply, shop: Shop) => {
    const at = (seconds: number) => Math.floor(ctx.world.clock.now() / 1000) + seconds;
    return sendData(reply, {
      access_token: `${TTP}${tokens.access(shop.id)}`,
      access_token_expire_in: at(tokens.accessSeconds),
      refresh_token: `${TTP}${tokens.refresh(shop.id)}`,
      refresh_token_expire_in: at(tokens.refreshSeconds),
      open_id: `ephr6Q${shop.id}`,
      seller_name: shop.name,
      seller_base_region: regionOf(shop),
      user_type: 0,
      granted_scopes: SCOPES,
    });
  };
  const tokenPath = (path: string, grantType: string, work: (requested: Record<string, string>) => string) =>
    app.get(`/tiktok/auth/api/v2/token/${path}`, async (request, reply) => {
      request.note = `token ${path}`;
      const requested = query(request);
      try {
        if (requested.app_key !== TIKTOK_APP.appKey)
          throw badRequest('Invalid credentials. Invalid `app_key` query parameter.');
        if (requested.app_secret !== TIKTOK_APP.appSecret) throw new TtsError(36004003, 'app secret is invalid');
        if (requested.grant_type !== grantType) throw new TtsError(36004002, 'grant type is invalid');
        return answer(reply, ctx.world.shop(work(requested)));
      } catch (error) {
        if (error instanceof TtsError) return sendError(reply, error);
        throw error;
      }
    });
  tokenPath('get', 'authorized_code', ({ auth_code: code = '' }) => {
    const grant = tokens.redeem(bare(code));
    if (!grant) throw new TtsError(36004004, 'invalid auth code');
    return grant.shop;
  });
  tokenPath('refresh', 'refresh_token', ({ refresh_token: token = '' }) => {
    const grant = tokens.ofRefresh(bare(token));
    if (grant) return grant.shop;
    throw tokens.isExpired(bare(token))
      ? new TtsError(36004001, 'rt has expired')
      : new TtsError(36004005, 'can not find related auth record');
  });
  return tokens;
}
