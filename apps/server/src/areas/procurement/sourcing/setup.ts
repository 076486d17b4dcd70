import { create1688, SETUP_1688 } from '@tradewind/connectors/sourcing/1688/index.ts';
import type { SourcingConnector } from '@tradewind/connectors/sourcing/connector.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import { type Config, ConfigError } from '../../../core/config.ts';
import { ruleBroken } from '../../../core/errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;
interface Setup {
  connector: SourcingConnector;
  standIn: boolean;
}
/** The sandbox lets more calls through, by its own setting. */
const SANDBOX_RATE_FACTOR = 1000;
const TIMEOUT_MS = 20_000;

/**
 * The real 1688 once the app's key and secret are set, else the sandbox's; in production the sandbox only if this process
 * runs it. @throws ConfigError when only one of the two is set
 */
export function makeSourcing(config: Config, env: Environment): Setup | undefined {
  const { credentials, addresses, sandbox } = SETUP_1688;
  const [appKey, appSecret] = [env[credentials.appKey], env[credentials.appSecret]];
  if (!appKey !== !appSecret)
    throw new ConfigError(`${credentials.appKey} and ${credentials.appSecret} should be set together.`);
  if (appKey && appSecret) {
    const own = Object.entries(addresses).flatMap(([name, variable]) => {
      const url = env[variable]?.replace(/\/$/, '');
      return url ? [[name, url] as const] : [];
    });
    const http = { timeoutMs: TIMEOUT_MS, baseUrls: Object.fromEntries(own) };
    return { connector: create1688({ appKey, appSecret }, http), standIn: false };
  }
  if (config.production && !config.sandbox) return undefined;
  const baseUrls = Object.fromEntries(
    Object.entries(sandbox.baseUrls).map(([name, path]) => [name, `${config.sandboxUrl}${path}`]),
  );
  const http = { timeoutMs: TIMEOUT_MS, baseUrls, rateFactor: SANDBOX_RATE_FACTOR };
  return { connector: create1688(sandbox.app, http), standIn: true };
}

const made = new WeakMap<App, { url: string; setup: Setup | undefined }>();

export function sourcingSetup(app: App): Setup | undefined {
  const known = made.get(app);
  if (known?.url === app.config.sandboxUrl) return known.setup;
  const setup = makeSourcing(app.config, process.env);
  made.set(app, { url: app.config.sandboxUrl, setup });
  return setup;
}

/** @throws ruleBroken procurement.1688.notOffered */
export function sourcingOf(app: App): SourcingConnector {
  const setup = sourcingSetup(app);
  if (!setup) throw ruleBroken('procurement.1688.notOffered');
  return setup.connector;
}

/** A failure of 1688 as a person reads it. @throws ruleBroken procurement.1688.away or .refused */
export function explained(error: unknown): never {
  if (!(error instanceof ConnectorError)) throw error;
  const away = error.kind !== 'rejected' && error.kind !== 'unauthorized';
  if (away) throw ruleBroken('procurement.1688.away');
  throw ruleBroken('procurement.1688.refused', { words: error.message.slice(0, 200) });
}
