import { rights } from '@tradewind/contract/access/modules.ts';
import {
  buyLabel,
  closeManifest,
  discardManifest,
  fillManifest,
  getManifest,
  handOverManifest,
  listManifests,
  manifestOrders,
  manifestTabs,
  openManifest,
  printManifest,
  reopenManifest,
  saveChannel,
  scanOntoManifest,
  scanOntoToday,
  takeOffManifest,
  voidLabel,
  waitingForManifest,
} from '@tradewind/contract/logistics.ts';
import { getOrder, labelOrders, packOrders, shipOrdersAnyway } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { cancelInWarehouse, makeLine, makeOrder, walk, wrongs } from '../orders/orders.testing.ts';
import { type Box, type LogisticsWorld, openLogistics } from './testing/world.ts';

let l: LogisticsWorld;
let bike: number;
beforeAll(async () => {
  l = await openLogistics();
  const made = await ok(saveChannel, { channel: { name: 'By bike', carrier: 'own', platformCarrierCode: 'Bike' } });
  bike = made.id;
});
afterAll(() => l.close());

const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);
const call: LogisticsWorld['server']['call'] = (which, input, as = l.world.main) => l.server.call(which, input, as);
const owner = (text: string, values: unknown[] = []) => l.server.app.database.owner.query(text, values);

type Labelled = Box & { no: string; code: string; parcelId: number };
let orders = 0;
/** A box that is packed and labelled. */
async function labelled(channelId?: number): Promise<Labelled> {
  const no = `MF-${++orders}`;
  const box = await l.packed(no);
  const parcel = await ok(buyLabel, { outboundId: box.outboundId, ...(channelId ? { channelId } : {}) });
  return { ...box, no, parcelId: parcel.id, code: parcel.trackingNumber ?? parcel.reference };
}
const ups = (more: { fill?: boolean } = {}) =>
  ok(openManifest, { warehouseId: l.world.warehouseId, carrier: 'ups', ...more });
const scan = (id: number, code: string, idempotencyKey?: string) =>
  call(scanOntoManifest, { id, code, ...(idempotencyKey ? { idempotencyKey } : {}) });
const manifest = (id: number) => ok(getManifest, { id });
const codesOn = async (id: number) => (await manifest(id)).rows.map((row) => row.code).sort();
const events = async (orderId: number) => (await ok(getOrder, { id: orderId })).history.map((row) => row.event);
const stop = ({ no }: Labelled) =>
  l.world.take([makeOrder(no, { updatedAt: new Date().toISOString(), cancelRequested: true })]);
/** Ends what an earlier test left open, so that today's manifest is a new one. */
async function empty(): Promise<void> {
  const { rows } = await ok(listManifests, { state: 'open' });
  for (const { id } of rows) await ok(discardManifest, { id });
}

