import type { WmsDefinition } from '../../wms.ts';
import { createGoodcang } from './index.ts';

export const goodcang: WmsDefinition = {
  provider: 'goodcang',
  name: ['谷仓', 'GoodCang'],
  signatures: true,
  keys: [
    { name: 'appKey', label: ['App Key', 'App key'], secret: false },
    { name: 'appToken', label: ['App Token', 'App token'], secret: true },
  ],
  sandbox: {
    keys: { appKey: 'goodcang-demo', appToken: 'goodcang-demo-token' },
    baseUrls: { api: '/goodcang/public_open' },
  },
  create: createGoodcang,
};
