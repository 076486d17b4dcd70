import type { ReceivingDefinition } from '../definition.ts';
import { createPingpong } from './index.ts';

export const pingpong: ReceivingDefinition = {
  provider: 'pingpong',
  name: ['PingPong', 'PingPong'],
  connect: 'consent',
  keys: [],
  credentials: { required: { appId: 'PINGPONG_APP_ID', appSecret: 'PINGPONG_APP_SECRET' } },
  addresses: {
    api: 'PINGPONG_API_URL',
    authorize: 'PINGPONG_AUTHORIZE_URL',
    token: 'PINGPONG_TOKEN_URL',
    refresh: 'PINGPONG_REFRESH_URL',
  },
  judge: 'a signature vector; a partner document of 2021',
  sandbox: {
    app: { appId: '80000000000001', appSecret: 'pp-sandbox-secret-81' },
    keys: {},
    baseUrls: { api: '/pingpong' },
  },
  create: createPingpong,
};
