import { rights } from '@tradewind/contract/access/modules.ts';
import { getWarehouseWarnData } from '@tradewind/contract/dashboard.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Sql, sql, writeSql } from '../../../core/database/sql.ts';
import type { Row, Tx } from '../../../core/database/tx.ts';
import { dayFromNow } from '../../../testing/day.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { incomingRequested } from '../../stock/public.ts';
import { sellDaily } from './advice.testing.ts';
import { adviceDecided, type Decided } from './decide.ts';
import { tabs } from './list.ts';
import { approvedRequested } from './requested.ts';
import { calculateAll } from './run.ts';

const RULES = {
  goal: 0.95,
  review: 'fixed' as const,
  reviewDays: 10,
  leadDays: 20,
  weights: [0.2, 0.2, 0.2, 0.2, 0.1, 0.1],
};
const steady = (units: number, days = 120) => Array.from({ length: days }, () => units);

let server: TestServer;
let world: OrderWorld;
let [lamp, cable, stand] = [0, 0, 0];
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { products: 4 });
  [lamp = 0, cable = 0, stand = 0] = world.productIds;
  await server.app.database.owner.query(
    `update product set created_at = now() - interval '2 years' where company_id = $1`,
    [world.main.companyId],
  );
  await server.app.database.owner.query(
    `update warehouse set created_at = now() - interval '2 years' where company_id = $1`,
    [world.main.companyId],
  );
  await sellDaily(server, world.main.companyId, world.warehouseId, [
    { productId: lamp, units: steady(4) },
    { productId: cable, units: steady(1) },
    { productId: stand, units: steady(2) },
  ]);
  await world.stock(lamp, 40);
  await world.stock(cable, 500);
  await server.ok(calls.saveAdviceSettings, RULES, world.main);
});

async function calculate(): Promise<void> {
  const { runId } = await server.ok(calls.computeAdvice, {}, world.main);
  await calculateAll(server.app, world.main.ctx, runId, 2);
}
const listed = async (filter: object = {}) => (await server.ok(calls.listAdvice, filter, world.main)).rows;
const adviceOf = async (productId: number) => {
  const row = (await listed()).find((one) => one.productId === productId);
  if (!row) throw new Error(`no advice for ${productId}`);
  return row;
};
const detailOf = async (productId: number) =>
  server.ok(calls.getAdvice, { id: (await adviceOf(productId)).id }, world.main);

