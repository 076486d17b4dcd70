import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SharedClock, sharedClock } from '../../conformance.testing.ts';
import { failure, kindOfFailure, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { CarrierAccess, Parcel } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { hasValidCheckDigit } from './checkDigit.ts';
import { fedex as definition } from './definition.ts';
import { ACCESS, CANADA, PARCEL } from './fixtures.ts';
import { OFFERED } from './services.ts';

const { tokens: _, ...KEYS } = ACCESS;
let sandbox: RunningSandbox;
let fedex: CarrierConnector;
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
  const baseUrls = { api: `${sandbox.url}/fedex`, documents: `${sandbox.url}/fedex` };
  fedex = definition.create({ http: { ...clock, baseUrls } });
  access = { ...KEYS, tokens: await fedex.authenticate(KEYS) };
});

const parcel = (reference: string, more: Partial<Parcel> = {}): Parcel => ({ ...PARCEL, reference, ...more });
const abroad = (reference: string, more: Partial<Parcel> = {}): Parcel => ({ ...CANADA, reference, ...more });
const stages = async (number: string) => (await fedex.track(access, number)).map((one) => one.stage);
const advance = (trackingNumber: string, to: string) => sandbox.control('parcels/advance', { trackingNumber, to });
const HOME = 'GROUND_HOME_DELIVERY';
const day = (days: number) => new Date(clock.now() + days * 86_400_000).toISOString().slice(0, 10);
/** A day that is the same in every zone's calendar that matters here: never past, never too far. */
const TOMORROW = 1;

