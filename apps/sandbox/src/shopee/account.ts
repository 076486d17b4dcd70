import type { FastifyInstance } from 'fastify';
import { type Context, query } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { text } from '../http/types.ts';
import { askConsent } from '../kit/consent.ts';
import { platformNow } from '../kit/listing.ts';
import type { TokenDesk } from '../kit/tokens.ts';
import type { Shop } from '../world/shop.ts';
import { ShopeeError, wrongParameter } from './errors.ts';
import { type Call, NAME, type OperationBook, seconds } from './operations.ts';
import { isFresh, SHOPEE_APP, signatureOf } from './signing.ts';

const YEAR_S = 365 * 86_400;
const ASKS = ['Orders', 'Logistics', 'Products', 'Returns', 'Payments'];

/** The seller's consent, tokens, and whose shop it is. Source: "Authorization and authentication", v2.public.*, v2.shop.* */
export function registerAccount(app: FastifyInstance, ctx: Context, book: OperationBook, tokens: TokenDesk): void {
  const shop = (): Shop => ctx.world.of(NAME)[0]!;
  const answer = () => ({ code: tokens.code(shop().id), shop_id: shop().id });
  const about = { brand: 'Shopee', asks: ASKS };

  const path = '/api/v2/shop/auth_partner';
  app.get(`/shopee${path}`, async (request, reply) => {
    const requested = query(request);
    const { partner_id: partner = '', timestamp = '', sign, redirect = '' } = requested;
    if (partner !== SHOPEE_APP.partnerId) return errorPage(reply, 'error_auth', 'partner_id is invalid');
    if (sign !== signatureOf(path, timestamp)) return errorPage(reply, 'error_sign', 'Wrong sign.');
    if (!isFresh(timestamp, platformNow(ctx, NAME))) return errorPage(reply, 'error_param', 'Timestamp is expired.');
    return askConsent(request, reply, { ...about, who: shop().name, redirect, answer });
  });

  // The newer link, which nobody signs.
  app.get('/shopee/auth', async (request, reply) => {
    const requested = query(request);
    if (requested.partner_id !== SHOPEE_APP.partnerId) return errorPage(reply, 'error_auth', 'partner_id is invalid');
    if (requested.auth_type !== 'seller' || requested.response_type !== 'code')
      return errorPage(reply, 'error_param', 'auth_type or response_type is invalid');
    const state: Record<string, string> = requested.state === undefined ? {} : { state: requested.state };
    return askConsent(request, reply, {
      ...about,
      who: shop().name,
      redirect: requested.redirect_uri ?? '',
      answer: () => ({ ...answer(), ...state }),
    });
  });

  const issue = (id: string) => ({
    access_token: tokens.access(id),
    refresh_token: tokens.refresh(id),
    expire_in: tokens.accessSeconds,
  });
  const checkPartner = ({ body }: Call) => {
    if (text(body.partner_id) !== SHOPEE_APP.partnerId || typeof body.partner_id !== 'number')
      throw wrongParameter('partner_id must be the number of the app');
  };

  book.addPublic(
    { method: 'POST', path: 'auth/token/get', body: ['code', 'partner_id', 'shop_id', 'main_account_id'], flat: true },
    (call) => {
      checkPartner(call);
      const grant = tokens.redeem(text(call.body.code));
      if (!grant)
        throw new ShopeeError('invalid_code', 'The code is expired or used or invalid, please check the code.', {
          status: 403,
        });
      if (typeof call.body.shop_id !== 'number' || text(call.body.shop_id) !== grant.shop)
        throw new ShopeeError(
          'invalid_shop_id',
          'The code or shop_id is wrong, please check the code or the shop_id.',
          {
            status: 403,
          },
        );
      return issue(grant.shop);
    },
  );

  book.addPublic(
    {
      method: 'POST',
      path: 'auth/access_token/get',
      body: ['refresh_token', 'partner_id', 'shop_id', 'merchant_id'],
      flat: true,
    },
    (call) => {
      checkPartner(call);
      const answered = text(call.body.refresh_token);
      const grant = tokens.ofRefresh(answered, true);
      if (!grant || text(call.body.shop_id) !== grant.shop)
        throw new ShopeeError(
          tokens.isExpired(answered) ? 'refresh_token_expired' : 'error_shop_refresh_token',
          'Your refresh token is error ,please check refresh token or shopid.',
          { status: 403 },
        );
      return { partner_id: Number(SHOPEE_APP.partnerId), shop_id: Number(grant.shop), ...issue(grant.shop) };
    },
  );

  book.add({ method: 'GET', path: 'shop/get_shop_info', flat: true }, (call) => ({
    shop_name: call.shop.name,
    region: 'SG',
    status: 'NORMAL',
    is_cb: false,
    is_sip: false,
    is_upgraded_cbsc: false,
    merchant_id: null,
    shop_fulfillment_flag: 'Others',
    auth_time: seconds(ctx.world.clock.now()),
    expire_time: seconds(ctx.world.clock.now()) + YEAR_S,
  }));
}
