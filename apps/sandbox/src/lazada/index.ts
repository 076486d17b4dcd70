import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import { registerConsent } from '../iop/consent.ts';
import { IopDesk } from '../iop/desk.ts';
import { IopError, iopErrors, sendError } from '../iop/errors.ts';
import { orderPushes } from '../iop/pushes.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { TokenDesk } from '../kit/tokens.ts';
import type { Random } from '../world/random.ts';
import { registerAccount } from './account.ts';
import { COUNTRY, LazadaApi, NAME } from './api.ts';
import { registerFulfilment } from './fulfilment.ts';
import { registerMoney } from './money.ts';
import { registerOrders } from './orders.ts';
import { registerProducts } from './products.ts';
import { registerReturns } from './returns.ts';
import { collect, unitStatus, unitsOf } from './units.ts';

const APP = { key: '412001', secret: 'lazada-demo-secret' };
const DAY_S = 86_400;
const HOSTS = /^(auth\.lazada\.com|api\.lazada\.(sg|vn|com\.my|co\.th|com\.ph|co\.id))$/;

const SHOP = {
  id: '1000412001',
  name: 'Tradewind Home',
  currency: 'SGD',
  orderId: (_random: Random, seq: number) => String(120_000_000_000_000 + seq * 100_003),
  // Prices hold the tax: nobody pays one on top.
  abroadShare: 1,
  asksToCancel: true,
};

/** Lazada's Open Platform for sellers of one country: consent, orders by unit, its fulfilment, listings, money, pushes. */
export const lazadaPlatform = {
  name: NAME,
  shops: [SHOP],
  errors: iopErrors,
  prefixForHost: (host: string) => (HOSTS.test(host) ? `/${NAME}` : undefined),
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const tokens = new TokenDesk(ctx, NAME, {
      codeSeconds: 1800,
      accessSeconds: 30 * DAY_S,
      refreshSeconds: 180 * DAY_S,
    });
    const desk = new IopDesk(ctx, NAME, APP, tokens);
    const api = new LazadaApi(app, desk);
    registerConsent(app, desk, 'Lazada', ['Orders', 'Fulfilment', 'Products', 'Returns', 'Finance']);
    registerAccount(api, desk);
    registerOrders(api);
    registerFulfilment(api);
    registerProducts(api);
    registerMoney(api);
    registerReturns(api);
    const pushes = orderPushes(desk, (order) => {
      const [first] = unitsOf(order);
      return {
        seller: order.shop,
        site: `lazada_${COUNTRY}`,
        data: {
          order_status: unitStatus(order, first?.id ?? 0),
          trade_order_id: order.id,
          trade_order_line_id: String(first?.id ?? ''),
        },
      };
    });
    app.all(`/${NAME}/rest/*`, async (request, reply) => {
      request.note = 'not imitated';
      return sendError(reply, new IopError('InvalidApiPath', 'The specified API path is invalid'));
    });
    return {
      deliveries: () => pushes.deliveries,
      save: () => pushes.save(),
      load: (saved) => pushes.load(saved),
      stop: () => pushes.stop(),
      collect: (order) => ctx.world.touch(order, () => collect(order, ctx.world.clock.now())),
      subscribe: (shop, uri) => pushes.subscribe(shop, uri),
    };
  },
} satisfies SandboxPlatform;
