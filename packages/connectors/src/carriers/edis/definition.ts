import type { CarrierDefinition } from '../definition.ts';
import { CARRIER } from './client.ts';
import { createEdisConnector } from './index.ts';

const APP = {
  appId: 'Tradewin-edis-SBX-1a2b3c4d5-6e7f8a9b',
  certId: 'SBX-edis-1a2b3c4d-7a8b-9c0d-1e2f',
  ruName: 'Tradewind-Tradewin-edis-S-abcdefgh',
};

export const edis: CarrierDefinition = {
  carrier: CARRIER,
  platformCode: 'SpeedPAK',
  accountNumber: {
    label: ['eBay 用户名', 'eBay user name'],
    pattern: /^[A-Za-z0-9._*!-]{2,64}$/,
    example: 'seller_hk1',
  },
  keys: [
    { name: 'appId', label: ['App ID', 'App ID'], secret: false },
    { name: 'certId', label: ['Cert ID', 'Cert ID'], secret: true },
    { name: 'ruName', label: ['RuName', 'RuName'], secret: false, optional: true },
    { name: 'refreshToken', label: ['Refresh Token', 'Refresh token'], secret: true, optional: true },
    { name: 'consignPreferenceId', label: ['交寄偏好编号', 'Consign preference'], secret: false, optional: true },
  ],
  keysHelp: [
    '应用密钥在 developer.ebay.com 查看，需开通 sell.edelivery；授权后自动取得 Refresh Token。在 eDIS 中改为“API 发货”，并设好发货地址与交寄偏好',
    'The keys of your app are at developer.ebay.com; it needs sell.edelivery. Consent brings the refresh token. In eDIS choose “ship via API”, an address to ship from and a consign preference',
  ],
  consent: {
    credentials: { appId: 'EBAY_APP_ID', certId: 'EBAY_CERT_ID', ruName: 'EBAY_EDIS_RU_NAME' },
    sandbox: APP,
  },
  judge: "eBay's contract; ZXing reads the labels",
  sandbox: {
    accountNumber: 'tradewind_cn1',
    keys: { ...APP, refreshToken: 'edis-refresh-demo', consignPreferenceId: 'C0001' },
    baseUrls: { api: '/edis/api', auth: '/edis/auth' },
  },
  create: createEdisConnector,
};
