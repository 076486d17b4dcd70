import { COUNTRY_NAMES } from '../../marketplaces/amazon/definition.ts';
import { MARKETPLACES } from '../../marketplaces/amazon/regions.ts';
import type { WmsDefinition } from '../../wms.ts';
import { createMcf } from './index.ts';
import { VERSIONS } from './orders.ts';

export const mcf: WmsDefinition = {
  provider: 'mcf',
  name: ['亚马逊多渠道配送（MCF）', 'Amazon Multi-Channel Fulfillment (MCF)'],
  marketplace: true,
  keys: [
    {
      name: 'country',
      label: ['站点', 'Marketplace'],
      secret: false,
      options: MARKETPLACES.map(({ country }) => ({
        value: country,
        label: COUNTRY_NAMES[country] ?? [country, country],
      })),
    },
    { name: 'clientId', label: ['LWA 客户端 ID', 'LWA client ID'], secret: false },
    { name: 'clientSecret', label: ['LWA 客户端密钥', 'LWA client secret'], secret: true },
    { name: 'refreshToken', label: ['刷新令牌', 'Refresh token'], secret: true },
    {
      name: 'version',
      label: ['接口版本', 'API version'],
      secret: false,
      options: VERSIONS.map((value) => ({ value, label: [value, value] })),
    },
  ],
  sandbox: {
    keys: {
      country: 'US',
      clientId: 'amzn1.application-oa2-client.mcf-demo',
      clientSecret: 'amzn1.oa2-cs.v1.mcf-demo',
      refreshToken: 'Atzr|mcf-demo',
      version: VERSIONS[0],
    },
    baseUrls: { token: '/mcf/lwa', api: '/mcf/spapi' },
  },
  create: createMcf,
};
