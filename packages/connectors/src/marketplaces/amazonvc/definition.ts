import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { COUNTRY_NAMES } from '../amazon/definition.ts';
import { VENDOR_COUNTRIES } from '../amazon/regions.ts';
import { createVendorConnector } from './index.ts';

export const amazonvc: MarketplaceDefinition = {
  platform: 'amazonvc',
  name: ['亚马逊VC', 'Amazon Vendor Central'],
  connect: 'consent',
  // Codes, money and programmes of a vendor are a country's own, so each country is connected by itself.
  regions: VENDOR_COUNTRIES.map(({ country }) => ({
    code: country,
    name: COUNTRY_NAMES[country] ?? [country, country],
  })),
  fields: [],
  orderMenu: () => 'vendorOrder',
  consentDays: 365,
  buyerDataDays: 30,
  credentials: {
    required: {
      clientId: 'AMAZON_VENDOR_CLIENT_ID',
      clientSecret: 'AMAZON_VENDOR_CLIENT_SECRET',
      applicationId: 'AMAZON_VENDOR_APPLICATION_ID',
    },
    optional: { draft: 'AMAZON_VENDOR_APP_DRAFT' },
  },
  addresses: {
    token: 'AMAZON_VENDOR_TOKEN_URL',
    api: 'AMAZON_VENDOR_API_URL',
    consent: 'AMAZON_VENDOR_CONSENT_URL',
  },
  sandbox: {
    app: {
      clientId: 'amzn1.application-oa2-client.demo',
      clientSecret: 'amzn1.oa2-cs.v1.demo',
      applicationId: 'amzn1.sp.solution.demo-0001',
    },
    baseUrls: { token: '/amazonvc/lwa', api: '/amazonvc/spapi', consent: '/amazonvc/vendorcentral' },
  },
  create: ({ app, http }) =>
    createVendorConnector({
      app: {
        clientId: app.clientId ?? '',
        clientSecret: app.clientSecret ?? '',
        applicationId: app.applicationId,
        draft: app.draft === 'on',
      },
      http,
    }),
};