describe('FedEx over the wire', () => {
  it('authenticates with both pairs of keys, and hears when one is wrong or a token has died', async () => {
    const wrong = (keys: Record<string, string>) => fedex.authenticate({ ...KEYS, keys: { ...KEYS.keys, ...keys } });
    expect(Date.parse(access.tokens?.accessExpiresAt ?? '')).toBeGreaterThan(clock.now() + 3_500_000);
    for (const name of ['apiKey', 'secretKey', 'trackApiKey', 'trackSecretKey'])
      expect(await kindOfFailure(wrong({ [name]: 'no' }))).toBe('unauthorized');
    expect((await wrong({ trackApiKey: '' })).keys).toBeUndefined();
    await clock.sleep(3_600_000);
    expect(await kindOfFailure(fedex.rates(access, PARCEL))).toBe('unauthorized');
    expect(await kindOfFailure(fedex.track(access, '794953535000'))).toBe('unauthorized');
  });

  it("offers services at the account's price and the list's, with surcharges and days", async () => {
    const quotes = await fedex.rates(access, PARCEL);
    const codes = OFFERED.map((one) => one.code);
    expect(codes).toEqual(expect.arrayContaining(quotes.map((one) => one.serviceCode)));
    const home = quotes.find((one) => one.serviceCode === HOME);
    expect(home).toMatchObject({ serviceName: 'FedEx Home Delivery', currency: 'USD', billingWeightGrams: 2268 });
    expect(Number(home?.amount)).toBeLessThan(Number(home?.listAmount));
    expect(home?.transitDays).toBeGreaterThan(0);
    expect(home?.surcharges.map((one) => one.code)).toEqual(['FUEL', 'RESIDENTIAL_DELIVERY']);
    const business = await fedex.rates(access, parcel('R', { to: { ...PARCEL.to, residential: false } }));
    expect(business.map((one) => one.serviceCode)).toContain('FEDEX_GROUND');
    const wrong = parcel('R', { to: { ...PARCEL.to, postalCode: '99999' } });
    expect(await failure(fedex.rates(access, wrong))).toMatchObject({ kind: 'rejected' });
  });

  it('says how long each service takes, and when it arrives', async () => {
    const times = await fedex.timeInTransit?.(access, PARCEL, '2030-01-03');
    expect(times?.find((one) => one.serviceCode === 'FEDEX_2_DAY')).toEqual({
      ...{ serviceCode: 'FEDEX_2_DAY', days: 2 },
      // From Thursday over a weekend.
      arrivesOn: '2030-01-07',
    });
  });

  it('buys a label, and takes it back', async () => {
    const bought = await fedex.buyLabel(access, parcel('OUT-1'), HOME);
    expect(hasValidCheckDigit(bought.trackingNumber)).toBe(true);
    expect(bought).toMatchObject({ shipmentId: bought.trackingNumber, label: { format: 'pdf' } });
    expect(bought.label.data.subarray(0, 5).toString()).toBe('%PDF-');
    const quote = (await fedex.rates(access, parcel('OUT-1'))).find((one) => one.serviceCode === HOME);
    expect(bought).toMatchObject({ amount: quote?.amount, currency: 'USD' });
    expect(await failure(fedex.labelPdf(access, bought.trackingNumber))).toMatchObject({ code: 'SHOWN_ONCE' });
    const cancel = () => fedex.voidLabel(access, bought.shipmentId, bought.trackingNumber);
    expect(await cancel()).toMatchObject({ voided: true });
    expect(await cancel()).toMatchObject({ voided: true });
    expect(await stages(bought.trackingNumber)).toEqual(['created', 'cancelled']);
    expect(await fedex.findPurchase(access, 'OUT-1')).toBeNull();
    expect(await failure(fedex.voidLabel(access, '794953535000', '794953535000'))).toMatchObject({
      kind: 'rejected',
      code: 'TRACKINGNUMBER.NOTFOUND',
    });
  });

  it('takes the one purchase back whose answer was lost, so that the next is the only one', async () => {
    expect(await fedex.findPurchase(access, 'OUT-2')).toBeNull();
    await sandbox.control('faults', { platform: 'fedex', failHalfway: 1, match: '/ship/v1/shipments ' });
    expect(await kindOfFailure(fedex.buyLabel(access, parcel('OUT-2'), HOME))).toBe('uncertain');
    expect(await fedex.findPurchase(access, 'OUT-2')).toBeNull();
    const second = await fedex.buyLabel(access, parcel('OUT-2'), HOME);
    // A label that is known stays as it is.
    expect(await fedex.findPurchase(access, 'OUT-2', [second.trackingNumber])).toBeNull();
    expect(await stages(second.trackingNumber)).toEqual(['created']);
    expect(await fedex.findPurchase(access, 'OUT-2')).toBeNull();
    expect(await stages(second.trackingNumber)).toEqual(['created', 'cancelled']);
  });

  it('does not take a label that was cut off, and says so where FedEx keeps the shipment', async () => {
    await sandbox.control('faults', { platform: 'fedex', cutLabel: 1 });
    expect(await failure(fedex.buyLabel(access, parcel('OUT-3'), HOME))).toMatchObject({ kind: 'uncertain' });
    expect(await fedex.findPurchase(access, 'OUT-3')).toBeNull();
    const whole = await fedex.buyLabel(access, parcel('OUT-3'), HOME);
    await advance(whole.trackingNumber, 'picked_up');
    expect(await kindOfFailure(fedex.findPurchase(access, 'OUT-3'))).toBe('rejected');
    expect(await fedex.findPurchase(access, 'OUT-3', [whole.trackingNumber])).toBeNull();
  });

  it('ships many boxes under one number, each with its own label, and cancels them as one', async () => {
    const boxes = parcel('OUT-4', { further: [{ weightGrams: 900 }, { weightGrams: 4000, lengthMm: 300 }] });
    const bought = await fedex.buyLabel(access, boxes, HOME);
    const numbers = [bought, ...(bought.further ?? [])].map((one) => one.trackingNumber);
    expect(new Set(numbers).size).toBe(3);
    expect(bought.shipmentId).toBe(numbers[0]);
    expect(bought.further?.map((one) => one.label.format)).toEqual(['pdf', 'pdf']);
    const quote = (await fedex.rates(access, boxes)).find((one) => one.serviceCode === HOME);
    expect(bought.amount).toBe(quote?.amount);
    // The first one is known: none of the others is taken for a stray.
    expect(await fedex.findPurchase(access, 'OUT-4', [bought.trackingNumber])).toBeNull();
    for (const number of numbers) expect(await stages(number)).toEqual(['created']);
    expect(await fedex.voidLabel(access, bought.shipmentId, bought.trackingNumber)).toMatchObject({ voided: true });
    for (const number of numbers) expect(await stages(number)).toEqual(['created', 'cancelled']);
  });

  it('sells return labels', async () => {
    const back = parcel('OUT-5', { isReturn: true, from: { ...PARCEL.to, phone: '4045550100' }, to: PARCEL.from });
    const quotes = await fedex.rates(access, back);
    expect(quotes.map((one) => one.serviceCode)).toContain('FEDEX_GROUND');
    expect((await fedex.buyLabel(access, back, 'FEDEX_GROUND')).label.format).toBe('pdf');
    expect(await fedex.findPurchase(access, 'OUT-5', [])).toBeNull();
  });

  it('follows a parcel from label to door, oldest news first, and cancels none that FedEx has', async () => {
    const { trackingNumber, shipmentId } = await fedex.buyLabel(access, parcel('OUT-6'), HOME);
    await advance(trackingNumber, 'delivered');
    const events = await fedex.track(access, trackingNumber);
    expect(events.map((one) => one.stage)).toEqual([
      ...['created', 'pickedUp', 'inTransit', 'inTransit', 'outForDelivery', 'delivered'],
    ]);
    expect(events.map((one) => one.at)).toEqual(events.map((one) => one.at).toSorted());
    expect(events.at(-1)).toMatchObject({ place: 'ALPHARETTA, GA, US', rawCode: 'DL/DL' });
    expect(await fedex.voidLabel(access, shipmentId, trackingNumber)).toMatchObject({ voided: false });
    const delayed = await fedex.buyLabel(access, parcel('OUT-7'), HOME);
    await advance(delayed.trackingNumber, 'exception');
    await advance(delayed.trackingNumber, 'returned');
    expect(await stages(delayed.trackingNumber)).toEqual(['created', 'exception', 'returning']);
    expect(await fedex.track(access, '794953535000')).toEqual([]);
  });

  it('names throttling and outages', async () => {
    await sandbox.control('faults', { platform: 'fedex', throttle: 1 });
    expect(await failure(fedex.rates(access, PARCEL))).toMatchObject({ kind: 'throttled', retryAfterMs: 10_000 });
    await sandbox.control('faults', { platform: 'fedex', status500: 1 });
    expect(await kindOfFailure(fedex.rates(access, PARCEL))).toBe('unavailable');
    await sandbox.control('faults', { platform: 'fedex', status500: 1 });
    expect(await kindOfFailure(fedex.buyLabel(access, PARCEL, HOME))).toBe('uncertain');
    expect(await fedex.findPurchase(access, PARCEL.reference)).toBeNull();
  });
});

