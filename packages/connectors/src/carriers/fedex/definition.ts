import type { CarrierDefinition } from '../definition.ts';
import { CARRIER } from './client.ts';
import { createFedexConnector } from './index.ts';
import { OFFERED } from './services.ts';

export const fedex: CarrierDefinition = {
  carrier: CARRIER,
  platformCode: 'FedEx',
  accountNumber: { label: ['FedEx 账号', 'FedEx account number'], pattern: /^\d{9}$/, example: '740561073' },
  keys: [
    { name: 'apiKey', label: ['API Key', 'API key'], secret: false },
    { name: 'secretKey', label: ['Secret Key', 'Secret key'], secret: true },
    { name: 'trackApiKey', label: ['追踪 API Key', 'API key for tracking'], secret: false, optional: true },
    { name: 'trackSecretKey', label: ['追踪 Secret Key', 'Secret key for tracking'], secret: true, optional: true },
  ],
  keysHelp: [
    '在 developer.fedex.com 的 My Projects 里查看。项目需开通 Rate、Ship、Address Validation、Pickup、Trade Documents 和 Ground End of Day Close;Track 若另建项目,请把那个项目的两个 Key 填在追踪栏',
    'From My Projects at developer.fedex.com. The project needs Rate, Ship, Address Validation, Pickup, Trade Documents and Ground End of Day Close. If Track is a project of its own, enter its two keys as those for tracking',
  ],
  services: OFFERED,
  judge: 'examples of FedEx; `@stores.com/fedex`; ZXing reads the labels',
  sandbox: {
    accountNumber: '740561073',
    keys: {
      apiKey: 'fedex-key-demo',
      secretKey: 'fedex-secret-demo',
      trackApiKey: 'fedex-track-demo',
      trackSecretKey: 'fedex-track-secret-demo',
    },
    baseUrls: { api: '/fedex', documents: '/fedex' },
  },
  create: createFedexConnector,
};
