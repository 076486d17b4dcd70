import { buyLabel, quoteParcel, voidLabel } from '@tradewind/contract/logistics.ts';
import { shipOrdersAnyway } from '@tradewind/contract/orders.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { tasksOf } from '../../core/jobs/worker.ts';
import { after, makeLine, makeOrder, takeStep } from '../orders/orders.testing.ts';
import { cancelOrders } from '../orders/public.ts';
import { shipOutbounds } from '../warehouse/public.ts';
import { STRAY_CHECK_JOB } from './jobs.ts';
import { settleLost } from './parcel/recover.ts';
import { type Box, type LogisticsWorld, openLogistics } from './testing/world.ts';

let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
  await l.server.startWorker();
});
afterAll(() => l.close());
afterEach(() => l.sandbox.faults.clear());

const buy = (box: Box, more = {}) => l.server.call(buyLabel, { outboundId: box.outboundId, ...more }, l.world.main);
const parcelOf = (box: Box) => l.parcel(box.outboundId);
const events = async (box: Box) => (await l.history(box.orderId)).map((row) => row.event);
const age = (box: Box, seconds: number) =>
  l.server.app.database.owner.query(
    `update parcel set state_at = now() - make_interval(secs => $2) where outbound_id = $1`,
    [box.outboundId, seconds],
  );

describe('a label', () => {
  it('is bought by the cheapest allowed service, and the order says why', async () => {
    const box = await l.packed('L-1');
    const quoted = await l.server.ok(quoteParcel, { outboundId: box.outboundId }, l.world.main);
    expect(quoted.quotes.map((q) => q.serviceCode)).toEqual(['03', '12', '02']);
    expect(quoted).toMatchObject({ chosen: '03', reason: 'cheapest', channelName: 'UPS cheapest' });
    const amounts = quoted.quotes.map((q) => Number(q.amount));
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
    const bought = await buy(box);
    expect(bought.data).toMatchObject({ state: 'labelled', serviceCode: '03', labelCurrency: 'USD', hasLabel: true });
    expect(Number(bought.data.labelCost)).toBe(amounts[0]);
    expect(l.standing(box.outboundNo)).toEqual([bought.data.trackingNumber]);
    const answered = (await l.history(box.orderId)).find((row) => row.event === 'labelBought');
    expect(answered?.detail).toMatchObject({ channelBy: 'default', serviceBy: 'cheapest', compared: 3 });
    const order = await l.world.one<{ shipment: { trackingNumber: string } }>(
      sql`select shipment from sales_order where company_id = ${l.world.main.companyId} and id = ${box.orderId}`,
    );
    expect(order.shipment).toMatchObject({
      trackingNumber: bought.data.trackingNumber,
      carrierCode: 'UPS',
      packageNo: 1,
    });
  });

  it('is there once, however often and at once it is asked for', async () => {
    const box = await l.packed('L-2');
    const answers = await Promise.all([buy(box), buy(box), buy(box)]);
    const good = answers.filter((one) => one.code === 200);
    expect(good.length).toBeGreaterThan(0);
    for (const one of answers) expect([200, 409]).toContain(one.code);
    expect((await buy(box)).data.trackingNumber).toBe(good[0]?.data.trackingNumber);
    expect(l.standing(box.outboundNo)).toHaveLength(1);
    expect((await parcelOf(box)).attempts).toBe(1);
  });

  it('goes by the service that the packer picks', async () => {
    const box = await l.packed('L-3');
    expect((await buy(box, { serviceCode: '02' })).data).toMatchObject({ serviceCode: '02' });
    const refused = await l.packed('L-4');
    expect(await buy(refused, { serviceCode: '14' })).toMatchObject({
      status: 422,
      data: { error: 'logistics.noService' },
    });
  });
});

