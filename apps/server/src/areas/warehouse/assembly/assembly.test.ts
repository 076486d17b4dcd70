import { explainStock, listMovements } from '@tradewind/contract/stock.ts';
import * as calls from '@tradewind/contract/warehouse.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { bookStock } from '../../finance/public.ts';
import { batchesOf, moveStock, receiveLayers } from '../../stock/public.ts';
import { createWaves, packOutbounds, pickOutbounds, shipOutbounds } from '../public.ts';
import { type Floor, openFloor } from '../warehouse.testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
const query = async (text: string, values: unknown[]) => (await server.app.database.owner.query(text, values)).rows;

const [KIT, CUP, BOX, LID] = [0, 1, 2, 3];

/** A floor with kits of two cups and a box, and what people do with them. */
async function workshop() {
  const floor = await openFloor(server);
  const { main, warehouseId } = floor;
  const product = (at: number) => floor.productIds[at] ?? 0;
  const code = (bin: number) => floor.bins[bin]?.code ?? '';
  const parts = [
    { productId: product(CUP), each: 2 },
    { productId: product(BOX), each: 1 },
  ];
  const draft = (quantity: number, more: object = {}) =>
    server.ok(
      calls.saveAssembly,
      { kind: 'assemble', warehouseId, productId: product(KIT), quantity, lines: parts, ...more },
      main,
    );
  const act = (call: typeof calls.submitAssembly, id: number) => server.ok(call, { id }, main);
  const finish = (id: number, bin = 5) => server.ok(calls.finishAssembly, { id, locationCode: code(bin) }, main);
  return {
    ...{ floor, main, warehouseId, product, code, parts, draft, finish },
    submit: (id: number) => act(calls.submitAssembly, id),
    cancel: (id: number) => act(calls.cancelAssembly, id),
    undo: (id: number) => act(calls.undoAssembly, id),
    detail: (id: number) => server.ok(calls.getAssembly, { id }, main),
    refused: async (call: typeof calls.undoAssembly, id: number) =>
      (await server.call(call, { id }, main)).data as unknown as { error: string },
    balance: async (at: number) => {
      const [row] = await query(
        'select on_hand, reserved from stock_balance where company_id = $1 and warehouse_id = $2 and product_id = $3',
        [main.companyId, warehouseId, product(at)],
      );
      return row ? [row.on_hand, row.reserved] : [0, 0];
    },
    /** Remaining units and value of a product's cost layers. */
    layers: async (at: number) =>
      (
        await query(
          `select remaining as n, trim_scale(unit_cost)::text as cost from cost_layer
            where company_id = $1 and product_id = $2 and remaining > 0 order by received_at, id`,
          [main.companyId, product(at)],
        )
      ).map((row) => [row.n, row.cost]),
    /** What the ledger says of an account. */
    booked: async (account: string) => {
      while ((await floor.tx((tx) => bookStock(tx, true))) > 0);
      const [row] = await query(
        'select coalesce(sum(base_amount), 0)::float as sum from ledger_line where company_id = $1 and account = $2',
        [main.companyId, account],
      );
      return row?.sum as number;
    },
  };
}

