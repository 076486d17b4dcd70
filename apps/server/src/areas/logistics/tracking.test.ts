import {
  buyLabel,
  deleteUpsAuth,
  findUpsDetail,
  getUpsAuth,
  listChannels,
  orderParcels,
  publicTracking,
  refreshTracking,
  saveOrUpdateUpsAuth,
  setDefaultChannel,
  testCarrierAccount,
  trackingCounts,
  trackingDetail,
  trackingList,
} from '@tradewind/contract/logistics.ts';
import { sql } from 'drizzle-orm/sql/sql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shipOutbounds } from '../warehouse/public.ts';
import { type Box, type LogisticsWorld, openLogistics } from './testing/world.ts';
import { startDueTracking } from './tracking/track.ts';

let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
  await l.house.startWorker();
});
afterAll(() => l.close());
afterEach(() => l.sandbox.faults.clear());

async function sent(no: string) {
  const box = await l.packed(no);
  const label = await l.house.ok(buyLabel, { outboundId: box.outboundId }, l.world.main);
  await l.world.tx((tx) => shipOutbounds(tx, [box.outboundId]));
  const there = l.sandbox.ups.parcels.get(label.trackingNumber ?? '');
  if (!there) throw new Error('no label');
  return { ...box, parcelId: label.id, trackingNumber: label.trackingNumber ?? '', there };
}
const due = (box: Box) =>
  l.house.app.database.owner.query(`update parcel set next_track_at = now() where outbound_id = $1`, [box.outboundId]);

