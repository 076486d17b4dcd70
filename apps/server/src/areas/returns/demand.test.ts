import * as calls from '@tradewind/contract/returns.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { emit } from '../../core/jobs/jobs.ts';
import { brokenChecks } from '../../testing/checks.ts';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import { type OrderWorld, openWorld } from '../orders/orders.testing.ts';
import { countMissed, markEmpty, rebuildDemand } from '../procurement/procurement.testing.ts';
import { daysOfMonth } from '../procurement/public.ts';
import { outboundShipped } from '../warehouse/public.ts';
import { addShelves, requested, type Shelves, shippedOrder } from './returns.testing.ts';

let server: TestServer;
let world: OrderWorld;
let shelves: Shelves;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server, { products: 2, stock: 12 });
  shelves = await addShelves(world);
  await server.startWorker();
});
afterAll(async () => {
  await server.close();
});

/** Units of SKU-1 of all days, by the months and by the entries. */
async function demand(): Promise<[months: number, entries: number]> {
  const row = await world.one<{ months: number; entries: number }>(sql`
    select (select coalesce(sum(u.units), 0)::int from demand_month m, lateral (${daysOfMonth(sql`m.units`)}) u where m.company_id = ${sql.company}) as months,
      (select coalesce(sum(units), 0)::int from demand_entry where company_id = ${sql.company}) as entries`);
  return [row.months, row.entries];
}
const broken = () => brokenChecks(server.app, world.main.companyId, (key) => key === 'stock.demand');
const owner = (text: string) => server.app.database.owner.query(text);
const outboundIds = async () =>
  (await world.tx((tx) => tx.rows<{ id: number }>(sql`select id from outbound where company_id = ${sql.company}`))).map(
    (row) => row.id,
  );

it('is what shipped, once, less what came back and can be sold again, on the day on which it had shipped', async () => {
  const order = await shippedOrder(world, 'D-1', 5);
  await server.until(async () => (await demand())[0] === 5);
  // The event comes again.
  const ids = await outboundIds();
  await world.tx((tx) => emit(tx, outboundShipped, { outboundIds: ids }));
  const second = await shippedOrder(world, 'D-2', 2);
  await server.until(async () => (await demand())[0] >= 7);
  expect(await demand()).toEqual([7, 7]);

  await owner(
    `update demand_entry set day = day - 40; update demand_month set month = date_trunc('month', month - 40)`,
  );
  await world.tx((tx) =>
    tx.rows(
      sql`update demand_month set units = decode(repeat('00', 124), 'hex'), total = 0 where company_id = ${sql.company}`,
    ),
  );
  expect(await broken()).not.toEqual([]);
  await rebuildDemand(server.app, world.main.ctx);
  expect(await broken()).toEqual([]);

  const back = async (of: { id: number; lineId: number }, quantity: number, decision: 'restock' | 'scrap') => {
    const { id } = await server.ok(calls.addReturn, requested(of.id, of.lineId, quantity), world.main);
    const goods = [{ productId: world.productIds[0] ?? 0, quantity }];
    await server.ok(calls.receiveReturn, { id, warehouseId: world.warehouseId, lines: goods }, world.main);
    const item = (await server.ok(calls.getReturn, { id }, world.main)).items[0]?.id ?? 0;
    const place = decision === 'restock' ? { locationId: shelves.shelf } : {};
    await server.ok(
      calls.inspectReturn,
      { id, items: [{ itemId: item, quantity, condition: 'opened', decision, ...place }] },
      world.main,
    );
  };
  await back(order, 2, 'restock');
  await back(second, 1, 'scrap');
  await server.until(async () => (await demand())[0] === 5);
  const days = await world.tx((tx) =>
    tx.rows<{
      kind: string;
      units: number;
      old: boolean;
    }>(sql`select doc_kind as kind, units, day < current_date - 30 as old
      from demand_entry where company_id = ${sql.company} order by doc_kind, doc_id`),
  );
  expect(days).toEqual([
    { kind: 'outbound', units: 5, old: true },
    { kind: 'outbound', units: 2, old: true },
    { kind: 'return', units: -2, old: true },
  ]);
  expect(await broken()).toEqual([]);
});

it('that no event has counted is counted at night', async () => {
  const before = await demand();
  await world.tx((tx) =>
    tx.rows(sql`delete from demand_entry where company_id = ${sql.company} and doc_kind = 'outbound' and units = 2`),
  );
  // Jobs have two days' time, and so has a company that begins with shipments of past days.
  const passDays = (what: string) => owner(`update ${what} = ${what.split(' ').at(-1)} - interval '3 days'`);
  const uncounted = async () => JSON.stringify(await broken()).includes('outbound ');
  await passDays('stock_movement set at');
  expect(await uncounted()).toBe(false);
  await passDays('company set created_at');
  expect(await uncounted()).toBe(true);
  expect(await countMissed(server.app, world.main.ctx)).toBe(1);
  await rebuildDemand(server.app, world.main.ctx);
  expect(await demand()).toEqual(before);
  expect(await broken()).toEqual([]);
});

it('marks the days that begin without stock, for what is sold', async () => {
  await world.stock(world.productIds[1] ?? 0, 1);
  await shippedOrder(world, 'D-3', 7);
  await server.until(async () => (await demand())[0] > 5);
  await world.tx(markEmpty);
  await world.tx(markEmpty);
  const rows = await world.tx((tx) =>
    tx.rows<{
      productId: number;
      days: number;
    }>(sql`select product_id, sum(bit_count(empty::bit(32)))::int as days from demand_month
      where company_id = ${sql.company} and empty <> 0 group by 1`),
  );
  expect(rows).toEqual([{ productId: world.productIds[0], days: 1 }]);
});
