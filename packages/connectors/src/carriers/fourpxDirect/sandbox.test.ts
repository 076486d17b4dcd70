import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SharedClock, sharedClock } from '../../conformance.testing.ts';
import { failure, kindOfFailure, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { Parcel } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { createDirectClient, type DirectClient } from './client.ts';
import { fourpxDirect } from './definition.ts';
import { ACCESS as access, PARCEL } from './fixtures.ts';
import { doneAnswer } from './shapes.ts';

let sandbox: RunningSandbox;
let direct: CarrierConnector;
let client: DirectClient;
let clock: SharedClock;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.control('reset', { orders: 1 });
  await sandbox.control('faults', { clear: true });
  clock = sharedClock(sandbox);
  const http = { ...clock, baseUrls: { api: `${sandbox.url}${fourpxDirect.sandbox.baseUrls.api}` } };
  direct = fourpxDirect.create({ http });
  client = createDirectClient(http);
});

const parcel = (reference: string, more: Partial<Parcel> = {}): Parcel => ({ ...PARCEL, reference, ...more });
const to = (country: string) => ({ to: { ...PARCEL.to, country } });
const stages = async (number: string) => (await direct.track(access, number)).map((one) => one.stage);
const fault = (faults: object) => sandbox.control('faults', { platform: 'fourpxDirect', ...faults });

