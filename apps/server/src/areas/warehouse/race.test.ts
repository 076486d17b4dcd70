import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import {
  cancelOutbounds,
  createWaves,
  packOutbounds,
  pickLines,
  pickOutbounds,
  shipOutbounds,
  shortPick,
  undoPick,
} from './public.ts';
import { type Floor, openFloor } from './warehouse.testing.ts';
import { dissolveWaves } from './wave/dissolve.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const ACTS = ['wave', 'dissolve', 'scan', 'undo', 'short', 'pick', 'pack', 'ship', 'cancel'] as const;
interface Act {
  kind: (typeof ACTS)[number];
  /** The orders concerned, as indexes in the list. */
  which: number[];
}
const act = fc.record({
  kind: fc.constantFrom(...ACTS, 'wave', 'pick', 'pack', 'ship' as const),
  which: fc.uniqueArray(fc.nat({ max: 11 }), { minLength: 1, maxLength: 5 }),
});

/** Business refusals are expected. Anything else fails the test. */
const REFUSALS = /^(warehouse|stock)\./;
async function tolerant(work: Promise<unknown>): Promise<void> {
  await work.catch((error: { code?: string }) => {
    if (!REFUSALS.test(error.code ?? '')) throw error;
  });
}

async function perform(floor: Floor, outboundIds: number[], { kind, which }: Act): Promise<void> {
  const ids = which.map((i) => outboundIds[i] ?? 0);
  const boxes = ids.map((outboundId) => ({ outboundId, weightGrams: 100 }));
  const someOpen = () =>
    floor.tx((tx) =>
      tx.rows<{ id: number; left: number; wave: number }>(
        sql`select id, quantity - picked as left, wave_id as wave from pick_line where company_id = ${sql.company}
          and outbound_id = ${ids[0] ?? 0} and state in ('open', 'done') order by id`,
      ),
    );
  const [line] = kind === 'scan' || kind === 'undo' || kind === 'short' || kind === 'dissolve' ? await someOpen() : [];
  const works = {
    wave: () => floor.tx((tx) => createWaves(tx, ids, { maxOrders: 3 })),
    dissolve: () => floor.tx((tx) => dissolveWaves(tx, [line?.wave ?? 0])),
    scan: () => floor.tx((tx) => pickLines(tx, [{ pickLineId: line?.id ?? 0, quantity: 1 }])),
    undo: () => floor.tx((tx) => undoPick(tx, line?.id ?? 0)),
    short: () => floor.tx((tx) => shortPick(tx, line?.id ?? 0, 'test')),
    pick: () => floor.tx((tx) => pickOutbounds(tx, ids)),
    pack: () => floor.tx((tx) => packOutbounds(tx, boxes, 'all')),
    ship: () => floor.tx((tx) => shipOutbounds(tx, ids)),
    cancel: () => floor.tx((tx) => cancelOutbounds(tx, ids, 'warehouse')),
  };
  await tolerant(works[kind]());
}

it('keeps every invariant whatever several people do at once, and no order leaves twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 6, maxLength: 14 }), { minLength: 4, maxLength: 4 }),
      async (people) => {
        const floor = await openFloor(server, { products: 3, bins: 5 });
        for (const bin of [0, 1, 2, 3, 4])
          for (const product of [0, 1, 2]) await floor.put(bin, product, 4, `${bin + 1}`);
        const outboundIds: number[] = [];
        for (let i = 0; i < 12; i++)
          outboundIds.push(
            (await floor.order([i % 3, 1 + (i % 2)], ...(i % 4 === 0 ? [[(i + 1) % 3, 1] as [number, number]] : [])))
              .outboundId,
          );
        await Promise.all(
          people.map(async (acts) => {
            for (const one of acts) await perform(floor, outboundIds, one);
          }),
        );
        expect(await floor.wrongs()).toEqual([]);
        const left = await server.app.database.owner.query(
          `select o.id, o.state, count(m.*) from outbound o join outbound_line l on l.company_id = o.company_id and l.outbound_id = o.id
         left join stock_movement m on m.company_id = o.company_id and m.doc_kind = 'outbound' and m.doc_id = o.id and m.doc_line = l.id and m.step = 'ship'
         where o.company_id = $1 group by o.id, o.state, l.id having count(m.*) <> (o.state = 'shipped')::int`,
          [floor.main.companyId],
        );
        expect(left.rows).toEqual([]);
      },
    ),
    { numRuns: runs(4, 96) },
  );
});

it('finishes orders of one wave by several pickers at once, and the wave with the last', async () => {
  const floor = await openFloor(server, { bins: 8 });
  await floor.put(0, 0, 100);
  const ids: number[] = [];
  for (let i = 0; i < 8; i++) ids.push((await floor.order([0, 1])).outboundId);
  const { waves } = await floor.tx((tx) => createWaves(tx, ids));
  await Promise.all(ids.map((id) => floor.tx((tx) => pickOutbounds(tx, [id]))));
  const wave = () =>
    floor.tx((tx) =>
      tx.row<{ state: string; left: number }>(
        sql`select state, to_pick as left from wave where company_id = ${sql.company} and id = ${waves[0]?.id ?? 0}`,
      ),
    );
  expect(await wave()).toEqual({ state: 'picked', left: 0 });
  await Promise.all(
    ids.map((outboundId) => floor.tx((tx) => packOutbounds(tx, [{ outboundId, weightGrams: 1 }], 'all'))),
  );
  expect((await wave())?.state).toBe('done');
  expect(await floor.wrongs()).toEqual([]);
});

it('takes each outbound into one wave only, however many press the button', async () => {
  const floor = await openFloor(server);
  await floor.put(0, 0, 100);
  const ids: number[] = [];
  for (let i = 0; i < 20; i++) ids.push((await floor.order([0, 1])).outboundId);
  const all = await Promise.all(
    Array.from({ length: 6 }, () => floor.tx((tx) => createWaves(tx, ids, { maxOrders: 5 }))),
  );
  expect(all.flatMap((made) => made.waves.flatMap((wave) => wave.outboundIds)).sort((a, b) => a - b)).toEqual(ids);
  expect(await floor.wrongs()).toEqual([]);
});
