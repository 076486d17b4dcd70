import type { InputOf } from '@tradewind/contract/call.ts';
import {
  returnOptions,
  saveSupplier,
  saveSupplierReturn,
  shipSupplierReturn,
  submitSupplierReturn,
} from '@tradewind/contract/procurement.ts';
import * as calls from '@tradewind/contract/returns.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { brokenChecks } from '../../testing/checks.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import { type OrderWorld, openWorld } from '../orders/orders.testing.ts';
import { addShelves, availableOf, detailOf, requested, type Shelves, shippedOrder } from './returns.testing.ts';

let server: TestServer;
let world: OrderWorld;
let shelves: Shelves;
let serial = 0;

beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { products: 1, stock: 500 });
  shelves = await addShelves(world);
});
afterAll(async () => {
  expect(await brokenChecks(server.app, world.main.companyId)).toEqual([]);
  await server.close();
});

type Verdict = InputOf<typeof calls.inspectReturn>['items'][number];
type Again = InputOf<typeof calls.reinspectReturn>['items'][number];
const verdict = <D extends string>(itemId: number, quantity: number, decision: D) => ({
  itemId,
  quantity,
  condition: 'opened' as const,
  decision,
  ...(decision === 'restock' ? { locationId: shelves.shelf } : {}),
});
const inspect = (id: number, ...items: Verdict[]) => server.call(calls.inspectReturn, { id, items }, world.main);
const reinspect = (id: number, ...items: Again[]) => server.call(calls.reinspectReturn, { id, items }, world.main);

/** A return whose goods have come. */
async function came(quantity: number): Promise<{ id: number; item: number }> {
  const order = await shippedOrder(world, `A-${++serial}`, quantity);
  const { id } = await server.ok(calls.addReturn, requested(order.id, order.lineId, quantity), world.main);
  const lines = [{ productId: world.productIds[0] ?? 0, quantity }];
  await server.ok(calls.receiveReturn, { id, warehouseId: world.warehouseId, lines }, world.main);
  return { id, item: (await detailOf(world, id)).items[0]?.id ?? 0 };
}
async function lyingAside(): Promise<number> {
  const row = await world.one<{ n: number }>(sql`select coalesce(sum(on_hand), 0)::int as n from bin_stock
    where company_id = ${world.main.companyId} and condition = 'returned'`);
  return row.n;
}
const fieldsOf = (answer: { data: unknown }) =>
  (answer.data as { fields?: { path: string }[] }).fields?.map((field) => field.path);

describe('goods kept aside', () => {
  it('go back to their supplier once that is decided, and not before', async () => {
    const { id: supplierId } = await server.ok(saveSupplier, { nameEn: 'Potter', currency: 'USD' }, world.main);
    const place = { productId: world.productIds[0] ?? 0, warehouseId: world.warehouseId };
    const free = async () => {
      const { stock } = await server.ok(returnOptions, place, world.main);
      return stock.find((one) => one.condition === 'returned')?.free ?? 0;
    };
    const before = await free();
    const { id, item } = await came(3);
    expect(await free()).toBe(before);
    await inspect(id, verdict(item, 2, 'supplier'), verdict(item, 1, 'aside'));
    expect(await free()).toBe(before + 2);
    const back = async (quantity: number) => {
      const line = { productId: place.productId, condition: 'returned' as const, quantity, unitCredit: '4' };
      const lines = [{ ...line, reason: 'buyerReturn' as const }];
      const head = { supplierId, warehouseId: world.warehouseId, remedy: 'refund' as const, lines };
      const made = await server.ok(saveSupplierReturn, head, world.main);
      await server.ok(submitSupplierReturn, { id: made.id }, world.main);
      return server.call(shipSupplierReturn, { id: made.id }, world.main);
    };
    const lay = await lyingAside();
    expect((await back(before + 3)).data).toMatchObject({ error: 'procurement.returnShort' });
    expect((await back(before + 2)).status).toBe(200);
    expect([await free(), await lyingAside()]).toEqual([0, lay - before - 2]);
    expect((await reinspect(id, verdict(item, 1, 'restock'))).status).toBe(200);
  });

  it('are found, and go back on the shelf once they are inspected again, also after the return is closed', async () => {
    const { id, item } = await came(3);
    const { version, lines } = await detailOf(world, id);
    const money = [{ lineId: lines[0]?.id ?? 0, amount: '5' }];
    await server.ok(calls.refundReturn, { id, version, lines: money }, world.main);
    await inspect(id, verdict(item, 1, 'scrap'), verdict(item, 2, 'aside'));
    expect(await detailOf(world, id)).toMatchObject({ state: 'closed', items: [{ remaining: 0, aside: 2 }] });
    const found = await server.ok(calls.listReturns, { aside: true }, world.main);
    expect(found.rows.map((row) => row.id)).toEqual([id]);
    expect((await server.ok(calls.returnTabs, {}, world.main)).aside).toBe(1);

    const [available, lay] = [await availableOf(world), await lyingAside()];
    expect(fieldsOf(await reinspect(id, verdict(item, 3, 'restock')))).toEqual(['items.0.quantity']);
    expect((await reinspect(id, verdict(item, 1, 'restock'), verdict(item, 1, 'supplier'))).status).toBe(200);
    expect([await availableOf(world), await lyingAside()]).toEqual([available + 1, lay - 1]);
    const detail = await detailOf(world, id);
    expect(detail).toMatchObject({ state: 'closed', items: [{ remaining: 0, aside: 0 }] });
    expect(detail.inspections.map((row) => [row.decision, row.quantity, row.again])).toEqual([
      ['scrap', 1, false],
      ['aside', 2, false],
      ['restock', 1, true],
      ['supplier', 1, true],
    ]);
    expect((await server.ok(calls.listReturns, { aside: true }, world.main)).rows).toEqual([]);
  });

  it('are not those that nobody has inspected, and cannot be kept aside once more', async () => {
    const { id, item } = await came(2);
    expect(fieldsOf(await reinspect(id, verdict(item, 1, 'scrap')))).toEqual(['items.0.quantity']);
    await inspect(id, verdict(item, 2, 'aside'));
    const more = { id, items: [verdict(item, 1, 'aside')] } as unknown as InputOf<typeof calls.reinspectReturn>;
    expect(fieldsOf(await server.call(calls.reinspectReturn, more, world.main))).toEqual(['items.0.decision']);
  });

  it('cannot be more than came, by the database itself', async () => {
    const { item } = await came(2);
    const past = server.app.database.owner.query('update return_item set aside = 1 where id = $1', [item]);
    await expect(past).rejects.toMatchObject({ constraint: 'return_item_units' });
  });
});

