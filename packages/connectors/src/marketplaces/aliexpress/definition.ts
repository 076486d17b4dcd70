import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createAliexpressConnector } from './index.ts';

export const aliexpress: MarketplaceDefinition = {
  platform: 'aliexpress',
  name: ['速卖通', 'AliExpress'],
  connect: 'consent',
  // One door for all countries that a seller sells to.
  regions: [],
  fields: [],
  orderMenu: () => 'aliExpressOrder',
  credentials: { required: { appKey: 'ALIEXPRESS_APP_KEY', appSecret: 'ALIEXPRESS_APP_SECRET' } },
  addresses: { api: 'ALIEXPRESS_API_URL' },
  sandbox: {
    app: { appKey: '417001', appSecret: 'aliexpress-demo-secret' },
    baseUrls: { api: '/aliexpress' },
  },
  create: ({ app, http }) =>
    createAliexpressConnector({ app: { appKey: app.appKey ?? '', appSecret: app.appSecret ?? '' }, http }),
};
