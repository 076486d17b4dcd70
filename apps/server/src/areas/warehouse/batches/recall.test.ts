import * as calls from '@tradewind/contract/stock-batches.ts';
import { moveLeg, saveLeg } from '@tradewind/contract/transit.ts';
import {
  cancelTransfer,
  finishTransfer,
  getTransfer,
  saveTransfer,
  shipTransfer,
  submitTransfer,
} from '@tradewind/contract/warehouse.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { batchesOf, moveStock, receiveLayers } from '../../stock/public.ts';
import { outboundMoved } from '../hooks.ts';
import { checkReceipt } from '../inbound/check.ts';
import { putAway } from '../inbound/put-away.ts';
import {
  cancelOutbounds,
  closeInbound,
  createInbound,
  createWaves,
  packOutbounds,
  pickLines,
  pickOutbounds,
  recallBatch,
  receiveInbound,
  releaseBatch,
  shipOutbounds,
  shortPick,
  undoPick,
} from '../public.ts';
import { moveGoods } from '../transfer/move.ts';
import { type Floor, openFloor, openSecond } from '../warehouse.testing.ts';
import { setCounting } from '../warehouses/warehouses.ts';
import { dissolveWaves } from '../wave/dissolve.ts';
import { keepBackExpired } from './expired.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  // The orders area's part: cancelled outbound orders reserve nothing any more.
  return outboundMoved.listen(async (tx, { moves }) => {
    const ended = moves.filter((move) => move.to === 'cancelled').map((move) => move.outboundId);
    if (ended.length === 0) return;
    const lines = await tx.rows<{ orderId: number; line: number; w: number; p: number; n: number }>(
      sql`select o.order_id, l.order_line_id as line, o.warehouse_id as w, l.product_id as p, l.quantity as n
        from outbound o join outbound_line l on l.company_id = o.company_id and l.outbound_id = o.id
        where o.company_id = ${sql.company} and o.id = any(${ended}::bigint[]) order by o.id, l.id`,
    );
    await moveStock(
      tx,
      lines.map((l) => ({
        warehouseId: l.w,
        productId: l.p,
        reserved: -l.n,
        reason: 'release',
        docKind: 'test_order',
        docId: l.orderId,
        docLine: l.line,
        step: 'release:1',
      })),
    );
  });
});
afterAll(() => server.close());

/** Puts units of a batch into a bin of the floor. */
async function putBatch(floor: Floor, bin: number, product: number, quantity: number, code: string): Promise<number> {
  return floor.tx(async (tx) => {
    const productId = floor.productIds[product] ?? 0;
    const locationId = floor.bins[bin]?.id ?? 0;
    const [batchId = 0] = await batchesOf(tx, [{ productId, code }]);
    const docId = batchId * 1000 + bin;
    const of = { warehouseId: floor.warehouseId, productId, docKind: 'opening', docId };
    await moveStock(tx, [{ ...of, locationId, batchId, onHand: quantity, reason: 'opening', step: 'receive' }]);
    await receiveLayers(tx, [{ ...of, quantity, unitCost: '10' }]);
    return batchId;
  });
}

const of = (floor: Floor, text: string, ...args: unknown[]) =>
  server.app.database.owner.query(text, [floor.main.companyId, ...args]).then((found) => found.rows);

