import {
  cancelOrders,
  getOrder,
  listOrders,
  orderTabs,
  resumeOrders,
  shipOrdersAnyway,
  waveOrders,
} from '@tradewind/contract/orders.ts';
import {
  cancelWaves,
  findBox,
  getWave,
  listOutbounds,
  packOutboundsCall,
  packScanCall,
  pickAll,
  shipOutboundsCall,
} from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';

import { type TestServer, testServer } from '../../../testing/harness.ts';
import {
  after,
  makeLine,
  makeOrder,
  type OrderWorld,
  openWorld,
  type Step,
  takeStep,
  walk,
  wrongs,
} from '../orders.testing.ts';
import { setParcelException, setShipment } from '../platform/shipment.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 200 });
});
afterAll(() => server.close());

const LABEL = {
  packageNo: 1,
  carrierCode: 'UPS',
  carrierName: 'UPS',
  serviceName: 'Ground',
  trackingNumber: '1Z999AA10123456784',
};
const lines = [makeLine('1', 'SKU-1', 2)];
let clock = 100;
const news = (no: string, more: Parameters<typeof makeOrder>[1] = {}) =>
  world.take([makeOrder(no, { updatedAt: after(++clock), lines, ...more })]);
const asks = (no: string) => news(no, { cancelRequested: true });
const holds = (no: string) => news(no, { hold: 'ON_HOLD' });

/** The stages after allocation; `labelled` and `label refused` are packed boxes with and without a label. */
const WORK = ['wave', 'pick', 'pack', 'labelled', 'label refused'] as const;
type Stage = 'reserve' | (typeof WORK)[number] | 'ship';
async function bring(no: string, stage: Stage): Promise<number> {
  await world.take([makeOrder(no, { lines })]);
  const id = await world.idOf(no);
  const step: Step = stage === 'labelled' || stage === 'label refused' ? 'pack' : stage;
  await walk(world, id, step);
  if (stage === 'labelled') await world.tx((tx) => setShipment(tx, id, LABEL));
  if (stage === 'label refused') await world.tx((tx) => setParcelException(tx, id, 'no such street'));
  return id;
}

const stateOf = async (id: number) => {
  const order = await server.ok(getOrder, { id }, world.main);
  const reserved = order.lines.reduce((sum, line) => sum + line.reserved, 0);
  const [outbound] = order.outbounds;
  return {
    status: order.status,
    asked: order.cancelRequested,
    hold: order.platformHold,
    reserved,
    outbound: outbound?.state,
    stop: outbound?.stopRequested,
  };
};
const eventsOf = async (id: number) => (await server.ok(getOrder, { id }, world.main)).history.map((row) => row.event);
const outboundOf = async (id: number) =>
  (await server.ok(getOrder, { id }, world.main)).outbounds.find((o) => o.state !== 'cancelled')?.id ?? 0;
const available = async () =>
  (
    await world.one<{
      n: number;
    }>(sql`select available as n from stock_balance where company_id = ${world.main.companyId}
    and product_id = ${world.productIds[0] ?? 0} and warehouse_id = ${world.warehouseId}`)
  ).n;
/** Unallocated stock in the packing area, to be put back. */
const leftOver = async () =>
  (
    await world.one<{ n: number }>(sql`select coalesce(sum(b.on_hand - b.allocated), 0)::int as n from bin_stock b
    join location l on l.company_id = b.company_id and l.id = b.location_id where b.company_id = ${world.main.companyId} and l.kind = 'packing'`)
  ).n;

/** Every call that would let the goods leave is refused with the reason. */
async function expectStays(id: number, code: string, words: RegExp): Promise<void> {
  const outboundId = await outboundOf(id);
  const { outbound } = await stateOf(id);
  if (outbound === 'picking') {
    const picked = await server.ok(pickAll, { outboundIds: [outboundId] }, world.main);
    expect(picked).toMatchObject({ done: 1, failed: [] });
    return expectStays(id, code, words);
  }
  const packed = outbound === 'packed';
  if (!packed) {
    const scan = await server.call(packScanCall, { outboundId, code: 'SKU-1' }, world.main);
    expect(scan).toMatchObject({ status: 409, data: { error: code } });
  }
  const { done, failed } = packed
    ? await server.ok(shipOutboundsCall, { outboundIds: [outboundId] }, world.main)
    : await server.ok(packOutboundsCall, { boxes: [{ outboundId, weightGrams: 500 }], checked: 'all' }, world.main);
  expect(done).toBe(0);
  expect(failed.map((f) => f.error)).toEqual([code]);
  expect(failed[0]?.reason).toMatch(words);
}

async function expectLeaves(id: number): Promise<void> {
  for (const step of ['pick', 'pack'] as const) await takeStep(world, id, step);
  await world.tx((tx) => setShipment(tx, id, LABEL));
  expect(await takeStep(world, id, 'ship')).toBe(true);
  expect(await stateOf(id)).toMatchObject({ status: 'shipped', outbound: 'shipped', stop: false, reserved: 0 });
}

