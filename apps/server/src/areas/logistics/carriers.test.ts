import { CARRIERS } from '@tradewind/connectors/carriers/registry.ts';
import {
  accountServices,
  buyLabel,
  correctWeight,
  findUpsDetail,
  hasAccounts,
  interceptParcel,
  labelPdf,
  listCarriers,
  parcelsOf,
  quoteParcel,
  refreshTracking,
  saveChannel,
  saveOrUpdateUpsAuth,
  setDefaultChannel,
  testCarrierAccount,
  trackingDetail,
  voidLabel,
} from '@tradewind/contract/logistics.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readPages } from '../../testing/pdf-text.ts';
import { takeStep } from '../orders/orders.testing.ts';
import { labelsThere, PURCHASE } from './testing/carriers.ts';
import { type Box, type LogisticsWorld, openLogistics } from './testing/world.ts';

/** Every carrier of the registry, by the same calls and in front of its stand-in. */
let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
  await l.server.startWorker();
});
afterAll(() => l.close());
afterEach(() => l.sandbox.faults.clear());

it('the pages know the fields of all carriers', async () => {
  const { list } = await l.server.ok(listCarriers, {}, l.world.main);
  expect(list.map((one) => one.carrier)).toEqual(CARRIERS.map((one) => one.carrier));
  for (const { keys, trial } of list)
    expect(Object.keys(trial?.keys ?? {}).toSorted()).toEqual(keys.map((key) => key.name).toSorted());
});

