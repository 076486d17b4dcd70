import type { CarrierDefinition } from '../definition.ts';
import { createYunexpressConnector } from './index.ts';
import { CARRIER } from './refusals.ts';

export const yunexpress: CarrierDefinition = {
  carrier: CARRIER,
  platformCode: 'YunExpress',
  accountNumber: {
    label: ['云途客户代码', 'YunExpress customer code'],
    pattern: /^[A-Z]{1,6}\d{3,12}$/,
    example: 'C00001',
  },
  keys: [
    { name: 'appId', label: ['App ID', 'App ID'], secret: false },
    { name: 'appSecret', label: ['App Secret', 'App secret'], secret: true },
    { name: 'sourceKey', label: ['Source Key', 'Source key'], secret: false, optional: true },
  ],
  sandbox: {
    accountNumber: 'C00001',
    keys: { appId: 'yun-app-demo', appSecret: 'yun-secret-demo', sourceKey: 'yun-source-demo' },
    baseUrls: { api: '/yunexpress' },
  },
  create: createYunexpressConnector,
};
