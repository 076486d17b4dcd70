import type { CarrierDefinition } from '../definition.ts';
import { CARRIER } from './client.ts';
import { createUspsConnector } from './index.ts';
import { OFFERED } from './services.ts';

export const usps: CarrierDefinition = {
  carrier: CARRIER,
  platformCode: 'USPS',
  accountNumber: {
    label: ['USPS 付款账号（EPS 账号或 Permit 号）', 'USPS payment account (EPS account or permit number)'],
    pattern: /^\d{1,10}$/,
    example: '1000000001',
  },
  keys: [
    { name: 'clientId', label: ['Consumer Key', 'Consumer key'], secret: false },
    { name: 'clientSecret', label: ['Consumer Secret', 'Consumer secret'], secret: true },
    { name: 'crid', label: ['客户注册号 CRID', 'Customer registration ID (CRID)'], secret: false },
    { name: 'mid', label: ['寄件人编号 MID', 'Mailer ID (MID)'], secret: false },
    { name: 'manifestMid', label: ['交寄清单 MID', 'Manifest MID'], secret: false },
    {
      name: 'accountType',
      label: ['付款账号类型', 'Type of payment account'],
      secret: false,
      options: [
        { value: 'EPS', label: ['EPS 企业支付', 'Enterprise Payment (EPS)'] },
        { value: 'PERMIT', label: ['Permit 许可邮资', 'Permit'] },
      ],
    },
    { name: 'permitZip', label: ['Permit 所在邮编', 'ZIP code of the permit'], secret: false, optional: true },
    {
      name: 'priceType',
      label: ['价格', 'Prices'],
      secret: false,
      options: [
        { value: 'COMMERCIAL', label: ['商业价', 'Commercial'] },
        { value: 'CONTRACT', label: ['合同价', 'Contract'] },
      ],
    },
  ],
  keysHelp: [
    'Consumer Key 和 Secret 在 developers.usps.com 的应用里查看；CRID、MID 和付款账号在 USPS 商业客户门户（Business Customer Gateway）查看',
    'Consumer key and secret from your app at developers.usps.com; CRID, MIDs and payment account from the Business Customer Gateway',
  ],
  services: OFFERED,
  signature: true,
  judge: "USPS's descriptions; number vectors; ZXing reads the labels; public clients' answers",
  sandbox: {
    accountNumber: '1000000001',
    keys: {
      clientId: 'usps-client-demo',
      clientSecret: 'usps-secret-demo',
      crid: '12345678',
      mid: '903000001',
      manifestMid: '903000002',
      accountType: 'EPS',
      permitZip: '20260',
      priceType: 'COMMERCIAL',
    },
    baseUrls: { api: '/usps' },
  },
  create: createUspsConnector,
};