describe('An assembly', () => {
  it('allocates parts, makes kits of their cost and labour, and takes it all back', async () => {
    const w = await workshop();
    await w.floor.put(0, CUP, 3, '2');
    await w.floor.put(1, CUP, 5, '3');
    await w.floor.put(2, BOX, 4, '0.5');
    const { id, number } = await w.draft(3, { labourCost: '1.25' });
    expect(await w.detail(id)).toMatchObject({ state: 'draft', possible: 4, available: 0 });
    await w.submit(id);
    expect([await w.balance(CUP), await w.balance(BOX)]).toEqual([
      [8, 6],
      [4, 3],
    ]);
    const held = await server.ok(
      explainStock,
      { productId: w.product(CUP), warehouseId: w.warehouseId, figure: 'reserved' },
      w.main,
    );
    expect(held.reservations).toMatchObject([{ kind: 'assembly', orderNo: number, quantity: 6 }]);
    expect(await w.finish(id)).toEqual({ units: 3, batch: null });
    expect([await w.balance(CUP), await w.balance(BOX), await w.balance(KIT)]).toEqual([
      [2, 0],
      [1, 0],
      [3, 0],
    ]);
    // Three cups at 2, three at 3, three boxes at 0.5, and 1.25 of labour each: 16.5 + 3.75.
    expect(await w.layers(KIT)).toEqual([[3, '6.75']]);
    const done = await w.detail(id);
    expect(done).toMatchObject({ state: 'done', issuedCost: '16.5000', labourCost: '1.25' });
    expect(done.moves.map((move) => [move.sku, move.locationCode, move.quantity])).toEqual([
      ['P-2', w.code(0), -3],
      ['P-2', w.code(1), -3],
      ['P-3', w.code(2), -3],
      ['P-1', w.code(5), 3],
    ]);
    expect((await server.ok(listMovements, { docNumber: number }, w.main)).rows.length).toBe(6);
    expect(await w.booked('assembly_difference')).toBe(-3.75);
    expect(await w.booked('stock_difference')).toBe(0);
    expect(await w.floor.wrongs()).toEqual([]);
    await w.undo(id);
    expect([await w.balance(CUP), await w.balance(BOX), await w.balance(KIT)]).toEqual([
      [8, 0],
      [4, 0],
      [0, 0],
    ]);
    expect(await w.layers(CUP)).toEqual([
      [3, '2'],
      [5, '3'],
    ]);
    expect(await w.booked('assembly_difference')).toBe(0);
    expect((await w.detail(id)).history.map((one) => one.event)).toEqual(['undone', 'done', 'submitted', 'created']);
    expect(await w.refused(calls.undoAssembly, id)).toMatchObject({ error: 'document.state' });
    expect(await w.floor.wrongs()).toEqual([]);
  });

  it('splits the cost of a kit over its parts by what they last cost, to the cent', async () => {
    const w = await workshop();
    await w.floor.put(0, CUP, 1, '2');
    await w.floor.put(0, BOX, 1, '3');
    await w.floor.put(3, KIT, 3, '3.335');
    const before = await w.booked('stock_value');
    const { id } = await w.draft(3, { kind: 'disassemble' });
    await w.submit(id);
    expect(await w.balance(KIT)).toEqual([3, 3]);
    await w.finish(id, 4);
    expect([await w.balance(KIT), await w.balance(CUP), await w.balance(BOX)]).toEqual([
      [0, 0],
      [7, 0],
      [4, 0],
    ]);
    // 10.01 (10.005 rounded) by 6 x 2 and 3 x 3: 5.72 and 4.29.
    expect((await w.layers(CUP)).at(-1)).toEqual([6, '0.953333']);
    expect((await w.layers(BOX)).at(-1)).toEqual([3, '1.43']);
    expect((await w.booked('stock_value')) + (await w.booked('assembly_difference'))).toBeCloseTo(before, 9);
    expect(Math.abs(await w.booked('assembly_difference'))).toBeLessThan(0.02);
    await w.undo(id);
    expect(await w.layers(KIT)).toEqual([[3, '3.335']]);
    expect(await w.floor.wrongs()).toEqual([]);
  });

  it('says which part is short, and gives back what it allocated', async () => {
    const w = await workshop();
    await w.floor.put(0, CUP, 5);
    await w.floor.put(0, BOX, 9);
    await w.floor.order([CUP, 2]);
    const { id } = await w.draft(2);
    expect(await server.call(calls.submitAssembly, { id }, w.main)).toMatchObject({
      status: 422,
      data: { error: 'warehouse.assemblyShort' },
    });
    const plan = await server.ok(calls.planAssembly, { productId: w.product(KIT), warehouseId: w.warehouseId }, w.main);
    expect(plan).toMatchObject({ recipeId: null, parts: [], possible: 0 });
    const { id: small } = await w.draft(1);
    await w.submit(small);
    await w.cancel(small);
    expect([await w.balance(CUP), await w.balance(BOX)]).toEqual([
      [5, 2],
      [9, 0],
    ]);
    expect(await w.floor.wrongs()).toEqual([]);
  });

  it('is not undone once somebody has sold a kit, used its cost, or stopped a location', async () => {
    const w = await workshop();
    await w.floor.put(0, CUP, 8);
    await w.floor.put(0, BOX, 4);
    const { id } = await w.draft(3);
    await w.submit(id);
    await w.finish(id);
    const sold = await w.floor.order([KIT, 1]);
    expect(await w.refused(calls.undoAssembly, id)).toMatchObject({ error: 'warehouse.assemblyMoved' });
    await w.floor.tx((tx) => createWaves(tx, [sold.outboundId], {}));
    await w.floor.tx((tx) => pickOutbounds(tx, [sold.outboundId]));
    await w.floor.tx((tx) => packOutbounds(tx, [{ outboundId: sold.outboundId, weightGrams: 100 }], 'all'));
    await w.floor.tx((tx) => shipOutbounds(tx, [sold.outboundId]));
    await w.floor.put(5, KIT, 1);
    expect(await w.refused(calls.undoAssembly, id)).toMatchObject({ error: 'warehouse.assemblyUsed' });
    expect(await w.floor.wrongs()).toEqual([]);
  });

  it('keeps batches: what comes out has the document as its batch and the earliest expiry', async () => {
    const w = await workshop();
    const lots = await w.floor.tx((tx) =>
      batchesOf(tx, [
        { productId: w.product(CUP), code: 'L1', expiresOn: '2090-05-01' },
        { productId: w.product(CUP), code: 'L2', expiresOn: '2091-05-01' },
      ]),
    );
    await w.floor.tx(async (tx) => {
      const about = { warehouseId: w.warehouseId, productId: w.product(CUP), docKind: 'opening', docId: 9_000_001 };
      for (const [i, batchId] of lots.entries()) {
        const move = { ...about, docLine: i, batchId, onHand: 3, reason: 'opening', step: 'open' };
        await moveStock(tx, [{ ...move, locationId: w.floor.bins[i]?.id ?? 0 }]);
        await receiveLayers(tx, [{ ...about, docLine: i, quantity: 3, unitCost: '2' }]);
      }
    });
    await w.floor.put(2, BOX, 9);
    const { id, number } = await w.draft(2);
    await w.submit(id);
    expect(await w.finish(id)).toEqual({ units: 2, batch: number });
    expect(
      await query(
        `select t.code, t.expires_on::text as expires, b.on_hand as n from bin_stock b join stock_batch t on t.company_id = $1 and t.id = b.batch_id
          where b.company_id = $1 and b.product_id = $2`,
        [w.main.companyId, w.product(KIT)],
      ),
    ).toEqual([{ code: number, expires: '2090-05-01', n: 2 }]);
    await w.undo(id);
    expect(await w.floor.wrongs()).toEqual([]);
  });

  it('takes the locations that were named, and refuses others', async () => {
    const w = await workshop();
    await w.floor.put(0, CUP, 4);
    await w.floor.put(1, CUP, 4);
    await w.floor.put(2, BOX, 4);
    const { id } = await w.draft(2);
    await w.submit(id);
    const [cups] = (await w.detail(id)).lines;
    const from = (lineId: number, bin: number) => ({
      ...{ id, locationCode: w.code(5) },
      from: [{ lineId, locationCode: bin < 0 ? 'NOWHERE' : w.code(bin) }],
    });
    const error = async (input: ReturnType<typeof from>) =>
      ((await server.call(calls.finishAssembly, input, w.main)).data as unknown as { error: string }).error;
    expect(await error(from(cups?.id ?? 0, -1))).toBe('warehouse.locationNotFound');
    expect(await error(from(cups?.id ?? 0, 2))).toBe('warehouse.nothingLies');
    expect(await error(from(0, 1))).toBe('warehouse.assemblyLineNotFound');
    await server.ok(calls.finishAssembly, from(cups?.id ?? 0, 1), w.main);
    expect((await w.detail(id)).moves.find((move) => move.sku === 'P-2')).toMatchObject({
      locationCode: w.code(1),
      quantity: -4,
    });
  });
});

