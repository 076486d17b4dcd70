import * as calls from '@tradewind/contract/warehouse.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import { createWaves, pickOutbounds, shortPick, undoPick } from './public.ts';
import { fittingCarton } from './scan/cartons.ts';
import { sortItem, undoSort, wallOf } from './scan/sort.ts';
import { type Floor, openFloor } from './warehouse.testing.ts';
import { gather } from './wave/print.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const key = () => `test-${Math.random().toString(36).slice(2)}`;
/** Bins in two rows across an aisle, numbered across it: 0 4 1 5 2 6 ... face each other. */
async function draw(floor: Floor): Promise<void> {
  const half = floor.bins.length / 2;
  for (const [i, bin] of floor.bins.entries())
    await floor.tx((tx) =>
      tx.rows(sql`update location set x_mm = ${(i % half) * 3000}, y_mm = ${i < half ? 0 : 3500}, width_mm = 3000, depth_mm = 1000
        where company_id = ${sql.company} and id = ${bin.id} returning id`),
    );
  await floor.tx((tx) =>
    tx.rows(sql`update location set x_mm = 0, y_mm = 1500, width_mm = 500, depth_mm = 500
      where company_id = ${sql.company} and id = ${floor.packingId} returning id`),
  );
}

describe('a wave on a drawn floor', () => {
  it('is walked along the aisle, not by number, and again from where the picker stands when a stop runs short', async () => {
    const floor = await openFloor(server, { bins: 8, products: 8 });
    await draw(floor);
    for (let i = 0; i < 8; i++) await floor.put(i, i, 5);
    await floor.put(6, 1, 5);
    const order = await floor.order([0, 1], [4, 1], [1, 1], [5, 1], [3, 1]);
    const { waves } = await floor.tx((tx) => createWaves(tx, [order.outboundId]));
    const id = waves[0]?.id ?? 0;
    const detail = () => server.ok(calls.getWave, { id }, floor.main);
    const places = async () =>
      (await detail()).stops
        .filter((s) => s.state === 'open')
        .map((s) => floor.bins.findIndex((b) => b.id === s.locationId));
    const first = await places();
    // There and back along one aisle: bins that face each other are neighbours, and the far end is the turn.
    expect([...first].sort()).toEqual([0, 1, 3, 4, 5]);
    expect((await detail()).walkMm).toBeGreaterThan(0);
    expect(first.indexOf(3)).toBeGreaterThanOrEqual(2);
    const byNumber = [0, 1, 3, 4, 5];
    expect(first).not.toEqual(byNumber);
    const stop = (await detail()).stops.find((s) => s.locationId === floor.bins[1]?.id);
    await floor.tx((tx) => shortPick(tx, stop?.id ?? 0, 'empty'));
    // Bin 6 is on the way and no detour at the end.
    const again = await places();
    expect([...again].sort()).toEqual([0, 3, 4, 5, 6]);
    expect(again.at(-1)).not.toBe(6);
    expect(await floor.wrongs()).toEqual([]);
  });
});

describe('a wave that is picked order by order', () => {
  it('finishes an order before the next begins, on paper too, and also after a short pick', async () => {
    const floor = await openFloor(server, { bins: 6 });
    for (let i = 0; i < 4; i++) await floor.put(i, i, 5);
    await floor.put(5, 0, 5);
    const orders = [await floor.order([0, 1], [2, 1]), await floor.order([0, 1], [1, 1])];
    const ids = orders.map((order) => order.outboundId);
    const { waves } = await floor.tx((tx) => createWaves(tx, ids, { method: 'orders' }));
    const open = async () => {
      const { stops } = await server.ok(calls.getWave, { id: waves[0]?.id ?? 0 }, floor.main);
      return stops.filter((stop) => stop.state === 'open');
    };
    const where = async () =>
      (await open()).map((stop) => [
        ids.indexOf(stop.outboundId),
        floor.bins.findIndex((bin) => bin.id === stop.locationId),
      ]);
    expect(await where()).toEqual([
      [0, 0],
      [0, 2],
      [1, 0],
      [1, 1],
    ]);
    const rows = (byOrder: boolean, stops: calls.PickStop[]) => gather(stops, byOrder).map((row) => row.slots);
    expect(rows(true, await open())).toEqual([['1'], ['1'], ['2'], ['2']]);
    expect(rows(false, await open())).toEqual([['1', '2'], ['1'], ['2']]);
    const [first] = await open();
    await floor.tx((tx) => shortPick(tx, first?.id ?? 0, 'empty'));
    expect(await where()).toEqual([
      [0, 2],
      [0, 5],
      [1, 0],
      [1, 1],
    ]);
  });
});

