import { rights } from '@tradewind/contract/access/modules.ts';
import { search } from '@tradewind/contract/access.ts';
import * as calls from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { scannedProduct } from './fnskus/scanned.ts';
import { requestStop } from './public.ts';
import { type Floor, openFloor, openSecond } from './warehouse.testing.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const balance = (product: number) =>
  floor.tx((tx) =>
    tx.row<{ onHand: number; reserved: number }>(sql`select on_hand, reserved from stock_balance
      where company_id = ${sql.company} and product_id = ${floor.productIds[product] ?? 0}`),
  );
const key = () => `test-${Math.random().toString(36).slice(2)}`;

describe('an order goes through the warehouse by scanner', () => {
  let order: { outboundId: number; number: string; orderId: number };
  let stops: calls.PickStop[];
  let waveId: number;

  beforeAll(async () => {
    floor = await openFloor(server);
    await floor.put(2, 0, 100, '10');
    await floor.put(3, 0, 100, '12');
    await floor.put(0, 1, 5);
    order = await floor.order([0, 3], [1, 1]);
  });

  it('joins a wave, its stops lie along the walking path', async () => {
    const made = await server.ok(calls.createWavesCall, { filter: { warehouseId: floor.warehouseId } }, floor.main);
    expect(made).toMatchObject({
      done: 1,
      failed: [],
      waves: [{ orders: 1, units: 4, outboundIds: [order.outboundId] }],
    });
    waveId = made.waves[0]?.id ?? 0;
    const wave = await server.ok(calls.getWave, { id: waveId }, floor.main);
    stops = wave.stops;
    expect(stops.map((stop) => stop.locationCode)).toEqual([floor.bins[0]?.code, floor.bins[2]?.code]);
    expect(wave).toMatchObject({ state: 'open', toPick: 1, toPack: 1 });
    const again = await server.ok(calls.createWavesCall, { outboundIds: [order.outboundId] }, floor.main);
    expect(again.failed.map((f) => f.error)).toEqual(['warehouse.notWaiting']);
  });

  it('refuses the wrong location and the wrong item, and writes nothing', async () => {
    const stop = stops[1];
    const scan = { pickLineId: stop?.id ?? 0, quantity: 1 };
    const wrongPlace = await server.call(calls.pickScanCall, { ...scan, locationCode: 'A-01-01-05' }, floor.main);
    expect([wrongPlace.status, (wrongPlace.data as never as { error: string }).error]).toEqual([
      422,
      'warehouse.wrongLocation',
    ]);
    const wrongItem = await server.call(calls.pickScanCall, { ...scan, code: floor.skus[1] ?? '' }, floor.main);
    expect((wrongItem.data as never as { error: string }).error).toBe('warehouse.wrongProduct');
    const tooMany = await server.call(calls.pickScanCall, { ...scan, quantity: 4 }, floor.main);
    expect((tooMany.data as never as { error: string }).error).toBe('warehouse.pickQuantity');
    expect(await floor.wrongs()).toEqual([]);
  });

  it('picks in steps, once for each idempotency key, and takes scans back', async () => {
    const stop = stops[1]?.id ?? 0;
    const scan = {
      pickLineId: stop,
      quantity: 2,
      locationCode: stops[1]?.locationCode,
      code: 'p-1',
      idempotencyKey: key(),
    };
    const first = await server.ok(calls.pickScanCall, scan, floor.main);
    expect(first).toMatchObject({ stop: { picked: 2, state: 'open' }, outboundState: 'picking', waveState: 'picking' });
    expect((await server.ok(calls.pickScanCall, scan, floor.main)).stop.picked).toBe(2);
    expect((await server.ok(calls.undoPickCall, { pickLineId: stop }, floor.main)).stop.picked).toBe(0);
    const nothing = await server.call(calls.undoPickCall, { pickLineId: stop }, floor.main);
    expect(nothing.status).toBe(422);
    await server.ok(calls.pickScanCall, { pickLineId: stop, quantity: 1 }, floor.main);
    await server.ok(calls.pickScanCall, { pickLineId: stop, quantity: 2 }, floor.main);
    expect((await server.ok(calls.undoPickCall, { pickLineId: stop }, floor.main)).stop.picked).toBe(1);
    expect(await floor.wrongs()).toEqual([]);
    await server.ok(calls.pickScanCall, { pickLineId: stop, quantity: 2 }, floor.main);
    const last = await server.ok(calls.pickScanCall, { pickLineId: stops[0]?.id ?? 0, quantity: 1 }, floor.main);
    expect(last).toMatchObject({ outboundState: 'picked', waveState: 'picked' });
    expect(await floor.wrongs()).toEqual([]);
  });

  it('goes back to picking when its last scan is undone', async () => {
    const undone = await server.ok(calls.undoPickCall, { pickLineId: stops[0]?.id ?? 0 }, floor.main);
    expect(undone).toMatchObject({ outboundState: 'picking', waveState: 'picking' });
    expect(await floor.wrongs()).toEqual([]);
    await server.ok(calls.pickAll, { waveIds: [waveId] }, floor.main);
    expect(await floor.state(order.outboundId)).toBe('picked');
  });

  it('is packed item by item; what does not belong into the box is refused', async () => {
    const { outboundId } = order;
    const box = await server.ok(calls.findBox, { code: order.number.toLowerCase() }, floor.main);
    expect(box).toMatchObject({ outboundId, state: 'picked' });
    const pack = (code: string, quantity = 1) =>
      server.call(calls.packScanCall, { outboundId, code, quantity }, floor.main);
    expect(((await pack('P-3')).data as never as { error: string }).error).toBe('warehouse.notInOrder');
    expect(((await pack('NOPE')).data as never as { error: string }).error).toBe('warehouse.codeUnknown');
    expect((await pack('P-1', 2)).data.lines.map((line) => line.packed)).toEqual([2, 0]);
    expect(((await pack('P-1', 2)).data as never as { error: string }).error).toBe('warehouse.tooManyInBox');
    const early = await server.ok(calls.packOutboundsCall, { boxes: [{ outboundId, weightGrams: 900 }] }, floor.main);
    expect(early.failed.map((f) => f.error)).toEqual(['warehouse.itemsMissing']);
    await pack('P-1', -1);
    await pack('P-1', 2);
    await pack('P-2');
    const reloaded = await server.ok(calls.findBox, { code: order.number }, floor.main);
    expect(reloaded.lines.map((line) => line.packed)).toEqual([3, 1]);
    const boxes = [{ outboundId, weightGrams: 900, lengthMm: 200, widthMm: 100, heightMm: 50 }];
    expect(await server.ok(calls.packOutboundsCall, { boxes }, floor.main)).toEqual({ done: 1, failed: [] });
    expect((await server.ok(calls.getWave, { id: waveId }, floor.main)).state).toBe('done');
    expect(await floor.wrongs()).toEqual([]);
  });

  it('is found by the beginning of its number, the wave too', async () => {
    const found = await server.ok(search, { text: order.number.toLowerCase() }, floor.main);
    expect(found.filter((hit) => hit.kind === 'outbound').map((hit) => hit.id)).toEqual([order.outboundId]);
    const wave = await server.ok(calls.getWave, { id: waveId }, floor.main);
    const waves = await server.ok(search, { text: wave.number }, floor.main);
    expect(waves.map((hit) => [hit.kind, hit.id])).toEqual([['wave', waveId]]);
  });

  it('leaves with its reservation and its cost, once', async () => {
    const ship = { orderIds: [order.orderId], idempotencyKey: key() };
    expect(await server.ok(calls.shipOutboundsCall, ship, floor.main)).toEqual({ done: 1, failed: [] });
    expect(await server.ok(calls.shipOutboundsCall, ship, floor.main)).toEqual({ done: 1, failed: [] });
    const again = await server.ok(calls.shipOutboundsCall, { outboundIds: [order.outboundId] }, floor.main);
    expect(again).toMatchObject({ done: 0, failed: [{ error: 'warehouse.alreadyShipped' }] });
    expect(await balance(0)).toEqual({ onHand: 197, reserved: 0 });
    expect(await balance(1)).toEqual({ onHand: 4, reserved: 0 });
    const detail = await server.ok(calls.getOutbound, { id: order.outboundId }, floor.main);
    expect(detail.history.map((h) => h.toState).filter(Boolean)).toEqual([
      'shipped',
      'packed',
      'picked',
      'picking',
      'picked',
      'picking',
      'waiting',
    ]);
    expect(await floor.wrongs()).toEqual([]);
  });
});