describe.each(CARRIERS.map((one) => [one.carrier, one] as const))('%s', (code, definition) => {
  if (!hasAccounts(code)) throw new Error(`${code} is missing in the contract`);
  const { keys, accountNumber } = definition.sandbox;
  let accountId = 0;
  let boxes = 0;
  const buy = (box: Box) => l.server.call(buyLabel, { outboundId: box.outboundId }, l.world.main);
  const packed = () => l.packed(`${code}-${++boxes}`);

  beforeAll(async () => {
    const account = { carrier: code, name: code, accountNumber, keys, sandbox: true };
    accountId = code === 'ups' ? l.accountId : (await l.server.ok(saveOrUpdateUpsAuth, { account }, l.world.main)).id;
    const { platformCode } = definition;
    const channel = {
      name: `All of ${code}`,
      carrier: code,
      carrierAccountId: accountId,
      platformCarrierCode: platformCode,
    };
    const { id } = await l.server.ok(saveChannel, { channel }, l.world.main);
    await l.server.ok(setDefaultChannel, { id }, l.world.main);
  });

  it('takes keys by its own names, keeps the secret ones, and a test asks the carrier', async () => {
    expect(await l.server.ok(testCarrierAccount, { id: accountId }, l.world.main)).toEqual({
      authorized: true,
      error: null,
    });
    const shown = await l.server.ok(findUpsDetail, { id: accountId }, l.world.main);
    for (const { name, secret } of definition.keys)
      expect(shown.keys[name] ?? '').toBe(secret ? '' : (keys[name] ?? ''));
    const account = { carrier: code, name: 'x', accountNumber: '?', keys, sandbox: true };
    const number = await l.server.call(saveOrUpdateUpsAuth, { account }, l.world.main);
    expect(number).toMatchObject({ status: 400, data: { fields: [{ path: 'account.accountNumber' }] } });
    const required = definition.keys.find((one) => !one.optional)?.name ?? '';
    const empty = {
      ...account,
      accountNumber: definition.accountNumber.example.replace(/1(?!.*1)/, '7'),
      keys: { ...keys, [required]: '' },
    };
    const missing = await l.server.call(saveOrUpdateUpsAuth, { account: empty }, l.world.main);
    expect(missing).toMatchObject({ status: 400, data: { fields: [{ path: `account.keys.${required}` }] } });
  });

  it('names its services, quotes a box, and sells one label, however often it is asked for', async () => {
    const { list } = await l.server.ok(accountServices, { id: accountId }, l.world.main);
    expect(list.length).toBeGreaterThan(0);
    const box = await packed();
    const { quotes, chosen } = await l.server.ok(quoteParcel, { outboundId: box.outboundId }, l.world.main);
    expect(list.map((one) => one.code)).toEqual(expect.arrayContaining(quotes.map((one) => one.serviceCode)));
    const answers = await Promise.all([buy(box), buy(box), buy(box)]);
    for (const one of answers) expect([200, 409]).toContain(one.code);
    const bought = await buy(box);
    expect(bought.data).toMatchObject({ state: 'labelled', carrier: code, serviceCode: chosen, hasLabel: true });
    expect((await l.parcel(box.outboundId)).attempts).toBe(1);
  });

  it('finds the one label again whose answer was lost', async () => {
    const box = await packed();
    l.sandbox.faults.set(code, { failHalfway: 1, match: PURCHASE[code] ?? '' });
    await buy(box);
    const bought = await buy(box);
    expect(bought.data).toMatchObject({ state: 'labelled' });
    // Where a label is shown once, the lost one is taken back and the next is the only one.
    const { labelOnce } = definition.create({ http: {} });
    expect((await l.parcel(box.outboundId)).attempts).toBe(labelOnce ? 2 : 1);
  });

  it('prints no label that was cut off on its way: it is asked for again, and is whole', async () => {
    const box = await packed();
    l.sandbox.faults.set(code, { cutLabel: 1 });
    const first = await buy(box);
    const bought = first.code === 200 ? first : await buy(box);
    expect(bought.data).toMatchObject({ state: 'labelled' });
    const print = async () => {
      const url = `${l.server.url}/api${labelPdf.path}?parcelId=${bought.data.id}`;
      const answer = await fetch(url, { headers: { token: l.world.main.token } });
      return { status: answer.status, pdf: Buffer.from(await answer.arrayBuffer()) };
    };
    const printed = await print();
    // Some print from another file than they sold.
    const { status, pdf } = printed.status === 200 ? printed : await print();
    expect([l.sandbox.faults.of(code).cutLabel, status]).toEqual([0, 200]);
    expect(await readPages(pdf)).toHaveLength(1);
    const { standing } = labelsThere(l.sandbox, (await l.parcel(box.outboundId)).reference);
    expect(standing).toHaveLength(1);
    expect(standing[0]).toContain(bought.data.trackingNumber);
  });

  it('follows a parcel to the door', async () => {
    const { data } = await buy(await packed());
    await fetch(`${l.sandbox.url}/control/parcels/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ trackingNumber: data.trackingNumber, to: 'delivered' }),
    });
    await l.server.ok(refreshTracking, { ids: [data.id] }, l.world.main);
    const { events, parcel } = await l.server.ok(trackingDetail, { parcelId: data.id }, l.world.main);
    expect(parcel.stage).toBe('delivered');
    expect(events.length).toBeGreaterThan(1);
    expect(parcel.trackingUrl).toContain(data.trackingNumber);
  });

  it('takes a label back and sells the next under a reference of its own', async () => {
    const box = await packed();
    const first = await buy(box);
    const voided = await l.server.call(voidLabel, { parcelId: first.data.id }, l.world.main);
    expect(voided.code).toBe(200);
    await expect.poll(async () => (await l.parcel(box.outboundId)).state).toMatch(/packed|voided/);
    const second = await buy(box);
    expect(second.data).toMatchObject({ state: 'labelled' });
    expect(second.data.trackingNumber).not.toBe(first.data.trackingNumber);
  });

  it('takes the weight of the scale for a bought label, where it bills by what is declared', async () => {
    const box = await packed();
    const { id: parcelId } = (await buy(box)).data;
    await l.server.app.database.owner.query('update parcel set weighed_grams = 2 * weight_grams where id = $1', [
      parcelId,
    ]);
    const view = async () => (await l.server.ok(parcelsOf, { outboundIds: [box.outboundId] }, l.world.main)).list[0];
    const { mayCorrectWeight, weightGrams = 0, trackingNumber } = (await view()) ?? {};
    const answer = await l.server.call(correctWeight, { parcelId }, l.world.main);
    if (!mayCorrectWeight) {
      expect(answer).toMatchObject({ status: 422, data: { error: 'logistics.noWeightChange' } });
      return;
    }
    expect(answer.code).toBe(200);
    expect(await view()).toMatchObject({ weightGrams: 2 * weightGrams, weightDiffers: false, trackingNumber });
  });

  it('stops a parcel that left, where it can be asked to', async () => {
    const box = await packed();
    const { id: parcelId } = (await buy(box)).data;
    const early = await l.server.call(interceptParcel, { parcelId }, l.world.main);
    expect(early).toMatchObject({ status: 409, data: { error: 'logistics.notOnItsWay' } });
    await takeStep(l.world, box.orderId, 'ship');
    const { list } = await l.server.ok(parcelsOf, { outboundIds: [box.outboundId] }, l.world.main);
    const answer = await l.server.call(interceptParcel, { parcelId }, l.world.main);
    if (!list[0]?.mayIntercept) {
      expect(answer).toMatchObject({ status: 422, data: { error: 'logistics.noIntercept' } });
      return;
    }
    expect(answer.data).toMatchObject({ held: true });
    expect((await l.history(box.orderId)).map((row) => row.event)).toContain('intercepted');
  });
});
