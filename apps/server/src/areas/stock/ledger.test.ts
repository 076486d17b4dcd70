import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ctx, systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { brokenChecks } from '../../testing/checks.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import { consume, costOf } from './fifo.ts';
import { issueCosts, type Move, moveStock, promiseBins, receiveGoods, type Shift, shiftStock } from './public.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

interface Shelf {
  ctx: Ctx;
  products: number[];
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

const WAREHOUSE = 1;
let documents = 0;

async function openShelf(products = 2): Promise<Shelf> {
  const { companyId } = await server.company();
  const made = await server.app.database.owner.query(
    `insert into product (company_id, sku, name_zh, name_en) select $1, 'S' || n, 'x', 'x' from generate_series(1, $2) n returning id`,
    [companyId, products],
  );
  const ctx = systemContext(companyId, 'test');
  return {
    ctx,
    products: made.rows.map((row: { id: number }) => row.id),
    tx: (work) => server.app.database.inCompany(ctx, work),
  };
}

const move = (productId: number, more: Partial<Move>): Move => ({
  warehouseId: WAREHOUSE,
  productId,
  reason: 'test',
  docKind: 'test',
  docId: ++documents,
  step: '1',
  ...more,
});
const balanceOf = (shelf: Shelf, productId: number) =>
  shelf.tx((tx) =>
    tx.row<{ onHand: number; reserved: number }>(
      sql`select on_hand, reserved from stock_balance where company_id = ${sql.company} and product_id = ${productId}`,
    ),
  );

/** Balances and bins that differ from the sum of their movements, or that are oversold. */
async function wrongs(shelf: Shelf): Promise<unknown[]> {
  const found = await server.app.database.owner.query(
    `select 'balance' as what, b.* from stock_balance b left join
       (select product_id, warehouse_id, sum(on_hand) filter (where condition = 'good') as h, sum(reserved) as r, sum(incoming) as i
        from stock_movement where company_id = $1 group by 1, 2) m using (product_id, warehouse_id)
     where b.company_id = $1 and (b.on_hand <> coalesce(m.h, 0) or b.reserved <> coalesce(m.r, 0) or b.incoming <> coalesce(m.i, 0)
       or b.reserved > b.on_hand or b.reserved < 0)`,
    [shelf.ctx.companyId],
  );
  const bins = await server.app.database.owner.query(
    `select 'bin' as what, b.* from bin_stock b left join (select location_id, product_id, condition, batch_id, sum(on_hand) as n from stock_movement
       where company_id = $1 and location_id is not null group by 1, 2, 3, 4) m using (location_id, product_id, condition, batch_id)
     where b.company_id = $1 and b.on_hand <> coalesce(m.n, 0)`,
    [shelf.ctx.companyId],
  );
  const broken = await brokenChecks(server.app, shelf.ctx.companyId, (key) => !needsDocuments.includes(key));
  return [...found.rows, ...bins.rows, ...broken];
}

/** Movements are all that a shelf has: no order, transfer or pick task holds what is reserved or allocated. */
const needsDocuments = ['stock.reservations', 'stock.promises'];

describe('moveStock', () => {
  it('sells exactly what there is, whatever number of connections try', async () => {
    const shelf = await openShelf(1);
    const [product = 0] = shelf.products;
    await shelf.tx((tx) => moveStock(tx, [move(product, { onHand: 50, locationId: 1 })]));
    const tries = Array.from({ length: 120 }, () =>
      shelf
        .tx((tx) => moveStock(tx, [move(product, { reserved: 1 })]))
        .then(
          () => 'sold',
          (error: { code?: string }) => error.code,
        ),
    );
    const results = await Promise.all(tries);
    expect(results.filter((r) => r === 'sold').length).toBe(50);
    expect(results.filter((r) => r === 'stock.notEnough').length).toBe(70);
    expect(await balanceOf(shelf, product)).toEqual({ onHand: 50, reserved: 50 });
  });

  it('keeps balances equal to their movements under random moves from several connections', async () => {
    const anyMove = fc.record({
      product: fc.nat({ max: 1 }),
      onHand: fc.integer({ min: -4, max: 6 }),
      reserved: fc.integer({ min: -2, max: 3 }),
      incoming: fc.integer({ min: -1, max: 2 }),
      location: fc.integer({ min: 1, max: 3 }),
    });
    const call = fc.array(anyMove, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(call, { maxLength: 6 }), { minLength: 3, maxLength: 3 }), async (people) => {
        const shelf = await openShelf(2);
        await Promise.all(
          people.map(async (calls) => {
            for (const moves of calls) {
              const rows = moves
                .filter((m) => m.onHand !== 0 || m.reserved !== 0 || m.incoming !== 0)
                .map(({ product, location, ...m }) =>
                  move(shelf.products[product] ?? 0, { ...m, locationId: location }),
                );
              await shelf
                .tx((tx) => moveStock(tx, rows))
                .catch((error: { code?: string }) => {
                  if (error.code !== 'stock.notEnough' && error.code !== 'stock.binNotEnough') throw error;
                });
            }
          }),
        );
        expect(await wrongs(shelf)).toEqual([]);
      }),
      { numRuns: runs(9, 200) },
    );
  });