describe('A recipe', () => {
  it('proposes the lines, is kept by version, and says how many kits can be made', async () => {
    const w = await workshop();
    const save = (version: number, parts: object[], more: object = {}) =>
      server.call(calls.saveRecipe, { productId: w.product(KIT), version, parts, ...more } as never, w.main);
    expect((await save(0, w.parts, { labourCost: '0.8' })).data).toMatchObject({ version: 1 });
    expect((await save(0, w.parts)).data).toMatchObject({ error: 'core.stale' });
    expect((await save(1, [{ productId: w.product(KIT), each: 1 }])).data).toMatchObject({
      error: 'core.badInput',
    });
    await w.floor.put(0, CUP, 9);
    await w.floor.put(0, BOX, 3);
    const plan = { productId: w.product(KIT), warehouseId: w.warehouseId };
    expect(await server.ok(calls.planAssembly, plan, w.main)).toMatchObject({
      version: 1,
      possible: 3,
      labourCost: '0.8',
    });
    const { id } = await w.draft(2, { lines: undefined });
    expect(await w.detail(id)).toMatchObject({
      recipeVersion: 1,
      labourCost: '0.8',
      lines: [{ each: 2 }, { each: 1 }],
    });
    expect((await save(1, [...w.parts, { productId: w.product(LID), each: 1 }])).data).toMatchObject({ version: 2 });
    expect(await w.detail(id)).toMatchObject({ recipeVersion: 1, lines: [{ each: 2 }, { each: 1 }] });
    const [row] = (await server.ok(calls.listRecipes, { text: 'P-1' }, w.main)).rows;
    expect(row).toMatchObject({
      sku: 'P-1',
      version: 2,
      possible: 0,
      labourCost: '0.8',
      parts: [{ each: 2 }, {}, { sku: 'P-4' }],
    });
    await server.ok(calls.retireRecipe, { id: row?.id ?? 0 }, w.main);
    expect((await server.ok(calls.listRecipes, {}, w.main)).rows).toEqual([]);
    expect(
      (await server.call(calls.saveAssembly, { ...plan, kind: 'assemble', quantity: 1 }, w.main)).data,
    ).toMatchObject({
      error: 'core.badInput',
    });
  });
});

