import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import '../public.ts';
import { runs } from '../../../testing/property.ts';
import { makeOrder, type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { stateOf, wrongsOf } from '../testing/ledger.ts';
import { book, reverse } from './book.ts';
import type { Entry } from './entry.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server);
  await world.take([makeOrder('B-1')]);
});
afterAll(() => server.close());
const state = () => stateOf(server, world.main.companyId);
const wrongs = () => wrongsOf(server, world.main.companyId);

describe('any course of bookings', () => {
  const accounts = [
    'sales',
    'shipping_income',
    'discount',
    'platform_fee',
    'goods_cost',
    'last_mile',
    'refund',
  ] as const;
  const action = fc.record({
    doc: fc.integer({ min: 1, max: 4 }),
    account: fc.constantFrom(...accounts),
    amount: fc.integer({ min: -50_000, max: 50_000 }),
    rate: fc.constantFrom('1', '7.1234', '0.0471'),
    undo: fc.boolean(),
  });

  it('keeps profits and balances the sums of their lines; a reversal leaves nothing behind', async () => {
    const order = { id: await world.idOf('B-1'), shopId: world.shop.id };
    const first = [
      { account: 'sales', amount: '-1', currency: 'USD', rate: '7' },
      { account: 'platform_unsettled', amount: '1', currency: 'USD', rate: '7' },
    ] as const;
    const opening = { docKind: 'opening', docId: 1, step: 's', onDay: '2026-11-20', text: 'sale', order, lines: first };
    await world.tx((tx) => book(tx, [opening]));
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 8 }), async (actions) => {
        run += 1;
        const before = await state();
        const made: Entry[] = actions.map(({ doc, account, amount, rate }) => ({
          docKind: `test${run}`,
          docId: doc,
          step: account,
          onDay: '2026-11-20',
          text: 'sale',
          order,
          lines: [
            { account, amount: String(amount / 100), currency: 'USD', rate },
            { account: 'platform_unsettled', amount: String(-amount / 100), currency: 'USD', rate },
          ],
        }));
        for (const [i, entry] of made.entries()) {
          await world.tx((tx) => book(tx, [entry]));
          await world.tx((tx) => book(tx, [entry, entry]));
          if (actions[i]?.undo) await world.tx((tx) => reverse(tx, [entry], '2026-11-20', 'refund'));
        }
        expect(await wrongs()).toEqual([]);
        await world.tx((tx) => reverse(tx, made, '2026-11-20', 'refund'));
        await world.tx((tx) => reverse(tx, made, '2026-11-20', 'refund'));
        expect(await state()).toEqual(before);
      }),
      { numRuns: runs(4, 96) },
    );
  });

  it('also holds when many book for the same orders at once, in any order', async () => {
    await world.take([makeOrder('B-2'), makeOrder('B-3'), makeOrder('B-4')]);
    const ids = await Promise.all(['B-2', 'B-3', 'B-4'].map((no) => world.idOf(no)));
    const entryOf = (id: number, n: number): Entry => ({
      docKind: 'many',
      docId: n,
      step: `s${id}`,
      onDay: '2026-11-20',
      text: 'sale',
      order: { id, shopId: world.shop.id },
      lines: [
        { account: 'platform_fee', amount: '0.33', currency: 'USD', rate: '7.1' },
        { account: 'platform_unsettled', amount: '-0.33', currency: 'USD', rate: '7.1' },
      ],
    });
    const orders = [ids, ids.toReversed()];
    await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        world.tx((tx) =>
          book(
            tx,
            (orders[n % 2] ?? ids).map((id) => entryOf(id, Math.floor(n / 2))),
          ),
        ),
      ),
    );
    expect(await wrongs()).toEqual([]);
    const fees = (await state()).filter((row) => row.what === 'p' && ids.map(String).includes(row.about));
    // Twelve documents, each booked once: 12 x 2.34.
    for (const { value } of fees) expect(value.split('/')[3]).toBe('28.0800');
    expect(fees).toHaveLength(3);
  });
});
