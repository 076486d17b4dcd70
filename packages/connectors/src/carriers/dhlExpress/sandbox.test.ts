import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scanPdf } from '../../../../../apps/sandbox/src/scan.testing.ts';
import { type SharedClock, sharedClock } from '../../conformance.testing.ts';
import { Evaluator } from '../../published/evaluator.testing.ts';
import { failure, kindOfFailure, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { CarrierAccess, Parcel } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { dhlExpress } from './definition.ts';
import { ACCESS, PARCEL } from './fixtures.ts';

const { tokens: _, ...KEYS } = ACCESS;
let sandbox: RunningSandbox;
let dhl: CarrierConnector;
let clock: SharedClock;
const access: CarrierAccess = ACCESS;

const evaluator = new Evaluator({
  descriptions: new URL('./published/', import.meta.url),
  at: '/dhlExpress',
  differences: [
    [/status (401|404|422|429|500) is not described/, 'told of some calls, and holds for all'],
    [/exp-api-shipments, body: .*(cityName|countryCode|postalCode) must NOT/, 'sent wrong on purpose'],
    [/tracking-multi, answer 200: .*GMTOffset/, 'of a later version, and in karrio’s example of 2024'],
  ],
});

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.control('reset', { orders: 1 });
  await sandbox.control('faults', { clear: true });
  clock = sharedClock(sandbox);
  const http = { ...clock, baseUrls: { api: `${sandbox.url}/dhlExpress/mydhlapi` }, fetch: evaluator.fetch };
  dhl = dhlExpress.create({ http });
});

const parcel = (reference: string, more: Partial<Parcel> = {}): Parcel => ({ ...PARCEL, reference, ...more });
const GERMAN = { ...PARCEL.to, line1: 'Kurt-Schumacher-Str. 20', city: 'Bonn', postalCode: '53113', country: 'DE' };
const [ITEM] = PARCEL.items as [Parcel['items'][number]];
const stages = async (number: string) => (await dhl.track(access, number)).map((one) => one.stage);
const advance = (trackingNumber: string, to: string) => sandbox.control('parcels/advance', { trackingNumber, to });

