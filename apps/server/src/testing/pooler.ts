import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverUser } from '../core/database/embedded.ts';
import { freePort } from './kill/program.ts';

export interface Pooler {
  /** Whether it keeps named statements: PgBouncer 1.21 and later do. */
  named: boolean;
  /** The same address, through the pooler. */
  through(url: string): string;
  /** Every connection is lost; new ones are taken at once. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The PgBouncer of this machine (Debian: `apt-get install pgbouncer`) in transaction mode before a PostgreSQL on a Unix socket. */
export async function startPooler(serverUrl: string, users: Readonly<Record<string, string>>): Promise<Pooler> {
  const version = /PgBouncer (\d+)\.(\d+)/.exec(
    spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '',
  );
  if (!version)
    throw new Error('There is no pgbouncer on this machine: install it (Debian: apt-get install pgbouncer)');
  const named = Number(version[1]) > 1 || Number(version[2]) >= 21;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-pooler-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    join(folder, 'users'),
    Object.entries(users)
      .map(([user, password]) => `"${user}" "${password}"\n`)
      .join(''),
  );
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${new URL(serverUrl).searchParams.get('host')} port=5432`,
      '[pgbouncer]',
      ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
      ...['auth_type = scram-sha-256', `auth_file = ${join(folder, 'users')}`],
      ...['pool_mode = transaction', 'max_client_conn = 2000', 'default_pool_size = 20', 'server_idle_timeout = 5'],
      // What a client sets at its start would outlive its transaction.
      'ignore_startup_parameters = extra_float_digits,options',
      ...(named ? ['max_prepared_statements = 2000'] : []),
      ...['log_connections = 0', 'log_disconnections = 0'],
    ].join('\n'),
  );
  let child: ChildProcess;
  const start = async () => {
    child = spawn('pgbouncer', ['-q', file], { stdio: ['ignore', 'ignore', 'inherit'], ...serverUser() });
    for (let tries = 0; !(await answers(port)); tries++) {
      if (child.exitCode !== null || tries > 200) throw new Error('pgbouncer did not start');
      await sleep(25);
    }
  };
  const end = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  await start();
  return {
    named,
    through: (url) => {
      const pooled = new URL(url);
      pooled.searchParams.delete('host');
      pooled.hostname = '127.0.0.1';
      pooled.port = String(port);
      return pooled.toString();
    },
    restart: async () => {
      await end();
      await start();
    },
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
