import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SharedClock, sharedClock } from '../../conformance.testing.ts';
import { Evaluator } from '../../published/evaluator.testing.ts';
import { failure, kindOfFailure, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { Address, CarrierAccess, Parcel } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { usps as definition } from './definition.ts';
import { ABROAD, ACCESS, PARCEL } from './fixtures.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const { tokens: _, ...KEYS } = ACCESS;
let sandbox: RunningSandbox;
let usps: Required<CarrierConnector>;
let clock: SharedClock;
let access: CarrierAccess;

const evaluator = new Evaluator({
  descriptions: new URL('./published/', import.meta.url),
  at: '/usps',
  outside: [[/oauth2\/v3\/token$/, 'described in words only']],
  differences: [
    [
      /^get-package-tracking, answer 200: (trackingEvents\.\*\.eventTimestamp must match format|must )/,
      'local times come without a zone, so that neither the long nor the short form fits',
    ],
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
  const http = { ...clock, baseUrls: { api: `${sandbox.url}/usps` }, fetch: evaluator.fetch };
  usps = definition.create({ http }) as Required<CarrierConnector>;
  access = { ...KEYS, tokens: await usps.authenticate(KEYS) };
});

const parcel = (reference: string, more: Partial<Parcel> = {}): Parcel => ({ ...PARCEL, reference, ...more });
const back = (reference: string) => parcel(reference, { from: PARCEL.to, to: PARCEL.from, isReturn: true });
const buy = (reference: string, more: Partial<Parcel> = {}, service = 'USPS_GROUND_ADVANTAGE') =>
  usps.buyLabel(access, parcel(reference, more), service);
const stages = async (number: string) => (await usps.track(access, number)).map((one) => one.stage);
const advance = (trackingNumber: string, to: string) => sandbox.control('parcels/advance', { trackingNumber, to });
/** A day on which the post office comes: no Sunday. */
function weekday(ahead: number): string {
  const day = new Date(clock.now() + ahead * DAY);
  return new Date(day.getTime() + (day.getUTCDay() === 0 ? DAY : 0)).toISOString().slice(0, 10);
}

describe('USPS over the wire', () => {
  it('authenticates itself and whoever pays, and hears what of both is wrong', async () => {
    const wrong = (keys: Record<string, string>, accountNumber = KEYS.accountNumber) =>
      failure(usps.authenticate({ accountNumber, keys: { ...KEYS.keys, ...keys } }));
    expect(access.tokens?.keys?.payment).toBeTruthy();
    // Of two tokens, the one that lives shorter counts.
    expect(Date.parse(access.tokens?.accessExpiresAt ?? '')).toBeLessThan(clock.now() + HOUR + 1000);
    expect(await wrong({ clientSecret: 'no' })).toMatchObject({ kind: 'unauthorized', code: 'invalid_client' });
    expect(await wrong({ crid: '99' })).toMatchObject({ kind: 'rejected', code: '160218' });
    expect(await wrong({ manifestMid: '903000009' })).toMatchObject({ kind: 'rejected', code: '160222' });
    expect(await wrong({}, '77')).toMatchObject({ kind: 'rejected', code: '100001' });
    expect(await wrong({ accountType: 'PERMIT', permitZip: '' })).toMatchObject({ code: '160226' });
    expect(await usps.authenticate({ ...KEYS, keys: { ...KEYS.keys, accountType: 'PERMIT' } })).toBeTruthy();
  });

  it('hears when a token has died, and goes on with the next', async () => {
    await clock.sleep(8 * HOUR);
    expect(await kindOfFailure(buy('OUT-1'))).toBe('unauthorized');
    access = { ...KEYS, tokens: await usps.authenticate(KEYS) };
    const unpaid = { ...access, tokens: { accessToken: access.tokens?.accessToken ?? '', keys: { payment: 'no' } } };
    expect(await kindOfFailure(usps.buyLabel(unpaid, parcel('OUT-1'), 'PRIORITY_MAIL'))).toBe('unauthorized');
    expect((await buy('OUT-1')).trackingNumber).toMatch(/^92\d{20}$/);
  });

  it('quotes what it sells, in boxes of the seller', async () => {
    const quotes = await usps.rates(access, PARCEL);
    expect(quotes.map((one) => one.serviceCode)).toEqual([
      ...['USPS_GROUND_ADVANTAGE', 'PRIORITY_MAIL', 'PRIORITY_MAIL_EXPRESS'],
    ]);
    // A flat rate box would be cheaper, and must be one of USPS's.
    expect(Number(quotes[1]?.amount)).toBeGreaterThan(7);
    expect(quotes[0]).toMatchObject({ currency: 'USD', transitDays: 5, billingWeightGrams: 1905 });
    const long = await usps.rates(access, parcel('R', { lengthMm: 700 }));
    expect(long[0]?.surcharges).toEqual([{ code: 'Nonstandard Length > 22', amount: '3' }]);
    const abroad = await usps.rates(access, parcel('R', ABROAD));
    expect(abroad.map((one) => one.serviceCode)).toContain('PRIORITY_MAIL_INTERNATIONAL');
    const returns = await usps.rates(access, back('R'));
    expect(returns.map((one) => one.serviceCode)).toContain('USPS_GROUND_ADVANTAGE_RETURN_SERVICE');
    const { lengthMm: _l, widthMm: _w, heightMm: _h, ...bare } = PARCEL;
    expect(await usps.rates(access, bare)).toHaveLength(3);
    const contract = { ...access, keys: { ...access.keys, priceType: 'CONTRACT' } };
    expect(await usps.rates(contract, PARCEL)).toHaveLength(3);
  });

  it('tells when a parcel arrives that leaves on a day', async () => {
    const day = weekday(2);
    const all = await usps.timeInTransit(access, PARCEL, day);
    const arrivesOn = new Date(Date.parse(`${day}T12:00:00Z`) + 2 * DAY).toISOString().slice(0, 10);
    expect(all).toContainEqual({ serviceCode: 'PRIORITY_MAIL', days: 2, arrivesOn });
    // Abroad nobody promises anything.
    expect(await usps.timeInTransit(access, parcel('R', ABROAD), day)).toEqual([]);
  });

  it('tells what is due abroad', async () => {
    const cost = await usps.landedCost(access, parcel('R', ABROAD));
    expect(cost).toMatchObject({ currency: 'USD', duty: '0.68', vat: '4.4', fees: '4.1' });
    expect(cost.lines).toEqual([{ sku: 'LAMP-1', hsCode: '9405.21', duty: '0.68', vat: '4.4' }]);
    const to = { ...(ABROAD.to as Address), country: 'MX', postalCode: '06600' };
    expect(await kindOfFailure(usps.landedCost(access, parcel('R', { to })))).toBe('rejected');
    expect(await kindOfFailure(usps.landedCost(access, PARCEL))).toBe('rejected');
  });

  it.each([
    ['at home', {}, 'PRIORITY_MAIL', /^92055\d{17}$/],
    ['abroad', ABROAD, 'PRIORITY_MAIL_INTERNATIONAL', /^CZ\d{9}US$/],
    ['to soldiers', { to: { ...PARCEL.to, city: 'APO', state: 'AE', postalCode: '09012' } }, 'PRIORITY_MAIL', /^92/],
  ])('buys a label %s, prints it, and cancels it', async (_where, more, service, number) => {
    const bought = await buy('OUT-2', more, service);
    expect(bought.trackingNumber).toMatch(number);
    const quote = (await usps.rates(access, parcel('R', more))).find((one) => one.serviceCode === service);
    expect(bought).toMatchObject({ amount: quote?.amount, currency: 'USD', label: { format: 'pdf' } });
    expect((await usps.labelPdf(access, bought.trackingNumber)).equals(bought.label.data)).toBe(false);
    const found = await usps.findPurchase(access, 'OUT-2');
    expect(found).toMatchObject({ trackingNumber: bought.trackingNumber, amount: quote?.amount });
    expect(await usps.findPurchase(access, 'OUT-2', [bought.trackingNumber])).toBeNull();
    const cancel = () => usps.voidLabel(access, bought.shipmentId, bought.trackingNumber);
    expect(await cancel()).toEqual({ voided: true, detail: '' });
    expect(await cancel()).toMatchObject({ voided: true });
    expect(await usps.findPurchase(access, 'OUT-2')).toBeNull();
    expect(await kindOfFailure(usps.labelPdf(access, bought.trackingNumber))).toBe('rejected');
  });

  it('sells a label for the way back, which is paid when it is used', async () => {
    const bought = await usps.buyLabel(access, back('RET-1'), 'USPS_GROUND_ADVANTAGE');
    expect(bought.trackingNumber).toMatch(/^92020\d{17}$/);
    expect(await usps.findPurchase(access, 'RET-1')).toMatchObject({ trackingNumber: bought.trackingNumber });
    expect((await usps.labelPdf(access, bought.trackingNumber)).subarray(0, 5).toString()).toBe('%PDF-');
    const kept = await usps.voidLabel(access, bought.shipmentId, bought.trackingNumber);
    expect(kept).toMatchObject({ voided: false, detail: expect.stringContaining('cannot be canceled') });
  });

  it('prepays duty and VAT where the sender does, and tells customs his numbers', async () => {
    const customs = { ioss: 'IM0123456789', invoiceNumber: 'INV-1' };
    const dap = await buy('OUT-3', { ...ABROAD, customs: { terms: 'DAP', ...customs } }, 'PRIORITY_MAIL_INTERNATIONAL');
    const ddp = await buy('OUT-4', { ...ABROAD, customs: { terms: 'DDP', ...customs } }, 'PRIORITY_MAIL_INTERNATIONAL');
    expect(Number(ddp.amount) - Number(dap.amount)).toBeCloseTo(0.68 + 4.4 + 4.1, 5);
  });

  it('finds the one purchase again whose answer was lost', async () => {
    expect(await usps.findPurchase(access, 'OUT-5')).toBeNull();
    await sandbox.control('faults', { platform: 'usps', failHalfway: 1, match: '/labels/v3/label' });
    expect(await kindOfFailure(buy('OUT-5'))).toBe('uncertain');
    const found = await usps.findPurchase(access, 'OUT-5');
    expect(found).toMatchObject({ label: { format: 'pdf' }, currency: 'USD' });
    expect(await stages(found?.trackingNumber ?? '')).toEqual(['created']);
  });

  it.each([
    ['at home', {}, 'PRIORITY_MAIL'],
    ['abroad', ABROAD, 'PRIORITY_MAIL_INTERNATIONAL'],
  ])('takes no label whose file was cut off, and finds it whole: %s', async (_where, more, service) => {
    await sandbox.control('faults', { platform: 'usps', cutLabel: 1 });
    expect(await failure(buy('OUT-6', more, service))).toMatchObject({ kind: 'uncertain', code: 'UNREADABLE' });
    const found = await usps.findPurchase(access, 'OUT-6');
    expect(found?.label.data.subarray(-8).toString('latin1')).toContain('%%EOF');
    await sandbox.control('faults', { platform: 'usps', cutLabel: 1 });
    expect(await kindOfFailure(usps.labelPdf(access, found?.trackingNumber ?? ''))).toBe('malformed');
  });

  it('makes and charges one label of a reference', async () => {
    const first = await buy('OUT-7');
    expect(await buy('OUT-7')).toMatchObject({ trackingNumber: first.trackingNumber, amount: first.amount });
    expect(await failure(buy('OUT-7', { weightGrams: 500 }))).toMatchObject({ kind: 'rejected', code: '160392' });
    expect((await buy('OUT-8')).trackingNumber).not.toBe(first.trackingNumber);
  });

  it('prints a label three times, and on its day', async () => {
    const { trackingNumber } = await buy('OUT-9');
    for (let n = 0; n < 3; n++) await usps.labelPdf(access, trackingNumber);
    expect(await failure(usps.labelPdf(access, trackingNumber))).toMatchObject({ kind: 'rejected', code: '160382' });
    // It is there, though nothing of it can be had: that is not "none".
    expect(await failure(usps.findPurchase(access, 'OUT-9'))).toMatchObject({ kind: 'rejected', code: '160382' });
  });

  it('asks for the postage back where the post offices know the label', async () => {
    const bought = await buy('OUT-10');
    await clock.sleep(3 * DAY);
    access = { ...KEYS, tokens: await usps.authenticate(KEYS) };
    const cancel = () => usps.voidLabel(access, bought.shipmentId, bought.trackingNumber);
    expect(await cancel()).toEqual({ voided: true, detail: expect.stringMatching(/^refund \d+ requested$/) });
    expect(await cancel()).toMatchObject({ voided: true });
    const moved = await buy('OUT-11');
    await advance(moved.trackingNumber, 'picked_up');
    expect(await usps.voidLabel(access, moved.shipmentId, moved.trackingNumber)).toMatchObject({ voided: false });
    expect(await kindOfFailure(usps.voidLabel(access, 'x', '9200190000000000000016'))).toBe('rejected');
  });

  it('changes the weight of a label until it leaves', async () => {
    const { shipmentId, trackingNumber } = await buy('OUT-12');
    await usps.updateWeight(access, { shipmentId, trackingNumber, reference: 'OUT-12', weightGrams: 5000 });
    const found = await usps.findPurchase(access, 'OUT-12');
    const heavier = (await usps.rates(access, parcel('R', { weightGrams: 5000 })))[0];
    expect(found?.amount).toBe(heavier?.amount);
    await advance(trackingNumber, 'picked_up');
    const late = usps.updateWeight(access, { shipmentId, trackingNumber, reference: 'OUT-12', weightGrams: 1 });
    expect(await kindOfFailure(late)).toBe('rejected');
    const foreign = { shipmentId: 'x', trackingNumber: 'CZ000000016US', reference: 'R', weightGrams: 1 };
    expect(await kindOfFailure(usps.updateWeight(access, foreign))).toBe('rejected');
  });

  it('takes small batteries along, abroad only inside of what they drive', async () => {
    const [item] = PARCEL.items;
    if (!item) throw new Error('no item');
    const powered = (battery: 'inside' | 'packed' | 'alone') => ({ items: [{ ...item, battery }] });
    for (const battery of ['inside', 'packed', 'alone'] as const)
      expect((await buy(`B-${battery}`, powered(battery))).trackingNumber).toMatch(/^92/);
    expect(await kindOfFailure(buy('B-4', powered('alone'), 'PRIORITY_MAIL'))).toBe('rejected');
    const service = 'FIRST-CLASS_PACKAGE_INTERNATIONAL_SERVICE';
    expect((await buy('B-5', { ...ABROAD, ...powered('inside') }, service)).trackingNumber).toMatch(/^LZ/);
    expect(await kindOfFailure(buy('B-6', { ...ABROAD, ...powered('packed') }, service))).toBe('rejected');
  });

  it('names what is wrong with a parcel', async () => {
    const to = (more: Partial<Address>) => ({ to: { ...PARCEL.to, ...more } });
    expect(await failure(buy('W-1', to({ postalCode: '90210' })))).toMatchObject({ kind: 'rejected', code: '010005' });
    expect(await kindOfFailure(buy('W-2', to({ postalCode: 'M5V' })))).toBe('rejected');
    expect(await kindOfFailure(buy('W-3', { weightGrams: 40_000 }))).toBe('rejected');
    expect(await kindOfFailure(buy('W-4', {}, 'MEDIA_MAIL'))).toBe('rejected');
    expect(await kindOfFailure(buy('W-5', { from: { ...PARCEL.from, country: 'CN' } }))).toBe('rejected');
    const nowhere = { to: { ...(ABROAD.to as Address), country: 'XK' } };
    expect(await failure(usps.rates(access, parcel('W', nowhere)))).toMatchObject({ kind: 'rejected', code: '030012' });
    expect(await usps.findPurchase(access, 'W-1')).toBeNull();
  });

  it('checks addresses', async () => {
    const check = (more: Partial<Address>) => usps.validateAddress(access, { ...PARCEL.to, ...more });
    expect(await check({})).toMatchObject({ verdict: 'valid', residential: true });
    expect(await check({ line1: '9 Elm Street' })).toMatchObject({
      verdict: 'corrected',
      candidates: [{ line1: '9 ELM ST', line2: 'APT 4', city: 'ALPHARETTA', state: 'GA', postalCode: '30005-1234' }],
    });
    expect(await check({ line1: '1 Tower Rd', line2: '' })).toMatchObject({ verdict: 'ambiguous', residential: false });
    expect(await check({ line2: 'Apt 999' })).toMatchObject({ verdict: 'ambiguous' });
    expect(await check({ line1: '1 Twin St' })).toMatchObject({ verdict: 'ambiguous', candidates: [] });
    expect(await check({ line1: '1 Nowhere St' })).toMatchObject({ verdict: 'unknown', detail: expect.any(String) });
    expect(await kindOfFailure(check({ country: 'DE' }))).toBe('rejected');
  });

  it('closes the day by a SCAN form, once', async () => {
    const labels = [await buy('M-1'), await buy('M-2', ABROAD, 'PRIORITY_MAIL_INTERNATIONAL')];
    const close = () => usps.manifest(access, { from: PARCEL.from, day: weekday(1), labels });
    const { id, document } = await close();
    expect(id).toMatch(/^9275\d{18}$/);
    expect(document?.data.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await failure(close())).toMatchObject({ kind: 'rejected', code: '160037' });
    const [first] = labels;
    const kept = await usps.voidLabel(access, first?.shipmentId ?? '', first?.trackingNumber ?? '');
    expect(kept).toMatchObject({ voided: false, detail: expect.stringContaining('scan form') });
  });

  it('asks the carrier to come, once a day, and takes it back', async () => {
    const request = {
      reference: 'PU-1',
      from: PARCEL.from,
      day: weekday(2),
      ready: '09:00',
      closes: '17:00',
      parcels: 3,
      weightGrams: 4200,
      serviceCode: 'PRIORITY_MAIL',
    };
    const { confirmation } = await usps.pickup.request(access, request);
    expect(await failure(usps.pickup.request(access, request))).toMatchObject({ kind: 'rejected', code: '020001' });
    await usps.pickup.cancel(access, confirmation);
    expect(await kindOfFailure(usps.pickup.cancel(access, confirmation))).toBe('rejected');
    const { email: _e, phone: _p, ...silent } = PARCEL.from;
    expect(await kindOfFailure(usps.pickup.request(access, { ...request, from: silent }))).toBe('rejected');
    const byPhone = {
      ...request,
      from: { ...silent, phone: '4105550100' },
      serviceCode: 'PRIORITY_MAIL_INTERNATIONAL',
    };
    expect((await usps.pickup.request(access, byPhone)).confirmation).toMatch(/^WTC/);
    const past = { ...request, day: '2026-01-05' };
    expect(await failure(usps.pickup.request(access, past))).toMatchObject({ code: '020016' });
  });

  it('follows a parcel to the door, oldest news first', async () => {
    const { trackingNumber } = await buy('T-1');
    await sandbox.control('settings', { parcelStepSeconds: 600 });
    await clock.sleep(8 * 600_000);
    const events = await usps.track(access, trackingNumber);
    expect(events.map((one) => one.stage)).toEqual([
      ...['created', 'pickedUp', 'inTransit', 'inTransit', 'outForDelivery', 'delivered'],
    ]);
    expect(events.map((one) => one.at)).toEqual(events.map((one) => one.at).toSorted());
    expect(events.at(-1)).toMatchObject({ place: 'ALPHARETTA, GA 30005', rawCode: '01' });
    expect(Math.abs(Date.parse(events[0]?.at ?? '') - Date.now())).toBeLessThan(HOUR);
    expect(await usps.track(access, '9200190000000000000016')).toEqual([]);
  });

  it('follows a parcel through customs, and hears of trouble on the way', async () => {
    const abroad = await buy('T-2', ABROAD, 'PRIORITY_MAIL_INTERNATIONAL');
    await advance(abroad.trackingNumber, 'customs');
    await advance(abroad.trackingNumber, 'lost');
    expect(await stages(abroad.trackingNumber)).toEqual([
      ...['created', 'pickedUp', 'inTransit', 'inTransit', 'customs', 'lost'],
    ]);
    const { trackingNumber } = await buy('T-3');
    for (const to of ['out_for_delivery', 'notice_left', 'available', 'exception', 'returned', 'back'])
      await advance(trackingNumber, to);
    expect((await stages(trackingNumber)).slice(4)).toEqual([
      ...['outForDelivery', 'deliveryFailed', 'availableForPickup', 'exception', 'returning', 'returned'],
    ]);
  });

  it('names throttling and outages', async () => {
    await sandbox.control('faults', { platform: 'usps', throttle: 1 });
    expect(await failure(usps.rates(access, PARCEL))).toMatchObject({ kind: 'throttled', retryAfterMs: 30_000 });
    await sandbox.control('faults', { platform: 'usps', status500: 1 });
    expect(await kindOfFailure(usps.rates(access, PARCEL))).toBe('unavailable');
    await sandbox.control('faults', { platform: 'usps', status500: 1, match: '/labels/v3/label' });
    expect(await kindOfFailure(buy('OUT-13'))).toBe('uncertain');
    expect(await usps.findPurchase(access, 'OUT-13')).toBeNull();
  });
});

describe('by what USPS publishes', () => {
  it('all that was sent and answered is described, and every operation came up', () => {
    const { measured, ...verdict } = evaluator.verdict();
    process.stdout.write(`usps: exchanges measured by operation: ${JSON.stringify(measured)}\n`);
    expect(verdict).toEqual({ wrongs: [], unvisited: [], idle: [] });
  });
});
