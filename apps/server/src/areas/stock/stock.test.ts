import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/stock.ts';
import { recallBatchCall, releaseBatchCall } from '@tradewind/contract/stock-batches.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { cancelOutbounds, createWaves, pickOutbounds } from '../warehouse/public.ts';
import { type Floor, openFloor } from '../warehouse/warehouse.testing.ts';
import { batchesOf } from './public.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await testServer();
  floor = await openFloor(server);
  await floor.put(0, 0, 10, '2.5');
  await floor.put(1, 0, 10, '3');
  await floor.put(0, 1, 3, '7');
  await floor.put(0, 2, 40, '1');
  await floor.order([0, 4], [1, 3]);
});
afterAll(() => server.close());

const product = (i: number) => floor.productIds[i] ?? 0;
const list = (
  input: Partial<{ text: string; level: 'none' | 'low'; sort: 'available' | 'onHand'; order: 'asc' | 'desc' }>,
) => server.ok(calls.listStock, input, floor.main);

describe('the stock list', () => {
  it('shows what is there, reserved, available and worth', async () => {
    const { rows, total } = await list({});
    expect(total).toBe(3);
    expect(rows[0]).toMatchObject({ sku: 'P-1', onHand: 20, reserved: 4, available: 16, incoming: 0, value: '55.00' });
    expect(rows.map((row) => row.sku)).toEqual(['P-1', 'P-2', 'P-3']);
  });

  it('sorts by available and on hand, both ways', async () => {
    const available = async (order: 'asc' | 'desc') =>
      (await list({ sort: 'available', order })).rows.map((r) => r.available);
    expect(await available('asc')).toEqual([0, 16, 40]);
    expect(await available('desc')).toEqual([40, 16, 0]);
    expect((await list({ sort: 'onHand', order: 'desc' })).rows.map((r) => r.onHand)).toEqual([40, 20, 3]);
  });

  it('finds by the beginning of a SKU in any case, or of a barcode', async () => {
    expect((await list({ text: 'p-2' })).rows.map((row) => row.sku)).toEqual(['P-2']);
    const code = (await list({ text: 'P-3' })).rows[0]?.barcode ?? '';
    expect((await list({ text: code })).rows.map((row) => row.sku)).toEqual(['P-3']);
    expect((await list({ text: '-2' })).rows).toEqual([]);
  });

  it('tells what is out and what is low', async () => {
    expect((await list({ level: 'none' })).rows.map((row) => row.sku)).toEqual(['P-2']);
    expect(await server.ok(calls.stockTabs, { lowAt: 16 }, floor.main)).toMatchObject({ none: 1, low: 1, reserved: 2 });
  });

  it('shows no costs to those who may not see them, and nothing of other warehouses', async () => {
    const member = await server.member(floor.main.companyId, [rights.stock.view]);
    expect((await server.ok(calls.listStock, {}, member)).total).toBe(0);
    await server.app.database.owner.query(
      `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
      [floor.main.companyId, member.userId, floor.warehouseId],
    );
    const other = await server.member(floor.main.companyId, [rights.stock.view]);
    await server.app.database.owner.query(
      `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
      [floor.main.companyId, other.userId, floor.warehouseId],
    );
    const { rows } = await server.ok(calls.listStock, {}, other);
    expect(rows.map((row) => row.value)).toEqual([null, null, null]);
  });
});

describe('what makes a figure', () => {
  it.each(['onHand', 'reserved', 'available', 'incoming'] as const)(
    '%s: running sums end where the list says',
    async (figure) => {
      const row = (await list({ text: 'P-1' })).rows[0];
      const ask = { productId: product(0), warehouseId: floor.warehouseId, figure };
      const answered = await server.ok(calls.explainStock, ask, floor.main);
      expect(answered.value).toBe(row?.[figure]);
      expect(answered.movements[0]?.running ?? 0).toBe(answered.value);
      const oldest = answered.movements.at(-1);
      expect(oldest ? oldest.running - oldest.change : 0).toBe(0);
      expect(answered.movements.reduce((sum, m) => sum + m.change, 0)).toBe(answered.value);
    },
  );

  it('goes on in parts without a jump', async () => {
    const ask = { productId: product(0), warehouseId: floor.warehouseId, figure: 'available' as const, limit: 1 };
    const runs: number[] = [];
    let before: number | undefined;
    for (let i = 0; i < 10; i++) {
      const part = await server.ok(calls.explainStock, { ...ask, ...(before ? { before } : {}) }, floor.main);
      runs.push(...part.movements.map((m) => m.running));
      if (part.next === null) break;
      before = part.next;
    }
    expect(runs).toEqual([16, 20, 10]);
  });

  it('tells the figure of an earlier day', async () => {
    const ask = {
      productId: product(0),
      warehouseId: floor.warehouseId,
      figure: 'onHand' as const,
      asOf: '2020-01-01',
    };
    expect(await server.ok(calls.explainStock, ask, floor.main)).toMatchObject({ value: 0, movements: [], next: null });
  });

  it('shows where a product lies', async () => {
    const bins = await server.ok(calls.productBins, { productId: product(0) }, floor.main);
    expect(bins.map((bin) => [bin.code, bin.onHand])).toEqual([
      [floor.bins[0]?.code, 10],
      [floor.bins[1]?.code, 10],
    ]);
  });

  it('leaves out goods that only change their place', async () => {
    const { outboundId } = await floor.order([2, 1]);
    await floor.tx((tx) => createWaves(tx, [outboundId]));
    await floor.tx((tx) => pickOutbounds(tx, [outboundId]));
    const ask = { productId: product(2), warehouseId: floor.warehouseId, figure: 'onHand' as const };
    const answered = await server.ok(calls.explainStock, ask, floor.main);
    expect(answered.movements.map((m) => [m.change, m.running])).toEqual([[40, 40]]);
    await floor.tx((tx) => cancelOutbounds(tx, [outboundId], 'order'));
  });
});

