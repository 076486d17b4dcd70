import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from '../../core/database/embedded.ts';
import { until } from '../harness.ts';
import { freePort } from './program.ts';

// The roles of a cluster as processes of their own: who waits for the schema, who says that it goes.

const SECRET = 'a secret of thirty-two characters';
let folder: string;
let env: Record<string, string>;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tradewind-life-'));
  await chmod(folder, 0o755);
  // A server of its own: the password of the application's role belongs to the whole server.
  const server = await startEmbedded(folder, 'owner', { fsync: 'off', max_connections: '60' });
  const url = server.url('postgres');
  env = { TRADEWIND_DATA: folder, TRADEWIND_SECRET: SECRET, DATABASE_URL: url, TRADEWIND_DEMO: 'off' };
  ends.push(() => server.stop());
});

afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await rm(folder, { recursive: true, force: true });
});

async function start(roles: string, more: Record<string, string> = {}) {
  const [port, metrics] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...env,
      TRADEWIND_ROLES: roles,
      PORT: String(port),
      TRADEWIND_METRICS_PORT: String(metrics),
      LOG_LEVEL: 'warn',
      ...more,
    },
  });
  const exit = once(child, 'exit');
  let log = '';
  child.stdout.on('data', (text) => (log += text));
  child.stderr.on('data', (text) => (log += text));
  const at = (base: number) => (path: string) =>
    fetch(`http://127.0.0.1:${base}${path}`).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      () => ({ status: 0, text: '' }),
    );
  const process_ = { child, exit, log: () => log, api: at(port), own: at(metrics) };
  ends.push(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exit;
  });
  return process_;
}

test('api and worker wait for the schema, which a process of its own brings up to date and ends', async () => {
  const [api, worker] = [await start('api', { TRADEWIND_DRAIN_SECONDS: '2' }), await start('worker')];
  await until(async () => api.log().includes('its schema') && worker.log().includes('its schema'), 60);
  expect(await api.api('/api/live')).toMatchObject({ status: 0 });

  const [code] = await (await start('migrate')).exit;
  expect(code).toBe(0);
  await until(async () => (await api.api('/api/ready')).status === 200, 60);
  await until(async () => (await worker.own('/ready')).status === 200, 60);
  expect(await api.api('/api/live')).toEqual({ status: 200, text: '{"status":"ok"}' });

  // The api knows its requests; what is of the whole installation, the worker tells alone.
  await until(async () =>
    (await api.own('/metrics')).text.includes('tradewind_request_seconds_count{call="/api/live"'),
  );
  expect((await api.own('/metrics')).text).not.toMatch(/^tradewind_workers_silent_seconds/m);
  await until(async () => /^tradewind_workers_silent_seconds \d/m.test((await worker.own('/metrics')).text));
  expect((await worker.own('/metrics')).text).toMatch(/^tradewind_pool_connections\{pool="app",state="idle"\} \d/m);

  // Who is about to stop says so, and goes on answering for as long as it was told to.
  api.child.kill('SIGTERM');
  await until(async () => (await api.api('/api/ready')).status === 503);
  expect(await api.api('/api/ready')).toEqual({ status: 503, text: '{"status":"stopping"}' });
  expect((await api.api('/api/live')).status).toBe(200);
  expect((await api.exit)[0]).toBe(0);
});

test('a migration that is missing keeps a new process waiting, one that a newer version added does not', async () => {
  const owner = new pg.Client({ connectionString: env.DATABASE_URL });
  await owner.connect();
  await owner.query(`insert into schema_migration (name) values ('9999_of_a_newer_version.sql')`);
  const api = await start('api');
  await until(async () => (await api.api('/api/ready')).status === 200, 60);
  const last = await owner.query(
    `delete from schema_migration where name = (select max(name) from schema_migration where name < '9999') returning name`,
  );
  expect(last.rowCount).toBe(1);
  const late = await start('api');
  await until(async () => late.log().includes('its schema'), 60);
  await owner.query('insert into schema_migration (name) values ($1)', [last.rows[0].name]);
  await until(async () => (await late.api('/api/ready')).status === 200, 60);
  await owner.end();
});

test('a process that starts before its database waits for it, and ends when it is stopped', async () => {
  const early = await start('worker', { DATABASE_URL: 'postgres://tradewind:x@127.0.0.1:1/tradewind' });
  await until(async () => early.log().includes('its schema'), 60);
  early.child.kill('SIGTERM');
  expect((await early.exit)[0]).toBe(0);
});
