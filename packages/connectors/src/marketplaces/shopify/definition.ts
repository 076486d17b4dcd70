import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createShopifyConnector } from './index.ts';

/** "Demo", "demo.myshopify.com", "https://demo.myshopify.com/admin" -> the domain; undefined when it is none. */
export function shopifyDomain(text: string): string | undefined {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '');
  const admin = /^admin\.shopify\.com$/.test(host)
    ? /\/store\/([a-z0-9][a-z0-9-]*)/.exec(text.toLowerCase())?.[1]
    : undefined;
  const name = admin ?? host.replace(/\.myshopify\.com$/, '');
  return /^[a-z0-9][a-z0-9-]*$/.test(name) ? `${name}.myshopify.com` : undefined;
}

export const shopify: MarketplaceDefinition = {
  platform: 'shopify',
  name: ['Shopify', 'Shopify'],
  connect: 'consent',
  regions: [],
  fields: [
    {
      name: 'shopDomain',
      label: ['店铺域名', 'Shop domain'],
      hint: ['例如 demo.myshopify.com', 'For example demo.myshopify.com'],
      account: { normalize: shopifyDomain },
    },
  ],
  orderMenu: () => 'shopifyOrder',
  credentials: {
    required: { clientId: 'SHOPIFY_CLIENT_ID', clientSecret: 'SHOPIFY_CLIENT_SECRET' },
    optional: { previousClientSecret: 'SHOPIFY_PREVIOUS_CLIENT_SECRET' },
  },
  addresses: { shop: 'SHOPIFY_SHOP_URL' },
  sandbox: {
    app: { clientId: 'tradewind-demo-app', clientSecret: 'hush' },
    baseUrls: { shop: '/shopify/{shop}' },
    account: 'tradewind-demo.myshopify.com',
  },
  create: ({ app, http }) =>
    createShopifyConnector({
      app: {
        clientId: app.clientId ?? '',
        clientSecret: app.clientSecret ?? '',
        previousClientSecret: app.previousClientSecret,
      },
      http,
    }),
};
