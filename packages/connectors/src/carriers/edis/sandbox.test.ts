import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SharedClock, sharedClock } from '../../conformance.testing.ts';
import { Evaluator } from '../../published/evaluator.testing.ts';
import { agree, failure, kindOfFailure, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { CarrierAccess, Parcel, Sale } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { edis as definition } from './definition.ts';
import { PARCEL } from './fixtures.ts';

const HOUR = 3_600_000;
const KEYS = { keys: definition.sandbox.keys, accountNumber: definition.sandbox.accountNumber };
let sandbox: RunningSandbox;
let edis: CarrierConnector;
let clock: SharedClock;
let access: CarrierAccess;

const evaluator = new Evaluator({
  descriptions: new URL('./published/', import.meta.url),
  at: '/edis/api',
  outside: [[/\/oauth2\/token$/, 'OAuth has no contract']],
  differences: [[/status (429|500) is not described/, 'holds for all calls']],
});

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.control('reset', { orders: 1 });
  await sandbox.control('faults', { clear: true });
  clock = sharedClock(sandbox);
  const baseUrls = { api: `${sandbox.url}/edis/api`, auth: `${sandbox.url}/edis/auth` };
  edis = definition.create({ http: { ...clock, baseUrls, fetch: evaluator.fetch } });
  access = { ...KEYS, tokens: await edis.authenticate(KEYS) };
});

const sale = (lineId: string): Sale => ({ orderNo: '12-34567-89012', lineId, listingId: '2255667788' });
const parcel = (reference: string, more: Partial<Parcel> = {}, line = reference): Parcel => ({
  ...PARCEL,
  reference,
  items: PARCEL.items.map((item) => ({ ...item, sale: sale(line) })),
  ...more,
});
const find = (reference: string, except: string[] = []) =>
  edis.findPurchase(access, reference, except, [sale(reference)]);
const stages = async (number: string) => (await edis.track(access, number)).map((one) => one.stage);
const fault = (more: object) => sandbox.control('faults', { platform: 'edis', ...more });
const advance = (trackingNumber: string, to: string) => sandbox.control('parcels/advance', { trackingNumber, to });

