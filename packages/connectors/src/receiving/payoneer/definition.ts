import type { ReceivingDefinition } from '../definition.ts';
import { createPayoneer } from './index.ts';

export const payoneer: ReceivingDefinition = {
  provider: 'payoneer',
  name: ['Payoneer 派安盈', 'Payoneer'],
  connect: 'consent',
  keys: [],
  credentials: {
    required: { clientId: 'PAYONEER_CLIENT_ID', clientSecret: 'PAYONEER_CLIENT_SECRET' },
    optional: { pushSecret: 'PAYONEER_PUSH_SECRET' },
  },
  addresses: { api: 'PAYONEER_API_URL', login: 'PAYONEER_LOGIN_URL' },
  judge: 'a push signature vector; stored pages of its documents',
  sandbox: {
    app: {
      clientId: 'payoneer-client-demo',
      clientSecret: 'payoneer-sandbox-secret',
      pushSecret: 'payoneer-push-secret',
    },
    keys: {},
    baseUrls: { api: '/payoneer', login: '/payoneer/login' },
  },
  create: createPayoneer,
};
