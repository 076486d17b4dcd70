import { rights } from '@tradewind/contract/access/modules.ts';
import { savePackaging } from '@tradewind/contract/catalog.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayFromNow } from '../../../testing/day.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { sellDaily } from './advice.testing.ts';
import { calculateAll } from './run.ts';

let server: TestServer;
let world: OrderWorld;
let [lamp, cable] = [0, 0];
let supplierId = 0;
let [lampLine, cableLine] = [0, 0];
const steady = (units: number) => Array.from({ length: 120 }, () => units);

beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { products: 2 });
  [lamp = 0, cable = 0] = world.productIds;
  const { main, warehouseId } = world;
  const { owner } = server.app.database;
  for (const table of ['product', 'warehouse'])
    await owner.query(`update ${table} set created_at = now() - interval '2 years' where company_id = $1`, [
      main.companyId,
    ]);
  await sellDaily(server, main.companyId, warehouseId, [
    { productId: lamp, units: steady(4) },
    { productId: cable, units: steady(1) },
  ]);
  const carton = { quantity: 12, lengthMm: 600, widthMm: 400, heightMm: 500, weightGrams: 9000 };
  await server.ok(savePackaging, { productId: lamp, version: 1, carton, pallet: { quantity: 8 } }, main);
  const supplier = { nameEn: 'Maker', currency: 'CNY', leadDays: 20, minimumAmount: '2000' };
  supplierId = (await server.ok(calls.saveSupplier, supplier, main)).id;
  for (const [productId, breaks] of [
    [lamp, [1, 200].map((fromQuantity, at) => ({ fromQuantity, unitPrice: at === 0 ? '10' : '9' }))],
    [cable, [{ fromQuantity: 1, unitPrice: '4' }]],
  ] as const)
    await server.ok(
      calls.saveSupplierPrice,
      { supplierId, productId, validFrom: '2026-01-01', breaks: [...breaks] },
      main,
    );
  const weights = [0.2, 0.2, 0.2, 0.2, 0.1, 0.1];
  await server.ok(
    calls.saveAdviceSettings,
    { goal: 0.95, review: 'fixed', reviewDays: 10, leadDays: 20, weights },
    main,
  );
  const { runId } = await server.ok(calls.computeAdvice, {}, main);
  await calculateAll(server.app, main.ctx, runId);
  const { rows } = await server.ok(calls.listAdvice, {}, main);
  lampLine = rows.find((row) => row.productId === lamp)?.id ?? 0;
  cableLine = rows.find((row) => row.productId === cable)?.id ?? 0;
});

