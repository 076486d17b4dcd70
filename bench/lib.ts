import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { createCompany } from '../apps/server/src/areas/company/public.ts';
import { createUser, openSession } from '../apps/server/src/areas/identity/public.ts';
import type { App } from '../apps/server/src/core/app.ts';
import { readConfig } from '../apps/server/src/core/config.ts';
import { type Ctx, systemContext } from '../apps/server/src/core/context.ts';
import { openApp } from '../apps/server/src/core/start.ts';

/** Those with which `npm start` runs Node. */
export const NODE_FLAGS = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' ')
  .slice(1, -1);

export type Figures = Record<string, number | string>;

/** A database of the measurement's own, on PostgreSQL's default durability; or the one that DATABASE_URL names. */
export interface Bench {
  app: App;
  dataDir: string;
  companyId: number;
  ctx: Ctx;
  token: string;
  /** A process of its own on this database, as in production: an api unless told. Gives its address. */
  startApi(port: number, roles?: string): Promise<string>;
  /** Ids of these processes. */
  processes(): number[];
  /** The most memory that these processes have held so far, together; 0 where the system does not say. */
  peakMegabytes(): Promise<number>;
  /** What they hold now. */
  megabytes(): Promise<number>;
  close(): Promise<void>;
}

export async function openBench(): Promise<Bench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tradewind-bench-'));
  await chmod(dataDir, 0o755);
  const { DATABASE_URL } = process.env;
  const there = DATABASE_URL ? { DATABASE_URL, TRADEWIND_SECRET: randomBytes(20).toString('hex') } : {};
  const env = { TRADEWIND_DATA: dataDir, TRADEWIND_CAPTCHA: 'off', TRADEWIND_DEMO: 'off', LOG_LEVEL: 'warn', ...there };
  const opened = await openApp(readConfig(env));
  const { app } = opened;
  const companyId = await createCompany(app, { name: 'Bench', validated: true });
  const userId = await createUser(app, companyId, {
    userLoginId: `bench${companyId}`,
    name: 'Bench',
    email: 'bench@tradewind.invalid',
    password: 'Tradewind2026',
    mainAccount: true,
    emailVerified: true,
  });
  const token = await openSession(app, { companyId, userId }, { address: '127.0.0.1', userAgent: 'bench' });
  const children: ChildProcess[] = [];
  return {
    app,
    dataDir,
    companyId,
    ctx: systemContext(companyId, 'bench'),
    token,
    startApi: async (port, roles = 'api') => {
      const child = spawn(process.execPath, [...NODE_FLAGS, join(import.meta.dirname, '../apps/server/src/main.ts')], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...process.env,
          ...env,
          TRADEWIND_DATA: join(dataDir, 'api'),
          TRADEWIND_SECRET: app.config.secret,
          DATABASE_URL: ownerUrl(app),
          TRADEWIND_ROLES: roles,
          PORT: String(port),
        },
      });
      children.push(child);
      const url = `http://127.0.0.1:${port}`;
      await untilHealthy(url, child);
      return url;
    },
    processes: () => children.flatMap(({ pid }) => pid ?? []),
    peakMegabytes: () => memoryOf(children, /VmHWM:\s+(\d+) kB/),
    megabytes: () => memoryOf(children, /VmRSS:\s+(\d+) kB/),
    close: async () => {
      for (const child of children) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await opened.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function memoryOf(children: readonly ChildProcess[], figure: RegExp): Promise<number> {
  const statuses = await Promise.all(
    children.map(({ pid }) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')),
  );
  const kilobytes = statuses.map((status) => Number(figure.exec(status)?.[1] ?? 0));
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024);
}

function ownerUrl(app: App): string {
  return (app.database.owner.options as { connectionString?: string }).connectionString ?? '';
}

export async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('the server stopped while starting');
    const ready = await fetch(`${url}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await sleep(10);
  }
}

/** A client with one kept connection: node's own http, as light as a load generator must be. */
export class Client {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  readonly #base: URL;
  readonly #token: string;
  constructor(url: string, token: string) {
    this.#base = new URL(url);
    this.#token = token;
  }

  /** @throws when the answer is not 200 */
  async call<C extends Call>(call: C, input: InputOf<C>): Promise<ResultOf<C>> {
    const text = await this.text(call, input);
    return (JSON.parse(text) as { data: ResultOf<C> }).data;
  }

  /** The answer unread, for measurements of the server alone. */
  text<C extends Call>(call: C, input: InputOf<C>): Promise<string> {
    const get = call.method !== 'POST';
    const query = get
      ? `?${new URLSearchParams(Object.entries(input as Record<string, unknown>).map(([k, v]): [string, string] => [k, String(v)]))}`
      : '';
    const body = get ? undefined : JSON.stringify(input);
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          agent: this.#agent,
          host: this.#base.hostname,
          port: this.#base.port,
          path: `/api${call.path}${query}`,
          method: call.method,
          headers: {
            token: this.#token,
            ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            if (response.statusCode === 200) resolve(text);
            else reject(new Error(`${call.path}: ${response.statusCode} ${text.slice(0, 300)}`));
          });
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Milliseconds of each run of `work`, one after another, after `warmUp` uncounted ones. */
export async function timesOf(
  runs: number,
  work: (i: number) => Promise<unknown>,
  warmUp = Math.min(50, runs),
): Promise<number[]> {
  for (let i = 0; i < warmUp; i++) await work(i);
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    await work(i);
    times.push(performance.now() - start);
  }
  return times;
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const round = (value: number, places = 2) => Number(value.toFixed(places));

/** How many `work`s a second `clients` workers finish within about `seconds`. */
export async function perSecond(
  clients: number,
  seconds: number,
  work: (client: number, i: number) => Promise<unknown>,
): Promise<{ rate: number; times: number[] }> {
  const start = performance.now();
  const end = start + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let i = 0; performance.now() < end; i++) {
        const began = performance.now();
        await work(client, i);
        times.push(performance.now() - began);
      }
    }),
  );
  return { rate: times.length / ((performance.now() - start) / 1000), times };
}

export function log(text: string): void {
  process.stderr.write(`${text}\n`);
}
