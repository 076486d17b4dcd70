import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { allKeptSums, allRollups } from '../../../core/rollup.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { makeLine, makeOrder, type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { settleFees } from '../bookings/fees.ts';
import { wrongsOf } from '../testing/ledger.ts';
import { book, reverse } from './book.ts';
import type { Entry } from './entry.ts';
import { allDivided, divideStale } from './product-profits.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server);
  await world.take([
    makeOrder('R-1', { lines: [makeLine('1', 'SKU-1', 2), makeLine('2', 'SKU-2')] }),
    makeOrder('R-2'),
  ]);
});
afterAll(() => server.close());

const entryOf = (order: { id: number; shopId: number }, docId: number, onDay: string, cents: number): Entry => ({
  ...{ docKind: 'rollups', docId, step: 'sale', onDay, text: 'sale', order },
  lines: [
    { account: 'sales', amount: String(-cents / 100), currency: 'USD', rate: '7.1234', units: 'all' },
    { account: 'advertising', amount: String(cents / 300), currency: 'USD', rate: '7.1234', baseAmount: '0.0100' },
    { account: 'advertising', amount: String(-cents / 300), currency: 'USD', rate: '7.1234', baseAmount: '-0.0100' },
    { account: 'platform_unsettled', amount: String(cents / 100), currency: 'USD', rate: '7.1234' },
  ],
});

describe('sums that reports read', () => {
  it('divide income and cost of an order by its products, to the last place', async () => {
    const order = { id: await world.idOf('R-1'), shopId: world.shop.id };
    await world.tx((tx) => book(tx, [entryOf(order, 1, '2026-10-31', 1001)]));
    const lines = await world.tx((tx) =>
      tx.rows<{ productId: number | null; amount: string; quantity: number; country: string }>(sql`
        select l.product_id, l.amount, l.quantity, l.country from ledger_line l join ledger_entry e on e.company_id = l.company_id and e.id = l.entry_id
        where l.company_id = ${sql.company} and e.doc_kind = 'rollups' and l.account = 'sales' order by l.id`),
    );
    expect(lines.map(({ productId }) => productId)).toEqual(world.productIds.slice(0, 2));
    expect(lines.map(({ quantity }) => quantity)).toEqual([-2, -1]);
    // Two of one price against one: 10.01 by 2 to 1.
    expect(lines.map(({ amount }) => amount)).toEqual(['-6.6700', '-3.3400']);
    expect(new Set(lines.map(({ country }) => country))).toEqual(new Set(['US']));
    await world.tx((tx) => reverse(tx, [{ docKind: 'rollups', docId: 1, step: 'sale' }], 'own', 'refund'));
    const left = await world.tx((tx) =>
      tx.row<{ units: number; goods: string }>(
        sql`select sum(units)::int as units, sum(goods) as goods from sku_day where company_id = ${sql.company}`,
      ),
    );
    expect(left).toEqual({ units: 0, goods: '0.0000' });
  });

  it('equal their lines while eight people book, undo, compact and rebuild', async () => {
    const ids = await Promise.all(['R-1', 'R-2'].map((no) => world.idOf(no)));
    const step = fc.record({
      act: fc.constantFrom('book', 'book', 'book', 'undo', 'settle', 'compact', 'rebuild'),
      doc: fc.integer({ min: 2, max: 20 }),
      order: fc.integer({ min: 0, max: 1 }),
      day: fc.constantFrom('2026-09-30', '2026-10-01', '2026-10-31'),
      cents: fc.integer({ min: 1, max: 99_999 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 32 }), async (steps) => {
        await Promise.all(
          steps.map(({ act, doc, order, day, cents }) =>
            world
              .tx(async (tx) => {
                const of = { id: ids[order] ?? 0, shopId: world.shop.id };
                if (act === 'book') await book(tx, [entryOf(of, doc, day, cents)]);
                else if (act === 'undo')
                  await reverse(tx, [{ docKind: 'rollups', docId: doc, step: 'sale' }], day, 'refund');
                else if (act === 'settle') await settleFees(tx, [of.id]);
              })
              .then(async () => {
                if (act === 'compact')
                  for (const rollup of allRollups()) await rollup.compact(server.app, world.main.ctx);
                else if (act === 'rebuild')
                  for (const sums of allKeptSums()) await sums.rebuild(server.app, world.main.ctx);
              }),
          ),
        );
        expect(await wrongsOf(server, world.main.companyId)).toEqual([]);
      }),
      { numRuns: runs(6, 200) },
    );
    for (const rollup of allRollups()) await rollup.compact(server.app, world.main.ctx);
    expect(await wrongsOf(server, world.main.companyId)).toEqual([]);
    const fresh = await world.tx((tx) =>
      tx.row<{ n: number }>(sql`select count(*)::int as n from sku_day where company_id = ${sql.company} and fresh`),
    );
    expect(fresh?.n).toBe(0);
  });

  it('of products are made anew where an earlier version booked, and are not read until then', async () => {
    const { owner } = server.app.database;
    const change = (set: string) =>
      owner.query(`update order_profit set ${set} where company_id = $1`, [world.main.companyId]);
    await owner.query(
      'update product_profit set goods = goods + 1, first_profit = first_profit + 1 where company_id = $1',
      [world.main.companyId],
    );
    expect(await wrongsOf(server, world.main.companyId)).not.toEqual([]);
    await change(`updated_at = updated_at + interval '1 second'`);
    expect(await world.tx(allDivided)).toBe(false);
    expect(await wrongsOf(server, world.main.companyId)).toEqual([]);
    await divideStale(server.app, world.main.ctx);
    expect(await world.tx(allDivided)).toBe(true);
    expect(await wrongsOf(server, world.main.companyId)).toEqual([]);
  });
});