const mayWorkHere = (userId: number) =>
  server.app.database.owner.query(
    `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
    [world.main.companyId, userId, world.warehouseId],
  );

type To = (typeof calls.FILLS)[number];
const plan = async (more: { to?: To; lines?: { id: number; quantity: number }[] } = {}) => {
  const { to, lines = [] } = more;
  const fill = to && { supplierId, warehouseId: world.warehouseId, to };
  const input = { ids: [lampLine, cableLine], lines, ...(fill ? { fill } : {}) };
  const { orders } = await server.ok(calls.planAdvice, input, world.main);
  return orders[0];
};
const quantities = (order?: calls.PlannedOrder) => order?.lines.map((line) => line.quantity);

describe('an advice', () => {
  it('buys whole cartons, and says what they measure and what the next price is worth', async () => {
    const it = await server.ok(calls.getAdvice, { id: lampLine }, world.main);
    // 4 a day for 30 days are 120: ten cartons.
    expect(it).toMatchObject({ quantity: 120, cbm: 1.2, kg: 90 });
    expect(it.terms).toMatchObject({ perCarton: 12, perPallet: 96, unitCbm: 0.01, unitKg: 0.75 });
    expect(it.breakOffer).toEqual({
      ...{ fromQuantity: 200, days: 20, currency: 'CNY', unitPrice: '10', nextPrice: '9' },
      ...{ saving: '200.0000', more: '600.0000' },
    });
    const { rows } = await server.ok(calls.listAdvice, {}, world.main);
    expect(rows.find((row) => row.productId === cable)).toMatchObject({ quantity: 30, cbm: null, kg: 9 });
    const clerk = await server.member(world.main.companyId, [rights.replenishment.view]);
    await mayWorkHere(clerk.userId);
    expect((await server.ok(calls.getAdvice, { id: lampLine }, clerk)).breakOffer).toBeNull();
  });
});

describe('a plan', () => {
  it('shows the orders that chosen lines make, with price, size and weight', async () => {
    const order = await plan();
    expect(order).toMatchObject({
      ...{ supplierId, currency: 'CNY', minimum: '2000.0000', belowMinimum: true, amount: '1320.0000' },
      ...{ minimumUnits: null, missing: { units: null, amount: '680.0000' } },
      ...{ units: 150, cbm: 1.2, kg: 99, unmeasured: 1 },
    });
    expect(order?.containers[0]).toEqual({ kind: 'gp20', count: 1, full: 0.043 });
    expect(order?.lines.map((line) => [line.sku, line.cartons, line.days, line.amount])).toEqual([
      ['SKU-1', 10, 30, '1200.0000'],
      ['SKU-2', null, 30, '120.0000'],
    ]);
    // From 200 on it costs less.
    const more = await plan({ lines: [{ id: lampLine, quantity: 204 }] });
    expect([more?.amount, more?.belowMinimum, more?.lines[0]?.days]).toEqual(['1956.0000', true, 51]);
  });

  it('is raised to the supplier’s minimum, what runs out soonest first', async () => {
    const order = await plan({ to: 'minimum' });
    expect([quantities(order), order?.amount, order?.belowMinimum]).toEqual([[192, 45], '2100.0000', false]);
    const alone = { ids: [cableLine], fill: { supplierId, warehouseId: world.warehouseId, to: 'minimum' as const } };
    expect(await server.call(calls.planAdvice, alone, world.main)).toMatchObject({
      status: 422,
      data: { error: 'advice.minimumFar' },
    });
  });

  it('reaches a minimum by units too, and says what lacks', async () => {
    const { main } = world;
    const save = (more: object) =>
      server.ok(calls.saveSupplier, { id: supplierId, nameEn: 'Maker', currency: 'CNY', leadDays: 20, ...more }, main);
    const before = await server.ok(calls.getSupplier, { id: supplierId }, main);
    await save({ version: before.version, minimumUnits: 400 });
    const short = await plan();
    expect(short).toMatchObject({ minimum: null, minimumUnits: 400, belowMinimum: true, units: 150 });
    expect(short?.missing).toEqual({ units: 250, amount: null });
    const { belowMinimum } = await server.ok(calls.getAdvice, { id: lampLine }, main);
    expect(belowMinimum).toEqual({ units: 150, currency: 'CNY', missing: { units: 250, amount: null } });
    const filled = await plan({ to: 'minimum' });
    expect([filled?.belowMinimum, filled?.missing]).toEqual([false, { units: null, amount: null }]);
    expect(filled?.units).toBeGreaterThanOrEqual(400);
    // One order reaches both.
    await save({ version: before.version + 1, minimumUnits: 160, minimumAmount: '2000' });
    expect((await plan())?.missing).toEqual({ units: 10, amount: '680.0000' });
    const both = await plan({ to: 'minimum' });
    expect([quantities(both), both?.amount]).toEqual([[192, 45], '2100.0000']);
    const clerk = await server.member(main.companyId, [rights.replenishment.view]);
    await mayWorkHere(clerk.userId);
    const shown = await server.ok(calls.getAdvice, { id: lampLine }, clerk);
    expect(shown.belowMinimum?.missing).toEqual({ units: 10, amount: null });
    await save({ version: before.version + 2, minimumAmount: '2000' });
  });

  it('fills a container with what is measured, for a year at most', async () => {
    expect(quantities(await plan({ to: 'gp20' }))).toEqual([1464, 30]);
    // 2,800 fill one; a little more needs a second.
    const two = await plan({ lines: [{ id: lampLine, quantity: 2808 }] });
    expect(two?.containers[0]).toEqual({ kind: 'gp20', count: 2, full: 0.501 });
  });

  it('hides prices from whoever may not see them, and lines of other warehouses and companies', async () => {
    const clerk = await server.member(world.main.companyId, [rights.replenishment.view]);
    await mayWorkHere(clerk.userId);
    const { orders } = await server.ok(calls.planAdvice, { ids: [lampLine] }, clerk);
    expect(orders).toMatchObject([{ amount: null, minimum: null, belowMinimum: true, lines: [{ unitPrice: null }] }]);
    const elsewhere = await server.member(world.main.companyId, [rights.replenishment.view]);
    for (const person of [elsewhere, await server.company()])
      expect((await server.ok(calls.planAdvice, { ids: [lampLine] }, person)).orders).toEqual([]);
  });

  it('is confirmed in two parts where stock runs out before slow goods arrive', async () => {
    const { main, warehouseId } = world;
    await server.ok(calls.saveTransport, { warehouseId, mode: 'sea', days: 15, perCbm: '900' }, main);
    const air = await server.ok(calls.saveTransport, { warehouseId, mode: 'air', days: 3, perKg: '30' }, main);
    await server.ok(calls.saveTransport, { warehouseId, mode: 'air', days: 5, perKg: '30' }, main);
    expect(
      (await server.ok(calls.listTransports, {}, main)).rows.map((row) => [row.mode, row.days, row.perKg]),
    ).toEqual([
      ['sea', 15, null],
      ['air', 5, '30.0000'],
    ]);
    await server.ok(calls.recomputeAdvice, { productIds: [cable, lamp] }, main);
    const it = await server.ok(calls.getAdvice, { id: lampLine }, main);
    // By sea in 20 days, by air in 10: ten days at four a day, in cartons of twelve.
    expect(it.terms.fast).toEqual({ mode: 'air', slowMode: 'sea', arrives: 10, slowArrives: 20, units: 48 });
    // 0.75 kg at 30 less 0.01 m³ at 900, for 48 units; nothing was sold yet at a price.
    expect(it.fastOffer).toEqual({ freight: '648.0000', margin: null });
    const refused = async (line: object) =>
      (
        (await server.call(calls.decideAdvice, { lines: [{ id: lampLine, quantity: 120, ...line }] }, main)).data as {
          fields?: { path: string }[];
        }
      ).fields?.[0]?.path;
    expect(await refused({ fast: 121 })).toBe('lines.0.fast');
    await server.ok(calls.deleteTransports, { ids: [air.id] }, main);
    await server.ok(calls.recomputeAdvice, { productIds: [cable] }, main);
    const noWay = { lines: [{ id: cableLine, quantity: 30, fast: 10 }] };
    expect((await server.call(calls.decideAdvice, noWay, main)).status).toBe(400);
    await server.ok(calls.decideAdvice, { lines: [{ id: lampLine, quantity: 120, fast: 48 }] }, main);
    const { rows } = await server.ok(calls.listPendingPurchases, {}, main);
    expect(rows.map((row) => [row.open, row.needBy])).toEqual([
      [48, dayFromNow(10)],
      [72, dayFromNow(20)],
    ]);
    const requisition = await server.ok(calls.getRequisition, { id: rows[0]?.requisitionId ?? 0 }, main);
    expect(requisition.lines.map((line) => line.remark)).toEqual(['空运', '海运']);
  });

  it('is confirmed with its quantities', async () => {
    const lines = [{ id: cableLine, quantity: 45 }];
    await server.ok(calls.decideAdvice, { lines }, world.main);
    const { rows } = await server.ok(calls.listPendingPurchases, {}, world.main);
    expect(rows.filter((row) => row.productId === cable).map((row) => row.open)).toEqual([45]);
    expect((await server.ok(calls.planAdvice, { ids: [lampLine, cableLine] }, world.main)).orders).toEqual([]);
  });
});
