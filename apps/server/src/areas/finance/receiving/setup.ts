import {
  findReceivingProvider,
  type ReceivingConnector,
  type ReceivingDefinition,
  receivingProviders,
} from '@tradewind/connectors/receiving/registry.ts';
import type { ReceivingProviderRow } from '@tradewind/contract/finance/receiving.ts';
import type { App } from '../../../core/app.ts';
import { type Config, ConfigError } from '../../../core/config.ts';
import { badField } from '../../../core/errors.ts';
import { namedOf, shownFields } from '../../../core/keys.ts';

type Environment = Readonly<Record<string, string | undefined>>;
/** The sandbox lets more calls through, by its own setting. */
const SANDBOX_RATE_FACTOR = 1000;
const TIMEOUT_MS = 20_000;

export interface Offered {
  definition: ReceivingDefinition;
  connector: ReceivingConnector;
  consent: boolean;
  byKeys: boolean;
  standIn: boolean;
}

/** The variables that are set, by the connector's names. */
const read = (names: Readonly<Record<string, string>>, env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, variable]) => {
      const value = env[variable];
      return value ? [[name, value] as const] : [];
    }),
  );

/** @throws ConfigError when only some of a provider's credentials are set */
function hasCredentials({ credentials }: ReceivingDefinition, env: Environment): boolean {
  const names = Object.values(credentials.required);
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0 && missing.length < names.length)
    throw new ConfigError(`${missing.join(', ')} is not set: it should be set together with ${names.join(', ')}.`);
  return missing.length === 0;
}

/** The real provider once its credentials are set, else its stand-in; production has none. */
function offer(definition: ReceivingDefinition, config: Config, env: Environment): Offered | undefined {
  const sandbox = config.sandbox || !config.production ? config.sandboxUrl : undefined;
  const own = hasCredentials(definition, env);
  const byKeys = definition.connect !== 'consent';
  const { credentials, addresses, sandbox: standIn } = definition;
  const needsNone = Object.keys(credentials.required).length === 0;
  if (sandbox && (needsNone || !own)) {
    const baseUrls = Object.fromEntries(
      Object.entries(standIn.baseUrls).map(([name, path]) => [name, `${sandbox}${path}`]),
    );
    const http = { timeoutMs: TIMEOUT_MS, baseUrls, rateFactor: SANDBOX_RATE_FACTOR };
    const connector = definition.create({ app: standIn.app, http });
    return { definition, connector, byKeys, consent: definition.connect !== 'keys', standIn: true };
  }
  if (!own && !byKeys) return undefined;
  const baseUrls = Object.fromEntries(
    Object.entries(read(addresses, env)).map(([name, url]) => [name, url.replace(/\/$/, '')]),
  );
  const app = read({ ...credentials.required, ...credentials.optional }, env);
  const connector = definition.create({ app, http: { timeoutMs: TIMEOUT_MS, baseUrls } });
  return { definition, connector, byKeys, consent: definition.connect !== 'keys' && own, standIn: false };
}

type All = ReadonlyMap<string, Offered>;
const made = new WeakMap<App, { url: string; all: All }>();

export function receivingSetup(app: App): All {
  const known = made.get(app);
  if (known?.url === app.config.sandboxUrl) return known.all;
  const all = new Map(
    Object.entries(receivingProviders).flatMap(([provider, definition]) => {
      const offered = offer(definition, app.config, process.env);
      return offered ? [[provider, offered] as const] : [];
    }),
  );
  made.set(app, { url: app.config.sandboxUrl, all });
  return all;
}

/** @throws badField provider */
export function offeredOf(app: App, provider: string): Offered {
  const found = receivingSetup(app).get(provider);
  if (!found) throw badField('provider', 'finance.receiving.notOffered');
  return found;
}

export const providerNames = (provider: string): readonly string[] =>
  findReceivingProvider(provider)?.name ?? [provider];

export const shownProviders = (app: App): ReceivingProviderRow[] =>
  [...receivingSetup(app)].map(([provider, { definition, consent, byKeys, standIn }]) => ({
    ...{ provider, name: namedOf(definition.name), consent, standIn },
    keys: byKeys ? shownFields(definition.keys) : [],
    keysHelp: byKeys && definition.keysHelp ? namedOf(definition.keysHelp) : null,
  }));