describe('FedEx across borders', () => {
  const SERVICE = 'FEDEX_INTERNATIONAL_PRIORITY';

  it('ships with an invoice, under the terms and numbers of the seller', async () => {
    const customs = { terms: 'DDP', ioss: 'IM2760000742', eori: 'DE123456789012345', invoiceNumber: 'INV-7' } as const;
    const [quote] = await fedex.rates(access, abroad('OUT-20', { customs }));
    expect(quote?.serviceCode).toBe('INTERNATIONAL_ECONOMY');
    const bought = await fedex.buyLabel(access, abroad('OUT-20', { customs }), SERVICE);
    expect(bought.customsForms?.subarray(0, 5).toString()).toBe('%PDF-');
    await advance(bought.trackingNumber, 'arrived');
    expect(await stages(bought.trackingNumber)).toEqual([
      ...['created', 'pickedUp', 'inTransit', 'customs', 'inTransit', 'inTransit'],
    ]);
  });

  it('ships from China by the metric system, with batteries', async () => {
    const [item] = PARCEL.items;
    const battery = { ...item!, battery: 'inside', lithium: { chemistry: 'metal', isSmall: true } } as const;
    const from = { ...PARCEL.from, line1: '1 Keji Road', city: 'Shenzhen', state: 'Guangdong', country: 'CN' };
    const china = parcel('OUT-21', { from: { ...from, postalCode: '518000', phone: '13000000000' }, items: [battery] });
    expect((await fedex.buyLabel(access, china, SERVICE)).label.format).toBe('pdf');
  });

  it('quotes the ground alone for batteries that do not fly, and says why nothing is sold', async () => {
    const items = [{ ...PARCEL.items[0]!, sku: 'CELL-1', battery: 'alone' as const }];
    const quotes = await fedex.rates(access, parcel('OUT-30', { items }));
    expect(quotes.map(({ serviceCode }) => serviceCode)).toEqual([HOME]);
    const refused = await failure(fedex.rates(access, abroad('OUT-31', { items })));
    expect(refused).toMatchObject({ kind: 'rejected', code: 'BATTERY', message: expect.stringContaining('CELL-1') });
  });

  it('uploads papers to a shipment that goes abroad', async () => {
    const { trackingNumber, shipmentId } = await fedex.buyLabel(access, abroad('OUT-22'), SERVICE);
    const pdf = Buffer.from([...Buffer.from('%PDF-1.4\n'), 0x00, 0xff, 0x0d, 0x0a, ...Buffer.from('\n%%EOF')]);
    const paper = { shipmentId, trackingNumber, kind: 'invoice', pdf } as const;
    expect(await fedex.uploadPaper?.(access, paper)).toMatch(/^[0-9a-f]{16}$/);
    expect(await fedex.uploadPaper?.(access, { ...paper, kind: 'other' })).toMatch(/^[0-9a-f]{16}$/);
    const home = await fedex.buyLabel(access, parcel('OUT-23'), HOME);
    const refused = fedex.uploadPaper?.(access, { ...paper, trackingNumber: home.trackingNumber });
    expect(await failure(refused ?? Promise.resolve())).toMatchObject({ kind: 'rejected', code: '1001' });
    const unknown = fedex.uploadPaper?.(access, { ...paper, trackingNumber: '794953535000' });
    expect(await failure(unknown ?? Promise.resolve())).toMatchObject({ kind: 'rejected', code: 'ROUTE' });
  });
});