describe('a calculation', () => {
  it('advises what the sales until the next order need, less what is there', async () => {
    await calculate();
    // 4 a day x (20 + 10) days; steady sales need no safety stock.
    expect(await adviceOf(lamp)).toMatchObject({
      ...{ reason: 'order', perDay: 4, available: 40, cover: 10, quantity: 4 * 30 - 40, urgent: true, leadDays: 20 },
      ...{ runOutOn: dayFromNow(10), orderOn: dayFromNow(0), decided: null },
    });
    expect(await adviceOf(cable)).toMatchObject({
      reason: 'later',
      quantity: 0,
      urgent: false,
      cover: 365,
    });
    expect(await adviceOf(stand)).toMatchObject({ reason: 'order', runOutOn: dayFromNow(0), quantity: 60 });
    expect((await listed()).map((row) => row.productId)).toEqual([stand, lamp, cable]);
    expect((await listed({ text: 'sku-1' })).map((row) => row.productId)).toEqual([]);
    const { counts, shown, working } = await server.ok(calls.adviceTabs, {}, world.main);
    expect(counts).toMatchObject({ open: 2, urgent: 2, decided: 0, all: 3, order: 2, later: 1 });
    expect([shown?.state, shown?.handled, shown?.advised, working]).toEqual(['done', 3, 2, null]);
    expect((await server.ok(getWarehouseWarnData, {}, world.main)).runOut).toBe(2);
  });

  it('shows each number, the stock of the days to come and the sales behind it', async () => {
    const it = await detailOf(lamp);
    expect(it.terms).toMatchObject({
      ...{
        model: 'windows',
        perDay: 4,
        means: [4, 4, 4, 4, 4, 4],
        span: 30,
        safety: 0,
        target: 120,
        position: 40,
        lack: 80,
      },
      ...{ leadFrom: 'company', goal: 0.95, moq: null, later: 0 },
    });
    expect(it.projection[0]).toMatchObject({ day: dayFromNow(0), stock: 36, withOrder: 36 });
    expect(it.projection[20]).toMatchObject({ stock: 0, withOrder: 76 });
    expect(it.sales).toHaveLength(90);
    expect(it.sales.at(-1)).toEqual({ day: dayFromNow(-1), units: 4, counts: true });
    const { days } = await server.ok(calls.adviceCalendar, {}, world.main);
    expect(days).toEqual([
      { day: dayFromNow(0), lines: 1, urgent: 1 },
      { day: dayFromNow(10), lines: 1, urgent: 1 },
    ]);
  });

  it('counts what comes on its promised day, and what is approved', async () => {
    const ends = [
      incomingRequested.listen((_tx, { add }) => {
        const goods = { productId: lamp, warehouseId: world.warehouseId, number: 'PO-1' };
        add({ ...goods, quantity: 30, expectedOn: dayFromNow(15) });
        add({ ...goods, quantity: 900, expectedOn: dayFromNow(90) });
      }),
      approvedRequested.listen((_tx, { add }) => add({ productId: lamp, warehouseId: world.warehouseId, quantity: 7 })),
    ];
    await server.ok(calls.recomputeAdvice, { productIds: [lamp] }, world.main);
    const { terms, supplies, quantity, runOutOn } = await detailOf(lamp);
    expect(terms).toMatchObject({ incoming: 30, later: 900, requested: 7, position: 77 });
    expect(supplies).toEqual([
      { day: dayFromNow(15), quantity: 30, number: 'PO-1', late: false },
      { day: dayFromNow(90), quantity: 900, number: 'PO-1', late: false },
    ]);
    expect([quantity, runOutOn]).toEqual([120 - 77, dayFromNow(10)]);
    for (const end of ends) end();
    await server.ok(calls.recomputeAdvice, { productIds: [lamp] }, world.main);
    expect((await adviceOf(lamp)).quantity).toBe(80);
  });

  it('orders as the supplier sells, in the supplier’s time', async () => {
    const { id } = await server.ok(calls.saveSupplier, { nameEn: 'Maker', currency: 'CNY', leadDays: 35 }, world.main);
    const price = {
      ...{ supplierId: id, productId: lamp, validFrom: '2026-01-01', moq: 100, orderMultiple: 24 },
      breaks: [1, 200].map((fromQuantity) => ({ fromQuantity, unitPrice: '5' })),
    };
    await server.ok(calls.saveSupplierPrice, price, world.main);
    await server.ok(calls.recomputeAdvice, { productIds: [lamp] }, world.main);
    const it = await detailOf(lamp);
    // 4 x (35 + 10) - 40 = 140, in multiples of 24.
    expect(it).toMatchObject({ quantity: 144, leadDays: 35, supplierId: id });
    expect(it.terms).toMatchObject({ leadFrom: 'supplier', lack: 140, nextBreak: { fromQuantity: 200, days: 14 } });
    await server.ok(calls.blockSupplier, { id, reason: 'late' }, world.main);
    await server.ok(calls.recomputeAdvice, { productIds: [lamp] }, world.main);
    expect(await adviceOf(lamp)).toMatchObject({ quantity: 80, supplierId: null });
  });

  it('keeps more in stock where a supplier delivers now and then', async () => {
    const { id } = await server.ok(calls.saveSupplier, { nameEn: 'Slow', currency: 'CNY', leadDays: 20 }, world.main);
    const breaks = [{ fromQuantity: 1, unitPrice: '5' }];
    await server.ok(
      calls.saveSupplierPrice,
      { supplierId: id, productId: cable, validFrom: '2026-01-01', breaks },
      world.main,
    );
    // Orders that came 13, 20 and 27 days after they were placed.
    await server.app.database.owner.query(
      `with o as (insert into purchase_order (company_id, number, state, supplier_id, warehouse_id, currency, approved, buyer, created_at, ordered_at, received)
         select $1, 'PO-L' || n, 'received', $2, $3, 'CNY', '{}', 'x', now(), now() - make_interval(days => 40), 1 from generate_series(1, 3) n returning id, number),
       i as (insert into inbound (company_id, number, warehouse_id, kind, state, source_kind, source_id, created_by)
         select $1, 'IN-' || number, $3, 'purchase', 'done', 'purchase_order', id, 'x' from o returning id, number)
       insert into inbound_receipt (company_id, inbound_id, line_id, product_id, condition, quantity, location_id, at, actor, put_away)
       select $1, id, 0, $4, 'good', 1, 0, now() - make_interval(days => 40 - (6 + 7 * right(number, 1)::int)), 'x', 1 from i`,
      [world.main.companyId, id, world.warehouseId, cable],
    );
    await server.ok(calls.recomputeAdvice, { productIds: [cable] }, world.main);
    const { terms } = await detailOf(cable);
    // One a day, for a receipt seven days after the usual one.
    expect(terms).toMatchObject({ leadReceipts: 3, leadMean: 20, leadDeviation: 7, safety: 7, safetyBy: 'errors' });
    await server.ok(calls.blockSupplier, { id, reason: 'slow' }, world.main);
    await server.ok(calls.recomputeAdvice, { productIds: [cable] }, world.main);
  });

  it('goes on where it stopped, and keeps of older runs what was advised', async () => {
    const first = (await server.ok(calls.adviceTabs, {}, world.main)).shown?.id;
    const { runId } = await server.ok(calls.computeAdvice, {}, world.main);
    expect((await server.ok(calls.computeAdvice, {}, world.main)).runId).toBe(runId);
    expect((await server.ok(calls.adviceTabs, {}, world.main)).working).toMatchObject({ id: runId, state: 'waiting' });
    await calculateAll(server.app, world.main.ctx, runId, 1);
    await calculateAll(server.app, world.main.ctx, runId, 1);
    expect(await listed()).toHaveLength(3);
    const old = await world.tx((tx) =>
      tx.rows<{ quantity: number }>(
        sql`select quantity from advice_line where company_id = ${sql.company} and run_id = ${first ?? 0}`,
      ),
    );
    expect(old.length).toBe(2);
    const { rows } = await server.ok(calls.listAdviceRuns, {}, world.main);
    expect(rows.map((run) => [run.state, run.policy.leadDays])).toEqual([
      ['done', 20],
      ['done', 20],
    ]);
  });

  it('that ends while somebody looks is working or shown, never neither', async () => {
    const { runId } = await server.ok(calls.computeAdvice, {}, world.main);
    const ends = { it: false };
    const found = await server.app.database.look(world.main.ctx, async (tx) => {
      const ending: Partial<Tx> = {
        rows: async <T extends Row>(query: Sql) => {
          if (ends.it) return tx.rows<T>(query);
          // Its end comes between the first look and the second.
          ends.it = writeSql(query, tx.companyId).text.includes('r.finished_at');
          if (ends.it) await calculateAll(server.app, world.main.ctx, runId);
          return tx.rows<T>(query);
        },
        row: (query) => tx.row(query),
        set: (setting, value) => tx.set(setting, value),
      };
      return tabs(Object.assign(Object.create(tx), ending) as Tx);
    });
    expect(ends.it).toBe(true);
    expect(found).toMatchObject({ shown: { id: runId, state: 'done' }, working: null });
  });
});