describe('what goes wrong on the floor', () => {
  beforeAll(async () => {
    floor = await openFloor(server);
    await floor.put(0, 0, 50);
    await floor.put(1, 1, 50);
  });

  /** Moves an outbound order to a status by the bulk calls. */
  const upTo = async (outboundId: number, state: string) => {
    if (state === 'waiting') return;
    await server.ok(calls.createWavesCall, { outboundIds: [outboundId] }, floor.main);
    if (state === 'picking') return;
    await server.ok(calls.pickAll, { outboundIds: [outboundId] }, floor.main);
    if (state === 'picked') return;
    const boxes = [{ outboundId, weightGrams: 500 }];
    await server.ok(calls.packOutboundsCall, { boxes, checked: 'all' }, floor.main);
    if (state === 'packed') return;
    await server.ok(calls.shipOutboundsCall, { outboundIds: [outboundId] }, floor.main);
  };

  it.each(['waiting', 'picking', 'picked', 'packed'])(
    'is cancelled while %s: promises end, picked goods wait to be put back',
    async (state) => {
      const { outboundId } = await floor.order([0, 2], [1, 1]);
      await upTo(outboundId, state);
      expect(await floor.state(outboundId)).toBe(state);
      const cancelled = await server.ok(
        calls.cancelOutboundsCall,
        { outboundIds: [outboundId], reason: 'outOfStock', remark: 'damaged' },
        floor.main,
      );
      expect(cancelled).toEqual({ done: 1, failed: [] });
      const { history } = await server.ok(calls.getOutbound, { id: outboundId }, floor.main);
      expect(history[0]?.detail).toEqual({ cancelReason: 'outOfStock', remark: 'damaged' });
      expect(await floor.state(outboundId)).toBe('cancelled');
      expect(await floor.wrongs()).toEqual([]);
      const left = await server.ok(calls.listPutBack, { warehouseId: floor.warehouseId }, floor.main);
      expect(left.length).toBe(state === 'picked' || state === 'packed' ? 2 : 0);
      for (const row of left) {
        expect(row.suggested.length).toBeGreaterThan(0);
        const target = {
          toLocationCode: row.suggested[0]?.code ?? '',
          productId: row.productId,
          quantity: row.quantity,
        };
        await server.ok(calls.putBackCall, { fromLocationId: row.locationId, ...target }, floor.main);
      }
      expect(await server.ok(calls.listPutBack, { warehouseId: floor.warehouseId }, floor.main)).toEqual([]);
      expect(await floor.wrongs()).toEqual([]);
    },
  );

  it('is cancelled for a reason that the company knows', async () => {
    const { outboundId } = await floor.order([0, 1]);
    const cancel = (reason: string) =>
      server.call(calls.cancelOutboundsCall, { outboundIds: [outboundId], reason }, floor.main);
    expect(await cancel('who knows')).toMatchObject({ status: 400, data: { fields: [{ path: 'reason' }] } });
    expect(await floor.state(outboundId)).toBe('waiting');
    expect((await cancel('other')).status).toBe(200);
  });

  it('cannot be cancelled once it left; whoever holds it is asked to stop it', async () => {
    const { outboundId } = await floor.order([0, 1]);
    await upTo(outboundId, 'shipped');
    const late = await server.ok(calls.cancelOutboundsCall, { outboundIds: [outboundId], reason: 'other' }, floor.main);
    expect(late).toMatchObject({ done: 0, failed: [{ error: 'warehouse.alreadyShipped' }] });
    expect(await floor.tx((tx) => requestStop(tx, [outboundId]))).toEqual([outboundId]);
    const list = await server.ok(calls.listOutbounds, { stopRequested: 'true' }, floor.main);
    expect(list.rows.map((row) => row.id)).toEqual([outboundId]);
  });

  it('does not hand a box over whose stop was requested', async () => {
    const { outboundId } = await floor.order([0, 1]);
    await upTo(outboundId, 'packed');
    await floor.tx((tx) => requestStop(tx, [outboundId]));
    const refused = await server.ok(calls.shipOutboundsCall, { outboundIds: [outboundId] }, floor.main);
    expect(refused.failed.map((f) => f.error)).toEqual(['warehouse.stopRequested']);
    await server.ok(calls.cancelOutboundsCall, { outboundIds: [outboundId], reason: 'other' }, floor.main);
  });

  it('fills a short stop from another bin, else gives the order back', async () => {
    await floor.put(3, 2, 2);
    await floor.put(5, 2, 1);
    const { outboundId } = await floor.order([2, 2]);
    await upTo(outboundId, 'picking');
    const [stop] = (await server.ok(calls.getOutbound, { id: outboundId }, floor.main)).stops;
    await server.ok(calls.pickScanCall, { pickLineId: stop?.id ?? 0, quantity: 1 }, floor.main);
    const short = { pickLineId: stop?.id ?? 0, reason: 'empty' };
    expect((await server.ok(calls.shortPickCall, short, floor.main)).refilled).toBe(true);
    expect((await server.call(calls.shortPickCall, short, floor.main)).status).toBe(422);
    expect(await floor.wrongs()).toEqual([]);
    const detail = await server.ok(calls.getOutbound, { id: outboundId }, floor.main);
    expect(detail.stops.map((s) => [s.state, s.quantity, s.picked])).toEqual([
      ['short', 2, 1],
      ['open', 1, 0],
    ]);
    const other = { pickLineId: detail.stops[1]?.id ?? 0, reason: 'empty too' };
    // The system still has one unit in the first bin: it was reported short, but no other bin is left.
    expect((await server.ok(calls.shortPickCall, other, floor.main)).refilled).toBe(true);
    const third = (await server.ok(calls.getOutbound, { id: outboundId }, floor.main)).stops.find(
      (s) => s.state === 'open',
    );
    await server.app.database.owner.query('update location set enabled = false where id = any($1::bigint[])', [
      [floor.bins[5]?.id],
    ]);
    const end = await server.ok(calls.shortPickCall, { pickLineId: third?.id ?? 0, reason: 'really' }, floor.main);
    expect(end.refilled).toBe(false);
    expect(await floor.state(outboundId)).toBe('cancelled');
    expect(await floor.wrongs()).toEqual([]);
    const place = await server.ok(calls.findLocation, { id: floor.bins[3]?.id ?? 0 }, floor.main);
    expect(place.history.map((h) => h.event)).toContain('countWanted');
  });

  it('takes a wave apart that nobody began', async () => {
    const { outboundId } = await floor.order([0, 1]);
    const { waves } = await server.ok(calls.createWavesCall, { outboundIds: [outboundId] }, floor.main);
    const ids = waves.map((wave) => wave.id);
    expect(await server.ok(calls.cancelWaves, { ids }, floor.main)).toEqual({ done: 1, failed: [] });
    expect(await floor.state(outboundId)).toBe('waiting');
    expect(await floor.wrongs()).toEqual([]);
    await upTo(outboundId, 'picked');
    const second = (await server.ok(calls.getOutbound, { id: outboundId }, floor.main)).waveId ?? 0;
    const begun = await server.ok(calls.cancelWaves, { ids: [second] }, floor.main);
    expect(begun.failed.map((f) => f.error)).toEqual(['warehouse.waveBegun']);
  });

  it('tells which product lacks in pickable locations and leaves the order waiting', async () => {
    await floor.put(4, 3, 5);
    await server.app.database.owner.query(`update location set kind = 'receiving' where id = $1`, [floor.bins[4]?.id]);
    const { outboundId } = await floor.order([3, 1]);
    const refused = await server.ok(calls.createWavesCall, { outboundIds: [outboundId] }, floor.main);
    expect(refused).toMatchObject({ done: 0, waves: [], failed: [{ error: 'warehouse.nothingInBins' }] });
    expect(refused.failed[0]?.reason).toContain('P-4');
    expect(await floor.state(outboundId)).toBe('waiting');
  });

  it('moves nothing while the warehouse is counted', async () => {
    const waiting = await floor.order([0, 1]);
    const picking = await floor.order([0, 1]);
    const packed = await floor.order([0, 1]);
    await upTo(picking.outboundId, 'picking');
    await upTo(packed.outboundId, 'packed');
    await server.ok(calls.editWarehouseIsCount, { houseId: floor.warehouseId, isCount: true }, floor.main);
    const errors = [
      await server.ok(calls.createWavesCall, { outboundIds: [waiting.outboundId] }, floor.main),
      await server.ok(calls.pickAll, { outboundIds: [picking.outboundId] }, floor.main),
      await server.ok(calls.shipOutboundsCall, { outboundIds: [packed.outboundId] }, floor.main),
    ].map((answer) => answer.failed.map((f) => f.error));
    expect(errors).toEqual([['warehouse.counting'], ['warehouse.counting'], ['warehouse.counting']]);
    await expect(floor.put(0, 0, 1)).rejects.toMatchObject({ code: 'warehouse.counting' });
    await server.ok(calls.editWarehouseIsCount, { houseId: floor.warehouseId, isCount: false }, floor.main);
    expect((await server.ok(calls.shipOutboundsCall, { outboundIds: [packed.outboundId] }, floor.main)).done).toBe(1);
  });

  it('gives two packers who scan the same item two orders', async () => {
    const orders = [await floor.order([1, 1]), await floor.order([1, 1]), await floor.order([1, 1])];
    for (const order of orders) await upTo(order.outboundId, 'picked');
    const scan = { code: 'P-2', warehouseId: floor.warehouseId };
    const boxes = await Promise.all(orders.map(() => server.ok(calls.packScanCall, scan, floor.main)));
    expect(new Set(boxes.map((box) => box.outboundId)).size).toBe(3);
    expect((await server.call(calls.packScanCall, scan, floor.main)).status).toBe(422);
  });

  it('finds a single order that was begun and not closed by its item, after all that wait for one', async () => {
    await floor.put(2, 2, 10);
    const [begun, waiting] = [await floor.order([2, 1]), await floor.order([2, 1])];
    for (const order of [begun, waiting]) await upTo(order.outboundId, 'picked');
    const scan = { code: 'P-3', warehouseId: floor.warehouseId };
    const find = () => server.ok(calls.findBox, scan, floor.main);
    expect((await server.ok(calls.packScanCall, scan, floor.main)).outboundId).toBe(begun.outboundId);
    expect(await find()).toMatchObject({ outboundId: waiting.outboundId, lines: [{ packed: 0 }] });
    await upTo(waiting.outboundId, 'packed');
    expect(await find()).toMatchObject({ outboundId: begun.outboundId, lines: [{ packed: 1 }] });
    expect((await server.call(calls.packScanCall, scan, floor.main)).status).toBe(422);
    await upTo(begun.outboundId, 'packed');
    const none = await server.call(calls.findBox, scan, floor.main);
    expect(none).toMatchObject({ status: 404, data: { error: 'warehouse.noSingleWaiting' } });
  });

  it('is found by the number of its wave and its slot, as people read it off a cart', async () => {
    const orders = [await floor.order([0, 1]), await floor.order([0, 1])];
    const { waves } = await server.ok(
      calls.createWavesCall,
      { outboundIds: orders.map(({ outboundId }) => outboundId) },
      floor.main,
    );
    const { number, outbounds } = await server.ok(calls.getWave, { id: waves[0]?.id ?? 0 }, floor.main);
    for (const { id, slot } of outbounds)
      for (const code of [`${number} ${slot}`, `${number.toLowerCase()}-${slot}`, `${number}/${slot}`])
        expect((await server.ok(calls.findBox, { code }, floor.main)).outboundId).toBe(id);
    const none = await server.call(calls.findBox, { code: `${number} 99` }, floor.main);
    expect(none).toMatchObject({ status: 404, data: { error: 'warehouse.codeUnknown' } });
    await server.ok(calls.pickAll, { waveIds: [waves[0]?.id ?? 0] }, floor.main);
  });

  it('is not there for a member of other warehouses', async () => {
    const { outboundId, number } = await floor.order([0, 1]);
    const needed = [
      rights.outbound.wave,
      rights.outbound.pick,
      rights.outbound.pack,
      rights.outbound.ship,
      rights.outbound.cancel,
      rights.picking.create,
      rights.scanStation.pick,
      rights.scanStation.pack,
    ];
    const member = await server.member(floor.main.companyId, needed);
    const observed = await server.ok(calls.listOutbounds, {}, member);
    expect(observed.total).toBe(0);
    expect((await server.call(calls.getOutbound, { id: outboundId }, member)).status).toBe(404);
    expect((await server.call(calls.findBox, { code: number }, member)).status).toBe(404);
    expect((await server.ok(calls.createWavesCall, { outboundIds: [outboundId] }, member)).done).toBe(0);
    expect(
      (await server.ok(calls.cancelOutboundsCall, { outboundIds: [outboundId], reason: 'other' }, member)).done,
    ).toBe(0);
    expect(await floor.state(outboundId)).toBe('waiting');
    expect((await server.ok(calls.getWarehouse, {}, member)).total).toBe(0);
  });
});

