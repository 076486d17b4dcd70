import { createHmac } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { prefixForHost } from '../platforms.ts';
import { scanPdf } from '../scan.testing.ts';
import { call, dig, digText, startForTest } from '../testing.ts';

let box: Sandbox;
let token = '';
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });

interface Ask {
  method?: string;
  body?: string;
  /** What is signed instead of the body that is sent. */
  signed?: string;
  ago?: number;
  token?: string;
}

/** A call put together by hand, as the notes describe it. */
function ask(path: string, { body = '', signed = body, ago = 0, ...more }: Ask = {}) {
  const method = more.method ?? (body === '' ? 'GET' : 'POST');
  const date = String(box.world.clock.now() - ago);
  const text = `${signed === '' ? '' : `body=${signed}&`}date=${date}&method=${method}&uri=${path.split('?')[0]}`;
  const sign = createHmac('sha256', 'yun-secret-demo').update(text).digest('base64');
  const headers = { token: more.token ?? token, date, sign, 'content-type': 'application/json' };
  return call(`${box.url}/yunexpress${path}`, { method, headers, ...(body === '' ? {} : { body }) });
}
const post = (path: string, body: object) => ask(path, { body: JSON.stringify(body) });
const codeOf = async (answer: Promise<{ body: unknown }>) => digText((await answer).body, 'code');

const ITEM = { sku_code: 'S', name_en: 'case', quantity: 2, unit_price: 4.5, unit_weight: 0.1, currency: 'USD' };
const RECEIVER = {
  first_name: 'Pat',
  country_code: 'US',
  province: 'GA',
  city: 'Alpharetta',
  address_lines: ['1 Example St'],
  postal_code: '30005',
};
const ORDER = {
  product_code: 'TWSTD',
  customer_order_number: 'SO-1001',
  weight_unit: 'KG',
  size_unit: 'CM',
  packages: [{ weight: 0.42 }],
  receiver: RECEIVER,
  declaration_info: [ITEM],
};
const create = (change: object = {}) => post('/v1/order/package/create', { ...ORDER, ...change });
const info = (number: string) => ask(`/v1/order/info/get?order_number=${number}`);
const waybillOf = async (change: object = {}) => digText((await create(change)).body, 'result', 'waybill_number');
const statusOf = async (number: string) => digText((await info(number)).body, 'result', 'status');

beforeAll(async () => {
  box = await startForTest({ ordersPerShop: 1 });
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { orders: 1 });
  const keys = { appId: 'yun-app-demo', appSecret: 'yun-secret-demo', sourceKey: 'yun-source-demo' };
  const body = { grantType: 'client_credentials', ...keys };
  token = digText((await call(`${box.url}/yunexpress/openapi/oauth2/token`, { body })).body, 'accessToken');
});

describe('the gate', () => {
  it('checks the signature over the bytes that came', async () => {
    const odd = '{ "product_code":"X",  "note":"\\u624b 手" }';
    expect(await codeOf(ask('/v1/order/package/create', { body: odd }))).toBe('02039019');
    expect(await codeOf(ask('/v1/order/package/create', { body: odd, signed: JSON.stringify(JSON.parse(odd)) }))).toBe(
      '0200401101',
    );
    expect(await codeOf(ask('/v1/order/package/create', { body: odd, signed: '' }))).toBe('0200401101');
  });

  it('wants a time within ten minutes and a token of its own', async () => {
    expect(await codeOf(ask('/v1/order/info/get?order_number=X', { ago: 540_000 }))).toBe('02030013');
    for (const ago of [660_000, -660_000])
      expect(await ask('/v1/order/info/get?order_number=X', { ago })).toMatchObject({ status: 401 });
    const strange = await ask('/v1/order/info/get?order_number=X', { token: 'eyJ' });
    expect([strange.status, dig(strange.body, 'code')]).toEqual([401, '0200401002']);
  });

  it('stands for the hosts of the open platform', () => {
    for (const host of ['openapi.yunexpress.cn', 'openapi-sbx.yunexpress.cn:443'])
      expect(prefixForHost(host)).toBe('/yunexpress');
    expect(prefixForHost('openapi.yunexpress.cn.evil.test')).toBe('');
  });

  it('answers a refusal with status 200', async () => {
    const answer = await info('X');
    expect([answer.status, dig(answer.body, 'success'), dig(answer.body, 'msg')]).toEqual([
      200,
      false,
      '运单 X 不存在',
    ]);
  });
});