describe('settings', () => {
  it('refuse weights that are no whole, and a lead time longer than the sales period', async () => {
    const refused = async (more: object) => {
      const { status, data } = await server.call(calls.saveAdviceSettings, { ...RULES, ...more }, world.main);
      const [field] = (data as { fields?: { path: string; message: string }[] }).fields ?? [];
      return [status, field?.path, field?.message];
    };
    expect(await refused({ weights: [0.2, 0.2, 0.2, 0.2, 0.1, 0] })).toEqual([
      400,
      'weights',
      '各周期权重之和应为 100%，目前是 90%',
    ]);
    expect(await refused({ weights: [0.5, 0.5, 0, 0, 0, 0] })).toEqual([
      ...[400, 'leadDays', '备货周期（20 天）须与日均销量的统计周期（最长 7 天）相匹配'],
    ]);
  });

  it('of a product or a category take the place of the company’s', async () => {
    const own = await server.ok(calls.saveAdviceOverride, { productId: stand, leadDays: 5, reviewDays: 5 }, world.main);
    await server.ok(calls.recomputeAdvice, { productIds: [stand] }, world.main);
    expect(await adviceOf(stand)).toMatchObject({ quantity: 20, leadDays: 5 });
    expect((await server.ok(calls.listAdviceOverrides, {}, world.main)).rows).toMatchObject([
      { nameEn: 'SKU-3', leadDays: 5, goal: null },
    ]);
    expect((await server.call(calls.saveAdviceOverride, { leadDays: 5 }, world.main)).status).toBe(400);
    expect((await server.call(calls.saveAdviceOverride, { productId: 999_999, leadDays: 5 }, world.main)).status).toBe(
      400,
    );
    await server.ok(calls.deleteAdviceOverrides, { ids: [own.id] }, world.main);
  });

  it('of a product can weigh its sales in another way', async () => {
    const weights = [0, 0, 0, 0.5, 0.5, 0];
    const own = await server.ok(calls.saveAdviceOverride, { productId: stand, weights }, world.main);
    await server.ok(calls.recomputeAdvice, { productIds: [stand] }, world.main);
    expect((await detailOf(stand)).terms).toMatchObject({ weights, reviewDays: 10 });
    const bad = await server.call(
      calls.saveAdviceOverride,
      { productId: stand, weights: [1, 0, 0, 0, 0, 1] },
      world.main,
    );
    expect(bad).toMatchObject({ status: 400, data: { fields: [{ path: 'weights' }] } });
    await server.ok(calls.deleteAdviceOverrides, { ids: [own.id] }, world.main);
  });

  it('without a fitting lead time advise nothing, and say so', async () => {
    const { id } = await server.ok(calls.saveSupplier, { nameEn: 'Far', currency: 'CNY', leadDays: 120 }, world.main);
    const price = {
      supplierId: id,
      productId: stand,
      validFrom: '2026-01-01',
      breaks: [{ fromQuantity: 1, unitPrice: '5' }],
    };
    await server.ok(calls.saveSupplierPrice, price, world.main);
    await server.ok(calls.recomputeAdvice, { productIds: [stand] }, world.main);
    expect(await adviceOf(stand)).toMatchObject({ quantity: 0, reason: 'leadTooLong', leadDays: 120 });
    await server.ok(calls.blockSupplier, { id, reason: 'far' }, world.main);
  });

  it('know promotions: past ones leave the base, planned ones add to the demand', async () => {
    const day = dayFromNow(3);
    const made = await server.ok(
      calls.savePromotion,
      { name: 'Sale', fromDay: day, toDay: day, productId: stand, uplift: 200 },
      world.main,
    );
    await server.ok(calls.recomputeAdvice, { productIds: [stand] }, world.main);
    expect((await adviceOf(stand)).quantity).toBe(60 + 4);
    const past = {
      id: made.id,
      name: 'Sale',
      fromDay: dayFromNow(-30),
      toDay: dayFromNow(-1),
      productId: stand,
      uplift: 0,
    };
    await server.ok(calls.savePromotion, past, world.main);
    await server.ok(calls.recomputeAdvice, { productIds: [stand] }, world.main);
    const { sales, quantity } = await detailOf(stand);
    expect([sales.filter((one) => !one.counts).length, quantity]).toEqual([30, 60]);
    expect((await server.call(calls.savePromotion, { ...past, toDay: dayFromNow(-40) }, world.main)).status).toBe(400);
    expect((await server.ok(calls.listPromotions, {}, world.main)).rows).toMatchObject([
      { name: 'Sale', nameEn: 'SKU-3' },
    ]);
    await server.ok(calls.deletePromotions, { ids: [made.id] }, world.main);
    await server.ok(calls.recomputeAdvice, { productIds: [stand] }, world.main);
  });

  it('are replayed on the past before they are saved', async () => {
    const { products, days, saved, draft } = await server.ok(
      calls.replayAdvice,
      { ...RULES, reviewDays: 30 },
      world.main,
    );
    expect([products, days]).toEqual([3, 60]);
    expect(saved).toMatchObject({ inStock: 1, sold: 1 });
    expect(draft?.orders).toBeLessThan(saved?.orders ?? 0);
    expect(draft?.cover).toBeGreaterThan(saved?.cover ?? 0);
  });
});

