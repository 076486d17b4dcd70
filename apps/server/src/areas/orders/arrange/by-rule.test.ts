import { getOrder, holdOrders, resumeOrders, routeOrders } from '@tradewind/contract/orders.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import {
  addShop,
  after,
  makeLine,
  makeOrder,
  mapProducts,
  type OrderWorld,
  openWorld,
  putRules,
  walk,
  wrongs,
} from '../orders.testing.ts';
import { reevaluate } from '../rules/reevaluate.ts';
import { arrangeByRules, type Desired } from './by-rule.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  await server.startWorker();
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await openWorld(server, { stock: 500 });
});

interface Row {
  id: number;
  no: string;
  units: number;
  status: string;
  splitFrom: number | null;
  mergedInto: number | null;
}
const rows = async (): Promise<Row[]> =>
  (
    await server.app.database.owner.query(
      `select id, platform_order_no as no, units, status, split_from as "splitFrom", merged_into as "mergedInto"
       from sales_order where company_id = $1 order by id`,
      [world.main.companyId],
    )
  ).rows;
/** The units of each order by its number. */
const units = async () => Object.fromEntries((await rows()).map((row) => [row.no, row.units]));
/** Merged orders, by number. */
const boxes = async () => {
  const all = await rows();
  const groups = Map.groupBy(all, (row) => row.mergedInto ?? row.id).values();
  return [...groups].map((group) => group.map((row) => row.no).sort()).sort((a, b) => (a.join() < b.join() ? -1 : 1));
};

/** Waits until the worker has finished the jobs of the intake. */
const settled = () =>
  server.until(async () => {
    const left = await server.app.database.owner.query(`select 1 from graphile_worker.jobs where queue_name = $1`, [
      `${world.main.companyId}:orders.reserve`,
    ]);
    return left.rows.length === 0;
  }, 60);
const arrange = (...orders: Desired[]) => arrangeByRules(server.app, world.main.ctx, orders);
const arrive = async (...orders: ReturnType<typeof makeOrder>[]) => {
  await world.take(orders);
  await settled();
};
/** Orders of one buyer to one address. */
const of = (no: string, quantities: number[], more: Parameters<typeof makeOrder>[1] = {}) =>
  makeOrder(no, { lines: quantities.map((quantity, at) => makeLine(`${at + 1}`, `SKU-${at + 1}`, quantity)), ...more });

describe('a rule that splits', () => {
  it('by units fills boxes in the order of the lines, loses no cent and says which rule it was', async () => {
    await putRules(world, { kind: 'split', name: 'Two a box', action: { splitBy: 'quantity', limit: 2 } });
    await arrive(of('U', [3, 2], { discountAmount: '1.00', totalAmount: '23.98' }), of('FITS', [1, 1]));
    expect(await units()).toEqual({ U: 2, 'U#2': 2, 'U#3': 1, FITS: 2 });
    const whole = await server.ok(getOrder, { id: await world.idOf('U') }, world.main);
    const parts = await Promise.all(
      ['U#2', 'U#3'].map(async (no) => server.ok(getOrder, { id: await world.idOf(no) }, world.main)),
    );
    const cents = [whole, ...parts].reduce((sum, order) => sum + Math.round(Number(order.totalAmount) * 100), 0);
    expect(cents).toBe(2398);
    expect(whole.history.find(({ event }) => event === 'arrived')?.detail).toMatchObject({
      splitRule: { name: 'Two a box', version: 2 },
    });
    expect([whole, ...parts].map((order) => order.status)).toEqual(['ready', 'ready', 'ready']);
    expect(await wrongs(world)).toEqual([]);
  });

  it('by weight counts what the products weigh; a unit that is too heavy has a box of its own', async () => {
    await putRules(world, { kind: 'split', action: { splitBy: 'weight', limit: 700 } });
    await arrive(of('W', [3, 2]));
    expect(await units()).toEqual({ W: 2, 'W#2': 2, 'W#3': 1 });
    await arrange({ id: await world.idOf('W'), split: { by: 'weight', limit: 200 } });
    expect(await units()).toEqual({ W: 1, 'W#2': 2, 'W#3': 1, 'W#4': 1 });
  });

  it('leaves an order whole that would be more than twenty boxes, however many units it has', async () => {
    await putRules(world, { kind: 'split', action: { splitBy: 'quantity', limit: 2 } });
    await arrive(of('FORTY', [20, 20]), of('MANY', [41]), of('MILLION', [1_000_000]));
    const found = await units();
    expect([found.FORTY, found['FORTY#20'], found.MANY, found.MILLION]).toEqual([2, 2, 41, 1_000_000]);
  });

  it('by stock sends what is at hand in the warehouse that the order ships from, and nothing else', async () => {
    world = await openWorld(server);
    const [first = 0] = world.productIds;
    await world.stock(first, 5);
    const elsewhere = await server.app.database.owner.query(
      `insert into warehouse (company_id, code, name, kind, address) select company_id, 'W2', 'Second', kind, address from warehouse
       where company_id = $1 returning id`,
      [world.main.companyId],
    );
    await putRules(
      world,
      { kind: 'split', action: { splitBy: 'stock' } },
      {
        kind: 'warehouse',
        conditions: [{ field: 'country', operator: 'is', value: 'CA' }],
        action: { warehouseId: elsewhere.rows[0].id },
      },
    );
    const abroad = { name: 'A', line1: '1 King St', city: 'Toronto', state: 'ON', postalCode: 'M5H', country: 'CA' };
    const NONE = makeOrder('NOTHING', { lines: [makeLine('1', 'SKU-2', 2)] });
    await arrive(of('S', [3, 2]), of('ABROAD', [2, 2], { shipTo: abroad }), NONE);
    expect(await units()).toEqual({ S: 3, 'S#2': 2, ABROAD: 4, NOTHING: 2 });
    expect([await world.statusOf('S'), await world.statusOf('S#2')]).toEqual(['ready', 'allocate']);
    expect(await wrongs(world)).toEqual([]);
  });
});

