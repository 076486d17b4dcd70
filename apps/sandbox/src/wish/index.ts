import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import type { Random } from '../world/random.ts';
import { Api, send, WishError, wishErrors } from './api.ts';
import { NAME } from './name.ts';
import { registerOauth, WISH_SHOP } from './oauth.ts';
import { Orders } from './orders.ts';
import { registerProducts } from './products.ts';
import { WishTokens } from './tokens.ts';
import { Webhooks } from './webhooks.ts';

const SHOP = {
  id: WISH_SHOP,
  name: 'Tradewind Global',
  currency: 'USD',
  /** An object id: the second it was made in, then digits, then a count. */
  orderId: (random: Random, seq: number, at: number) =>
    Math.floor(at / 1000)
      .toString(16)
      .padStart(8, '0') +
    random.digits(10) +
    seq.toString(16).padStart(6, '0'),
  abroadShare: 0.6,
  oneLine: true,
};

interface Saved {
  turns: ReturnType<WishTokens['save']>;
  subscriptions: ReturnType<Webhooks['save']>;
}

/** The Wish Marketplace API v3 for merchants: consent, orders, products, penalties, webhooks. */
export const wishPlatform = {
  name: NAME,
  shops: [SHOP],
  errors: wishErrors,
  prefixForHost: (host: string) => (host === 'merchant.wish.com' ? `/${NAME}` : undefined),
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const tokens = new WishTokens(ctx);
    const api = new Api(app, ctx, tokens);
    registerOauth(app, ctx, tokens);
    const orders = new Orders(api);
    registerProducts(api);
    const webhooks = new Webhooks(ctx, api);
    app.all(`/${NAME}/*`, async (request, reply) => {
      request.note = 'not imitated';
      return send(reply, new WishError(404, 404, 'The requested URL was not found on the server'));
    });
    return {
      deliveries: () => webhooks.sender.deliveries,
      save: (): Saved => ({ turns: tokens.save(), subscriptions: webhooks.save() }),
      load: (saved) => {
        const { turns, subscriptions } = saved as Saved;
        tokens.load(turns);
        webhooks.load(subscriptions);
      },
      stop: () => {
        orders.stop();
        webhooks.sender.stop();
      },
    };
  },
} satisfies SandboxPlatform;
