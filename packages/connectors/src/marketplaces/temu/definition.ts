import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createTemuConnector } from './index.ts';
import { TEMU_REGIONS } from './regions.ts';

export const temu: MarketplaceDefinition = {
  platform: 'temu',
  name: ['Temu', 'Temu'],
  // Shops of every model get a token for our app in their seller centre; only some could also send the browser back.
  connect: 'keys',
  regions: TEMU_REGIONS.map(({ code, name }) => ({ code, name })),
  fields: [
    {
      name: 'accessToken',
      label: ['Access Token', 'Access token'],
      hint: [
        '在 Temu 商家中心的“开放平台 → 客户端管理”中授权本应用后复制',
        'Authorize our app in Temu Seller Center under Open Platform, Client Management, and copy its token',
      ],
      secret: true,
    },
  ],
  orderMenu: () => 'temuOrder',
  credentials: {
    required: { appKey: 'TEMU_APP_KEY', appSecret: 'TEMU_APP_SECRET' },
    optional: {
      euAppKey: 'TEMU_EU_APP_KEY',
      euAppSecret: 'TEMU_EU_APP_SECRET',
      globalAppKey: 'TEMU_GLOBAL_APP_KEY',
      globalAppSecret: 'TEMU_GLOBAL_APP_SECRET',
    },
  },
  addresses: { api: 'TEMU_API_URL', apiEu: 'TEMU_EU_API_URL', apiGlobal: 'TEMU_GLOBAL_API_URL' },
  sandbox: {
    app: {
      appKey: 'temu-us-demo-key',
      appSecret: 'temu-us-demo-secret-0001',
      euAppKey: 'temu-eu-demo-key',
      euAppSecret: 'temu-eu-demo-secret-0001',
    },
    baseUrls: { api: '/temu/us', apiEu: '/temu/eu', apiGlobal: '/temu/global' },
    keys: { accessToken: 'demo-temu-us-token-7f3k2m9x' },
  },
  create: ({ app, http, sandbox }) => {
    const pair = (appKey: string | undefined, appSecret: string | undefined) =>
      appKey && appSecret ? { appKey, appSecret } : undefined;
    const [us, eu, rest] = [
      pair(app.appKey, app.appSecret),
      pair(app.euAppKey, app.euAppSecret),
      pair(app.globalAppKey, app.globalAppSecret),
    ];
    return createTemuConnector({
      apps: { ...(us ? { US: us } : {}), ...(eu ? { EU: eu } : {}), ...(rest ? { GLOBAL: rest } : {}) },
      http,
      sandbox,
    });
  },
};