describe('an answer that is lost', () => {
  it('half-way: the label is found by its reference, not bought twice', async () => {
    const box = await l.packed('U-1');
    l.sandbox.faults.set('ups', { failHalfway: 1, match: '/ship' });
    const answer = await buy(box);
    expect(answer.data).toMatchObject({ state: 'labelled' });
    expect(l.standing(box.outboundNo)).toEqual([answer.data.trackingNumber]);
    expect(Number(answer.data.labelCost)).toBeGreaterThan(0);
    expect(await events(box)).toContain('labelFound');
  });

  it('with the look-up failing, too: no second label until the carrier has told', async () => {
    const box = await l.packed('U-2');
    // Four calls pass (prices), the purchase and all that follows is lost.
    await l.server.ok(quoteParcel, { outboundId: box.outboundId }, l.world.main);
    l.sandbox.faults.set('ups', { failHalfway: 100 });
    expect(await buy(box)).toMatchObject({ status: 409, data: { error: 'logistics.purchaseUncertain' } });
    expect((await parcelOf(box)).state).toBe('uncertain');
    expect(await buy(box)).toMatchObject({ status: 409, data: { error: 'logistics.buying' } });
    l.sandbox.faults.clear();
    const answer = await buy(box);
    expect(answer.data).toMatchObject({ state: 'labelled' });
    expect(l.standing(box.outboundNo)).toEqual([answer.data.trackingNumber]);
  });

  it('before the carrier did anything: the box is free again and one label is bought', async () => {
    const box = await l.packed('U-3');
    l.sandbox.faults.set('ups', { status500: 1, match: '/ship' });
    expect(await buy(box)).toMatchObject({ status: 409, data: { error: 'logistics.notBought' } });
    expect(await parcelOf(box)).toMatchObject({ state: 'packed' });
    expect((await buy(box)).data.state).toBe('labelled');
    expect(l.standing(box.outboundNo)).toHaveLength(1);
  });

  /** A label is bought, and the process falls asleep before it has noted that. */
  async function asleepAfterPurchase(name: string) {
    const box = await l.packed(name);
    const { files } = l.server.app;
    const put = files.put.bind(files);
    const { promise: asleep, resolve: wake } = Promise.withResolvers<void>();
    const { promise: bought, resolve: fallAsleep } = Promise.withResolvers<void>();
    files.put = async (companyId, name, data) => {
      fallAsleep();
      await asleep;
      return put(companyId, name, data);
    };
    const gone = buy(box);
    await bought;
    files.put = put;
    expect(l.standing(box.outboundNo)).toHaveLength(1);
    expect((await parcelOf(box)).state).toBe('buying');
    const found = { state: 'labelled', trackingNumber: l.standing(box.outboundNo)[0] };
    return { box, gone, wake, found };
  }

  it('because the process died between the purchase and its note: found after a minute', async () => {
    const { box, gone, wake, found } = await asleepAfterPurchase('U-4');
    await settleLost(l.server.app);
    expect((await parcelOf(box)).state).toBe('buying');
    await age(box, 61);
    await settleLost(l.server.app);
    expect(await parcelOf(box)).toMatchObject(found);
    // It was only very slow: what it brings is known already.
    wake();
    expect((await gone).data).toMatchObject(found);
    expect(l.standing(box.outboundNo)).toHaveLength(1);
  });

  it('because a process died that had the database to itself: the next one finds it within seconds', async () => {
    const { box, gone, wake, found } = await asleepAfterPurchase('U-4b');
    await age(box, 11);
    l.server.app.aloneSince = new Date(Date.now() - 60_000);
    expect((await buy(box)).data).toMatchObject({ error: 'logistics.buying' });
    l.server.app.aloneSince = new Date();
    expect((await buy(box)).data).toMatchObject(found);
    delete l.server.app.aloneSince;
    wake();
    await gone;
    expect(l.standing(box.outboundNo)).toHaveLength(1);
  });

  /** Buys a label, and the database fails so many times from the moment that it was bought. */
  async function whileDatabaseFails(times: number, box: Box) {
    const { files, database } = l.server.app;
    const put = files.put.bind(files);
    const inCompany = database.inCompany.bind(database);
    let failures = 0;
    files.put = (companyId, name, data) => {
      database.inCompany = (ctx, work) =>
        failures++ < times ? Promise.reject(new Error('Connection terminated unexpectedly')) : inCompany(ctx, work);
      return put(companyId, name, data);
    };
    const answer = await buy(box);
    files.put = put;
    database.inCompany = inCompany;
    expect(failures).toBeGreaterThan(1);
    return answer;
  }

  it('because the database was away for a moment when it came: found as soon as it is back', async () => {
    const box = await l.packed('U-4c');
    const { data } = await whileDatabaseFails(2, box);
    expect(l.standing(box.outboundNo)).toEqual([data.trackingNumber]);
  });

  it('because the database stayed away: the box is not free, and the label is found later', async () => {
    const box = await l.packed('U-4e');
    const answer = await whileDatabaseFails(Number.POSITIVE_INFINITY, box);
    expect(answer).toMatchObject({ status: 409, data: { error: 'logistics.purchaseUncertain' } });
    expect((await parcelOf(box)).state).toBe('buying');
    await age(box, 61);
    expect((await buy(box)).data.trackingNumber).toBe(l.standing(box.outboundNo)[0]);
    expect(l.standing(box.outboundNo)).toHaveLength(1);
  });

  it('though a check for other labels runs while the box is bought again: its label is not taken for one', async () => {
    const box = await l.packed('U-4d');
    l.sandbox.faults.set('ups', { status500: 1, match: '/ship' });
    expect(await buy(box)).toMatchObject({ data: { error: 'logistics.notBought' } });
    l.sandbox.faults.set('ups', { slowMs: 1500, match: '/track/' });
    const check = tasksOf(l.server.app)[STRAY_CHECK_JOB.name];
    const payload = { companyId: l.world.main.companyId, parcelId: (await parcelOf(box)).id, round: 0 };
    const checked = check?.(payload, { job: { id: '0', attempts: 1, max_attempts: 1 } } as never);
    const bought = (await buy(box)).data.trackingNumber ?? '';
    l.sandbox.faults.clear();
    await checked;
    expect(await events(box)).not.toContain('labelDoubled');
    expect(l.standing(box.outboundNo)).toEqual([bought]);
  });

  it('two labels under one reference: one is kept, the other given back and told', async () => {
    const box = await l.packed('U-5');
    const bought = (await buy(box)).data.trackingNumber ?? '';
    const first = l.sandbox.ups.parcels.get(bought);
    if (!first) throw new Error('no such label');
    l.sandbox.ups.buy({
      account: 'A1B2C3',
      service: first.service,
      from: first.from,
      to: first.to,
      packages: [{ weightLbs: first.weightLbs, billingLbs: 1, references: [] }],
      references: first.references,
      totalCents: 1000,
    });
    expect(l.standing(box.outboundNo)).toHaveLength(2);
    await l.server.app.database.owner.query(
      `update parcel set state = 'uncertain', tracking_number = null where outbound_id = $1`,
      [box.outboundId],
    );
    await settleLost(l.server.app);
    const kept = await parcelOf(box);
    expect(kept.state).toBe('labelled');
    await l.server.until(async () => l.standing(box.outboundNo).length === 1);
    expect(l.standing(box.outboundNo)).toEqual([kept.trackingNumber]);
    await l.server.until(async () => (await events(box)).includes('strayVoided'));
    expect(await events(box)).toContain('labelDoubled');
  });
});

