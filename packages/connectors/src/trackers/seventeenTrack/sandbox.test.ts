import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tracker } from '../../carriers/connector.ts';
import { yunexpress } from '../../carriers/yunexpress/definition.ts';
import { PARCEL } from '../../carriers/yunexpress/fixtures.ts';
import { type SharedClock, sharedClock } from '../../conformance.testing.ts';
import { kindOfFailure, listening, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { CarrierAccess } from '../../types.ts';
import { seventeenTrack } from './definition.ts';

const ACCESS: CarrierAccess = { keys: seventeenTrack.sandbox.keys, accountNumber: '' };
let sandbox: RunningSandbox;
let tracker: Tracker;
let clock: SharedClock;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.control('reset', { orders: 1 });
  await sandbox.control('faults', { clear: true });
  clock = sharedClock(sandbox);
  tracker = connect();
});

function connect(rateFactor = 1000): Tracker {
  return seventeenTrack.create({
    http: { ...clock, rateFactor, baseUrls: { api: `${sandbox.url}${seventeenTrack.sandbox.baseUrls.api}` } },
  });
}
const one = (trackingNumber: string, more: object = {}) => ({ trackingNumber, reference: 'SO-1', ...more });
const advance = (trackingNumber: string, to: string) => sandbox.control('parcels/advance', { trackingNumber, to });
const stages = async (number: string) =>
  (await tracker.track(ACCESS, [number]))[0]?.events.map((event) => event.stage) ?? [];
const numbers = (count: number) => Array.from({ length: count }, (_, at) => one(`YT${String(at).padStart(16, '0')}`));

describe('17TRACK over the wire', () => {
  it('registers a number once, and refuses what it cannot follow', async () => {
    expect(await tracker.register(ACCESS, [one('RR123456785CN'), one('QQQQQ', { carrierKey: '100003' })])).toEqual([]);
    expect(await tracker.register(ACCESS, [one('RR123456785CN')])).toEqual([]);
    expect(await tracker.quota(ACCESS)).toEqual({ total: 100, used: 2, left: 98 });
    const refused = await tracker.register(ACCESS, [one('ZZZZZZZ'), one('HELLO1', { carrierKey: '5' })]);
    expect(refused.map(({ detail }) => detail.slice(-11))).toEqual(['(-18019903)', '(-18019910)']);
    expect((await tracker.quota(ACCESS)).left).toBe(98);
  });

  it('follows the parcel of another carrier by its number', async () => {
    const access = { keys: yunexpress.sandbox.keys, accountNumber: yunexpress.sandbox.accountNumber };
    const yun = yunexpress.create({ http: { ...clock, baseUrls: { api: `${sandbox.url}/yunexpress` } } });
    const tokens = await yun.authenticate(access);
    const { trackingNumber } = await yun.buyLabel({ ...access, tokens }, { ...PARCEL, reference: 'T-1' }, 'TWSTD');
    await tracker.register(ACCESS, [one(trackingNumber)]);
    await advance(trackingNumber, 'delivered');
    expect(await stages(trackingNumber)).toEqual([
      ...['created', 'pickedUp', 'inTransit', 'customs', 'customs', 'inTransit', 'outForDelivery', 'delivered'],
    ]);
    expect(await tracker.track(ACCESS, ['YT9999999999999999'])).toEqual([]);
  });

  it('follows a strange number on a way of its own, and tells by push and by question the same', async () => {
    const listener = await listening();
    await sandbox.control('subscribe', { platform: 'seventeenTrack', account: 'demo', url: listener.url });
    await sandbox.control('faults', { platform: 'seventeenTrack', duplicateWebhooks: true });
    await tracker.register(ACCESS, [one('RR123456785CN')]);
    await advance('RR123456785CN', 'delivered');
    for (const { body, headers } of [await listener.next(), await listener.next()]) {
      const pushed = tracker.push.read({
        body,
        headers: headers as Record<string, string>,
        access: ACCESS,
        secret: '',
      });
      expect(pushed).toEqual(await tracker.track(ACCESS, ['RR123456785CN']));
      expect(pushed[0]?.events.at(-1)?.stage).toBe('delivered');
    }
    await sandbox.control('faults', { platform: 'seventeenTrack', duplicateWebhooks: false, wrongSignature: 1 });
    await advance('RR123456785CN', 'exception');
    const { body, headers } = await listener.next();
    const read = async () =>
      tracker.push.read({ body, headers: headers as Record<string, string>, access: ACCESS, secret: '' });
    expect(await kindOfFailure(read())).toBe('rejected');
    await listener.close();
  });

  it('moves on in time, and knows trouble and returns', async () => {
    await tracker.register(ACCESS, [one('RR123456785CN'), one('RR000000005CN')]);
    await sandbox.control('settings', { parcelStepSeconds: 600 });
    await clock.sleep(1_300_000);
    expect(await stages('RR123456785CN')).toEqual(['created', 'pickedUp', 'inTransit']);
    await sandbox.control('settings', { parcelStepSeconds: 0 });
    await advance('RR123456785CN', 'exception');
    await advance('RR123456785CN', 'returned');
    expect((await stages('RR123456785CN')).slice(-2)).toEqual(['exception', 'returning']);
  });

  it('keeps to three calls a second and forty numbers, and hears when the quota is used up', async () => {
    await sandbox.control('settings', { rateFactor: 1 });
    // Below their pace, because some calls take longer on their way than others.
    tracker = connect(0.5);
    const refused = await tracker.register(ACCESS, numbers(130));
    expect(refused).toHaveLength(30);
    expect(refused[0]?.detail).toContain('-18019908');
    expect(
      await tracker.track(
        ACCESS,
        numbers(130).map((each) => each.trackingNumber),
      ),
    ).toHaveLength(100);
    await sandbox.control('clock/stop', {});
    const tooFast = connect(1000);
    const burst = await Promise.allSettled(Array.from({ length: 5 }, () => tooFast.quota(ACCESS)));
    expect(burst.filter((each) => each.status === 'rejected').length).toBeGreaterThan(1);
  });

  it('names wrong keys, throttling and outages, and repeats a registration whose answer was lost', async () => {
    for (const apiKey of ['no', 't17-key-disabled'])
      expect(await kindOfFailure(tracker.quota({ keys: { apiKey }, accountNumber: '' }))).toBe('unauthorized');
    await sandbox.control('faults', { platform: 'seventeenTrack', throttle: 1 });
    expect(await kindOfFailure(tracker.quota(ACCESS))).toBe('throttled');
    await sandbox.control('faults', { platform: 'seventeenTrack', status500: 1 });
    expect(await kindOfFailure(tracker.quota(ACCESS))).toBe('unavailable');
    await sandbox.control('faults', { platform: 'seventeenTrack', failHalfway: 1 });
    expect(await kindOfFailure(tracker.register(ACCESS, [one('RR123456785CN')]))).toBe('uncertain');
    expect(await tracker.register(ACCESS, [one('RR123456785CN')])).toEqual([]);
    expect((await tracker.quota(ACCESS)).used).toBe(1);
  });
});
