import { buyLabel, parcelsOf } from '@tradewind/contract/logistics.ts';
import { afterAll, expect, it } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/main.ts';
import { labelsThere, PURCHASE } from '../../areas/logistics/testing/carriers.ts';
import { readConfig } from '../../core/config.ts';
import { joinApp } from '../../core/start.ts';
import { brokenChecks } from '../checks.ts';
import { until } from '../harness.ts';
import { makeLabelsWorld } from './labels-world.ts';
import { freePort, Program } from './program.ts';
import { Seller } from './seller.ts';

let stop: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const each of stop.reverse()) await each();
  stop = [];
});

it(
  'a kill between a purchase and its answer, at every carrier at once: one label there, the same one here',
  async () => {
    const sandbox = await startSandbox({ port: 0, seed: 3, ordersPerShop: 0, dataFile: '/nowhere' });
    stop.push(() => sandbox.close());
    const { boxes, companyId, env, token } = await makeLabelsWorld(await freePort(), sandbox.url);
    const program = new Program(env);
    stop.push(() => program.stop());
    const buyer = new Seller(program.url, token, []);
    const buy = ({ outboundId, channelId }: (typeof boxes)[number]) => buyer.try(buyLabel, { outboundId, channelId });
    await program.start();

    for (const { carrier } of boxes)
      sandbox.faults.set(carrier, { slowAnswerMs: 600_000, match: PURCHASE[carrier] ?? '' });
    const cut = Promise.all(boxes.map(buy));
    await until(async () => boxes.every(({ reference }) => labelsThere(sandbox, reference).standing.length === 1), 120);
    await program.kill();
    expect((await cut).filter(Boolean)).toEqual([]);
    sandbox.faults.clear();
    await program.start();

    // The next process waits until no carrier can be at work any more.
    const bought = await Promise.all(boxes.map((box) => until(() => buy(box), 120)));
    for (const [at, box] of boxes.entries()) {
      const { standing, cancelled } = labelsThere(sandbox, box.reference);
      expect([box.carrier, standing.length, cancelled]).toEqual([box.carrier, 1, box.labelOnce ? 1 : 0]);
      expect(standing[0]).toContain(bought[at]?.trackingNumber);
      expect([box.carrier, bought[at]?.state]).toEqual([box.carrier, 'labelled']);
    }
    const { list } = await buyer.ok(parcelsOf, { outboundIds: boxes.map((box) => box.outboundId) });
    expect(list).toHaveLength(boxes.length);

    const joined = await joinApp(readConfig(env));
    if (!joined) throw new Error('no database runs on this data folder');
    stop.push(joined.close);
    const { rows } = await joined.app.database.owner.query(
      `select p.carrier, p.attempts, (select count(*)::int from document_event e where e.company_id = p.company_id
       and e.doc_kind = 'parcel' and e.doc_id = p.id and e.event in ('labelBought', 'labelFound')) as bought
     from parcel p where p.company_id = $1 order by p.id`,
      [companyId],
    );
    expect(rows).toEqual(boxes.map(({ carrier, labelOnce }) => ({ carrier, attempts: labelOnce ? 2 : 1, bought: 1 })));
    expect(await brokenChecks(joined.app, companyId)).toEqual([]);
  },
  5 * 60_000,
);
