import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createJoomConnector } from './index.ts';

export const joom: MarketplaceDefinition = {
  platform: 'joom',
  name: ['Joom', 'Joom'],
  connect: 'consent',
  // One marketplace for all countries.
  regions: [],
  fields: [],
  orderMenu: () => 'joomOrder',
  credentials: { required: { clientId: 'JOOM_CLIENT_ID', clientSecret: 'JOOM_CLIENT_SECRET' } },
  addresses: { api: 'JOOM_API_URL' },
  sandbox: {
    app: { clientId: '31594d8557aa0001', clientSecret: 'joom-demo-secret' },
    baseUrls: { api: '/joom' },
  },
  create: ({ app, http }) =>
    createJoomConnector({ app: { clientId: app.clientId ?? '', clientSecret: app.clientSecret ?? '' }, http }),
};
