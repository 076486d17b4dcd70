import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/stock.ts';
import * as views from '@tradewind/contract/stock-views.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../core/context.ts';
import { dayFromNow } from '../../testing/day.ts';
import type { Person } from '../../testing/harness.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { createInbound, receiveInbound } from '../warehouse/public.ts';
import { type Floor, openFloor } from '../warehouse/warehouse.testing.ts';
import { receiveGoods } from './public.ts';
import { sweepCompany } from './sweep.ts';
import { calculateTouched } from './touched.ts';

let server: TestServer;
let floor: Floor;
let otherId = 0;
let otherBin = 0;
const DAY_MS = 86_400_000;
const product = (i: number) => floor.productIds[i] ?? 0;
const bin = (i: number) => floor.bins[i]?.id ?? 0;
const calculate = () => floor.tx(calculateTouched);

async function addWarehouse(): Promise<void> {
  const made = await server.app.database.owner.query(
    `insert into warehouse (company_id, code, name, kind, address, priority) select company_id, 'WEST', 'West', kind, address, 200
     from warehouse where company_id = $1 and id = $2 returning id`,
    [floor.main.companyId, floor.warehouseId],
  );
  const id: number = made.rows[0].id;
  otherId = id;
  const found = await server.app.database.owner.query(
    `insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no) values ($1, $2, 'B-1', 'B', '1', '1', '1') returning id`,
    [floor.main.companyId, id],
  );
  otherBin = found.rows[0].id;
}

beforeAll(async () => {
  server = await testServer();
  floor = await openFloor(server);
  await addWarehouse();
  await floor.put(0, 0, 10, '2.5');
  await floor.put(0, 1, 30, '1');
  await floor.tx((tx) =>
    receiveGoods(tx, {
      warehouseId: otherId,
      docKind: 'opening',
      docId: 77,
      receivedAt: new Date(Date.now() - 200 * DAY_MS),
      lines: [{ productId: product(0), locationId: otherBin, quantity: 5, unitCost: '4' }],
    }),
  );
  await floor.order([0, 4]);
  const { id } = await floor.tx((tx) =>
    createInbound(tx, {
      warehouseId: floor.warehouseId,
      kind: 'manual',
      lines: [{ productId: product(2), quantity: 20 }],
    }),
  );
  await floor.tx((tx) =>
    receiveInbound(tx, id, [
      { productId: product(2), quantity: 6, batch: 'SOON', expiresOn: dayFromNow(10), locationId: bin(1) },
      { productId: product(2), quantity: 3, batch: 'OVER', expiresOn: dayFromNow(-2), locationId: bin(2) },
      { productId: product(2), quantity: 2, condition: 'damaged', locationId: bin(3) },
    ]),
  );
  await calculate();
});
afterAll(() => server.close());

const products = (input: object = {}, as: Person = floor.main) => server.ok(views.listStockProducts, input, as);

