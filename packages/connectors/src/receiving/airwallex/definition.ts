import type { ReceivingDefinition } from '../definition.ts';
import { createAirwallex } from './index.ts';

export const airwallex: ReceivingDefinition = {
  provider: 'airwallex',
  name: ['Airwallex 空中云汇', 'Airwallex'],
  connect: 'both',
  keys: [
    { name: 'clientId', label: ['Client ID', 'Client ID'], secret: false },
    { name: 'apiKey', label: ['API Key', 'API key'], secret: true },
  ],
  keysHelp: [
    '在 Airwallex 后台“账户 > 开发者 > API 密钥”新建只读的受限密钥',
    'In Airwallex, open Account > Developer > API keys and create a restricted key that may only read',
  ],
  credentials: {
    required: { clientId: 'AIRWALLEX_CLIENT_ID', clientSecret: 'AIRWALLEX_CLIENT_SECRET' },
    optional: { pushSecret: 'AIRWALLEX_PUSH_SECRET' },
  },
  addresses: { api: 'AIRWALLEX_API_URL', consent: 'AIRWALLEX_CONSENT_URL' },
  judge: 'a push signature vector; its public reference',
  sandbox: {
    app: {
      clientId: 'airwallex-app-demo',
      clientSecret: 'airwallex-sandbox-secret',
      pushSecret: 'airwallex-push-secret',
    },
    keys: { clientId: 'airwallex-own-demo', apiKey: 'airwallex-own-api-key-demo' },
    baseUrls: { api: '/airwallex', consent: '/airwallex' },
  },
  create: createAirwallex,
};