type Act = { kind: 'assemble' | 'disassemble' | 'undo' | 'sell' | 'cancel'; n: number };

it('conserves units and value whatever is assembled, taken apart, undone and sold in between', async () => {
  const act = fc.record({
    kind: fc.constantFrom<Act['kind']>('assemble', 'assemble', 'disassemble', 'undo', 'undo', 'sell', 'cancel'),
    n: fc.nat({ max: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 24 }), async (acts) => {
      const w = await workshop();
      for (const [product, cost] of [
        [CUP, '1.37'],
        [CUP, '2.113333'],
        [BOX, '0.333333'],
        [KIT, '7.77'],
      ] as const)
        await w.floor.put(product, product, 12, cost);
      let labour = 0;
      for (const { kind, n } of acts) labour += await perform(w, kind, n);
      const expected = await units(w.floor);
      expect(expected.parts).toEqual(expected.ledger);
      expect(await w.floor.wrongs()).toEqual([]);
      const sum = await w.booked('assembly_difference');
      // Labour went into the kits; each line that was booked may leave half a cent.
      expect(Math.abs(sum + labour)).toBeLessThan(0.01 * (1 + 8 * acts.length));
      const [row] = await query(
        'select coalesce(sum(base_amount), 0)::float as sum from ledger_line where company_id = $1',
        [w.main.companyId],
      );
      expect(row?.sum).toBe(0);
    }),
    { numRuns: runs(3, 40), endOnFailure: true },
  );
});

/** Two cups and a box of a kit, wherever they are now: sold kits and cups count as what they were made of. */
async function units(floor: Floor) {
  const [row] = await query(
    `with n as (select product_id, sum(n)::int as n from (
        select product_id, on_hand as n from stock_balance where company_id = $1
        union all select l.product_id, l.quantity from outbound_line l join outbound o on o.company_id = $1 and o.id = l.outbound_id
          where l.company_id = $1 and o.state = 'shipped') x group by 1)
      select (select n from n where product_id = $3)::int + 2 * (select n from n where product_id = $2)::int as cups,
        (select n from n where product_id = $4)::int + (select n from n where product_id = $2)::int as boxes`,
    [floor.main.companyId, floor.productIds[KIT], floor.productIds[CUP], floor.productIds[BOX]],
  );
  return { parts: [row?.cups, row?.boxes], ledger: [24 + 24, 12 + 12] };
}

/** A rule may refuse it. Anything else fails the test. */
async function allowed(w: Awaited<ReturnType<typeof workshop>>, call: typeof calls.undoAssembly, id: number) {
  const { status } = await server.call(call, { id }, w.main);
  expect([200, 422]).toContain(status);
  return status === 200;
}

/** @returns the labour that went into kits */
async function perform(w: Awaited<ReturnType<typeof workshop>>, kind: Act['kind'], n: number): Promise<number> {
  if (kind === 'undo') {
    const [row] = await query(
      `select id, (labour_cost * quantity)::float as labour from assembly where company_id = $1 and state = 'done' order by (id * 7919 + $2) % 13 limit 1`,
      [w.main.companyId, n],
    );
    return row && (await allowed(w, calls.undoAssembly, row.id)) ? -row.labour : 0;
  }
  if (kind === 'sell') {
    const [free = 0, reserved = 0] = await w.balance(n % 3);
    if (free - reserved < 2) return 0;
    const made = await w.floor.order([n % 3, 1 + (n % 2)]);
    const ids = [made.outboundId];
    await w.floor.tx((tx) => createWaves(tx, ids, {}));
    await w.floor.tx((tx) => pickOutbounds(tx, ids));
    await w.floor.tx((tx) => packOutbounds(tx, [{ outboundId: made.outboundId, weightGrams: 100 }], 'all'));
    await w.floor.tx((tx) => shipOutbounds(tx, ids));
    return 0;
  }
  const quantity = 1 + (n % 4);
  const assembles = kind !== 'disassemble';
  const { id } = await w.draft(quantity, {
    kind: assembles ? 'assemble' : kind,
    ...(assembles ? { labourCost: '0.37' } : {}),
  });
  if (!(await allowed(w, calls.submitAssembly, id))) return 0;
  if (kind === 'cancel') {
    await w.cancel(id);
    return 0;
  }
  await w.finish(id, n % 6);
  return assembles ? 0.37 * quantity : 0;
}
