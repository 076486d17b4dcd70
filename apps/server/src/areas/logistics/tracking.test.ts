import { rights } from '@tradewind/contract/access/modules.ts';
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
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { shipOutbounds } from '../warehouse/public.ts';
import { type Box, type LogisticsWorld, openLogistics } from './testing/world.ts';
import { startDueTracking } from './tracking/track.ts';

let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
  await l.server.startWorker();
});
afterAll(() => l.close());
afterEach(() => l.sandbox.faults.clear());

async function sent(no: string) {
  const box = await l.packed(no);
  const label = await l.server.ok(buyLabel, { outboundId: box.outboundId }, l.world.main);
  await l.world.tx((tx) => shipOutbounds(tx, [box.outboundId]));
  const there = l.sandbox.ups.parcels.get(label.trackingNumber ?? '');
  if (!there) throw new Error('no label');
  return { ...box, parcelId: label.id, trackingNumber: label.trackingNumber ?? '', there };
}
const due = (box: Box) =>
  l.server.app.database.owner.query(`update parcel set next_track_at = now() where outbound_id = $1`, [box.outboundId]);

describe('following parcels', () => {
  it('to the door: scans once, the order is delivered, nobody asks any more', async () => {
    const box = await sent('T-1');
    l.sandbox.ups.advance(box.there, 'in_transit');
    await due(box);
    await startDueTracking(l.server.app);
    await l.server.until(async () => (await l.parcel(box.outboundId)).stage === 'inTransit');
    expect((await l.parcel(box.outboundId)).nextTrackAt?.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    l.sandbox.ups.advance(box.there, 'delivered');
    const answered = await l.server.ok(refreshTracking, { ids: [box.parcelId] }, l.world.main);
    // The carrier sends its news as well, which may be here first.
    expect(answered).toMatchObject({ done: 1, failed: [], queued: 0 });
    expect(await l.parcel(box.outboundId)).toMatchObject({ state: 'delivered', stage: 'delivered', nextTrackAt: null });
    expect(await l.world.statusOf('T-1')).toBe('delivered');
    expect(await l.server.ok(refreshTracking, { ids: [box.parcelId] }, l.world.main)).toMatchObject({
      changed: 0,
    });
    const { events, parcel } = await l.server.ok(trackingDetail, { parcelId: box.parcelId }, l.world.main);
    expect(parcel.stage).toBe('delivered');
    expect(events.map((event) => event.stage)).toEqual([
      'delivered',
      'outForDelivery',
      'inTransit',
      'inTransit',
      'pickedUp',
      'created',
    ]);
    const { list } = await l.server.ok(orderParcels, { orderId: box.orderId }, l.world.main);
    expect(list).toMatchObject([{ parcel: { id: box.parcelId }, quotes: [{ serviceCode: '03' }, {}, {}] }]);
  });

  it('one that fails does not hold up the others; a busy carrier is left alone', async () => {
    const [a, b] = [await sent('T-2'), await sent('T-3')];
    l.sandbox.ups.advance(a.there, 'picked_up');
    l.sandbox.ups.advance(b.there, 'picked_up');
    l.sandbox.faults.set('ups', { status500: 100, match: a.trackingNumber });
    await Promise.all([due(a), due(b)]);
    await startDueTracking(l.server.app);
    await l.server.until(async () => (await l.parcel(b.outboundId)).stage === 'pickedUp');
    await l.server.until(async () => (await l.parcel(a.outboundId)).lastError !== null);
    expect(await l.parcel(a.outboundId)).toMatchObject({ stage: 'created', state: 'shipped' });
    l.sandbox.faults.clear();
    l.sandbox.faults.set('ups', { throttle: 1000 });
    await due(a);
    await startDueTracking(l.server.app);
    await l.server.until(async () => {
      const wait = ((await l.parcel(a.outboundId)).nextTrackAt?.getTime() ?? 0) - Date.now();
      return wait > 1000 && wait < 11_000;
    });
  });

  it('an order of two parcels is delivered with the last of them', async () => {
    const box = await sent('T-4');
    const { companyId } = l.world.main;
    await l.server.app.database.owner.query(
      `insert into parcel (company_id, reference, outbound_id, order_id, warehouse_id, shop_id, order_no, state, weight_grams)
       select company_id, 'second', -1, order_id, warehouse_id, shop_id, order_no, 'shipped', 1 from parcel where id = $1`,
      [box.parcelId],
    );
    l.sandbox.ups.advance(box.there, 'delivered');
    await l.server.ok(refreshTracking, { ids: [box.parcelId] }, l.world.main);
    expect(await l.world.statusOf('T-4')).toBe('shipped');
    await l.server.app.database.owner.query(`delete from parcel where company_id = $1 and reference = 'second'`, [
      companyId,
    ]);
  });

  it('lists and counts them; the silent ones stand out', async () => {
    const box = await sent('T-5');
    await l.server.app.database.owner.query(
      `update parcel set last_scan_at = now() - interval '6 days', silent_after = now() - interval '1 day' where outbound_id = $1`,
      [box.outboundId],
    );
    const { silent, stages } = await l.server.ok(trackingCounts, {}, l.world.main);
    expect(silent).toBe(1);
    expect(stages.delivered).toBe(2);
    const quiet = await l.server.ok(trackingList, { silent: true }, l.world.main);
    expect(quiet.rows).toMatchObject([{ trackingNumber: box.trackingNumber, silentDays: 6, orderNo: 'T-5' }]);
    for (const text of [box.trackingNumber.slice(0, 14).toLowerCase(), 'T-5', 't-'])
      expect((await l.server.ok(trackingList, { text }, l.world.main)).rows[0]?.orderNo).toBe('T-5');
    const member = await l.server.member(l.world.main.companyId, [rights.tracking.view]);
    expect((await l.server.ok(trackingList, {}, member)).total).toBe(0);
  });
});

describe('the public page', () => {
  it('tells scans and nothing of the buyer; guesses are slowed down', async () => {
    const box = await sent('T-6');
    const observed = await l.server.ok(publicTracking, { number: box.trackingNumber.toLowerCase() });
    expect(observed.trackingNumber).toBe(box.trackingNumber);
    const text = JSON.stringify(observed);
    for (const secret of ['Ann', 'Elm', 'T-6', 'Test shop']) expect(text).not.toContain(secret);
    const answers = [];
    for (let i = 0; i < 40; i++)
      answers.push((await l.server.call(publicTracking, { number: `1Z00000000${i}` })).status);
    expect(answers[0]).toBe(404);
    expect(answers.at(-1)).toBe(429);
  });
});

describe('carrier accounts', () => {
  it('keep their secret, and a test really asks the carrier', async () => {
    const good = {
      name: 'Second',
      accountNumber: 'zz9zz9',
      keys: { clientId: 'ups-client-demo', clientSecret: 'ups-secret-demo' },
      sandbox: true,
    };
    const { id } = await l.server.ok(saveOrUpdateUpsAuth, { account: good }, l.world.main);
    expect(await l.server.ok(testCarrierAccount, { id }, l.world.main)).toEqual({ authorized: true, error: null });
    const observed = await l.server.ok(findUpsDetail, { id }, l.world.main);
    expect(JSON.stringify(observed)).not.toContain('ups-secret-demo');
    expect(observed).toMatchObject({ accountNumber: 'ZZ9ZZ9', state: 'authorized', keyEnd: 'demo' });
    await l.server.ok(
      saveOrUpdateUpsAuth,
      { account: { ...good, id, keys: { clientId: 'other', clientSecret: '' } } },
      l.world.main,
    );
    const failed = await l.server.ok(testCarrierAccount, { id }, l.world.main);
    expect(failed).toMatchObject({ authorized: false });
    expect(failed.error).toContain('ClientId');
    const { list } = await l.server.ok(getUpsAuth, {}, l.world.main);
    expect(list.find((one) => one.id === id)).toMatchObject({ state: 'failed' });
    const sealed = await l.world.one<{ credentials: Buffer }>(
      sql`select credentials from carrier_account where company_id = ${l.world.main.companyId} and id = ${id}`,
    );
    expect(sealed.credentials.toString('latin1')).not.toContain('ups-secret-demo');
    await l.server.ok(deleteUpsAuth, { id }, l.world.main);
    expect(await l.server.call(deleteUpsAuth, { id: l.accountId }, l.world.main)).toMatchObject({ status: 409 });
  });

  it('may not be added by whoever may only edit, and the first channel is the default', async () => {
    const member = await l.server.member(l.world.main.companyId, [rights.carrier.edit]);
    const account = { name: 'X', accountNumber: 'AAAAAA', keys: { clientId: 'x', clientSecret: 'y' } };
    expect(await l.server.call(saveOrUpdateUpsAuth, { account }, member)).toMatchObject({ status: 403 });
    const { list } = await l.server.ok(listChannels, {}, l.world.main);
    expect(list.filter((channel) => channel.isDefault).map((channel) => channel.id)).toEqual([l.channelId]);
    await l.server.ok(setDefaultChannel, { id: l.channelId }, member);
  });
});
