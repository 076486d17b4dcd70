import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Evaluator } from '../../published/evaluator.testing.ts';
import { failure, kindOfFailure, type RunningSandbox, serving, startSandbox } from '../../testing.ts';
import type { CarrierAccess, Parcel } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { hasValidCheckDigit } from './checkDigit.ts';
import { ACCESS, PARCEL } from './fixtures.ts';
import { createUpsConnector } from './index.ts';

const state = z.object({
  ups: z.object({ byReference: z.record(z.string(), z.object({ bought: z.number(), standing: z.number() })) }),
});
let sandbox: RunningSandbox;
let ups: CarrierConnector;
/** UPS's older answers do not say the time in GMT. */
let isOlder = false;
let access: CarrierAccess;

beforeAll(async () => {
  sandbox = await startSandbox();
  ups = createUpsConnector({
    transactionSrc: 'tradewind',
    http: { baseUrls: { api: `${sandbox.url}/ups` }, fetch: recorded },
  });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.control('reset', { orders: 1 });
  isOlder = false;
  access = { ...ACCESS, tokens: await ups.authenticate(ACCESS) };
});

const evaluator = new Evaluator({
  descriptions: new URL('./published/', import.meta.url),
  at: '/ups',
  differences: [
    [/status 500 is not described/, 'an outage'],
    [
      /LabelResults must be array/,
      'one label comes as an object, as lists of one do all over UPS; the reader takes both',
    ],
    [
      /required property '(ReferenceValues|TrackingNumbers)'/,
      'by the prose one of three suffices; the list is for 1R numbers',
    ],
    [/LabelImageFormat\.Code must NOT have fewer than 4/, 'the values that the prose names have three letters'],
    [/Service\.Description must NOT have fewer than 1/, 'comes empty'],
    [/RequestOption$/, 'required by the description, and missing from the properties that it lists'],
    [/must be <= 1 \(/, 'a maximum of 1 says how often a field comes, also of numbers'],
    [/must NOT have additional properties (alVersion|transID|perfStats)/, 'required, and listed one level too deep'],
    [/(origin|destination)TownName must NOT have fewer than 1/, 'required, and empty in its own example'],
    [/serviceLevel must NOT have more than 2/, 'the values that the prose names have three letters'],
    [/emsResponse\.shipDate must NOT have more than 8/, 'the prose says YYYY-MM-DD'],
    [/must NOT have fewer than [68] characters/, 'a width of print; the example values are shorter'],
    [/PickupDate must NOT have more than 4/, 'the prose says yyyyMMdd'],
    [/saturdayDeliveryIndicator/, 'required, and missing among the properties'],
    [/TimeInTransit, answer 400: must NOT have additional properties response/, 'all else of UPS has this envelope'],
  ],
});
const recorded: typeof fetch = async (input, init) => {
  const answer = await evaluator.fetch(input, init);
  const text = await answer.text();
  const received = isOlder ? text.replace(/"gmt(Date|Time|Offset)":"[^"]*",/g, '') : text;
  return new Response(answer.status === 302 ? null : received, { status: answer.status, headers: answer.headers });
};

const parcel = (reference: string, more: Partial<Parcel> = {}): Parcel => ({ ...PARCEL, reference, ...more });
async function bought(reference: string): Promise<unknown> {
  return state.parse(await sandbox.control(`state?reference=${reference}`)).ups.byReference[reference];
}

describe('UPS over the wire', () => {
  it('authenticates, and hears when a token or the credentials are wrong', async () => {
    expect(Date.parse(access.tokens?.accessExpiresAt ?? '')).toBeGreaterThan(Date.now() + 3 * 3_600_000);
    expect(await kindOfFailure(ups.rates({ ...access, tokens: { accessToken: 'eyJ' } }, PARCEL))).toBe('unauthorized');
    expect(await kindOfFailure(ups.authenticate({ ...ACCESS, keys: { ...ACCESS.keys, clientSecret: 'no' } }))).toBe(
      'unauthorized',
    );
  });

  describe('consent in the browser', () => {
    const own: CarrierAccess = {
      keys: { clientId: 'ups-app-demo', clientSecret: 'ups-app-secret-demo' },
      accountNumber: 'A1B2C3',
    };
    const BACK = 'http://127.0.0.1:9/api/callback/ups';
    /** The user agrees. @returns what UPS sends back with the browser */
    async function agreed(state: string): Promise<Record<string, string>> {
      const url = ups.consent?.url({ state, redirectUrl: BACK, access: own }) ?? '';
      const signIn = await recorded(url, { redirect: 'manual' });
      const page = new URL(signIn.headers.get('location') ?? '', url);
      expect(page.searchParams.get('type')).toBe('ups_com_api');
      page.searchParams.set('auto', '1');
      const back = await fetch(page, { redirect: 'manual' });
      return Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams);
    }
    const exchange = async (query: Record<string, string>, at = BACK) =>
      ups.consent?.exchange(own, query, at) ?? Promise.reject(new Error('no consent'));

    it('exchanges the code once, and renews both tokens, each refresh token once', async () => {
      const query = await agreed('state-1');
      expect(query.state).toBe('state-1');
      const tokens = await exchange(query);
      expect(await ups.rates({ ...own, tokens }, PARCEL)).not.toEqual([]);
      expect(Date.parse(tokens.refreshExpiresAt ?? '')).toBeGreaterThan(Date.now() + 50 * 86_400_000);
      expect(await kindOfFailure(exchange(query))).toBe('rejected');
      const renewed = await ups.authenticate({ ...own, tokens });
      expect(renewed.refreshToken).not.toBe(tokens.refreshToken);
      expect(await ups.rates({ ...own, tokens: renewed }, PARCEL)).not.toEqual([]);
      expect(await kindOfFailure(ups.authenticate({ ...own, tokens }))).toBe('unauthorized');
    });

    it('exchanges no code of another address or program, nor an answer without a code', async () => {
      expect(await kindOfFailure(exchange(await agreed('state-2'), 'http://127.0.0.1:9/elsewhere'))).toBe('rejected');
      const stranger = { ...own, keys: ACCESS.keys };
      const query = await agreed('state-3');
      expect(await kindOfFailure(Promise.resolve(ups.consent?.exchange(stranger, query, BACK)))).toBe('rejected');
      expect(await kindOfFailure(exchange({ state: 'state-4' }))).toBe('rejected');
    });
  });

  it('offers services with negotiated prices, surcharges and days', async () => {
    const quotes = await ups.rates(access, PARCEL);
    const ground = quotes.find((one) => one.serviceCode === '03');
    expect(ground).toMatchObject({ serviceName: 'UPS Ground', currency: 'USD' });
    expect(Number(ground?.amount)).toBeLessThan(Number(ground?.listAmount));
    expect(ground?.transitDays).toBeGreaterThan(0);
    expect(ground?.billingWeightGrams).toBe(2268);
    expect(ground?.surcharges.map((one) => one.code)).toContain('375');
    const wrong = parcel('R', { to: { ...PARCEL.to, postalCode: '99999' } });
    expect(await failure(ups.rates(access, wrong))).toMatchObject({ kind: 'rejected', code: '111285' });
  });

  it('buys a label, prints it, and voids it', async () => {
    const label = await ups.buyLabel(access, parcel('OUT-1'), '03');
    expect(hasValidCheckDigit(label.trackingNumber)).toBe(true);
    expect(label.label.format).toBe('zpl');
    expect(label.label.data.toString()).toContain('OUT-1');
    const quote = (await ups.rates(access, parcel('OUT-1'))).find((one) => one.serviceCode === '03');
    expect(label.amount).toBe(quote?.amount);
    expect((await ups.labelPdf(access, label.trackingNumber)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await ups.voidLabel(access, label.shipmentId, label.trackingNumber)).toMatchObject({ voided: true });
    expect(await ups.voidLabel(access, label.shipmentId, label.trackingNumber)).toMatchObject({ voided: true });
    expect(await ups.findPurchase(access, 'OUT-1')).toBeNull();
    expect((await ups.track(access, label.trackingNumber)).at(-1)?.stage).toBe('cancelled');
  });

  it('finds the one purchase again whose answer was lost', async () => {
    expect(await ups.findPurchase(access, 'OUT-2')).toBeNull();
    await sandbox.control('faults', { platform: 'ups', failHalfway: 1, match: '/ship' });
    expect(await kindOfFailure(ups.buyLabel(access, parcel('OUT-2'), '03'))).toBe('uncertain');
    const found = await ups.findPurchase(access, 'OUT-2');
    expect(found?.label.format).toBe('pdf');
    expect(await bought('OUT-2')).toMatchObject({ bought: 1, standing: 1 });
    expect(await ups.track(access, found?.trackingNumber ?? '')).toMatchObject([{ stage: 'created' }]);
  });

  const twoBoxes = (reference: string) =>
    parcel(reference, { further: [{ weightGrams: 4000, lengthMm: 300, widthMm: 200, heightMm: 100 }] });

  it('sells a shipment of several boxes, each with a number and a label of its own', async () => {
    const one = (await ups.rates(access, parcel('OUT-20'))).find((quote) => quote.serviceCode === '03');
    const both = (await ups.rates(access, twoBoxes('OUT-20'))).find((quote) => quote.serviceCode === '03');
    expect(Number(both?.amount)).toBeGreaterThan(Number(one?.amount));
    const label = await ups.buyLabel(access, twoBoxes('OUT-20'), '03');
    expect(label.amount).toBe(both?.amount);
    expect(label.shipmentId).toBe(label.trackingNumber);
    expect(label.further).toHaveLength(1);
    const [second] = label.further ?? [];
    expect(hasValidCheckDigit(second?.trackingNumber ?? '')).toBe(true);
    expect(second?.trackingNumber).not.toBe(label.trackingNumber);
    expect(label.label.data.toString()).toContain('1 OF 2');
    expect(second?.label.data.toString()).toContain('2 OF 2');
    expect((await ups.labelPdf(access, second?.trackingNumber ?? '')).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await ups.voidLabel(access, label.shipmentId, label.trackingNumber)).toMatchObject({ voided: true });
    for (const number of [label.trackingNumber, second?.trackingNumber ?? ''])
      expect((await ups.track(access, number)).at(-1)?.stage).toBe('cancelled');
  });

  it('finds all boxes of a shipment again, and sees a second purchase under one reference', async () => {
    await sandbox.control('faults', { platform: 'ups', failHalfway: 1, match: '/ship' });
    expect(await kindOfFailure(ups.buyLabel(access, twoBoxes('OUT-21'), '03'))).toBe('uncertain');
    const found = await ups.findPurchase(access, 'OUT-21');
    expect(found?.further).toHaveLength(1);
    expect(found?.shipmentId).toBe(found?.trackingNumber);
    expect(await bought('OUT-21')).toMatchObject({ bought: 2, standing: 2 });
    const lead = [found?.trackingNumber ?? ''];
    expect(await ups.findPurchase(access, 'OUT-21', lead)).toBeNull();
    const again = await ups.buyLabel(access, twoBoxes('OUT-21'), '03');
    const other = await ups.findPurchase(access, 'OUT-21', lead);
    expect(other?.trackingNumber).toBe(again.trackingNumber);
    expect(other?.further?.map((one) => one.trackingNumber)).toEqual(again.further?.map((one) => one.trackingNumber));
  });

  it('sells a return label: from the buyer to the warehouse, on the account of the warehouse', async () => {
    const back = parcel('RMA-1', { from: PARCEL.to, to: PARCEL.from, isReturn: true });
    const quote = (await ups.rates(access, back)).find((one) => one.serviceCode === '03');
    const label = await ups.buyLabel(access, back, '03');
    expect(label.amount).toBe(quote?.amount);
    expect(label.label.data.toString()).toContain('RETURN SERVICE');
    expect((await ups.findPurchase(access, 'RMA-1'))?.trackingNumber).toBe(label.trackingNumber);
    expect((await ups.track(access, label.trackingNumber))[0]?.place).toBe('ALPHARETTA, GA, US');
    expect(await ups.voidLabel(access, label.shipmentId, label.trackingNumber)).toMatchObject({ voided: true });
  });

  it('follows a parcel from label to door, oldest news first', async () => {
    const { trackingNumber, shipmentId } = await ups.buyLabel(access, parcel('OUT-3'), '03');
    await sandbox.control('parcels/advance', { trackingNumber, to: 'delivered' });
    const events = await ups.track(access, trackingNumber);
    expect(events.map((one) => one.stage)).toEqual([
      'created',
      'pickedUp',
      'inTransit',
      'inTransit',
      'outForDelivery',
      'delivered',
    ]);
    expect(events.map((one) => one.at)).toEqual(events.map((one) => one.at).toSorted());
    expect(await ups.voidLabel(access, shipmentId, trackingNumber)).toMatchObject({ voided: false });
    const delayed = await ups.buyLabel(access, parcel('OUT-4'), '03');
    await sandbox.control('parcels/advance', { trackingNumber: delayed.trackingNumber, to: 'exception' });
    await sandbox.control('parcels/advance', { trackingNumber: delayed.trackingNumber, to: 'returned' });
    const stages = (await ups.track(access, delayed.trackingNumber)).map((one) => one.stage);
    expect(stages).toEqual(['created', 'exception', 'returning']);
    expect(await ups.track(access, '1Z999AA10123456784')).toEqual([]);
  });

  it('tells what lies behind an exception, and when a parcel is back', async () => {
    const { trackingNumber } = await ups.buyLabel(access, parcel('OUT-6'), '03');
    const detours = ['customs', 'pickup_point', 'attempted', 'lost', 'returned', 'handed_back'];
    for (const to of detours) await sandbox.control('parcels/advance', { trackingNumber, to });
    const stages = (await ups.track(access, trackingNumber)).map((one) => one.stage);
    const expected = ['customs', 'availableForPickup', 'deliveryFailed', 'lost', 'returning', 'returned'];
    expect(stages.slice(1)).toEqual(expected);
  });

  it('hears of news by push what tracking says, and believes only the agreed credential', async () => {
    const news: { body: Buffer; headers: Record<string, string> }[] = [];
    const arrived = Promise.withResolvers<void>();
    const server = await serving((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        news.push({ body: Buffer.concat(chunks), headers: request.headers as Record<string, string> });
        response.end();
        if (news.length === 5) arrived.resolve();
      });
    });
    const { trackingNumber } = await ups.buyLabel(access, parcel('OUT-8'), '03');
    const callback = { url: `${server.url}/news`, secret: 'agreed-secret' };
    await ups.push?.subscribe?.(access, [trackingNumber, 'nonsense'], callback);
    await ups.push?.subscribe?.(access, [trackingNumber], callback);
    await sandbox.control('parcels/advance', { trackingNumber, to: 'delivered' });
    await arrived.promise;
    await server.close();
    const read = (one: (typeof news)[number], secret = callback.secret) => ups.push?.read({ ...one, access, secret });
    const pushed = news.flatMap((one) => read(one) ?? []);
    expect(new Set(pushed.map((one) => one.trackingNumber))).toEqual(new Set([trackingNumber]));
    const events = pushed.flatMap((one) => one.events).toSorted((a, b) => (a.at < b.at ? -1 : 1));
    expect(events).toEqual((await ups.track(access, trackingNumber)).slice(1));
    const [first] = news;
    if (!first) throw new Error('no news');
    const refused = (work: () => unknown) => kindOfFailure(Promise.resolve().then(work));
    expect(await refused(() => read(first, 'another-secret'))).toBe('rejected');
    expect(await refused(() => read(first, ''))).toBe('rejected');
    const { credential: _, ...bare } = first.headers;
    expect(await refused(() => read({ ...first, headers: bare }))).toBe('rejected');
    expect(await refused(() => read({ ...first, body: Buffer.from('{"trackingNumber":"1Z"}') }))).toBe('malformed');
  });

  it('reads the same instants where UPS tells only what the clock of the place showed', async () => {
    const reno = { ...PARCEL.to, city: 'Reno', state: 'NV', postalCode: '89501' };
    const { trackingNumber } = await ups.buyLabel(access, parcel('OUT-7', { to: reno }), '03');
    await sandbox.control('parcels/advance', { trackingNumber, to: 'delivered' });
    const newer = await ups.track(access, trackingNumber);
    isOlder = true;
    expect(await ups.track(access, trackingNumber)).toEqual(newer);
    expect(newer.map(({ place }) => place)).toContain('RENO, NV, US');
  });

  it('ships abroad with an invoice', async () => {
    const canada = {
      name: 'Pat Doe',
      line1: '100 King St W',
      city: 'Toronto',
      state: 'ON',
      postalCode: 'M5X 1A9',
      country: 'CA',
      phone: '4165550100',
    };
    const [quote] = await ups.rates(access, parcel('OUT-5', { to: canada }));
    const label = await ups.buyLabel(access, parcel('OUT-5', { to: canada }), quote?.serviceCode ?? '11');
    expect(label.customsForms?.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await ups.findPurchase(access, 'OUT-5'))?.trackingNumber).toBe(label.trackingNumber);
  });

  it('tells customs who pays, and the numbers under which tax was paid', async () => {
    const germany = {
      ...{ name: 'Eva Kunz', line1: 'Torstr. 1', city: 'Berlin', postalCode: '10119', country: 'DE' },
      phone: '+49 30 5550100',
    };
    const customs = { terms: 'DDP', ioss: 'IM2760000742', eori: 'GB123456789000', vat: 'DE123456789' } as const;
    const label = await ups.buyLabel(access, parcel('OUT-22', { to: germany, customs }), '65');
    expect(label.customsForms?.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('checks an address, offers another spelling or several, and says where nobody lives', async () => {
    const check = (more: object) =>
      ups.validateAddress?.(access, { ...PARCEL.to, ...more }) ?? Promise.reject(new Error('no check'));
    expect(await check({})).toMatchObject({ verdict: 'valid', residential: true });
    expect(await check({ line1: '9 Elm Street' })).toMatchObject({
      verdict: 'corrected',
      candidates: [{ name: 'Pat Doe', line1: '9 ELM ST', line2: 'APT 4', postalCode: '30005-0001' }],
    });
    expect(await check({ state: 'AL' })).toMatchObject({ verdict: 'corrected', candidates: [{ state: 'GA' }] });
    const several = await check({ line1: 'Elm St' });
    expect(several.verdict).toBe('ambiguous');
    expect(several.candidates).toHaveLength(2);
    expect(several).not.toHaveProperty('residential');
    expect(await check({ line1: '1 Nowhere' })).toMatchObject({ verdict: 'unknown', candidates: [] });
    expect(await check({ company: 'Lamps Inc' })).toMatchObject({ residential: false });
    expect(await failure(check({ country: 'DE' }))).toMatchObject({ kind: 'rejected', code: 'COUNTRY' });
  });

  const canada = {
    ...{ ...PARCEL.to, city: 'Toronto', state: 'ON', postalCode: 'M5X 1A9', country: 'CA' },
    phone: '4165550100',
  };

  it('tells what duty and tax will be, line by line', async () => {
    const goods = (more: object = {}) => parcel('OUT-30', { to: canada, ...more });
    // 22.50 of goods: 6 % duty, then 5 % of both.
    expect(await ups.landedCost?.(access, goods())).toEqual({
      ...{ currency: 'USD', duty: '1.35', vat: '1.19', fees: '12.5' },
      lines: [{ sku: 'LAMP-1', hsCode: '9405210000', duty: '1.35', vat: '1.19' }],
    });
    const ask = (one: Parcel) => kindOfFailure(Promise.resolve(ups.landedCost?.(access, one)));
    expect(await ask(goods({ items: [] }))).toBe('rejected');
    expect(await ask(goods({ to: { ...canada, country: 'AQ' } }))).toBe('rejected');
  });

  it('names the days of each service, by the codes of rates', async () => {
    const days = (await ups.timeInTransit?.(access, PARCEL, '2026-11-06')) ?? [];
    const quotes = await ups.rates(access, PARCEL);
    expect(days.map((one) => one.serviceCode).toSorted()).toEqual(quotes.map((one) => one.serviceCode).toSorted());
    for (const { serviceCode, days: count } of days)
      expect(count).toBe(quotes.find((one) => one.serviceCode === serviceCode)?.transitDays);
    // A Friday: the next business day is Monday.
    expect(days.find((one) => one.serviceCode === '01')).toEqual({
      serviceCode: '01',
      days: 1,
      arrivesOn: '2026-11-09',
    });
    const abroad = (await ups.timeInTransit?.(access, parcel('R', { to: canada }), '2026-11-06')) ?? [];
    expect(abroad.map((one) => one.serviceCode).toSorted()).toEqual(['07', '08', '11', '54', '65']);
    const nowhere = parcel('R', { to: { ...PARCEL.to, postalCode: '1' } });
    expect(await kindOfFailure(Promise.resolve(ups.timeInTransit?.(access, nowhere, '2026-11-06')))).toBe('rejected');
  });

  it('uploads a paper to its shipment', async () => {
    const label = await ups.buyLabel(access, parcel('OUT-31', { to: canada }), '11');
    const { shipmentId, trackingNumber } = label;
    const upload = (more: object = {}) =>
      Promise.resolve(
        ups.uploadPaper?.(access, {
          ...{ shipmentId, trackingNumber, kind: 'invoice', pdf: Buffer.from('%PDF-1.4 invoice') },
          ...more,
        }),
      );
    expect(await upload()).toMatch(/^2013-/);
    expect(await kindOfFailure(upload({ shipmentId: '1Z999AA10123456784' }))).toBe('rejected');
    expect(await kindOfFailure(upload({ pdf: Buffer.from('no pdf') }))).toBe('rejected');
  });

  it('asks UPS to come, finds the request again, and cancels it', async () => {
    const { pickup } = ups;
    if (!pickup) throw new Error('no pickup');
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const request = {
      ...{ reference: 'PICK-1', from: PARCEL.from, day: tomorrow, ready: '10:00', closes: '17:30' },
      ...{ parcels: 12, weightGrams: 30_000 },
    };
    expect(await pickup.find?.(access, request)).toBeNull();
    await sandbox.control('faults', { platform: 'ups', failHalfway: 1, match: '/pickup' });
    expect(await kindOfFailure(pickup.request(access, request))).toBe('uncertain');
    const found = await pickup.find?.(access, request);
    expect(found).toMatch(/^29\d{6}WTC$/);
    expect(await pickup.find?.(access, { ...request, reference: 'PICK-2' })).toBeNull();
    await pickup.cancel(access, found ?? '');
    expect(await pickup.find?.(access, request)).toBeNull();
    expect(await kindOfFailure(pickup.cancel(access, found ?? ''))).toBe('rejected');
    const { confirmation, amount, currency } = await pickup.request(access, { ...request, reference: 'PICK-3' });
    expect({ amount, currency }).toEqual({ amount: '7.25', currency: 'USD' });
    expect(confirmation).not.toBe(found);
    const { phone: _, ...mute } = PARCEL.from;
    expect(await failure(pickup.request(access, { ...request, from: mute }))).toMatchObject({ code: 'PHONE' });
    const yesterday = { ...request, day: '2026-01-05' };
    expect(await kindOfFailure(pickup.request(access, yesterday))).toBe('rejected');
  });

  it('names throttling and outages', async () => {
    await sandbox.control('faults', { platform: 'ups', throttle: 1 });
    expect((await failure(ups.rates(access, PARCEL))).kind).toBe('throttled');
    await sandbox.control('faults', { platform: 'ups', status500: 1 });
    expect((await failure(ups.rates(access, PARCEL))).kind).toBe('unavailable');
    await sandbox.control('faults', { platform: 'ups', status500: 1 });
    expect((await failure(ups.buyLabel(access, PARCEL, '03'))).kind).toBe('uncertain');
    expect(await ups.findPurchase(access, PARCEL.reference)).toBeNull();
  });
});

describe('by what UPS publishes', () => {
  it('all that was sent and answered is described, and every operation came up', () => {
    const { measured, ...verdict } = evaluator.verdict();
    process.stdout.write(`ups: exchanges measured by operation: ${JSON.stringify(measured)}\n`);
    expect(verdict).toEqual({ wrongs: [], unvisited: [], idle: [] });
  });
});
