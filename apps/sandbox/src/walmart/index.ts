import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { registerApi, WALMART } from './api.ts';
import { walmartErrors } from './errors.ts';
import { feeds } from './feeds.ts';
import { items } from './items.ts';
import { labels } from './labels.ts';
import { account, registerOauth, WALMART_SHOP } from './oauth.ts';
import { orders } from './orders.ts';
import { refunds } from './refunds.ts';
import { reports } from './reports.ts';
import { returns } from './returns.ts';
import { WalmartWebhooks } from './webhooks.ts';

const HOSTS: Readonly<Record<string, string>> = {
  'marketplace.walmartapis.com': '/walmart/api',
  'sandbox.walmartapis.com': '/walmart/api',
  'login.account.wal-mart.com': '/walmart/login',
};

/** Walmart's marketplace in the United States: consent, orders, items, feeds, reports, returns, webhooks, labels. */
export const walmartPlatform: SandboxPlatform = {
  name: WALMART,
  shops: [
    {
      id: WALMART_SHOP,
      name: 'Tradewind Outlet',
      currency: 'USD',
      orderId: (_random, seq) => String(108_900_000_000_000 + seq * 7919),
      buyerEmail: (random) => `${random.digits(16)}@relay.walmart.com`,
      abroadShare: 0,
      asksToCancel: true,
    },
  ],
  errors: walmartErrors,
  prefixForHost: (host) => HOSTS[host],
  register: registerWalmart,
};

function registerWalmart(app: FastifyInstance, ctx: Context): PlatformSide {
  const tokens = registerOauth(app, ctx);
  const webhooks = new WalmartWebhooks(ctx);
  registerApi(app, ctx, tokens, [
    ...account,
    ...orders,
    ...items,
    ...feeds(ctx),
    ...refunds,
    ...returns,
    ...reports,
    ...labels,
    ...webhooks.operations,
  ]);
  return {
    deliveries: () => webhooks.sender.deliveries,
    save: () => webhooks.save(),
    load: (saved) => webhooks.load(saved as ReturnType<WalmartWebhooks['save']>),
    stop: () => webhooks.sender.stop(),
  };
}