async function somebodyOf(warehouseId: number): Promise<Person> {
  const member = await server.member(floor.main.companyId, [rights.stock.view]);
  await server.app.database.owner.query(
    `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
    [floor.main.companyId, member.userId, warehouseId],
  );
  return member;
}

describe('by product', () => {
  it('sums all warehouses', async () => {
    const { rows, total } = await products();
    expect(total).toBe(3);
    expect(rows[0]).toMatchObject({
      sku: 'P-1',
      warehouses: 2,
      onHand: 15,
      reserved: 4,
      available: 11,
      value: '45.00',
    });
    expect(rows[2]).toMatchObject({ sku: 'P-3', onHand: 9, damaged: 2, incoming: 9 });
  });

  it.each([
    ['available', 1],
    ['onHand', 1],
    ['value', 2],
    ['age', 2],
  ] as const)('sorts by %s, both ways', async (sort, place) => {
    const found = async (order: 'asc' | 'desc') => (await products({ sort, order })).rows.map((row) => row.sku);
    const up = await found('asc');
    expect((await found('desc')).reverse()).toEqual(up);
    expect(up.indexOf('P-1')).toBe(place);
  });

  it('filters by level and by age', async () => {
    expect((await products({ level: 'reserved' })).rows.map((row) => row.sku)).toEqual(['P-1']);
    expect((await products({ age: '181-270' })).rows.map((row) => row.sku)).toEqual(['P-1']);
    expect(
      (await server.ok(calls.listStock, { age: '181-270' }, floor.main)).rows.map((row) => row.warehouseId),
    ).toEqual([otherId]);
  });

  it('sums what the person sees and tells nothing of costs', async () => {
    const member = await somebodyOf(otherId);
    for (const sort of ['sku', 'available', 'value'] as const) {
      const { rows, total } = await products({ sort }, member);
      expect([total, rows.map((row) => [row.sku, row.onHand, row.value])]).toEqual([1, [['P-1', 5, null]]]);
    }
    expect(
      (await server.ok(views.productStock, { productId: product(0) }, member)).map((row) => row.warehouseId),
    ).toEqual([otherId]);
    const ofProducts = (as: typeof member) =>
      server.ok(views.stockOfProducts, { productIds: [product(0), product(1)] }, as);
    expect((await ofProducts(member)).find((row) => row.productId === product(0))).toMatchObject({ onHand: 5 });
    expect((await ofProducts(floor.main)).find((row) => row.productId === product(0))).toMatchObject({ onHand: 15 });
  });

  it('shows a product in each warehouse with the age of its goods', async () => {
    const rows = await server.ok(views.productStock, { productId: product(0) }, floor.main);
    expect(rows.map((row) => [row.warehouseId, row.onHand, row.ages])).toEqual([
      [floor.warehouseId, 10, [10, 0, 0, 0, 0]],
      [otherId, 5, [0, 0, 5, 0, 0]],
    ]);
  });

  it('shows a new product by SKU before anything was reckoned', async () => {
    await floor.put(0, 3, 1);
    expect((await products({ text: 'P-4' })).rows).toMatchObject([{ sku: 'P-4', onHand: 1 }]);
    await calculate();
  });
});

describe('by warehouse', () => {
  it('sorts by worth and age', async () => {
    const rows = async (sort: 'value' | 'age') =>
      (await server.ok(calls.listStock, { sort, order: 'desc' }, floor.main)).rows;
    expect((await rows('age'))[0]).toMatchObject({ sku: 'P-1', warehouseId: otherId });
    expect((await rows('value')).map((row) => Number(row.value))).toEqual([30, 25, 20, 10, 0].slice(0, 5));
  });
});

describe('by place', () => {
  it('shows locations, batches and conditions', async () => {
    const places = async (input: object) => (await server.ok(views.listStockPlaces, input, floor.main)).rows;
    expect((await places({ batch: 'SOON' })).map((row) => [row.locationId, row.onHand])).toEqual([[bin(1), 6]]);
    expect((await places({ condition: 'damaged' })).map((row) => row.onHand)).toEqual([2]);
    expect((await places({ location: 'a-01-01-01' })).map((row) => row.sku)).toEqual(['P-1', 'P-2', 'P-4']);
    const { rows } = await server.ok(views.listStockConditions, {}, floor.main);
    expect(rows.map((row) => [row.condition, row.sku, row.onHand, row.locations])).toEqual([['damaged', 'P-3', 2, 1]]);
  });

  it.each([
    ['a location', () => ({ locationId: bin(1) }), 6],
    ['a condition', () => ({ condition: 'damaged' as const }), 2],
    ['all warehouses', () => ({}), 9],
  ])('explains %s by its movements', async (_, place, value) => {
    const ask = { productId: product(2), figure: 'onHand' as const, ...place() };
    const answered = await server.ok(calls.explainStock, ask, floor.main);
    expect([answered.value, answered.movements.reduce((sum, m) => sum + m.change, 0)]).toEqual([value, value]);
    const part = await server.ok(calls.explainStock, { ...ask, limit: 1 }, floor.main);
    expect(part.movements[0]?.running).toBe(value);
  });

  it('explains the same figure that a list filtered by warehouses shows', async () => {
    const filter = { warehouseIds: [otherId] };
    const [row] = (await server.ok(views.listStockProducts, { text: 'P-1', ...filter }, floor.main)).rows;
    const ask = { productId: product(0), figure: 'onHand' as const, ...filter };
    const answered = await server.ok(calls.explainStock, ask, floor.main);
    expect([answered.value, answered.movements.map((m) => m.warehouseId)]).toEqual([row?.onHand, [otherId]]);
  });

  it('filters the ledger by batch, condition and kind of document', async () => {
    const moved = async (input: object) =>
      (await server.ok(calls.listMovements, input, floor.main)).rows.map((m) => m.onHand);
    expect(await moved({ batch: 'OVER' })).toEqual([3]);
    expect(await moved({ condition: 'damaged' })).toEqual([2]);
    expect((await moved({ docKinds: ['inbound'], text: 'P-3' })).filter((n) => n > 0)).toEqual([2, 3, 6]);
  });
});

describe('warnings', () => {
  const counts = async () => (await server.ok(views.stockWarningTabs, {}, floor.main)).counts;

  it('tell of what runs out, has run out, and of goods in disabled locations', async () => {
    expect(await counts()).toMatchObject({ expiring: 1, expired: 1, disabledLocation: 0, belowSafety: 0, overAged: 0 });
    const { rows } = await server.ok(views.listStockWarnings, { kind: 'expired' }, floor.main);
    expect(rows).toMatchObject([{ sku: 'P-3', batchCode: 'OVER', quantity: 3, day: dayFromNow(-2) }]);
    await server.app.database.owner.query('update location set enabled = false where id = $1', [bin(3)]);
    await sweepCompany(server.app, systemContext(floor.main.companyId, 'test'));
    expect(await counts()).toMatchObject({ disabledLocation: 1 });
    await server.app.database.owner.query('update location set enabled = true where id = $1', [bin(3)]);
    await sweepCompany(server.app, systemContext(floor.main.companyId, 'test'));
    expect(await counts()).toMatchObject({ disabledLocation: 0 });
  });

  it('come and go with a limit, and are the warehouse’s people’s only', async () => {
    const save = (safety: number | null, maxAgeDays: number | null) =>
      server.ok(
        views.saveStockLimits,
        { productIds: [product(0), product(1)], warehouseId: otherId, safety, maxAgeDays },
        floor.main,
      );
    expect(await save(6, 100)).toEqual({ done: 2 });
    expect(await counts()).toMatchObject({ belowSafety: 2, overAged: 1 });
    const { rows } = await server.ok(views.listStockWarnings, { kind: 'belowSafety', text: 'P-1' }, floor.main);
    expect(rows).toMatchObject([{ quantity: 5, mark: 6 }]);
    const elsewhere = await somebodyOf(floor.warehouseId);
    expect((await server.ok(views.stockWarningTabs, {}, elsewhere)).counts).toMatchObject({ belowSafety: 0 });
    await floor.tx((tx) =>
      receiveGoods(tx, {
        warehouseId: otherId,
        docKind: 'opening',
        docId: 78,
        lines: [{ productId: product(0), locationId: otherBin, quantity: 1, unitCost: '4' }],
      }),
    );
    await calculate();
    expect(await counts()).toMatchObject({ belowSafety: 1 });
    await save(null, null);
    expect(await counts()).toMatchObject({ belowSafety: 0, overAged: 0 });
  });

  it('are refused a limit for a warehouse that is not the actor’s', async () => {
    const member = await server.member(floor.main.companyId, [rights.stock.view, rights.stock.adjust]);
    const input = { productIds: [product(0)], warehouseId: otherId, safety: 1, maxAgeDays: null };
    const answer = await server.call(views.saveStockLimits, input, member);
    expect([answer.status, (answer.data as never as { fields: { path: string }[] }).fields[0]?.path]).toEqual([
      400,
      'warehouseId',
    ]);
  });
});
