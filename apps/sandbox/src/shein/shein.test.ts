import { createDecipheriv } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { type Answer, call, dig, digList, digText, startForTest } from '../testing.ts';
import { encrypt, SHEIN_APP, signatureOf } from './signing.ts';

const SHOP = 'F3B2A1C09D8E4F7A';
const { appId, appSecret } = SHEIN_APP;
let box: Sandbox;
let secret = '';

const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const code = (answer: Answer) => dig(answer.body, 'code');
const words = (answer: Answer) => digText(answer.body, 'msg');
const beijing = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Signs by the stand-in's own hand; what is wrong on purpose comes in `change`. */
async function api(
  path: string,
  body: unknown = {},
  change: { secret?: string; timestamp?: number; path?: string; headers?: Record<string, string>; id?: string } = {},
): Promise<Answer> {
  const timestamp = String(change.timestamp ?? Date.now());
  const id = change.id ?? SHOP;
  const signed = signatureOf(id, timestamp, change.path ?? `/open-api/${path}`, change.secret ?? secret, 'abcde');
  return call(`${box.url}/shein/open-api/${path}`, {
    method: 'POST',
    headers: {
      'x-lt-appid': appId,
      ...(id === SHOP ? { 'x-lt-openKeyId': id } : {}),
      'x-lt-timestamp': timestamp,
      'x-lt-signature': signed,
      'content-type': 'application/json;charset=UTF-8',
      ...change.headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function consent(): Promise<URL> {
  const query = new URLSearchParams({
    appid: appId,
    redirectUrl: Buffer.from('http://127.0.0.1:9/cb').toString('base64'),
    state: 'n1',
    auto: '1',
  });
  const answer = await call(`${box.url}/shein/empower?${query}`);
  return new URL(answer.headers.get('location') ?? '');
}
const exchange = (tempToken: string) => api('auth/get-by-token', { tempToken }, { id: appId, secret: appSecret });

async function open(): Promise<void> {
  const answer = await exchange((await consent()).searchParams.get('tempToken') ?? '');
  const cipher = createDecipheriv('aes-128-cbc', appSecret.slice(0, 16), 'space-station-de');
  secret = cipher.update(digText(answer.body, 'info', 'secretKey'), 'base64', 'utf8') + cipher.final('utf8');
}

const window = (from = Date.now() - 47 * 3_600_000, to = Date.now()) => ({
  startTime: beijing(from),
  endTime: beijing(to),
});
const list = (more: object = {}) =>
  api('order/order-list', { queryType: 2, queryOrderType: 4, ...window(), page: 1, pageSize: 30, ...more });

/** An order of the kind wanted, as the detail tells it. */
async function anOrder(options: number[], status = 1): Promise<{ id: string; goods: string[]; packageNo: string }> {
  const rows = digList((await list({ orderStatus: status })).body, 'info', 'orderList');
  const numbers = rows.map((row) => digText(row, 'orderNo'));
  const details = digList((await api('order/order-detail', { orderNoList: numbers })).body, 'info');
  const order = details.find(
    (one) =>
      JSON.stringify(dig(one, 'optionalLogisticsList')) === JSON.stringify(options) &&
      digList(one, 'unProcessReason').length === 0,
  );
  const id = digText(order, 'orderNo');
  const goods = (await goodsOf(id)) ?? [];
  return { id, goods, packageNo: digText(order, 'packageWaybillList', 0, 'packageNo') };
}
/** Ids beyond what JavaScript counts, so from the text. */
async function goodsOf(id: string): Promise<string[]> {
  const timestamp = String(Date.now());
  const answer = await fetch(`${box.url}/shein/open-api/order/order-detail`, {
    method: 'POST',
    headers: {
      'x-lt-openKeyId': SHOP,
      'x-lt-timestamp': timestamp,
      'x-lt-signature': signatureOf(SHOP, timestamp, '/open-api/order/order-detail', secret, 'abcde'),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ orderNoList: [id] }),
  });
  return [...(await answer.text()).matchAll(/"goodsId":(\d+)/g)].map((found) => found[1] ?? '');
}
const upload = (
  orderNo: string,
  goods: string[],
  more: string = '"status":2',
  expressCode = '9400100000000000000001',
) =>
  api(
    'order/import-batch-multiple-express',
    `{"orderNo":"${orderNo}","infoList":[${goods.map((id) => `{"expressCode":"${expressCode}","expressIdCode":"USPS","goodsId":${id},${more}}`)}]}`,
  );

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { seed: 7 });
  await open();
});

