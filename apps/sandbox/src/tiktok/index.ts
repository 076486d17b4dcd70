import type { FastifyInstance } from 'fastify';
import { type Context, param, query } from '../http/app.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { aftersale } from './aftersale.ts';
import { type Operation, registerApi } from './api.ts';
import { combining } from './combining.ts';
import { tiktokErrors } from './errors.ts';
import { finance } from './finance.ts';
import { documentSeal, fulfillment } from './fulfillment.ts';
import { labelPdf } from './label.ts';
import { logistics } from './logistics.ts';
import { registerOauth } from './oauth.ts';
import { orders } from './orders.ts';
import { ordersOfPackage, packagesOf } from './packages.ts';
import { products } from './products.ts';
import { cipherOf, regionOf, TIKTOK, TIKTOK_SHOPS } from './shops.ts';
import { Webhooks } from './webhooks.ts';

const HOSTS: Readonly<Record<string, string>> = {
  'open-api.tiktokglobalshop.com': '/tiktok/api',
  'auth.tiktok-shops.com': '/tiktok/auth',
  'services.tiktokshop.com': '/tiktok/services',
  'services.tiktokshops.us': '/tiktok/services-us',
};

/** TikTok Shop's Open API (202309 and later), its consent pages of both halves of the world, its pushes. */
export const tiktokPlatform: SandboxPlatform = {
  name: TIKTOK,
  shops: TIKTOK_SHOPS,
  errors: tiktokErrors,
  prefixForHost: (host) => HOSTS[host],
  register: registerTiktok,
};

const shops: Operation = {
  method: 'GET',
  path: '/authorization/202309/shops',
  name: 'getShops',
  shopless: true,
  handle: ({ shop }) => ({
    shops: [
      {
        id: shop.id,
        name: shop.name,
        region: regionOf(shop),
        seller_type: 'LOCAL',
        cipher: cipherOf(shop),
        code: `${regionOf(shop)}LC${shop.id.slice(-8)}`,
      },
    ],
  }),
};

function registerTiktok(app: FastifyInstance, ctx: Context): PlatformSide {
  const tokens = registerOauth(app, ctx);
  const webhooks = new Webhooks(ctx);
  registerApi(app, ctx, tokens, [
    shops,
    ...orders,
    ...fulfillment,
    ...combining,
    ...logistics,
    ...aftersale,
    ...products,
    ...finance,
    ...webhooks.operations,
  ]);
  /** Labels lie with a file store and open by their address alone. */
  app.get('/tiktok/documents/:file', async (request, reply) => {
    const id = param(request, 'file').replace(/\.pdf$/, '');
    const [order] = ctx.world.of(TIKTOK).flatMap((shop) => ordersOfPackage(shop, id));
    const made = order && packagesOf(order).find((one) => one.id === id);
    if (!made || query(request).seal !== documentSeal(id)) return reply.code(404).send();
    return reply.type('application/pdf').send(await labelPdf(order, made));
  });
  return {
    deliveries: () => webhooks.sender.deliveries,
    save: () => webhooks.save(),
    load: (saved) => webhooks.load(saved as ReturnType<Webhooks['save']>),
    stop: () => webhooks.sender.stop(),
  };
}
