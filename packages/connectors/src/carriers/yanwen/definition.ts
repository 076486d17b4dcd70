import type { CarrierDefinition } from '../definition.ts';
import { createYanwenConnector } from './index.ts';
import { CARRIER } from './refusals.ts';

export const yanwen: CarrierDefinition = {
  carrier: CARRIER,
  platformCode: 'Yanwen',
  accountNumber: {
    label: ['燕文制单账号', 'Yanwen order account'],
    pattern: /^\d{4,12}$/,
    example: '100000',
  },
  keys: [
    { name: 'apiToken', label: ['API 秘钥', 'API token'], secret: true },
    { name: 'companyCode', label: ['交货仓代码', 'Hand-over warehouse code'], secret: false, optional: true },
  ],
  keysHelp: [
    '在燕文客户中心“账号管理 - 制单账号管理”里查看；交货仓不填时由燕文取账号默认的仓库',
    'From the order accounts in the Yanwen customer center. Without a warehouse code Yanwen takes the account’s own',
  ],
  judge: 'signature vector; ZXing reads the labels; two public clients',
  sandbox: {
    accountNumber: '100000',
    keys: { apiToken: 'yw-token-demo', companyCode: '4' },
    baseUrls: { api: '/yanwen', track: '/yanwen' },
  },
  create: createYanwenConnector,
};
