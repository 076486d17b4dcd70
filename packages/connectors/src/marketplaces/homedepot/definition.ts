import type { MarketplaceDefinition } from '../../marketplace.ts';
import { createDscoConnector } from '../dsco/index.ts';

export const homedepot: MarketplaceDefinition = {
  platform: 'homedepot',
  name: ['The Home Depot', 'The Home Depot'],
  connect: 'keys',
  regions: [
    { code: 'US', name: ['美国', 'United States'] },
    { code: 'CA', name: ['加拿大', 'Canada'] },
  ],
  fields: [
    {
      name: 'accountId',
      label: ['Rithum（Dsco）账户编号', 'Rithum (Dsco) account ID'],
      hint: ['一串数字，在 Dsco 后台的账户设置中可见', 'A number, shown in the account settings of the Dsco portal'],
    },
    {
      name: 'clientId',
      label: ['Client ID', 'Client ID'],
      hint: ['发邮件至 support-dsco@rithum.com 申请', 'Ask for it at support-dsco@rithum.com'],
    },
    { name: 'clientSecret', label: ['Client Secret', 'Client secret'], secret: true },
    {
      name: 'retailerId',
      label: ['零售商账户编号', 'Account ID of the retailer'],
      hint: [
        '仅当您与 The Home Depot 有多个连接时需要',
        'Needed only if you are connected with The Home Depot more than once',
      ],
      optional: true,
    },
  ],
  moduleOf: () => 413,
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
        cancelCodes: {
          outOfStock: 'out_of_stock',
          buyerAsked: 'other',
          badAddress: 'info_missing',
          wrongPrice: 'invalid_item_cost',
          other: 'other',
        },
      },
      http,
      sandbox,
    }),
};
