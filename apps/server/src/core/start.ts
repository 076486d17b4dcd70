import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { App } from './app.ts';
import { type Config, ConfigError, derivedKey } from './config.ts';
import { Vault } from './crypto.ts';
import { Database } from './database/database.ts';
import {
  archiveSettings,
  type EmbeddedDatabase,
  OtherMajor,
  startEmbedded,
  urlOfRunning,
} from './database/embedded.ts';
import { EarlierPreview, isMigrated, migrate } from './database/migrate.ts';
import { openOf } from './database/passwords.ts';
import { openFiles } from './files.ts';
import { openMailer } from './mail.ts';
import { alive, birthOf } from './processes.ts';
import { assertOpens } from './reseal.ts';
import { traceId } from './tracing.ts';

const NAME = 'tradewind';

export interface OpenApp {
  app: App;
  /** True if the database is ours alone: no other process can hold jobs. */
  embedded: boolean;
  close(): Promise<void>;
}

/**
 * Opens the base of a process: the data folder, the database with its current schema, files, mail. Without the role
 * `migrate` it waits until another process has brought the schema up to date.
 * @param stopping the wait ends when it says so
 * @param locked whether it may hold sealed values that no secret of ours opens
 * @throws ConfigError if it holds some and may not: before anything is changed
 */
export async function openApp(
  config: Config,
  stopping: () => boolean = () => false,
  locked: 'refused' | 'taken' = 'refused',
): Promise<OpenApp> {
  const release = config.databaseUrl ? async () => {} : await holdFolder(config.dataDir);
  const password = databasePassword(config);
  const settings = config.backup ? await archiveSettings(config.dataDir) : {};
  const embedded = config.databaseUrl ? undefined : await startOwn(config, password, settings, release);
  const ownerUrl =
    config.databaseUrl ?? (await ensureDatabase(embedded?.url('postgres') ?? '', embedded?.url(NAME) ?? ''));
  const app = await assemble(config, ownerUrl);
  const close = async () => {
    // A connection that does not come back must not keep the server alive.
    await Promise.race([app.database.close(), sleep(2000, undefined, { ref: false })]);
    await embedded?.stop();
    await release();
  };
  try {
    const migrates = embedded !== undefined || config.roles.includes('migrate');
    if (!migrates) await schema(app, stopping);
    if (locked === 'refused' && !stopping()) await assertOpens(app);
    if (migrates) await migrate(app.database.direct, password);
    await app.database.detectCitus();
  } catch (error) {
    await close();
    throw error instanceof EarlierPreview ? new ConfigError(earlierPreview(config)) : error;
  }
  if (embedded) app.aloneSince = new Date();
  return { app, embedded: embedded !== undefined, close };
}

async function startOwn(
  config: Config,
  password: string,
  settings: Record<string, string>,
  release: () => Promise<void>,
): Promise<EmbeddedDatabase> {
  const { dataDir } = config;
  let server: EmbeddedDatabase | undefined;
  try {
    server = await startEmbedded(dataDir, password, settings);
    await adoptPassword(config, server);
    return server;
  } catch (error) {
    await server?.stop();
    await release();
    throw error instanceof OtherMajor ? new ConfigError(error.message) : error;
  }
}

const SCHEMA_MS = 500;
/** Nobody answers at its address yet, or it starts. */
const AWAY = /^(ECONN|ENOENT|ENOTFOUND|EAI_AGAIN|57P0)/;

async function schema({ database, log }: App, stopping: () => boolean): Promise<void> {
  for (let tries = 0; !stopping(); tries++) {
    // The database may start after us.
    const found = await isMigrated(database.direct).catch((error: { code?: string }) => {
      if (!AWAY.test(error.code ?? '')) throw error;
      return false;
    });
    if (found) return;
    if (tries === 4)
      log.warn(
        'waiting for the database and its schema: a process with the role migrate (TRADEWIND_ROLES) brings it up to date',
      );
    await sleep(SCHEMA_MS);
  }
}

