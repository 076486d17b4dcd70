import { type Arrival, readArrival } from '@tradewind/connectors/arrivals.ts';
import type { MarketplaceConnector } from '@tradewind/connectors/capabilities/connector.ts';
import type { ConnectorSetup, MarketplaceDefinition } from '@tradewind/connectors/capabilities/definition.ts';
import { findMarketplace, MARKETPLACES } from '@tradewind/connectors/marketplaces/registry.ts';
import type { Meter } from '@tradewind/connectors/types.ts';
import { WAREHOUSE_PLATFORM, WAREHOUSES_OF } from '@tradewind/contract/channels.ts';
import type { App } from '../../core/app.ts';
import { type Config, ConfigError } from '../../core/config.ts';
import type { Language } from '../../core/context.ts';
import { ruleBroken } from '../../core/errors.ts';
import { say } from '../../core/text/texts.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Multiplies the platforms' rate limits in the sandbox (its setting `rateFactor`), unless SANDBOX_RATE_FACTOR is set.
 */
const SANDBOX_RATE_FACTOR = 1000;

/** Call statistics of this process, by platform. */
type Meters = Map<string, Meter>;

/**
 * Uses the real platform once its credentials are set, else the sandbox. Production never uses the sandbox: there the
 * platform is not offered, unless the process is configured to run the sandbox.
 */
export function makeConnectors(
  config: Config,
  env: Environment,
  meters: Meters = new Map(),
): Map<string, MarketplaceConnector> {
  return connectorsOf(makeSetups(config, env, meters));
}

const connectorsOf = (setups: Setups): Map<string, MarketplaceConnector> =>
  new Map([...setups].map(([platform, { definition, setup }]) => [platform, definition.create(setup)]));

type Setups = Map<string, { definition: MarketplaceDefinition; setup: ConnectorSetup }>;

function makeSetups(config: Config, env: Environment, meters: Meters): Setups {
  const sandbox = config.sandbox || !config.production ? config.sandboxUrl : undefined;
  const setups: Setups = new Map();
  for (const definition of MARKETPLACES) {
    const meter: Meter = { calls: 0, waitedMs: 0, left: new Map() };
    meters.set(definition.platform, meter);
    const setup = setupOf(definition, env, sandbox, meter);
    if (setup) setups.set(definition.platform, { definition, setup });
  }
  return setups;
}

function setupOf(
  definition: MarketplaceDefinition,
  env: Environment,
  sandbox: string | undefined,
  meter: Meter,
): ConnectorSetup | undefined {
  const { required, optional = {} } = definition.credentials;
  const real = together(env, Object.values(required));
  // Sellers bring their own keys, so no setting selects the real platform: trials use the sandbox.
  if (real && (Object.keys(required).length > 0 || !sandbox)) {
    const baseUrls = input(definition.addresses, env);
    return {
      app: input({ ...required, ...optional }, env),
      http: { baseUrls: mapValues(baseUrls, (url) => url.replace(/\/$/, '')), meter },
      sandbox: false,
    };
  }
  if (!sandbox) return undefined;
  const { app, baseUrls } = definition.sandbox;
  const rateFactor = Number(env.SANDBOX_RATE_FACTOR ?? SANDBOX_RATE_FACTOR);
  return {
    app,
    http: { baseUrls: mapValues(baseUrls, (path) => `${sandbox}${path}`), rateFactor, meter },
    sandbox: true,
  };
}

/** @throws ConfigError when only some variables of a group are set: that is a mistake, not a choice of the sandbox */
function together(env: Environment, names: readonly string[]): boolean {
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0 && missing.length < names.length)
    throw new ConfigError(`${missing.join(', ')} is not set: it should be set together with ${names.join(', ')}.`);
  return missing.length === 0;
}

/** The set environment variables, by the connector's names. */
function input(names: Readonly<Record<string, string>>, env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, variable]) => {
      const value = env[variable];
      return value ? [[name, value] as const] : [];
    }),
  );
}

const mapValues = (map: Readonly<Record<string, string>>, work: (value: string) => string) =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, work(value)]));

interface Made {
  connectors: Map<string, MarketplaceConnector>;
  setups: Setups;
  meters: Meters;
}
const made = new WeakMap<App, Made>();

function madeFor(app: App): Made {
  const known = made.get(app);
  if (known) return known;
  const meters: Meters = new Map();
  const setups = makeSetups(app.config, process.env, meters);
  const fresh = { connectors: connectorsOf(setups), setups, meters };
  made.set(app, fresh);
  return fresh;
}

/** Call statistics of this process, by platform. */
export const metersOf = (app: App): Meters => madeFor(app).meters;

const all = (app: App): Map<string, MarketplaceConnector> => madeFor(app).connectors;

/** Remaining calls of each kind for a shop, by our own count; null where nothing is counted. */
export function callsLeft(app: App, platform: string, account: string): Record<string, number> | null {
  const left = [...(madeFor(app).meters.get(platform)?.left ?? [])].flatMap(([key, calls]) => {
    const [whose = '', kind = ''] = key.split('\n');
    // Some limits are shared by all shops of the app.
    return whose === account || whose === '' ? [[kind, calls] as const] : [];
  });
  return left.length > 0 ? Object.fromEntries(left) : null;
}

/** @throws ruleBroken channels.notConfigured without credentials for the platform */
export function connectorFor(app: App, platform: string): MarketplaceConnector {
  const connector = all(app).get(platform);
  if (!connector) throw ruleBroken('channels.notConfigured', { platform: platformName(platform, 'en') });
  return connector;
}

/** Data of a seller who started on the platform; undefined when it is not from the platform. */
export function arrivalOf(
  app: App,
  platform: string,
  query: Record<string, string>,
  now?: number,
): Arrival | undefined {
  // Warehouses have no own app: they belong to a platform's shops.
  const found = madeFor(app).setups.get(platform === WAREHOUSE_PLATFORM ? WAREHOUSES_OF : platform);
  return found && readArrival(platform, query, found.setup, now);
}

/** Whether calls to the platform go to its stand-in. */
export const isStandIn = (app: App, platform: string): boolean =>
  madeFor(app).setups.get(platform)?.setup.sandbox ?? false;

export const connectorIfAny = (app: App, platform: string): MarketplaceConnector | undefined => all(app).get(platform);

/** Whether a platform lists fees separately; on all others they are settlement lines. */
export const listsFees = (app: App, platform: string): boolean => connectorIfAny(app, platform)?.listFees !== undefined;

/** Whether a platform has a capability at all. */
export const platformDoes = (app: App, platform: string, what: keyof MarketplaceConnector): boolean =>
  connectorIfAny(app, platform)?.[what] !== undefined;

/** The platform's own logistics, where it has any. */
export const platformShipping = (app: App, platform: string): MarketplaceConnector['shipping'] =>
  connectorIfAny(app, platform)?.shipping;

/** Reads the credentials at start, so that a mistake stops the start, not the first shop. @throws ConfigError */
export function checkCredentials(app: App): void {
  all(app);
}

/** The platforms that this installation can connect, in order. */
export function offered(app: App): MarketplaceDefinition[] {
  return MARKETPLACES.filter((definition) => all(app).has(definition.platform));
}

export const platformName = (platform: string, language: Language): string =>
  platform === WAREHOUSE_PLATFORM
    ? say(language, 'channels.platformWarehouse')
    : (findMarketplace(platform)?.name[language === 'zh' ? 0 : 1] ?? platform);
