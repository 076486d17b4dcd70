import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createTophatterConnector, shopName } from './index.ts';

export const tophatter: MarketplaceDefinition = {
  platform: 'tophatter',
  name: ['Tophatter', 'Tophatter'],
  connect: 'keys',
  regions: [],
  fields: [
    {
      name: 'shop',
      label: ['店铺名称', 'Shop name'],
      hint: [
        '接口不返回店铺身份，请填写便于区分的名称',
        'The API does not return the shop name. Enter any name that tells your shops apart',
      ],
      account: { normalize: shopName },
    },
    { name: 'accessToken', label: ['访问令牌', 'Access token'], secret: true },
  ],
  orderMenu: () => 'otherPlatformOrder',
  // The year; the day was never told.
  closedSince: '2022',
  // Tophatter's own address answers no more: an installation names one that still speaks its interface.
  credentials: { required: { api: 'TOPHATTER_API_URL' } },
  addresses: {},
  sandbox: {
    app: { api: '' },
    baseUrls: { api: '/tophatter' },
    keys: { shop: 'Tradewind Deals', accessToken: 'c0ffee1db99f4a0f8d5b7e2a9c3d4e5f' },
  },
  create: ({ app, http }) => createTophatterConnector({ api: (app.api ?? '').replace(/\/$/, ''), http }),
};
