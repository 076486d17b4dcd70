import { performance } from 'node:perf_hooks';
import { intakeOrders } from '../apps/server/src/areas/orders/public.ts';
import { type Figures, log, openBench, round } from './lib.ts';
import { makeOrder, makeWorld } from './world.ts';

const ORDERS = 20_000;
const BATCH = 200;
const SINGLES = 1_000;
const WARM_UP = 4_000;

/** Orders of three lines from the sync path into the database: de-duplication, mapping, rules, terms, counters, history. */
export async function intake(): Promise<Figures> {
  const bench = await openBench();
  const world = await makeWorld(bench, 2_000, 0);
  const take = (first: number, count: number) => {
    const orders = Array.from({ length: count }, (_, i) => makeOrder(world, first + i, 3));
    return bench.app.database.inCompany(bench.ctx, (tx) => intakeOrders(tx, world.shop, orders));
  };
  // Plans are made on tables that hold something, as they do a minute after the first start (autovacuum analyzes them).
  for (let at = 0; at < WARM_UP; at += BATCH) await take(at, BATCH);
  await bench.app.database.owner.query('analyze');
  log(`${ORDERS} orders in batches of ${BATCH}, from one connection`);
  let start = performance.now();
  for (let at = 0; at < ORDERS; at += BATCH) await take(1_000_000 + at, BATCH);
  const ordersPerSecond = ORDERS / ((performance.now() - start) / 1000);
  log(`the same pages again: nothing may change`);
  start = performance.now();
  let changed = 0;
  for (let at = 0; at < ORDERS; at += BATCH) {
    const result = await take(1_000_000 + at, BATCH);
    changed += result.inserted + result.updated;
  }
  const repeatsPerSecond = ORDERS / ((performance.now() - start) / 1000);
  if (changed !== 0) throw new Error(`${changed} orders changed when they were seen again`);
  log(`${SINGLES} orders one by one`);
  start = performance.now();
  for (let i = 0; i < SINGLES; i++) await take(5_000_000 + i, 1);
  const singleOrdersPerSecond = SINGLES / ((performance.now() - start) / 1000);
  await bench.close();
  return {
    ordersPerSecond: round(ordersPerSecond, 0),
    singleOrdersPerSecond: round(singleOrdersPerSecond, 0),
    repeatsPerSecond: round(repeatsPerSecond, 0),
    orders: ORDERS,
    linesEach: 3,
    unit: 'orders/s',
  };
}
