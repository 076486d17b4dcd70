import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../core/context.ts';
import { writeTemplate } from '../../core/sheets.ts';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { placesOf } from './locations/generate.ts';
import { locationImport } from './locations/import.ts';
import { type Floor, openFloor } from './warehouse.testing.ts';

let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await testServer();
  main = await server.company();
});
afterAll(() => server.close());

const address = { line1: '1 Dock Rd', city: 'Edison', state: 'NJ', postalCode: '08817', country: 'US' };
const add = (code: string, kind: 'selfBuilt' | 'rented' | 'overseas' = 'selfBuilt') =>
  server.ok(calls.addWarehouse, { warehouse: { code, name: `House ${code}`, kind, address } }, main);
const find = (id: number) => server.ok(calls.findWarehouseDetail, { id }, main);
const errorOf = (answer: { data: unknown }) => (answer.data as { error: string }).error;

describe('warehouses', () => {
  it('begin with the places that work needs; the first one becomes the default', async () => {
    const { id } = await add('W1');
    expect(await find(id)).toMatchObject({ isDefault: true, enabled: true, counting: false, locations: 4 });
    const { rows } = await server.ok(calls.listLocations, { houseId: id }, main);
    expect(rows.map((row) => row.kind).sort()).toEqual(['damaged', 'packing', 'receiving', 'returns']);
    expect(await find((await add('W2')).id)).toMatchObject({ isDefault: false });
    const elsewhere = await add('W3', 'overseas');
    const there = await server.ok(calls.listLocations, { houseId: elsewhere.id }, main);
    expect(there.rows.map((row) => row.kind).sort()).toEqual(['packing', 'storage']);
  });

  it('have codes of their own', async () => {
    await add('TWICE');
    const again = await server.call(
      calls.addWarehouse,
      { warehouse: { code: 'TWICE', name: 'x', kind: 'selfBuilt', address } },
      main,
    );
    expect([again.status, (again.data as never as { fields: { path: string }[] }).fields[0]?.path]).toEqual([
      400,
      'warehouse.code',
    ]);
  });

  it('that are rented let only the person in charge be changed', async () => {
    const { id } = await add('RENTED', 'rented');
    const change = (more: object) =>
      server.call(calls.updateWarehouse, { warehouse: { id, version: 1, ...more } }, main);
    const refused = await change({ name: 'Mine now', personInCharge: 'Ann' });
    expect([refused.status, errorOf(refused)]).toEqual([422, 'warehouse.rentedOnlyPerson']);
    expect((await change({ personInCharge: 'Ann' })).status).toBe(200);
    expect(await find(id)).toMatchObject({ name: 'House RENTED', personInCharge: 'Ann', version: 2 });
    expect((await server.ok(calls.getWarehouseIsOthers, {}, main)).map((row) => row.code)).toEqual(['W3', 'RENTED']);
  });

  it('tell who was faster when two people edit', async () => {
    const { id } = await add('RACE');
    const change = (name: string) => server.call(calls.updateWarehouse, { warehouse: { id, version: 1, name } }, main);
    const statuses = [(await change('First')).status, (await change('Second')).status];
    expect(statuses).toEqual([200, 409]);
    expect((await find(id)).name).toBe('First');
  });

  it('that are the default can be neither disabled nor deleted until another one is', async () => {
    const { rows } = await server.ok(calls.getWarehouse, {}, main);
    const first = rows.find((row) => row.isDefault);
    const id = first?.id ?? 0;
    expect(errorOf(await server.call(calls.stopUseWarehouse, { id }, main))).toBe('warehouse.defaultStays');
    expect(errorOf(await server.call(calls.deleteWarehouse, { id }, main))).toBe('warehouse.defaultStays');
    const other = rows.find((row) => row.code === 'W2')?.id ?? 0;
    await server.ok(calls.setDefaultWarehouse, { id: other }, main);
    await server.ok(calls.stopUseWarehouse, { id }, main);
    expect([(await find(id)).enabled, (await find(other)).isDefault]).toEqual([false, true]);
    expect(errorOf(await server.call(calls.setDefaultWarehouse, { id }, main))).toBe('warehouse.disabled');
    const off = await server.ok(calls.getWarehouse, { enabled: false }, main);
    expect(off.rows.map((row) => row.id)).toEqual([id]);
    await server.ok(calls.isUseWarehouse, { id }, main);
    expect((await find(id)).history.map((row) => row.event)).toEqual(['enabled', 'disabled', 'added']);
    await server.ok(calls.deleteWarehouse, { id }, main);
    expect((await server.call(calls.findWarehouseDetail, { id }, main)).status).toBe(404);
  });

  it('that ever held something stay', async () => {
    const floor = await openFloor(server);
    await floor.put(0, 0, 1);
    const extra = await server.ok(
      calls.addWarehouse,
      { warehouse: { code: 'X', name: 'x', kind: 'selfBuilt', address } },
      floor.main,
    );
    await server.ok(calls.setDefaultWarehouse, { id: extra.id }, floor.main);
    const refused = await server.call(calls.deleteWarehouse, { id: floor.warehouseId }, floor.main);
    expect([refused.status, errorOf(refused)]).toEqual([422, 'warehouse.used']);
  });

  it('are seen by whoever adds them', async () => {
    const clerk = await server.member(main.companyId, [rights.warehouse.add]);
    const warehouse = { code: 'MINE', name: 'Mine', kind: 'overseas' as const, address };
    const { id } = await server.ok(calls.addWarehouse, { warehouse }, clerk);
    const { rows } = await server.ok(calls.getWarehouse, {}, clerk);
    expect(rows.map((row) => row.id)).toEqual([id]);
    const requested = await server.call(calls.refreshWarehouse, { id }, main);
    expect([requested.status, errorOf(requested)]).toEqual([422, 'warehouse.nobodyToAsk']);
  });

  it('go with their wave rules', async () => {
    const { id } = await add('RULED');
    await server.ok(calls.saveWaveRule, { warehouseId: id, name: 'singles' }, main);
    await server.ok(calls.deleteWarehouse, { id }, main);
    expect((await server.call(calls.findWarehouseDetail, { id }, main)).status).toBe(404);
  });

  it('close their gate for a count only when what is under way has ended', async () => {
    const floor = await openFloor(server);
    await floor.put(0, 0, 10);
    const { outboundId } = await floor.order([0, 1]);
    const { createWaves } = await import('./public.ts');
    const order: string[] = [];
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const wave = floor.tx(async (tx) => {
      await createWaves(tx, [outboundId]);
      begin();
      await server.blocked();
      order.push('wave');
    });
    await begun;
    await server.ok(calls.editWarehouseIsCount, { houseId: floor.warehouseId, isCount: true }, floor.main);
    order.push('count');
    await wave;
    expect(order).toEqual(['wave', 'count']);
  });

  it('know every country by name', async () => {
    const countries = await server.ok(calls.getCountry, {}, main);
    expect(countries.length).toBe(249);
    expect(countries.find((c) => c.code === 'DE')).toEqual({ code: 'DE', nameZh: '德国', nameEn: 'Germany' });
  });
});

