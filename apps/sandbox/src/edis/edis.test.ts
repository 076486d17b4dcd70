import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { scanPdf } from '../scan.testing.ts';
import { call, dig, digText, startForTest } from '../testing.ts';

let box: Sandbox;
let token = '';
const ITEM = {
  ...{ orderLineItem: '1-2', postedQuantity: 1 },
  sku: { skuNumber: 'S', nameEn: 'case', price: { value: '4.50', currency: 'USD' } },
};
const INFO = {
  ...{ shippingServiceId: '101', shipFromAddressId: 'A0001', consignPreferenceId: 'C0001', packageComment: 'SO-1' },
  ...{ packageWeight: 420, packageLength: 20, packageWidth: 15, packageHeight: 8 },
  shipToAddress: { contact: 'Pat', countryCode: 'US', city: 'Alpharetta', street1: '9 Elm St', postcode: '30005' },
  items: [ITEM],
};

async function tokenOf(at: Sandbox): Promise<string> {
  const basic = Buffer.from('Tradewin-edis-SBX-1a2b3c4d5-6e7f8a9b:SBX-edis-1a2b3c4d-7a8b-9c0d-1e2f').toString('base64');
  const form = { grant_type: 'refresh_token', refresh_token: 'edis-refresh-demo' };
  const url = `${at.url}/edis/api/identity/v1/oauth2/token`;
  const answer = await call(url, { method: 'POST', form, headers: { authorization: `Basic ${basic}` } });
  return digText(answer.body, 'access_token');
}
const ask = (path: string, more: { method?: string; body?: unknown } = {}, at = box) =>
  call(`${at.url}/edis/api/sell/edelivery_international_shipping/v1${path}`, {
    ...more,
    headers: { authorization: `Bearer ${token}` },
  });
const create = (change: object = {}) => ask('/package', { body: { packageInfo: { ...INFO, ...change } } });
const codeOf = async (answer: ReturnType<typeof ask>) => dig((await answer).body, 'errors', 0, 'errorId');
const made = async (change: object = {}) => {
  const { body } = await create(change);
  const field = (name: string) => digText(body, 'createPackageResult', name);
  return { id: field('packageId'), number: field('trackingNumber') };
};
const confirm = (id: string) => ask(`/package/${id}/confirm`, { method: 'POST' });
const pdfOf = async (number: string, at = box) =>
  Buffer.from(
    digText((await ask(`/labels?tracking_numbers=${number}`, {}, at)).body, 'labels', 0, 'base64Str'),
    'base64',
  );

beforeAll(async () => {
  box = await startForTest({ ordersPerShop: 1 });
});
afterAll(() => box.close());
beforeEach(async () => {
  await call(`${box.url}/control/reset`, { body: { orders: 1 } });
  token = await tokenOf(box);
});

