import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createLazadaConnector } from './index.ts';
import { COUNTRIES } from './regions.ts';

export const lazada: MarketplaceDefinition = {
  platform: 'lazada',
  name: ['Lazada', 'Lazada'],
  connect: 'consent',
  // One permission of a seller across borders holds a shop in each country: each is connected by its country.
  regions: COUNTRIES.map(({ code, name }) => ({ code, name })),
  fields: [],
  orderMenu: () => 'lazadaOrder',
  credentials: { required: { appKey: 'LAZADA_APP_KEY', appSecret: 'LAZADA_APP_SECRET' } },
  addresses: { api: 'LAZADA_API_URL', auth: 'LAZADA_AUTH_URL' },
  sandbox: {
    app: { appKey: '412001', appSecret: 'lazada-demo-secret' },
    baseUrls: { api: '/lazada/rest', auth: '/lazada' },
  },
  create: ({ app, http }) =>
    createLazadaConnector({ app: { appKey: app.appKey ?? '', appSecret: app.appSecret ?? '' }, http }),
};
