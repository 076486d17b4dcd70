import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/main.ts';
import { readConfig } from '../../core/config.ts';
import { joinApp } from '../../core/start.ts';
import { controlOf } from '../control.ts';
import { runs } from '../property.ts';
import { allHolds, confirmedOnce, type Reply, untilAllShipped } from './afterwards.ts';
import { freePort, Program } from './program.ts';
import { Seller } from './seller.ts';
import { makeKillWorld } from './world.ts';

/** Half of them of the database's connections, half of the whole outside world. */
const OUTAGES = runs(4, 40);
/** How long the outside world is away each time. */
const AWAY_MS = runs(1_500, 60_000);
const ORDERS = runs(20, 400);

let stop: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const each of stop.reverse()) await each();
  stop = [];
});

/** The road to the stand-ins. While it is cut, calls under way lose their answers and new ones find nobody. */
async function road(to: number) {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => open.delete(one));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  const mend = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  return { url: `http://127.0.0.1:${port}`, cut, mend };
}

it(
  `${OUTAGES} outages of the database and of the platforms in the lives of ${ORDERS} orders: all come later, each once`,
  async () => {
    const sandbox = await startSandbox({ port: 0, seed: 11, ordersPerShop: 0 });
    stop.push(() => sandbox.close());
    const outside = await road(Number(new URL(sandbox.url).port));
    stop.push(outside.cut);
    const control = controlOf(sandbox.url);
    const world = await makeKillWorld(await freePort(), outside.url);
    const program = new Program({ ...world.env, LOG_LEVEL: 'error' });
    stop.push(() => program.stop());
    await program.start();
    const joined = await joinApp(readConfig(world.env));
    if (!joined) throw new Error('no database runs on this data folder');
    const seller = new Seller(program.url, world.token, world.shopIds);

    let working = true;
    const work = (async () => {
      while (working) {
        await seller.round();
        await sleep(50);
      }
    })();
    for (let outage = 0; outage < OUTAGES; outage += 2) {
      for (const shop of ['amazon', 'shopify']) await control('orders', { shop, count: ORDERS / OUTAGES });
      await sleep(200 + Math.random() * 1500);
      const { rowCount } = await joined.app.database.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      expect(rowCount).toBeGreaterThan(0);
      await sleep(Math.random() * 1000);
      await outside.cut();
      await sleep(AWAY_MS);
      await outside.mend();
    }
    await joined.close();
    // A seller who fails ends the waiting.
    await Promise.race([untilAllShipped(seller, ORDERS, runs(600, 1000)), work]);
    working = false;
    await work;
    const there = await control<Reply>('state?all=1&limit=2000');
    confirmedOnce(there, ORDERS);
    await program.stop();
    await allHolds(world, there, ORDERS);
  },
  runs(15, 60) * 60_000,
);