describe('the stand-in of eDIS', () => {
  it('wants a token of its own, and knows no other parameters', async () => {
    const strange = await call(`${box.url}/edis/api/sell/edelivery_international_shipping/v1/services`);
    expect([strange.status, dig(strange.body, 'errors', 0, 'errorId')]).toEqual([401, 1001]);
    expect(await codeOf(ask('/services?page=2'))).toBe(2004);
    expect(await codeOf(ask('/services?limit=0'))).toBe(355076);
  });

  it.each([
    ['a service', { shippingServiceId: '999' }, 355012],
    ['the service as it is sold', { incoterm: 'DDP' }, 355025],
    ['the address to ship from', { shipFromAddressId: 'A9' }, 355055],
    ['the way to hand over', { consignPreferenceId: '' }, 355055],
    ['a city', { shipToAddress: { ...INFO.shipToAddress, city: '' } }, 355055],
    ['a short street', { shipToAddress: { ...INFO.shipToAddress, street2: 'x'.repeat(51) } }, 355002],
    ['a country that it serves', { shipToAddress: { ...INFO.shipToAddress, countryCode: 'XX' } }, 355024],
    ['a weight', { packageWeight: '420' }, 355025],
    ['a light parcel', { packageWeight: 40_000 }, 355025],
    ['short sides', { packageLength: 61 }, 355025],
    ['items', { items: [] }, 355008],
    ['the line of an item', { items: [{ ...ITEM, orderLineItem: '' }] }, 355008],
    ['a line of its own seller', { items: [{ ...ITEM, orderLineItem: 'OTHER-1' }] }, 355008],
    ['a quantity', { items: [{ ...ITEM, postedQuantity: 0 }] }, 355014],
    ['a value', { items: [{ ...ITEM, sku: { ...ITEM.sku, price: { value: '0' } } }] }, 355013],
    ['a known qualification', { items: [{ ...ITEM, sku: { ...ITEM.sku, isLiBattery: true } }] }, 355020],
    [
      'a valid one',
      { items: [{ ...ITEM, sku: { ...ITEM.sku, isLiBattery: true, elecQualificationId: 'Q0002' } }] },
      355022,
    ],
    [
      'one of the same battery',
      { items: [{ ...ITEM, sku: { ...ITEM.sku, isLiBattery: true, elecQualificationId: 'Q0001' } }] },
      355023,
    ],
  ])('makes no package without %s', async (_what, change, code) => {
    expect(await codeOf(create(change))).toBe(code);
    expect(await codeOf(ask('/package/1-2/item'))).toBe(355062);
  });

  it('takes a line by listing and transaction, too, and gives it one package', async () => {
    const { orderLineItem: _, ...bare } = ITEM;
    await made({ items: [{ ...bare, listingId: '1', transactionId: '2' }] });
    expect(await codeOf(create())).toBe(355005);
  });

  it('prints a label once a package is confirmed, and a scanner reads it', async () => {
    const { id, number } = await made();
    const label = async () =>
      digText((await ask(`/labels?tracking_numbers=${number}`)).body, 'labels', 0, 'resultCode');
    expect(await label()).toBe('355040');
    expect((await confirm(id)).status).toBe(204);
    expect(await codeOf(confirm(id))).toBe(355038);
    expect(await label()).toBe('200');
    expect(scanPdf(await pdfOf(number))).toBe(number);
    expect(await codeOf(ask('/labels'))).toBe(355067);
    expect(await codeOf(ask(`/labels?tracking_numbers=${number}&page_size=A3`))).toBe(355077);
  });

  it('prints a bundle under its own number, and answers unknown ones', async () => {
    const { id, number } = await made();
    const bundle = (trackingNumbers: string[], consignPreferenceId = 'C0001') =>
      ask('/bundle', { body: { bundle: { consignPreferenceId, trackingNumbers } } });
    expect(await codeOf(bundle([number]))).toBe(355080);
    await confirm(id);
    expect(await codeOf(bundle([number], ''))).toBe(355078);
    const bundleId = digText((await bundle([number])).body, 'bundle', 'bundleId');
    const pdf = digText((await ask(`/bundle/${bundleId}/label`)).body, 'label', 'base64Str');
    expect(scanPdf(Buffer.from(pdf, 'base64'))).toBe(bundleId);
    expect(await codeOf(ask('/bundle/B0/label'))).toBe(355083);
    expect(await codeOf(ask('/package/P0'))).toBe(355004);
    expect(await codeOf(ask('/tracking?tracking_number=ES0'))).toBe(355004);
  });

  it('knows its packages again after a restart', async () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'edis-')), 'state.json');
    const first = await startForTest({ ordersPerShop: 1, stateFile });
    token = await tokenOf(first);
    const { body } = await ask('/package', { body: { packageInfo: INFO } }, first);
    const number = digText(body, 'createPackageResult', 'trackingNumber');
    await ask(`/package/${digText(body, 'createPackageResult', 'packageId')}/confirm`, { method: 'POST' }, first);
    await first.close();
    const second = await startForTest({ ordersPerShop: 1, stateFile });
    expect(scanPdf(await pdfOf(number, second))).toBe(number);
    await second.close();
  });
});
