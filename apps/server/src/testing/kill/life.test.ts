import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIntegrityChecks } from '@tradewind/contract/integrity.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompany } from '../../areas/company/public.ts';
import { createUser, openSession } from '../../areas/identity/public.ts';
import { readConfig } from '../../core/config.ts';
import { startEmbedded } from '../../core/database/embedded.ts';
import { openApp } from '../../core/start.ts';
import { callOver, until } from '../harness.ts';
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
  const url = `http://127.0.0.1:${port}`;
  const process_ = { child, exit, log: () => log, url, api: at(port), own: at(metrics) };
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
  worker.child.kill('SIGTERM');
  expect((await worker.exit)[0]).toBe(0);
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

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

/** A collector of OTLP over HTTP. */
async function collector() {
  const spans: Span[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  ends.push(async () => void server.close());
  return { url: `http://127.0.0.1:${port}`, spans };
}

test('a trace follows a request to the database and into its job in another process, and holds no values', async () => {
  const { url, spans } = await collector();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '100' };
  const [api, worker] = [await start('api', traced), await start('worker', traced)];
  const { app, close } = await openApp(readConfig({ ...env, TRADEWIND_ROLES: 'api' }));
  const companyId = await createCompany(app, { name: 'Traced', validated: true });
  const user = { userLoginId: 'traced', name: 'Traced', email: 'traced@test.invalid', password: 'Tradewind2026' };
  const userId = await createUser(app, companyId, { ...user, mainAccount: true, emailVerified: true });
  const token = await openSession(app, { companyId, userId }, { address: '127.0.0.1', userAgent: 'test' });
  await close();
  await until(async () => (await worker.own('/ready')).status === 200, 60);
  await until(async () => (await api.api('/api/ready')).status === 200, 60);
  const sent = { idempotencyKey: 'a-key-that-is-in-no-span' };
  expect((await callOver(api.url, runIntegrityChecks, sent, token)).code).toBe(200);

  const called = (name: string) => spans.find((span) => span.name === name);
  await until(async () => called('integrity.run') !== undefined, 60);
  const request = called(`POST ${runIntegrityChecks.path}`);
  const ofRequest = spans.filter(({ traceId }) => traceId === request?.traceId);
  expect(ofRequest).toContainEqual(expect.objectContaining({ name: 'integrity.run', parentSpanId: request?.spanId }));
  expect(ofRequest).toContainEqual(expect.objectContaining({ name: 'postgresql', parentSpanId: request?.spanId }));
  const all = JSON.stringify(spans);
  expect(all).toContain('insert into');
  for (const value of [sent.idempotencyKey, token]) expect(all).not.toContain(value);
});