describe('eDIS over the wire', () => {
  it('is agreed to by the seller in a browser, and goes on with what that brought', async () => {
    const redirectUrl = 'http://127.0.0.1:9/back';
    const query = await agree(edis.consent?.url({ state: 's1', redirectUrl, access: KEYS }) ?? '');
    expect(query).toMatchObject({ state: 's1', code: expect.any(String) });
    const tokens = await edis.consent?.exchange(KEYS, query, redirectUrl);
    expect(tokens?.refreshToken).toBeTruthy();
    const { refreshToken: _, ...typed } = KEYS.keys;
    const renewed = await edis.authenticate({ ...KEYS, keys: typed, tokens: tokens ?? { accessToken: '' } });
    expect(renewed.refreshToken).toBe(tokens?.refreshToken);
    expect((await edis.services?.({ ...KEYS, tokens: renewed }))?.length).toBeGreaterThan(0);
    const again = edis.consent?.exchange(KEYS, query, redirectUrl) ?? Promise.resolve();
    expect(await kindOfFailure(again)).toBe('unauthorized');
  });

  it('hears when keys or a token are wrong, and when a token has died', async () => {
    const wrong = (more: Record<string, string>) => edis.authenticate({ ...KEYS, keys: { ...KEYS.keys, ...more } });
    expect(await kindOfFailure(wrong({ certId: 'no' }))).toBe('rejected');
    expect(await kindOfFailure(wrong({ refreshToken: 'no' }))).toBe('unauthorized');
    expect(await kindOfFailure(wrong({ refreshToken: '' }))).toBe('unauthorized');
    await clock.sleep(2 * HOUR + 1000);
    expect(await kindOfFailure(edis.buyLabel(access, parcel('OUT-1'), '101'))).toBe('unauthorized');
    access = { ...KEYS, tokens: await edis.authenticate(KEYS) };
    expect((await edis.buyLabel(access, parcel('OUT-1'), '101')).shipmentId).toMatch(/^P26\d{12}$/);
  });

  it('offers the services that take a parcel', async () => {
    expect((await edis.services?.(access))?.map((one) => one.code)).toEqual(['101', '102', '103', '104']);
    const codes = async (one: Parcel) => (await edis.rates(access, one)).map((quote) => quote.serviceCode);
    expect(await codes(PARCEL)).toEqual(['101', '102', '103', '104']);
    expect(await codes(parcel('R', { weightGrams: 3000 }))).toEqual(['101', '103', '104']);
    expect(await codes(parcel('R', { to: { ...PARCEL.to, country: 'DE' } }))).toEqual(['101', '102']);
    expect(await codes(parcel('R', { to: { ...PARCEL.to, country: 'BR' } }))).toEqual([]);
  });

  it.each(['101', '102', '103'])('buys a label of %s, prints it, and cancels it', async (service) => {
    const bought = await edis.buyLabel(access, parcel('OUT-3'), service);
    expect(bought).toMatchObject({ trackingNumber: expect.stringMatching(/^ES10014\d{17}D0N$/), currency: 'CNY' });
    expect(Number(bought.amount)).toBeGreaterThan(30);
    expect((await edis.labelPdf(access, bought.trackingNumber)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await find('OUT-3')).toMatchObject({ shipmentId: bought.shipmentId, amount: bought.amount });
    expect(await find('OUT-3', [bought.trackingNumber])).toBeNull();
    const cancel = () => edis.voidLabel(access, bought.shipmentId, bought.trackingNumber);
    expect(await cancel()).toMatchObject({ voided: true });
    expect(await cancel()).toMatchObject({ voided: true });
    expect(await find('OUT-3')).toBeNull();
    expect(await kindOfFailure(edis.labelPdf(access, bought.trackingNumber))).toBe('unavailable');
    expect(await stages(bought.trackingNumber)).toEqual(['created', 'cancelled']);
  });

  it.each([
    ['its making', '/package {'],
    ['its confirmation', '/confirm'],
    ['its label', '/labels'],
  ])('finds the one purchase again where the answer to %s was lost', async (_what, match) => {
    expect(await find('OUT-4')).toBeNull();
    await fault({ failHalfway: 1, match });
    expect(await kindOfFailure(edis.buyLabel(access, parcel('OUT-4'), '101'))).toBe('uncertain');
    const found = await find('OUT-4');
    expect(found).toMatchObject({ label: { format: 'pdf' } });
    expect(await find('OUT-4', [found?.trackingNumber ?? ''])).toBeNull();
    // Also who does not ask first buys it no second time.
    const again = await edis.buyLabel(access, parcel('OUT-4'), '101');
    expect(again.shipmentId).toBe(found?.shipmentId);
  });

  it('takes no label that was cut off, and finds it whole', async () => {
    await fault({ cutLabel: 1 });
    expect(await kindOfFailure(edis.buyLabel(access, parcel('OUT-5'), '101'))).toBe('uncertain');
    const found = await find('OUT-5');
    expect(found?.label.data.subarray(-8).toString()).toContain('%%EOF');
    await fault({ cutLabel: 1 });
    expect(await kindOfFailure(edis.labelPdf(access, found?.trackingNumber ?? ''))).toBe('malformed');
  });

  it('makes one package of a line, until it is cancelled', async () => {
    const first = await edis.buyLabel(access, parcel('OUT-6'), '101');
    expect(await failure(edis.buyLabel(access, parcel('OUT-6-2', {}, 'OUT-6'), '101'))).toMatchObject({
      ...{ kind: 'rejected', code: '355005' },
    });
    await edis.voidLabel(access, first.shipmentId, first.trackingNumber);
    const second = await edis.buyLabel(access, parcel('OUT-6-2', {}, 'OUT-6'), '101');
    expect(second.shipmentId).not.toBe(first.shipmentId);
  });

  it('pays from the wallet once, and hears when that is empty', async () => {
    const heavy = (reference: string) => parcel(reference, { weightGrams: 1000 });
    expect(await failure(edis.buyLabel(access, heavy('OUT-7'), '104'))).toMatchObject({ code: '355031' });
    // 103 yuan each of 5000.
    for (let n = 1; n <= 48; n++) {
      const { shipmentId, trackingNumber } = await edis.buyLabel(access, heavy(`N-${n}`), '101');
      await edis.buyLabel(access, heavy(`N-${n}`), '101');
      if (n > 40) await edis.voidLabel(access, shipmentId, trackingNumber);
    }
    for (let n = 49; n <= 56; n++) await edis.buyLabel(access, heavy(`N-${n}`), '101');
    expect(await failure(edis.buyLabel(access, heavy('N-57'), '101'))).toMatchObject({ code: '355031' });
    expect(await find('N-57')).toBeNull();
  });

  it('takes back what eDIS does not confirm', async () => {
    expect(await failure(edis.buyLabel(access, parcel('BROKE-1'), '101'))).toMatchObject({
      ...{ kind: 'rejected', code: '355031' },
    });
    expect(await find('BROKE-1')).toBeNull();
  });

  it.each([
    ['LATE-1', 'unavailable', '355009'],
    ['UNPAID-1', 'rejected', '355011'],
  ])('hears of an order %s', async (line, kind, code) => {
    const { items } = parcel(line);
    const bare = items.map((item) => ({ ...item, sale: { orderNo: '1', lineId: line } }));
    const bought = edis.buyLabel(access, parcel('OUT-8', { items: bare }), '101');
    expect(await failure(bought)).toMatchObject({ kind, code });
  });

  it('sends a battery under its qualification', async () => {
    const items = (battery: 'inside' | 'packed') => parcel('OUT-9').items.map((item) => ({ ...item, battery }));
    const packed = edis.buyLabel(access, parcel('OUT-9', { items: items('packed') }), '101');
    expect(await failure(packed)).toMatchObject({ code: 'BATTERY' });
    const refused = edis.buyLabel(access, parcel('OUT-9', { items: items('inside') }), '102');
    expect(await failure(refused)).toMatchObject({ kind: 'rejected', code: '355025' });
    expect(await edis.buyLabel(access, parcel('OUT-9', { items: items('inside') }), '101')).toBeTruthy();
  });

  it('follows a parcel to the door, and cancels none that was handed over', async () => {
    const bought = await edis.buyLabel(access, parcel('OUT-10'), '101');
    await sandbox.control('settings', { parcelStepSeconds: 600 });
    await clock.sleep(650_000);
    expect(await stages(bought.trackingNumber)).toEqual(['created', 'pickedUp']);
    expect(await edis.voidLabel(access, bought.shipmentId, bought.trackingNumber)).toMatchObject({
      ...{ voided: false, detail: expect.stringContaining('355042') },
    });
    await clock.sleep(6 * 600_000);
    const events = await edis.track(access, bought.trackingNumber);
    expect(events.map((one) => one.stage)).toEqual([
      ...['created', 'pickedUp', 'inTransit', 'customs', 'customs', 'inTransit', 'outForDelivery', 'delivered'],
    ]);
    expect(events.map((one) => one.at)).toEqual(events.map((one) => one.at).toSorted());
    expect(await edis.track(access, 'ES0')).toEqual([]);
  });

  it('hears of trouble on the way, and of a return', async () => {
    const { trackingNumber } = await edis.buyLabel(access, parcel('OUT-11'), '101');
    for (const to of ['in_transit', 'exception', 'returned']) {
      await advance(trackingNumber, to);
      await clock.sleep(1000);
    }
    expect(await stages(trackingNumber)).toEqual(['created', 'pickedUp', 'inTransit', 'deliveryFailed', 'returning']);
  });

  it('learns what a parcel cost in the end', async () => {
    const bought = await edis.buyLabel(access, parcel('OUT-12', { weightGrams: 480 }), '101');
    const charge = () => edis.charge?.(access, { ...bought, reference: 'OUT-12' });
    expect(await charge()).toBeNull();
    await advance(bought.trackingNumber, 'picked_up');
    expect(await charge()).toMatchObject({
      ...{ currency: 'CNY', billedWeightGrams: 520, amount: (Number(bought.amount) + 5.5).toFixed(2) },
      parts: [
        { code: 'shipping', amount: bought.amount },
        { code: 'weightGap', amount: '5.50' },
      ],
    });
  });

  it('bundles the parcels of a hand-over', async () => {
    const labels = [
      await edis.buyLabel(access, parcel('OUT-13'), '101'),
      await edis.buyLabel(access, parcel('OUT-14'), '102'),
    ];
    const manifest = (some: typeof labels, by = access) =>
      edis.manifest?.(by, { from: PARCEL.from, day: '2026-11-02', labels: some });
    const made = await manifest(labels);
    expect(made).toMatchObject({ id: expect.stringMatching(/^B26/), document: { format: 'pdf' } });
    const other = { ...access, keys: { ...access.keys, consignPreferenceId: 'C0002' } };
    expect(await failure(manifest(labels, other) ?? Promise.resolve())).toMatchObject({ code: '355080' });
    expect(await failure(manifest([]) ?? Promise.resolve())).toMatchObject({ code: '355079' });
  });

  it('names throttling and outages', async () => {
    await fault({ throttle: 1 });
    expect(await kindOfFailure(edis.rates(access, PARCEL))).toBe('throttled');
    await fault({ status500: 1 });
    expect(await kindOfFailure(edis.rates(access, PARCEL))).toBe('unavailable');
    await fault({ status500: 1, match: '/package {' });
    expect(await kindOfFailure(edis.buyLabel(access, parcel('OUT-15'), '101'))).toBe('uncertain');
    expect(await find('OUT-15')).toBeNull();
  });
});

it('all that was sent and answered is described by eBay, and every operation came up', () => {
  const { measured, ...verdict } = evaluator.verdict();
  process.stdout.write(`edis: exchanges measured by operation: ${JSON.stringify(measured)}\n`);
  expect(verdict).toEqual({ wrongs: [], unvisited: [], idle: [] });
});
