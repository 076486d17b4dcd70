import { setTimeout as sleep } from 'node:timers/promises';
import { listOrders, orderTabs } from '@tradewind/contract/orders.ts';
import { afterAll, expect, it } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/main.ts';
import { readConfig } from '../../core/config.ts';
import { openApp } from '../../core/start.ts';
import { brokenChecks } from '../checks.ts';
import { runs } from '../property.ts';
import { freePort, Program } from './program.ts';
import { Seller } from './seller.ts';
import { type KillWorld, makeKillWorld } from './world.ts';

const KILLS = runs(5, 40);
/** They come in five rounds, half of them to each of two shops. */
const ORDERS = runs(100, 1000);

let stop: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const each of stop.reverse()) await each();
  stop = [];
});

interface Reply {
  orders: { orderId: string; shop: string; status: string; confirmations: number; confirmed: { tracking: string }[] }[];
  ups: { byReference: Record<string, { bought: number; standing: number }> };
}

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
    await untilAllShipped(seller, runs(200, 1000));
    working = false;
    await work;

    const answered = (await (await control('state?all=1&limit=2000')).json()) as Reply;
    expect(answered.orders).toHaveLength(ORDERS);
    expect(
      answered.orders
        .filter((order) => order.confirmations !== 1)
        .map((order) => [order.orderId, order.status, order.confirmations]),
    ).toEqual([]);
    const standing = Object.entries(answered.ups.byReference).filter(([, label]) => label.standing !== 1);
    expect(standing).toEqual([]);
    const tracking = answered.orders.flatMap((order) => order.confirmed.map((one) => one.tracking));
    expect(new Set(tracking).size).toBe(ORDERS);
    await program.stop();
    await allHolds(world);
  },
  runs(5, 60) * 60_000,
);

async function untilAllShipped(seller: Seller, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000;
  let last: unknown;
  for (;;) {
    const tabs = await seller.try(orderTabs, {});
    last = tabs;
    const gone = (tabs?.counts.shipped ?? 0) + (tabs?.counts.delivered ?? 0);
    if (gone === ORDERS && (await confirmedAll(seller))) return;
    if (Date.now() > end) throw new Error(`not all shipped and told: ${JSON.stringify(last)}`);
    await sleep(100);
  }
}

async function confirmedAll(seller: Seller): Promise<boolean> {
  const open = await Promise.all(
    (['pending', 'telling'] as const).map((confirmState) =>
      seller.try(listOrders, { confirmState, page: 1, pageSize: 1 }),
    ),
  );
  return open.every((page) => page?.total === 0);
}

/** The program's own checks, and by hand what matters most. */
async function allHolds(world: KillWorld): Promise<void> {
  const opened = await openApp(readConfig(world.env));
  try {
    const { rows } = await opened.app.database.owner.query(
      `select (select count(*)::int from sales_order where status in ('shipped', 'delivered')) as shipped,
         (select count(distinct doc_id)::int from stock_movement where split_part(step, ':', 1) = 'ship') as "leftOnce",
         (select -sum(on_hand)::int from stock_movement where split_part(step, ':', 1) = 'ship') as "unitsOut",
         (select sum(stock_quantity)::int from order_line) as "unitsOrdered",
         (select sum(reserved)::int from stock_balance) as reserved`,
    );
    const [sums] = rows as { unitsOut: number; unitsOrdered: number }[];
    expect(await brokenChecks(opened.app, world.companyId)).toEqual([]);
    expect(sums).toMatchObject({ shipped: ORDERS, leftOnce: ORDERS, reserved: 0, unitsOut: sums?.unitsOrdered });
  } finally {
    await opened.close();
  }
}