describe('orders', () => {
  it.each([
    ['an unknown product', { product_code: 'X' }, '02039019'],
    ['no reference', { customer_order_number: '' }, '02039065'],
    ['no city', { receiver: { ...RECEIVER, city: '' } }, '02039026'],
    ['no address', { receiver: { ...RECEIVER, address_lines: [''] } }, '02039026'],
    ['an odd postal code', { receiver: { ...RECEIVER, postal_code: '#1' } }, '02030010'],
    ['an unknown country', { receiver: { ...RECEIVER, country_code: 'XX' } }, '02039020'],
    ['no weight', { packages: [{}] }, '02039306'],
    ['a weight of four decimals', { packages: [{ weight: 0.1234 }] }, '02039306'],
    ['a weight as text', { packages: [{ weight: '0.4' }] }, '02039306'],
    ['an unknown unit', { weight_unit: 'OZ' }, '02039301'],
    ['too much weight', { packages: [{ weight: 31 }] }, '02039083'],
    ['no declaration', { declaration_info: [] }, '02039039'],
    ['a Chinese name as the English one', { declaration_info: [{ ...ITEM, name_en: '手机壳' }] }, '02039040'],
    ['an English name as the Chinese one', { declaration_info: [{ ...ITEM, name_local: 'case' }] }, '02039041'],
    ['half an article', { declaration_info: [{ ...ITEM, quantity: 0.5 }] }, '02039042'],
    ['no value', { declaration_info: [{ ...ITEM, unit_price: 0 }] }, '02039043'],
    ['no currency', { declaration_info: [{ ...ITEM, currency: '' }] }, '02039045'],
  ])('refuses %s', async (_what, change, code) => {
    expect(await codeOf(create(change))).toBe(code);
  });

  it('keeps a reference for one order, until that is cancelled', async () => {
    const waybill_number = await waybillOf();
    expect(await codeOf(create())).toBe('02039066');
    await post('/v1/order/cancel', { waybill_number });
    expect(await statusOf('SO-1001')).toBe('E');
    const second = await waybillOf();
    expect(dig((await info('SO-1001')).body, 'result', 'waybill_number')).toBe(second);
    expect(await statusOf(waybill_number)).toBe('E');
  });

  it('lets nothing be changed after hand-over', async () => {
    const waybill_number = await waybillOf();
    expect(await codeOf(post('/v1/order/weight/modify', { waybill_number, weight: 500, weight_unit: 'G' }))).toBe(
      '00000000',
    );
    await control('parcels/advance', { trackingNumber: waybill_number });
    expect(dig((await info(waybill_number)).body, 'result', 'chargeWeight')).toBe(0.5);
    expect(await codeOf(post('/v1/order/weight/modify', { waybill_number, weight: 1 }))).toBe('02030021');
    expect(await codeOf(post('/v1/order/cancel', { waybill_number }))).toBe('02030021');
    expect(await codeOf(post('/v1/order/hold', { waybill_number }))).toBe('00000000');
    expect(await statusOf(waybill_number)).toBe('Y');
    const other = await waybillOf({ customer_order_number: 'SO-1002' });
    await control('parcels/advance', { trackingNumber: other, to: 'in_transit' });
    expect(await codeOf(post('/v1/order/hold', { waybill_number: other }))).toBe('02030022');
  });

  it('knows an order by each of its numbers, and moves no other', async () => {
    const waybill = await waybillOf();
    const tracking = digText((await info(waybill)).body, 'result', 'tracking_number');
    for (const number of ['SO-1001', tracking]) expect(await statusOf(number)).toBe('A');
    expect((await control('parcels/advance', { trackingNumber: 'YT0' })).status).toBe(400);
    expect(await statusOf(waybill)).toBe('A');
  });

  it('finds its orders again after a restart, and makes no number twice', async () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'yunexpress-')), 'state.json');
    const before = box;
    box = await startForTest({ ordersPerShop: 1, stateFile });
    const waybill = await waybillOf();
    await box.close();
    box = await startForTest({ ordersPerShop: 1, stateFile });
    expect(await statusOf(waybill)).toBe('A');
    expect(await waybillOf({ customer_order_number: 'SO-1002' })).not.toBe(waybill);
    await box.close();
    box = before;
  });
});

describe('labels', () => {
  it.each([
    ['TWSTD', 'tracking_number'],
    ['TWECO', 'waybill_number'],
  ])('of %s are 100 x 150 mm, and a scanner reads their number', async (product_code, numberField) => {
    await create({ product_code });
    const result = dig((await ask('/v1/order/label/get?order_number=SO-1001')).body, 'result');
    const inline = digText(result, 'label_string');
    const pdf = inline
      ? Buffer.from(inline, 'base64')
      : Buffer.from(await (await fetch(digText(result, 'url'))).arrayBuffer());
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? [];
    expect([Number(width) / 72, Number(height) / 72].map((inch) => Math.round(inch * 25.4))).toEqual([100, 150]);
    expect(scanPdf(pdf)).toBe(digText((await info('SO-1001')).body, 'result', numberField));
  });
});

describe('prices', () => {
  const trial = async (query: string) => {
    const { body } = await ask(`/v1/price-trial/get?${query}`);
    return dig(body, 'success') === true ? (dig(body, 'result') as { calculate_amount: number }[]) : dig(body, 'code');
  };
  const freight = async (query: string) => Object((await trial(query)) as object)[0].calculate_amount;

  it('go by country, weight and volume', async () => {
    const base = await freight('country_code=US&weight=0.42');
    expect(base).toBe(34.44);
    expect(await freight('country_code=DE&weight=0.42')).toBe(21.42);
    expect(await freight('country_code=US&weight=420&weight_unit=G')).toBe(base);
    expect(await freight('country_code=US&weight=0.42&length=20&width=20&height=20')).toBe(82);
    expect(await trial('country_code=XX&weight=1')).toBe('02039020');
    expect(await trial('country_code=US&weight=31')).toBe('02030008');
    expect(await trial('country_code=US&weight=0')).toBe('02039306');
  });
});