describe('the buyer asks to cancel and the platform leaves it to us', () => {
  it.each(WORK)('%s: the goods stay, and go on when a person decides so', async (stage) => {
    const no = `GO-${stage}`;
    const id = await bring(no, stage);
    const before = await stateOf(id);
    await asks(no);
    expect(await stateOf(id)).toEqual({ ...before, asked: true, stop: true });
    await expectStays(id, 'warehouse.stopRequested', new RegExp(no));
    expect(await server.ok(shipOrdersAnyway, { ids: [id] }, world.main)).toMatchObject({ done: 1, failed: [] });
    expect(await stateOf(id)).toMatchObject({ asked: false, stop: false, reserved: 2 });
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['cancelRequested', 'cancelRequestDismissed']));
    // The platform keeps sending the request, but it was already decided.
    await asks(no);
    expect(await stateOf(id)).toMatchObject({ asked: false, stop: false });
    if (stage !== 'label refused') await expectLeaves(id);
    expect(await wrongs(world)).toEqual([]);
  });

  it.each(WORK)('%s: cancelled, the goods are free again and what is picked is put back', async (stage) => {
    const no = `CANCEL-${stage}`;
    const free = await available();
    const lying = await leftOver();
    const id = await bring(no, stage);
    await asks(no);
    expect(await server.ok(cancelOrders, { ids: [id], reason: 'buyer' }, world.main)).toMatchObject({ done: 1 });
    expect(await stateOf(id)).toMatchObject({ status: 'cancelled', reserved: 0, outbound: 'cancelled', stop: false });
    expect(await available()).toBe(free);
    expect(await leftOver()).toBe(lying + (stage === 'wave' ? 0 : 2));
    expect(await wrongs(world)).toEqual([]);
  });

  it.each([
    ['going on', shipOrdersAnyway],
    ['resuming it', resumeOrders],
  ])('what is not picked yet is held and its stock given back; %s has it judged again', async (no, decide) => {
    const free = await available();
    const id = await bring(no, 'reserve');
    await asks(no);
    expect(await stateOf(id)).toMatchObject({ status: 'held', asked: true, reserved: 0, outbound: 'cancelled' });
    expect(await available()).toBe(free);
    await server.ok(decide, { ids: [id] }, world.main);
    await asks(no);
    expect(await stateOf(id)).toMatchObject({ status: 'allocate', asked: false });
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['cancelRequestDismissed', 'resumed']));
  });

  it('what has left is only told of; stopping it, or not, is decided by a person', async () => {
    const [stop, keep] = [await bring('GONE-1', 'ship'), await bring('GONE-2', 'ship')];
    for (const no of ['GONE-1', 'GONE-2']) await asks(no);
    expect(await stateOf(stop)).toMatchObject({ status: 'shipped', asked: true, stop: false });
    expect(await server.ok(cancelOrders, { ids: [stop] }, world.main)).toMatchObject({ done: 1 });
    expect(await stateOf(stop)).toMatchObject({ status: 'shipped', asked: true, stop: true });
    const listed = await server.ok(listOutbounds, { stopRequested: 'true' }, world.main);
    expect(listed.rows.find((row) => row.orderId === stop)?.stopReason).toBe('left');
    await server.ok(shipOrdersAnyway, { ids: [stop, keep] }, world.main);
    for (const id of [stop, keep]) expect(await stateOf(id)).toMatchObject({ asked: false, stop: false });
  });

  it('taken back by the buyer: what was held is judged again, what was stopped goes on', async () => {
    const held = await bring('BACK-1', 'reserve');
    const packed = await bring('BACK-2', 'pack');
    for (const no of ['BACK-1', 'BACK-2']) await asks(no);
    for (const no of ['BACK-1', 'BACK-2']) await news(no);
    expect(await stateOf(held)).toMatchObject({ status: 'allocate', asked: false });
    expect(await stateOf(packed)).toMatchObject({ status: 'packed', asked: false, stop: false });
    expect(await eventsOf(packed)).toContain('cancelWithdrawn');
  });

  it('waits in its queue until it is decided; nothing else can go on', async () => {
    const id = await bring('QUEUE', 'pack');
    const other = await bring('OTHER', 'pack');
    await asks('QUEUE');
    const { queues } = await server.ok(orderTabs, {}, world.main);
    const { rows } = await server.ok(listOrders, { cancelRequested: 'true', status: 'packed' }, world.main);
    expect(rows.map((row) => row.id)).toEqual([id]);
    expect(queues.cancelRequested).toBeGreaterThan(0);
    const both = await server.ok(shipOrdersAnyway, { ids: [id, other] }, world.main);
    expect(both.failed).toMatchObject([{ id: other, error: 'orders.notAsked' }]);
    expect(both.failed[0]?.reason).toContain('OTHER');
  });
});

