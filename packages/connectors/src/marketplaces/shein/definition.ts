import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createSheinConnector } from './index.ts';

export const shein: MarketplaceDefinition = {
  platform: 'shein',
  name: ['SHEIN', 'SHEIN'],
  connect: 'consent',
  // An app is made for one way of working together; its shops' sites are all behind one door.
  regions: [],
  fields: [],
  orderMenu: () => 'sheinOrder',
  credentials: { required: { appId: 'SHEIN_APP_ID', appSecret: 'SHEIN_APP_SECRET' } },
  addresses: { api: 'SHEIN_API_URL', consent: 'SHEIN_CONSENT_URL' },
  sandbox: {
    app: { appId: '11TRADEWIND0DEMO', appSecret: 'shein-demo-app-secret-0001' },
    baseUrls: { api: '/shein', consent: '/shein/empower' },
  },
  create: ({ app, http }) =>
    createSheinConnector({ app: { appId: app.appId ?? '', appSecret: app.appSecret ?? '' }, http }),
};
