import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { idsOf } from './client.ts';
import { createWayfairConnector } from './index.ts';
import { STORES } from './stores.ts';

export const wayfair: MarketplaceDefinition = {
  platform: 'wayfair',
  name: ['Wayfair', 'Wayfair'],
  connect: 'keys',
  regions: STORES.map(({ code, name }) => ({ code, name })),
  fields: [
    {
      name: 'clientId',
      label: ['客户端 ID', 'Client ID'],
      hint: [
        '在 Partner Home 的「Developer > Applications」创建正式环境应用后获得。',
        'Shown when you create a production application in Partner Home, Developer > Applications.',
      ],
    },
    {
      name: 'clientSecret',
      label: ['客户端密钥', 'Client secret'],
      hint: ['只在创建时显示一次。', 'Shown only once, when the application is created.'],
      secret: true,
    },
    {
      name: 'supplierIds',
      label: ['供应商编号', 'Supplier ID'],
      hint: ['多个编号用逗号隔开。', 'Separate several IDs with commas.'],
      account: { normalize: (text) => idsOf(text).join(',') || undefined },
    },
    {
      name: 'warehouseIds',
      label: ['仓库编号', 'Warehouse ID'],
      hint: ['与供应商编号不同时填写。', 'Only if it differs from the supplier ID.'],
      optional: true,
    },
  ],
  orderMenu: () => 'wayfairOrder',
  credentials: { required: {} },
  addresses: { sso: 'WAYFAIR_TOKEN_URL', api: 'WAYFAIR_API_URL', io: 'WAYFAIR_SUPPLIER_API_URL' },
  sandbox: {
    app: {},
    baseUrls: { sso: '/wayfair/sso', api: '/wayfair/api', io: '/wayfair/io' },
    keys: {
      clientId: 'TradewindDemoWayfairClient01',
      clientSecret: 'demo-wayfair-client-secret',
      supplierIds: '2603',
    },
  },
  create: ({ http }) => createWayfairConnector(http),
};