describe('the warehouse knows', () => {
  it('the picker at the stop, the packer at the box, each why', async () => {
    const id = await bring('KNOW-1', 'wave');
    const held = await bring('KNOW-2', 'wave');
    await asks('KNOW-1');
    await holds('KNOW-2');
    const reasons = async (orderId: number) => {
      const { outbounds } = await server.ok(getOrder, { id: orderId }, world.main);
      const wave = await server.ok(getWave, { id: outbounds[0]?.waveId ?? 0 }, world.main);
      const box = await server.ok(findBox, { code: outbounds[0]?.number ?? '' }, world.main);
      const [member] = wave.outbounds;
      return [wave.stops[0]?.stopReason, member?.stopReason, box.stopReason];
    };
    expect(await reasons(id)).toEqual(['buyer', 'buyer', 'buyer']);
    expect(await reasons(held)).toEqual(['platform', 'platform', 'platform']);
  });

  it('an item goes into the order that may leave, not into the one that is stopped', async () => {
    const alone = await openWorld(server, { stock: 20 });
    const idOf = async (no: string) => {
      await alone.take([makeOrder(no)]);
      await walk(alone, await alone.idOf(no), 'pick');
      return alone.idOf(no);
    };
    const stopped = await idOf('FIRST');
    await alone.take([makeOrder('FIRST', { updatedAt: after(5), cancelRequested: true })]);
    const only = await server.call(packScanCall, { warehouseId: alone.warehouseId, code: 'SKU-1' }, alone.main);
    expect(only).toMatchObject({ status: 409, data: { error: 'warehouse.stopRequested' } });
    const found = await server.ok(findBox, { code: 'SKU-1', warehouseId: alone.warehouseId }, alone.main);
    expect(found).toMatchObject({ orderId: stopped, stopReason: 'buyer' });
    const second = await idOf('SECOND');
    const box = await server.ok(packScanCall, { warehouseId: alone.warehouseId, code: 'SKU-1' }, alone.main);
    expect(box.orderId).toBe(second);
  });

  it('a wave that is taken apart does not bring a stopped order into the next one', async () => {
    const id = await bring('APART', 'wave');
    await asks('APART');
    const waveId = (await server.ok(getOrder, { id }, world.main)).outbounds[0]?.waveId ?? 0;
    await server.ok(cancelWaves, { ids: [waveId] }, world.main);
    expect(await stateOf(id)).toMatchObject({ status: 'ready', outbound: 'waiting', stop: true });
    const refused = await server.ok(waveOrders, { ids: [id] }, world.main);
    expect(refused).toMatchObject({ done: 0, waves: [] });
    expect(refused.failed[0]?.reason).toContain('APART');
    await server.ok(shipOrdersAnyway, { ids: [id] }, world.main);
    expect(await server.ok(waveOrders, { ids: [id] }, world.main)).toMatchObject({ done: 1 });
  });
});

describe('the platform says that it must not ship now', () => {
  it.each(WORK)('%s: the goods stay until the platform lets them go', async (stage) => {
    const no = `HOLD-${stage}`;
    const id = await bring(no, stage);
    const before = await stateOf(id);
    await holds(no);
    expect(await stateOf(id)).toEqual({ ...before, hold: 'ON_HOLD', stop: true });
    await expectStays(id, 'warehouse.heldByPlatform', new RegExp(no));
    await news(no);
    expect(await stateOf(id)).toMatchObject({ hold: null, stop: false, reserved: 2 });
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['stoppedByPlatform', 'releasedByPlatform']));
    if (stage !== 'label refused') await expectLeaves(id);
    expect(await wrongs(world)).toEqual([]);
  });

  it('not paid any more counts as a hold', async () => {
    const id = await bring('HOLD-UNPAID', 'pack');
    await news('HOLD-UNPAID', { status: 'unpaid' });
    expect(await stateOf(id)).toMatchObject({ status: 'packed', hold: 'UNPAID', stop: true });
  });

  it('and the buyer asks: it goes on when neither stands in the way any more', async () => {
    const id = await bring('BOTH', 'pack');
    await news('BOTH', { hold: 'ON_HOLD', cancelRequested: true });
    await server.ok(shipOrdersAnyway, { ids: [id] }, world.main);
    expect(await stateOf(id)).toMatchObject({ asked: false, hold: 'ON_HOLD', stop: true });
    await expectStays(id, 'warehouse.heldByPlatform', /BOTH/);
    await news('BOTH', { cancelRequested: true });
    expect(await stateOf(id)).toMatchObject({ hold: null, stop: false });
  });

  it('a held order that a person resumes waits for the platform all the same', async () => {
    const id = await bring('HOLD-HELD', 'reserve');
    await asks('HOLD-HELD');
    await news('HOLD-HELD', { hold: 'ON_HOLD', cancelRequested: true });
    await server.ok(shipOrdersAnyway, { ids: [id] }, world.main);
    expect(await stateOf(id)).toMatchObject({ status: 'unpaid', reserved: 0 });
    await news('HOLD-HELD', { cancelRequested: true });
    expect(await stateOf(id)).toMatchObject({ status: 'allocate', hold: null });
  });
});
