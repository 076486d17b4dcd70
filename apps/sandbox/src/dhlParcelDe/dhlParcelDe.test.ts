import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { prefixForHost } from '../platforms.ts';
import { scanPdf } from '../scan.testing.ts';
import { call, dig, digList, digText, startForTest } from '../testing.ts';

let box: Sandbox;
let token = '';
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const at = (path: string) => `${box.url}/dhlParcelDe${path}`;
const TOKEN = {
  grant_type: 'password',
  client_id: 'dhl-parcel-demo',
  client_secret: 'dhl-parcel-secret',
  username: 'user-valid',
  password: 'dhl-parcel-password',
};
const tokenFor = (change: object = {}) =>
  call(at('/parcel/de/account/auth/ropc/v1/token'), { form: { ...TOKEN, ...change } });

/** A call put together by hand, as DHL's collection of examples has it. */
const ask = (path: string, init: { method?: string; body?: unknown } = {}) =>
  call(at(path), { ...init, headers: { authorization: `Bearer ${token}` } });

const SHOP = {
  name1: 'My Online Shop GmbH',
  addressStreet: 'Sträßchensweg 10',
  postalCode: '53113',
  city: 'Bonn',
  country: 'DEU',
};
const MARIA = { ...SHOP, name1: 'Maria Musterfrau', addressStreet: 'Kurt-Schumacher-Str. 20' };
const JOE = { name1: 'Joe Black', addressStreet: '42 Street', postalCode: 'SW1A 1AA', city: 'London', country: 'GBR' };
const SHIPMENT = {
  product: 'V01PAK',
  billingNumber: '33333333330102',
  refNo: 'Order No. 1234',
  shipper: SHOP,
  consignee: MARIA,
  details: { dim: { uom: 'mm', height: 100, length: 200, width: 150 }, weight: { uom: 'g', value: 500 } },
};
const CUSTOMS = {
  exportType: 'COMMERCIAL_GOODS',
  postalCharges: { currency: 'EUR', value: 1 },
  items: [
    {
      itemDescription: 'Item 1',
      packagedQuantity: 1,
      hsCode: '123456',
      countryOfOrigin: 'FRA',
      itemValue: { currency: 'EUR', value: 10 },
      itemWeight: { uom: 'kg', value: 1 },
    },
  ],
};
const ABROAD = { product: 'V53WPAK', billingNumber: '33333333335301', consignee: JOE, customs: CUSTOMS };
const PROFILE = 'STANDARD_GRUPPENPROFIL';
const create = (change: object = {}) =>
  ask('/parcel/de/shipping/v2/orders', { body: { profile: PROFILE, shipments: [{ ...SHIPMENT, ...change }] } });
const numberOf = async (change: object = {}) => digText((await create(change)).body, 'items', 0, 'shipmentNo');

beforeAll(async () => {
  box = await startForTest({ ordersPerShop: 1 });
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { orders: 1 });
  token = digText((await tokenFor()).body, 'access_token');
});

describe('the door', () => {
  it('gives tokens to a program and its user', async () => {
    expect(await tokenFor({ password: 'no' })).toMatchObject({ status: 400 });
    expect(await tokenFor({ client_secret: 'no' })).toMatchObject({ status: 401 });
    expect(await tokenFor({ grant_type: 'client_credentials' })).toMatchObject({ status: 400 });
    token = 'eyJ';
    expect(await create()).toMatchObject({ status: 401 });
    expect(await call(at('/track/shipments?trackingNumber=1'))).toMatchObject({ status: 401 });
    for (const host of ['api-eu.dhl.com', 'api-sandbox.dhl.com:443']) expect(prefixForHost(host)).toBe('/dhlParcelDe');
    expect(prefixForHost('api-eu.dhl.com.evil.test')).toBe('');
  });
});