describe('however often, and by however many at once, goods are inspected', () => {
  const first = fc.record({
    again: fc.constant(false),
    quantity: fc.integer({ min: 1, max: 4 }),
    decision: fc.constantFrom('restock' as const, 'scrap' as const, 'supplier' as const, 'aside' as const),
  });
  const later = fc.record({
    again: fc.constant(true),
    quantity: fc.integer({ min: 1, max: 4 }),
    decision: fc.constantFrom('restock' as const, 'scrap' as const, 'supplier' as const),
  });
  /** Rounds that follow one another; what stands in a round is done by as many people at once. */
  const rounds = fc.array(fc.array(fc.oneof(first, later), { minLength: 1, maxLength: 3 }), {
    minLength: 2,
    maxLength: 4,
  });

  it('no unit is booked twice, and none is lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), rounds, async (units, work) => {
        const { id, item } = await came(units);
        const [available, lay] = [await availableOf(world), await lyingAside()];
        const gone = { restock: 0, scrap: 0, supplier: 0 };
        for (const round of work) {
          const answers = await Promise.all(
            round.map((one) =>
              one.again
                ? reinspect(id, verdict(item, one.quantity, one.decision as Again['decision']))
                : inspect(id, verdict(item, one.quantity, one.decision)),
            ),
          );
          round.forEach(({ decision, quantity }, i) => {
            const { status } = answers[i] ?? {};
            // More than there is, or the inspection is over: said, never an accident.
            expect([200, 400, 409]).toContain(status);
            if (status === 200 && decision !== 'aside') gone[decision] += quantity;
          });
          const { items, inspections } = await detailOf(world, id);
          const { remaining = 0, aside = 0 } = items[0] ?? {};
          expect(remaining + aside + gone.restock + gone.scrap + gone.supplier).toBe(units);
          expect(aside).toBe(
            inspections.reduce(
              (sum, row) => sum + (row.decision === 'aside' ? row.quantity : row.again ? -row.quantity : 0),
              0,
            ),
          );
          expect(await availableOf(world)).toBe(available + gone.restock);
          expect(await lyingAside()).toBe(lay - gone.restock - gone.scrap);
        }
        const layers = await world.one<{ n: number }>(sql`select coalesce(sum(remaining), 0)::int as n from cost_layer
          where company_id = ${world.main.companyId} and doc_kind = 'sales_return' and doc_id = ${id}`);
        expect(layers.n).toBe(gone.restock);
      }),
      { numRuns: runs(4, 80) },
    );
  });
});
