import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { prefixForHost } from '../platforms.ts';
import { scanPdf } from '../scan.testing.ts';
import { call, dig, digList, digText, startForTest } from '../testing.ts';

let box: Sandbox;
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const BASIC = `Basic ${Buffer.from('dhl-express-demo:dhl-express-secret').toString('base64')}`;

/** A call put together by hand, as the notes describe it. */
const ask = (path: string, init: { method?: string; body?: unknown; authorization?: string } = {}) => {
  const { authorization = BASIC, ...more } = init;
  return call(`${box.url}/dhlExpress/mydhlapi${path}`, { ...more, headers: { authorization } });
};
const soon = (hours = 1) =>
  `${new Date(box.world.clock.now() + hours * 3_600_000).toISOString().slice(0, 19)} GMT+00:00`;

const PARTY = {
  postalAddress: { postalCode: '14800', cityName: 'Prague', countryCode: 'CZ', addressLine1: 'V Parku 2308/10' },
  contactInformation: { phone: '+1234567890', companyName: 'Acme Corp', fullName: 'John Doe' },
};
const american = {
  ...PARTY,
  postalAddress: { postalCode: '10001', cityName: 'New York', countryCode: 'US', addressLine1: '123 Main Street' },
};
const LINE = {
  number: 1,
  description: 'Phone case',
  price: 4.5,
  quantity: { value: 2, unitOfMeasurement: 'PCS' },
  manufacturerCountry: 'CN',
  weight: { netValue: 0.1, grossValue: 0.1 },
};
const CONTENT = {
  packages: [{ weight: 0.42, dimensions: { length: 20, width: 15, height: 8 } }],
  isCustomsDeclarable: true,
  declaredValue: 9,
  declaredValueCurrency: 'USD',
  exportDeclaration: { lineItems: [LINE], invoice: { number: 'I-1', date: '2026-11-02' } },
  description: 'Cases',
  incoterm: 'DAP',
  unitOfMeasurement: 'metric',
};
const order = (change: object = {}) => ({
  plannedShippingDateAndTime: soon(),
  pickup: { isRequested: false },
  productCode: 'P',
  accounts: [{ typeCode: 'shipper', number: '123456789' }],
  outputImageProperties: { imageOptions: [{ typeCode: 'waybillDoc', isRequested: true }] },
  customerReferences: [{ value: 'SO-1001', typeCode: 'CU' }],
  customerDetails: { shipperDetails: PARTY, receiverDetails: american },
  content: CONTENT,
  ...change,
});
const create = (change: object = {}) => ask('/shipments', { body: order(change) });
const track = (query: string) => ask(`/tracking?${query}`);
const wrongs = async (change: object) => {
  const { status, body } = await create(change);
  return `${status} ${digText(body, 'detail')}`;
};

beforeAll(async () => {
  box = await startForTest({ ordersPerShop: 1 });
});
afterAll(() => box.close());
beforeEach(() => control('reset', { orders: 1 }));

describe('the door', () => {
  it('opens with the keys of the account', async () => {
    for (const authorization of ['', 'Basic bm86bm8=', 'Bearer x'])
      expect(await ask('/tracking?shipmentTrackingNumber=1', { authorization })).toMatchObject({ status: 401 });
    expect(prefixForHost('express.api.dhl.com')).toBe('/dhlExpress');
    expect(prefixForHost('express.api.dhl.com.evil.test')).toBe('');
  });
});

