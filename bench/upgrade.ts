import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { authorizeShop } from '@tradewind/contract/channels.ts';
import { findIntegrityRun, listIntegrityRuns, runIntegrityChecks } from '@tradewind/contract/integrity.ts';
import { listOrders, orderTabs } from '@tradewind/contract/orders.ts';
import pg from 'pg';
import { startEmbedded } from '../apps/server/src/core/database/embedded.ts';
import { startProxy } from '../apps/server/src/testing/proxy.ts';
import { Client, type Figures, log, percentile, round } from './lib.ts';

const HERE = join(import.meta.dirname, '..');
const SECRET = 'a secret of thirty-two characters';
const [PROXY, FIRST] = [18_640, 18_641];
const CLERKS = 4;
const LOOK_MS = 200;
/** As long as a load balancer needs to see that an api goes. */
const DRAIN_SECONDS = 2;
const SETTLED_MS = 120_000;

/**
 * A rolling upgrade under traffic, as docs/operations.md says to do it: two apis behind a proxy and a worker of an older
 * version, orders pushed by a shop's software, clerks reading; then `migrate` of this version, and one process after the
 * other replaced. Arguments: the older version (anything that git knows), orders a second, seconds before and after.
 */
export async function upgrade([older = 'HEAD', perSecond = '50', around = '20']: string[]): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-upgrade-'));
  chmodSync(folder, 0o755);
  const before = checkout(older, join(folder, 'older'));
  const server = await startEmbedded(join(folder, 'data'), 'owner');
  const processes = new Processes(join(folder, 'files'), server.url('postgres'));
  try {
    await processes.run(before, 'migrate', FIRST).exit;
    const { token } = foundCompany(before, processes.env);
    const proxy = await balance();
    const apis = await Promise.all([FIRST, FIRST + 1].map((port) => processes.start(before, 'api', port)));
    for (const api of apis) proxy.add(api.port);
    const worker = await processes.start(before, 'worker', FIRST + 2);
    const traffic = await startTraffic(`http://127.0.0.1:${PROXY}`, token, Number(perSecond));
    log(`${older}: ${perSecond} orders a second`);
    await sleep(Number(around) * 1000);
    const began = performance.now();
    const [code] = await processes.run(HERE, 'migrate', FIRST + 3).exit;
    if (code !== 0) throw new Error(`migrate ended with ${code}`);
    const migrated = performance.now();
    log('the schema is of this version, all processes of the older one');
    await processes.start(HERE, 'worker', FIRST + 4);
    await worker.stop();
    for (const [n, api] of apis.entries()) {
      const fresh = await processes.start(HERE, 'api', FIRST + 5 + n);
      proxy.add(fresh.port);
      await api.stop();
      proxy.remove(api.port);
    }
    const upgraded = performance.now();
    log('all processes are of this version');
    await sleep(Number(around) * 1000);
    const measured = await traffic.stop();
    const kept = await countOrders(server.url('postgres'));
    const broken = await brokenChecks(token);
    await processes.stop();
    proxy.stop();
    return {
      older,
      ...measured,
      ...{ missing: measured.pushed - kept.orders, twice: kept.twice, broken },
      ...{ migrateSeconds: round((migrated - began) / 1000, 1), upgradeSeconds: round((upgraded - began) / 1000, 1) },
    };
  } finally {
    await processes.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The older version in a folder of its own, with the modules of this one where it had the same. */
function checkout(ref: string, folder: string): string {
  execFileSync('git', ['clone', '-q', '--shared', HERE, folder]);
  const commit = execFileSync('git', ['rev-parse', ref], { cwd: HERE, encoding: 'utf8' }).trim();
  execFileSync('git', ['checkout', '-q', commit], { cwd: folder });
  const [theirs, ours] = [join(folder, 'node_modules'), join(HERE, 'node_modules')];
  mkdirSync(theirs);
  for (const name of readdirSync(ours))
    if (name !== '@tradewind' && !name.startsWith('.')) symlinkSync(join(ours, name), join(theirs, name));
  cpSync(join(ours, '@tradewind'), join(theirs, '@tradewind'), { recursive: true, verbatimSymlinks: true });
  return folder;
}

/** By the older version's own code: the schema is still its own. */
function foundCompany(root: string, env: NodeJS.ProcessEnv): { token: string } {
  const script = `
    import './apps/server/src/areas.ts';
    import { createCompany } from './apps/server/src/areas/company/public.ts';
    import { createUser, openSession } from './apps/server/src/areas/identity/public.ts';
    import { readConfig } from './apps/server/src/core/config.ts';
    import { openApp } from './apps/server/src/core/start.ts';
    const { app, close } = await openApp(readConfig({ ...process.env, TRADEWIND_ROLES: 'api' }));
    const companyId = await createCompany(app, { name: 'Upgrade', validated: true });
    const user = { userLoginId: 'upgrade', name: 'Upgrade', email: 'upgrade@tradewind.invalid', password: 'Tradewind2026' };
    const userId = await createUser(app, companyId, { ...user, mainAccount: true, emailVerified: true });
    const token = await openSession(app, { companyId, userId }, { address: '127.0.0.1', userAgent: 'bench' });
    await close();
    console.log(JSON.stringify({ token }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as { token: string };
}

class Processes {
  readonly env: NodeJS.ProcessEnv;
  readonly #children = new Set<ChildProcess>();
  constructor(dataDir: string, url: string) {
    const own = { TRADEWIND_DATA: dataDir, TRADEWIND_SECRET: SECRET, DATABASE_URL: url, TRADEWIND_DEMO: 'off' };
    const more = { TRADEWIND_DRAIN_SECONDS: String(DRAIN_SECONDS), TRADEWIND_CAPTCHA: 'off', LOG_LEVEL: 'warn' };
    this.env = { ...process.env, ...own, ...more, TRADEWIND_PUBLIC_URL: `http://127.0.0.1:${PROXY}` };
  }

  run(root: string, roles: string, port: number): { child: ChildProcess; exit: Promise<[number | null]> } {
    const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...this.env, TRADEWIND_ROLES: roles, PORT: String(port), TRADEWIND_METRICS_PORT: String(port + 100) },
    });
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return { child, exit: once(child, 'exit') as Promise<[number | null]> };
  }

  async start(root: string, role: 'api' | 'worker', port: number): Promise<{ port: number; stop(): Promise<void> }> {
    const { child, exit } = this.run(root, role, port);
    while (!(await isReady(port + 100, '/ready'))) {
      if (child.exitCode !== null) throw new Error(`${role} ended while starting`);
      await sleep(50);
    }
    return {
      port,
      stop: async () => {
        child.kill('SIGTERM');
        await exit;
      },
    };
  }

  async stop(): Promise<void> {
    const gone = [...this.#children].map((child) => once(child, 'exit'));
    for (const child of this.#children) child.kill('SIGTERM');
    await Promise.all(gone);
  }
}

const isReady = (port: number, path: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    (answer) => answer.ok,
    () => false,
  );

/** Takes the apis in turn that say they are ready, as a load balancer does that looks every quarter of a second. */
async function balance() {
  const ports = new Map<number, boolean>();
  let turn = 0;
  const endProxy = await startProxy(PROXY, () => {
    const ready = [...ports].filter(([, yes]) => yes).map(([port]) => port);
    return ready[turn++ % Math.max(1, ready.length)];
  });
  const looking = setInterval(() => {
    for (const port of ports.keys())
      void isReady(port, '/api/ready').then((yes) => void (ports.has(port) && ports.set(port, yes)));
  }, 250);
  return {
    add: (port: number) => void ports.set(port, true),
    remove: (port: number) => void ports.delete(port),
    stop: () => {
      clearInterval(looking);
      endProxy();
    },
  };
}

/** A shop's software that pushes orders until each is accepted, and clerks who read. */
async function startTraffic(url: string, token: string, perSecond: number) {
  const clerk = new Client(url, token);
  const shop = await clerk.call(authorizeShop, { platform: 'other', name: 'Own shop', importDays: 0 } as never);
  const { key, secret } = shop.issued ?? { key: '', secret: '' };
  const [pushes, reads]: [number[], number[]] = [[], []];
  let [pushed, failures, repeated, over] = [0, 0, 0, false];
  const push = async (n: number) => {
    const body = JSON.stringify({ orders: [orderOf(n)] });
    const began = performance.now();
    for (let tries = 0; ; tries++) {
      const at = Math.floor(Date.now() / 1000);
      const sign = createHmac('sha256', secret).update(`${at}\nPOST\n/api/push/other\n${body}`).digest('hex');
      const headers = { 'x-shop-key': key, 'x-shop-timestamp': String(at), 'x-shop-signature': sign };
      const status = await fetch(`${url}/api/push/other`, { method: 'POST', body, headers }).then(
        async (answer) => (await answer.text()) && answer.status,
        () => 0,
      );
      if (status === 200) break;
      failures++;
      if (tries === 0) repeated++;
      await sleep(200);
    }
    pushes.push(performance.now() - began);
  };
  const pushing = (async () => {
    const open = new Set<Promise<void>>();
    for (const began = performance.now(); !over; ) {
      const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
      for (; pushed < due; pushed++) {
        const one = push(pushed).finally(() => open.delete(one));
        open.add(one);
      }
      await sleep(10);
    }
    await Promise.all(open);
  })();
  const reading = Array.from({ length: CLERKS }, async (_, n) => {
    await sleep((LOOK_MS * n) / CLERKS);
    while (!over) {
      const began = performance.now();
      const look = n % 2 === 0 ? clerk.text(orderTabs, {}) : clerk.text(listOrders, { pageSize: 50 } as never);
      await look.catch(() => failures++);
      reads.push(performance.now() - began);
      await sleep(LOOK_MS);
    }
  });
  return {
    stop: async () => {
      over = true;
      await Promise.all([pushing, ...reading]);
      clerk.close();
      const worstMs = round(Math.max(...pushes, ...reads), 0);
      const p95 = (times: readonly number[]) => round(percentile(times, 0.95), 1);
      return { pushed, failures, repeated, worstMs, pushP95Ms: p95(pushes), readP95Ms: p95(reads) };
    },
  };
}

const orderOf = (n: number) => ({
  ...{ orderNo: `U-${n}`, orderedAt: new Date().toISOString(), currency: 'EUR' },
  buyer: { name: `Buyer ${n}`, email: `buyer${n}@example.com` },
  shipTo: { name: `Buyer ${n}`, line1: '1 Elm St', city: 'Berlin', postalCode: '10115', country: 'DE' },
  lines: [{ sku: `LAMP-${n % 20}`, title: 'Desk lamp', quantity: 1 + (n % 3), unitPrice: '10.50' }],
});

async function countOrders(url: string): Promise<{ orders: number; twice: number }> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const { rows } = await owner.query<{ orders: number; twice: number }>(
    `select count(distinct platform_order_no)::int as orders, (count(*) - count(distinct platform_order_no))::int as twice
     from sales_order`,
  );
  await owner.end();
  return rows[0] ?? { orders: 0, twice: 0 };
}

/** The integrity checks that do not hold, once all jobs have run. */
async function brokenChecks(token: string): Promise<number> {
  const client = new Client(`http://127.0.0.1:${PROXY}`, token);
  const { id } = await client.call(runIntegrityChecks, { idempotencyKey: 'upgrade-checks' });
  for (const end = Date.now() + SETTLED_MS; Date.now() < end; await sleep(500)) {
    const { runs } = await client.call(listIntegrityRuns, {});
    if (runs.some((run) => run.id === id && run.finishedAt !== null)) break;
  }
  const { results } = await client.call(findIntegrityRun, { id });
  client.close();
  if (results.length === 0) throw new Error('the integrity checks did not end');
  return results.filter((result) => result.broken > 0).length;
}