describe('a rule that merges', () => {
  it('puts together what goes to one buyer; what does not fit does not keep the others apart', async () => {
    const elsewhere = await server.app.database.owner.query(
      `insert into warehouse (company_id, code, name, kind, address) select company_id, 'W2', 'Second', kind, address from warehouse
       where company_id = $1 returning id`,
      [world.main.companyId],
    );
    await putRules(world, { kind: 'warehouse', action: { warehouseId: world.warehouseId } });
    await arrive(of('ROUTED', [1]), of('OTHER', [1], { buyerEmail: 'other@example.test' }));
    await server.ok(routeOrders, { ids: [await world.idOf('ROUTED')], warehouseId: elsewhere.rows[0].id }, world.main);
    await putRules(world, { kind: 'merge', action: { merge: 'auto' } });
    await arrive(of('A', [1], { orderedAt: after(1) }));
    await arrive(of('B', [1], { orderedAt: after(2) }), of('EUR', [1], { currency: 'EUR' }));
    expect(await boxes()).toEqual([['A', 'B'], ['EUR'], ['OTHER'], ['ROUTED']]);
    expect([await world.statusOf('A'), await world.statusOf('B')]).toEqual(['ready', 'ready']);
    expect(await wrongs(world)).toEqual([]);
  });

  it("puts together what a platform's logistics carries in one parcel, and nothing of other platforms", async () => {
    await putRules(world, { kind: 'merge', action: { merge: 'auto' } });
    const { companyId } = world.main;
    const gb = await addShop(server, companyId, { platform: 'tiktok', region: 'GB' });
    const shopee = await addShop(server, companyId, { platform: 'shopee', region: 'MY' });
    for (const { id } of [gb, shopee]) await mapProducts(server, companyId, id);
    const carried = { platformShipping: true, buyerRef: '77' };
    await world.take([of('T1', [1], { ...carried, orderedAt: after(1) }), of('OWN', [1], { buyerRef: '77' })], gb);
    await world.take([of('T2', [1], { ...carried, orderedAt: after(2) })], gb);
    await world.take([of('S1', [1], carried), of('S2', [1], carried)], shopee);
    await settled();
    expect(await boxes()).toEqual([['OWN'], ['S1'], ['S2'], ['T1', 'T2']]);
    expect(await wrongs(world)).toEqual([]);
  });

  it('that only suggests merges nothing', async () => {
    await putRules(world, { kind: 'merge', action: { merge: 'suggest' } });
    await arrive(of('A', [1]), of('B', [1]));
    expect(await boxes()).toEqual([['A'], ['B']]);
  });
});