/** Invariants of batches. */
async function wrongsOfBatches(floor: Floor): Promise<unknown[]> {
  return [
    ...(await of(
      floor,
      `select 'open stop on a recalled batch' as what, p.id from pick_line p join stock_batch t on t.id = p.batch_id and t.company_id = $1
       where p.company_id = $1 and p.state = 'open' and t.state = 'recalled'`,
    )),
    ...(await of(
      floor,
      `select 'free good units of a recalled batch' as what, b.* from bin_stock b join stock_batch t on t.id = b.batch_id and t.company_id = $1
       where b.company_id = $1 and b.condition = 'good' and b.on_hand > b.allocated and t.state = 'recalled'`,
    )),
    ...(await of(
      floor,
      `select 'kept back of a batch that is neither recalled nor expired' as what, b.* from bin_stock b join stock_batch t on t.id = b.batch_id and t.company_id = $1
       where b.company_id = $1 and b.condition = 'held' and b.on_hand > 0 and t.state = 'active'
         and (t.expires_on is null or t.expires_on >= current_date)`,
    )),
    ...(await of(
      floor,
      `select 'stop' as what, o.id, o.state, o.stop_requested from outbound o where o.company_id = $1
         and o.state in ('waiting', 'picking', 'picked', 'packed') and o.stop_requested <> exists (
           select from pick_line p join stock_batch t on t.company_id = $1 and t.id = p.batch_id
           where p.company_id = $1 and p.outbound_id = o.id and p.picked > 0 and t.state = 'recalled')`,
    )),
  ];
}

