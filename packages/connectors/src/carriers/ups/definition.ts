import type { CarrierDefinition } from '../definition.ts';
import { CARRIER } from './client.ts';
import { createUpsConnector } from './index.ts';
import { OFFERED } from './services.ts';

export const ups: CarrierDefinition = {
  carrier: CARRIER,
  platformCode: 'UPS',
  accountNumber: { label: ['UPS 账号', 'UPS account number'], pattern: /^[A-Z0-9]{6}$/, example: 'A1B2C3' },
  keys: [
    { name: 'clientId', label: ['Client ID', 'Client ID'], secret: false },
    { name: 'clientSecret', label: ['Client Secret', 'Client secret'], secret: true },
  ],
  keysHelp: [
    '在 developer.ups.com 的应用里查看；应用需开通 Rating、Shipping、Tracking。校验地址、查询时效和关税、上传单证、预约取件时，还需开通相应产品',
    'From your app at developer.ups.com. The app needs Rating, Shipping and Tracking; to check addresses, get transit times and duty, upload papers and request pickups, add those products too',
  ],
  consent: {
    credentials: { clientId: 'UPS_CLIENT_ID', clientSecret: 'UPS_CLIENT_SECRET' },
    sandbox: { clientId: 'ups-app-demo', clientSecret: 'ups-app-secret-demo' },
  },
  services: OFFERED,
  signature: true,
  judge: "UPS's descriptions; `ups-api`; ZXing reads the labels",
  sandbox: {
    accountNumber: 'A1B2C3',
    keys: { clientId: 'ups-client-demo', clientSecret: 'ups-secret-demo' },
    baseUrls: { api: '/ups' },
  },
  create: ({ http }) => createUpsConnector({ http, transactionSrc: 'tradewind' }),
};
