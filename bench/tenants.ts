import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import '../apps/server/src/areas.ts';
import { getOrder, listOrders, orderTabs } from '@tradewind/contract/orders.ts';
import { exportReport, runReport } from '@tradewind/contract/reports.ts';
import { createCompany } from '../apps/server/src/areas/company/public.ts';
import { createUser, openSession } from '../apps/server/src/areas/identity/public.ts';
import { intakeOrders } from '../apps/server/src/areas/orders/public.ts';
import { systemContext } from '../apps/server/src/core/context.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, round } from './lib.ts';
import { makeOrder } from './world.ts';

const ORDERS = 400;
const AT_ONCE = 200;
/** A clerk of a neighbour looks at each answer for so long. */
const LOOK_MS = 400;
const SKUS = ['SKU-1', 'SKU-2', 'SKU-3'];
const NOISY_CLIENTS = 60;
const NOISY_EXPORTS = 30;

interface Tenant {
  companyId: number;
  token: string;
  orderIds: number[];
}

/**
 * A provider's installation: so many companies, each with something for the schedule of every minute, and some with a
 * clerk at work. Then one of these calls without a pause and requests files, while the others go on.
 * Arguments: companies, busy ones, seconds of each half.
 */
export async function tenants(args: string[]): Promise<Figures> {
  const [companies = 5_000, busy = 50, seconds = 90] = args.map(Number);
  const bench = await openBench();
  const { owner } = bench.app.database;
  const ids: number[] = [];
  const making = Array.from({ length: 8 }, async () => {
    while (ids.length < companies) {
      const at = ids.push(0) - 1;
      ids[at] = await createCompany(bench.app, { name: `Company ${at}`, validated: true });
    }
  });
  await Promise.all(making);
  log(`${companies} companies`);
  const working: Tenant[] = [];
  for (const id of ids.slice(0, busy + 1)) working.push(await tenantOf(bench, id));
  await owner.query('vacuum analyze');
  log('orders');
  const url = await bench.startApi(18_611, 'api');
  await bench.startApi(18_612, 'api,worker');
  const [noisy, ...neighbours] = working;
  if (!noisy) throw new Error('no company is busy');
  const lag = watchLag(bench, ids);
  const before = await memoryOf(bench);
  const quiet = await clerks(url, neighbours, seconds);
  const middle = await memoryOf(bench);
  const noise = makeNoise(url, noisy, seconds);
  const beside = await clerks(url, neighbours, seconds);
  const { calls, files } = await noise;
  const after = await memoryOf(bench);
  const scheduleLagSeconds = await lag.stop();
  await bench.close();
  return {
    ...{ companies, busy, scheduleLagSeconds, ticks: lag.ticks() },
    ...{ neighbourReads: quiet.length, neighbourP50Ms: at(quiet, 0.5), neighbourP95Ms: at(quiet, 0.95) },
    ...{ besideReads: beside.length, besideP50Ms: at(beside, 0.5), besideP95Ms: at(beside, 0.95) },
    neighbourSlowdown: round(percentile(beside, 0.95) / percentile(quiet, 0.95), 2),
    ...{ noisyCalls: calls, noisyFiles: files },
    ...{ memoryBeforeMb: before, memoryMiddleMb: middle, memoryAfterMb: after },
  };
}

const at = (times: readonly number[], share: number): number => round(percentile(times, share), 1);

async function tenantOf(bench: Bench, companyId: number): Promise<Tenant> {
  const { app } = bench;
  const userId = await createUser(app, companyId, {
    ...{ userLoginId: `tenant${companyId}`, name: 'Clerk', email: `tenant${companyId}@tradewind.invalid` },
    ...{ password: 'Tradewind2026', mainAccount: true, emailVerified: true },
  });
  const token = await openSession(app, { companyId, userId }, { address: '127.0.0.1', userAgent: 'bench' });
  const made = await app.database.owner.query<{ id: number }>(
    `insert into shop (company_id, platform, name, account, module_id, state) values ($1, 'shopify', 'Shop', 's', 410, 'expired') returning id`,
    [companyId],
  );
  const shop = { id: Number(made.rows[0]?.id), platform: 'shopify', moduleId: 410 };
  for (let from = 0; from < ORDERS; from += AT_ONCE)
    await app.database.inCompany(systemContext(companyId, 'bench'), (tx) =>
      intakeOrders(
        tx,
        shop,
        Array.from({ length: AT_ONCE }, (_, n) => makeOrder({ skus: SKUS }, companyId * 10_000 + from + n, 3)),
      ),
    );
  const { rows } = await app.database.owner.query<{ id: number }>('select id from sales_order where company_id = $1', [
    companyId,
  ]);
  return { companyId, token, orderIds: rows.map(({ id }) => Number(id)) };
}