  it('writes a movement once: repeats, in the same call or later, change nothing', async () => {
    const shelf = await openShelf(1);
    const [product = 0] = shelf.products;
    const receipt = move(product, { onHand: 5, locationId: 1, docLine: 3 });
    const [first, second] = [
      await shelf.tx((tx) => moveStock(tx, [receipt, { ...receipt }])),
      await shelf.tx((tx) => moveStock(tx, [receipt])),
    ];
    expect([first.size, second.size]).toEqual([1, 0]);
    expect(await balanceOf(shelf, product)).toEqual({ onHand: 5, reserved: 0 });
    await Promise.all(Array.from({ length: 8 }, () => shelf.tx((tx) => moveStock(tx, [{ ...receipt, step: '2' }]))));
    expect(await balanceOf(shelf, product)).toEqual({ onHand: 10, reserved: 0 });
    expect(await wrongs(shelf)).toEqual([]);
  });

  it('does not let damaged or returned goods be sold', async () => {
    const shelf = await openShelf(1);
    const [product = 0] = shelf.products;
    const damaged = move(product, { onHand: 5, locationId: 1, condition: 'damaged' });
    await shelf.tx((tx) => moveStock(tx, [damaged, move(product, { onHand: 1, locationId: 1 })]));
    expect(await balanceOf(shelf, product)).toEqual({ onHand: 1, reserved: 0 });
    await expect(shelf.tx((tx) => moveStock(tx, [move(product, { reserved: 2 })]))).rejects.toMatchObject({
      code: 'stock.notEnough',
    });
    expect(await wrongs(shelf)).toEqual([]);
  });

  it('promises no more of a location than lies there, and goods promised to one do not leave for another', async () => {
    const shelf = await openShelf(1);
    const [productId = 0] = shelf.products;
    await shelf.tx((tx) => moveStock(tx, [move(productId, { onHand: 5, locationId: 1 })]));
    const bin = { warehouseId: WAREHOUSE, locationId: 1, productId };
    await shelf.tx((tx) => promiseBins(tx, [{ ...bin, allocated: 4 }]));
    await expect(shelf.tx((tx) => promiseBins(tx, [{ ...bin, allocated: 2 }]))).rejects.toMatchObject({
      code: 'stock.binNotEnough',
    });
    await expect(
      shelf.tx((tx) => moveStock(tx, [move(productId, { onHand: -2, locationId: 1 })])),
    ).rejects.toMatchObject({
      code: 'stock.binNotEnough',
    });
  });
});