describe('rules that split and merge', () => {
  it('do not undo each other: what was cut stays apart, and a box holds no more than the limit', async () => {
    await putRules(
      world,
      { kind: 'split', action: { splitBy: 'quantity', limit: 2 } },
      { kind: 'merge', action: { merge: 'auto' } },
    );
    await arrive(of('A', [3], { orderedAt: after(1) }));
    await arrive(of('B', [1], { orderedAt: after(2) }));
    await arrive(of('C', [1], { orderedAt: after(3) }), of('D', [1], { orderedAt: after(4) }));
    expect(await units()).toEqual({ A: 2, 'A#2': 1, B: 1, C: 1, D: 1 });
    expect(await boxes()).toEqual([['A'], ['A#2'], ['B', 'C'], ['D']]);
    const before = await rows();
    for (const event of ['mapped', 'resumed']) {
      const ids = before.map((row) => row.id);
      await world.tx((tx) => reevaluate(tx, ids, event));
      for (const id of ids) await arrange({ id, split: { by: 'quantity', limit: 2 }, merge: true });
      await settled();
    }
    expect(await rows()).toEqual(before);
  });

  it('do not make what is at hand wait in a box with what is not', async () => {
    world = await openWorld(server);
    const [first = 0] = world.productIds;
    await world.stock(first, 5);
    await putRules(
      world,
      { kind: 'split', action: { splitBy: 'stock' } },
      { kind: 'merge', action: { merge: 'auto' } },
    );
    const second = { lines: [makeLine('1', 'SKU-2')] };
    await arrive(of('A', [2], { orderedAt: after(1) }));
    await arrive(makeOrder('LACKS', { ...second, orderedAt: after(2) }), of('B', [1], { orderedAt: after(3) }));
    expect(await boxes()).toEqual([['A', 'B'], ['LACKS']]);
    expect(await world.statusOf('B')).toBe('ready');
  });

  it('come to rest whatever comes in: nothing is lost, nothing is cut or put together twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom('quantity' as const, 'weight' as const),
        async (orders, most, by) => {
          world = await openWorld(server, { stock: 500 });
          const split = { by, limit: by === 'weight' ? most * 300 : most };
          await world.take(orders.map((quantities, n) => of(`P${n}`, quantities, { orderedAt: after(n) })));
          const desired = (await rows()).map(({ id }): Desired => ({ id, split, merge: true }));
          await arrange(...desired);
          await settled();
          const first = await rows();
          const sum = (all: readonly Row[]) => all.reduce((total, row) => total + row.units, 0);
          expect(sum(first)).toBe(orders.flat().reduce((total, n) => total + n, 0));
          const inBoxes = [...Map.groupBy(first, (row) => row.mergedInto ?? row.id).values()].map(sum);
          // An order splits into at most twenty boxes; these have fifteen units.
          expect(Math.max(...inBoxes)).toBeLessThanOrEqual(most);
          await arrange(...desired, ...first.map(({ id }): Desired => ({ id, split, merge: true })));
          await settled();
          expect(await rows()).toEqual(first);
          expect(await wrongs(world)).toEqual([]);
        },
      ),
      { numRuns: runs(4, 96) },
    );
  });
});

it('what a person or the buyer stopped, and what is picked, is left alone', async () => {
  const split = { by: 'quantity', limit: 1 } as const;
  await arrive(of('HELD', [2]), of('PICKING', [2]), of('ASKED', [2], { cancelRequested: true }), of('FREE', [1]));
  const ids = await Promise.all(['HELD', 'PICKING', 'ASKED', 'FREE'].map((no) => world.idOf(no)));
  const [held = 0, picking = 0, requested = 0, free = 0] = ids;
  await server.ok(holdOrders, { ids: [held] }, world.main);
  await walk(world, picking, 'wave');
  const before = await rows();
  expect(before.map((row) => row.status)).toEqual(['held', 'picking', 'held', 'ready']);
  await arrange(...[held, picking, requested].map((id): Desired => ({ id, split, merge: true })), {
    id: free,
    merge: true,
  });
  expect(await rows()).toEqual(before);
  // Once released, it is a normal order again.
  await server.ok(resumeOrders, { ids: [held] }, world.main);
  await settled();
  await arrange({ id: held, split });
  expect((await units())['HELD#2']).toBe(1);
});
