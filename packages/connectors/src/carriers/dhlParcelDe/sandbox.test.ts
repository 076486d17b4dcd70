import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scanPdf } from '../../../../../apps/sandbox/src/scan.testing.ts';
import { type SharedClock, sharedClock } from '../../conformance.testing.ts';
import { failure, kindOfFailure, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { CarrierAccess, Parcel } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { dhlParcelDe } from './definition.ts';
import { ACCESS, LONDON, PARCEL } from './fixtures.ts';

const { tokens: _, ...KEYS } = ACCESS;
const ORDERS = '/parcel/de/shipping/v2/orders';
let sandbox: RunningSandbox;
let dhl: CarrierConnector;
let clock: SharedClock;
let access: CarrierAccess;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.control('reset', { orders: 1 });
  await sandbox.control('faults', { clear: true });
  clock = sharedClock(sandbox);
  dhl = dhlParcelDe.create({ http: { ...clock, baseUrls: { api: `${sandbox.url}/dhlParcelDe` } } });
  access = { ...KEYS, tokens: await dhl.authenticate(KEYS) };
});

const parcel = (reference: string, more: Partial<Parcel> = {}): Parcel => ({ ...PARCEL, reference, ...more });
const stages = async (number: string) => (await dhl.track(access, number)).map((one) => one.stage);
const advance = (trackingNumber: string, to: string) => sandbox.control('parcels/advance', { trackingNumber, to });
const faults = (more: object) => sandbox.control('faults', { platform: 'dhlParcelDe', ...more });

