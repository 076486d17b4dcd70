import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { TokenDesk } from '../kit/tokens.ts';
import type { Random } from '../world/random.ts';
import { Api, joomErrors, NAME } from './api.ts';
import { JOOM_SHOP, registerOauth } from './oauth.ts';
import { collect, registerOrders } from './orders.ts';
import { registerProducts } from './products.ts';

const LETTERS = [...'ABCDEFGHJKMNPQRSTUVWXYZ'];

const SHOP = {
  id: JOOM_SHOP,
  name: 'Tradewind Home',
  currency: 'USD',
  /** Eight letters and digits; the last four count, so numbers never repeat. */
  orderId: (random: Random, seq: number) =>
    [1, 2, 3, 4].map(() => random.pick(LETTERS)).join('') + seq.toString(36).toUpperCase().padStart(4, '0'),
  abroadShare: 1,
  oneLine: true,
};

/** Joom for Merchants, version 3: consent, orders, Joom Logistics, products. */
export const joomPlatform = {
  name: NAME,
  shops: [SHOP],
  errors: joomErrors,
  prefixForHost: (host: string) => (host === 'api-merchant.joom.com' ? `/${NAME}` : undefined),
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const tokens = new TokenDesk(ctx, NAME, {
      codeSeconds: 300,
      accessSeconds: 30 * 86_400,
      refreshSeconds: 90 * 86_400,
    });
    const api = new Api(app, ctx, tokens);
    registerOauth(app, ctx, tokens);
    registerOrders(api);
    registerProducts(api);
    app.all(`/${NAME}/*`, async (request, reply) => {
      request.note = 'not imitated';
      return reply.code(404).send({ errors: [{ code: 'not_found', message: 'Not found' }] });
    });
    return { collect: (order) => ctx.world.touch(order, () => collect(order, ctx.world.clock.now())) };
  },
} satisfies SandboxPlatform;