describe('rules of waves', () => {
  it('take orders one after another, tell before what they will make, and leave the rest waiting', async () => {
    const floor = await openFloor(server, { bins: 4 });
    for (let i = 0; i < 4; i++) await floor.put(i, i, 50);
    for (let i = 0; i < 5; i++) await floor.order([i % 4, 1]);
    const multi = await floor.order([0, 1], [1, 2]);
    const { warehouseId, main } = floor;
    const rule = { warehouseId, maxOrders: 3, method: 'single' as const };
    const odd = await server.call(calls.saveWaveRule, { ...rule, name: 'Odd', lines: 'multi' }, main);
    expect(odd).toMatchObject({ status: 400, data: { fields: [{ path: 'lines' }] } });
    const mixed = await server.ok(calls.createWavesCall, { outboundIds: [multi.outboundId], method: 'single' }, main);
    expect(mixed.failed.map((one) => one.error)).toEqual(['warehouse.notSingleLine']);
    const { id } = await server.ok(calls.saveWaveRule, { ...rule, name: 'Fast lane', cutOff: '16:30' }, main);
    const other = await server.ok(calls.saveWaveRule, { warehouseId, name: 'Wall', area: 'b', method: 'batch' }, main);
    const twice = await server.call(calls.saveWaveRule, { ...rule, name: 'Wall' }, main);
    expect(twice.status).toBe(400);
    await server.ok(calls.moveWaveRule, { id: other.id, up: true }, main);
    const rules = await server.ok(calls.listWaveRules, { warehouseId }, main);
    expect(rules.map((one) => [one.name, one.area, one.cutOff, one.lines])).toEqual([
      ['Wall', 'B', '', 'any'],
      ['Fast lane', '', '16:30', 'single'],
    ]);
    const answered = await server.ok(calls.previewWaves, { warehouseId }, main);
    expect(answered.rules.map((one) => [one.name, one.waves, one.orders])).toEqual([
      ['Wall', 0, 0],
      ['Fast lane', 2, 5],
    ]);
    expect(await floor.state(multi.outboundId)).toBe('waiting');
    const key1 = key();
    const ran = await server.ok(calls.runWaveRules, { warehouseId, idempotencyKey: key1 }, main);
    expect(ran.rules).toEqual(answered.rules);
    expect([ran.done, ran.waiting]).toEqual([5, 1]);
    const listed = await server.ok(calls.listWaves, { warehouseId }, main);
    expect(listed.rows.map((wave) => [wave.method, wave.orders])).toEqual([
      ['single', 2],
      ['single', 3],
    ]);
    await server.ok(calls.deleteWaveRule, { id }, main);
    expect(await floor.wrongs()).toEqual([]);
  });
});