describe('a manifest is filled', () => {
  it('with all that is packed and labelled, and by scanning; a scan repeated puts in one', async () => {
    const [a, b] = [await labelled(), await labelled()];
    const unlabelled = await l.packed(`MF-${++orders}`);
    expect((await ok(waitingForManifest, {})).groups).toMatchObject([
      { carrier: 'ups', channelId: null, parcels: 2, weightGrams: 1000, warehouseName: 'Main' },
    ]);
    const { id, added } = await ups({ fill: true });
    expect(added).toBe(2);
    expect(await codesOn(id)).toEqual([a.code, b.code].sort());
    expect((await ok(waitingForManifest, {})).groups).toEqual([]);

    const c = await labelled();
    const first = await scan(id, c.code.toLowerCase(), 'scan-key-1');
    expect(first).toMatchObject({ code: 200, data: { code: c.code, parcels: 3, weightGrams: 1500 } });
    expect((await scan(id, c.code, 'scan-key-1')).data).toEqual(first.data);
    expect(await scan(id, c.code, 'scan-key-2')).toMatchObject({
      status: 409,
      data: { error: 'logistics.manifest.here' },
    });
    expect(await scan(id, unlabelled.outboundNo)).toMatchObject({ status: 409, data: { error: 'logistics.noLabel' } });
    expect(await scan(id, 'NO-SUCH-NUMBER')).toMatchObject({ status: 404, data: { error: 'logistics.numberUnknown' } });
    expect((await manifest(id)).parcels).toBe(3);
    // The same day's is gone on with.
    expect((await ups()).id).toBe(id);
  });

  it('refuses what goes by another van, stands on another list, was stopped or cancelled', async () => {
    await empty();
    const { id } = await ups();
    const own = await labelled(bike);
    expect(await scan(id, own.code)).toMatchObject({
      status: 409,
      msg: '承运商不符：该包裹走“By bike”',
      data: { error: 'logistics.manifest.otherCarrier' },
    });
    const bikes = await ok(openManifest, { warehouseId: l.world.warehouseId, carrier: 'own', channelId: bike });
    const other = await labelled();
    const narrow = await ok(openManifest, {
      warehouseId: l.world.warehouseId,
      carrier: 'ups',
      channelId: l.channelId,
    });
    expect((await scan(narrow.id, other.code)).status).toBe(200);
    expect(await scan(id, other.code)).toMatchObject({ data: { error: 'logistics.manifest.elsewhereOpen' } });
    const { number } = await ok(closeManifest, { id: narrow.id });
    expect(await scan(id, other.code)).toMatchObject({ status: 409, msg: `已在交接单 ${number} 上` });
    expect((await scan(bikes.id, own.code)).status).toBe(200);

    const stopped = await labelled();
    await stop(stopped);
    expect(await scan(id, stopped.code)).toMatchObject({ data: { error: 'warehouse.stopRequested' } });
    const recalled = await labelled();
    await owner(
      `with line as (select company_id, id, product_id from pick_line where outbound_id = $1 limit 1),
       batch as (insert into stock_batch (company_id, product_id, code, state)
         select company_id, product_id, 'LOT-R', 'recalled' from line returning id)
       update pick_line p set batch_id = batch.id from batch, line where p.id = line.id`,
      [recalled.outboundId],
    );
    await owner('update outbound set stop_requested = true where id = $1', [recalled.outboundId]);
    expect(await scan(id, recalled.code)).toMatchObject({ data: { error: 'warehouse.recalled' } });
    await owner('update outbound set stop_requested = false where id = $1', [recalled.outboundId]);
    await owner('update pick_line set batch_id = 0 where outbound_id = $1', [recalled.outboundId]);
    const cancelled = await labelled();
    await cancelInWarehouse(l.world, cancelled.orderId);
    expect(await scan(id, cancelled.code)).toMatchObject({ data: { error: 'logistics.manifest.cancelled' } });
    expect(await codesOn(id)).toEqual([]);
  });

  it('by scanning at the door, each parcel onto the list of its own van', async () => {
    await empty();
    const [a, b, own] = [await labelled(), await labelled(), await labelled(bike)];
    const { warehouseId } = l.world;
    const today = (code: string) => call(scanOntoToday, { warehouseId, code });
    const first = await ok(scanOntoToday, { warehouseId, code: a.code });
    expect(first).toMatchObject({ carrier: 'ups', parcels: 1, code: a.code });
    expect(await ok(scanOntoToday, { warehouseId, code: own.code })).toMatchObject({ carrier: 'own', parcels: 1 });
    expect((await ok(scanOntoToday, { warehouseId, code: b.code })).manifestId).toBe(first.manifestId);
    expect((await today(a.code)).status).toBe(409);
    expect((await call(scanOntoToday, { warehouseId: warehouseId + 1, code: a.code })).status).toBe(404);
    const stopped = await labelled();
    await stop(stopped);
    expect(await today(stopped.code)).toMatchObject({ data: { error: 'warehouse.stopRequested' } });
    expect(await codesOn(first.manifestId)).toEqual([a.code, b.code].sort());
  });

  it('by many hands at once: a parcel stands on one', async () => {
    await empty();
    const box = await labelled();
    const { id } = await ups();
    const narrow = await ok(openManifest, { warehouseId: l.world.warehouseId, carrier: 'ups', channelId: l.channelId });
    const answers = await Promise.all([id, narrow.id, id, narrow.id].map((one) => scan(one, box.code)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect([...(await codesOn(id)), ...(await codesOn(narrow.id))]).toEqual([box.code]);
    const opened = await Promise.all(
      [1, 2, 3].map(() => ok(openManifest, { warehouseId: l.world.warehouseId, carrier: 'own', channelId: bike })),
    );
    expect(new Set(opened.map((one) => one.id)).size).toBe(1);
  });
});

describe('a manifest is closed', () => {
  it('once, by whoever is first; numbers have no gaps', async () => {
    await empty();
    const { id } = await ups();
    const box = await labelled();
    expect(await call(closeManifest, { id })).toMatchObject({
      status: 409,
      data: { error: 'logistics.manifest.empty' },
    });
    await scan(id, box.code);
    const both = await Promise.all([call(closeManifest, { id }), call(closeManifest, { id })]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const closed = await manifest(id);
    expect(closed).toMatchObject({ state: 'closed', parcels: 1 });

    await labelled();
    const next = await ups({ fill: true });
    const { number } = await ok(closeManifest, { id: next.id });
    const at = (text: string | null) => Number(text?.slice(-4));
    expect(at(number)).toBe(at(closed.number) + 1);
    expect(closed.history.map((row) => row.event)).toEqual(['closed']);
  });

  it('and is opened again before its van came, with its number; nothing changes in between', async () => {
    await empty();
    const [a, b] = [await labelled(), await labelled()];
    const { id } = await ups({ fill: true });
    const { number } = await ok(closeManifest, { id });
    const late = await labelled();
    for (const refused of [
      await scan(id, late.code),
      await call(fillManifest, { id }),
      await call(takeOffManifest, { id, parcelIds: [a.parcelId] }),
      await call(discardManifest, { id }),
    ])
      expect(refused).toMatchObject({ status: 409, data: { error: 'logistics.manifest.is.closed' } });
    expect(await codesOn(id)).toEqual([a.code, b.code].sort());

    await ok(reopenManifest, { id });
    expect(await ok(takeOffManifest, { id, parcelIds: [b.parcelId] })).toEqual({ removed: 1 });
    expect(await events(b.orderId)).toContain('offManifest');
    expect((await ok(closeManifest, { id })).number).toBe(number);
    expect(await codesOn(id)).toEqual([a.code]);
  });

  it('without what cannot leave any more: that is taken off and told', async () => {
    await empty();
    const [stays, voided, stopped] = [await labelled(), await labelled(), await labelled()];
    const { id } = await ups({ fill: true });
    await stop(stopped);
    await ok(voidLabel, { parcelId: voided.parcelId });
    const shown = (await manifest(id)).rows;
    expect(shown.find((row) => row.code === stopped.code)?.problem).toContain('买家申请取消');
    const result = await ok(closeManifest, { id });
    expect(result).toMatchObject({ done: expect.any(Number) });
    expect(result.failed.map((one) => one.error).sort()).toEqual([
      'logistics.manifest.labelGone',
      'warehouse.stopRequested',
    ]);
    expect(await codesOn(id)).toContain(stays.code);
  });

  it('and printed; an open one is not', async () => {
    await empty();
    await labelled();
    const { id } = await ups({ fill: true });
    expect(await call(printManifest, { id })).toMatchObject({ status: 409 });
    await ok(closeManifest, { id });
    const response = await fetch(`${l.server.url}/api${printManifest.path}`, {
      method: 'POST',
      headers: { token: l.world.main.token, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });
});

describe('the van takes a manifest', () => {
  it('and its orders are shipped; what was stopped stays, is told, and goes with another', async () => {
    await empty();
    const gone = [await labelled(), await labelled()];
    const stopped = await labelled();
    const { id } = await ups({ fill: true });
    const { number } = await ok(closeManifest, { id });
    await stop(stopped);
    const result = await ok(handOverManifest, { id });
    expect(result.failed).toMatchObject([{ error: 'warehouse.stopRequested' }]);
    expect(await manifest(id)).toMatchObject({ state: 'handed', number, stayed: 1 });
    expect((await manifest(id)).rows.find((row) => row.code === stopped.code)?.stayed).toContain('买家申请取消');
    for (const box of gone) {
      expect((await ok(getOrder, { id: box.orderId })).status).toBe('shipped');
      expect(await events(box.orderId)).toEqual(expect.arrayContaining(['onManifest', 'handedOver', 'shipped']));
    }
    expect((await ok(getOrder, { id: stopped.orderId })).status).toBe('packed');
    expect(await events(stopped.orderId)).toContain('stayedBehind');
    for (const again of [await call(handOverManifest, { id }), await call(reopenManifest, { id })])
      expect(again).toMatchObject({ status: 409, data: { error: 'logistics.manifest.is.handed' } });

    await ok(shipOrdersAnyway, { ids: [stopped.orderId] });
    const next = await ups({ fill: true });
    expect(await codesOn(next.id)).toContain(stopped.code);
    expect(await wrongs(l.world)).toEqual([]);
  });

  it('twice at once: it leaves once', async () => {
    await empty();
    const box = await labelled();
    const { id } = await ups({ fill: true });
    await ok(closeManifest, { id });
    const both = await Promise.all([call(handOverManifest, { id }), call(handOverManifest, { id })]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const { rows } = await owner(
      `select count(*)::int as n from stock_movement m join outbound o on o.company_id = m.company_id and o.id = m.doc_id
       where m.company_id = $1 and m.doc_kind = 'outbound' and m.step = 'ship' and o.id = $2`,
      [l.world.main.companyId, box.outboundId],
    );
    expect(rows[0].n).toBe(1);
    expect(await wrongs(l.world)).toEqual([]);
  });

  it('but where nothing may leave, nothing has happened', async () => {
    await empty();
    const box = await labelled();
    const { id } = await ups();
    await scan(id, box.code);
    await ok(closeManifest, { id });
    await stop(box);
    expect(await ok(handOverManifest, { id })).toMatchObject({
      done: 0,
      failed: [{ error: 'warehouse.stopRequested' }],
    });
    expect((await manifest(id)).state).toBe('closed');
  });
});

describe('from the desk', () => {
  it('goods are packed, labelled and put on manifests without the station; who cannot is told', async () => {
    await empty();
    const numbers = ['DK-1', 'DK-2', 'DK-3'];
    await l.world.take([
      ...numbers.map((no) => makeOrder(no, { lines: [makeLine('1', 'SKU-1', 2)] })),
      makeOrder('DK-UNREADY'),
    ]);
    const ids = await Promise.all(numbers.map((no) => l.world.idOf(no)));
    const unready = await l.world.idOf('DK-UNREADY');
    for (const id of ids) await walk(l.world, id, 'reserve');
    const [first = 0, second = 0, third = 0] = ids;
    await walk(l.world, second, 'pick');
    await ok(labelOrders, { ids: [first] });
    expect(await ok(packOrders, { ids: [first, second, unready] })).toMatchObject({
      done: 2,
      failed: [{ id: unready, label: expect.any(String) }],
    });
    expect((await ok(getOrder, { id: first })).status).toBe('packed');
    const weighed = await l.world.one<{ grams: number; bought: number }>(sql`select weighed_grams as grams,
        weight_grams as bought from parcel where company_id = ${l.world.main.companyId} and order_id = ${first}`);
    expect(weighed).toEqual({ grams: 600, bought: 600 });

    await ok(labelOrders, { ids: [second] });
    const put = await ok(manifestOrders, { ids: [first, second, third] });
    expect(put).toMatchObject({ done: 2, failed: [{ id: third, error: 'logistics.manifest.notReady' }] });
    const [manifestId = 0] = put.manifestIds;
    expect((await manifest(manifestId)).rows.map((row) => row.orderId).sort()).toEqual([first, second].sort());
    expect(await ok(manifestOrders, { ids: [first] })).toMatchObject({
      done: 0,
      failed: [{ id: first, error: 'logistics.manifest.elsewhereOpen' }],
    });
    await ok(closeManifest, { id: manifestId });
    expect(await ok(handOverManifest, { id: manifestId })).toMatchObject({ done: 2, failed: [] });
    expect(await wrongs(l.world)).toEqual([]);
  });
});

describe('who sees manifests', () => {
  it('whoever works in the warehouse, found by its number or a parcel on it', async () => {
    await empty();
    const box = await labelled();
    const { id } = await ups({ fill: true });
    const { number } = await ok(closeManifest, { id });
    expect((await ok(listManifests, { text: number })).rows.map((row) => row.id)).toEqual([id]);
    expect((await ok(listManifests, { text: box.code })).rows.map((row) => row.id)).toEqual([id]);
    expect((await ok(manifestTabs, {})).closed).toBeGreaterThan(0);

    const beside = await l.server.member(l.world.main.companyId, [rights.manifest.add, rights.outbound.ship]);
    expect((await ok(listManifests, {}, beside)).rows).toEqual([]);
    for (const answer of [
      await call(getManifest, { id }, beside),
      await call(reopenManifest, { id }, beside),
      await call(handOverManifest, { id }, beside),
    ])
      expect(answer.status).toBe(404);
    const open = { warehouseId: l.world.warehouseId, carrier: 'ups' as const };
    expect((await call(openManifest, open, beside)).status).toBe(400);
  });
});