describe('FedEx beside labels', () => {
  it.each([
    ['valid', { line1: '9 Elm St', line2: 'Apt 4' }, true],
    ['corrected', { line1: '9 Elm Street', line2: 'Apt 4' }, true],
    ['valid', { line1: '1 Dock Rd' }, false],
    ['ambiguous', { line1: '1 Tower St' }, true],
    ['ambiguous', { line1: '1 Either St' }, true],
    ['unknown', { line1: '1 Nowhere' }, undefined],
  ])('finds an address %s: %j', async (verdict, change, residential) => {
    const { line2: _line2, ...to } = PARCEL.to;
    const answer = await fedex.validateAddress?.(access, { ...to, ...change });
    expect(answer).toMatchObject({ verdict });
    expect(answer?.residential).toBe(residential);
    expect(answer?.candidates).toHaveLength(verdict === 'unknown' ? 0 : 1);
    if (verdict === 'corrected') expect(answer?.candidates[0]).toMatchObject({ name: 'Pat Doe', line1: '9 ELM ST' });
    if (change.line1.includes('Tower')) expect(answer?.detail).toBe('SUITE.NUMBER.REQUIRED');
  });

  it('has parcels picked up, and cancels that once', async () => {
    const request = {
      ...{ reference: 'PU-1', from: PARCEL.from, day: day(TOMORROW), ready: '10:00', closes: '18:00' },
      ...{ parcels: 3, weightGrams: 5000 },
    };
    const air = await fedex.pickup?.request(access, request);
    expect(air?.confirmation).toBe(`3001 FDXE ${request.day} COSA`);
    const ground = await fedex.pickup?.request(access, { ...request, serviceCode: HOME });
    expect(ground?.confirmation).toBe(`3002 FDXG ${request.day}`);
    for (const one of [air, ground]) {
      const cancel = async () => fedex.pickup?.cancel(access, one?.confirmation ?? '');
      await cancel();
      expect(await failure(cancel())).toMatchObject({ kind: 'rejected', code: 'PICKUP.NUMBER.NOTFOUND' });
    }
    const late = async () => fedex.pickup?.request(access, { ...request, day: day(-2) });
    expect(await failure(late())).toMatchObject({ kind: 'rejected', code: 'PICKUP.REQUESTED.PREVIOUS.DAY' });
    expect(fedex.pickup?.find).toBeUndefined();
  });

  it('closes the day of the ground, and finds the same manifest again', async () => {
    const input = { from: PARCEL.from, day: day(TOMORROW), labels: [] };
    const close = async () => fedex.manifest?.(access, input);
    expect(await failure(close())).toMatchObject({ kind: 'rejected', code: 'GROUND.CLOSE.NOSHIPMENTS' });
    await fedex.buyLabel(access, parcel('OUT-30'), HOME);
    const first = await close();
    expect(first?.id).toMatch(/^\d{9,}$/);
    expect(await close()).toEqual(first);
    await fedex.buyLabel(access, parcel('OUT-31'), HOME);
    expect((await close())?.id).not.toBe(first?.id);
  });
});