describe('4PX direct shipping over the wire', () => {
  it('hears when keys or a time are wrong', async () => {
    const wrong = (keys: Record<string, string>) =>
      direct.authenticate({ ...access, keys: { ...access.keys, ...keys } });
    expect(await wrong({})).toEqual({ accessToken: '' });
    for (const name of ['appKey', 'appSecret'])
      expect(await kindOfFailure(wrong({ [name]: 'no' }))).toBe('unauthorized');
    await fault({ clockSkewSeconds: 3600 });
    expect(await kindOfFailure(wrong({}))).toBe('unauthorized');
  });

  it('offers the products of the account, and what each costs to a country', async () => {
    expect((await direct.services?.(access))?.map((one) => one.code)).toEqual(['TWPX', 'TWQC', 'TWEX']);
    const quotes = await direct.rates(access, PARCEL);
    expect(quotes.map((one) => [one.serviceCode, one.amount])).toEqual([
      ['TWPX', '52.18'],
      ['TWQC', '37.62'],
      ['TWEX', '75.56'],
    ]);
    expect(quotes[0]).toMatchObject({ serviceName: '联邮通优先挂号', currency: 'CNY', transitDays: 10 });
    expect((await direct.rates(access, parcel('R', to('MX')))).map((one) => one.serviceCode)).toEqual(['TWPX', 'TWQC']);
    expect(await direct.rates(access, parcel('R', { weightGrams: 40_000 }))).toEqual([]);
  });

  it('names an unknown country, a line that does not go there, and a currency that customs do not take', async () => {
    const buy = (more: Partial<Parcel>, product = 'TWPX') =>
      failure(direct.buyLabel(access, parcel('OUT-2', more), product));
    expect(await kindOfFailure(direct.rates(access, parcel('R', to('XX'))))).toBe('rejected');
    expect(await buy(to('XX'))).toMatchObject({ kind: 'rejected', message: '国家 XX 不支持' });
    expect(await buy(to('MX'), 'TWEX')).toMatchObject({ code: 'DS000111' });
    expect(await buy({}, 'GONE')).toMatchObject({ kind: 'rejected', code: 'DS000110' });
    expect(await buy(to('DE'))).toMatchObject({ kind: 'rejected', code: 'DS000067' });
    expect(await direct.findPurchase(access, 'OUT-2')).toBeNull();
  });

  it.each([
    ['TWPX', /^LP\d{9}CN$/],
    ['TWQC', /^4PX3\d{12}CN$/],
  ])('buys a label of %s, prints it, and cancels it', async (product, number) => {
    const bought = await direct.buyLabel(access, parcel('OUT-3'), product);
    expect(bought.trackingNumber).toMatch(number);
    expect(bought.shipmentId).toMatch(/^4PX3\d{12}CN$/);
    const quote = (await direct.rates(access, PARCEL)).find((one) => one.serviceCode === product);
    expect(bought).toMatchObject({ amount: quote?.amount, currency: 'CNY', label: { format: 'pdf' } });
    expect((await direct.labelPdf(access, bought.trackingNumber)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await direct.findPurchase(access, 'OUT-3')).toMatchObject({ trackingNumber: bought.trackingNumber });
    expect(await direct.findPurchase(access, 'OUT-3', [bought.trackingNumber])).toBeNull();
    const cancel = () => direct.voidLabel(access, bought.shipmentId, bought.trackingNumber);
    expect(await cancel()).toMatchObject({ voided: true });
    expect(await cancel()).toMatchObject({ voided: true });
    expect(await direct.findPurchase(access, 'OUT-3')).toBeNull();
    expect(await kindOfFailure(direct.labelPdf(access, bought.trackingNumber))).toBe('rejected');
    expect(await stages(bought.trackingNumber)).toEqual(['created', 'cancelled']);
  });

  it('finds the one purchase again whose answer was lost', async () => {
    expect(await direct.findPurchase(access, 'OUT-4')).toBeNull();
    await fault({ failHalfway: 1, match: 'order.create' });
    expect(await kindOfFailure(direct.buyLabel(access, parcel('OUT-4'), 'TWPX'))).toBe('uncertain');
    const found = await direct.findPurchase(access, 'OUT-4');
    expect(found).toMatchObject({ label: { format: 'pdf' } });
    expect(await stages(found?.trackingNumber ?? '')).toEqual(['created']);
  });

  it('finds it, too, where only its label was lost', async () => {
    await fault({ status500: 1, match: 'label.get' });
    expect(await kindOfFailure(direct.buyLabel(access, parcel('OUT-4'), 'TWQC'))).toBe('uncertain');
    expect(await direct.findPurchase(access, 'OUT-4')).toMatchObject({ label: { format: 'pdf' } });
  });

  it('makes one order of a reference, until it is cancelled', async () => {
    const { shipmentId, trackingNumber, amount } = await direct.buyLabel(access, parcel('OUT-5'), 'TWPX');
    expect(await direct.buyLabel(access, parcel('OUT-5'), 'TWPX')).toMatchObject({
      shipmentId,
      trackingNumber,
      amount,
    });
    await direct.voidLabel(access, shipmentId, trackingNumber);
    const second = await direct.buyLabel(access, parcel('OUT-5'), 'TWPX');
    expect(second.shipmentId).not.toBe(shipmentId);
    expect(await direct.findPurchase(access, 'OUT-5')).toMatchObject({ shipmentId: second.shipmentId });
  });

  it('follows a parcel to the door, oldest news first, and cancels none that was handed over', async () => {
    const bought = await direct.buyLabel(access, parcel('OUT-6', to('GB')), 'TWQC');
    await sandbox.control('settings', { parcelStepSeconds: 600 });
    await clock.sleep(650_000);
    expect(await stages(bought.trackingNumber)).toEqual(['created', 'pickedUp']);
    const refused = await direct.voidLabel(access, bought.shipmentId, bought.trackingNumber);
    expect(refused).toEqual({ voided: false, detail: '订单当前状态不允许此操作' });
    await clock.sleep(5 * 600_000);
    const events = await direct.track(access, bought.trackingNumber);
    expect(events.map((one) => one.stage)).toEqual([
      ...['created', 'pickedUp', 'inTransit', 'inTransit', 'inTransit', 'outForDelivery', 'delivered'],
    ]);
    expect(events.map((one) => one.at)).toEqual(events.map((one) => one.at).toSorted());
    expect(events.map((one) => one.place)).toEqual(expect.arrayContaining(['深圳, CN', 'London, GB']));
    // The last mile has its number now; ours is still known.
    const found = await direct.findPurchase(access, 'OUT-6');
    expect(found).toMatchObject({ shipmentId: bought.shipmentId, trackingNumber: expect.stringMatching(/^LP/) });
    expect(await stages(found?.trackingNumber ?? '')).toEqual(events.map((one) => one.stage));
    expect(await direct.findPurchase(access, 'OUT-6', [bought.trackingNumber])).toBeNull();
    expect(await direct.track(access, '4PX3000000000000CN')).toEqual([]);
    await sandbox.control('settings', { parcelStepSeconds: 0 });
  });

  it('hears of trouble on the way, and of a return', async () => {
    const { trackingNumber } = await direct.buyLabel(access, parcel('OUT-7'), 'TWPX');
    for (const stage of ['in_transit', 'exception', 'returned'])
      await sandbox.control('parcels/advance', { trackingNumber, to: stage });
    expect(await stages(trackingNumber)).toEqual(['created', 'pickedUp', 'inTransit', 'exception', 'returning']);
  });

  it('takes a new weight before the warehouse has the parcel, and turns one that is held', async () => {
    const { shipmentId: request_no, trackingNumber } = await direct.buyLabel(access, parcel('OUT-8'), 'TWPX');
    const write = (method: string, params: object) =>
      client.call(access, { method, params: { request_no, ...params }, effect: 'repeatable', shape: doneAnswer });
    await write('ds.xms.order.updateweight', { weight: 500 });
    await write('ds.xms.order.hold', { is_hold_flag: 'Y', hold_reason: 'Stop' });
    await sandbox.control('parcels/advance', { trackingNumber, to: 'delivered' });
    expect(await stages(trackingNumber)).toEqual(['created', 'pickedUp', 'returning']);
    expect(await kindOfFailure(write('ds.xms.order.updateweight', { weight: 500 }))).toBe('rejected');
  });

  it('names throttling and outages', async () => {
    await fault({ throttle: 1 });
    expect(await failure(direct.rates(access, PARCEL))).toMatchObject({ kind: 'throttled', retryAfterMs: 2000 });
    await fault({ status500: 1 });
    expect(await kindOfFailure(direct.rates(access, PARCEL))).toBe('unavailable');
    await fault({ status500: 1, match: 'order.create' });
    expect(await kindOfFailure(direct.buyLabel(access, PARCEL, 'TWPX'))).toBe('uncertain');
    expect(await direct.findPurchase(access, PARCEL.reference)).toBeNull();
  });
});