describe('a decision', () => {
  it('keeps the quantity and who decided, once', async () => {
    const passed: Decided[] = [];
    const end = adviceDecided.listen((_tx, { lines }) => void passed.push(...lines));
    const [one, two] = [await adviceOf(lamp), await adviceOf(stand)];
    const lines = [{ id: one.id, quantity: 90 }];
    const answer = await server.ok(calls.decideAdvice, { lines, ids: [two.id, 999_999] }, world.main);
    expect([answer.done, answer.failed.map((row) => row.error)]).toEqual([2, ['advice.notFound']]);
    expect(await adviceOf(lamp)).toMatchObject({ decided: 90, decidedBy: expect.any(String) });
    expect(await adviceOf(stand)).toMatchObject({ decided: 60 });
    expect(passed).toMatchObject([
      { productId: lamp, parts: [{ quantity: 90 }] },
      { productId: stand, parts: [{ quantity: 60 }] },
    ]);
    // One press from the advice to a requisition, whose lines wait to be ordered and count as requested from then on.
    const { rows: pending } = await server.ok(calls.listPendingPurchases, {}, world.main);
    expect(pending.map((row) => [row.productId, row.open]).sort()).toEqual(
      [
        [lamp, 90],
        [stand, 60],
      ].sort(),
    );
    const again = await server.ok(calls.decideAdvice, { lines: [{ id: one.id, quantity: 5 }] }, world.main);
    expect([again.done, again.failed.map((row) => [row.label, row.error])]).toEqual([0, [['SKU-1', 'advice.decided']]]);
    await server.ok(calls.recomputeAdvice, { productIds: [lamp] }, world.main);
    // What was decided keeps the terms by which it was.
    expect(await detailOf(lamp)).toMatchObject({ decided: 90, quantity: 80, terms: { requested: 0 } });
    end();
  });

  it('stands beside what came of it once its days are over', async () => {
    const outcomes = async () => (await server.ok(calls.listAdviceOutcomes, {}, world.main)).rows;
    expect(await outcomes()).toEqual([]);
    const move = (days: number) =>
      server.app.database.owner.query('update advice_run set day = day - $2::int where company_id = $1', [
        world.main.companyId,
        days,
      ]);
    await move(40);
    await server.app.database.owner.query(
      `update demand_month set empty = -1 where company_id = $1 and product_id = $2`,
      [world.main.companyId, lamp],
    );
    expect(await outcomes()).toMatchObject([
      {
        sku: 'SKU-1',
        fromDay: dayFromNow(-40),
        toDay: dayFromNow(-11),
        quantity: 80,
        decided: 90,
        foreseen: 120,
        sold: 120,
        emptyDays: 30,
      },
      { sku: 'SKU-3', decided: 60, foreseen: 60, sold: 60, emptyDays: 0 },
    ]);
    await move(-40);
  });

  it('stands on the card of its product, with the demand, the chosen model and the forecast', async () => {
    const found = await server.ok(calls.productForecast, { productId: stand }, world.main);
    expect(found.days).toHaveLength(240);
    expect(found.days[179]).toEqual({ day: dayFromNow(-1), units: 2, foreseen: null });
    expect(found.days[180]).toEqual({ day: dayFromNow(0), units: null, foreseen: 2 });
    expect(found.places).toMatchObject([
      { model: 'windows', perDay: 2, next: [60, 120, 180], available: 0, runOutOn: dayFromNow(0) },
    ]);
    expect(found.places[0]?.candidates.map((one) => [one.model, one.loss])).toContainEqual(['windows', 0]);
    expect(found.past[0]).toMatchObject({ decided: 60, foreseen: 60, sold: null, emptyDays: null });
    expect((await server.ok(calls.productForecast, { productId: stand }, await server.company())).places).toEqual([]);
  });

  it('is for whoever has the right, in the warehouses of the actor', async () => {
    const viewer = await server.member(world.main.companyId, [rights.replenishment.view]);
    const elsewhere = await server.member(world.main.companyId, [rights.replenishment.view]);
    await server.app.database.owner.query(
      `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
      [world.main.companyId, viewer.userId, world.warehouseId],
    );
    const id = (await adviceOf(cable)).id;
    expect((await server.call(calls.decideAdvice, { ids: [id] }, viewer)).status).toBe(403);
    expect((await server.call(calls.computeAdvice, {}, viewer)).status).toBe(403);
    expect((await server.ok(calls.listAdvice, {}, viewer)).rows).toHaveLength(3);
    expect((await server.ok(calls.listAdvice, {}, elsewhere)).rows).toEqual([]);
    const stranger = await server.company();
    expect((await server.ok(calls.listAdvice, {}, stranger)).rows).toEqual([]);
    expect((await server.call(calls.getAdvice, { id }, stranger)).status).toBe(404);
  });
});