describe('shipments', () => {
  it.each([
    ['a wrong account', { accounts: [{ typeCode: 'shipper', number: '1' }] }, /400 The account number is not found/],
    ['no account', { accounts: [] }, /422 #\/accounts: expected minimum item count: 1/],
    ['a field that nobody knows', { odd: 1 }, /422 #: extraneous key \[odd\]/],
    ['no product', { productCode: undefined }, /422 #: required key \[productCode\]/],
    ['a product that does not go there', { productCode: 'N' }, /400 7008/],
    [
      'no phone',
      {
        customerDetails: {
          shipperDetails: PARTY,
          receiverDetails: { ...american, contactInformation: { companyName: 'A', fullName: 'A' } },
        },
      },
      /required key \[phone\]/,
    ],
    [
      'a weight as text',
      { content: { ...CONTENT, packages: [{ ...CONTENT.packages[0], weight: '0.4' }] } },
      /expected type: Number, found: String/,
    ],
    [
      'a weight of four decimals',
      { content: { ...CONTENT, packages: [{ ...CONTENT.packages[0], weight: 0.4201 }] } },
      /multiple of 0.001/,
    ],
    ['no sides', { content: { ...CONTENT, packages: [{ weight: 1 }] } }, /required key \[dimensions\]/],
    ['a day in a form of its own', { plannedShippingDateAndTime: '2026-11-02 10:00' }, /400 998/],
    ['a day that is over', { plannedShippingDateAndTime: '2020-01-01T10:00:00 GMT+00:00' }, /400 997/],
    ['goods abroad without declaring them', { content: { ...CONTENT, isCustomsDeclarable: false } }, /400 1001/],
    ['no declaration', { content: { ...CONTENT, exportDeclaration: undefined } }, /400 7095/],
    ['a value that the lines do not add up to', { content: { ...CONTENT, declaredValue: 10 } }, /400 7097/],
    ['a service that is not sold', { valueAddedServices: [{ serviceCode: 'QQ' }] }, /400 7008/],
    ['batteries without their content', { valueAddedServices: [{ serviceCode: 'HV' }] }, /400 7020/],
    ['duties paid by nobody', { valueAddedServices: [{ serviceCode: 'DD' }] }, /400 7035/],
  ])('refuses %s', async (_what, change, words) => {
    expect(await wrongs(change)).toMatch(words);
    expect(
      await track(
        'shipmentReference=SO-1001&shipperAccountNumber=123456789&dateRangeFrom=2020-01-01&dateRangeTo=2040-01-01',
      ),
    ).toMatchObject({ status: 404 });
  });

  it('names every fault of a body', async () => {
    const { status, body } = await create({ productCode: '', content: { ...CONTENT, incoterm: 'XXX' } });
    expect(status).toBe(422);
    expect(digList(body, 'additionalDetails')).toEqual([
      '#/productCode: expected minLength: 1, actual: 0',
      '#/content/incoterm: XXX is not a valid enum value',
    ]);
  });

  it('have a label of 4 x 6 inches, whose number a scanner reads', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    const pdf = Buffer.from(digText(body, 'documents', 0, 'content'), 'base64');
    expect(pdf.toString('latin1')).toContain('MediaBox [0 0 288 432]');
    expect(scanPdf(pdf)).toBe(digText(body, 'shipmentTrackingNumber'));
  });

  it('are two for two requests, found by account, reference and days', async () => {
    const numbers = [(await create()).body, (await create()).body].map((one) => digText(one, 'shipmentTrackingNumber'));
    const by = (more: string) => track(`shipmentReference=SO-1001&${more}`);
    const now = 'dateRangeFrom=2020-01-01&dateRangeTo=2040-01-01';
    const { body } = await by(`shipperAccountNumber=123456789&${now}`);
    expect(digList(body, 'shipments').map((one) => dig(one, 'shipmentTrackingNumber'))).toEqual(numbers);
    expect(await by(`shipperAccountNumber=1&${now}`)).toMatchObject({ status: 404 });
    expect(await by('shipperAccountNumber=123456789&dateRangeFrom=2020-01-01&dateRangeTo=2020-02-01')).toMatchObject({
      status: 404,
    });
    expect(await by(now)).toMatchObject({ status: 400 });
  });

  it('show their waybill in the month they were made in, and only if DHL made one', async () => {
    const number = digText((await create()).body, 'shipmentTrackingNumber');
    const month = new Date(box.world.clock.now()).toISOString().slice(0, 7);
    const image = (of: string, more: string) =>
      ask(`/shipments/${of}/get-image?shipperAccountNumber=123456789&${more}`);
    const { body } = await image(number, `typeCode=waybill&pickupYearAndMonth=${month}`);
    expect(scanPdf(Buffer.from(digText(body, 'documents', 0, 'content'), 'base64'))).toBe(number);
    expect(await image(number, 'typeCode=waybill&pickupYearAndMonth=2020-01')).toMatchObject({ status: 404 });
    expect(await image(number, `typeCode=label&pickupYearAndMonth=${month}`)).toMatchObject({ status: 400 });
    expect(await image(number, 'typeCode=waybill')).toMatchObject({ status: 400 });
    const bare = digText((await create({ outputImageProperties: {} })).body, 'shipmentTrackingNumber');
    expect(await image(bare, `typeCode=waybill&pickupYearAndMonth=${month}`)).toMatchObject({ status: 404 });
  });

  it('are found again after a restart, and no number comes twice', async () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'dhlExpress-')), 'state.json');
    const before = box;
    box = await startForTest({ ordersPerShop: 1, stateFile });
    const number = digText((await create()).body, 'shipmentTrackingNumber');
    await box.close();
    box = await startForTest({ ordersPerShop: 1, stateFile });
    expect(await track(`shipmentTrackingNumber=${number}`)).toMatchObject({ status: 200 });
    expect(digText((await create()).body, 'shipmentTrackingNumber')).not.toBe(number);
    await box.close();
    box = before;
  });
});

describe('pickups', () => {
  const pickup = (change: object = {}) =>
    ask('/pickups', {
      body: {
        plannedPickupDateAndTime: soon(24),
        closeTime: '18:00',
        accounts: [{ typeCode: 'shipper', number: '123456789' }],
        customerDetails: { shipperDetails: PARTY },
        shipmentDetails: [
          { productCode: 'P', isCustomsDeclarable: false, unitOfMeasurement: 'metric', packages: CONTENT.packages },
        ],
        ...change,
      },
    });

  it('are cancelled once, with a name and a reason', async () => {
    const number = digText((await pickup()).body, 'dispatchConfirmationNumbers', 0);
    const cancel = (query: string) => ask(`/pickups/${number}?${query}`, { method: 'DELETE' });
    expect(await cancel('requestorName=A')).toMatchObject({ status: 400 });
    expect(await cancel('requestorName=A&reason=B')).toMatchObject({ status: 200 });
    expect(await cancel('requestorName=A&reason=B')).toMatchObject({ status: 400 });
    expect(await pickup({ closeTime: '25:00' })).toMatchObject({ status: 422 });
    expect(await pickup({ plannedPickupDateAndTime: soon(-24) })).toMatchObject({ status: 400 });
  });
});
