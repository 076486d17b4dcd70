import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { TokenDesk } from '../kit/tokens.ts';
import type { Random } from '../world/random.ts';
import { registerAccount } from './account.ts';
import { registerDocuments } from './documents.ts';
import { ShopeeError, sendError, shopeeErrors } from './errors.ts';
import { registerLogistics } from './logistics.ts';
import { NAME, OperationBook } from './operations.ts';
import { registerOrders } from './orders.ts';
import { collect } from './packages.ts';
import { registerPayments } from './payments.ts';
import { registerProducts } from './products.ts';
import { ShopeePushes } from './push.ts';
import { registerReturns } from './returns.ts';

const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ';
const HOSTS = [
  /^partner\.shopeemobile\.com$/,
  /^openplatform\.shopee\.(cn|com\.br)$/,
  /^openplatform\.sandbox\.test-stable\.shopee\.(sg|cn)$/,
  /^open\.shopee\.(com|cn|com\.br)$/,
];

const SHOP = {
  id: '226000411',
  name: 'Tradewind Official Store',
  currency: 'SGD',
  /** The day, then letters and digits; the last four count, so numbers never repeat. */
  orderId: (random: Random, seq: number, at: number) => {
    const day = new Date(at).toISOString().slice(2, 10).replaceAll('-', '');
    const letters = [1, 2, 3, 4].map(() => random.pick([...LETTERS])).join('');
    return `${day}${letters}${seq.toString(36).toUpperCase().padStart(4, '0')}`;
  },
  // Nobody pays a sales tax on top in this market.
  abroadShare: 1,
  asksToCancel: true,
};

/** Shopee's Open Platform v2 for sellers: consent, orders, its own logistics, listings, returns, payments, pushes. */
export const shopeePlatform = {
  name: NAME,
  shops: [SHOP],
  errors: shopeeErrors,
  prefixForHost: (host: string) => (HOSTS.some((one) => one.test(host)) ? `/${NAME}` : undefined),
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const tokens = new TokenDesk(ctx, NAME, { codeSeconds: 600, accessSeconds: 4 * 3600, refreshSeconds: 30 * 86_400 });
    const book = new OperationBook(app, ctx, tokens);
    registerAccount(app, ctx, book, tokens);
    registerOrders(book);
    registerLogistics(book);
    registerDocuments(book);
    registerProducts(book);
    registerPayments(book);
    registerReturns(book);
    const pushes = new ShopeePushes(ctx, book);
    app.all(`/${NAME}/*`, async (request, reply) => {
      request.note = 'not imitated';
      const words = 'Permission denied. This API is currently offline or the request path is incorrect.';
      return sendError(reply, new ShopeeError('error_param', words, { status: 403 }));
    });
    return {
      deliveries: () => pushes.sender.deliveries,
      save: () => pushes.save(),
      load: (saved) => pushes.load(saved),
      stop: () => pushes.sender.stop(),
      collect: (order) => ctx.world.touch(order, () => collect(order, ctx.world.clock.now())),
    };
  },
} satisfies SandboxPlatform;
