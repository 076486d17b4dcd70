import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getUserInfoMain } from '@tradewind/contract/identity.ts';
import { orderTabs } from '@tradewind/contract/orders.ts';
import { afterAll, expect, it } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/main.ts';
import { controlOf } from '../control.ts';
import { callOver, until } from '../harness.ts';
import { runs } from '../property.ts';
import { allHolds, confirmedOnce, type Reply, untilAllShipped } from './afterwards.ts';
import { freePort, Program } from './program.ts';
import { Seller } from './seller.ts';
import { makeKillWorld } from './world.ts';

const ORDERS = runs(12, 120);
const MINUTE_MS = 60_000;

let stop: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const each of stop.reverse()) await each();
  stop = [];
});

it(
  `a clock ten minutes ahead, then ten behind, then right again: ${ORDERS} orders are shipped and confirmed once`,
  async () => {
    const sandbox = await startSandbox({ port: 0, seed: 13, ordersPerShop: 0 });
    stop.push(() => sandbox.close());
    const control = controlOf(sandbox.url);
    const world = await makeKillWorld(await freePort(), sandbox.url);
    const clock = `--import=${join(import.meta.dirname, 'clock-off.ts')}`;
    const running = async (minutes: number, work: (seller: Seller, url: string) => Promise<void>) => {
      const program = new Program({ ...world.env, NODE_OPTIONS: clock, CLOCK_OFF_MS: String(minutes * MINUTE_MS) });
      stop.push(() => program.stop());
      await program.start();
      const seller = new Seller(program.url, world.token, world.shopIds);
      let working = true;
      const rounds = (async () => {
        for (; working; await sleep(50)) await seller.round();
      })();
      await Promise.race([work(seller, program.url), rounds]);
      working = false;
      await rounds;
      await program.stop();
    };
    let come = 0;
    for (const minutes of [10, -10])
      await running(minutes, async (seller, url) => {
        for (const shop of ['amazon', 'shopify']) await control('orders', { shop, count: ORDERS / 4 });
        come += ORDERS / 2;
        // A session is as old as the database says.
        expect((await callOver(url, getUserInfoMain, {}, world.token)).status).toBe(200);
        await until(async () => sum((await seller.try(orderTabs, {}))?.counts) >= come, 120);
      });
    await running(0, (seller) => untilAllShipped(seller, ORDERS, runs(300, 900)));
    const there = await control<Reply>('state?all=1&limit=2000');
    confirmedOnce(there, ORDERS);
    await allHolds(world, there, ORDERS);
  },
  runs(12, 60) * MINUTE_MS,
);

const sum = (counts: Record<string, number> = {}) => counts.all ?? Object.values(counts).reduce((a, b) => a + b, 0);
