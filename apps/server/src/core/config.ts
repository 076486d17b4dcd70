import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isNet } from './http/proxies.ts';

const ROLES = ['migrate', 'api', 'worker', 'sandbox'] as const;
type Role = (typeof ROLES)[number];

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const postgres = z.url({ protocol: /^postgres(ql)?$/ });
const port = z.coerce.number().int().min(1).max(65_535);

const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8080),
  TRADEWIND_DATA: z.string().default('./.data'),
  DATABASE_URL: postgres.optional(),
  DATABASE_DIRECT_URL: postgres.optional(),
  DATABASE_NAMED_STATEMENTS: onOff.default(true),
  TRADEWIND_ROLES: z
    .string()
    .default(ROLES.join(','))
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES)).min(1)),
  TRADEWIND_DEMO: onOff.optional(),
  TRADEWIND_CAPTCHA: onOff.default(true),
  TRADEWIND_SECRET: z.string().min(32).optional(),
  TRADEWIND_OTHER_SECRET: z.string().min(32).optional(),
  TRADEWIND_PUBLIC_URL: z.url().optional(),
  TRADEWIND_TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((value) => value.split(',').map((net) => net.trim()))
    .refine((nets) => nets.every(isNet)),
  TRADEWIND_V2_URL: z.url({ protocol: /^https?$/ }).optional(),
  SANDBOX_PORT: port.optional(),
  SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  FILES_URL: z.url().optional(),
  BACKUP_URL: z.url({ protocol: /^(file|s3)$/ }).optional(),
  BACKUP_EVERY_DAYS: z.coerce.number().int().min(1).max(31).default(1),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(14),
  TRADEWIND_DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  TRADEWIND_METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  NODE_ENV: z.string().optional(),
});

const EXPECTED: Record<string, string> = {
  PORT: 'a port from 1 to 65535',
  SANDBOX_PORT: 'a port from 1 to 65535',
  SANDBOX_URL: 'the address of stand-ins that another process runs, such as http://sandbox:8081',
  DATABASE_URL: 'a PostgreSQL address such as postgres://user:password@host:5432/name',
  DATABASE_DIRECT_URL: 'the address of the same PostgreSQL without a pooler, set together with DATABASE_URL',
  DATABASE_NAMED_STATEMENTS: 'on or off',
  TRADEWIND_ROLES: `a comma list of ${ROLES.join(', ')}`,
  TRADEWIND_DEMO: 'on or off',
  TRADEWIND_CAPTCHA: 'on or off',
  TRADEWIND_SECRET: 'at least 32 characters',
  TRADEWIND_OTHER_SECRET: 'at least 32 characters',
  TRADEWIND_PUBLIC_URL: 'the address users open, such as https://erp.example.com',
  TRADEWIND_TRUSTED_PROXIES: 'a comma list of loopback, addresses, and nets such as 172.18.0.0/16',
  TRADEWIND_V2_URL: 'the address of the V2 system, such as https://v2.example.com',
  SMTP_URL: 'an address such as smtp://user:password@host:587',
  FILES_URL: 'an address such as s3://bucket/prefix',
  BACKUP_URL: 'file:///folder or s3://bucket/prefix',
  BACKUP_EVERY_DAYS: 'a number of days from 1 to 31',
  BACKUP_KEEP_DAYS: 'a number of days from 1 to 3650',
  TRADEWIND_DRAIN_SECONDS: 'a number of seconds from 0 to 300',
  TRADEWIND_METRICS_PORT: 'a port from 1 to 65535',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'the address of a collector of traces, such as http://collector:4318',
  LOG_LEVEL: 'trace, debug, info, warn, error or silent',
};