describe('orders', () => {
  it.each([
    ['an unknown product', { product: 'X' }, 'product'],
    ['the billing number of another product', { billingNumber: '33333333335301' }, 'billingNumber'],
    ['the billing number of another customer', { billingNumber: '44444444440101' }, 'billingNumber'],
    ['a short reference', { refNo: '1234567' }, 'refNo'],
    ['no name', { consignee: { ...MARIA, name1: '' } }, 'consignee.name1'],
    ['a country of two letters', { consignee: { ...MARIA, country: 'DE' } }, 'consignee.country'],
    ['a postal code of four digits', { consignee: { ...MARIA, postalCode: '5311' } }, 'consignee.postalCode'],
    ['a long street', { consignee: { ...MARIA, addressStreet: 'x'.repeat(51) } }, 'consignee.addressStreet'],
    ['a telephone number in Germany', { consignee: { ...MARIA, phone: '1' } }, 'consignee.phone'],
    ['a field that nobody knows', { consignee: { ...MARIA, odd: 1 } }, 'consignee.odd'],
    [
      'a state without its country',
      { ...ABROAD, consignee: { ...JOE, country: 'USA', state: 'TX' } },
      'consignee.state',
    ],
    ['no customs declaration', { ...ABROAD, customs: undefined }, 'customs'],
    ['a declaration inside the union', { customs: CUSTOMS }, 'customs'],
    [
      'two currencies',
      { ...ABROAD, customs: { ...CUSTOMS, postalCharges: { currency: 'USD', value: 1 } } },
      'customs.postalCharges',
    ],
    ['no item', { ...ABROAD, customs: { ...CUSTOMS, items: [] } }, 'customs.items'],
  ])('refuses %s', async (_what, change, property) => {
    const { status, body } = await create(change);
    expect(status).toBe(400);
    expect(digList(body, 'items', 0, 'validationMessages').map((one) => dig(one, 'property'))).toContain(property);
  });

  it('answers 200 with faults inside that only the back end finds', async () => {
    for (const change of [{ details: { weight: { uom: 'kg', value: 35 } } }, { consignee: JOE, customs: CUSTOMS }]) {
      const { status, body } = await create(change);
      expect([status, dig(body, 'items', 0, 'sstatus', 'statusCode')]).toEqual([200, 400]);
      expect(dig(body, 'items', 0)).not.toHaveProperty('shipmentNo');
    }
  });

  it('have a label of 103 x 150 mm, whose number a scanner reads, and a customs paper abroad', async () => {
    const { body } = await create(ABROAD);
    const pdf = Buffer.from(digText(body, 'items', 0, 'label', 'b64'), 'base64');
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? [];
    expect([Number(width), Number(height)].map((one) => Math.round((one / 72) * 25.4))).toEqual([103, 150]);
    expect(scanPdf(pdf)).toBe(digText(body, 'items', 0, 'shipmentNo'));
    expect(digText(body, 'items', 0, 'customsDoc', 'b64')).toMatch(/^JVBERi/);
  });

  it('are deleted until the day is closed', async () => {
    const [first, second] = [await numberOf(), await numberOf({ refNo: 'Order No. 1235' })];
    const remove = (number: string, profile = PROFILE) =>
      ask(`/parcel/de/shipping/v2/orders?profile=${profile}&shipment=${number}`, { method: 'DELETE' });
    const show = (number: string) => ask(`/parcel/de/shipping/v2/orders?shipment=${number}&docFormat=PDF`);
    expect(await remove(first, 'X')).toMatchObject({ status: 400 });
    expect(await show(first)).toMatchObject({ status: 200 });
    expect(await remove(first)).toMatchObject({ status: 200 });
    expect(await remove(first)).toMatchObject({ status: 404 });
    expect(await show(first)).toMatchObject({ status: 404 });
    const manifests = '/parcel/de/shipping/v2/manifests';
    const close = (shipmentNumbers: string[]) => ask(manifests, { body: { profile: PROFILE, shipmentNumbers } });
    expect(await close([])).toMatchObject({ status: 400 });
    expect(await close([second])).toMatchObject({ status: 207 });
    expect(dig((await close([second])).body, 'items', 0, 'sstatus', 'title')).toBe('Warning');
    expect(await remove(second)).toMatchObject({ status: 400 });
    expect(await show(second)).toMatchObject({ status: 404 });
    expect(await ask(`${manifests}?date=2020-01-01`)).toMatchObject({ status: 404 });
  });

  it('are told by reference in XML, each user their own', async () => {
    const number = await numberOf();
    const authorization = `Basic ${Buffer.from('dhl-parcel-demo:dhl-parcel-secret').toString('base64')}`;
    const find = async (reference: string, password = 'dhl-parcel-password') => {
      const xml = `<data appname="user-valid" password="${password}" request="d-get-piece-detail" piece-customer-reference="${reference}" from-date="2020-01-01" to-date="2040-01-01"/>`;
      return String(
        (
          await call(at(`/parcel/de/tracking/v0/shipments?${new URLSearchParams({ xml })}`), {
            headers: { authorization },
          })
        ).body,
      );
    };
    expect(await find('Order No. 1234')).toContain(`piece-code="${number}"`);
    expect(await find('OTHER')).toContain('code="100"');
    expect(await find('Order No. 1234', 'no')).toContain('Login failed');
  });

  it('are found again after a restart, and no number comes twice', async () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'dhlParcelDe-')), 'state.json');
    const before = box;
    box = await startForTest({ ordersPerShop: 1, stateFile });
    const number = await numberOf();
    await box.close();
    box = await startForTest({ ordersPerShop: 1, stateFile });
    expect(await ask(`/parcel/de/shipping/v2/orders?shipment=${number}`)).toMatchObject({ status: 200 });
    expect(await numberOf()).not.toBe(number);
    await box.close();
    box = before;
  });
});
