import type { WmsDefinition } from '../../wms.ts';
import { createWinit } from './index.ts';

export const winit: WmsDefinition = {
  provider: 'winit',
  name: ['万邑通', 'Winit'],
  keys: [
    { name: 'appKey', label: ['卖家登录名（app_key）', 'Seller login (app_key)'], secret: false },
    { name: 'token', label: ['Token', 'Token'], secret: true },
    { name: 'clientId', label: ['Client ID（选填）', 'Client ID (optional)'], secret: false, optional: true },
    {
      name: 'clientSecret',
      label: ['Client Secret（选填）', 'Client secret (optional)'],
      secret: true,
      optional: true,
    },
    { name: 'platform', label: ['ERP 代码（选填）', 'ERP code (optional)'], secret: false, optional: true },
  ],
  sandbox: {
    keys: {
      appKey: 'demo@example.test',
      token: 'winit-token-demo',
      clientId: 'winit-client-demo',
      clientSecret: 'winit-client-secret-demo',
      platform: 'DEMOERP',
    },
    baseUrls: { api: '/winit/openapi/service' },
  },
  create: createWinit,
};
