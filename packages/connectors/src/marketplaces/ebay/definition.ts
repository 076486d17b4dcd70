import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createEbayConnector } from './index.ts';

export const ebay: MarketplaceDefinition = {
  platform: 'ebay',
  name: ['eBay', 'eBay'],
  connect: 'consent',
  // One door, and one account for all of eBay's sites.
  regions: [],
  fields: [],
  orderMenu: () => 'ebayOrder',
  credentials: {
    required: { appId: 'EBAY_APP_ID', certId: 'EBAY_CERT_ID', ruName: 'EBAY_RU_NAME' },
    optional: {
      signingKey: 'EBAY_SIGNING_KEY',
      signingJwe: 'EBAY_SIGNING_JWE',
      verificationToken: 'EBAY_VERIFICATION_TOKEN',
      alertEmail: 'EBAY_ALERT_EMAIL',
      edis: 'EBAY_EDIS',
    },
  },
  addresses: { api: 'EBAY_API_URL', apiz: 'EBAY_APIZ_URL', auth: 'EBAY_CONSENT_URL' },
  sandbox: {
    app: {
      appId: 'Tradewin-demo-SBX-1a2b3c4d5-6e7f8a9b',
      certId: 'SBX-1a2b3c4d5e6f-7a8b-9c0d-1e2f',
      ruName: 'Tradewind-Tradewin-demo-S-abcdefgh',
      // The Ed25519 key of RFC 9421, B.1.4, which everybody knows.
      signingKey: 'MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF',
      signingJwe: 'eyJhbGciOiJkZW1vIn0.demo-signing-key.jwe',
      verificationToken: 'tradewind-demo-verification-token-0001',
      alertEmail: 'alerts@example.test',
      edis: 'on',
    },
    baseUrls: { api: '/ebay/api', apiz: '/ebay/apiz', auth: '/ebay/auth' },
  },
  create: ({ app, http, sandbox }) =>
    createEbayConnector({
      app: {
        appId: app.appId ?? '',
        certId: app.certId ?? '',
        ruName: app.ruName ?? '',
        signingKey: app.signingKey,
        signingJwe: app.signingJwe,
        verificationToken: app.verificationToken,
        alertEmail: app.alertEmail,
        edis: app.edis === 'on',
      },
      http,
      sandbox,
    }),
};