describe('goods under a label for Amazon', () => {
  it('are known by it from the dock to the box, each house its own labels', async () => {
    floor = await openFloor(server, { products: 2 });
    const { warehouseId, main } = floor;
    const [productId = 0, another = 0] = floor.productIds;
    const code = 'x00lamp001';
    await server.ok(calls.saveWarehouseFnSku, { houseId: warehouseId, productId, fnsku: 'X00LAMP001' }, main);
    const lines = [{ productId, quantity: 2 }];
    const inbound = await server.ok(calls.addInbound, { warehouseId, kind: 'manual', lines }, main);
    const got = await server.ok(calls.receiveItemCall, { inboundId: inbound.id, code, quantity: 2 }, main);
    expect(got).toMatchObject({ sku: 'P-1', received: 2 });
    const locationCode = floor.bins[0]?.code ?? '';
    await server.ok(calls.scanPutAwayCall, { warehouseId, code, locationCode }, main);
    const there = await server.ok(calls.goodsAt, { warehouseId, locationCode }, main);
    expect(there.goods.map((row) => row.fnsku)).toEqual(['X00LAMP001']);
    const { outboundId } = await floor.order([0, 1]);
    await server.ok(calls.createWavesCall, { outboundIds: [outboundId] }, main);
    const [stop] = (await server.ok(calls.getOutbound, { id: outboundId }, main)).stops;
    expect(stop?.fnsku).toBe('X00LAMP001');
    const pick = { pickLineId: stop?.id ?? 0, quantity: 1 };
    const wrong = await server.call(calls.pickScanCall, { ...pick, code: 'X00OTHER01' }, main);
    expect(wrong.data).toMatchObject({ error: 'warehouse.wrongProduct' });
    await server.ok(calls.pickScanCall, { ...pick, code }, main);
    expect((await server.ok(calls.whatIs, { code }, main)).label).toBe('P-1');
    const box = await server.ok(calls.packScanCall, { warehouseId, code }, main);
    expect(box).toMatchObject({ outboundId, lines: [{ packed: 1, fnsku: 'X00LAMP001' }] });
    const second = await openSecond(floor);
    const asks = (where: number | undefined) => floor.tx((tx) => scannedProduct(tx, code, where));
    expect(await asks(second.warehouseId)).toBeUndefined();
    await server.ok(
      calls.saveWarehouseFnSku,
      { houseId: second.warehouseId, productId: another, fnsku: 'X00LAMP001' },
      main,
    );
    const meant = [await asks(warehouseId), await asks(second.warehouseId), await asks(undefined)];
    expect(meant.map((product) => product?.sku)).toEqual(['P-1', 'P-2', undefined]);
  });
});