describe('the carrier says no', () => {
  const nowhere = { name: 'Bo', line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '10001', country: 'US' };

  it('to an address: the order shows the words of the carrier, others go on, mended it goes', async () => {
    const bad = await l.packed('N-1', { shipTo: nowhere });
    const good = await l.packed('N-2');
    const answer = await buy(bad);
    expect(answer).toMatchObject({ status: 422, data: { error: 'logistics.carrierRefused' } });
    expect(answer.msg).toContain('10001');
    expect(await parcelOf(bad)).toMatchObject({ state: 'failed' });
    expect(await l.world.statusOf('N-1')).toBe('exception');
    const answered = (await l.history(bad.orderId)).find((row) => row.event === 'labelFailed');
    expect(String(answered?.detail?.error)).toContain('10001');
    expect((await buy(good)).data.state).toBe('labelled');
    await l.server.app.database.owner.query(`update sales_order set ship_to = $2 where id = $1`, [
      bad.orderId,
      JSON.stringify({ ...nowhere, postalCode: '78701' }),
    ]);
    expect((await buy(bad)).data.state).toBe('labelled');
    expect(await l.world.statusOf('N-1')).toBe('packed');
  });

  it('for now (too many calls): told when to come back, nothing is marked', async () => {
    const box = await l.packed('N-3');
    l.sandbox.faults.set('ups', { throttle: 1 });
    const answer = await buy(box);
    expect(answer).toMatchObject({ status: 503, data: { error: 'logistics.carrierBusy' } });
    expect(answer.headers.get('retry-after')).toBe('10');
    expect(await l.world.statusOf('N-3')).toBe('packed');
    expect((await buy(box)).data.state).toBe('labelled');
  });

  it('to a token that ended: a new one is asked once', async () => {
    const box = await l.packed('N-4');
    await l.server.app.database.inCompany(l.world.main.ctx, (tx) =>
      tx.rows(
        sql`update carrier_account set tokens = ${l.server.app.vault.seal({ accessToken: 'gone' })} where company_id = ${sql.company}`,
      ),
    );
    expect((await buy(box)).data.state).toBe('labelled');
  });
});

