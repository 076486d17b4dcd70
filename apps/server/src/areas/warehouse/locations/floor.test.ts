import * as calls from '@tradewind/contract/warehouse.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { scanPages } from '../../logistics/testing/scan.ts';
import { cancelOutbounds, createWaves, pickOutbounds, undoPick } from '../public.ts';
import { type Floor, openFloor } from '../warehouse.testing.ts';
import { arrange, type Bay } from './arrange.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const errorOf = (answer: { data: unknown }) => (answer.data as { error: string }).error;
const MEASURES = { bayWidthMm: 1000, depthMm: 600, aisleMm: 1500 };

describe('a plan by codes', () => {
  const bay = (area: string, shelf: string, column: string): Bay => ({ area, shelf, column });

  it('puts racks back to back, an aisle before each, bays as people count', () => {
    const placed = arrange(
      ['1', '2', '3', '4'].flatMap((shelf) => ['2', '10', '1'].map((column) => bay('A', shelf, column))),
      MEASURES,
    );
    const at = (shelf: string, column: string) =>
      placed.find((one) => one.shelf === shelf && one.column === column)?.place;
    expect(['1', '2', '3', '4'].map((shelf) => at(shelf, '1')?.yMm)).toEqual([0, 2100, 2700, 4800]);
    expect(['1', '2', '10'].map((column) => at('1', column)?.xMm)).toEqual([0, 1000, 2000]);
  });

  it('never puts two things at one place, and leaves none out', () => {
    const code = fc.constantFrom('1', '2', '3', '4', '5', '10', 'A', 'B');
    const measures = fc.record({
      bayWidthMm: fc.integer({ min: 50, max: 3000 }),
      depthMm: fc.integer({ min: 50, max: 2000 }),
      aisleMm: fc.integer({ min: 200, max: 4000 }),
    });
    const bays = fc.uniqueArray(fc.tuple(code, code, code), { selector: String, maxLength: 60 });
    fc.assert(
      fc.property(bays, measures, fc.nat(50_000), (requested, supplied, top) => {
        const placed = arrange(
          requested.map(([a, s, c]) => bay(a, s, c)),
          supplied,
          top,
        );
        expect(placed.length).toBe(requested.length);
        for (const [i, { place: a }] of placed.entries()) {
          expect(Math.min(a.xMm, a.yMm - top)).toBeGreaterThanOrEqual(0);
          for (const { place: b } of placed.slice(i + 1)) {
            const apart =
              a.xMm + a.widthMm <= b.xMm ||
              b.xMm + b.widthMm <= a.xMm ||
              a.yMm + a.depthMm <= b.yMm ||
              b.yMm + b.depthMm <= a.yMm;
            expect(apart).toBe(true);
          }
        }
      }),
      { numRuns: runs(10, 480) },
    );
  });
});

describe('the floor of a warehouse', () => {
  let floor: Floor;
  beforeAll(async () => {
    floor = await openFloor(server, { bins: 3 });
  });
  const plan = () => server.ok(calls.getFloorPlan, { houseId: floor.warehouseId }, floor.main);

  it('is drawn where locations are generated, and shows how full they are and how often they are picked', async () => {
    const range = (to: number) => ({ from: 1, to });
    const input = { houseId: floor.warehouseId, areas: ['P'], shelves: range(2), rows: range(2), columns: range(2) };
    await server.ok(calls.generateLocationCodes, { ...input, capacity: 40, floor: MEASURES }, floor.main);
    const { bays } = await plan();
    const drawn = bays.filter((bay) => bay.place);
    expect(drawn.map(({ shelf, column, place }) => [shelf, column, place?.xMm, place?.yMm])).toEqual([
      ['01', '01', 0, 0],
      ['01', '02', 1000, 0],
      ['02', '01', 0, 2100],
      ['02', '02', 1000, 2100],
    ]);
    expect(drawn[0]?.levels.map((level) => [level.row, level.capacity, level.units])).toEqual([
      ['01', 40, 0],
      ['02', 40, 0],
    ]);
    await floor.put(0, 0, 5);
    const { outboundId } = await floor.order([0, 2]);
    await floor.tx((tx) => createWaves(tx, [outboundId]));
    await floor.tx((tx) => pickOutbounds(tx, [outboundId]));
    const bin = (await plan()).bays.find((bay) => bay.area === 'A' && bay.column === '01')?.levels[0];
    expect([bin?.units, bin?.picks]).toEqual([3, 1]);
  });

  it('takes the rest by their codes, below what is drawn; single bays where they are put', async () => {
    const requested = { houseId: floor.warehouseId, ...MEASURES };
    const before = (await plan()).bays.filter((bay) => bay.place);
    const { placed } = await server.ok(calls.arrangeLocations, requested, floor.main);
    expect(placed).toBe(3 + 4);
    const after = (await plan()).bays;
    expect(after.every((bay) => bay.place)).toBe(true);
    const kept = (code: { area: string; shelf: string; column: string }) =>
      after.find((bay) => bay.area === code.area && bay.shelf === code.shelf && bay.column === code.column)?.place;
    expect(before.map(kept)).toEqual(before.map((bay) => bay.place));
    const place = { xMm: 9000, yMm: 8000, widthMm: 1200, depthMm: 800 };
    const bays = [{ area: 'P', shelf: '02', column: '02', place }];
    expect(await server.ok(calls.placeLocations, { houseId: floor.warehouseId, bays }, floor.main)).toEqual({
      placed: 2,
    });
    const moved = (await plan()).bays.find((bay) => bay.shelf === '02' && bay.column === '02' && bay.area === 'P');
    expect([moved?.place, moved?.levels.length]).toEqual([place, 2]);
    const other = await server.company();
    const stranger = await server.call(calls.placeLocations, { houseId: floor.warehouseId, bays }, other);
    expect(stranger.status).toBe(404);
  });

  it('is labelled with codes that a scanner reads', async () => {
    const { rows } = await server.ok(calls.listLocations, { houseId: floor.warehouseId, text: 'P-01' }, floor.main);
    const query = `houseId=${floor.warehouseId}&layout=roll&text=P-01`;
    const answer = await fetch(`${server.url}/api${calls.printLocationLabels.path}?${query}`, {
      headers: { token: floor.main.token },
    });
    const pages = await scanPages(Buffer.from(await answer.arrayBuffer()));
    expect(pages.map((page) => page.code).sort()).toEqual(rows.map((row) => row.code).sort());
    expect(pages.length).toBe(4);
  });
});