export interface Config {
  host: string;
  port: number;
  sandboxPort: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The same database past a pooler, for what needs a session: notifications, migrations, the job queue. */
  databaseDirectUrl: string | undefined;
  /** Off for a pooler that does not keep them (PgBouncer before 1.21): every statement is planned each time. */
  namedStatements: boolean;
  roles: readonly Role[];
  demo: boolean;
  captcha: boolean;
  secret: string;
  /** The one before it, or the one after it: what it sealed is opened, and nothing is sealed by it. */
  otherSecrets: readonly string[];
  /** The address at which users and platforms reach us, without a final slash. */
  publicUrl: string;
  /** Whose word on a client's address counts: addresses, nets such as `10.1.0.0/16`, `loopback`. */
  trustedProxies: readonly string[];
  /** The provider's V2 system; the user menu links to it. */
  v2Url: string | undefined;
  /** Platforms, carriers and warehouses are stand-ins: this process runs them, or another one at `sandboxUrl`. */
  sandbox: boolean;
  sandboxUrl: string;
  smtpUrl: string | undefined;
  filesUrl: string | undefined;
  /** Where the embedded database is backed up continuously; undefined: it is not. */
  backup: { url: string; everyDays: number; keepDays: number } | undefined;
  /** Between the order to stop and its carrying out, requests still come; `ready` says no. */
  drainSeconds: number;
  /** Where this process tells how it is: /metrics, /live, /ready. */
  metricsPort: number | undefined;
  /** A collector of traces by OTLP over HTTP; the exporter itself reads the variable again. */
  tracesUrl: string | undefined;
  logLevel: string;
  production: boolean;
}

/** Bad configuration: one line that names the variable and what it should be. */
export class ConfigError extends Error {}

/** Reads the environment. @throws ConfigError */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const input = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(input);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    // A secret that is too short by a slip must not stand in the log.
    const shown = name.includes('SECRET') ? name : `${name}=${input[name] ?? ''}`;
    throw new ConfigError(`${shown} cannot be used: it should be ${EXPECTED[name] ?? 'set'}.`);
  }
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  if (production && !values.TRADEWIND_CAPTCHA)
    throw new ConfigError('TRADEWIND_CAPTCHA=off cannot be used with NODE_ENV=production: it should be on.');
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    throw new ConfigError('DATABASE_DIRECT_URL cannot be used without DATABASE_URL: set both.');
  if (values.BACKUP_URL && values.DATABASE_URL)
    throw new ConfigError(
      'BACKUP_URL cannot be used with DATABASE_URL: back up your own PostgreSQL with its own tools (deploy/pgbackrest.conf).',
    );
  const dataDir = resolve(values.TRADEWIND_DATA);
  const sandboxPort = values.SANDBOX_PORT ?? values.PORT + 1;
  return {
    host: values.HOST,
    port: values.PORT,
    sandboxPort,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    namedStatements: values.DATABASE_NAMED_STATEMENTS,
    roles: values.TRADEWIND_ROLES,
    demo: values.TRADEWIND_DEMO ?? values.DATABASE_URL === undefined,
    captcha: values.TRADEWIND_CAPTCHA,
    secret: values.TRADEWIND_SECRET ?? keptSecret(dataDir),
    otherSecrets: values.TRADEWIND_OTHER_SECRET ? [values.TRADEWIND_OTHER_SECRET] : [],
    publicUrl: (values.TRADEWIND_PUBLIC_URL ?? `http://127.0.0.1:${values.PORT}`).replace(/\/$/, ''),
    trustedProxies: values.TRADEWIND_TRUSTED_PROXIES,
    v2Url: values.TRADEWIND_V2_URL,
    sandbox: values.TRADEWIND_ROLES.includes('sandbox') || values.SANDBOX_URL !== undefined,
    sandboxUrl: (values.SANDBOX_URL ?? `http://127.0.0.1:${sandboxPort}`).replace(/\/$/, ''),
    smtpUrl: values.SMTP_URL,
    filesUrl: values.FILES_URL,
    backup: values.BACKUP_URL
      ? { url: values.BACKUP_URL, everyDays: values.BACKUP_EVERY_DAYS, keepDays: values.BACKUP_KEEP_DAYS }
      : undefined,
    drainSeconds: values.TRADEWIND_DRAIN_SECONDS,
    metricsPort: values.TRADEWIND_METRICS_PORT,
    tracesUrl: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: values.LOG_LEVEL,
    production,
  };
}

function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}

/** A separate key for each purpose, all derived from the one secret. */
export function derivedKey(secret: string, purpose: string): Buffer {
  return createHash('sha256').update(`tradewind/${purpose}/${secret}`).digest();
}

/** By this a backup names the secret that it was made under. */
export const secretCheck = ({ secret }: Config): string => checkOf(secret);

/** Whether this machine knows the secret that a backup was made under. */
export const knowsSecret = ({ secret, otherSecrets }: Config, check: string): boolean =>
  [secret, ...otherSecrets].some((one) => checkOf(one) === check);

const checkOf = (secret: string): string =>
  createHash('sha256').update(derivedKey(secret, 'backup check')).digest('hex').slice(0, 16);
