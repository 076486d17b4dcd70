import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WEB_HEADER } from '@tradewind/contract/call.ts';
import { login } from '@tradewind/contract/identity.ts';
import { listJobs } from '@tradewind/contract/integrity.ts';
import type { TestProject } from 'vitest/node';
import { keepFilesInMemory } from '../scripts/memory-folder.ts';
import { startCluster } from './cluster.ts';

/** One running application, of which a worker has one for itself. */
export interface Application {
  url: string;
  sandboxUrl: string;
  /** Its data folder: the outbox in it holds the mails. */
  dataDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** In the order of the workers. */
    applications: Application[];
  }
}

const ROOT = join(import.meta.dirname, '..');
const TEMPLATES = join(ROOT, 'node_modules/.cache/e2e-demo');
/** All that decides what the demo company looks like. */
const SOURCES = ['package-lock.json', 'apps/server/src', 'apps/server/migrations', 'apps/sandbox/src', 'packages'];
const START_MS = 120_000;
const FILL_MS = 400_000;

/**
 * The whole application as `npm start` runs it, once for each worker, so that no two files share a sandbox, a bulletin or
 * the demo company at one time. Each runs on a copy of a data folder in which the demo company is complete.
 * E2E_URL names one that is running already.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.E2E_URL;
  if (running) {
    const { E2E_SANDBOX_URL: sandboxUrl = '', TRADEWIND_DATA: dataDir = '' } = process.env;
    await demoComplete(running);
    project.provide('applications', [{ url: running, sandboxUrl, dataDir }]);
    return async () => {};
  }
  const giveBack = keepFilesInMemory();
  const template = await demoFolder();
  const copies = Array.from({ length: project.config.maxWorkers }, () => copied(template));
  const started = await Promise.all(copies.map((copy) => start(copy, process.env.TEST_LAYOUT === 'cluster')));
  project.provide(
    'applications',
    started.map(({ application }) => application),
  );
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()));
    for (const folder of copies) rmSync(folder, { recursive: true, force: true });
    giveBack();
  };
}

/** A data folder with a complete demo company, made once a day for the sources as they are. Nothing runs on it. */
async function demoFolder(): Promise<string> {
  const template = join(TEMPLATES, `${new Date().toISOString().slice(0, 10)}-${sourcesHash()}`);
  if (existsSync(template)) return template;
  const began = Date.now();
  rmSync(TEMPLATES, { recursive: true, force: true });
  mkdirSync(TEMPLATES, { recursive: true });
  const making = mkdtempSync(join(TEMPLATES, 'making-'));
  const { application, stop } = await start(making);
  await demoComplete(application.url);
  await stop();
  // Its database may take longer than the application gives it.
  const held = join(making, 'postgres/postmaster.pid');
  await until(START_MS, 100, 'stop its database', async () => !existsSync(held));
  renameSync(making, template);
  process.stdout.write(`The demo company was made in ${Math.round((Date.now() - began) / 1000)} s\n`);
  return template;
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    const files = source.includes('.') ? [''] : readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
    for (const file of files)
      if (/\.(ts|sql|json)$/.test(file || source) && !/node_modules|\.test\.ts$/.test(file))
        hash.update(file).update(readFileSync(join(path, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

function copied(template: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'tradewind-e2e-')), 'data');
  // PostgreSQL's files may belong to another account: `cp` keeps that, Node does not.
  if (process.platform === 'win32') cpSync(template, folder, { recursive: true });
  else execFileSync('cp', ['-a', template, folder]);
  return folder;
}

interface Started {
  application: Application;
  stop(): Promise<void>;
}

/** As one process; or in the layout of a cluster, on a folder whose demo company is complete. */
async function start(dataDir: string, cluster = false): Promise<Started> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  // The shops of the demo company have asked for webhooks at the address of the application that made it.
  const world = join(dataDir, 'sandbox.json');
  if (existsSync(world))
    writeFileSync(world, readFileSync(world, 'utf8').replaceAll(/http:\/\/127\.0\.0\.1:\d+(?=\/api\/)/g, url));
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    TRADEWIND_DATA: dataDir,
    TRADEWIND_CAPTCHA: 'off',
    TRADEWIND_DEMO: 'on',
    TRADEWIND_V2_URL: 'https://v2.tradewind.invalid',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    LOG_LEVEL: 'warn',
    // Nothing of it is to survive a power cut.
    PGOPTIONS: '-c synchronous_commit=off',
  };
  const ports = { proxy: port, sandbox: sandboxPort, apis: cluster ? [await freePort(), await freePort()] : [] };
  const stop = cluster ? await startCluster(dataDir, env, ports) : startOne(env);
  const healthy = () =>
    fetch(`${url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  await until(START_MS, 100, 'become ready', healthy);
  return { application: { url, sandboxUrl: `http://127.0.0.1:${sandboxPort}`, dataDir }, stop };
}

function startOne(env: NodeJS.ProcessEnv): () => Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'apps/server/src/main.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  let stopping = false;
  child.once('exit', (code) => {
    if (!stopping) throw new Error(`The application ended (${code})`);
  });
  return async () => {
    stopping = true;
    if (child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
}

/** No job of the demo company's loading is left. */
async function demoComplete(url: string): Promise<void> {
  const ask = async <T>(path: string, init: RequestInit) => {
    const headers = { 'content-type': 'application/json', [WEB_HEADER]: 'web', ...init.headers };
    const answer = await fetch(`${url}/api${path}`, { ...init, headers });
    return ((await answer.json()) as { data: T }).data;
  };
  const body = JSON.stringify({ userLoginId: 'demo', password: 'Tradewind2026' });
  const { token } = await ask<{ token: string }>(login.path, { method: login.method, body });
  await until(FILL_MS, 500, 'fill the demo company', async () => {
    const { rows } = await ask<{ rows: { task: string }[] }>(`${listJobs.path}?pageSize=200`, { headers: { token } });
    return rows.every((job) => job.task !== 'demo.fill');
  });
}

async function until(withinMs: number, everyMs: number, what: string, look: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + withinMs; !(await look()); await sleep(everyMs))
    if (Date.now() > end) throw new Error(`The application did not ${what} within ${withinMs / 1000} s`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