describe('a tracking number that another parcel on its way has', () => {
  /** The carrier sells it to both: the first box takes the number of the second, which has just been bought. */
  async function soldTwice(first: Box, second: Box) {
    await l.server.app.database.owner.query('update parcel set tracking_number = $2 where outbound_id = $1', [
      first.outboundId,
      l.standing(second.outboundNo)[0],
    ]);
  }
  const refusedClearly = async (box: Box, no: string) => {
    expect(await parcelOf(box)).toMatchObject({ state: 'failed', trackingNumber: null });
    expect((await parcelOf(box)).lastError).toContain('numberReused');
    expect(await l.world.statusOf(no)).toBe('exception');
    // Whose label it is, nobody here knows: it stays.
    expect(l.standing(box.outboundNo)).toHaveLength(1);
  };

  it('is refused when it is bought, and the next one is taken', async () => {
    const [first, second] = [await l.packed('T-1'), await l.packed('T-2')];
    await buy(first);
    const { files } = l.server.app;
    const put = files.put.bind(files);
    files.put = async (companyId, name, data) => {
      await soldTwice(first, second);
      return put(companyId, name, data);
    };
    const answer = await buy(second);
    files.put = put;
    expect(answer).toMatchObject({ status: 422, data: { error: 'logistics.numberReused' } });
    await refusedClearly(second, 'T-2');
    expect((await buy(second)).data).toMatchObject({ state: 'labelled' });
  });

  it('is refused when it is found after a lost answer', async () => {
    const [first, second] = [await l.packed('T-3'), await l.packed('T-4')];
    await buy(first);
    await l.server.ok(quoteParcel, { outboundId: second.outboundId }, l.world.main);
    l.sandbox.faults.set('ups', { failHalfway: 100 });
    expect(await buy(second)).toMatchObject({ data: { error: 'logistics.purchaseUncertain' } });
    l.sandbox.faults.clear();
    await soldTwice(first, second);
    expect(await buy(second)).toMatchObject({ status: 422, data: { error: 'logistics.numberReused' } });
    await refusedClearly(second, 'T-4');
  });
});

