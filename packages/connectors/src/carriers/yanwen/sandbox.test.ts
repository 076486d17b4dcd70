import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SharedClock, sharedClock } from '../../conformance.testing.ts';
import { failure, kindOfFailure, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { CarrierAccess, Parcel } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { yanwen } from './definition.ts';
import { ACCESS, PARCEL } from './fixtures.ts';

let sandbox: RunningSandbox;
let yw: CarrierConnector;
let clock: SharedClock;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.control('reset', { orders: 1 });
  await sandbox.control('faults', { clear: true });
  clock = sharedClock(sandbox);
  const at = `${sandbox.url}/yanwen`;
  yw = yanwen.create({ http: { ...clock, baseUrls: { api: at, track: at } } });
});

const parcel = (reference: string, more: Partial<Parcel> = {}): Parcel => ({ ...PARCEL, reference, ...more });
const to = (country: string) => ({ to: { ...PARCEL.to, country } });
const stages = async (number: string) => (await yw.track(ACCESS, number)).map((one) => one.stage);
const withKey = (keys: Record<string, string>): CarrierAccess => ({ ...ACCESS, keys: { ...ACCESS.keys, ...keys } });

describe('Yanwen over the wire', () => {
  it('hears when a key, an account or a time is wrong', async () => {
    expect(await yw.authenticate(ACCESS)).toEqual({ accessToken: '' });
    expect(await failure(yw.authenticate(withKey({ apiToken: 'no' })))).toMatchObject({
      kind: 'unauthorized',
      message: '签名错误',
    });
    const stranger = { ...ACCESS, accountNumber: '700000' };
    expect(await kindOfFailure(yw.authenticate(stranger))).toBe('unauthorized');
    expect(await kindOfFailure(yw.track(stranger, 'YW1'))).toBe('unauthorized');
    await sandbox.control('clock/advance', { seconds: 660 });
    expect(await failure(yw.authenticate(ACCESS))).toMatchObject({ message: '时间戳无效或已过期' });
  });

  it('offers the channels of the account, each at a price that nobody knows', async () => {
    expect((await yw.services?.(ACCESS))?.map((one) => one.code)).toEqual(['481', '484', '155']);
    const quotes = await yw.rates(ACCESS, PARCEL);
    expect(quotes.map((one) => [one.serviceCode, one.amount, one.currency])).toEqual([
      ['481', '0', ''],
      ['484', '0', ''],
      ['155', '0', ''],
    ]);
  });

  it('names an unknown country, a line that does not go there, and a warehouse that is none', async () => {
    expect(await failure(yw.buyLabel(ACCESS, parcel('OUT-2', to('XX')), '481'))).toMatchObject({
      kind: 'rejected',
      message: '目的国 XX 无效',
    });
    expect(await failure(yw.buyLabel(ACCESS, parcel('OUT-2', to('MX')), '484'))).toMatchObject({ code: '2007' });
    expect(await failure(yw.buyLabel(ACCESS, parcel('OUT-2'), '999'))).toMatchObject({ code: '2001' });
    const elsewhere = withKey({ companyCode: '99' });
    expect(await failure(yw.buyLabel(elsewhere, parcel('OUT-2'), '481'))).toMatchObject({ code: '2004' });
    expect(await yw.findPurchase(ACCESS, 'OUT-2')).toBeNull();
  });

  it('buys a label, prints it, and cancels it', async () => {
    const bought = await yw.buyLabel(withKey({ companyCode: '' }), parcel('OUT-3'), '481');
    expect(bought).toMatchObject({ trackingNumber: expect.stringMatching(/^YW\d{9}CN$/), amount: '0', currency: '' });
    expect(bought.label.format).toBe('pdf');
    const { shipmentId, trackingNumber } = bought;
    expect((await yw.labelPdf(ACCESS, trackingNumber)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await yw.findPurchase(ACCESS, 'OUT-3')).toMatchObject({ trackingNumber });
    expect(await yw.findPurchase(ACCESS, 'OUT-3', [trackingNumber])).toBeNull();
    const cancel = () => yw.voidLabel(ACCESS, shipmentId, trackingNumber);
    expect(await cancel()).toMatchObject({ voided: true });
    expect(await cancel()).toMatchObject({ voided: true });
    expect(await yw.findPurchase(ACCESS, 'OUT-3')).toBeNull();
    expect(await kindOfFailure(yw.labelPdf(ACCESS, trackingNumber))).toBe('rejected');
    expect(await stages(trackingNumber)).toEqual(['created', 'cancelled']);
  });

  it('finds the one purchase again whose answer was lost', async () => {
    expect(await yw.findPurchase(ACCESS, 'OUT-4')).toBeNull();
    await sandbox.control('faults', { platform: 'yanwen', failHalfway: 1, match: 'order.create' });
    expect(await kindOfFailure(yw.buyLabel(ACCESS, parcel('OUT-4'), '481'))).toBe('uncertain');
    const found = await yw.findPurchase(ACCESS, 'OUT-4');
    expect(found).toMatchObject({ label: { format: 'pdf' } });
    expect(await stages(found?.trackingNumber ?? '')).toEqual(['created']);
  });

  it('finds it, too, where only its label was lost', async () => {
    await sandbox.control('faults', { platform: 'yanwen', status500: 1, match: 'label.get' });
    expect(await kindOfFailure(yw.buyLabel(ACCESS, parcel('OUT-4'), '155'))).toBe('uncertain');
    expect(await yw.findPurchase(ACCESS, 'OUT-4')).toMatchObject({ label: { format: 'pdf' } });
  });

  it('makes one order of a reference, until it is cancelled', async () => {
    const { shipmentId, trackingNumber } = await yw.buyLabel(ACCESS, parcel('OUT-5'), '481');
    expect(await yw.buyLabel(ACCESS, parcel('OUT-5'), '481')).toMatchObject({ shipmentId, trackingNumber });
    await yw.voidLabel(ACCESS, shipmentId, trackingNumber);
    const second = await yw.buyLabel(ACCESS, parcel('OUT-5'), '481');
    expect(second.shipmentId).not.toBe(shipmentId);
    expect(await yw.findPurchase(ACCESS, 'OUT-5')).toMatchObject({ shipmentId: second.shipmentId });
  });

  it('follows a parcel to the door, oldest news first, and cancels none that was handed over', async () => {
    const bought = await yw.buyLabel(ACCESS, parcel('OUT-6', to('DE')), '481');
    await sandbox.control('settings', { parcelStepSeconds: 600 });
    await clock.sleep(650_000);
    expect(await stages(bought.trackingNumber)).toEqual(['created', 'pickedUp']);
    const refused = await yw.voidLabel(ACCESS, bought.shipmentId, bought.trackingNumber);
    expect(refused).toEqual({ voided: false, detail: `运单 ${bought.shipmentId} 当前状态不允许取消` });
    await clock.sleep(6 * 600_000);
    const events = await yw.track(ACCESS, bought.trackingNumber);
    expect(events.map((one) => one.stage)).toEqual([
      ...['created', 'pickedUp', 'inTransit', 'inTransit', 'inTransit', 'inTransit', 'outForDelivery', 'delivered'],
    ]);
    const times = events.map((one) => Date.parse(one.at));
    expect(times.map((at, index) => at - (times[index - 1] ?? at - 600_000))).toEqual(Array(8).fill(600_000));
    expect(events.map((one) => one.place)).toEqual(expect.arrayContaining(['Shenzhen', 'Frankfurt', 'Alpharetta']));
    expect(await yw.findPurchase(ACCESS, 'OUT-6')).toMatchObject({ trackingNumber: bought.trackingNumber });
    expect(await yw.track(ACCESS, 'YW000000000CN')).toEqual([]);
  });

  it('hears of trouble on the way, and of a return', async () => {
    const { trackingNumber } = await yw.buyLabel(ACCESS, parcel('OUT-7'), '481');
    await sandbox.control('parcels/advance', { trackingNumber, to: 'in_transit' });
    await clock.sleep(60_000);
    await sandbox.control('parcels/advance', { trackingNumber, to: 'exception' });
    await clock.sleep(60_000);
    await sandbox.control('parcels/advance', { trackingNumber, to: 'returned' });
    expect(await stages(trackingNumber)).toEqual(['created', 'pickedUp', 'inTransit', 'deliveryFailed', 'returning']);
  });

  it('names throttling and outages', async () => {
    await sandbox.control('faults', { platform: 'yanwen', throttle: 1 });
    expect(await failure(yw.rates(ACCESS, PARCEL))).toMatchObject({ kind: 'throttled', retryAfterMs: 5000 });
    await sandbox.control('faults', { platform: 'yanwen', status500: 1 });
    expect(await kindOfFailure(yw.rates(ACCESS, PARCEL))).toBe('unavailable');
    await sandbox.control('faults', { platform: 'yanwen', status500: 1, match: 'order.create' });
    expect(await kindOfFailure(yw.buyLabel(ACCESS, PARCEL, '481'))).toBe('uncertain');
    expect(await yw.findPurchase(ACCESS, PARCEL.reference)).toBeNull();
  });
});
