import { performance } from 'node:perf_hooks';
import { allocateOrders } from '@tradewind/contract/orders.ts';
import { intakeOrders, reserveWaiting } from '../apps/server/src/areas/orders/public.ts';
import { Client, type Figures, log, openBench, round } from './lib.ts';
import { makeOrder, makeWorld } from './world.ts';

const ATTEMPTS = 1_000;
const CLIENTS = 32;
const UNITS = 500;
const WAITING = 10_000;

/** 1,000 orders of one SKU with 500 units, tried by 32 clients over HTTP; then 10,000 waiting orders of 3 lines in sets. */
export async function reserve(): Promise<Figures> {
  const bench = await openBench();
  const world = await makeWorld(bench, 2_000, UNITS);
  const { database } = bench.app;
  const take = (orders: ReturnType<typeof makeOrder>[]) =>
    database.inCompany(bench.ctx, (tx) => intakeOrders(tx, world.shop, orders));
  const hot = world.skus[0] ?? '';
  for (let at = 0; at < ATTEMPTS; at += 200)
    await take(Array.from({ length: 200 }, (_, i) => makeOrder(world, at + i, 1, () => hot)));
  const ids = (await database.owner.query('select id from sales_order order by id')).rows.map(
    (row: { id: number }) => row.id,
  );
  const url = await bench.startApi(18_301);
  const clients = Array.from({ length: CLIENTS }, () => new Client(url, bench.token));
  log(`${ATTEMPTS} attempts by ${CLIENTS} clients`);
  let next = 0;
  let succeeded = 0;
  let errors = 0;
  const start = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let at = next++; at < ids.length; at = next++) {
        try {
          const { done } = await client.call(allocateOrders, { ids: [ids[at] ?? 0] });
          succeeded += done;
        } catch (error) {
          errors++;
          log(String(error));
        }
      }
    }),
  );
  const perSecond = ATTEMPTS / ((performance.now() - start) / 1000);
  for (const client of clients) client.close();
  const left = await database.owner.query(
    'select min(on_hand - reserved) as low, sum(reserved) as reserved from stock_balance',
  );
  log(`lowest available ${left.rows[0].low}, reserved ${left.rows[0].reserved}`);

  log(`${WAITING} waiting orders of 3 lines`);
  await database.owner.query(`update sales_order set status = 'held' where status = 'allocate'`);
  for (let at = 0; at < WAITING; at += 200)
    await take(Array.from({ length: 200 }, (_, i) => makeOrder(world, 100_000 + at + i, 3)));
  await database.owner.query('analyze');
  const began = performance.now();
  const done = await reserveWaiting(bench.app, bench.ctx);
  const setBasedLinesPerSecond = (done.reserved * 3) / ((performance.now() - began) / 1000);
  log(`${done.reserved} reserved, ${done.short} short`);
  await bench.close();
  return {
    attempts: ATTEMPTS,
    succeeded,
    errors,
    perSecond: round(perSecond, 0),
    setBasedLinesPerSecond: round(setBasedLinesPerSecond, 0),
    setBasedOrders: done.reserved,
    unit: 'tries/s, lines/s',
  };
}
