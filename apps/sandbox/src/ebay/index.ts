import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import type { Random } from '../world/random.ts';
import { Desk, EBAY_SHOP, EBAY_UK_SHOP } from './desk.ts';
import { registerEdis } from './edis.ts';
import { access, ebayErrors, sendError } from './errors.ts';
import { registerFinances } from './finances.ts';
import { registerInventory } from './inventory.ts';
import { Notifications } from './notifications.ts';
import { registerOauth } from './oauth.ts';
import { registerOrders } from './orders.ts';
import { registerPostOrder } from './postOrder.ts';
import { EbayTokens } from './tokens.ts';

/** 2-5-5 digits; the last two groups hold the running number, so ids never repeat. */
const orderId = (random: Random, seq: number): string =>
  `${String(random.int(1, 29)).padStart(2, '0')}-${String(10_000 + Math.floor(seq / 100_000)).padStart(5, '0')}-${String((seq * 7919) % 100_000).padStart(5, '0')}`;

const COMMON = {
  orderId,
  firstLine: 10_000_000_000_000,
  buyerEmail: (random: Random) => `${random.digits(12)}@members.ebay.com`,
  asksToCancel: true,
};

function prefixForHost(host: string): string | undefined {
  if (/^api(\.sandbox)?\.ebay\.com$/.test(host)) return '/ebay/api';
  if (/^apiz(\.sandbox)?\.ebay\.com$/.test(host)) return '/ebay/apiz';
  if (/^auth(\.sandbox)?\.ebay\.com$/.test(host)) return '/ebay/auth';
  return undefined;
}

/** eBay's REST APIs: consent, Fulfillment, Inventory, Finances, Post-Order, Notification and eDIS. */
export const ebayPlatform: SandboxPlatform = {
  name: 'ebay',
  shops: [
    { ...COMMON, id: EBAY_SHOP, name: 'Tradewind Home', currency: 'USD' },
    // A seller of whom eBay asks signatures.
    { ...COMMON, id: EBAY_UK_SHOP, name: 'Tradewind Home UK', currency: 'GBP' },
  ],
  errors: ebayErrors,
  prefixForHost,
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const tokens = new EbayTokens(ctx);
    const desk = new Desk(app, ctx, tokens);
    registerOauth(app, ctx, desk, tokens);
    registerOrders(desk, ctx);
    registerInventory(desk, ctx);
    registerFinances(desk, ctx);
    registerPostOrder(desk, ctx);
    registerEdis(desk, ctx);
    const notifications = new Notifications(ctx, desk);
    app.all('/ebay/*', async (request, reply) => {
      request.note = 'not imitated';
      return sendError(reply, access(404, 2002, 'Resource not found.'));
    });
    return {
      deliveries: () => notifications.pushes.deliveries,
      save: () => notifications.save(),
      load: (saved) => notifications.load(saved as ReturnType<Notifications['save']>),
      stop: () => notifications.pushes.stop(),
      closeAccount: (order) => notifications.closeAccount(order),
    };
  },
};
