import { createAmazonConnector } from '@tradewind/connectors/marketplaces/amazon/index.ts';
import { createShopifyConnector } from '@tradewind/connectors/marketplaces/shopify/index.ts';
import type { AppCredentials, MarketplaceConnector } from '@tradewind/connectors/types.ts';
import type { App } from '../../core/app.ts';
import { type Config, ConfigError } from '../../core/config.ts';
import { ruleBroken } from '../../core/errors.ts';

/** The stand-ins' own credentials: they open nothing but the sandbox. */
const SANDBOX_AMAZON: AppCredentials = {
  clientId: 'amzn1.application-oa2-client.demo',
  clientSecret: 'amzn1.oa2-cs.v1.demo',
  applicationId: 'amzn1.sp.solution.demo-0001',
};
const SANDBOX_SHOPIFY: AppCredentials = { clientId: 'tradewind-demo-app', clientSecret: 'hush' };

type Environment = Readonly<Record<string, string | undefined>>;
type Platform = 'amazon' | 'shopify';

/**
 * Each platform goes to the real one as soon as its credentials are given. Without them it goes to the sandbox, but
 * never in production: there it is not offered unless the process was told to run the sandbox.
 */
export function makeConnectors(config: Config, env: Environment): Map<string, MarketplaceConnector> {
  const sandbox = config.roles.includes('sandbox') || !config.production ? config.sandboxUrl : undefined;
  const made = [amazon(env, sandbox), shopify(env, sandbox)].filter((one) => one !== undefined);
  return new Map(made.map((one) => [one.platform, one]));
}

/** @throws ConfigError when only some of what belongs together is set: that is a mistake, not a wish for the sandbox */
function together(env: Environment, names: readonly string[]): boolean {
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0 && missing.length < names.length)
    throw new ConfigError(`${missing.join(', ')} is not set: it should be set together with ${names.join(', ')}.`);
  return missing.length === 0;
}

function amazon(env: Environment, sandbox: string | undefined): MarketplaceConnector | undefined {
  const {
    AMAZON_CLIENT_ID: clientId = '',
    AMAZON_CLIENT_SECRET: clientSecret = '',
    AMAZON_APPLICATION_ID: applicationId = '',
  } = env;
  if (together(env, ['AMAZON_CLIENT_ID', 'AMAZON_CLIENT_SECRET', 'AMAZON_APPLICATION_ID'])) {
    const baseUrls = given({ token: env.AMAZON_TOKEN_URL, api: env.AMAZON_API_URL, consent: env.AMAZON_CONSENT_URL });
    const draft = env.AMAZON_APP_DRAFT === 'on';
    return createAmazonConnector({ app: { clientId, clientSecret, applicationId, draft }, http: { baseUrls } });
  }
  if (!sandbox) return undefined;
  const at = `${sandbox}/amazon`;
  const baseUrls = { token: `${at}/lwa`, api: `${at}/spapi`, consent: `${at}/sellercentral` };
  // The stand-in shows an order at once; Amazon itself keeps the last two minutes back.
  return createAmazonConnector({ app: SANDBOX_AMAZON, http: { baseUrls }, openEnd: true });
}

function shopify(env: Environment, sandbox: string | undefined): MarketplaceConnector | undefined {
  const { SHOPIFY_CLIENT_ID: clientId = '', SHOPIFY_CLIENT_SECRET: clientSecret = '' } = env;
  const previous = env.SHOPIFY_PREVIOUS_CLIENT_SECRET;
  if (together(env, ['SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET'])) {
    const app = { clientId, clientSecret, ...(previous ? { previousClientSecret: previous } : {}) };
    return createShopifyConnector({ app, http: { baseUrls: given({ shop: env.SHOPIFY_SHOP_URL }) } });
  }
  if (!sandbox) return undefined;
  return createShopifyConnector({ app: SANDBOX_SHOPIFY, http: { baseUrls: { shop: `${sandbox}/shopify/{shop}` } } });
}

function given(urls: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(urls).flatMap(([name, url]) => (url ? [[name, url.replace(/\/$/, '')] as const] : [])),
  );
}

const made = new WeakMap<App, Map<string, MarketplaceConnector>>();

function all(app: App): Map<string, MarketplaceConnector> {
  const known = made.get(app) ?? makeConnectors(app.config, process.env);
  made.set(app, known);
  return known;
}

/** @throws ruleBroken channels.notConfigured where the installation has no credentials of the platform */
export function connectorFor(app: App, platform: string): MarketplaceConnector {
  const connector = all(app).get(platform);
  if (!connector) throw ruleBroken('channels.notConfigured', { platform: PLATFORM_NAMES[platform] ?? platform });
  return connector;
}

/** Reads the credentials, so that a mistake in them stops the start and not the first shop. @throws ConfigError */
export function checkCredentials(app: App): void {
  all(app);
}

export function isOffered(app: App, platform: Platform): boolean {
  return all(app).has(platform);
}

export const PLATFORM_NAMES: Record<string, string> = { amazon: 'Amazon', shopify: 'Shopify' };
