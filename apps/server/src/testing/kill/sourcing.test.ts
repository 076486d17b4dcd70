import { setTimeout as sleep } from 'node:timers/promises';
import * as calls from '@tradewind/contract/procurement.ts';
import { getInbound } from '@tradewind/contract/warehouse.ts';
import { afterAll, expect, it } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/main.ts';
import { followDue } from '../../areas/procurement/sourcing/due.ts';
import { place } from '../../areas/procurement/sourcing/place.ts';
import { readConfig } from '../../core/config.ts';
import { systemContext } from '../../core/context.ts';
import { joinApp, type OpenApp } from '../../core/start.ts';
import { brokenChecks } from '../checks.ts';
import { controlOf } from '../control.ts';
import { until } from '../harness.ts';
import { runs } from '../property.ts';
import { freePort, Program } from './program.ts';
import { Seller } from './seller.ts';
import { makeSourcingWorld, type SourcingWorld } from './sourcing-world.ts';

/** Every other one between the order on 1688 and its answer, the rest at random moments. */
const KILLS = runs(2, 80);

interface Trade {
  id: string;
  outOrderId: string;
  status: string;
}
let stop: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const each of stop.reverse()) await each();
  stop = [];
});

/** Orders a mug and confirms it for 1688. @returns the purchase order */
async function order(buyer: Seller, { supplierId, warehouseId, productId }: SourcingWorld): Promise<number> {
  const lines = [{ productId, packs: 10, unitPrice: '9.8' }];
  const { id } = await buyer.ok(calls.savePurchase, { supplierId, warehouseId, lines });
  await buyer.ok(calls.submitPurchase, { id });
  await confirm(buyer, id);
  return id;
}
async function confirm(buyer: Seller, id: number): Promise<void> {
  const { addressId, sums } = await buyer.ok(calls.previewSourcing, { id });
  await buyer.ok(calls.placeSourcing, { id, addressId, total: sums?.total ?? '0' });
}

/** What the schedule does after so many hours, and a person with what stays unclear. */
async function hoursPass({ app }: OpenApp, buyer: Seller, companyId: number, hours: number): Promise<void> {
  const later = { ...systemContext(companyId, 'test'), now: () => new Date(Date.now() + hours * 3_600_000) };
  const { rows } = await app.database.owner.query<{ id: number; state: string; orderId: number }>(
    `select id, state, order_id as "orderId" from sourcing_order where state in ('placing', 'unclear')`,
  );
  for (const { id, state, orderId } of rows)
    if (state === 'placing') await place(app, later, id);
    else if (!(await buyer.ok(calls.releaseSourcing, { id })).found) await confirm(buyer, orderId);
  await followDue(app, later);
}

it(
  `${KILLS} kills while orders go to 1688: each is there once, and is paid, sent and received here as any other`,
  async () => {
    const sandbox = await startSandbox({ port: 0, seed: 3, ordersPerShop: 0, dataFile: '/nowhere' });
    stop.push(() => sandbox.close());
    const control = controlOf(sandbox.url);
    const trades = () => control<Trade[]>('1688/trades');
    const payAll = async () => {
      for (const trade of await trades())
        if (trade.status === 'waitbuyerpay') await control('1688/pay', { orderId: trade.id });
    };
    const world = await makeSourcingWorld(await freePort(), sandbox.url);
    const program = new Program(world.env);
    stop.push(() => program.stop());
    const buyer = new Seller(program.url, world.token, []);
    await program.start();

    const ids: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const before = (await trades()).length;
      const answerAfter = kill % 2 === 0 ? 600_000 : 0;
      await control('faults', { platform: '1688', slowAnswerMs: answerAfter, match: 'createCrossOrder' });
      ids.push(await order(buyer, world));
      if (answerAfter) await until(async () => (await trades()).length > before);
      else await sleep(Math.random() * 300);
      await program.kill();
      await control('faults', { platform: '1688', slowAnswerMs: 0 });
      await payAll();
      await program.start();
    }

    const joined = await joinApp(readConfig(world.env));
    if (!joined) throw new Error('no database runs on this data folder');
    stop.push(joined.close);
    const rowsOf = async (id: number) => (await buyer.ok(calls.sourcingOfPurchase, { id })).rows;
    let hours = 0;
    const all = async (state: string) => {
      hours += 3;
      await hoursPass(joined, buyer, world.companyId, hours);
      const found = (await Promise.all(ids.map(rowsOf))).flat().filter((row) => row.state === 'placed');
      return found.length === ids.length && found.every((row) => row.trades.every((trade) => trade.state === state));
    };
    await until(
      async () => {
        await payAll();
        return all('paid');
      },
      runs(120, 600),
    );
    for (const [at, trade] of (await trades()).entries())
      await control('1688/send', { orderId: trade.id, billNo: `YT${1000 + at}` });
    await until(() => all('dispatched'), runs(120, 600));

    const there = await trades();
    const here = await Promise.all(ids.map((id) => buyer.ok(calls.getPurchase, { id })));
    expect(there).toHaveLength(ids.length);
    expect(here.map((one) => [one.state, one.reference]).sort()).toEqual(
      there.map((trade) => ['ordered', trade.id]).sort(),
    );
    expect(there.map((trade) => trade.outOrderId.replace(/-\w+$/, '')).sort()).toEqual(
      here.map((one) => one.number).sort(),
    );
    const asns = await Promise.all(here.flatMap((one) => one.asns.map(({ id }) => buyer.ok(getInbound, { id }))));
    expect(asns.map((asn) => asn.trackingNumber).sort()).toEqual(there.map((_one, at) => `YT${1000 + at}`).sort());
    for (const id of ids) expect((await rowsOf(id))[0]?.trades[0]?.parcels).toMatchObject([{ steps: [{}] }]);
    expect(await brokenChecks(joined.app, world.companyId)).toEqual([]);
  },
  runs(5, 60) * 60_000,
);
