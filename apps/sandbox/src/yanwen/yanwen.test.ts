import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { prefixForHost } from '../platforms.ts';
import { scanPdf } from '../scan.testing.ts';
import { call, dig, digText, startForTest } from '../testing.ts';

let box: Sandbox;
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });

interface Ask {
  /** What is signed instead of the body that is sent. */
  signed?: string;
  ago?: number;
  user?: string;
  version?: string;
}

/** A call put together by hand, as the notes describe it. */
function ask(method: string, body: string, { signed = body, ago = 0, user = '100000', version = 'V1.0' }: Ask = {}) {
  const timestamp = String(box.world.clock.now() - ago);
  const text = `yw-token-demo${user}${signed}json${method}${timestamp}${version}yw-token-demo`;
  const sign = createHash('md5').update(text).digest('hex');
  const query = new URLSearchParams({ user_id: user, method, format: 'json', timestamp, sign, version });
  const headers = { 'content-type': 'application/json' };
  return call(`${box.url}/yanwen/api/order?${query}`, { method: 'POST', headers, body });
}
const post = (method: string, body: object) => ask(method, JSON.stringify(body));
const codeOf = async (answer: Promise<{ body: unknown }>) => digText((await answer).body, 'code');

const ITEM = { goodsNameCh: '手机壳', goodsNameEn: 'case', price: 4.5, priceExport: 4.5, quantity: 2, weight: 100 };
const RECEIVER = {
  name: 'Pat Doe',
  country: 'US',
  state: 'GA',
  city: 'Alpharetta',
  address: '1 Example St',
  zipCode: '30005',
  phone: '5550100',
};
const PARCEL = {
  hasBattery: 0,
  currency: 'USD',
  totalPrice: 9,
  totalQuantity: 2,
  totalWeight: 420,
  productList: [ITEM],
};
const ORDER = {
  channelId: '481',
  orderSource: 'Test',
  orderNumber: 'SO-1001',
  receiverInfo: RECEIVER,
  parcelInfo: PARCEL,
};
const create = (change: object = {}) => post('express.order.create', { ...ORDER, ...change });
const waybillOf = async (change: object = {}) => digText((await create(change)).body, 'data', 'waybillNumber');
const info = async (waybillNumber: string) => dig((await post('express.order.get', { waybillNumber })).body, 'data');
const found = async (...listNumber: string[]) =>
  dig((await post('express.order.getlist', { listNumber })).body, 'data') as {
    waybillNumber: string;
    status: string;
  }[];
const track = (nums: string, authorization = '100000') =>
  call(`${box.url}/yanwen/api/tracking?nums=${nums}`, { headers: { authorization } });

beforeAll(async () => {
  box = await startForTest({ ordersPerShop: 1 });
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { orders: 1 });
});

describe('the gate', () => {
  it('checks the signature over the bytes that came', async () => {
    const odd = '{ "waybillNumber":"X",  "note":"\\u624b 手" }';
    expect(await codeOf(ask('express.order.get', odd))).toBe('3001');
    const resigned = JSON.stringify(JSON.parse(odd));
    expect(await codeOf(ask('express.order.get', odd, { signed: resigned }))).toBe('1004');
    expect(await codeOf(ask('express.order.get', odd, { signed: '' }))).toBe('1004');
  });

  it('wants a known customer, a time within ten minutes and a version that it speaks', async () => {
    expect(await codeOf(ask('express.order.get', '{}', { ago: 540_000 }))).toBe('3001');
    for (const ago of [660_000, -660_000]) expect(await codeOf(ask('express.order.get', '{}', { ago }))).toBe('1003');
    expect(await codeOf(ask('express.order.get', '{}', { user: '100001' }))).toBe('1001');
    expect(await codeOf(ask('express.order.get', '{}', { version: 'V2.0' }))).toBe('1002');
    expect(await codeOf(ask('express.order.gone', '{}'))).toBe('1005');
  });

  it('stands for the hosts of orders and of tracking', () => {
    for (const host of ['open.yw56.com.cn', 'ejf-fat.yw56.com.cn:443', 'open-fat.yw56.com.cn', 'api.track.yw56.com.cn'])
      expect(prefixForHost(host)).toBe('/yanwen');
    expect(prefixForHost('open.yw56.com.cn.evil.test')).toBe('');
  });

  it('answers a refusal with status 200', async () => {
    expect(await post('express.order.get', { waybillNumber: 'X' })).toMatchObject({
      status: 200,
      body: { success: false, message: '运单 X 不存在', data: null },
    });
  });
});