const earlierPreview = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl
    ? 'DATABASE_URL names a database of an earlier preview of Tradewind, which this version cannot read. Set DATABASE_URL to an empty database.'
    : `The data folder ${dataDir} belongs to an earlier preview of Tradewind, which this version cannot read. Move the folder away to start with a new one, or set TRADEWIND_DATA to another folder.`;

/** The same beside a Tradewind that is running on this data folder; undefined when none is. */
export async function joinApp(config: Config): Promise<OpenApp | undefined> {
  const password = databasePassword(config);
  const ownerUrl = await urlOfRunning(config.dataDir, password, NAME);
  if (!ownerUrl) return undefined;
  const app = await assemble(config, ownerUrl);
  return { app, embedded: true, close: () => app.database.close() };
}

/** The one password of the embedded database and of the application's role, made from the secret. */
export const databasePassword = ({ secret }: Pick<Config, 'secret'>): string =>
  derivedKey(secret, 'database').toString('hex').slice(0, 32);

/** The same, and those of the other secrets. */
export const databasePasswords = ({ secret, otherSecrets }: Config): string[] =>
  [secret, ...otherSecrets].map((each) => databasePassword({ secret: each }));

/**
 * The embedded database has the password of the secret that it last ran under, and takes that of the present one.
 * @throws ConfigError when it is none of ours
 */
export async function adoptPassword(config: Config, server: EmbeddedDatabase): Promise<void> {
  const [present = '', ...others] = databasePasswords(config).map((each) =>
    asRole(server.url('postgres'), 'postgres', each),
  );
  const url = await openOf([present, ...others]);
  if (url === undefined)
    throw new ConfigError(
      `The database in ${config.dataDir} was last run under another secret. Add that one to TRADEWIND_OTHER_SECRET.`,
    );
  if (url === present) return;
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client
    .query(`alter role postgres password ${client.escapeLiteral(databasePassword(config))}`)
    .finally(() => client.end());
}

async function assemble(config: Config, ownerUrl: string): Promise<App> {
  const log = pino({
    level: config.logLevel,
    base: { host: hostname() },
    serializers: { error: pino.stdSerializers.err },
    ...(config.tracesUrl && { mixin: () => ({ traceId: traceId() }) }),
  });
  const database = new Database(
    {
      owner: ownerUrl,
      app: databasePasswords(config).map((each) => asRole(ownerUrl, 'tradewind_app', each)),
      direct: config.databaseDirectUrl,
    },
    {
      namedStatements: config.namedStatements,
      onError: (error) => log.warn({ message: error.message }, 'database connection lost'),
    },
  );
  return {
    config,
    database,
    vault: new Vault(config.secret, config.otherSecrets),
    files: await openFiles(config),
    mailer: openMailer(config),
    log,
  };
}

/** The same database as another role. */
export function asRole(url: string, role: string, password: string): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = password;
  return changed.toString();
}

/** The program's database on a server, made if it is not there. */
export async function ensureDatabase(serverUrl: string, url: string): Promise<string> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const found = await client.query(`select 1 from pg_database where datname = 'tradewind'`);
  if (found.rowCount === 0) await client.query('create database tradewind');
  await client.end();
  return url;
}

/**
 * One process at a time holds a data folder; tradewind.pid contains its id and start time.
 * @throws ConfigError naming the process that holds it
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'tradewind.pid');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = await open(file, 'wx');
      await handle.write(`${process.pid}\n${birthOf(process.pid)}\n`);
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const [pid = '', birth = ''] = (await readFile(file, 'utf8')).split('\n');
      const holder = Number(pid);
      if (holder && holder !== process.pid && alive(holder) && birth === birthOf(holder))
        throw new ConfigError(
          `The data folder ${folder} is held by the running Tradewind with process id ${holder}. Stop it first, or set TRADEWIND_DATA to another folder.`,
        );
      await rm(file, { force: true });
    }
  }
  throw new Error(`The data folder ${folder} could not be taken.`);
}