describe('a wave of one area', () => {
  it('is filled from that area alone; what crosses it keeps nothing back and goes on waiting', async () => {
    const floor = await openFloor(server, { bins: 2 });
    await floor.tx((tx) =>
      tx.rows(sql`update location set area = 'B' where company_id = ${sql.company} and id = ${floor.bins[1]?.id ?? 0}
        returning id`),
    );
    await floor.put(0, 0, 5);
    await floor.put(1, 1, 1);
    const crossing = await floor.order([0, 1], [1, 1]);
    await floor.put(0, 1, 1);
    const within = await floor.order([1, 1]);
    const made = await floor.tx((tx) => createWaves(tx, [crossing.outboundId, within.outboundId], { area: 'B' }));
    expect(made.waves.map((wave) => wave.outboundIds)).toEqual([[within.outboundId]]);
    expect(made.refused).toEqual([]);
    expect(await floor.state(crossing.outboundId)).toBe('waiting');
    expect(await floor.wrongs()).toEqual([]);
  });
});

describe('the sort wall', () => {
  it('finishes the order that lacks least, and survives a reload', async () => {
    const floor = await openFloor(server);
    await floor.put(0, 0, 20);
    await floor.put(1, 1, 20);
    const big = await floor.order([0, 2], [1, 1]);
    const small = await floor.order([0, 1]);
    const { waves } = await floor.tx((tx) => createWaves(tx, [big.outboundId, small.outboundId], { method: 'batch' }));
    const waveId = waves[0]?.id ?? 0;
    const item = (code: string, quantity = 1) =>
      server.ok(calls.sortItemCall, { waveId, code, quantity, idempotencyKey: key() }, floor.main);
    const early = await server.call(calls.sortItemCall, { waveId, code: floor.skus[0] ?? '' }, floor.main);
    expect((early.data as never as { error: string }).error).toBe('warehouse.nothingToSort');
    await floor.tx((tx) => pickOutbounds(tx, [big.outboundId, small.outboundId]));
    const one = await item(floor.skus[0] ?? '');
    expect([one.outboundId, one.complete]).toEqual([small.outboundId, true]);
    expect((await item(floor.skus[0] ?? '', 2)).outboundId).toBe(big.outboundId);
    const wall = await server.ok(calls.getSortWall, { waveId }, floor.main);
    expect([wall.toSort, wall.slots.map((slot) => slot.sorted)]).toEqual([1, [2, 1]]);
    const out = { waveId, outboundId: big.outboundId, code: floor.skus[0] ?? '' };
    expect((await server.ok(calls.undoSortCall, out, floor.main)).wall.toSort).toBe(2);
    await server.ok(calls.undoSortCall, out, floor.main);
    const none = await server.call(calls.undoSortCall, out, floor.main);
    expect((none.data as never as { error: string }).error).toBe('warehouse.notInSlot');
  });

  it('sends no item to two slots and no slot an item too many, whoever sorts, undoes and picks beside', async () => {
    const act = fc.record({ kind: fc.constantFrom('sort', 'sort', 'sort', 'undo', 'unpick'), n: fc.nat({ max: 5 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 4, maxLength: 9 }), { minLength: 3, maxLength: 3 }),
        async (people) => {
          const floor = await openFloor(server, { products: 2, bins: 2 });
          await floor.put(0, 0, 30);
          await floor.put(1, 1, 30);
          const ids: number[] = [];
          for (let i = 0; i < 6; i++) ids.push((await floor.order([0, 1 + (i % 2)], [1, 1])).outboundId);
          const { waves } = await floor.tx((tx) => createWaves(tx, ids, { method: 'batch' }));
          const waveId = waves[0]?.id ?? 0;
          await floor.tx((tx) => pickOutbounds(tx, ids));
          let scanned = 0;
          const perform = async ({ kind, n }: { kind: string; n: number }) => {
            const code = floor.skus[n % 2] ?? '';
            if (kind === 'sort') {
              const answer = await floor.tx((tx) => sortItem(tx, { waveId, code, quantity: 1 }));
              scanned += 1;
              expect(answer.slot).toBeGreaterThan(0);
            } else if (kind === 'undo') {
              await floor.tx((tx) => undoSort(tx, { waveId, outboundId: ids[n] ?? 0, code, quantity: 1 }));
              scanned -= 1;
            } else {
              const line = await floor.tx((tx) =>
                tx.row<{ id: number }>(
                  sql`select id from pick_line where company_id = ${sql.company} and outbound_id = ${ids[n] ?? 0} limit 1`,
                ),
              );
              await floor.tx((tx) => undoPick(tx, line?.id ?? 0));
            }
          };
          await Promise.all(
            people.map(async (acts) => {
              for (const one of acts)
                await perform(one).catch((error: { code?: string }) => {
                  if (!/^(warehouse|stock)\./.test(error.code ?? '')) throw error;
                });
            }),
          );
          const { slots } = await floor.tx((tx) => wallOf(tx, { waveId }));
          for (const slot of slots) expect(slot.sorted).toBeLessThanOrEqual(slot.picked);
          const undone = people.flat().some((one) => one.kind === 'unpick');
          if (!undone) expect(slots.reduce((sum, slot) => sum + slot.sorted, 0)).toBe(scanned);
          expect(await floor.wrongs()).toEqual([]);
        },
      ),
      { numRuns: runs(4, 80) },
    );
  });
});