it('signs and encrypts as SHEIN’s own SDK does', () => {
  expect(signatureOf('OPENKEY', '1740709414000', '/open-api/order/order-list', 'SECRET', 'abc12')).toBe(
    'abc12NTkyNWJkODc4YmY2YTQ0Yzk4NTRlOWQ5NzA4ZjE5MTRkNDVhMjFmODk3ZTk5NDg3NTY5ZjJhYTFlNDQ0NmFiMg==',
  );
  expect(encrypt('plain-store-secret', 'app-secret-key-1234567890')).toBe(
    'JgauqBYhApRFEB0olR/ATRwmdl3zwdgp0RzgI8p1AVk=',
  );
});

describe('a call', () => {
  it('is let in when it is signed rightly and now', async () => {
    expect(code(await list())).toBe('0');
    const wrong: Parameters<typeof api>[2][] = [
      { secret: 'other' },
      { path: '/order/order-list' },
      { headers: { 'x-lt-openKeyId': 'NOBODY' } },
      { headers: { 'x-lt-signature': '' } },
    ];
    for (const change of wrong)
      expect(code(await api('order/order-detail', { orderNoList: ['x'] }, change))).toBe('openapi00001');
    for (const minutes of [-6, 6]) {
      const late = await api('order/order-detail', {}, { timestamp: Date.now() + minutes * 60_000 });
      expect(words(late)).toBe('The request timestamp has expired');
    }
    expect(code(await api('order/none'))).toBe('404');
  });

  it('says nothing that SHEIN does not know, and nothing too long', async () => {
    expect(words(await list({ pageNumber: 2 }))).toBe('Parameter error: pageNumber is unknown');
    expect(words(await list({ pageSize: 31 }))).toContain('between 1 and 30');
    expect(words(await list(window(Date.now() - 49 * 3_600_000)))).toContain('cannot exceed 48 hours');
    expect(words(await list({ startTime: '2026-01-01T00:00:00Z' }))).toContain('yyyy-MM-dd HH:mm:ss');
    const many = Array.from({ length: 31 }, (_, index) => `GSU${index}`);
    expect(words(await api('order/order-detail', { orderNoList: many }))).toContain('1 to 30');
  });

  it('takes a tempToken once; a second consent ends the first secret', async () => {
    const token = (await consent()).searchParams.get('tempToken') ?? '';
    const old = secret;
    expect(code(await exchange(token))).toBe('0');
    expect(code(await exchange(token))).toBe('openapi00010');
    expect(code(await api('order/express-channel', {}, { secret: old }))).toBe('openapi00001');
  });

  it('is refused when there were too many', async () => {
    await control('settings', { rateFactor: 1 });
    await control('clock/stop', {});
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => api('return-order/list', { queryType: 3, ...window(), page: 1, pageSize: 30 })),
    );
    expect(answers.some((one) => words(one).startsWith('Too many requests'))).toBe(true);
    await control('settings', { rateFactor: 1000 });
  });
});