/** A clerk in each of these companies: the times of what they ask for, in milliseconds. */
async function clerks(url: string, all: readonly Tenant[], seconds: number): Promise<number[]> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    all.map(async ({ token, orderIds }, clerk) => {
      const client = new Client(url, token);
      await sleep((LOOK_MS * clerk) / all.length);
      for (let n = clerk; performance.now() < end; n++) {
        const began = performance.now();
        if (n % 3 === 0) await client.text(listOrders, { status: 'allocate', pageSize: 50 } as never);
        else if (n % 3 === 1) await client.text(getOrder, { id: orderIds[n % orderIds.length] ?? 0 });
        else await client.text(orderTabs, {});
        times.push(performance.now() - began);
        await sleep(LOOK_MS);
      }
      client.close();
    }),
  );
  return times;
}

/** One company calls from many windows without a pause, and requests many files. */
async function makeNoise(url: string, { token }: Tenant, seconds: number): Promise<{ calls: number; files: number }> {
  const end = performance.now() + seconds * 1000;
  const report = { report: 'order', from: '2026-01-01', to: '2026-12-31', dimensions: ['day', 'shop'] } as const;
  const first = new Client(url, token);
  for (let n = 0; n < NOISY_EXPORTS; n++) await first.call(exportReport, report as never);
  first.close();
  let calls = 0;
  await Promise.all(
    Array.from({ length: NOISY_CLIENTS }, async (_, n) => {
      const client = new Client(url, token);
      for (; performance.now() < end; calls++)
        await (n % 2 === 0
          ? client.text(listOrders, { pageSize: 200 } as never)
          : client.text(runReport, { ...report, page: 1, pageSize: 100 } as never)
        ).catch(() => sleep(100));
      client.close();
    }),
  );
  return { calls, files: NOISY_EXPORTS };
}

/**
 * Gives every company something for the schedule of every minute, and looks how long the oldest of these jobs waits after
 * it should have run.
 */
function watchLag(bench: Bench, ids: readonly number[]): { stop(): Promise<number>; ticks(): number } {
  const { owner } = bench.app.database;
  let [most, ticks, over] = [0, 0, false];
  const work = (async () => {
    for (let minute = -1; !over; await sleep(500)) {
      const now = Math.floor(Date.now() / 60_000);
      if (now !== minute) {
        minute = now;
        ticks++;
        await owner.query(
          `insert into finance_day (company_id, on_day, account, shop_id, department_id, party_kind, party_id, currency, amount, base_amount)
           select id, '2026-01-01', 'cash', 0, 0, '', 0, 'CNY', 0, 0 from unnest($1::int[]) as c(id)`,
          [ids],
        );
      }
      const { rows } = await owner.query<{ lag: string | null }>(
        `select extract(epoch from max(now() - run_at)) as lag from graphile_worker.jobs
         where locked_at is null and run_at <= now() and attempts < max_attempts and task_identifier like 'rollup.%'`,
      );
      most = Math.max(most, Number(rows[0]?.lag ?? 0));
    }
  })();
  return {
    ticks: () => ticks,
    stop: async () => {
      over = true;
      await work;
      return round(most, 1);
    },
  };
}

async function memoryOf(bench: Bench): Promise<number> {
  const all = await Promise.all(
    bench.processes().map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')),
  );
  return Math.round(all.reduce((sum, one) => sum + Number(/VmRSS:\s+(\d+) kB/.exec(one)?.[1] ?? 0), 0) / 1024);
}