describe('following parcels', () => {
  it('to the door: scans once, the order is delivered, nobody asks any more', async () => {
    const box = await sent('T-1');
    l.sandbox.ups.advance(box.there, 'in_transit');
    await due(box);
    await startDueTracking(l.house.app);
    await l.house.until(async () => (await l.parcel(box.outboundId)).stage === 'inTransit');
    expect((await l.parcel(box.outboundId)).nextTrackAt?.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    l.sandbox.ups.advance(box.there, 'delivered');
    const told = await l.house.ok(refreshTracking, { ids: [box.parcelId] }, l.world.main);
    expect(told).toEqual({ done: 1, changed: 1, failed: [], queued: 0 });
    expect(await l.parcel(box.outboundId)).toMatchObject({ state: 'delivered', stage: 'delivered', nextTrackAt: null });
    expect(await l.world.statusOf('T-1')).toBe('delivered');
    expect(await l.house.ok(refreshTracking, { ids: [box.parcelId] }, l.world.main)).toMatchObject({
      changed: 0,
    });
    const { events, parcel } = await l.house.ok(trackingDetail, { parcelId: box.parcelId }, l.world.main);
    expect(parcel.stage).toBe('delivered');
    expect(events.map((event) => event.stage)).toEqual([
      'delivered',
      'outForDelivery',
      'inTransit',
      'inTransit',
      'pickedUp',
      'created',
    ]);
    const { list } = await l.house.ok(orderParcels, { orderId: box.orderId }, l.world.main);
    expect(list).toMatchObject([{ parcel: { id: box.parcelId }, quotes: [{ serviceCode: '03' }, {}, {}] }]);
  });

  it('one that fails does not hold up the others; a busy carrier is left alone', async () => {
    const [a, b] = [await sent('T-2'), await sent('T-3')];
    l.sandbox.ups.advance(a.there, 'picked_up');
    l.sandbox.ups.advance(b.there, 'picked_up');
    l.sandbox.faults.set('ups', { status500: 100, match: a.trackingNumber });
    await Promise.all([due(a), due(b)]);
    await startDueTracking(l.house.app);
    await l.house.until(async () => (await l.parcel(b.outboundId)).stage === 'pickedUp');
    await l.house.until(async () => (await l.parcel(a.outboundId)).lastError !== null);
    expect(await l.parcel(a.outboundId)).toMatchObject({ stage: 'created', state: 'shipped' });
    l.sandbox.faults.clear();
    l.sandbox.faults.set('ups', { throttle: 1000 });
    await due(a);
    await startDueTracking(l.house.app);
    await l.house.until(async () => {
      const wait = ((await l.parcel(a.outboundId)).nextTrackAt?.getTime() ?? 0) - Date.now();
      return wait > 1000 && wait < 11_000;
    });
  });

  it('an order of two parcels is delivered with the last of them', async () => {
    const box = await sent('T-4');
    const { companyId } = l.world.main;
    await l.house.app.database.owner.query(
      `insert into parcel (company_id, reference, outbound_id, order_id, warehouse_id, shop_id, order_no, state, weight_grams)
       select company_id, 'second', -1, order_id, warehouse_id, shop_id, order_no, 'shipped', 1 from parcel where id = $1`,
      [box.parcelId],
    );
    l.sandbox.ups.advance(box.there, 'delivered');
    await l.house.ok(refreshTracking, { ids: [box.parcelId] }, l.world.main);
    expect(await l.world.statusOf('T-4')).toBe('shipped');
    await l.house.app.database.owner.query(`delete from parcel where company_id = $1 and reference = 'second'`, [
      companyId,
    ]);
  });

  it('lists and counts them; the silent ones stand out', async () => {
    const box = await sent('T-5');
    await l.house.app.database.owner.query(
      `update parcel set last_scan_at = now() - interval '6 days' where outbound_id = $1`,
      [box.outboundId],
    );
    const { silent, stages } = await l.house.ok(trackingCounts, { silentDays: 5 }, l.world.main);
    expect(silent).toBe(1);
    expect(stages.delivered).toBe(2);
    const quiet = await l.house.ok(trackingList, { silentDays: 5 }, l.world.main);
    expect(quiet.rows).toMatchObject([{ trackingNumber: box.trackingNumber, silentDays: 6, orderNo: 'T-5' }]);
    for (const text of [box.trackingNumber.slice(0, 14).toLowerCase(), 'T-5', 't-'])
      expect((await l.house.ok(trackingList, { text }, l.world.main)).rows[0]?.orderNo).toBe('T-5');
    const member = await l.house.member(l.world.main.companyId, ['601']);
    expect((await l.house.ok(trackingList, {}, member)).total).toBe(0);
  });
});

describe('the public page', () => {
  it('tells scans and nothing of the buyer; guesses are slowed down', async () => {
    const box = await sent('T-6');
    const seen = await l.house.ok(publicTracking, { number: box.trackingNumber.toLowerCase() });
    expect(seen.trackingNumber).toBe(box.trackingNumber);
    const text = JSON.stringify(seen);
    for (const secret of ['Ann', 'Elm', 'T-6', 'Test shop']) expect(text).not.toContain(secret);
    const answers = [];
    for (let i = 0; i < 40; i++)
      answers.push((await l.house.call(publicTracking, { number: `1Z00000000${i}` })).status);
    expect(answers[0]).toBe(404);
    expect(answers.at(-1)).toBe(429);
  });
});

describe('carrier accounts', () => {
  it('keep their secret, and a test really asks the carrier', async () => {
    const good = {
      name: 'Second',
      accountNumber: 'zz9zz9',
      clientId: 'ups-client-demo',
      clientSecret: 'ups-secret-demo',
      sandbox: true,
    };
    const { id } = await l.house.ok(saveOrUpdateUpsAuth, { account: good }, l.world.main);
    expect(await l.house.ok(testCarrierAccount, { id }, l.world.main)).toEqual({ authorized: true, error: null });
    const seen = await l.house.ok(findUpsDetail, { id }, l.world.main);
    expect(JSON.stringify(seen)).not.toContain('ups-secret-demo');
    expect(seen).toMatchObject({ accountNumber: 'ZZ9ZZ9', state: 'authorized', clientIdEnd: 'demo' });
    await l.house.ok(
      saveOrUpdateUpsAuth,
      { account: { ...good, id, clientSecret: '', clientId: 'other' } },
      l.world.main,
    );
    const failed = await l.house.ok(testCarrierAccount, { id }, l.world.main);
    expect(failed).toMatchObject({ authorized: false });
    expect(failed.error).toContain('ClientId');
    const { list } = await l.house.ok(getUpsAuth, {}, l.world.main);
    expect(list.find((one) => one.id === id)).toMatchObject({ state: 'failed' });
    const sealed = await l.world.one<{ credentials: Buffer }>(
      sql`select credentials from carrier_account where company_id = ${l.world.main.companyId} and id = ${id}`,
    );
    expect(sealed.credentials.toString('latin1')).not.toContain('ups-secret-demo');
    await l.house.ok(deleteUpsAuth, { id }, l.world.main);
    expect(await l.house.call(deleteUpsAuth, { id: l.accountId }, l.world.main)).toMatchObject({ status: 409 });
  });

  it('may not be added by whoever may only edit, and the first channel is the default', async () => {
    const member = await l.house.member(l.world.main.companyId, ['996:edit']);
    const account = { name: 'X', accountNumber: 'AAAAAA', clientId: 'x', clientSecret: 'y' };
    expect(await l.house.call(saveOrUpdateUpsAuth, { account }, member)).toMatchObject({ status: 403 });
    const { list } = await l.house.ok(listChannels, {}, l.world.main);
    expect(list.filter((channel) => channel.isDefault).map((channel) => channel.id)).toEqual([l.channelId]);
    await l.house.ok(setDefaultChannel, { id: l.channelId }, member);
  });
});