describe('adjusting', () => {
  const adjust = (delta: number, more: { unitCost?: string; idempotencyKey?: string } = {}) => {
    const { idempotencyKey, ...line } = { idempotencyKey: undefined, ...more };
    const lines = [{ productId: product(2), locationId: floor.bins[0]?.id ?? 0, delta, ...line }];
    const input = { warehouseId: floor.warehouseId, reason: 'found' as const, lines };
    return server.call(calls.adjustStock, idempotencyKey ? { ...input, idempotencyKey } : input, floor.main);
  };
  const row = async () => (await list({ text: 'P-3' })).rows[0];

  it('adds with a cost layer and takes from the oldest one', async () => {
    expect((await adjust(10, { unitCost: '5' })).data.number).toMatch(/^ADJ-/);
    expect(await row()).toMatchObject({ onHand: 50, value: '90.00' });
    await adjust(-45);
    expect(await row()).toMatchObject({ onHand: 5, value: '25.00' });
    expect((await adjust(1)).status).toBe(200);
    expect(await row()).toMatchObject({ onHand: 6, value: '30.00' });
    expect(await floor.wrongs()).toEqual([]);
  });

  it('is done once for a repeated press', async () => {
    const idempotencyKey = 'adjust-once-1';
    const [first, again] = [await adjust(2, { idempotencyKey }), await adjust(2, { idempotencyKey })];
    expect(again.data.number).toBe(first.data.number);
    expect(await row()).toMatchObject({ onHand: 8 });
  });

  it('takes no more than lies there, and nothing that is reserved', async () => {
    const tooMany = await adjust(-9);
    expect([tooMany.status, (tooMany.data as never as { error: string }).error]).toEqual([422, 'stock.notEnough']);
    const reserved = await server.call(
      calls.adjustStock,
      {
        warehouseId: floor.warehouseId,
        reason: 'lost',
        lines: [{ productId: product(1), locationId: floor.bins[0]?.id ?? 0, delta: -1 }],
      },
      floor.main,
    );
    expect(reserved.status).toBe(422);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('refuses a location of another warehouse by name of the field', async () => {
    const lines = [{ productId: product(0), locationId: 999_999, delta: 1 }];
    const answer = await server.call(
      calls.adjustStock,
      { warehouseId: floor.warehouseId, reason: 'found', lines },
      floor.main,
    );
    expect(answer.status).toBe(400);
    expect((answer.data as never as { fields: { path: string }[] }).fields.map((f) => f.path)).toEqual([
      'lines.0.locationId',
    ]);
  });

  it('stands in the ledger under its document', async () => {
    const { rows } = await server.ok(calls.listMovements, { text: 'P-3', reasons: ['adjust'] }, floor.main);
    expect(rows.map((r) => r.onHand)).toEqual([2, 1, -45, 10]);
    const number = rows[0]?.docNumber ?? '';
    const found = await server.ok(calls.listMovements, { docNumber: number }, floor.main);
    expect(found.rows.map((r) => r.docNumber)).toEqual([number]);
    const place = await server.ok(calls.listMovements, { location: 'a-01-01-02' }, floor.main);
    expect(place.rows.map((r) => r.locationCode)).toEqual(['A-01-01-02']);
  });

  it('is of a batch, and what is found of a recalled one is kept back', async () => {
    const [productId, other] = [product(3), product(0)];
    const locationId = floor.bins[0]?.id ?? 0;
    const [batchId = 0] = await floor.tx((tx) => batchesOf(tx, [{ productId, code: 'LOT' }]));
    const book = (line: object) =>
      server.call(
        calls.adjustStock,
        {
          warehouseId: floor.warehouseId,
          reason: 'correction',
          lines: [{ productId, locationId, delta: 1, ...line }],
        },
        floor.main,
      );
    const lies = async () =>
      (await server.ok(calls.productBins, { productId }, floor.main)).map((bin) => [
        bin.batchCode,
        bin.condition,
        bin.onHand,
      ]);
    await book({ delta: 3, unitCost: '2' });
    await book({ delta: 5, unitCost: '2', batchId });
    expect((await book({ delta: -4, batchId })).status).toBe(200);
    expect((await lies()).sort()).toEqual([
      [null, 'good', 3],
      ['LOT', 'good', 1],
    ]);
    const options = { warehouseId: floor.warehouseId, productId, text: floor.bins[0]?.code ?? '' };
    expect(await server.ok(calls.adjustOptions, { ...options, batchId }, floor.main)).toMatchObject([{ onHand: 1 }]);
    expect(await server.ok(calls.adjustOptions, options, floor.main)).toMatchObject([{ onHand: 3 }]);
    expect((await book({ productId: other, batchId })).data).toMatchObject({ fields: [{ path: 'lines.0.batchId' }] });
    await server.ok(recallBatchCall, { id: batchId }, floor.main);
    await book({ delta: 2, batchId });
    expect((await lies()).sort()).toEqual([
      [null, 'good', 3],
      ['LOT', 'held', 3],
    ]);
    expect(await floor.wrongs()).toEqual([]);
  });

  describe('goods that are not sold', () => {
    let productId = 0;
    let batchId = 0;
    /** When all of it was good. */
    let worth = 0;
    const locationId = () => floor.bins[2]?.id ?? 0;
    const book = (line: object) =>
      server.call(
        calls.adjustStock,
        {
          warehouseId: floor.warehouseId,
          reason: 'lost',
          lines: [{ productId, locationId: locationId(), batchId, delta: 1, ...line }],
        },
        floor.main,
      );
    const lies = async () =>
      Object.fromEntries(
        (await server.ok(calls.productBins, { productId }, floor.main))
          .filter((bin) => bin.batchId === batchId)
          .map((bin) => [bin.condition, bin.onHand]),
      );
    const figures = async () => {
      const row = (await list({ text: 'P-4' })).rows[0];
      return { onHand: row?.onHand, held: row?.held, value: row?.value };
    };
    const errorOf = (answer: { data: unknown }) => (answer.data as { error: string }).error;

    beforeAll(async () => {
      productId = product(3);
      [batchId = 0] = await floor.tx((tx) => batchesOf(tx, [{ productId, code: 'QUARANTINE' }]));
      await book({ delta: 6, unitCost: '7' });
      worth = Number((await figures()).value);
      await server.ok(recallBatchCall, { id: batchId }, floor.main);
    });

    it('are adjusted where they lie in their condition, and neither sold nor worth more or less for it', async () => {
      const before = await figures();
      expect(await lies()).toEqual({ held: 6 });
      expect((await book({ delta: -2, condition: 'held' })).status).toBe(200);
      expect(await lies()).toEqual({ held: 4 });
      expect((await book({ delta: 1, condition: 'damaged' })).status).toBe(200);
      expect(await lies()).toEqual({ held: 4, damaged: 1 });
      expect(await figures()).toEqual({ ...before, held: (before.held ?? 0) - 2 });
      const ask = { productId, batchId, condition: 'held' as const, figure: 'onHand' as const };
      const answered = await server.ok(calls.explainStock, ask, floor.main);
      expect([answered.value, answered.movements.map((m) => [m.reason, m.change, m.condition])]).toEqual([
        4,
        [
          ['adjust', -2, 'held'],
          ['recall', 6, 'held'],
        ],
      ]);
      const options = { warehouseId: floor.warehouseId, productId, batchId, text: floor.bins[2]?.code ?? '' };
      const [place] = await server.ok(calls.adjustOptions, { ...options, condition: 'held' }, floor.main);
      expect(place).toMatchObject({ onHand: 4, free: 4 });
      expect(await floor.wrongs()).toEqual([]);
    });

    it('are taken no more than lie there, have no cost, and wait for their check untouched', async () => {
      expect(errorOf(await book({ delta: -5, condition: 'held' }))).toBe('stock.binNotEnough');
      expect(errorOf(await book({ delta: -1 }))).toBe('stock.binNotEnough');
      const priced = await book({ condition: 'held', unitCost: '3' });
      expect([priced.status, priced.data]).toMatchObject([400, { fields: [{ path: 'lines.0.unitCost' }] }]);
      expect((await book({ condition: 'checking' })).status).toBe(400);
      expect(await lies()).toEqual({ held: 4, damaged: 1 });
    });

    it('are good again with the cost they had, those found at what the product cost last', async () => {
      await book({ delta: 5, condition: 'held' });
      await server.ok(releaseBatchCall, { id: batchId }, floor.main);
      expect(await lies()).toEqual({ good: 9, damaged: 1 });
      expect((await figures()).value).toBe((worth + 3 * 7).toFixed(2));
      expect(await floor.wrongs()).toEqual([]);
    });
  });
});