describe('DHL Express over the wire', () => {
  it('hears when keys or the account are wrong', async () => {
    expect(await dhl.authenticate(KEYS)).toEqual({ accessToken: '' });
    const wrong = { ...KEYS, keys: { ...KEYS.keys, apiSecret: 'no' } };
    expect(await failure(dhl.authenticate(wrong))).toMatchObject({
      kind: 'unauthorized',
      message: 'Invalid Credentials',
    });
    expect(await failure(dhl.rates({ ...access, accountNumber: '987654321' }, PARCEL))).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('account number'),
    });
  });

  it('quotes what goes there, with the days it takes', async () => {
    const quotes = await dhl.rates(access, PARCEL);
    expect(quotes.map((one) => one.serviceCode)).toEqual(['P', 'Y', 'H']);
    expect(quotes[0]).toMatchObject({
      serviceName: 'EXPRESS WORLDWIDE',
      amount: '40.2',
      currency: 'USD',
      transitDays: 4,
      // 20.4 x 15 x 8 cm by 5000.
      billingWeightGrams: 490,
      surcharges: [{ code: 'FF', amount: '6.7' }],
    });
    const inland = await dhl.rates(access, parcel('R', { from: PARCEL.to }));
    expect(inland.map((one) => one.serviceCode)).toEqual(['N', '1']);
    const union = await dhl.rates(access, parcel('R', { from: GERMAN, to: { ...GERMAN, country: 'NL' } }));
    expect(union.map((one) => one.serviceCode)).toEqual(['U', 'W']);
    const heavier = await dhl.rates(access, parcel('R', { further: [{ weightGrams: 5000 }] }));
    expect(Number(heavier[0]?.amount)).toBeGreaterThan(60);
    expect(await dhl.rates(access, parcel('R', { to: { ...PARCEL.to, country: 'BR' } }))).toEqual([]);
    const day = new Date(clock.now() + 86_400_000).toISOString().slice(0, 10);
    const arrivesOn = new Date(Date.parse(day) + 4 * 86_400_000).toISOString().slice(0, 10);
    expect((await dhl.timeInTransit?.(access, PARCEL, day))?.[0]).toEqual({ serviceCode: 'P', days: 4, arrivesOn });
  });

  it('says how long a parcel of today takes at every hour', async () => {
    for (let n = 0; n < 4; n++, await clock.sleep(6 * 3_600_000)) {
      const today = new Date(clock.now()).toISOString().slice(0, 10);
      expect((await dhl.timeInTransit?.(access, PARCEL, today))?.[0]).toMatchObject({ serviceCode: 'P', days: 4 });
    }
  });

  it('buys a label with its invoice, prints it, and bills nothing that is not used', async () => {
    const bought = await dhl.buyLabel(access, parcel('OUT-1'), 'P');
    expect(bought).toMatchObject({ amount: '40.2', currency: 'USD', shipmentId: bought.trackingNumber });
    expect(bought.trackingNumber).toMatch(/^\d{10}$/);
    expect(Number(bought.trackingNumber.slice(0, 9)) % 7).toBe(Number(bought.trackingNumber[9]));
    expect(scanPdf(bought.label.data)).toBe(bought.trackingNumber);
    expect(bought.customsForms?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(scanPdf(await dhl.labelPdf(access, bought.trackingNumber))).toBe(bought.trackingNumber);
    expect(await dhl.findPurchase(access, 'OUT-1')).toMatchObject({ trackingNumber: bought.trackingNumber });
    expect(await dhl.findPurchase(access, 'OUT-1', [bought.trackingNumber])).toBeNull();
    expect(await dhl.voidLabel(access, bought.shipmentId, bought.trackingNumber)).toMatchObject({ voided: true });
    await advance(bought.trackingNumber, 'picked_up');
    expect(await dhl.voidLabel(access, bought.shipmentId, bought.trackingNumber)).toEqual({
      voided: false,
      detail: 'DHL has the parcel',
    });
  });

  it('buys inside a country and the union without customs', async () => {
    const inland: Partial<Parcel> = { from: PARCEL.to, items: [] };
    const union: Partial<Parcel> = { from: GERMAN, to: { ...GERMAN, country: 'FR' }, items: [] };
    for (const [more, product] of [
      [inland, 'N'],
      [union, 'U'],
    ] as const) {
      const bought = await dhl.buyLabel(access, parcel(`OUT-${product}`, more), product);
      expect(bought.customsForms).toBeUndefined();
      expect(Number(bought.amount)).toBeGreaterThan(0);
    }
  });

  it('pays the duty, names tax numbers, and says which batteries are inside', async () => {
    const customs = { terms: 'DDP', ioss: 'IM1234567890', eori: 'DE1234567', vat: 'DE123456789' } as const;
    const items: Parcel['items'] = [
      { ...ITEM, battery: 'inside', lithium: { chemistry: 'metal', isSmall: true } },
      { ...ITEM, sku: 'CASE-2', battery: 'packed', lithium: { chemistry: 'ion', isSmall: true } },
    ];
    expect(
      (await dhl.buyLabel(access, parcel('OUT-4', { customs, items, to: GERMAN }), 'P')).trackingNumber,
    ).toBeTruthy();
    const alone = parcel('OUT-5', { items: [{ ...ITEM, battery: 'alone' }] });
    expect(await failure(dhl.buyLabel(access, alone, 'P'))).toMatchObject({ kind: 'rejected', code: 'BATTERY' });
  });

  it('buys one label for each of many boxes', async () => {
    const further = [{ weightGrams: 1500, lengthMm: 300, widthMm: 200, heightMm: 100 }, { weightGrams: 900 }];
    const bought = await dhl.buyLabel(access, parcel('OUT-6', { further }), 'P');
    expect(bought.further?.map((one) => one.trackingNumber)).toEqual([
      expect.stringMatching(/^JD0146\d+02$/),
      expect.stringMatching(/^JD0146\d+03$/),
    ]);
    const files = [bought, ...(bought.further ?? [])].map((one) => one.label.data.toString('base64'));
    expect(new Set(files).size).toBe(3);
    await advance(bought.further?.[0]?.trackingNumber ?? '', 'in_transit');
    expect(await stages(bought.further?.[1]?.trackingNumber ?? '')).toEqual(['created', 'pickedUp', 'inTransit']);
    // Its labels are shown no more: while nothing was used, it counts as never bought.
    expect(await failure(dhl.findPurchase(access, 'OUT-6'))).toMatchObject({ kind: 'unavailable' });
  });

  it('sells labels for what comes back', async () => {
    const back = parcel('RET-1', { from: PARCEL.to, to: PARCEL.from, isReturn: true });
    const bought = await dhl.buyLabel(access, back, 'P');
    expect(scanPdf(bought.label.data)).toBe(bought.trackingNumber);
    expect(await dhl.findPurchase(access, 'RET-1')).toMatchObject({ trackingNumber: bought.trackingNumber });
  });

  it('hears what DHL refuses, each fault with its place', async () => {
    const buy = (more: Partial<Parcel>, product = 'P') => failure(dhl.buyLabel(access, parcel('OUT-7', more), product));
    expect(await buy({ to: { ...PARCEL.to, country: 'usa' } })).toMatchObject({ kind: 'rejected', status: 422 });
    expect(await buy({}, 'N')).toMatchObject({ kind: 'rejected', code: '7008' });
    expect(await buy({ to: { ...PARCEL.to, city: '', postalCode: '1234567890123' } })).toMatchObject({
      message: expect.stringMatching(/Multiple problems.*cityName.*minLength/),
    });
    expect(await dhl.findPurchase(access, 'OUT-7')).toBeNull();
  });

  it('finds the one purchase again whose answer was lost', async () => {
    expect(await dhl.findPurchase(access, 'OUT-8')).toBeNull();
    await sandbox.control('faults', {
      platform: 'dhlExpress',
      failHalfway: 1,
      match: 'POST /dhlExpress/mydhlapi/shipments',
    });
    expect(await kindOfFailure(dhl.buyLabel(access, parcel('OUT-8'), 'P'))).toBe('uncertain');
    const found = await dhl.findPurchase(access, 'OUT-8');
    expect(scanPdf(found?.label.data ?? Buffer.alloc(0))).toBe(found?.trackingNumber);
    expect(await dhl.findPurchase(access, 'OUT-8', [found?.trackingNumber ?? ''])).toBeNull();
  });

  it('takes no label that was cut off, and finds it again whole', async () => {
    await sandbox.control('faults', { platform: 'dhlExpress', cutLabel: 1 });
    expect(await failure(dhl.buyLabel(access, parcel('OUT-9'), 'P'))).toMatchObject({
      kind: 'uncertain',
      code: 'UNREADABLE',
    });
    const found = await dhl.findPurchase(access, 'OUT-9');
    expect(scanPdf(found?.label.data ?? Buffer.alloc(0))).toBe(found?.trackingNumber);
  });

  it('follows a parcel to the door, oldest news first, at the time of each place', async () => {
    const { trackingNumber } = await dhl.buyLabel(access, parcel('OUT-10'), 'P');
    await sandbox.control('settings', { parcelStepSeconds: 600 });
    await clock.sleep(7 * 600_000);
    const events = await dhl.track(access, trackingNumber);
    expect(events.map((one) => one.stage)).toEqual([
      ...['created', 'pickedUp', 'inTransit', 'inTransit', 'customs', 'outForDelivery', 'delivered'],
    ]);
    const steps = events.slice(1).map((one, index) => Date.parse(one.at) - Date.parse(events[index]?.at ?? ''));
    expect(steps).toEqual(Array.from({ length: 6 }, () => 600_000));
    expect(events.map((one) => one.place)).toEqual(expect.arrayContaining(['Shenzhen-CN', 'New York-US']));
    expect(await dhl.track(access, '0000000000')).toEqual([]);
  });

  it('hears of trouble on the way, and of a return', async () => {
    const { trackingNumber } = await dhl.buyLabel(access, parcel('OUT-11'), 'P');
    await advance(trackingNumber, 'in_transit');
    await advance(trackingNumber, 'exception');
    await advance(trackingNumber, 'returned');
    expect(await stages(trackingNumber)).toEqual(['created', 'pickedUp', 'inTransit', 'exception', 'returning']);
  });

  it('names throttling and outages', async () => {
    await sandbox.control('faults', { platform: 'dhlExpress', throttle: 1 });
    expect(await failure(dhl.rates(access, PARCEL))).toMatchObject({ kind: 'throttled', retryAfterMs: 10_000 });
    await sandbox.control('faults', { platform: 'dhlExpress', status500: 1 });
    expect(await kindOfFailure(dhl.rates(access, PARCEL))).toBe('unavailable');
    await sandbox.control('faults', { platform: 'dhlExpress', status500: 1 });
    expect(await kindOfFailure(dhl.buyLabel(access, PARCEL, 'P'))).toBe('uncertain');
    expect(await dhl.findPurchase(access, PARCEL.reference)).toBeNull();
  });
});

