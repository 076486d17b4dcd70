import type { FastifyInstance } from 'fastify';
import type { Context, ErrorForms } from '../http/app.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { SECOND_SHOPIFY_SHOP, SHOPIFY_SHOP } from '../world/world.ts';
import { emptyCost, registerGraphql, throttled } from './graphql.ts';
import { registerOauth } from './oauth.ts';
import { registerRest, restThrottled } from './rest.ts';
import { type SavedStore, ShopifyStore } from './store.ts';
import { ShopifyTokens } from './tokens.ts';
import { WebhookSender } from './webhooks.ts';

export const shopifyErrors: ErrorForms = {
  throttled: (reply, request) =>
    request.url.includes('/graphql.json') ? throttled(reply, emptyCost) : restThrottled(reply),
  broken: (reply) => reply.code(500).send({ errors: 'Internal Server Error' }),
};

export interface ShopifySide extends PlatformSide {
  tokens: ShopifyTokens;
  store: ShopifyStore;
  webhooks: WebhookSender;
  /** The merchant removes the app: tokens die, subscribers hear it once. */
  uninstall(shop: string): void;
}

/** Shopify's Admin API: install, GraphQL, the old REST calls, webhooks. */
export const shopifyPlatform = {
  name: 'shopify',
  shops: [
    { id: SHOPIFY_SHOP, name: 'Tradewind Demo', currency: 'USD', returnsChangeOrders: true },
    {
      id: SECOND_SHOPIFY_SHOP,
      name: 'Harbour Goods',
      currency: 'USD',
      returnsChangeOrders: true,
      orderId: (_random, seq) => String(5_660_002_220_000 + seq * 1109),
      firstLine: 15_000_000_000_000,
    },
  ],
  errors: shopifyErrors,
  prefixForHost: (host: string) =>
    /^[a-z0-9][a-z0-9-_]*\.myshopify\.com$/.test(host) ? `/shopify/${host}` : undefined,
  register: registerShopify,
} satisfies SandboxPlatform;

function registerShopify(app: FastifyInstance, ctx: Context): ShopifySide {
  const tokens = new ShopifyTokens(ctx);
  const store = new ShopifyStore(ctx);
  const webhooks = new WebhookSender(ctx, store);
  registerOauth(app, ctx, tokens);
  registerGraphql(app, ctx, tokens, store);
  registerRest(app, ctx, tokens, store);
  app.all('/shopify/*', async (_request, reply) => reply.code(404).send({ errors: 'Not Found' }));
  return {
    tokens,
    store,
    webhooks,
    deliveries: () => webhooks.deliveries,
    save: () => store.save(),
    load: (saved) => store.load(saved as SavedStore),
    stop: () => webhooks.close(),
    uninstall: (shop) => {
      tokens.uninstall(shop);
      webhooks.send(shop, 'APP_UNINSTALLED', { id: 548380009, domain: shop, myshopify_domain: shop });
      for (const one of [...store.subscriptions.values()]) {
        if (one.shop === shop && one.topic !== 'APP_UNINSTALLED') store.subscriptions.delete(one.id);
      }
    },
  };
}
