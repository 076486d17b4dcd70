import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createWishConnector } from './index.ts';

export const wish: MarketplaceDefinition = {
  platform: 'wish',
  name: ['Wish', 'Wish'],
  connect: 'consent',
  // One marketplace for all countries.
  regions: [],
  fields: [],
  orderMenu: () => 'wishOrder',
  credentials: { required: { clientId: 'WISH_CLIENT_ID', clientSecret: 'WISH_CLIENT_SECRET' } },
  addresses: { api: 'WISH_API_URL' },
  sandbox: {
    app: { clientId: '5f3512807dbde500568873aa', clientSecret: 'wish-demo-secret' },
    baseUrls: { api: '/wish' },
  },
  create: ({ app, http, sandbox }) =>
    createWishConnector({ app: { clientId: app.clientId ?? '', clientSecret: app.clientSecret ?? '' }, http, sandbox }),
};