describe('a label given back', () => {
  it('by hand: the carrier voids it, the box may get another', async () => {
    const box = await l.packed('V-1');
    const first = (await buy(box)).data;
    expect(await l.server.ok(voidLabel, { parcelId: first.id }, l.world.main)).toMatchObject({ voided: true });
    expect(l.standing(box.outboundNo)).toEqual([]);
    expect(await parcelOf(box)).toMatchObject({ state: 'packed', reference: `${box.outboundNo}-2` });
    const second = (await buy(box)).data;
    expect(second.trackingNumber).not.toBe(first.trackingNumber);
    expect(l.standing(box.outboundNo)).toEqual([second.trackingNumber]);
  });

  it('because the order was cancelled', async () => {
    const box = await l.packed('V-2');
    await buy(box);
    await l.world.tx((tx) => cancelOrders(tx, [box.orderId], { by: 'user' }));
    await l.server.until(async () => l.standing(box.outboundNo).length === 0);
    await l.server.until(async () => (await parcelOf(box)).state === 'voided');
    expect(await events(box)).toContain('labelVoided');
  });

  it('that was being bought while the order was cancelled', async () => {
    const box = await l.packed('V-3');
    await l.server.ok(quoteParcel, { outboundId: box.outboundId }, l.world.main);
    l.sandbox.faults.set('ups', { slowMs: 700, match: '/ship' });
    const buying = buy(box);
    await l.server.until(async () => (await parcelOf(box)).state === 'buying');
    await l.world.tx((tx) => cancelOrders(tx, [box.orderId], { by: 'buyer' }));
    await buying;
    await l.server.until(async () => (await parcelOf(box)).state === 'voided');
    expect(l.standing(box.outboundNo)).toEqual([]);
  });

  it('not any more once the carrier has the parcel', async () => {
    const box = await l.packed('V-4');
    const { id, trackingNumber } = (await buy(box)).data;
    const there = l.sandbox.ups.parcels.get(trackingNumber ?? '');
    if (there) l.sandbox.ups.advance(there, 'picked_up');
    const answer = await l.server.ok(voidLabel, { parcelId: id }, l.world.main);
    expect(answer.voided).toBe(false);
    expect(await parcelOf(box)).toMatchObject({ state: 'labelled' });
  });
});

describe('a buyer who asks to cancel', () => {
  const asks = (no: string) =>
    l.world.take([makeOrder(no, { lines: [makeLine('1', 'SKU-1')], cancelRequested: true, updatedAt: after(100) })]);

  it('stops the purchase of a label, until it is decided that it goes on', async () => {
    const box = await l.packed('R-1');
    await asks('R-1');
    expect(await buy(box)).toMatchObject({ status: 409, data: { error: 'logistics.stopped' } });
    expect(l.standing(box.outboundNo)).toEqual([]);
    await l.server.ok(shipOrdersAnyway, { ids: [box.orderId] }, l.world.main);
    expect((await buy(box)).data.state).toBe('labelled');
  });

  it('stops it for the platform, too', async () => {
    const box = await l.packed('R-2');
    await l.world.take([makeOrder('R-2', { hold: 'ON_HOLD', updatedAt: after(100) })]);
    expect(await buy(box)).toMatchObject({ status: 409, data: { error: 'logistics.heldByPlatform' } });
  });

  it('keeps a labelled box in the house; cancelled, its label is given back', async () => {
    const box = await l.packed('R-3');
    await buy(box);
    await asks('R-3');
    const { refused } = await l.world.tx((tx) => shipOutbounds(tx, [box.outboundId]));
    expect(refused.map((r) => r.code)).toEqual(['warehouse.stopRequested']);
    await l.world.tx((tx) => cancelOrders(tx, [box.orderId], { by: 'user' }));
    await l.server.until(async () => (await parcelOf(box)).state === 'voided');
    expect(l.standing(box.outboundNo)).toEqual([]);
  });

  it('while the label is being bought: it is kept, and the box stays', async () => {
    const box = await l.packed('R-4');
    await l.server.ok(quoteParcel, { outboundId: box.outboundId }, l.world.main);
    l.sandbox.faults.set('ups', { slowMs: 700, match: '/ship' });
    const buying = buy(box);
    await l.server.until(async () => (await parcelOf(box)).state === 'buying');
    await asks('R-4');
    expect((await buying).data.state).toBe('labelled');
    expect((await l.world.tx((tx) => shipOutbounds(tx, [box.outboundId]))).done).toEqual([]);
  });
});

describe('handing over', () => {
  it('refuses boxes without a label one by one', async () => {
    const bare = await l.packed('H-1');
    const ready = await l.packed('H-2');
    await buy(ready);
    const outcome = await l.world.tx((tx) => shipOutbounds(tx, [bare.outboundId, ready.outboundId]));
    expect(outcome.done).toEqual([ready.outboundId]);
    expect(outcome.refused).toMatchObject([{ id: bare.outboundId, code: 'logistics.noLabel' }]);
    expect(await parcelOf(ready)).toMatchObject({ state: 'shipped' });
    expect((await parcelOf(ready)).nextTrackAt).not.toBeNull();
    expect(await l.world.statusOf('H-2')).toBe('shipped');
    expect(await takeStep(l.world, bare.orderId, 'ship')).toBe(false);
  });
});