describe('a location that is disabled', () => {
  let floor: Floor;
  beforeAll(async () => {
    floor = await openFloor(server, { bins: 2 });
  });
  const locationOf = (bin: number) => ({
    id: floor.bins[bin]?.id ?? 0,
    area: 'A',
    shelf: '01',
    row: '01',
    column: `0${bin + 1}`,
  });
  const disable = (bin: number) =>
    server.call(calls.updateLocation, { frame: { ...locationOf(bin), enabled: false } }, floor.main);
  const stranded = () => server.ok(calls.listStranded, { houseId: floor.warehouseId }, floor.main);

  it('is told which waves hold it; then its goods stay, are picked by nobody, and can be moved away', async () => {
    await floor.put(0, 0, 5);
    const { outboundId } = await floor.order([0, 2]);
    const [wave] = (await floor.tx((tx) => createWaves(tx, [outboundId]))).waves;
    const refused = await disable(0);
    expect([refused.status, errorOf(refused)]).toEqual([422, 'warehouse.locationPromised']);
    expect(refused.msg).toContain(wave?.number);
    await floor.tx((tx) => cancelOutbounds(tx, [outboundId], 'order'));
    expect((await disable(0)).status).toBe(200);
    const again = await floor.order([0, 1]);
    const made = await floor.tx((tx) => createWaves(tx, [again.outboundId]));
    expect(made.waves).toEqual([]);
    expect(await stranded()).toMatchObject({ total: 1, rows: [{ code: 'A-01-01-01', onHand: 5, sku: 'P-1' }] });

    const fromId = locationOf(0).id;
    const move = (toCode: string) => server.call(calls.emptyLocation, { fromId, toCode }, floor.main);
    expect((await move('NOWHERE')).status).toBe(400);
    const location = { ...locationOf(1), capacity: 4 };
    await server.ok(calls.updateLocation, { frame: location }, floor.main);
    const full = await move('A-01-01-02');
    expect([full.status, (full.data as never as { fields: { path: string }[] }).fields[0]?.path]).toEqual([
      400,
      'toCode',
    ]);
    await server.ok(calls.updateLocation, { frame: { ...location, capacity: null } }, floor.main);
    expect(await server.ok(calls.emptyLocation, { fromId, toCode: 'a-01-01-02' }, floor.main)).toMatchObject({
      units: 5,
    });
    expect((await stranded()).total).toBe(0);
    expect((await floor.tx((tx) => createWaves(tx, [again.outboundId]))).waves.length).toBe(1);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('takes no pick back: what was picked there before goes elsewhere', async () => {
    const quiet = await openFloor(server, { bins: 1 });
    await quiet.put(0, 0, 2);
    const { outboundId } = await quiet.order([0, 1]);
    await quiet.tx((tx) => createWaves(tx, [outboundId]));
    await quiet.tx((tx) => pickOutbounds(tx, [outboundId]));
    const location = { id: quiet.bins[0]?.id ?? 0, area: 'A', shelf: '01', row: '01', column: '01' };
    await server.ok(calls.updateLocation, { frame: { ...location, enabled: false } }, quiet.main);
    const [stop] = (
      await server.app.database.owner.query('select id from pick_line where company_id = $1', [quiet.main.companyId])
    ).rows;
    const undo = () => quiet.tx((tx) => undoPick(tx, stop.id));
    await expect(undo()).rejects.toMatchObject({ code: 'warehouse.undoDisabled' });
    expect(await quiet.state(outboundId)).toBe('picked');
    await server.ok(calls.updateLocation, { frame: { ...location, enabled: true } }, quiet.main);
    await undo();
    expect([await quiet.state(outboundId), await quiet.wrongs()]).toEqual(['picking', []]);
  });

  it('waits for a wave that is being made, and is refused by it', async () => {
    const busy = await openFloor(server, { bins: 1 });
    await busy.put(0, 0, 2);
    const { outboundId } = await busy.order([0, 1]);
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const wave = busy.tx(async (tx) => {
      await createWaves(tx, [outboundId]);
      begin();
      await server.blocked();
    });
    await begun;
    const location = { id: busy.bins[0]?.id ?? 0, area: 'A', shelf: '01', row: '01', column: '01', enabled: false };
    const refused = await server.call(calls.updateLocation, { frame: location }, busy.main);
    expect([refused.status, errorOf(refused)]).toEqual([422, 'warehouse.locationPromised']);
    await wave;
    // The wave's packing location is needed, too.
    const packing = { id: busy.packingId, area: 'PCK', shelf: '01', row: '01', column: '01', kind: 'packing' as const };
    const needed = await server.call(calls.updateLocation, { frame: { ...packing, enabled: false } }, busy.main);
    expect(errorOf(needed)).toBe('warehouse.locationPromised');
  });
});

describe('FNSKUs of a warehouse', () => {
  it('are one a product, name one product, and are copied to where there are none yet', async () => {
    const floor = await openFloor(server, { products: 3 });
    const add = (code: string) =>
      server.ok(
        calls.addWarehouse,
        { warehouse: { code, name: code, kind: 'platform', address: { country: 'US' } } },
        floor.main,
      );
    const from = (await add('FBA1')).id;
    const to = (await add('FBA2')).id;
    const save = (warehouseId: number, product: number, fnsku: string) =>
      server.call(
        calls.saveWarehouseFnSku,
        { houseId: warehouseId, productId: floor.productIds[product] ?? 0, fnsku },
        floor.main,
      );
    expect((await save(from, 0, 'x001abcdef')).status).toBe(200);
    expect((await save(from, 1, 'X002ABCDEF')).status).toBe(200);
    expect((await save(from, 0, 'X009ABCDEF')).status).toBe(200);
    expect((await save(from, 2, 'X002ABCDEF')).status).toBe(400);
    expect((await save(from, 2, 'TOO-SHORT')).status).toBe(400);
    await save(to, 1, 'X007ABCDEF');
    expect(await server.ok(calls.warehouseFnSkuCopy, { from, to }, floor.main)).toEqual({ copied: 1, existed: 1 });
    expect(await server.ok(calls.warehouseFnSkuCopy, { from, to }, floor.main)).toEqual({ copied: 0, existed: 2 });
    const { rows } = await server.ok(calls.listWarehouseFnSku, { houseId: to }, floor.main);
    expect(rows.map((row) => [row.sku, row.fnsku])).toEqual([
      ['P-1', 'X009ABCDEF'],
      ['P-2', 'X007ABCDEF'],
    ]);
    await server.ok(calls.deleteWarehouse, { id: to }, floor.main);
  });

  it('and nobody is asked who is not connected; nobody runs your own', async () => {
    const floor = await openFloor(server);
    const own = await server.call(calls.refreshWarehouse, { id: floor.warehouseId }, floor.main);
    expect(errorOf(own)).toBe('warehouse.ownHouseRefresh');
    const warehouse = {
      code: 'R1',
      name: 'R1',
      kind: 'rented' as const,
      provider: 'zipto',
      address: { country: 'US' },
    };
    const { id } = await server.ok(calls.addWarehouse, { warehouse }, floor.main);
    const alone = await server.call(calls.refreshWarehouseInventory, { id }, floor.main);
    expect(errorOf(alone)).toBe('warehouse.nobodyToAsk');
    await server.ok(calls.addWarehouseWms, { wms: { system: 'Zipto', name: '洛杉矶代发' } }, floor.main);
    expect(await server.ok(calls.getWarehouseWms, {}, floor.main)).toEqual([
      { system: 'tradewindwms', name: 'Tradewind WMS', own: true, warehouses: 1 },
      { system: 'zipto', name: '洛杉矶代发', own: false, warehouses: 1 },
    ]);
  });
});