describe('boxes', () => {
  const box = (
    id: number,
    lengthMm: number,
    widthMm: number,
    heightMm: number,
    maxWeightGrams: number | null = null,
  ) => ({
    id,
    name: `B${id}`,
    lengthMm,
    widthMm,
    heightMm,
    weightGrams: 100,
    maxWeightGrams,
    enabled: true,
  });
  const boxes = [box(1, 200, 150, 100), box(2, 400, 300, 200, 5_000), box(3, 600, 400, 400)];
  const goods = (quantity: number, sidesMm: [number, number, number] | null, grams = 100) => [
    { quantity, sidesMm, grams },
  ];

  it('are chosen by volume, sides and weight', () => {
    const chosen = (all: ReturnType<typeof goods>) => fittingCarton(boxes, all)?.id ?? null;
    expect(chosen(goods(1, [100, 180, 90]))).toBe(1);
    // The volume fits, but it is too long.
    expect(chosen(goods(1, [10, 10, 380]))).toBe(2);
    expect(chosen(goods(10, [100, 180, 90]))).toBe(2);
    expect(chosen(goods(1, [100, 180, 90], 6_000))).toBe(1);
    expect(chosen(goods(1, [10, 10, 380], 6_000))).toBe(3);
    expect(chosen(goods(1, [700, 10, 10]))).toBeNull();
    expect(chosen(goods(1, null))).toBeNull();
  });

  it('are kept by the company, and an order is told its own with what it should weigh', async () => {
    const floor = await openFloor(server);
    const { main } = floor;
    const inner = { lengthMm: 200, widthMm: 150, heightMm: 100, weightGrams: 80 };
    const { id } = await server.ok(calls.saveCartonType, { name: 'S', ...inner }, main);
    await server.ok(calls.saveCartonType, { id, name: 'Small', ...inner }, main);
    expect((await server.call(calls.saveCartonType, { name: 'Small', ...inner }, main)).status).toBe(400);
    await floor.put(0, 0, 5);
    const order = await floor.order([0, 2]);
    const answered = () => server.ok(calls.suggestCarton, { outboundId: order.outboundId }, main);
    expect(await answered()).toMatchObject({ carton: null, expectedGrams: 600, toleranceGrams: 30, unmeasured: 1 });
    await server.app.database.owner.query(
      'update product set length_cm = 10, width_cm = 10, height_cm = 5 where company_id = $1',
      [main.companyId],
    );
    expect(await answered()).toMatchObject({ carton: { name: 'Small' }, expectedGrams: 680, toleranceGrams: 34 });
    await server.ok(calls.deleteCartonType, { id }, main);
    expect(await server.ok(calls.listCartonTypes, {}, main)).toEqual([]);
  });
});