describe('DHL Paket over the wire', () => {
  it('authenticates, and hears when keys, user or a token are wrong', async () => {
    for (const name of ['clientId', 'clientSecret', 'username', 'password']) {
      const wrong = { ...KEYS, keys: { ...KEYS.keys, [name]: 'no' } };
      expect(await kindOfFailure(dhl.authenticate(wrong))).toBe('unauthorized');
    }
    await clock.sleep(1_900_000);
    expect(await kindOfFailure(dhl.buyLabel(access, parcel('OUT-00001'), 'V01PAK'))).toBe('unauthorized');
    access = { ...KEYS, tokens: await dhl.authenticate(KEYS) };
    expect((await dhl.buyLabel(access, parcel('OUT-00001'), 'V01PAK')).shipmentId).toMatch(/^00340434\d{12}$/);
  });

  it('names what is possible, without a price', async () => {
    const codes = async (more: Partial<Parcel>) =>
      (await dhl.rates(access, parcel('R', more))).map((one) => one.serviceCode);
    expect(await codes({})).toEqual(['V62KP', 'V01PAK']);
    expect(await codes({ weightGrams: 2000 })).toEqual(['V01PAK']);
    expect(await codes({ to: LONDON })).toEqual(['V66WPI', 'V53WPAK']);
    expect(await codes({ to: { ...LONDON, country: 'NL' }, heightMm: 200 })).toEqual(['V53WPAK', 'V54EPAK']);
    expect(await codes({ isReturn: true })).toEqual(['V07PAK']);
    expect(await codes({ weightGrams: 40_000 })).toEqual([]);
  });

  it.each([
    ['V01PAK', {}],
    ['V62KP', {}],
    ['V53WPAK', { to: LONDON }],
    ['V66WPI', { to: LONDON }],
    ['V54EPAK', { to: { ...LONDON, country: 'NL' } }],
  ] as const)('buys a label of %s, prints it, and deletes it', async (product, more) => {
    const bought = await dhl.buyLabel(access, parcel('OUT-00002', more), product);
    expect(scanPdf(bought.label.data)).toBe(bought.trackingNumber);
    expect(Boolean(bought.customsForms)).toBe('to' in more && more.to.country === 'GB');
    expect(scanPdf(await dhl.labelPdf(access, bought.trackingNumber))).toBe(bought.trackingNumber);
    expect(await dhl.findPurchase(access, 'OUT-00002')).toMatchObject({ trackingNumber: bought.trackingNumber });
    expect(await dhl.findPurchase(access, 'OUT-00002', [bought.trackingNumber])).toBeNull();
    for (let time = 0; time < 2; time++)
      expect(await dhl.voidLabel(access, bought.shipmentId, bought.trackingNumber)).toMatchObject({ voided: true });
    expect(await dhl.findPurchase(access, 'OUT-00002')).toBeNull();
    expect(await kindOfFailure(dhl.labelPdf(access, bought.trackingNumber))).toBe('rejected');
  });

  it('hears what is wrong, by field, with status 400 and with 200', async () => {
    const buy = (more: Partial<Parcel>, product = 'V01PAK') =>
      failure(dhl.buyLabel(access, parcel('OUT-00003', more), product));
    expect(await buy({ to: { ...PARCEL.to, postalCode: '5311' } })).toMatchObject({
      kind: 'rejected',
      status: 400,
      message: 'consignee.postalCode: The postal code must have 5 digits',
    });
    expect(await buy({ weightGrams: 40_000 })).toMatchObject({
      kind: 'rejected',
      code: 'ITEM 400',
      message: 'details.weight: Weight exceeds maximum limit',
    });
    expect(await buy({ to: LONDON })).toMatchObject({ kind: 'rejected', message: expect.stringContaining('GBR') });
    expect(await dhl.findPurchase(access, 'OUT-00003')).toBeNull();
  });

  it('finds the one order again whose answer was lost', async () => {
    await faults({ failHalfway: 1, match: `POST /dhlParcelDe${ORDERS}` });
    expect(await kindOfFailure(dhl.buyLabel(access, parcel('OUT-00004'), 'V01PAK'))).toBe('uncertain');
    const found = await dhl.findPurchase(access, 'OUT-00004');
    expect(scanPdf(found?.label.data ?? Buffer.alloc(0))).toBe(found?.trackingNumber);
    expect(await dhl.findPurchase(access, 'OUT-00004', [found?.trackingNumber ?? ''])).toBeNull();
    const wrong = { ...access, keys: { ...access.keys, password: 'no' } };
    expect(await kindOfFailure(dhl.findPurchase(wrong, 'OUT-00004'))).toBe('unauthorized');
  });

  it('takes no label that was cut off, and finds it again whole', async () => {
    await faults({ cutLabel: 1 });
    expect(await failure(dhl.buyLabel(access, parcel('OUT-00005'), 'V01PAK'))).toMatchObject({
      kind: 'uncertain',
      code: 'UNREADABLE',
    });
    const found = await dhl.findPurchase(access, 'OUT-00005');
    expect(scanPdf(found?.label.data ?? Buffer.alloc(0))).toBe(found?.trackingNumber);
  });

  it('sells labels for what comes back', async () => {
    const back = parcel('RET-00001', { from: PARCEL.to, to: PARCEL.from, isReturn: true });
    const bought = await dhl.buyLabel(access, back, 'V07PAK');
    expect(scanPdf(bought.label.data)).toBe(bought.trackingNumber);
    expect(await dhl.voidLabel(access, bought.shipmentId, bought.trackingNumber)).toMatchObject({ voided: true });
    const nowhere = { ...access, keys: { ...access.keys, returnReceiver: 'xyz' } };
    expect(await kindOfFailure(dhl.buyLabel(nowhere, back, 'V07PAK'))).toBe('rejected');
  });

  it('closes the day, as often as one likes, and deletes nothing afterwards', async () => {
    const labels = [
      await dhl.buyLabel(access, parcel('OUT-00006'), 'V01PAK'),
      await dhl.buyLabel(access, parcel('OUT-00007'), 'V01PAK'),
    ];
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const close = () => dhl.manifest?.(access, { from: PARCEL.from, day, labels });
    for (let time = 0; time < 2; time++) {
      const sheet = await close();
      expect(sheet?.id).toBe(day);
      expect(sheet?.document?.data.subarray(0, 5).toString()).toBe('%PDF-');
    }
    const [first] = labels as [(typeof labels)[number]];
    expect(await dhl.voidLabel(access, first.shipmentId, first.trackingNumber)).toMatchObject({ voided: false });
    expect(await kindOfFailure(dhl.labelPdf(access, first.trackingNumber))).toBe('rejected');
    const strange = { from: PARCEL.from, day, labels: [{ shipmentId: '0', trackingNumber: '0' }] };
    expect(await failure(dhl.manifest?.(access, strange) ?? Promise.resolve())).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('Unknown shipment number'),
    });
  });

  it('asks DHL to come, and sends it away', async () => {
    const { pickup } = dhl;
    if (!pickup) throw new Error('no pickup');
    const day = new Date(clock.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const request = {
      reference: 'PICK-1',
      from: PARCEL.from,
      day,
      ready: '09:00',
      closes: '17:00',
      parcels: 3,
      weightGrams: 5000,
    };
    const { confirmation } = await pickup.request(access, request);
    expect(confirmation).toMatch(/^[0-9a-f]{32}$/);
    await pickup.cancel(access, confirmation);
    await pickup.cancel(access, confirmation);
    expect(await kindOfFailure(pickup.cancel(access, 'none'))).toBe('rejected');
    expect(await kindOfFailure(pickup.request(access, { ...request, day: '2020-01-01' }))).toBe('rejected');
    await faults({ failHalfway: 1, match: '/pickup/' });
    expect(await kindOfFailure(pickup.request(access, request))).toBe('uncertain');
  });

  it('follows a parcel to the door, oldest news first', async () => {
    const { trackingNumber, shipmentId } = await dhl.buyLabel(access, parcel('OUT-00008'), 'V01PAK');
    await sandbox.control('settings', { parcelStepSeconds: 600 });
    await clock.sleep(650_000);
    expect(await dhl.voidLabel(access, shipmentId, trackingNumber)).toMatchObject({ voided: false });
    await clock.sleep(6 * 600_000);
    const events = await dhl.track(access, trackingNumber);
    expect(events.map((one) => one.stage)).toEqual([
      ...['created', 'pickedUp', 'inTransit', 'inTransit', 'outForDelivery', 'delivered'],
    ]);
    const last = Date.parse(events.at(-1)?.at ?? '');
    expect(last - Date.parse(events[0]?.at ?? '')).toBeGreaterThanOrEqual(2_999_000);
    expect(Math.abs(last - clock.now())).toBeLessThan(3_600_000);
    expect(await dhl.track(access, '00340434160000000000')).toEqual([]);
  });

  it('hears of trouble on the way, and of a return', async () => {
    const { trackingNumber } = await dhl.buyLabel(access, parcel('OUT-00009'), 'V01PAK');
    await advance(trackingNumber, 'in_transit');
    await advance(trackingNumber, 'exception');
    await advance(trackingNumber, 'returned');
    expect(await stages(trackingNumber)).toEqual(['created', 'pickedUp', 'inTransit', 'deliveryFailed', 'returning']);
  });

  it('names throttling and outages', async () => {
    await faults({ throttle: 1 });
    expect(await failure(dhl.track(access, '1'))).toMatchObject({ kind: 'throttled', retryAfterMs: 5000 });
    await faults({ status500: 1 });
    expect(await kindOfFailure(dhl.track(access, '1'))).toBe('unavailable');
    await faults({ status500: 1, match: 'POST' });
    expect(await kindOfFailure(dhl.buyLabel(access, parcel('OUT-00010'), 'V01PAK'))).toBe('uncertain');
    expect(await dhl.findPurchase(access, 'OUT-00010')).toBeNull();
  });
});
