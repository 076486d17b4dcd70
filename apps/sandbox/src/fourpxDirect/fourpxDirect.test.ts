import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { scanPdf } from '../scan.testing.ts';
import { call, dig, digText, startForTest } from '../testing.ts';

let box: Sandbox;
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });

interface Ask {
  v?: string;
  /** What is signed instead of the body that is sent. */
  signed?: string;
  ago?: number;
}

/** A call put together by hand, as the notes describe it. */
function ask(method: string, body: string, { v = '1.0.0', signed = body, ago = 0 }: Ask = {}) {
  const timestamp = String(box.world.clock.now() - ago);
  const text = `app_keyfpx-direct-demoformatjsonmethod${method}timestamp${timestamp}v${v}${signed}fpx-direct-secret`;
  const sign = createHash('md5').update(text).digest('hex');
  const query = new URLSearchParams({ method, app_key: 'fpx-direct-demo', v, timestamp, format: 'json', sign });
  const headers = { 'content-type': 'application/json' };
  return call(`${box.url}/fourpxDirect/router/api/service?${query}`, { method: 'POST', headers, body });
}
const post = (method: string, params: object, v?: string) =>
  ask(`ds.xms.${method}`, JSON.stringify(params), v === undefined ? {} : { v });
const codeOf = async (answer: Promise<{ body: unknown }>) => {
  const { body } = await answer;
  return dig(body, 'result') === '1' ? 'ok' : digText(body, 'errors', 0, 'error_code');
};

const PARTY = { first_name: 'Pat', phone: '1', country: 'US', city: 'Auburn', street: '1 A', post_code: '13021' };
const PRICES = { declare_unit_price_export: 4.5, declare_unit_price_import: 4.5 };
const ITEM = {
  ...{ declare_product_name_en: 'case', declare_product_code_qty: 2, brand_export: 'none', brand_import: 'none' },
  ...{ ...PRICES, currency_export: 'USD', currency_import: 'USD' },
};
const PARCEL = { weight: 420, parcel_value: 9, currency: 'USD', include_battery: 'N', declare_product_info: [ITEM] };
const ORDER = {
  ...{ ref_no: 'SO-1001', business_type: 'BDS', duty_type: 'P', sender: { ...PARTY, country: 'CN' } },
  logistics_service_info: { logistics_product_code: 'TWPX' },
  return_info: { is_return_on_domestic: 'U', is_return_on_oversea: 'U' },
  parcel_list: [PARCEL],
  recipient_info: PARTY,
  deliver_type_info: { deliver_type: '3' },
};
const EXPRESS = { logistics_service_info: { logistics_product_code: 'TWEX' } };
const create = (change: object = {}) => post('order.create', { ...ORDER, ...change }, '1.1.0');
const parcelWith = (change: object) => ({ parcel_list: [{ ...PARCEL, ...change }] });
const itemWith = (change: object) => parcelWith({ declare_product_info: [{ ...ITEM, ...change }] });
const numberOf = async (change: object = {}) => digText((await create(change)).body, 'data', '4px_tracking_no');
const found = async (request_no: string) => dig((await post('order.get', { request_no }, '1.1.0')).body, 'data');
const statusOf = async (number: string) => digText(await found(number), 0, 'consignment_info', 'consignment_status');

beforeAll(async () => {
  box = await startForTest({ ordersPerShop: 1 });
});
afterAll(() => box.close());
beforeEach(() => control('reset', { orders: 1 }));

describe('the gateway', () => {
  it('checks the signature over the bytes that came, the time and the version', async () => {
    const odd = '{ "request_no":"X",  "note":"\\u624b 手" }';
    const get = (more: Ask) => codeOf(ask('ds.xms.order.get', odd, { v: '1.1.0', ...more }));
    expect(await get({})).toBe('ok');
    expect(await get({ signed: JSON.stringify(JSON.parse(odd)) })).toBe('0000001');
    expect(await get({ ago: 660_000 })).toBe('0000002');
    expect(await get({ v: '1.0.0' })).toBe('0000003');
  });
});

