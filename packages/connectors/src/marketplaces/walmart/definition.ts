import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createWalmartConnector } from './index.ts';
import { MARKETS } from './markets.ts';

export const walmart: MarketplaceDefinition = {
  platform: 'walmart',
  name: ['沃尔玛', 'Walmart'],
  connect: 'consent',
  regions: MARKETS.map(({ code, name }) => ({ code, name })),
  fields: [],
  orderMenu: () => 'walmartOrder',
  // A refresh token lives for a year, and nothing tells when it ends.
  consentDays: 365,
  credentials: {
    required: { clientId: 'WALMART_CLIENT_ID', clientSecret: 'WALMART_CLIENT_SECRET' },
    optional: { channelType: 'WALMART_CHANNEL_TYPE', webhookSecret: 'WALMART_WEBHOOK_SECRET' },
  },
  addresses: { api: 'WALMART_API_URL', login: 'WALMART_CONSENT_URL' },
  sandbox: {
    app: { clientId: 'b4d1e2a0-demo-4c7e-9a10-tradewind0001', clientSecret: 'demo-walmart-client-secret' },
    baseUrls: { api: '/walmart/api', login: '/walmart/login' },
  },
  create: ({ app, http }) =>
    createWalmartConnector({
      app: {
        clientId: app.clientId ?? '',
        clientSecret: app.clientSecret ?? '',
        channelType: app.channelType,
        webhookSecret: app.webhookSecret,
      },
      http,
    }),
};
