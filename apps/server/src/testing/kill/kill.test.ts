import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, it } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/main.ts';
import { runs } from '../property.ts';
import { allHolds, confirmedOnce, type Reply, untilAllShipped } from './afterwards.ts';
import { freePort, Program } from './program.ts';
import { Seller } from './seller.ts';
import { makeKillWorld } from './world.ts';

const KILLS = runs(5, 100);
/** They come in five rounds, half of them to each of two shops. */
const ORDERS = runs(100, 1000);

let stop: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const each of stop.reverse()) await each();
  stop = [];
});

it(
  `${KILLS} kills at random moments of ${ORDERS} orders' lives: each shipped once, each platform told once, all sums equal`,
  async () => {
    const sandbox = await startSandbox({ port: 0, seed: 7, ordersPerShop: 0 });
    stop.push(() => sandbox.close());
    const control = (path: string, body?: object) =>
      fetch(
        `${sandbox.url}/control/${path}`,
        body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {},
      );
    const world = await makeKillWorld(await freePort(), sandbox.url);
    const program = new Program(world.env);
    stop.push(() => program.stop());
    const seller = new Seller(program.url, world.token, world.shopIds);

    let working = true;
    const work = (async () => {
      while (working) {
        await seller.round();
        await sleep(50);
      }
    })();
    await program.start();
    for (let kill = 0; kill < KILLS; kill++) {
      if (kill % (KILLS / 5) === 0)
        for (const shop of ['amazon', 'shopify']) await control('orders', { shop, count: ORDERS / 10 });
      await sleep(200 + Math.random() * 2000);
      await program.kill();
      await program.start();
    }
    // A seller who fails ends the waiting.
    await Promise.race([untilAllShipped(seller, ORDERS, runs(600, 1000)), work]);
    working = false;
    await work;

    const there = (await (await control('state?all=1&limit=2000')).json()) as Reply;
    confirmedOnce(there, ORDERS);
    await program.stop();
    await allHolds(world, there, ORDERS);
  },
  runs(15, 60) * 60_000,
);
