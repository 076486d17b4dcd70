import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';

import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { moveOrders } from '../move.ts';
import { addBundle, after, makeLine, makeOrder, type OrderWorld, openWorld, STEPS, wrongs } from '../orders.testing.ts';
import { mayBecome, STATUSES } from '../status.ts';
import { ACT_NAMES, ACTS, type ActName, starved, undeclared } from './interleave.testing.ts';
import { reserveOrders, reserveWaiting } from './reserve.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 0 });
  await addBundle(world, 'SET', { 1: 1, 2: 1 });
});
afterAll(() => server.close());

const ORDERS = 6;
const HANDS = 8;
const STEP_NAMES: readonly ActName[] = STEPS;
const deeds = fc.array(
  fc.record({
    // The usual steps run twice as often, so that orders get far.
    act: fc.constantFrom(...STEP_NAMES, ...STEP_NAMES, ...ACT_NAMES),
    order: fc.nat({ max: ORDERS - 1 }),
  }),
  { minLength: 10, maxLength: 60 },
);

let run = 0;

async function act(prefix: string, deed: { act: ActName; order: number }): Promise<void> {
  const no = `${prefix}-${deed.order}`;
  await ACTS[deed.act](world, { no, id: await world.idOf(no), lines: linesOf(deed.order) });
}

const linesOf = (n: number) => [makeLine('1', 'SKU-1', 1 + (n % 2)), makeLine('2', n % 3 === 0 ? 'SET' : 'SKU-2')];

describe('many hands on the same orders', () => {
  it('whoever comes first: states, counters, reservations, outbounds and ledger stay one story, told in declared steps', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, fc.integer({ min: 2, max: HANDS }), async (all, hands) => {
        const prefix = `I${++run}`;
        // Enough stock for most orders.
        await world.stock(world.productIds[0] ?? 0, 6);
        await world.stock(world.productIds[1] ?? 0, 4);
        await world.take(Array.from({ length: ORDERS }, (_, n) => makeOrder(`${prefix}-${n}`, { lines: linesOf(n) })));
        const queue = [...all];
        const work = async () => {
          for (let deed = queue.shift(); deed; deed = queue.shift()) await act(prefix, deed);
        };
        await Promise.all(Array.from({ length: hands }, work));
        await reserveWaiting(server.app, world.main.ctx);
        expect(await starved(world)).toEqual([]);
        expect([...(await wrongs(world)), ...(await undeclared(world))]).toEqual([]);
      }),
      { numRuns: runs(10, 320) },
    );
  });

  it('a hundred workers reserve the same orders at once: each is reserved once, never more than there is', async () => {
    const scarce = await openWorld(server, { products: 2 });
    await scarce.stock(scarce.productIds[0] ?? 0, 7);
    const numbers = Array.from({ length: 12 }, (_, n) => `S-${n}`);
    await scarce.take(numbers.map((no, n) => makeOrder(no, { orderedAt: after(n) })));
    const ids = await Promise.all(numbers.map((no) => scarce.idOf(no)));
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        scarce.tx((tx) => reserveOrders(tx, n % 2 === 0 ? ids : [...ids].reverse())),
      ),
    );
    expect(outcomes.flatMap((o) => o.reserved).sort((a, b) => a - b)).toEqual(ids.slice(0, 7));
    expect(await wrongs(scarce)).toEqual([]);
  });

  it('an order with a line that maps to nothing is never reserved in part', async () => {
    await world.take([makeOrder('PART', { lines: [makeLine('1', 'SKU-1'), makeLine('2', 'NOT-MAPPED')] })]);
    const id = await world.idOf('PART');
    await world.tx((tx) => moveOrders(tx, [id], { to: 'allocate', event: 'test' }));
    const outcome = await world.tx((tx) => reserveOrders(tx, [id]));
    expect(outcome).toMatchObject({ reserved: [], short: [] });
  });
});

describe('moving orders', () => {
  it('leaves alone what may not move, whatever is asked', async () => {
    const no = 'MOVE';
    await world.take([makeOrder(no)]);
    const id = await world.idOf(no);
    for (const from of STATUSES)
      for (const to of STATUSES) {
        await world.tx((tx) =>
          tx.rows(sql`update sales_order set status = ${from} where company_id = ${sql.company} and id = ${id}`),
        );
        const moved = await world.tx(async (tx) => {
          const made = await moveOrders(tx, [id], { to, event: 'test' });
          await tx.rows(sql`delete from order_count where company_id = ${sql.company} and id > (select max(id) - 2 from order_count)
            and ${made.length > 0}`);
          return made.length;
        });
        expect([from, to, moved]).toEqual([from, to, mayBecome(from, to) ? 1 : 0]);
      }
  });
});
