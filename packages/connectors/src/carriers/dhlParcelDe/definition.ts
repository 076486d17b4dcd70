import type { CarrierDefinition } from '../definition.ts';
import { CARRIER } from './client.ts';
import { createParcelConnector } from './index.ts';
import { SERVICES } from './services.ts';

export const dhlParcelDe: CarrierDefinition = {
  carrier: CARRIER,
  platformCode: 'DHL',
  accountNumber: {
    label: ['DHL 客户编号（EKP）', 'DHL customer number (EKP)'],
    pattern: /^\d{10}$/,
    example: '5012345678',
  },
  keys: [
    { name: 'clientId', label: ['API Key', 'API key'], secret: false },
    { name: 'clientSecret', label: ['API Secret', 'API secret'], secret: true },
    { name: 'username', label: ['商务客户门户用户名', 'User of the business customer portal'], secret: false },
    { name: 'password', label: ['商务客户门户密码', 'Password of the business customer portal'], secret: true },
    {
      name: 'participation',
      label: ['结算号末两位', 'Last two digits of the billing number'],
      secret: false,
      optional: true,
    },
    { name: 'returnReceiver', label: ['退货收件人 ID', 'Return receiver ID'], secret: false, optional: true },
  ],
  keysHelp: [
    'API Key 和 Secret 在 DHL 开发者门户的应用里查看，用户名和密码是商务客户门户的系统用户。DHL 快递的密钥不能用',
    'Key and secret are on your app on the DHL developer portal. User and password are those of a system user of the business customer portal. Keys of DHL Express do not work',
  ],
  services: SERVICES.map(({ code, name }) => ({ code, name })),
  judge: "examples of DHL's collections; ZXing reads the labels; two public clients",
  sandbox: {
    accountNumber: '3333333333',
    keys: {
      clientId: 'dhl-parcel-demo',
      clientSecret: 'dhl-parcel-secret',
      username: 'user-valid',
      password: 'dhl-parcel-password',
      participation: '01',
      returnReceiver: 'deu',
    },
    baseUrls: { api: '/dhlParcelDe' },
  },
  create: createParcelConnector,
};
