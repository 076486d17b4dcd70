import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createShopeeConnector } from './index.ts';

export const shopee: MarketplaceDefinition = {
  platform: 'shopee',
  name: ['Shopee', 'Shopee'],
  connect: 'consent',
  // One door for all markets: which one the shop is of, Shopee tells.
  regions: [],
  fields: [],
  orderMenu: () => 'shopeeOrder',
  consentDays: 365,
  credentials: { required: { partnerId: 'SHOPEE_PARTNER_ID', partnerKey: 'SHOPEE_PARTNER_KEY' } },
  addresses: { api: 'SHOPEE_API_URL' },
  sandbox: {
    app: { partnerId: '2000411', partnerKey: 'tradewind-demo-partner-key' },
    baseUrls: { api: '/shopee' },
  },
  create: ({ app, http }) =>
    createShopeeConnector({ app: { partnerId: app.partnerId ?? '', partnerKey: app.partnerKey ?? '' }, http }),
};
