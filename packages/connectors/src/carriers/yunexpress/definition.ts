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
  keysHelp: [
    '在云途开放平台的应用里查看；老 OMS 接口的密钥不能用',
    'From your app on the YunExpress open platform. Keys of the old OMS interface do not work',
  ],
  judge: 'signature vectors; ZXing reads the labels; two public clients',
  sandbox: {
    accountNumber: 'C00001',
    keys: { appId: 'yun-app-demo', appSecret: 'yun-secret-demo', sourceKey: 'yun-source-demo' },
    baseUrls: { api: '/yunexpress' },
  },
  create: createYunexpressConnector,
};
