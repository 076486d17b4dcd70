import type { CarrierDefinition } from '../definition.ts';
import { CARRIER } from './client.ts';
import { createExpressConnector } from './index.ts';
import { SERVICES } from './services.ts';

export const dhlExpress: CarrierDefinition = {
  carrier: CARRIER,
  platformCode: 'DHL Express',
  accountNumber: {
    label: ['DHL 快递账号', 'DHL Express account number'],
    pattern: /^\d{9,12}$/,
    example: '123456789',
  },
  keys: [
    { name: 'apiKey', label: ['API Key', 'API key'], secret: false },
    { name: 'apiSecret', label: ['API Secret', 'API secret'], secret: true },
  ],
  keysHelp: [
    '在 DHL 开发者门户申请 MyDHL API，通过后在应用里查看。DHL Parcel DE 的密钥不能用',
    'Request the MyDHL API on the DHL developer portal. The keys are on your app after approval. Keys of DHL Parcel DE do not work',
  ],
  services: SERVICES,
  judge: "DHL's description; ZXing reads the labels; examples of a public client",
  sandbox: {
    accountNumber: '123456789',
    keys: { apiKey: 'dhl-express-demo', apiSecret: 'dhl-express-secret' },
    baseUrls: { api: '/dhlExpress/mydhlapi' },
  },
  create: createExpressConnector,
};
