import type { CarrierDefinition } from '../definition.ts';
import { createDirectConnector } from './index.ts';
import { deliverType, dutyType } from './options.ts';
import { CARRIER } from './refusals.ts';

export const fourpxDirect: CarrierDefinition = {
  carrier: CARRIER,
  platformCode: '4PX',
  accountNumber: {
    label: ['递四方客户代码', '4PX customer code'],
    pattern: /^[A-Z0-9]{3,20}$/,
    example: 'FPX10001',
  },
  keys: [
    { name: 'appKey', label: ['App Key', 'App key'], secret: false },
    { name: 'appSecret', label: ['App Secret', 'App secret'], secret: true },
    dutyType,
    deliverType,
  ],
  keysHelp: [
    '在递四方开放平台的控制台“应用服务”里查看，应用须勾选全球直发；软件服务商的应用不能用',
    'From Application services in the console of the 4PX open platform. The app needs the direct shipping service. Apps of software providers do not work',
  ],
  judge: 'signature vector; ZXing reads the labels; examples of public clients',
  sandbox: {
    accountNumber: 'FPX10001',
    keys: { appKey: 'fpx-direct-demo', appSecret: 'fpx-direct-secret', dutyType: 'P', deliverType: '3' },
    baseUrls: { api: '/fourpxDirect/router/api/service' },
  },
  create: createDirectConnector,
};
