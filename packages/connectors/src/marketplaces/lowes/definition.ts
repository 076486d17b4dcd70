import type { MarketplaceDefinition } from '../../marketplace.ts';
import { createDscoConnector } from '../dsco/index.ts';
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
      label: ['卖家后台网址', 'Address of the seller back office'],
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
      hint: ['仅当该用户名下有多家店铺时需要', 'Needed only if your user has several shops'],
      optional: true,
    },
    {
      name: 'accountId',
      regions: [DROP_SHIP],
      label: ['Rithum（Dsco）账户编号', 'Rithum (Dsco) account ID'],
      hint: ['一串数字，在 Dsco 后台的账户设置中可见', 'A number, shown in the account settings of the Dsco portal'],
    },
    {
      name: 'clientId',
      regions: [DROP_SHIP],
      label: ['Client ID', 'Client ID'],
      hint: ['发邮件至 support-dsco@rithum.com 申请', 'Ask for it at support-dsco@rithum.com'],
    },
    { name: 'clientSecret', regions: [DROP_SHIP], label: ['Client Secret', 'Client secret'], secret: true },
    {
      name: 'retailerId',
      regions: [DROP_SHIP],
      label: ['零售商账户编号', 'Account ID of the retailer'],
      hint: ["仅当您与 Lowe's 有多个连接时需要", "Needed only if you are connected with Lowe's more than once"],
      optional: true,
    },
  ],
  moduleOf: () => 416,
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
      http.now ?? Date.now,
    ),
};