describe('orders', () => {
  it.each([
    ['an unknown product', { logistics_service_info: { logistics_product_code: 'X' } }, 'DS000110'],
    ['no reference', { ref_no: '' }, 'DS000051'],
    ['no business type', { business_type: '' }, 'DS000052'],
    ['nobody who pays duties', { duty_type: '' }, 'DS000053'],
    ['no way to the warehouse', { deliver_type_info: {} }, 'DS000054'],
    ['no word about returns', { return_info: {} }, 'DS000055'],
    ['no postal code of the sender', { sender: { ...PARTY, post_code: '' } }, 'DS000000'],
    ['no phone by express', { ...EXPRESS, recipient_info: { ...PARTY, phone: '' } }, 'DS000000'],
    ['an unknown country', { recipient_info: { ...PARTY, country: 'XX' } }, 'DS000056'],
    ['dollars for the European Union', { recipient_info: { ...PARTY, country: 'DE' } }, 'DS000067'],
    ['no parcel', { parcel_list: [] }, 'DS000057'],
    ['half a gram', parcelWith({ weight: 0.5 }), 'DS000068'],
    ['a weight as text', parcelWith({ weight: '420' }), 'DS000068'],
    ['too much weight', parcelWith({ weight: 31_000 }), 'DS000111'],
    ['a battery of no type', parcelWith({ include_battery: 'Y' }), 'DS000069'],
    ['no declaration', parcelWith({ declare_product_info: [] }), 'DS000070'],
    ['a value that is not the sum', parcelWith({ parcel_value: 9.01 }), 'DS000071'],
    ['a Chinese name as the English one', itemWith({ declare_product_name_en: '手机壳' }), 'DS000061'],
    ['an English name as the Chinese one', itemWith({ declare_product_name_cn: 'case' }), 'DS000062'],
    ['half an article', itemWith({ declare_product_code_qty: 0.5 }), 'DS000063'],
    ['a price of three decimals', itemWith({ declare_unit_price_export: 4.505 }), 'DS000064'],
    ['no brand', itemWith({ brand_export: '' }), 'DS000065'],
    ['a dotted customs code', itemWith({ hscode_export: '3926.90' }), 'DS000066'],
  ])('refuses %s', async (_what, change, code) => {
    expect(await codeOf(create(change))).toBe(code);
  });

  it('keep a reference for one order, until that is cancelled', async () => {
    const request_no = await numberOf();
    expect(await codeOf(create())).toBe('DS000101');
    expect(await codeOf(post('order.cancel', { request_no }))).toBe('DS000203');
    expect(await codeOf(post('order.cancel', { request_no, cancel_reason: 'x' }))).toBe('ok');
    expect(await statusOf('SO-1001')).toBe('X');
    const second = await numberOf();
    expect(second).not.toBe(request_no);
    expect(await found('SO-1001')).toHaveLength(2);
    expect(await statusOf(second)).toBe('P');
  });

  it('cannot be changed after hand-over, only held until they go out', async () => {
    const request_no = await numberOf();
    await control('parcels/advance', { trackingNumber: request_no });
    expect(await statusOf(request_no)).toBe('H');
    expect(await codeOf(post('order.updateweight', { request_no, weight: 500 }))).toBe('DS000202');
    expect(await codeOf(post('order.cancel', { request_no, cancel_reason: 'x' }))).toBe('DS000202');
    expect(await codeOf(post('order.hold', { request_no, is_hold_flag: 'N' }))).toBe('ok');
    await control('parcels/advance', { trackingNumber: request_no, to: 'in_transit' });
    expect(await codeOf(post('order.hold', { request_no, is_hold_flag: 'Y' }))).toBe('DS000204');
  });

  it('are found again after a restart, and no number is made twice', async () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'fourpxDirect-')), 'state.json');
    const before = box;
    box = await startForTest({ ordersPerShop: 1, stateFile });
    const number = await numberOf();
    await box.close();
    box = await startForTest({ ordersPerShop: 1, stateFile });
    expect(await statusOf(number)).toBe('P');
    expect(await numberOf({ ref_no: 'SO-1002' })).not.toBe(number);
    await box.close();
    box = before;
  });
});

describe('labels', () => {
  it.each([
    ['TWPX', 'logistics_channel_no', 'label_100x150', 150],
    ['TWQC', '4px_tracking_no', 'label_100x100', 100],
  ])('of %s are as long as requested, and a scanner reads their number', async (code, field, label_size, long) => {
    const made = await create({ logistics_service_info: { logistics_product_code: code } });
    const { body } = await post('label.get', { request_no: 'SO-1001', label_size }, '1.1.0');
    const url = digText(body, 'data', 'label_url_info', 'logistics_label');
    const pdf = Buffer.from(await (await fetch(url)).arrayBuffer());
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? [];
    expect([Number(width) / 72, Number(height) / 72].map((inch) => Math.round(inch * 25.4))).toEqual([100, long]);
    expect(scanPdf(pdf)).toBe(digText(made.body, 'data', field));
  });
});

describe('prices', () => {
  const estimate = async (params: object) => {
    const answer = post('estimated_cost.get', params);
    const code = await codeOf(answer);
    return code === 'ok' ? digText((await answer).body, 'data', 0, 'lump_sum_fee') : code;
  };

  it('go by weight and volume', async () => {
    expect(await estimate({ country_code: 'US', weight: '420' })).toBe('52.18');
    expect(await estimate({ country_code: 'US', weight: '420', length: 20, width: 20, height: 20 })).toBe('124.31');
    expect(await estimate({ country_code: 'US', weight: '420', length: 20 })).toBe('DS000302');
    expect(await estimate({ country_code: 'XX', weight: '420' })).toBe('DS000056');
    expect(await estimate({ country_code: 'US', weight: '0' })).toBe('DS000068');
  });
});