describe('locations', () => {
  let floor: Floor;
  beforeAll(async () => {
    floor = await openFloor(server, { bins: 1 });
  });
  const page = (input: { text?: string; area?: string; page?: number; pageSize?: number } = {}) =>
    server.ok(calls.listLocations, { houseId: floor.warehouseId, ...input }, floor.main);
  const grid = { shelves: { from: 1, to: 2 }, rows: { from: 1, to: 2 }, columns: { from: 1, to: 3 } };

  it('are walked shelf by shelf, every second one backwards', () => {
    const codes = (serpentine: boolean) =>
      placesOf({ areas: ['a'], ...grid, rows: { from: 1, to: 1 }, serpentine }).map((p) => `${p.shelf}${p.column}`);
    expect(codes(false)).toEqual(['0101', '0102', '0103', '0201', '0202', '0203']);
    expect(codes(true)).toEqual(['0101', '0102', '0103', '0203', '0202', '0201']);
  });

  it('are generated once', async () => {
    const input = { houseId: floor.warehouseId, areas: ['B', 'C'], ...grid };
    expect(await server.ok(calls.generateLocationCodes, input, floor.main)).toEqual({ made: 24, existed: 0 });
    expect(await server.ok(calls.generateLocationCodes, input, floor.main)).toEqual({ made: 0, existed: 24 });
    const { rows, total, areas } = await page({ text: 'b-01', pageSize: 3 });
    expect(rows.map((row) => row.code)).toEqual(['B-01-01-01', 'B-01-01-02', 'B-01-01-03']);
    expect([total, areas.includes('C')]).toEqual([6, true]);
    const tooMany = { ...input, columns: { from: 1, to: 999 }, rows: { from: 1, to: 99 } };
    expect((await server.call(calls.generateLocationCodes, tooMany, floor.main)).status).toBe(400);
  });

  it('keep their use while they hold goods, and stay once they held any', async () => {
    await floor.put(0, 0, 3);
    const [bin] = floor.bins;
    const location = { id: bin?.id ?? 0, area: 'A', shelf: '01', row: '01', column: '01' };
    const edit = (more: object) => server.call(calls.updateLocation, { frame: { ...location, ...more } }, floor.main);
    expect(errorOf(await edit({ kind: 'returns' }))).toBe('warehouse.locationHolds');
    expect((await edit({ kind: 'storage' })).status).toBe(200);
    const detail = await server.ok(calls.findLocation, { id: location.id }, floor.main);
    expect(detail).toMatchObject({ kind: 'storage', units: 3, stock: [{ sku: 'P-1', onHand: 3 }] });
    const free = (await page({ text: 'B-02' })).rows[0]?.id ?? 0;
    const gone = await server.ok(calls.deleteLocations, { ids: [location.id, free] }, floor.main);
    expect(gone).toMatchObject({ done: 1, failed: [{ id: location.id, error: 'warehouse.locationUsed' }] });
  });

  it('are deleted by a filter, but never under a wave that packs there', async () => {
    const other = await openFloor(server, { bins: 1 });
    await other.put(0, 0, 2);
    const { outboundId } = await other.order([0, 1]);
    await server.ok(calls.createWavesCall, { outboundIds: [outboundId] }, other.main);
    const input = { houseId: other.warehouseId, areas: ['G'], ...grid };
    await server.ok(calls.generateLocationCodes, input, other.main);
    const packing = { houseId: other.warehouseId, kind: 'packing' as const };
    const kept = await server.ok(calls.deleteLocations, { filter: packing }, other.main);
    expect(kept).toMatchObject({ done: 0, failed: [{ error: 'warehouse.locationUsed' }] });
    const gone = await server.ok(
      calls.deleteLocations,
      { filter: { houseId: other.warehouseId, area: 'G' } },
      other.main,
    );
    expect(gone).toEqual({ done: 12, failed: [] });
  });

  it('are changed as they were seen', async () => {
    const row = (await page({ text: 'C-01-01-01' })).rows[0];
    const {
      id,
      area,
      shelf,
      row: level,
      column,
      version,
    } = row ?? { ...grid, id: 0, area: '', shelf: '', row: '', column: '', version: 0 };
    const edit = (more: object) =>
      server.call(
        calls.updateLocation,
        { frame: { id, area, shelf, row: level, column, version, ...more } },
        floor.main,
      );
    expect((await edit({ enabled: false })).status).toBe(200);
    const late = await edit({ capacity: 5 });
    expect([late.status, errorOf(late)]).toEqual([409, 'core.stale']);
    expect((await page({ text: 'C-01-01-01' })).rows[0]).toMatchObject({ enabled: false, capacity: null });
  });

  it('cannot take the code of another one', async () => {
    const location = { houseId: floor.warehouseId, area: 'c', shelf: '01', row: '01', column: '01' };
    const taken = await server.call(calls.createLocation, { frame: location }, floor.main);
    expect(taken.status).toBe(400);
    const { id } = await server.ok(calls.createLocation, { frame: { ...location, area: 'z' } }, floor.main);
    expect((await server.ok(calls.findLocation, { id }, floor.main)).code).toBe('Z-01-01-01');
  });

  it('come from the template: bad cells are marked, nothing is written before the second press', async () => {
    const { rows: warehouses } = await server.ok(calls.getWarehouse, {}, floor.main);
    const code = warehouses[0]?.code ?? '';
    const sheet = (warehouse: string, kind: string) =>
      writeTemplate(
        locationImport.columns.map((column) => ({
          ...column,
          example: column.key === 'warehouse' ? warehouse : column.key === 'kind' ? kind : column.example,
        })),
        'zh',
      );
    const upload = async (data: Buffer) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(data)]), 'locations.xls');
      const address = `${server.url}/api${calls.previewLocationImport.path}`;
      const answer = await fetch(address, { method: 'POST', body: form, headers: { token: floor.main.token } });
      return ((await answer.json()) as { data: { importId: number; good: number; bad: number } }).data;
    };
    expect(await upload(sheet('NOPE', '拣货'))).toMatchObject({ good: 0, bad: 1 });
    expect(await upload(sheet(code, '屋顶'))).toMatchObject({ good: 0, bad: 1 });
    const { total } = await page();
    const good = await upload(sheet(code, '打包'));
    expect(good).toMatchObject({ good: 1, bad: 0 });
    expect((await page()).total).toBe(total);
    const input = { importId: good.importId };
    expect(await server.ok(calls.commitLocationImport, input, floor.main)).toEqual({
      created: 1,
      updated: 0,
      skipped: [],
    });
    expect((await page({ text: 'A-01-02-03' })).rows[0]).toMatchObject({
      kind: 'packing',
      enabled: true,
      pathOrder: 10,
      capacity: 60,
      place: { xMm: 0, yMm: 1500, widthMm: 1000, depthMm: 600 },
    });
    expect((await server.call(calls.commitLocationImport, input, floor.main)).status).toBe(409);
  });

  it('keep what a file does not say; a word that is neither yes nor no is marked', async () => {
    const { rows: warehouses } = await server.ok(calls.getWarehouse, {}, floor.main);
    const warehouse = warehouses[0]?.code ?? '';
    const [before] = (await page({ text: 'A-01-02-03' })).rows;
    const { id = 0, area = '', shelf = '', row = '', column = '' } = before ?? {};
    const location = { id, area, shelf, row, column, kind: 'packing' as const, enabled: false };
    await server.ok(calls.updateLocation, { frame: location }, floor.main);
    const place = { warehouse, area, shelf, row, column };
    const said = (more: object) => locationImport.row.safeParse({ ...place, ...more });
    const enabled = locationImport.columns.find((each) => each.key === 'enabled');
    expect(said({ enabled: enabled?.read?.('启动中') }).success).toBe(false);
    const value = said({ capacity: '75' }).data;
    if (!value) throw new Error('a good row was refused');
    await floor.tx((tx) => locationImport.write(tx, systemContext(floor.main.companyId, 'test'), [value]));
    expect((await page({ text: 'A-01-02-03' })).rows[0]).toMatchObject({
      kind: 'packing',
      enabled: false,
      pathOrder: 10,
      capacity: 75,
    });
  });

  it('and waves, and outbound orders, are printed', async () => {
    await server.ok(
      calls.updateLocation,
      { frame: { id: floor.bins[0]?.id ?? 0, area: 'A', shelf: '01', row: '01', column: '01' } },
      floor.main,
    );
    const { outboundId } = await floor.order([0, 1]);
    const { waves } = await server.ok(calls.createWavesCall, { outboundIds: [outboundId] }, floor.main);
    const prints = [
      [calls.printLocationLabels.path, `houseId=${floor.warehouseId}&layout=roll`],
      [calls.printLocationLabels.path, `houseId=${floor.warehouseId}&layout=sheet`],
      [calls.printWave.path, `ids=${waves[0]?.id}`],
      [calls.printOutbounds.path, `ids=${outboundId}`],
    ] as const;
    for (const [path, query] of prints) {
      const answer = await fetch(`${server.url}/api${path}?${query}`, { headers: { token: floor.main.token } });
      const data = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, answer.headers.get('content-type'), data.subarray(0, 5).toString()]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ]);
    }
    const other = await server.company();
    const stranger = await fetch(`${server.url}/api${calls.printOutbounds.path}?ids=${outboundId}`, {
      headers: { token: other.token },
    });
    expect(stranger.status).toBe(404);
  });
});
