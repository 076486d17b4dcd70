import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createDscoConnector } from '../dsco/index.ts';
import { ORDER_STREAM_CODES, supplierFields } from '../dsco/supplier.ts';

export const homedepot: MarketplaceDefinition = {
  platform: 'homedepot',
  name: ['The Home Depot', 'The Home Depot'],
  connect: 'keys',
  regions: [
    { code: 'US', name: ['美国', 'United States'] },
    { code: 'CA', name: ['加拿大', 'Canada'] },
  ],
  fields: supplierFields('The Home Depot'),
  orderMenu: () => 'homeDepotOrder',
  credentials: { required: {} },
  addresses: { api: 'HOMEDEPOT_API_URL' },
  sandbox: {
    app: {},
    baseUrls: { api: '/homedepot/api/v3' },
    keys: { accountId: '1000054321', clientId: '9f1c2d3e4a5b', clientSecret: 's3cr+t/=&x' },
  },
  create: ({ http, sandbox }) =>
    createDscoConnector({
      retailer: {
        platform: 'homedepot',
        partners: {
          US: { name: /home\s*depot(?!.*canada)/i, country: 'US', currency: 'USD' },
          CA: { name: /home\s*depot.*canada/i, country: 'CA', currency: 'CAD' },
        },
        cancelCodes: ORDER_STREAM_CODES,
      },
      http,
      sandbox,
    }),
};