describe('orders', () => {
  it.each<[string, object, string]>([
    ['an unknown channel', { channelId: '1' }, '2001'],
    ['no source', { orderSource: '' }, '2002'],
    ['no reference', { orderNumber: '' }, '2003'],
    ['an unknown warehouse', { companyCode: '99' }, '2004'],
    ['no city', { receiverInfo: { ...RECEIVER, city: '' } }, '2005'],
    ['an unknown country', { receiverInfo: { ...RECEIVER, country: 'XX' } }, '2006'],
    ['a country off the line', { channelId: '484', receiverInfo: { ...RECEIVER, country: 'MX' } }, '2007'],
    ['too much weight', { channelId: '155', parcelInfo: { ...PARCEL, totalWeight: 2001 } }, '2007'],
    ['no word about batteries', { parcelInfo: { ...PARCEL, hasBattery: undefined } }, '2020'],
    ['a currency', { parcelInfo: { ...PARCEL, currency: 'JPY' } }, '2021'],
    ['half a gram', { parcelInfo: { ...PARCEL, totalWeight: 0.5 } }, '2022'],
    ['half a centimetre', { parcelInfo: { ...PARCEL, length: 20.5 } }, '2023'],
    ['six articles', { parcelInfo: { ...PARCEL, productList: Array(6).fill(ITEM) } }, '2024'],
    ['another quantity', { parcelInfo: { ...PARCEL, totalQuantity: 3 } }, '2025'],
    ['another value', { parcelInfo: { ...PARCEL, totalPrice: 9.01 } }, '2026'],
    ['no Chinese name', { parcelInfo: { ...PARCEL, productList: [{ ...ITEM, goodsNameCh: '' }] } }, '2010'],
    [
      'a Chinese name as the English one',
      { parcelInfo: { ...PARCEL, productList: [{ ...ITEM, goodsNameEn: '手机壳' }] } },
      '2011',
    ],
    ['no value', { parcelInfo: { ...PARCEL, productList: [{ ...ITEM, price: 0 }] } }, '2012'],
    ['half an article', { parcelInfo: { ...PARCEL, productList: [{ ...ITEM, quantity: 0.5 }] } }, '2013'],
    ['no weight of an article', { parcelInfo: { ...PARCEL, productList: [{ ...ITEM, weight: 0 }] } }, '2014'],
  ])('refuses %s', async (_what, change, code) => {
    expect(await codeOf(create(change))).toBe(code);
  });

  it('does without a phone', async () => {
    expect(await waybillOf({ receiverInfo: { ...RECEIVER, phone: undefined } })).not.toBe('');
  });

  it('keeps a reference for one order, until that is cancelled', async () => {
    const first = await waybillOf();
    expect(await codeOf(create())).toBe('2030');
    await post('express.order.cancel', { waybillNumber: first, note: '' });
    const second = await waybillOf();
    expect((await found('SO-1001')).map((one) => [one.waybillNumber, one.status])).toEqual([
      [first, '5'],
      [second, '0'],
    ]);
  });

  it('cancels nothing after hand-over', async () => {
    const waybillNumber = await waybillOf();
    await control('parcels/advance', { trackingNumber: waybillNumber });
    expect(await info(waybillNumber)).toMatchObject({ status: '2' });
    expect(await codeOf(post('express.order.cancel', { waybillNumber }))).toBe('3003');
  });

  it('knows many orders by each of their numbers, and moves no other', async () => {
    const waybill = await waybillOf({ companyCode: '4' });
    const other = await waybillOf({ orderNumber: 'SO-1002' });
    expect((await found(waybill, 'SO-1002', 'SO-GONE')).map((one) => one.waybillNumber)).toEqual([waybill, other]);
    expect(await codeOf(post('express.order.getlist', { listNumber: Array(51).fill('X') }))).toBe('3002');
    await control('parcels/advance', { trackingNumber: waybill, to: 'out_for_delivery' });
    const lastMile = digText(await info(waybill), 'referenceNumber');
    expect((await found(lastMile)).map((one) => one.waybillNumber)).toEqual([waybill]);
    expect((await control('parcels/advance', { trackingNumber: 'YW0' })).status).toBe(400);
    expect(await info(other)).toMatchObject({ status: '0' });
  });

  it('finds its orders again after a restart, and makes no number twice', async () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'yanwen-')), 'state.json');
    const before = box;
    box = await startForTest({ ordersPerShop: 1, stateFile });
    const waybill = await waybillOf();
    await box.close();
    box = await startForTest({ ordersPerShop: 1, stateFile });
    expect(await info(waybill)).toMatchObject({ status: '0' });
    expect(await waybillOf({ orderNumber: 'SO-1002' })).not.toBe(waybill);
    await box.close();
    box = before;
  });
});

describe('labels', () => {
  it('are 100 x 100 mm, and a scanner reads their number', async () => {
    const waybillNumber = await waybillOf();
    const { body } = await post('express.order.label.get', { waybillNumber });
    const pdf = Buffer.from(digText(body, 'data', 'base64String'), 'base64');
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? [];
    expect([Number(width) / 72, Number(height) / 72].map((inch) => Math.round(inch * 25.4))).toEqual([100, 100]);
    expect(scanPdf(pdf)).toBe(waybillNumber);
  });
});

describe('tracking', () => {
  it('goes by the clock of each place, for those who name themselves', async () => {
    const waybill = await waybillOf();
    await control('parcels/advance', { trackingNumber: waybill, to: 'delivered' });
    const { body } = await track(`${waybill},YW0`);
    const [row, none] = dig(body, 'result') as { checkpoints: { time_zone: string; time_stamp: string }[] }[];
    expect(row).toMatchObject({ tracking_number: waybill, tracking_status: 'LM40', destination_country: 'US' });
    expect(row?.checkpoints.map((one) => one.time_zone)).toEqual([...Array(3).fill('+08'), ...Array(5).fill('-05')]);
    const at = row?.checkpoints.map((one) => Date.parse(`${one.time_stamp}${one.time_zone}:00`)) ?? [];
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(none).toMatchObject({ tracking_status: 'NOTFOUND', checkpoints: [] });
    expect((await track(waybill, 'nobody')).status).toBe(401);
    expect(dig((await track(Array(31).fill('X').join(','))).body, 'code')).toBe(1);
  });
});
