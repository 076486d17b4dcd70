import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { Api, NAME, TOPHATTER_SHOP, tophatterErrors } from './api.ts';
import { registerOrders } from './orders.ts';
import { registerProducts } from './products.ts';

const SHOP = {
  id: TOPHATTER_SHOP,
  name: 'Tradewind Deals',
  currency: 'USD',
  orderId: (_random: unknown, seq: number) => String(359_000_000 + seq * 17),
  oneLine: true,
  onePiece: true,
};

/** Tophatter's Merchant API, version 1, as it was until the marketplace closed. */
export const tophatterPlatform = {
  name: NAME,
  shops: [SHOP],
  errors: tophatterErrors,
  prefixForHost: (host: string) => (host === 'tophatter.com' ? `/${NAME}` : undefined),
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const api = new Api(app, ctx);
    registerOrders(api);
    registerProducts(api);
    app.all(`/${NAME}/*`, async (request, reply) => {
      request.note = 'not imitated';
      return reply.code(404).send({ message: 'The API path you requested does not exist.' });
    });
    return {};
  },
} satisfies SandboxPlatform;
