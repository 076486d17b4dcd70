import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createDscoConnector } from '../dsco/index.ts';
import { ORDER_STREAM_CODES, supplierFields } from '../dsco/supplier.ts';
import { createMiraklConnector } from '../mirakl/index.ts';
import { DROP_SHIP, MARKETPLACE, withDoors } from './doors.ts';

export const lowes: MarketplaceDefinition = {
  platform: 'lowes',
  name: ["Lowe's", "Lowe's"],
  connect: 'keys',
  regions: [
    { code: MARKETPLACE, name: ['第三方商城（Mirakl）', 'Marketplace (Mirakl)'] },
    { code: DROP_SHIP, name: ['供应商代发（Rithum）', 'Drop ship vendor (Rithum)'] },
  ],
  fields: [
    {
      name: 'instance',
      regions: [MARKETPLACE],
      label: ['卖家后台网址', 'Seller back office URL'],
      hint: ['例如 xxx.mirakl.net', 'For example xxx.mirakl.net'],
    },
    {
      name: 'apiKey',
      regions: [MARKETPLACE],
      label: ['API 密钥', 'API key'],
      hint: ['卖家后台：右上角用户菜单 → API 密钥', 'Seller back office: user menu, then API key'],
      secret: true,
    },
    {
      name: 'shopId',
      regions: [MARKETPLACE],
      label: ['店铺 ID', 'Shop ID'],
      hint: ['仅当该用户名下有多家店铺时需要', 'Needed only if the user has several shops'],
      optional: true,
    },
    ...supplierFields("Lowe's", [DROP_SHIP]),
  ],
  orderMenu: () => 'lowesOrder',
  credentials: { required: {} },
  addresses: { marketplace: 'LOWES_MARKETPLACE_URL', api: 'LOWES_DROPSHIP_URL' },
  sandbox: {
    app: {},
    baseUrls: { marketplace: '/lowes/mmp', api: '/lowes/dsco/api/v3' },
    keys: { instance: 'lowes-demo.mirakl.net', apiKey: '11111111-2222-3333-4444-555555555555' },
  },
  create: ({ http, sandbox }) =>
    withDoors(
      createMiraklConnector({ platform: 'lowes', http }),
      createDscoConnector({
        retailer: {
          platform: 'lowes',
          partners: { [DROP_SHIP]: { name: /\blowe.?s\b/i, currency: 'USD', country: 'US' } },
          cancelCodes: ORDER_STREAM_CODES,
        },
        http,
        sandbox,
      }),
      http.now ?? Date.now,
    ),
};
