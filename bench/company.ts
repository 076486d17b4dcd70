import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import '../apps/server/src/areas.ts';
import { listOrders } from '@tradewind/contract/orders.ts';
import { createCompany, restoreArchive, writeArchive } from '../apps/server/src/areas/company/public.ts';
import { createUser, openSession } from '../apps/server/src/areas/identity/public.ts';
import { intakeOrders } from '../apps/server/src/areas/orders/public.ts';
import { systemContext } from '../apps/server/src/core/context.ts';
import { proofOfRemoval, removeCompany } from '../apps/server/src/core/database/remove-company.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, round } from './lib.ts';
import { makeOrder } from './world.ts';

const AT_ONCE = 500;
const NEIGHBOURS_ORDERS = 1_000;
const LOOK_MS = 50;
const QUIET_SECONDS = 10;
const SKUS = ['SKU-1', 'SKU-2', 'SKU-3'];

/**
 * A company of so many orders taken out, restored under another number and removed, while a neighbour lists orders and
 * takes in new ones. Argument: orders.
 */
export async function company(args: string[]): Promise<Figures> {
  const [orders = 50_000] = args.map(Number);
  const bench = await openBench();
  const id = await companyOf(bench, 'Large', orders);
  const neighbour = await companyOf(bench, 'Neighbour', NEIGHBOURS_ORDERS);
  await bench.app.database.owner.query('vacuum analyze');
  log(`${orders} orders`);
  const url = await bench.startApi(18_631, 'api');
  const client = new Client(url, await tokenOf(bench, neighbour));
  const quiet = await besides(bench, client, neighbour, () => sleep(QUIET_SECONDS * 1000));
  const folder = await mkdtemp(join(tmpdir(), 'tradewind-bench-'));
  const file = join(folder, 'company.zip');
  const exporting = await besides(bench, client, neighbour, () => exportTo(bench, id, file));
  log('exported');
  const { size } = await stat(file);
  const restoring = await besides(bench, client, neighbour, () => restoreArchive(bench.app, file, true));
  log('restored');
  const removing = await besides(bench, client, neighbour, () => removeCompany(bench.app, id));
  const proof = await proofOfRemoval(bench.app, id);
  client.close();
  await rm(folder, { recursive: true });
  await bench.close();
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0);
  return {
    ...{ orders, rows: sum(proof.removed.rows), rowsLeft: sum(proof.left.rows), archiveMb: round(size / 1_000_000, 1) },
    ...{ exportSeconds: exporting.seconds, restoreSeconds: restoring.seconds, removeSeconds: removing.seconds },
    ...{ quietP95Ms: quiet.p95, exportP95Ms: exporting.p95, restoreP95Ms: restoring.p95, removeP95Ms: removing.p95 },
    ...{ quietIntakeP95Ms: quiet.intakeP95, removeIntakeP95Ms: removing.intakeP95 },
  };
}

async function exportTo(bench: Bench, id: number, file: string): Promise<void> {
  const stream = createWriteStream(file);
  await writeArchive(bench.app, { id, name: 'Large' }, (chunk) => {
    return new Promise((done, failed) => void stream.write(chunk, (error) => (error ? failed(error) : done())));
  });
  await new Promise<void>((done) => stream.end(done));
}

/** What a neighbour waits for its list and for the intake of ten orders, while the work goes on. */
async function besides(bench: Bench, client: Client, companyId: number, work: () => Promise<unknown>) {
  const times: number[] = [];
  const intakes: number[] = [];
  let working = true;
  const reading = (async () => {
    while (working) {
      const began = performance.now();
      await client.text(listOrders, { pageSize: 50 } as never);
      times.push(performance.now() - began);
      await sleep(LOOK_MS);
    }
  })();
  const writing = (async () => {
    while (working) {
      const began = performance.now();
      await ingest(bench, companyId, await shopOf(bench, companyId), 10);
      intakes.push(performance.now() - began);
      await sleep(LOOK_MS * 4);
    }
  })();
  const began = performance.now();
  await work();
  const seconds = round((performance.now() - began) / 1000, 1);
  working = false;
  await Promise.all([reading, writing]);
  return { seconds, p95: round(percentile(times, 0.95), 1), intakeP95: round(percentile(intakes, 0.95), 1) };
}

async function companyOf(bench: Bench, name: string, orders: number): Promise<number> {
  const companyId = await createCompany(bench.app, { name, validated: true });
  await bench.app.database.owner.query(
    `insert into shop (company_id, platform, name, account, module_id, state) values ($1, 'shopify', 'Shop', 's', 410, 'expired')`,
    [companyId],
  );
  const shopId = await shopOf(bench, companyId);
  for (let done = 0; done < orders; done += AT_ONCE) await ingest(bench, companyId, shopId, AT_ONCE);
  return companyId;
}

async function shopOf(bench: Bench, companyId: number): Promise<number> {
  const { rows } = await bench.app.database.owner.query('select id from shop where company_id = $1', [companyId]);
  return Number(rows[0]?.id);
}

let numbered = 0;
async function ingest(bench: Bench, companyId: number, shopId: number, count: number): Promise<void> {
  const shop = { id: shopId, platform: 'shopify', moduleId: 410 };
  const orders = Array.from({ length: count }, () => makeOrder({ skus: SKUS }, ++numbered, 3));
  await bench.app.database.inCompany(systemContext(companyId, 'bench'), (tx) => intakeOrders(tx, shop, orders));
}

async function tokenOf(bench: Bench, companyId: number): Promise<string> {
  const userId = await createUser(bench.app, companyId, {
    ...{ userLoginId: `main${companyId}`, name: 'Clerk', email: `main${companyId}@tradewind.invalid` },
    ...{ password: 'Tradewind2026', mainAccount: true, emailVerified: true },
  });
  return openSession(bench.app, { companyId, userId }, { address: '127.0.0.1', userAgent: 'bench' });
}