describe('shipping', () => {
  it('waits for the order to be accepted', async () => {
    const order = await anOrder([2]);
    expect(words(await upload(order.id, order.goods))).toContain('has not been accepted');
    await api('order/export-address', { orderNo: order.id, handleType: 1 });
    expect(words(await upload(order.id, order.goods))).toContain('has not been accepted');
    await api('order/export-address', { orderNo: order.id, handleType: 2 });
    expect(dig((await upload(order.id, order.goods)).body, 'info', 0, 'errorMsg')).toBeNull();
    expect(words(await upload(order.id, ['1'], '"status":2'))).toBe('OK');
  });

  it('tells what is wrong with each unit', async () => {
    const order = await anOrder([2]);
    await api('order/export-address', { orderNo: order.id, handleType: 2 });
    const message = async (answer: Promise<Answer>) => dig((await answer).body, 'info', 0, 'errorMsg');
    expect(await message(upload(order.id, ['17']))).toBe('The goods do not belong to the order');
    expect(await message(upload(order.id, order.goods.slice(0, 1), '"status":1'))).toBe('status must be 2');
    expect(await message(upload(order.id, order.goods.slice(0, 1), '"status":2', 'x'))).toContain(
      'format is incorrect',
    );
  });

  it('goes the way that the order allows', async () => {
    const must = await anOrder([1]);
    expect(words(await api('order/export-address', { orderNo: must.id, handleType: 2 }))).toContain(
      'platform logistics',
    );
    const either = await anOrder([1, 2]);
    await api('order/export-address', { orderNo: either.id, handleType: 2 });
    expect(words(await upload(either.id, either.goods))).toContain('switch the order to self-shipping');
    await api('gsp/switch-self-shipping', { orderNo: either.id });
    expect(dig((await upload(either.id, either.goods)).body, 'info', 0, 'errorMsg')).toBeNull();
    const own = await anOrder([2]);
    const requested = await api('gsp/order-mapping-channels', {
      orderNo: own.id,
      warehouseAddressCode: 'WH2505093344009216',
      packageSizeInfo: { packageLength: '1', packageWidth: '1', packageHeight: '1', unit: 'cm' },
      packageWeightInfo: { packageWeight: '1', unit: 'g' },
    });
    expect(words(requested)).toContain('does not support platform logistics');
  });

  it('is not called off afterwards', async () => {
    const order = await anOrder([2]);
    const none = (id: string) => api('order/confirm-no-stock', `{"orderNo":"${order.id}","orderGoodsId":${id}}`);
    for (const id of order.goods) expect(code(await none(id))).toBe('0');
    expect(words(await none(order.goods[0] ?? ''))).toBe('The goods have been refunded');
    const other = await anOrder([2]);
    await api('order/export-address', { orderNo: other.id, handleType: 2 });
    await upload(other.id, other.goods);
    const late = await api('order/confirm-no-stock', `{"orderNo":"${other.id}","orderGoodsId":${other.goods[0]}}`);
    expect(words(late)).toBe('The goods have been shipped');
  });
});

it('stock is told with a key and in pieces, and never below what orders hold', async () => {
  const found = await api('goods/searchProduct', { pageNum: 1, pageSize: 10 });
  const skuCode = digText(found.body, 'info', 'data', 0, 'skcList', 0, 'skuList', 0, 'skuCode');
  const change = async (row: object) => {
    const request = { skuCode, invType: 'VI', changeType: 'OVERWRITE', ...row };
    const answer = await api('stock/change-inventory/v2', { updateSkuInventoryQuantityRequests: [request] });
    const [failed] = digList(answer.body, 'info', 'failedList');
    return failed === undefined ? 'done' : digText(failed, 'reason');
  };
  expect(await change({ changeQuantity: 9 })).toBe('idempotencyKey is required');
  expect(await change({ idempotencyKey: 'a', changeQuantity: 0 })).toBe('changeQuantity must be a positive integer');
  expect(await change({ idempotencyKey: 'b', changeQuantity: 1 })).toContain('less than what orders hold');
  expect(await change({ idempotencyKey: 'c', changeQuantity: 9 })).toBe('done');
  const stock = await api('stock/stock-query', { skuCodeList: [skuCode], invType: 'VI' });
  expect(dig(stock.body, 'info', 'goodsInventory', 0, 'skuList', 0, 'totalUsableInventory')).toBe(7);
});