describe('first in, first out', () => {
  it('costs 150 of 100 at 10 and 100 at 12 with 1,600.00 and leaves 600.00', async () => {
    const shelf = await openShelf(1);
    const [productId = 0] = shelf.products;
    const receive = (quantity: number, unitCost: string) =>
      shelf.tx((tx) =>
        receiveGoods(tx, {
          warehouseId: WAREHOUSE,
          docKind: 'test_receipt',
          docId: ++documents,
          lines: [{ productId, locationId: 1, quantity, unitCost }],
        }),
      );
    await receive(100, '10');
    await receive(100, '12');
    const issue = { warehouseId: WAREHOUSE, productId, quantity: 150, docKind: 'sale', docId: ++documents, docLine: 1 };
    const [issued] = await shelf.tx((tx) => issueCosts(tx, [issue]));
    expect(issued?.cost).toBe('1600.0000');
    const left = await shelf.tx((tx) =>
      tx.row<{ value: string }>(
        sql`select sum(remaining * unit_cost)::numeric(18, 2)::text as value from cost_layer where company_id = ${sql.company}`,
      ),
    );
    expect(left?.value).toBe('600.00');
  });

  it('receives a document once', async () => {
    const shelf = await openShelf(1);
    const [productId = 0] = shelf.products;
    const receipt = {
      warehouseId: WAREHOUSE,
      docKind: 'test_receipt',
      docId: ++documents,
      lines: [{ productId, locationId: 1, quantity: 7, unitCost: '3' }],
    };
    await Promise.all(Array.from({ length: 4 }, () => shelf.tx((tx) => receiveGoods(tx, receipt))));
    expect(await balanceOf(shelf, productId)).toEqual({ onHand: 7, reserved: 0 });
  });

  const layers = fc.array(fc.record({ remaining: fc.nat({ max: 50 }), cents: fc.nat({ max: 100_000 }) }), {
    maxLength: 6,
  });
  it('always takes the whole quantity, older layers first, never more than a layer holds', () => {
    fc.assert(
      fc.property(layers, fc.integer({ min: 1, max: 300 }), fc.nat({ max: 9_999 }), (raw, quantity, fallback) => {
        const open = raw.map((l, i) => ({ id: i + 1, remaining: l.remaining, unitCost: (l.cents / 100).toFixed(2) }));
        const taken = consume(open, quantity, (fallback / 100).toFixed(2));
        expect(taken.reduce((sum, t) => sum + t.quantity, 0)).toBe(quantity);
        const used = taken.filter((t) => t.layerId !== 0);
        for (const t of used) expect(t.quantity).toBeLessThanOrEqual(open[t.layerId - 1]?.remaining ?? 0);
        const last = used.at(-1)?.layerId ?? 0;
        const passed = open.filter((l) => l.id < last && l.remaining > 0);
        for (const l of passed) expect(used.find((t) => t.layerId === l.id)?.quantity).toBe(l.remaining);
        const cents = taken.reduce(
          (sum, t) => sum + t.quantity * (t.layerId === 0 ? fallback : (raw[t.layerId - 1]?.cents ?? 0)),
          0,
        );
        expect(costOf(taken)).toBe(`${(cents / 100).toFixed(2)}00`);
      }),
    );
  });

  it('never gives one unit of a layer to two who take at once', async () => {
    const shelf = await openShelf(1);
    const [productId = 0] = shelf.products;
    const lines = [1, 2, 3, 4].map((n) => ({ productId, locationId: 1, quantity: 5, unitCost: String(n) }));
    await shelf.tx((tx) =>
      receiveGoods(tx, { warehouseId: WAREHOUSE, docKind: 'test_receipt', docId: ++documents, lines }),
    );
    const issues = await Promise.all(
      Array.from({ length: 20 }, () => {
        const issue = {
          warehouseId: WAREHOUSE,
          productId,
          quantity: 1,
          docKind: 'sale',
          docId: ++documents,
          docLine: 1,
        };
        return shelf.tx((tx) => issueCosts(tx, [issue]));
      }),
    );
    const total = issues.flat().reduce((sum, i) => sum + Number(i.cost), 0);
    expect(total).toBe(5 * (1 + 2 + 3 + 4));
  });

  it('gives goods that are good again the layers they had left: value and age are what they were', async () => {
    const receipts = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 60 }), cost: fc.nat({ max: 30 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    const parts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(receipts, parts, parts, async (received, aside, back) => {
        const shelf = await openShelf(1);
        const [productId = 0] = shelf.products;
        for (const [i, { quantity, cost }] of received.entries())
          await shelf.tx((tx) =>
            receiveGoods(tx, {
              warehouseId: WAREHOUSE,
              docKind: 'test_receipt',
              docId: ++documents,
              receivedAt: new Date(Date.UTC(2026, 0, 1 + i)),
              lines: [{ productId, locationId: 1, quantity, unitCost: String(cost) }],
            }),
          );
        const layersOf = () =>
          shelf.tx((tx) =>
            tx.rows(
              sql`select id, remaining from cost_layer where company_id = ${sql.company} and remaining > 0 order by id`,
            ),
          );
        const shift = (quantity: number, how: Pick<Shift, 'from' | 'to'>) => {
          const place = { warehouseId: WAREHOUSE, productId, fromLocationId: 1, toLocationId: 1 };
          const document = { reason: 'recall', docKind: 'condition', docId: ++documents, docLine: 1, step: 'recall' };
          return shelf.tx((tx) => shiftStock(tx, [{ ...place, ...document, ...how, quantity }]));
        };
        const before = await layersOf();
        let good = received.reduce((sum, one) => sum + one.quantity, 0);
        let held = 0;
        for (const desired of aside) {
          const quantity = Math.min(desired, good);
          if (quantity === 0) break;
          await shift(quantity, { to: 'held' });
          [good, held] = [good - quantity, held + quantity];
        }
        for (const desired of [...back, 1000]) {
          const quantity = Math.min(desired, held);
          if (quantity === 0) break;
          await shift(quantity, { from: 'held', to: 'good' });
          held -= quantity;
        }
        expect(await layersOf()).toEqual(before);
      }),
      { numRuns: runs(3, 64) },
    );
  });
});