describe('a batch is recalled', () => {
  it('keeps back what lies free, fills open stops from others, stops what is in boxes, sends back what is lacking', async () => {
    const floor = await openFloor(server);
    const bad = await putBatch(floor, 0, 0, 10, 'BAD');
    await floor.put(1, 0, 3);
    const boxed = await floor.order([0, 2]);
    const left = await floor.order([0, 1]);
    const refilled = await floor.order([0, 2]);
    const newest = await floor.order([0, 4]);
    // FEFO makes no difference here: the first bin on the pick path holds the batch.
    await floor.tx((tx) => createWaves(tx, [boxed.outboundId, left.outboundId, refilled.outboundId]));
    await floor.tx((tx) => pickOutbounds(tx, [boxed.outboundId, left.outboundId]));
    await floor.tx((tx) => packOutbounds(tx, [{ outboundId: left.outboundId, weightGrams: 1 }], 'all'));
    await floor.tx((tx) => shipOutbounds(tx, [left.outboundId]));

    const answer = await server.ok(calls.recallBatchCall, { id: bad, remark: 'Mould' }, floor.main);
    expect(answer).toEqual({
      held: 7,
      left: 0,
      repromised: 1,
      wentBack: 1,
      stopped: 1,
      counted: [],
      shippedOrders: 1,
      shippedUnits: 1,
      sentOn: 0,
    });
    expect(await floor.state(newest.outboundId)).toBe('cancelled');
    const detail = await server.ok(calls.batchDetail, { id: bad }, floor.main);
    expect(detail).toMatchObject({ state: 'recalled', held: 7, good: 2, shippedOrders: 1 });
    expect(detail.shipped.map((o) => [o.orderId, o.units])).toEqual([[left.orderId, 1]]);
    expect(detail.stopped.map((o) => [o.orderId, o.state])).toEqual([[boxed.orderId, 'picked']]);
    const closed = await floor.tx((tx) => packOutbounds(tx, [{ outboundId: boxed.outboundId, weightGrams: 1 }], 'all'));
    expect(closed.refused.map((r) => r.code)).toEqual(['warehouse.recalled']);
    // Nobody can put it back into good stock, and released units go on hold where they are.
    const [line] = await of(
      floor,
      'select id from pick_line where company_id = $1 and outbound_id = $2',
      boxed.outboundId,
    );
    await expect(floor.tx((tx) => undoPick(tx, line.id))).rejects.toMatchObject({ code: 'warehouse.undoRecalled' });
    await floor.tx((tx) => cancelOutbounds(tx, [boxed.outboundId], 'warehouse'));
    expect((await server.ok(calls.batchDetail, { id: bad }, floor.main)).held).toBe(9);
    expect([await floor.wrongs(), await wrongsOfBatches(floor)]).toEqual([[], []]);
    const again = await server.call(calls.recallBatchCall, { id: bad }, floor.main);
    expect(again.status).toBe(409);
    expect(await server.ok(calls.batchTabs, {}, floor.main)).toEqual({ expiring: 0, expired: 0, recalled: 1 });

    const freed = await server.ok(calls.releaseBatchCall, { id: bad, remark: 'Clean' }, floor.main);
    expect(freed).toEqual({ released: 9, goOn: 0 });
    const listed = await server.ok(calls.listBatches, { text: 'ba' }, floor.main);
    expect(listed.rows.length).toBe(0);
    const found = await server.ok(calls.listBatches, { text: 'BA', inStock: 'true' }, floor.main);
    expect(found.rows.map((row) => [row.code, row.good, row.held])).toEqual([['BAD', 9, 0]]);
    await server.ok(calls.editBatch, { id: bad, expiresOn: '2020-01-01', remark: 'Old' }, floor.main);
    expect(await server.ok(calls.batchTabs, {}, floor.main)).toEqual({ expiring: 0, expired: 1, recalled: 0 });
    expect([await floor.wrongs(), await wrongsOfBatches(floor)]).toEqual([[], []]);
  });

  it('keeps back what has expired, once, until its day is corrected', async () => {
    const floor = await openFloor(server);
    const old = await putBatch(floor, 0, 0, 5, 'OLD');
    await floor.put(1, 0, 2);
    const waiting = [await floor.order([0, 2]), await floor.order([0, 2])];
    await server.app.database.owner.query(`update stock_batch set expires_on = current_date - 2 where id = $1`, [old]);
    const lies = async () => {
      const { good, held } = await server.ok(calls.batchDetail, { id: old }, floor.main);
      return [good, held];
    };
    const daily = () => keepBackExpired(server.app, systemContext(floor.main.companyId, 'test'));
    await daily();
    // Two good ones are left for two orders of two: the newer goes back.
    expect(await lies()).toEqual([0, 5]);
    expect(await Promise.all(waiting.map((one) => floor.state(one.outboundId)))).toEqual(['waiting', 'cancelled']);
    const moved = () => of(floor, `select count(*) as n from stock_movement where company_id = $1`);
    const before = await moved();
    await daily();
    expect(await moved()).toEqual(before);
    await server.ok(calls.editBatch, { id: old, expiresOn: '2099-01-01', remark: '' }, floor.main);
    expect(await lies()).toEqual([5, 0]);
    expect([await floor.wrongs(), await wrongsOfBatches(floor)]).toEqual([[], []]);
  });

  it('lets what it stopped go on when it ends', async () => {
    const floor = await openFloor(server);
    const batch = await putBatch(floor, 0, 0, 5, 'B1');
    const { outboundId } = await floor.order([0, 2]);
    await floor.tx((tx) => createWaves(tx, [outboundId]));
    await floor.tx((tx) => pickOutbounds(tx, [outboundId]));
    await floor.tx((tx) => recallBatch(tx, batch, ''));
    expect(await floor.tx((tx) => releaseBatch(tx, batch, ''))).toEqual({ released: 3, goOn: 1 });
    await floor.tx((tx) => packOutbounds(tx, [{ outboundId, weightGrams: 1 }], 'all'));
    expect((await floor.tx((tx) => shipOutbounds(tx, [outboundId]))).done).toEqual([outboundId]);
  });

  it('goes through while a house is counted, which does the rest when its count is over', async () => {
    const floor = await openFloor(server);
    const second = await openSecond(floor);
    const bad = await putBatch(floor, 0, 0, 6, 'BAD');
    await floor.put(1, 0, 4);
    const there = {
      warehouseId: second.warehouseId,
      productId: floor.productIds[0] ?? 0,
      docKind: 'opening',
      docId: 1,
    };
    await floor.tx(async (tx) => {
      const lies = { locationId: second.bins[0] ?? 0, batchId: bad, onHand: 5, reason: 'opening', step: 'receive' };
      await moveStock(tx, [{ ...there, ...lies }]);
      await receiveLayers(tx, [{ ...there, quantity: 5, unitCost: '10' }]);
    });
    const boxed = await floor.order([0, 1]);
    const planned = await floor.order([0, 2]);
    await floor.tx((tx) => createWaves(tx, [boxed.outboundId, planned.outboundId]));
    await floor.tx((tx) => pickOutbounds(tx, [boxed.outboundId]));
    await floor.tx((tx) => setCounting(tx, floor.warehouseId, true));
    const answer = await server.ok(calls.recallBatchCall, { id: bad, remark: 'Mould' }, floor.main);
    expect(answer).toMatchObject({ held: 5, repromised: 0, wentBack: 0, stopped: 1, counted: ['Floor'] });
    await floor.tx((tx) => setCounting(tx, floor.warehouseId, false));
    expect((await server.ok(calls.batchDetail, { id: bad }, floor.main)).held).toBe(10);
    expect([await floor.wrongs(), await wrongsOfBatches(floor)]).toEqual([[], []]);
    expect((await floor.tx((tx) => pickOutbounds(tx, [planned.outboundId]))).done).toEqual([planned.outboundId]);
  });

  it('keeps back what comes in of it later: received, checked, put away, moved', async () => {
    const floor = await openFloor(server);
    const { warehouseId } = floor;
    const productId = floor.productIds[0] ?? 0;
    const shelf = floor.bins[1]?.code ?? '';
    const bad = await putBatch(floor, 0, 0, 2, 'BAD');
    await floor.tx((tx) => recallBatch(tx, bad, ''));
    const lies = () =>
      of(
        floor,
        `select l.kind, l.code, b.condition, b.on_hand as n from bin_stock b join location l on l.id = b.location_id
         where b.company_id = $1 and b.batch_id = $2 and b.on_hand > 0 order by b.location_id, b.condition`,
        bad,
      );
    const notice = await floor.tx((tx) =>
      createInbound(tx, { warehouseId, kind: 'manual', lines: [{ productId, quantity: 8, unitCost: '3' }] }),
    );
    const receipts = await floor.tx((tx) =>
      receiveInbound(tx, notice.id, [
        { productId, quantity: 4, batch: 'BAD' },
        { productId, quantity: 3, batch: 'BAD', condition: 'checking' },
        { productId, quantity: 1, batch: 'FINE' },
      ]),
    );
    const receiptIds = receipts.map((one) => one.id);
    const held = async () => (await server.ok(calls.batchDetail, { id: bad }, floor.main)).held;
    expect(await held()).toBe(6);
    const [, checking = 0] = receiptIds;
    await floor.tx((tx) => checkReceipt(tx, { receiptId: checking, passed: 3, failed: 0, reason: '' }));
    expect(await held()).toBe(9);
    const away = await floor.tx((tx) => putAway(tx, { receiptIds, locationCode: shelf }));
    expect(away).toMatchObject({ units: 8, left: 0 });
    await floor.tx((tx) => closeInbound(tx, notice.id));
    expect(await lies()).toMatchObject([{ n: 2 }, { code: shelf, condition: 'held', n: 7 }]);
    // Moving it does not make it good.
    const move = { warehouseId, fromLocationCode: shelf, code: floor.skus[0] ?? '', batchId: bad, remark: '' };
    await floor.tx((tx) => moveGoods(tx, { ...move, quantity: 2, condition: 'held', toCondition: 'good' }));
    expect(await lies()).toMatchObject([{ n: 2 }, { code: shelf, condition: 'held', n: 7 }]);
    expect([await floor.wrongs(), await wrongsOfBatches(floor)]).toEqual([[], []]);
    expect(await floor.tx((tx) => releaseBatch(tx, bad, ''))).toEqual({ released: 9, goOn: 0 });
    const { outboundId } = await floor.order([0, 10]);
    await floor.tx((tx) => createWaves(tx, [outboundId]));
    await floor.tx((tx) => pickOutbounds(tx, [outboundId]));
    expect(await floor.state(outboundId)).toBe('picked');
    expect([await floor.wrongs(), await wrongsOfBatches(floor)]).toEqual([[], []]);
  });

  it('keeps back what other documents held as soon as they let it go', async () => {
    const floor = await openFloor(server);
    const { warehouseId: toId } = await openSecond(floor);
    const [one = 0, two = 0, three = 0, four = 0] = floor.productIds;
    const held = async (id: number) => (await server.ok(calls.batchDetail, { id }, floor.main)).held;
    const transfer = async (productId: number, quantity: number) => {
      const input = { fromId: floor.warehouseId, toId, lines: [{ productId, quantity }] };
      const { id } = await server.ok(saveTransfer, input, floor.main);
      await server.ok(submitTransfer, { id }, floor.main);
      return id;
    };
    const recall = async (batch: number) => {
      const answered = await floor.tx((tx) => recallBatch(tx, batch, ''));
      return [answered.held, answered.left];
    };

    const called = await putBatch(floor, 0, 0, 10, 'CALLED');
    const off = await transfer(one, 6);
    expect(await recall(called)).toEqual([4, 6]);
    const [line] = (await server.ok(getTransfer, { id: off }, floor.main)).lines;
    const place = { locationCode: floor.bins[0]?.code ?? '', batchId: called };
    const named = { id: off, lines: [{ lineId: line?.id ?? 0, quantity: 6, ...place }] };
    expect((await server.call(shipTransfer, named, floor.main)).data).toMatchObject({
      error: 'warehouse.transferRecalled',
    });
    await server.ok(cancelTransfer, { id: off }, floor.main);
    expect(await held(called)).toBe(10);

    // Two others ship instead. The released units go on hold.
    const less = await putBatch(floor, 1, 1, 5, 'LESS');
    await floor.put(2, 1, 2);
    const sent = await transfer(two, 6);
    expect(await recall(less)).toEqual([1, 4]);
    const [part] = (await server.ok(getTransfer, { id: sent }, floor.main)).lines;
    await server.ok(shipTransfer, { id: sent, lines: [{ lineId: part?.id ?? 0, quantity: 2 }] }, floor.main);
    await server.ok(finishTransfer, { id: sent }, floor.main);
    expect(await held(less)).toBe(5);

    const sea = await putBatch(floor, 3, 2, 5, 'SEA');
    const lines = [{ productId: three, quantity: 5 }];
    const leg = await server.ok(
      saveLeg,
      { fromWarehouseId: floor.warehouseId, warehouseId: toId, mode: 'sea', lines },
      floor.main,
    );
    await server.ok(moveLeg, { id: leg.id, to: 'submitted' }, floor.main);
    expect(await recall(sea)).toEqual([0, 5]);
    await server.ok(moveLeg, { id: leg.id, to: 'cancelled' }, floor.main);
    expect(await held(sea)).toBe(5);

    // The transfer took the good units that an order had reserved: they belong to the order while it waits.
    const waited = await putBatch(floor, 4, 3, 5, 'WAITED');
    const taken = await transfer(four, 5);
    expect(await recall(waited)).toEqual([0, 5]);
    await floor.put(5, 3, 5);
    const { outboundId } = await floor.order([3, 5]);
    await server.ok(shipTransfer, { id: taken }, floor.main);
    expect(await held(waited)).toBe(0);
    await floor.tx((tx) => cancelOutbounds(tx, [outboundId], 'warehouse'));
    expect(await held(waited)).toBe(5);
    expect([await floor.wrongs(), await wrongsOfBatches(floor)]).toEqual([[], []]);
  });

  /**
   * When a recall started or ended, as a number from the sequence of movements: each movement is before or after it.
   */
  interface Mark {
    batchId: number;
    recalled: boolean;
    at: number;
  }
  const marked = (floor: Floor, batchId: number, recalled: boolean): Promise<Mark> =>
    floor.tx(async (tx) => {
      await (recalled ? recallBatch : releaseBatch)(tx, batchId, '');
      const [row] = await of(floor, `select nextval('stock_movement_id_seq')::int as at where $1::int > 0`);
      return { batchId, recalled, at: row.at };
    });
  /** Units shipped while their batch was recalled. */
  async function shippedWhileRecalled(floor: Floor, marks: readonly Mark[]): Promise<unknown[]> {
    const shipped = await of(
      floor,
      `select id::int, batch_id::int as "batchId", on_hand from stock_movement
       where company_id = $1 and reason = 'shipment' and batch_id <> 0 and on_hand < 0`,
    );
    const ofBatches = marks.toSorted((a, b) => b.at - a.at);
    return shipped.filter(({ id, batchId }) => ofBatches.find((m) => m.batchId === batchId && m.at < id)?.recalled);
  }

  const ACTS = [
    'wave',
    'wave',
    'scan',
    'pick',
    'pick',
    'undo',
    'short',
    'pack',
    'ship',
    'cancel',
    'dissolve',
    'recall',
    'release',
  ] as const;
  const act = fc.record({
    kind: fc.constantFrom(...ACTS),
    which: fc.uniqueArray(fc.nat({ max: 9 }), { minLength: 1, maxLength: 4 }),
    batch: fc.nat({ max: 1 }),
  });

  it('holds every invariant while people pick, pack and ship beside recalls, and nothing leaves after one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 5, maxLength: 10 }), { minLength: 4, maxLength: 4 }),
        async (people) => {
          const floor = await openFloor(server, { products: 1, bins: 4 });
          const batches = [await putBatch(floor, 0, 0, 6, 'B1'), await putBatch(floor, 1, 0, 6, 'B2')];
          await putBatch(floor, 2, 0, 3, 'B1');
          await floor.put(3, 0, 6);
          const ids: number[] = [];
          const marks: Mark[] = [];
          for (let i = 0; i < 10; i++) ids.push((await floor.order([0, 1 + (i % 3)])).outboundId);
          const perform = async ({ kind, which, batch }: (typeof people)[0][0]) => {
            const some = which.map((i) => ids[i] ?? 0);
            const [line] = await of(
              floor,
              `select id, wave_id as wave from pick_line where company_id = $1 and outbound_id = $2 and state in ('open', 'done')`,
              some[0],
            );
            const works = {
              wave: () => floor.tx((tx) => createWaves(tx, some, { maxOrders: 3 })),
              scan: () => floor.tx((tx) => pickLines(tx, [{ pickLineId: line?.id ?? 0, quantity: 1 }])),
              undo: () => floor.tx((tx) => undoPick(tx, line?.id ?? 0)),
              short: () => floor.tx((tx) => shortPick(tx, line?.id ?? 0, 'test')),
              dissolve: () => floor.tx((tx) => dissolveWaves(tx, [line?.wave ?? 0])),
              pick: () => floor.tx((tx) => pickOutbounds(tx, some)),
              pack: () =>
                floor.tx((tx) =>
                  packOutbounds(
                    tx,
                    some.map((outboundId) => ({ outboundId, weightGrams: 1 })),
                    'all',
                  ),
                ),
              ship: () => floor.tx((tx) => shipOutbounds(tx, some)),
              cancel: () => floor.tx((tx) => cancelOutbounds(tx, some, 'warehouse')),
              recall: async () => void marks.push(await marked(floor, batches[batch] ?? 0, true)),
              release: async () => void marks.push(await marked(floor, batches[batch] ?? 0, false)),
            };
            await (works[kind]() as Promise<unknown>).catch((error: { code?: string }) => {
              if (!/^(warehouse|stock)\./.test(error.code ?? '')) throw error;
            });
          };
          await Promise.all(
            people.map(async (acts) => {
              for (const one of acts) await perform(one);
            }),
          );
          expect([await floor.wrongs(), await wrongsOfBatches(floor)]).toEqual([[], []]);
          expect(await shippedWhileRecalled(floor, marks)).toEqual([]);
        },
      ),
      { numRuns: runs(4, 96), endOnFailure: true },
    );
  });
});
