import type { WmsDefinition } from '../../wms.ts';
import { createWfs } from './index.ts';

export const wfs: WmsDefinition = {
  provider: 'wfs',
  name: ['沃尔玛多渠道配送（WFS）', 'Walmart Multichannel Solutions (WFS)'],
  marketplace: true,
  keys: [
    { name: 'clientId', label: ['Client ID', 'Client ID'], secret: false },
    { name: 'clientSecret', label: ['Client Secret', 'Client secret'], secret: true },
    { name: 'orderChannelId', label: ['销售渠道 ID', 'Sales channel ID'], secret: false },
    {
      name: 'contactPhone',
      label: ['买家无电话时用的电话（选填）', 'Phone for buyers without one (optional)'],
      secret: false,
      optional: true,
    },
    {
      name: 'contactEmail',
      label: ['买家无邮箱时用的邮箱（选填）', 'Email for buyers without one (optional)'],
      secret: false,
      optional: true,
    },
  ],
  sandbox: {
    keys: {
      clientId: 'wfs-demo-client',
      clientSecret: 'wfs-demo-secret',
      orderChannelId: 'WFS-DEMO-CHANNEL',
      contactPhone: '5550199',
      contactEmail: 'orders@example.test',
    },
    baseUrls: { api: '/wfs/api' },
  },
  create: createWfs,
};
