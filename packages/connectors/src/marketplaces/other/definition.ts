import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createOwnShopConnector } from './index.ts';

/** Shops that no other connector speaks to, first of all the seller's own: their software calls us. */
export const other: MarketplaceDefinition = {
  platform: 'other',
  name: ['其他平台', 'Other platforms'],
  connect: 'keys',
  regions: [],
  fields: [
    {
      name: 'currency',
      label: ['币种', 'Currency'],
      hint: [
        '三位字母，例如 USD；订单未写明币种时使用。留空为 USD，重新授权时留空则不变',
        'Three letters, e.g. USD. Used for orders without a currency. If empty: USD, or unchanged when you authorize again',
      ],
      optional: true,
    },
  ],
  orderMenu: () => 'otherPlatformOrder',
  credentials: { required: {} },
  addresses: {},
  sandbox: { app: {}, baseUrls: {}, keys: { currency: 'EUR' } },
  create: ({ http }) => createOwnShopConnector(http),
};
