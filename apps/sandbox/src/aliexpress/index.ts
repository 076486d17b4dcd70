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
import { AeApi, NAME } from './api.ts';
import { registerIssues } from './issues.ts';
import { registerLogistics } from './logistics.ts';
import { registerMoney } from './money.ts';
import { registerOrders } from './orders.ts';
import { registerProducts } from './products.ts';
import { registerShipments } from './shipments.ts';
import { orderStatus } from './views.ts';

const APP = { key: '417001', secret: 'aliexpress-demo-secret' };
const DAY_S = 86_400;
const FIRST = 8_180_000_000_000_000;

const SHOP = {
  id: '2671417001',
  name: 'Tradewind Overseas Store',
  currency: 'USD',
  orderId: (_random: Random, seq: number) => String(FIRST + seq * 1000),
  firstLine: FIRST,
  // Nobody is told a tax of their own.
  abroadShare: 1,
  asksToCancel: true,
};

/** AliExpress's platform for sellers: consent, orders, telling and ordering shipments, products, loans, disputes, pushes. */
export const aliexpressPlatform = {
  name: NAME,
  shops: [SHOP],
  errors: iopErrors,
  prefixForHost: (host: string) => (host === 'api-sg.aliexpress.com' ? `/${NAME}` : undefined),
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const tokens = new TokenDesk(ctx, NAME, {
      codeSeconds: 1800,
      accessSeconds: 30 * DAY_S,
      refreshSeconds: 60 * DAY_S,
    });
    const desk = new IopDesk(ctx, NAME, APP, tokens);
    registerConsent(app, desk, 'AliExpress', ['Orders', 'Logistics', 'Products', 'Disputes', 'Funds']);
    const api = new AeApi(app, desk);
    registerAccount(api);
    registerOrders(api);
    registerShipments(api);
    registerLogistics(api);
    registerProducts(api);
    registerMoney(api);
    registerIssues(api);
    const pushes = orderPushes(desk, (order) => ({
      seller: order.shop,
      site: NAME,
      data: { order_status: orderStatus(ctx, ctx.world.shop(order.shop), order), trade_order_id: order.id },
    }));
    app.all(`/${NAME}/rest/*`, async (request, reply) => {
      request.note = 'not imitated';
      return sendError(reply, new IopError('InvalidApiPath', 'The specified API path is invalid'));
    });
    return {
      deliveries: () => pushes.deliveries,
      save: () => pushes.save(),
      load: (saved) => pushes.load(saved),
      stop: () => pushes.stop(),
      subscribe: (shop, uri) => pushes.subscribe(shop, uri),
    };
  },
} satisfies SandboxPlatform;
