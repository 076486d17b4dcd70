import type { Failure } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/catalog.ts';
import { getOrder, splitOrder } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { productFacts } from '../catalog/public.ts';
import { makeLine, makeOrder, type OrderWorld, openWorld, takeStep, walk, wrongs } from './orders.testing.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { products: 4 });
});
afterAll(async () => {
  expect(await wrongs(world)).toEqual([]);
  await server.close();
});

let numbers = 0;
const id = (n: number) => world.productIds[n - 1] ?? 0;
/** A bundle of so many units of SKU-n, and the seller SKU that sells it. */
async function bundle(parts: Record<number, number>, more: { version?: number; id?: number; sku?: string } = {}) {
  const sku = more.sku ?? `SET-${++numbers}`;
  const saved = await server.ok(
    calls.saveBundle,
    {
      ...{ id: 0, nameEn: sku, ...more, sku },
      parts: Object.entries(parts).map(([n, quantity]) => ({ productId: id(Number(n)), quantity })),
    },
    world.main,
  );
  return { ...saved, sku };
}
async function order(...lines: [sku: string, quantity: number][]) {
  const no = `B-${++numbers}`;
  await world.take([
    makeOrder(no, { lines: lines.map(([sku, quantity], at) => makeLine(String(at + 1), sku, quantity)) }),
  ]);
  return { no, id: await world.idOf(no) };
}
const goodsOf = (orderId: number) =>
  world.tx((tx) =>
    tx.rows<{
      sku: string;
      quantity: number;
      reserved: number;
    }>(sql`select p.sku, g.quantity, g.reserved from order_goods g
      join product p on p.company_id = ${sql.company} and p.id = g.product_id
      where g.company_id = ${sql.company} and g.order_id = ${orderId} order by g.line_id, p.sku`),
  );
const stockOf = (n: number) =>
  world.one<{
    onHand: number;
    reserved: number;
  }>(sql`select coalesce(sum(on_hand), 0)::int as on_hand, coalesce(sum(reserved), 0)::int as reserved
    from stock_balance where company_id = ${sql.company} and product_id = ${id(n)}`);

describe('a bundle in an order', () => {
  it('takes its parts from stock, once for the whole order, whoever else in it needs them', async () => {
    await world.stock(id(1), 5);
    await world.stock(id(2), 10);
    const set = await bundle({ 1: 2, 2: 1 });
    // 2 × 2 + 2 = 6 of SKU-1, and 5 are there.
    const large = await order([set.sku, 2], ['SKU-1', 2]);
    expect(await takeStep(world, large.id, 'reserve')).toBe(false);
    expect(await stockOf(1)).toEqual({ onHand: 5, reserved: 0 });
    const fits = await order([set.sku, 2], ['SKU-1', 1]);
    await walk(world, fits.id, 'ship');
    expect([await stockOf(1), await stockOf(2)]).toEqual([
      { onHand: 0, reserved: 0 },
      { onHand: 8, reserved: 0 },
    ]);
    const { lines } = await server.ok(getOrder, { id: fits.id }, world.main);
    expect(lines.map((line) => [line.sku, line.quantity])).toEqual([
      [set.sku, 2],
      ['SKU-1', 1],
    ]);
    await world.stock(id(1), 1);
    expect(await takeStep(world, large.id, 'reserve')).toBe(false);
    await world.stock(id(1), 5);
    expect(await takeStep(world, large.id, 'reserve')).toBe(true);
  });

  it('keeps its parts when the bundle changes while it waits, and gives them back as they were', async () => {
    const set = await bundle({ 3: 2, 4: 1 });
    const waits = await order([set.sku, 3]);
    const changed = await bundle({ 3: 1 }, { id: set.id, version: set.version, sku: set.sku });
    const later = await order([set.sku, 3]);
    await world.stock(id(3), 9);
    await world.stock(id(4), 3);
    expect(await takeStep(world, waits.id, 'reserve')).toBe(true);
    expect(await takeStep(world, later.id, 'reserve')).toBe(true);
    expect(await goodsOf(waits.id)).toEqual([
      { sku: 'SKU-3', quantity: 6, reserved: 6 },
      { sku: 'SKU-4', quantity: 3, reserved: 3 },
    ]);
    expect(await goodsOf(later.id)).toEqual([{ sku: 'SKU-3', quantity: 3, reserved: 3 }]);
    await world.take([
      makeOrder(waits.no, {
        status: 'cancelled',
        updatedAt: '2026-11-02T08:00:00Z',
        lines: [makeLine('1', set.sku, 3)],
      }),
    ]);
    expect([await stockOf(3), await stockOf(4)]).toEqual([
      { onHand: 9, reserved: 3 },
      { onHand: 3, reserved: 0 },
    ]);
    expect(changed.version).toBe(set.version + 1);
  });

  it('is split by whole bundles, and each part of the order has its goods', async () => {
    const set = await bundle({ 1: 1, 2: 3 });
    const whole = await order([set.sku, 3]);
    const { lines } = await server.ok(getOrder, { id: whole.id }, world.main);
    const { ids } = await server.ok(
      splitOrder,
      { id: whole.id, parts: [{ lines: [{ lineId: lines[0]?.id ?? 0, quantity: 1 }] }] },
      world.main,
    );
    expect(await goodsOf(whole.id)).toMatchObject([
      { sku: 'SKU-1', quantity: 2 },
      { sku: 'SKU-2', quantity: 6 },
    ]);
    expect(await goodsOf(ids[0] ?? 0)).toMatchObject([
      { sku: 'SKU-1', quantity: 1 },
      { sku: 'SKU-2', quantity: 3 },
    ]);
  });

  it('continues orders that waited for its SKU, and weighs what its goods weigh', async () => {
    const waits = await order(['NEW-SET', 1]);
    expect(await world.statusOf(waits.no)).toBe('exception');
    const set = await bundle({ 1: 1, 3: 2 }, { sku: 'NEW-SET' });
    expect(await world.statusOf(waits.no)).toBe('allocate');
    expect(await goodsOf(waits.id)).toMatchObject([
      { sku: 'SKU-1', quantity: 1 },
      { sku: 'SKU-3', quantity: 2 },
    ]);
    const facts = await world.tx((tx) => productFacts(tx, [set.id]));
    expect(facts.get(set.id)).toMatchObject({ weightGrams: 900, battery: false });
  });
});

