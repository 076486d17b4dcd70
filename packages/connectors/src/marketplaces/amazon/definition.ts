import type { MarketplaceDefinition, OrderMenu } from '../../capabilities/definition.ts';
import { createAmazonConnector } from './index.ts';
import { findRegion, MARKETPLACES } from './regions.ts';

const AUSTRALIA = 'A39IBJ37TRP1C6';
export const COUNTRY_NAMES: Record<string, readonly [string, string]> = {
  US: ['美国', 'United States'],
  CA: ['加拿大', 'Canada'],
  MX: ['墨西哥', 'Mexico'],
  BR: ['巴西', 'Brazil'],
  GB: ['英国', 'United Kingdom'],
  DE: ['德国', 'Germany'],
  FR: ['法国', 'France'],
  IT: ['意大利', 'Italy'],
  ES: ['西班牙', 'Spain'],
  NL: ['荷兰', 'Netherlands'],
  BE: ['比利时', 'Belgium'],
  SE: ['瑞典', 'Sweden'],
  PL: ['波兰', 'Poland'],
  IE: ['爱尔兰', 'Ireland'],
  TR: ['土耳其', 'Türkiye'],
  AE: ['阿联酋', 'United Arab Emirates'],
  SA: ['沙特阿拉伯', 'Saudi Arabia'],
  EG: ['埃及', 'Egypt'],
  ZA: ['南非', 'South Africa'],
  IN: ['印度', 'India'],
  JP: ['日本', 'Japan'],
  AU: ['澳大利亚', 'Australia'],
  SG: ['新加坡', 'Singapore'],
};

/** The menu knows four Amazons: North America, Europe, Asia and Australia. */
function orderMenu(region: string, marketplaceIds: readonly string[]): OrderMenu {
  if (region === 'eu') return 'amazonEuropeOrder';
  if (region !== 'fe') return 'amazonNorthAmericaOrder';
  return marketplaceIds.length > 0 && marketplaceIds.every((id) => id === AUSTRALIA)
    ? 'amazonAustraliaOrder'
    : 'amazonAsiaOrder';
}

export const amazon: MarketplaceDefinition = {
  platform: 'amazon',
  name: ['亚马逊', 'Amazon'],
  connect: 'consent',
  // A country names both the region of Amazon's API and the door by which its sellers come in.
  regions: MARKETPLACES.map(({ country }) => ({
    code: country,
    name: COUNTRY_NAMES[country] ?? [country, country],
    group: findRegion(country) ?? 'na',
  })),
  fields: [],
  orderMenu,
  consentDays: 365,
  buyerDataDays: 30,
  credentials: {
    required: {
      clientId: 'AMAZON_CLIENT_ID',
      clientSecret: 'AMAZON_CLIENT_SECRET',
      applicationId: 'AMAZON_APPLICATION_ID',
    },
    optional: { draft: 'AMAZON_APP_DRAFT' },
  },
  addresses: { token: 'AMAZON_TOKEN_URL', api: 'AMAZON_API_URL', consent: 'AMAZON_CONSENT_URL' },
  sandbox: {
    app: {
      clientId: 'amzn1.application-oa2-client.demo',
      clientSecret: 'amzn1.oa2-cs.v1.demo',
      applicationId: 'amzn1.sp.solution.demo-0001',
    },
    baseUrls: { token: '/amazon/lwa', api: '/amazon/spapi', consent: '/amazon/sellercentral' },
  },
  create: ({ app, http, sandbox }) =>
    createAmazonConnector({
      app: {
        clientId: app.clientId ?? '',
        clientSecret: app.clientSecret ?? '',
        applicationId: app.applicationId,
        draft: app.draft === 'on',
      },
      http,
      // The stand-in shows an order at once; Amazon itself keeps the last two minutes back.
      openEnd: sandbox,
    }),
};
