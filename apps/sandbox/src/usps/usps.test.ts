import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { prefixForHost } from '../platforms.ts';
import { scanPdf } from '../scan.testing.ts';
import { call, dig, digText, startForTest } from '../testing.ts';
import { gs1Digit, itemNumber, packageNumber, s10Digit } from './numbers.ts';

let box: Sandbox;
let token = '';
let payment = '';
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const api = (path: string, init: Parameters<typeof call>[1] = {}, at: Sandbox = box) =>
  call(`${at.url}/usps/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'X-Payment-Authorization-Token': payment, ...init.headers },
  });

/** The parts of an answer, cut apart by hand. */
function partsOf({ headers, body }: { headers: Headers; body: unknown }): Record<string, string> {
  const boundary = /boundary=(\S+)/.exec(headers.get('content-type') ?? '')?.[1] ?? '?';
  const parts = String(body).split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => [/ name="([^"]+)"/.exec(part)?.[1], part.split('\r\n\r\n')[1]?.trim()]),
  );
}
const dataOf = (answer: { headers: Headers; body: unknown }, name: string) => JSON.parse(partsOf(answer)[name] ?? '{}');
const numberOf = (answer: { headers: Headers; body: unknown }) =>
  String(dataOf(answer, 'labelMetadata').trackingNumber);
const imageOf = (answer: { headers: Headers; body: unknown }, name = 'labelImage') =>
  Buffer.from(partsOf(answer)[name] ?? '', 'base64');
const codeOf = async (answer: Promise<{ body: unknown }>) => digText((await answer).body, 'error', 'errors', 0, 'code');

let today = '';
const FROM = { firm: 'Demo Seller', streetAddress: '1 Dock Rd', city: 'Timonium', state: 'MD', ZIPCode: '21093' };
const TO = {
  firstName: 'Pat',
  lastName: 'Doe',
  streetAddress: '9 Elm St',
  city: 'Alpharetta',
  state: 'GA',
  ZIPCode: '30005',
};
const boxOf = (change: object = {}) => ({
  ...{ weightUOM: 'lb', weight: 4.2, dimensionsUOM: 'in', length: 10, width: 8, height: 6 },
  ...{ mailClass: 'PRIORITY_MAIL', rateIndicator: 'SP', processingCategory: 'MACHINABLE' },
  ...{ destinationEntryFacilityType: 'NONE', mailingDate: today, ...change },
});
const labelBody = (change: object = {}, packageDescription: object = {}) => ({
  ...{ imageInfo: { imageType: 'PDF' }, fromAddress: FROM, toAddress: TO },
  ...{ packageDescription: boxOf(packageDescription), ...change },
});
const GERMAN = {
  firm: 'Muster',
  streetAddress: 'Hauptstr. 5',
  city: 'Berlin',
  country: 'Germany',
  countryISOAlpha2Code: 'DE',
};
const CONTENT = {
  ...{ itemDescription: 'Desk lamp', itemQuantity: 2, itemTotalValue: 22.5, itemTotalWeight: 4, weightUOM: 'lb' },
  countryofOrigin: 'CN',
};
const FORM = { customsContentType: 'MERCHANDISE', AESITN: 'NO EEI 30.37(a)', contents: [CONTENT] };
const abroad = (change: object = {}) =>
  labelBody({ toAddress: GERMAN, customsForm: FORM, ...change }, { mailClass: 'PRIORITY_MAIL_INTERNATIONAL' });
const key = (n: number) => ({ headers: { 'X-Idempotency-Key': `8be4df61-93ca-41d2-aa0d-00e098032b${n + 10}` } });
const buy = (body: object = labelBody(), init: object = {}) => api('labels/v3/label', { body, ...init });
const buyAbroad = (body: object = abroad()) => api('international-labels/v3/international-label', { body });

async function login(): Promise<void> {
  const body = { grant_type: 'client_credentials', client_id: 'usps-client-demo', client_secret: 'usps-secret-demo' };
  token = digText((await call(`${box.url}/usps/oauth2/v3/token`, { body })).body, 'access_token');
  const who = {
    CRID: '12345678',
    MID: '903000001',
    manifestMID: '903000002',
    accountType: 'EPS',
    accountNumber: '1000000001',
  };
  const roles = ['PAYER', 'LABEL_OWNER'].map((roleName) => ({ roleName, ...who }));
  const paid = await api('payments/v3/payment-authorization', { body: { roles } });
  payment = digText(paid.body, 'paymentAuthorizationToken');
}

beforeAll(async () => {
  box = await startForTest({ ordersPerShop: 1 });
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { orders: 1 });
  await control('faults', { clear: true });
  today = new Date(box.world.clock.now()).toISOString().slice(0, 10);
  await login();
});

describe('numbers', () => {
  it('have the check digits of USPS and of the Universal Postal Union', () => {
    expect(gs1Digit('940011089882502257949')).toBe(3);
    expect(packageNumber('001', '900000000', '1')).toBe('9200190000000000000016');
    expect([s10Digit('47312482'), s10Digit('12345678'), s10Digit('00000001')]).toEqual([9, 5, 4]);
    // Of USPS's own examples.
    expect(itemNumber('EZ', '1216')).toBe('EZ000012162US');
  });
});

describe('the gate', () => {
  it('takes forms and JSON, and refuses strangers', async () => {
    const form = { grant_type: 'client_credentials', client_id: 'usps-client-demo', client_secret: 'usps-secret-demo' };
    expect((await call(`${box.url}/usps/oauth2/v3/token`, { form })).status).toBe(200);
    const wrong = await call(`${box.url}/usps/oauth2/v3/token`, { form: { ...form, client_secret: 'no' } });
    expect([wrong.status, dig(wrong.body, 'error')]).toEqual([401, 'invalid_client']);
    const unsaid = await call(`${box.url}/usps/oauth2/v3/token`, { form: { ...form, grant_type: '' } });
    expect(unsaid.status).toBe(400);
  });

  it('tells the token of the app from that of whoever pays', async () => {
    expect((await api('tracking/v3/tracking/1', { headers: { authorization: `Bearer ${payment}` } })).status).toBe(401);
    const unpaid = await buy(labelBody(), { headers: { 'X-Payment-Authorization-Token': token } });
    expect(unpaid.status).toBe(401);
    await control('clock/advance', { seconds: 28_800 });
    expect((await api('tracking/v3/tracking/1')).status).toBe(401);
  });

  it('stands for the hosts of USPS', () => {
    for (const host of ['apis.usps.com', 'apis-tem.usps.com:443']) expect(prefixForHost(host)).toBe('/usps');
  });
});

describe('labels', () => {
  it('come in parts, and a decoder reads them', async () => {
    const bought = await buy();
    expect(bought.headers.get('content-type')).toMatch(/^multipart\/form-data/);
    const number = numberOf(bought);
    expect(gs1Digit(number.slice(0, -1))).toBe(Number(number.at(-1)));
    expect(scanPdf(imageOf(bought))).toBe(`42030005${number}`);
    const foreign = await buyAbroad();
    expect(foreign.status).toBe(201);
    const item = String(dataOf(foreign, 'labelMetadata').internationalTrackingNumber);
    expect(scanPdf(imageOf(foreign))).toBe(item);
  });

  it('are bought once by a key, which stands for the very words', async () => {
    const [one, again, other] = [
      await buy(labelBody(), key(1)),
      await buy(labelBody(), key(1)),
      await buy(labelBody(), key(2)),
    ];
    expect(numberOf(again)).toBe(numberOf(one));
    expect(numberOf(other)).not.toBe(numberOf(one));
    expect(await codeOf(buy(labelBody({}, { weight: 5 }), key(1)))).toBe('160392');
    expect(await codeOf(buy(labelBody(), { headers: { 'X-Idempotency-Key': 'OUT-1' } }))).toBe('160391');
    // Without a key each is one of its own.
    expect(numberOf(await buy())).not.toBe(numberOf(await buy()));
  });

  it('are found by their key, and by none that nobody used', async () => {
    const number = numberOf(await buy(labelBody(), key(1)));
    const found = await api('labels/v3/label-reprint', { body: {}, ...key(1) });
    expect(numberOf(found)).toBe(number);
    expect(dataOf(found, 'reprintInfo')).toEqual({ reprintNumber: 1, reprintLimit: 3 });
    expect(await codeOf(api('labels/v3/label-reprint', { body: {}, ...key(2) }))).toBe('160185');
    expect(await codeOf(api('international-labels/v3/international-label-reprint', { body: {}, ...key(1) }))).toBe(
      '160185',
    );
    await control('clock/advance', { seconds: 3 * 86_400 });
    await login();
    expect(await codeOf(api('labels/v3/label-reprint', { body: {}, ...key(1) }))).toBe('160381');
  });

  it('are cut off where the fault says so', async () => {
    await control('faults', { platform: 'usps', cutLabel: 1 });
    expect(imageOf(await buy()).toString('latin1')).not.toContain('%%EOF');
    expect(imageOf(await buy()).toString('latin1')).toContain('%%EOF');
  });

  it.each([
    ['no street', () => labelBody({ toAddress: { ...TO, streetAddress: '' } }), '050034'],
    ['nobody to give it to', () => labelBody({ toAddress: { ...TO, lastName: '' } }), '160066'],
    ['a ZIP code of another state', () => labelBody({ toAddress: { ...TO, ZIPCode: '90210' } }), '010005'],
    ['no ZIP code', () => labelBody({ toAddress: { ...TO, ZIPCode: '3000' } }), '050037'],
    ['no such state', () => labelBody({ toAddress: { ...TO, state: 'XX' } }), '010004'],
    ['a long line', () => labelBody({ toAddress: { ...TO, streetAddress: 'x'.repeat(51) } }), '050020'],
    ['a weight as text', () => labelBody({}, { weight: '4.2' }), '050026'],
    ['too heavy', () => labelBody({}, { weight: 71 }), '030010'],
    ['too big', () => labelBody({}, { length: 60, width: 30, height: 30 }), '160280'],
    ['no such class', () => labelBody({}, { mailClass: 'PARCEL_POST' }), '160036'],
    ['no price', () => labelBody({}, { rateIndicator: 'ZZ' }), '030001'],
    ['a day gone by', () => labelBody({}, { mailingDate: '2026-01-05' }), '160001'],
    ['no day', () => labelBody({}, { mailingDate: 'soon' }), '160092'],
    ['no such service', () => labelBody({}, { extraServices: [1] }), '160053'],
    ['no entry', () => labelBody({}, { destinationEntryFacilityType: '' }), '050034'],
    ['no customs form to soldiers', () => labelBody({ toAddress: { ...TO, state: 'AE', ZIPCode: '09012' } }), '160140'],
  ])('are refused for %s', async (_what, body, code) => {
    expect(await codeOf(buy(body()))).toBe(code);
  });

  it.each([
    ['no goods', { customsForm: { ...FORM, contents: [] } }, '160022'],
    ['no exemption', { customsForm: { ...FORM, AESITN: '' } }, '050034'],
    [
      'goods called a gift',
      { customsForm: { ...FORM, contents: [{ ...CONTENT, itemDescription: 'Gift' }] } },
      '160023',
    ],
    ['goods worth nothing', { customsForm: { ...FORM, contents: [{ ...CONTENT, itemTotalValue: 0 }] } }, '050026'],
    ['no origin', { customsForm: { ...FORM, contents: [{ ...CONTENT, countryofOrigin: '' }] } }, '050034'],
    ['no firm', { fromAddress: { ...FROM, firm: '', firstName: 'Sam', lastName: 'Packer' } }, '160066'],
    ['a country that is not served', { toAddress: { ...GERMAN, countryISOAlpha2Code: 'XX' } }, '030012'],
  ])('abroad are refused for %s', async (_what, change, code) => {
    expect(await codeOf(buyAbroad(abroad(change)))).toBe(code);
  });

  it('are kept over a restart', async () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'usps-')), 'state.json');
    const first = await startForTest({ ordersPerShop: 1, stateFile });
    const bought = await api('labels/v3/label', { body: labelBody() }, first);
    await first.close();
    const second = await startForTest({ ordersPerShop: 1, stateFile });
    const tracked = await api(`tracking/v3/tracking/${numberOf(bought)}?expand=DETAIL`, {}, second);
    expect(dig(tracked.body, 'statusCategory')).toBe('Pre-Shipment');
    await second.close();
  });
});

describe('the counter', () => {
  const form = (numbers: string[], change: object = {}) =>
    api('scan-forms/v3/scan-form', {
      body: {
        ...{ mailingDate: today, entryFacilityZIPCode: '21093', destinationEntryFacilityType: 'NONE' },
        ...{ shipment: { trackingNumbers: numbers }, fromAddress: FROM, ...change },
      },
    });

  it('writes a form for labels of the day, which a decoder reads', async () => {
    const number = numberOf(await buy());
    const made = await form([number]);
    const { manifestNumber } = dataOf(made, 'SCANFormMetaData');
    expect(scanPdf(imageOf(made, 'SCANFormImage'))).toBe(manifestNumber);
    expect(await codeOf(form([number]))).toBe('160037');
    expect(await codeOf(form([]))).toBe('160037');
    expect(await codeOf(form(['9200190000000000000016']))).toBe('160037');
    const tomorrow = new Date(box.world.clock.now() + 86_400_000).toISOString().slice(0, 10);
    const later = numberOf(await buy(labelBody({}, { mailingDate: tomorrow })));
    expect(await codeOf(form([later]))).toBe('160006');
    expect((await form([later], { overwriteMailingDate: true })).status).toBe(200);
  });

  it('cancels no pickup for somebody who has not seen it', async () => {
    const address = { streetAddress: '1 Dock Rd', city: 'Timonium', state: 'MD', ZIPCode: '21093' };
    const day = new Date(box.world.clock.now() + 2 * 86_400_000);
    if (day.getUTCDay() === 0) day.setUTCDate(day.getUTCDate() + 1);
    const body = {
      pickupDate: day.toISOString().slice(0, 10),
      pickupAddress: { firstName: 'Sam', lastName: 'Packer', address, contact: [{ email: 'a@example.test' }] },
      ...{ packages: [{ packageType: 'OTHER', packageCount: 1 }], estimatedWeight: 3 },
      pickupLocation: { packageLocation: 'FRONT_DOOR' },
    };
    const made = await api('pickup/v3/carrier-pickup', { body });
    const path = `pickup/v3/carrier-pickup/${digText(made.body, 'confirmationNumber')}`;
    expect(await codeOf(api(path, { method: 'DELETE' }))).toBe('020022');
    const etag = (await api(path)).headers.get('etag') ?? '';
    expect((await api(path, { method: 'DELETE', headers: { 'If-Match': etag } })).status).toBe(200);
    expect(await codeOf(api(path))).toBe('020015');
  });
});