describe('a bundle', () => {
  it('holds no circle, no fourth level, no part twice and no stock of its own', async () => {
    const refusal = async (input: object, message: RegExp, path: string) => {
      const answer = await server.call(calls.saveBundle, input as never, world.main);
      const field = (answer.data as unknown as Failure).fields?.[0];
      expect([answer.status, field?.path]).toEqual([400, path]);
      expect(field?.message).toMatch(message);
    };
    const one = await bundle({ 1: 1 });
    const two = await server.ok(
      calls.saveBundle,
      {
        sku: 'DEEP-2',
        nameEn: 'Two',
        parts: [
          { productId: one.id, quantity: 2 },
          { productId: id(2), quantity: 1 },
        ],
      },
      world.main,
    );
    const three = await server.ok(
      calls.saveBundle,
      { sku: 'DEEP-3', nameEn: 'Three', parts: [{ productId: two.id, quantity: 2 }] },
      world.main,
    );
    const { units } = await server.ok(calls.findBundle, { id: three.id }, world.main);
    expect(units.map((unit) => [unit.sku, unit.quantity, unit.share])).toEqual([
      ['SKU-1', 4, '0.66666667'],
      ['SKU-2', 2, '0.33333333'],
    ]);
    const listed = async (filter: object) =>
      (await server.ok(calls.listBundles, filter, world.main)).rows.map((row) => [row.sku, row.partCount]);
    expect(await listed({ search: 'DEEP-3', status: 'enabled' })).toEqual([['DEEP-3', 1]]);
    expect(await listed({ search: 'DEEP', productId: id(2) })).toEqual([
      ['DEEP-3', 1],
      ['DEEP-2', 2],
    ]);
    const more = { sku: 'DEEP-4', nameEn: 'Four', version: 0 };
    await refusal({ ...more, parts: [{ productId: three.id, quantity: 1 }] }, /3 层/, 'parts.0.productId');
    const same = { id: one.id, version: one.version, sku: one.sku, nameEn: 'One' };
    await refusal({ ...same, parts: [{ productId: three.id, quantity: 1 }] }, /包含本组合/, 'parts.0.productId');
    await refusal(
      { ...more, parts: [1, 2].map((quantity) => ({ productId: id(1), quantity })) },
      /已在组合中/,
      'parts.1.productId',
    );
    await expect(world.stock(one.id, 1)).rejects.toMatchObject({ code: 'stock.bundle' });
    const { failed } = await server.ok(calls.removeProducts, { ids: [id(1)] }, world.main);
    expect(failed[0]?.error).toMatch(/usedBy/);
  });

  it('is never sold more than its parts allow, by fifty buyers of it and of a part at once', async () => {
    const [a, b] = [id(3), id(4)];
    const before = { a: await stockOf(3), b: await stockOf(4) };
    await world.stock(a, 60);
    await world.stock(b, 30);
    const set = await bundle({ 3: 2, 4: 1 });
    const buyers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => order([n % 2 ? set.sku : 'SKU-3', n % 2 ? 1 : 2])),
    );
    const taken = await Promise.all(buyers.map((one) => takeStep(world, one.id, 'reserve')));
    const free = before.a.onHand - before.a.reserved + 60;
    expect(taken.filter(Boolean)).toHaveLength(Math.floor(free / 2));
    const now = await stockOf(3);
    expect(now.onHand - now.reserved).toBe(free % 2);
  });
});