describe('besides labels', () => {
  it('checks where DHL delivers', async () => {
    const check = (more: object) => dhl.validateAddress?.(access, { ...PARCEL.to, ...more });
    expect(await check({})).toMatchObject({
      verdict: 'valid',
      candidates: [{ line1: '9 Elm St', postalCode: '30005' }],
    });
    expect(await check({ city: 'Alfaretta' })).toMatchObject({
      verdict: 'corrected',
      candidates: [{ city: 'ALPHARETTA' }],
    });
    expect((await check({ postalCode: '30001' }))?.candidates.map((one) => one.postalCode)).toEqual(['30005', '30009']);
    expect(await check({ postalCode: '30001' })).toMatchObject({ verdict: 'ambiguous' });
    expect(await check({ postalCode: '00000', city: 'Nowhere' })).toMatchObject({
      verdict: 'unknown',
      candidates: [],
      detail: expect.stringContaining('not found'),
    });
  });

  it('works out duty, tax and fees', async () => {
    const items = [ITEM, { ...ITEM, sku: 'SHIRT-1', hsCode: '610910', quantity: 1, unitValueUsd: '20.00' }];
    const customs = { terms: 'DDP' as const };
    expect(await dhl.landedCost?.(access, parcel('L', { items, customs, to: GERMAN }))).toEqual({
      currency: 'USD',
      duty: '2.94',
      vat: '6.07',
      fees: '15.00',
      lines: [
        { sku: 'CASE-1', hsCode: '3926.90', duty: '0.54', vat: '1.81' },
        { sku: 'SHIRT-1', hsCode: '610910', duty: '2.40', vat: '4.26' },
      ],
    });
    const { hsCode: _hsCode, ...bare } = ITEM;
    expect(await failure(dhl.landedCost?.(access, parcel('L', { items: [bare] })) ?? Promise.resolve())).toMatchObject({
      kind: 'rejected',
      code: '2001',
    });
  });

  it('sends papers later, as often as one likes', async () => {
    const {
      shipmentId,
      trackingNumber,
      customsForms: pdf = Buffer.alloc(0),
    } = await dhl.buyLabel(access, parcel('OUT-12'), 'P');
    const upload = (more: object = {}) =>
      dhl.uploadPaper?.(access, { ...{ shipmentId, trackingNumber, kind: 'invoice', pdf }, ...more }) ??
      Promise.resolve();
    expect(await upload()).toBe(shipmentId);
    expect(await upload({ kind: 'other' })).toBe(shipmentId);
    expect(await failure(upload({ pdf: Buffer.from('no') }))).toMatchObject({ kind: 'rejected', code: '1611' });
    expect(await kindOfFailure(upload({ shipmentId: '0000000000' }))).toBe('rejected');
  });

  it('asks DHL to come, once, and sends it away', async () => {
    const { pickup } = dhl;
    if (!pickup) throw new Error('no pickup');
    const day = new Date(clock.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const desired = {
      reference: 'PICK-1',
      from: PARCEL.from,
      day,
      ready: '10:00',
      closes: '18:00',
      parcels: 3,
      weightGrams: 2000,
    };
    const { confirmation } = await pickup.request(access, desired);
    expect(confirmation).toMatch(/^PRG\d+/);
    await pickup.cancel(access, confirmation);
    await pickup.cancel(access, confirmation);
    expect(await failure(pickup.cancel(access, 'PRG0'))).toMatchObject({ kind: 'rejected', status: 404 });
    expect(await failure(pickup.request(access, { ...desired, day: '2020-01-01' }))).toMatchObject({ code: '8014' });
    await sandbox.control('faults', { platform: 'dhlExpress', failHalfway: 1, match: '/pickups' });
    expect(await kindOfFailure(pickup.request(access, desired))).toBe('uncertain');
  });
});

describe("by DHL's description", () => {
  it('all that was sent and answered is described, and every operation came up', () => {
    const { measured, ...verdict } = evaluator.verdict();
    process.stdout.write(`dhlExpress: exchanges measured by operation: ${JSON.stringify(measured)}\n`);
    expect(verdict).toEqual({ wrongs: [], unvisited: [], idle: [] });
  });
});
