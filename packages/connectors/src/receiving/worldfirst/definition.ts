import type { ReceivingDefinition } from '../definition.ts';
import { createWorldfirst } from './index.ts';
import { SANDBOX_PRIVATE_KEY, SANDBOX_PUBLIC_KEY } from './sandboxKeys.ts';

export const worldfirst: ReceivingDefinition = {
  provider: 'worldfirst',
  name: ['万里汇 WorldFirst', 'WorldFirst'],
  connect: 'consent',
  keys: [],
  credentials: {
    required: {
      clientId: 'WORLDFIRST_CLIENT_ID',
      privateKey: 'WORLDFIRST_PRIVATE_KEY',
      worldfirstPublicKey: 'WORLDFIRST_PUBLIC_KEY',
    },
  },
  addresses: { api: 'WORLDFIRST_API_URL', consent: 'WORLDFIRST_CONSENT_URL' },
  judge: 'a signature vector; stored pages of its documents',
  sandbox: {
    app: { clientId: 'DEMO_CLIENT', privateKey: SANDBOX_PRIVATE_KEY, worldfirstPublicKey: SANDBOX_PUBLIC_KEY },
    keys: {},
    baseUrls: { api: '/worldfirst', consent: '/worldfirst' },
  },
  create: createWorldfirst,
};
