import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SharedClock, sharedClock } from '../../conformance.testing.ts';
import { Evaluator } from '../../published/evaluator.testing.ts';
import { failure, kindOfFailure, type RunningSandbox, startSandbox } from '../../testing.ts';
import type { CarrierAccess, Parcel } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { createYunexpressClient, type YunexpressClient } from './client.ts';
import { yunexpress } from './definition.ts';
import { ACCESS, PARCEL } from './fixtures.ts';

const HOUR = 3_600_000;
const { tokens: _, ...KEYS } = ACCESS;
let sandbox: RunningSandbox;
let yun: CarrierConnector;
let client: YunexpressClient;
let clock: SharedClock;
let access: CarrierAccess;

const evaluator = new Evaluator({
  descriptions: new URL('./published/', import.meta.url),
  at: '/yunexpress',
  outside: [
    [/oauth2\/token$/, 'the description leaves it out; public clients agree on it'],
    [/^\/yunexpress\/labels\//, 'the file of a label'],
  ],
  differences: [
    [/status (401|429|500) is not described/, 'told of two calls only, and holds for all'],
    [/getTrackingInfo, answer 200: result must be object/, 'three public clients read a list from the carrier'],
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
  const http = { ...clock, baseUrls: { api: `${sandbox.url}/yunexpress` }, fetch: evaluator.fetch };
  yun = yunexpress.create({ http });
  client = createYunexpressClient(http);
  access = { ...KEYS, tokens: await yun.authenticate(KEYS) };
});

const parcel = (reference: string, more: Partial<Parcel> = {}): Parcel => ({ ...PARCEL, reference, ...more });
const to = (country: string) => ({ to: { ...PARCEL.to, country } });
const post = (path: string, json: unknown) =>
  client.call(access, { method: 'POST', path, json, effect: 'repeatable', shape: z.unknown() });
const stages = async (number: string) => (await yun.track(access, number)).map((one) => one.stage);

describe('YunExpress over the wire', () => {
  it('authenticates, and hears when keys, a token or a time are wrong', async () => {
    const wrong = (keys: Record<string, string>) => yun.authenticate({ ...KEYS, keys: { ...KEYS.keys, ...keys } });
    expect(Date.parse(access.tokens?.accessExpiresAt ?? '')).toBeGreaterThan(Date.now() + HOUR);
    expect((await wrong({ sourceKey: '' })).accessToken).toBeTruthy();
    for (const name of ['appId', 'appSecret', 'sourceKey'])
      expect(await kindOfFailure(wrong({ [name]: 'no' }))).toBe('unauthorized');
    const signedWrong = { ...access, keys: { ...access.keys, appSecret: 'no' } };
    expect(await failure(yun.rates(signedWrong, PARCEL))).toMatchObject({ kind: 'unauthorized', code: '0200401101' });
    await sandbox.control('clock/advance', { seconds: 660 });
    expect(await failure(yun.rates(access, PARCEL))).toMatchObject({ kind: 'unauthorized', code: '0200401102' });
  });

  it('hears when a token has died, and goes on with the next', async () => {
    await clock.sleep(2 * HOUR + 1000);
    expect(await failure(yun.buyLabel(access, parcel('OUT-1'), 'TWSTD'))).toMatchObject({ kind: 'unauthorized' });
    access = { ...KEYS, tokens: await yun.authenticate(KEYS) };
    expect((await yun.buyLabel(access, parcel('OUT-1'), 'TWSTD')).shipmentId).toMatch(/^YT\d{16}$/);
  });

  it('offers the products of the account, and what each costs to a country', async () => {
    expect((await yun.services?.(access))?.map((one) => one.code)).toEqual(['TWSTD', 'TWFST', 'TWECO', 'TWMIN']);
    const quotes = await yun.rates(access, PARCEL);
    expect(quotes.map((one) => one.serviceCode)).toEqual(['TWSTD', 'TWFST', 'TWECO', 'TWMIN']);
    expect(quotes[0]).toMatchObject({ currency: 'CNY', transitDays: 12, surcharges: [{ code: 'E2', amount: '18' }] });
    const abroad = await yun.rates(access, parcel('R', to('MX')));
    expect(abroad.map((one) => one.serviceCode)).toEqual(['TWSTD', 'TWECO']);
    expect(Number(abroad[0]?.amount)).toBeGreaterThan(Number(quotes[0]?.amount));
    expect(await yun.rates(access, parcel('R', { weightGrams: 40_000 }))).toEqual([]);
  });

  it('names an unknown country, and a line that does not go there', async () => {
    const nowhere = parcel('OUT-2', to('XX'));
    expect(await kindOfFailure(yun.rates(access, nowhere))).toBe('rejected');
    expect(await failure(yun.buyLabel(access, nowhere, 'TWSTD'))).toMatchObject({
      kind: 'rejected',
      message: '国家简码 XX 无效',
    });
    expect(await failure(yun.buyLabel(access, parcel('OUT-2', to('MX')), 'TWMIN'))).toMatchObject({ code: '02039083' });
    expect(await failure(yun.buyLabel(access, parcel('OUT-2'), 'GONE'))).toMatchObject({ code: '02039019' });
    expect(await yun.findPurchase(access, 'OUT-2')).toBeNull();
  });

  it.each([
    ['TWSTD', /^LT\d{9}CN$/],
    ['TWECO', /^YT\d{16}$/],
    ['TWMIN', /^YT\d{16}$/],
  ])('buys a label of %s, prints it, and cancels it', async (product, number) => {
    const bought = await yun.buyLabel(access, parcel('OUT-3'), product);
    expect(bought.trackingNumber).toMatch(number);
    expect(bought.label.format).toBe('pdf');
    const quote = (await yun.rates(access, PARCEL)).find((one) => one.serviceCode === product);
    expect(bought).toMatchObject({ amount: quote?.amount, currency: 'CNY' });
    expect((await yun.labelPdf(access, bought.trackingNumber)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await yun.findPurchase(access, 'OUT-3')).toMatchObject({ trackingNumber: bought.trackingNumber });
    expect(await yun.findPurchase(access, 'OUT-3', [bought.trackingNumber])).toBeNull();
    const cancel = () => yun.voidLabel(access, bought.shipmentId, bought.trackingNumber);
    expect(await cancel()).toMatchObject({ voided: true });
    expect(await cancel()).toMatchObject({ voided: true });
    expect(await yun.findPurchase(access, 'OUT-3')).toBeNull();
    expect(await kindOfFailure(yun.labelPdf(access, bought.trackingNumber))).toBe('rejected');
    expect(await stages(bought.trackingNumber)).toEqual(['created', 'cancelled']);
  });

  it('finds the one purchase again whose answer was lost', async () => {
    expect(await yun.findPurchase(access, 'OUT-4')).toBeNull();
    await sandbox.control('faults', { platform: 'yunexpress', failHalfway: 1, match: '/create' });
    expect(await kindOfFailure(yun.buyLabel(access, parcel('OUT-4'), 'TWSTD'))).toBe('uncertain');
    const found = await yun.findPurchase(access, 'OUT-4');
    expect(found).toMatchObject({ label: { format: 'pdf' } });
    expect(await stages(found?.trackingNumber ?? '')).toEqual(['created']);
  });

  it('finds it, too, where only its label was lost', async () => {
    await sandbox.control('faults', { platform: 'yunexpress', status500: 1, match: '/label/get' });
    expect(await kindOfFailure(yun.buyLabel(access, parcel('OUT-4'), 'TWECO'))).toBe('uncertain');
    expect(await yun.findPurchase(access, 'OUT-4')).toMatchObject({ label: { format: 'pdf' } });
  });

  it('makes one order of a reference, until it is cancelled', async () => {
    const { shipmentId, trackingNumber, amount } = await yun.buyLabel(access, parcel('OUT-5'), 'TWSTD');
    expect(await yun.buyLabel(access, parcel('OUT-5'), 'TWSTD')).toMatchObject({ shipmentId, trackingNumber, amount });
    await yun.voidLabel(access, shipmentId, trackingNumber);
    const second = await yun.buyLabel(access, parcel('OUT-5'), 'TWSTD');
    expect(second.shipmentId).not.toBe(shipmentId);
    expect(await yun.findPurchase(access, 'OUT-5')).toMatchObject({ shipmentId: second.shipmentId });
  });

  it('follows a parcel to the door, oldest news first, and cancels none that was handed over', async () => {
    const bought = await yun.buyLabel(access, parcel('OUT-6', to('DE')), 'TWECO');
    await sandbox.control('settings', { parcelStepSeconds: 600 });
    await clock.sleep(650_000);
    expect(await stages(bought.trackingNumber)).toEqual(['created', 'pickedUp']);
    const refused = await yun.voidLabel(access, bought.shipmentId, bought.trackingNumber);
    expect(refused).toEqual({ voided: false, detail: `运单 ${bought.shipmentId} 当前状态不允许此操作` });
    await clock.sleep(6 * 600_000);
    const events = await yun.track(access, bought.trackingNumber);
    expect(events.map((one) => one.stage)).toEqual([
      ...['created', 'pickedUp', 'inTransit', 'inTransit', 'inTransit', 'inTransit', 'outForDelivery', 'delivered'],
    ]);
    expect(events.map((one) => one.at)).toEqual(events.map((one) => one.at).toSorted());
    expect(events.map((one) => one.place)).toEqual(expect.arrayContaining(['深圳', 'Frankfurt', 'Alpharetta']));
    // The last mile has its number now; ours is still known.
    const found = await yun.findPurchase(access, 'OUT-6');
    expect(found).toMatchObject({ shipmentId: bought.shipmentId, trackingNumber: expect.stringMatching(/^LT/) });
    expect(await stages(found?.trackingNumber ?? '')).toEqual(events.map((one) => one.stage));
    expect(await yun.findPurchase(access, 'OUT-6', [bought.trackingNumber])).toBeNull();
    expect(await yun.track(access, 'YT0000000000000000')).toEqual([]);
  });

  it('hears of trouble on the way, and of a return', async () => {
    const { trackingNumber } = await yun.buyLabel(access, parcel('OUT-7'), 'TWSTD');
    await sandbox.control('parcels/advance', { trackingNumber, to: 'in_transit' });
    await sandbox.control('parcels/advance', { trackingNumber, to: 'exception' });
    await sandbox.control('parcels/advance', { trackingNumber, to: 'returned' });
    expect(await stages(trackingNumber)).toEqual(['created', 'pickedUp', 'inTransit', 'exception', 'returning']);
  });

  it('names throttling and outages', async () => {
    await sandbox.control('faults', { platform: 'yunexpress', throttle: 1 });
    expect(await failure(yun.rates(access, PARCEL))).toMatchObject({ kind: 'throttled', retryAfterMs: 5000 });
    await sandbox.control('faults', { platform: 'yunexpress', status500: 1 });
    expect(await kindOfFailure(yun.rates(access, PARCEL))).toBe('unavailable');
    await sandbox.control('faults', { platform: 'yunexpress', status500: 1, match: '/create' });
    expect(await kindOfFailure(yun.buyLabel(access, PARCEL, 'TWSTD'))).toBe('uncertain');
    expect(await yun.findPurchase(access, PARCEL.reference)).toBeNull();
  });
});

describe('by the description of an SDK', () => {
  it('the stand-in also takes what the connector does not say', async () => {
    const { shipmentId: waybill_number, trackingNumber } = await yun.buyLabel(access, parcel('OUT-8'), 'TWECO');
    await post('/v1/order/weight/modify', { waybill_number, weight: 0.5, weight_unit: 'KG' });
    await post('/v1/order/hold', { waybill_number, remark: 'Stop' });
    await sandbox.control('parcels/advance', { trackingNumber, to: 'delivered' });
    expect(await stages(trackingNumber)).toEqual(['created', 'pickedUp', 'returning']);
    const other = await yun.buyLabel(access, parcel('OUT-9'), 'TWECO');
    await sandbox.control('parcels/advance', { trackingNumber: other.trackingNumber, to: 'delivered' });
    const found = await post('/v1/order/last-mile/get', { waybill_numbers: [waybill_number, other.shipmentId] });
    expect(found).toMatchObject([{ waybill_number: other.shipmentId, tracking_number: expect.stringMatching(/^LT/) }]);
    const path = '/v1/basic-data/countries/getlist';
    const countries = await client.call(access, { method: 'GET', path, effect: 'read', shape: z.unknown() });
    expect(countries).toMatchObject({
      list: expect.arrayContaining([expect.objectContaining({ country_code: 'US' })]),
    });
  });

  it('all that was sent and answered is described, and every operation came up', () => {
    const { measured, ...verdict } = evaluator.verdict();
    process.stdout.write(`yunexpress: exchanges measured by operation: ${JSON.stringify(measured)}\n`);
    expect(verdict).toEqual({ wrongs: [], unvisited: [], idle: [] });
  });
});
