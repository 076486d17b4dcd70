import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createTiktokConnector } from './index.ts';
import { MARKETS, sharesParcels } from './regions.ts';

export const tiktok: MarketplaceDefinition = {
  platform: 'tiktok',
  name: ['TikTok Shop', 'TikTok Shop'],
  connect: 'consent',
  // One permission may hold a shop in each of several markets: each is connected by its market.
  regions: MARKETS.map(({ region, name }) => ({ code: region, name })),
  fields: [],
  orderMenu: () => 'tikTokOrder',
  sharesParcels,
  credentials: {
    required: { appKey: 'TIKTOK_APP_KEY', appSecret: 'TIKTOK_APP_SECRET', serviceId: 'TIKTOK_SERVICE_ID' },
    optional: {
      usAppKey: 'TIKTOK_US_APP_KEY',
      usAppSecret: 'TIKTOK_US_APP_SECRET',
      usServiceId: 'TIKTOK_US_SERVICE_ID',
    },
  },
  addresses: {
    api: 'TIKTOK_API_URL',
    token: 'TIKTOK_TOKEN_URL',
    consent: 'TIKTOK_CONSENT_URL',
    consentUs: 'TIKTOK_US_CONSENT_URL',
  },
  sandbox: {
    app: { appKey: 'tradewind1demo', appSecret: 'tiktok-demo-secret', serviceId: '7431458374265161478' },
    baseUrls: {
      api: '/tiktok/api',
      token: '/tiktok/auth',
      consent: '/tiktok/services',
      consentUs: '/tiktok/services-us',
    },
  },
  create: ({ app, http, sandbox }) => {
    const { usAppKey, usAppSecret, usServiceId } = app;
    return createTiktokConnector({
      app: { appKey: app.appKey ?? '', appSecret: app.appSecret ?? '', serviceId: app.serviceId ?? '' },
      ...(usAppKey && usAppSecret && usServiceId
        ? { usApp: { appKey: usAppKey, appSecret: usAppSecret, serviceId: usServiceId } }
        : {}),
      http,
      sandbox,
    });
  },
};
