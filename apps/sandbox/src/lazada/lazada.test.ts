import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caller } from '../iop/testing.ts';
import type { Sandbox } from '../main.ts';
import { call, dig, digList, digText, startForTest } from '../testing.ts';

/** The stand-in's own strictness, told without any client. */
const send = caller({ key: '412001', secret: 'lazada-demo-secret' });
let box: Sandbox;
let token = '';

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { orders: 30 });
  token = digText((await exchange(await code())).body, 'access_token');
});

const control = async (path: string, body: object): Promise<unknown> =>
  (await call(`${box.url}/control/${path}`, { body })).body;

interface More {
  method?: 'GET' | 'POST';
  at?: number;
  sign?: string;
  token?: string | null;
}
const ask = (path: string, params: Record<string, string> = {}, { token: own = token, ...more }: More = {}) =>
  send(`${box.url}/lazada/rest${path}`, {
    path,
    params: { ...params, ...(own ? { access_token: own } : {}) },
    ...more,
  });
const codeOf = async (path: string, params?: Record<string, string>, more?: More) =>
  digText((await ask(path, params, more)).body, 'code');

async function code(): Promise<string> {
  const params = { response_type: 'code', client_id: '412001', redirect_uri: 'http://127.0.0.1:9/cb', state: 's' };
  const answer = await call(`${box.url}/lazada/oauth/authorize?${new URLSearchParams({ ...params, auto: '1' })}`);
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.searchParams.get('state')).toBe('s');
  return back.searchParams.get('code') ?? '';
}
const exchange = (of: string) => ask('/auth/token/create', { code: of }, { method: 'POST', token: null });

const LONG_AGO = '2020-01-01T00:00:00+08:00';
const window = { update_after: LONG_AGO, sort_by: 'updated_at', sort_direction: 'ASC' };
async function openOrder(quantity = 1): Promise<string> {
  const items = (await call(`${box.url}/control/listings?shop=lazada`)).body;
  for (;;) {
    const made = await control('orders', { shop: 'lazada', lines: [{ sku: digText(items, 0, 'sku'), quantity }] });
    const id = digText(made, 'orderIds', 0);
    const [unit] = await unitsOf(id);
    if (dig(unit, 'delivery_option_sof') === 0 && (await allocate(id)) === 'TFS') return id;
  }
}
const unitsOf = async (order_id: string) => digList((await ask('/order/items/get', { order_id })).body, 'data');
const idsOf = async (order_id: string) => (await unitsOf(order_id)).map((unit) => Number(dig(unit, 'order_item_id')));
const allocate = async (id: string) => {
  const orders = [{ order_id: Number(id), order_item_ids: await idsOf(id) }];
  const { body } = await ask('/order/shipment/providers/get', { getShipmentProvidersReq: JSON.stringify({ orders }) });
  return digText(body, 'result', 'data', 'shipping_allocate_type');
};
async function pack(id: string, units: number[], more: object = {}) {
  const packReq = {
    pack_order_list: [{ order_id: Number(id), order_item_list: units }],
    delivery_type: 'dropship',
    shipping_allocate_type: 'TFS',
    ...more,
  };
  const { body } = await ask('/order/fulfill/pack', { packReq: JSON.stringify(packReq) }, { method: 'POST' });
  const first = dig(body, 'result', 'data', 'pack_order_list', 0, 'order_item_list', 0);
  return { error: digText(first, 'item_err_code'), ref: String(Reflect.get(first as object, 'package_id') ?? '') };
}
async function onPackage(path: string, name: string, ref: string): Promise<string> {
  const params = { [name]: JSON.stringify({ packages: [{ package_id: ref }] }) };
  const { body } = await ask(path, params, { method: 'POST' });
  return digText(body, 'result', 'data', 'packages', 0, 'item_err_code');
}
const ready = (ref: string) => onPackage('/order/package/rts', 'readyToShipReq', ref);

describe('a call of Lazada', () => {
  it('is taken with a right sign, in time, of the own shop', async () => {
    expect(await codeOf('/orders/get', window)).toBe('0');
    expect(await codeOf('/orders/get', window, { sign: 'F'.repeat(64) })).toBe('IncompleteSignature');
    expect(await codeOf('/orders/get', window, { at: Date.now() - 7_300_000 })).toBe('IllegalTimestamp');
    expect(await codeOf('/orders/get', window, { at: Date.now() + 7_000_000 })).toBe('0');
    expect(await codeOf('/orders/get', window, { token: 'x.y' })).toBe('IllegalAccessToken');
    expect(await codeOf('/orders/get', window, { token: null })).toBe('MissingParameter');
    expect(await codeOf('/moon/get')).toBe('InvalidApiPath');
    const stranger = caller({ key: '412001', secret: 'another' });
    const { body } = await stranger(`${box.url}/lazada/rest/seller/get`, { path: '/seller/get', params: {} });
    expect(digText(body, 'code')).toBe('IncompleteSignature');
  });

  it('is told of names and figures that Lazada does not take', async () => {
    expect(await codeOf('/orders/get', { ...window, moon: '1' })).toBe('InvalidParameter');
    expect(await codeOf('/orders/get', { sort_by: 'updated_at' })).toBe('MissingParameter');
    expect(await codeOf('/orders/get', { update_after: '2023-11-14' })).toBe('17');
    expect(await codeOf('/orders/get', { ...window, limit: '101' })).toBe('19');
    expect(await codeOf('/orders/get', { ...window, offset: '-1' })).toBe('14');
    expect(await codeOf('/orders/get', { ...window, sort_by: 'price' })).toBe('75');
    expect(await codeOf('/orders/get', { ...window, sort_direction: 'UP' })).toBe('74');
    expect(await codeOf('/orders/get', { ...window, status: 'fine' })).toBe('36');
    expect(await codeOf('/order/get', { order_id: '404' })).toBe('16');
    const ids = JSON.stringify(Array.from({ length: 51 }, (_, n) => n));
    expect(await codeOf('/orders/items/get', { order_ids: ids })).toBe('37');
    expect(await codeOf('/reverse/getreverseordersforseller', { page_no: '0', page_size: '10' })).toBe('5');
    const long = { start_time: '2023-01-01', end_time: '2023-07-01' };
    expect(await codeOf('/finance/transaction/details/get', long)).toBe('1000012');
  });

  it('gives tokens for a code once, and replaces what renews them', async () => {
    const one = await code();
    const { body } = await exchange(one);
    expect([dig(body, 'country_user_info', 0, 'country'), digText(body, 'code')]).toEqual(['sg', '0']);
    expect(digText((await exchange(one)).body, 'code')).toBe('InvalidCode');
    const refresh_token = digText(body, 'refresh_token');
    const renew = () => codeOf('/auth/token/refresh', { refresh_token }, { method: 'POST', token: null });
    expect([await renew(), await renew()]).toEqual(['0', 'IllegalRefreshToken']);
  });
});

describe('fulfilment', () => {
  it('packs what is pending, tells what is packed as ready, once, and ships when it is fetched', async () => {
    const id = await openOrder(2);
    const units = await idsOf(id);
    expect(await onPackage('/order/package/rts', 'readyToShipReq', 'FP1')).toBe('600001');
    const { error, ref } = await pack(id, units);
    expect([error, (await pack(id, units)).error]).toEqual(['0', '700026']);
    const states = async () => (await unitsOf(id)).map((unit) => digText(unit, 'status'));
    expect(await states()).toEqual(['packed', 'packed']);
    expect([await ready(ref), await ready(ref)]).toEqual(['0', '700000']);
    expect(await states()).toEqual(['ready_to_ship', 'ready_to_ship']);
    await control('collect', { shop: 'lazada', orderId: id });
    expect(await states()).toEqual(['shipped', 'shipped']);
    const answered = await call(`${box.url}/control/state?shop=lazada&orderId=${id}`);
    expect(dig(answered.body, 'orders', 0, 'confirmations')).toBe(1);
  });

  it('packs part of an order, and takes a package apart before it is ready', async () => {
    const id = await openOrder(2);
    const [one = 0, two = 0] = await idsOf(id);
    const { ref } = await pack(id, [one]);
    const states = async () => (await unitsOf(id)).map((unit) => digText(unit, 'status'));
    expect(await states()).toEqual(['packed', 'pending']);
    expect(await onPackage('/order/package/repack', 'rePackReq', ref)).toBe('0');
    expect(await states()).toEqual(['repacked', 'pending']);
    const again = await pack(id, [one, two]);
    expect(again.ref).not.toBe(ref);
    await ready(again.ref);
    expect(await onPackage('/order/package/repack', 'rePackReq', again.ref)).toBe('700000');
  });

  it('wants the words that it gave for how a parcel goes', async () => {
    const id = await openOrder();
    const units = await idsOf(id);
    expect((await pack(id, units, { shipping_allocate_type: 'NTFS' })).error).toBe('700004');
    expect((await pack(id, units, { shipment_provider_code: 'FM50' })).error).toBe('700016');
    expect((await pack('1', units)).error).toBe('700021');
    expect((await pack(id, [1])).error).toBe('700025');
  });

  it('prints a label of what is packed', async () => {
    const id = await openOrder();
    const { ref } = await pack(id, await idsOf(id));
    const document = async (answered: object) =>
      (await ask('/order/package/document/get', { getDocumentReq: JSON.stringify(answered) })).body;
    const good = await document({ doc_type: 'PDF', packages: [{ package_id: ref }] });
    expect(Buffer.from(digText(good, 'result', 'data', 'file'), 'base64').toString('latin1', 0, 5)).toBe('%PDF-');
    const none = await document({ doc_type: 'PDF', packages: [{ package_id: 'FP0' }] });
    expect([dig(none, 'result', 'success'), digText(none, 'result', 'error_code')]).toEqual([false, '600001']);
  });
});

describe('calling off', () => {
  const cancel = async (id: string, reason_id: string) => {
    const order_item_id_list = JSON.stringify(await idsOf(id));
    return (await ask('/order/reverse/cancel/create', { order_id: id, order_item_id_list, reason_id })).body;
  };

  it('takes a reason that is offered, and no order that is on its way', async () => {
    const id = await openOrder();
    expect(digText(await cancel(id, '1'), 'code')).toBe('104');
    expect(dig(await cancel(id, '1000017'), 'data', 'tip_type')).toBe('warn');
    expect(digText((await unitsOf(id))[0], 'status')).toBe('canceled');
    const late = await openOrder();
    await ready((await pack(late, await idsOf(late))).ref);
    expect(dig(await cancel(late, '1000017'), 'data', 'tip_type')).toBe('error');
  });

  it('lets the seller decide what a buyer asked for', async () => {
    const id = await openOrder();
    await control('orders/cancel', { shop: 'lazada', orderId: id });
    const [unit] = await unitsOf(id);
    expect(dig(unit, 'need_cancel_confirm')).toBe(true);
    const reverse_order_id = digText(unit, 'reverse_order_id');
    const decide = (agree_cancel: string) =>
      codeOf('/order/reverse/cancel/seller/decide', { reverse_order_id, agree_cancel });
    expect([await decide('perhaps'), await decide('true'), await decide('true')]).toEqual(['131', '0', '105']);
  });
});

describe('listings', () => {
  it('take figures in XML, all or none of them', async () => {
    const { body } = await ask('/products/get', { filter: 'live', limit: '2' });
    const [one, two] = digList(body, 'data', 'products').map((product) => ({
      id: String(dig(product, 'item_id')),
      sku: String(dig(product, 'skus', 0, 'SkuId')),
      name: digText(product, 'skus', 0, 'SellerSku'),
    }));
    if (!one || !two) throw new Error('no listings');
    const sku = (of: typeof one, figure: string) =>
      `<Sku><ItemId>${of.id}</ItemId><SkuId>${of.sku}</SkuId><SellerSku>${of.name}</SellerSku>${figure}</Sku>`;
    const update = (skus: string, path = '/product/stock/sellable/update') =>
      codeOf(path, { payload: `<Request><Product><Skus>${skus}</Skus></Product></Request>` }, { method: 'POST' });
    const stock = (n: string) => `<SellableQuantity>${n}</SellableQuantity>`;
    const quantityOf = async (of: typeof one) =>
      dig((await call(`${box.url}/control/listings?shop=lazada&sku=${of.name}`)).body, 0, 'quantity');
    expect(await update(sku(one, stock('7')) + sku(two, stock('8')))).toBe('0');
    expect(await update(sku(one, stock('9')) + sku({ ...two, sku: '1' }, stock('9')))).toBe('501');
    expect([await quantityOf(one), await quantityOf(two)]).toEqual([7, 8]);
    expect(await update(sku(one, stock('-1')))).toBe('501');
    expect(await update(sku(one, '<Price>1.00</Price>'))).toBe('501');
    expect(await update(sku(one, '<Price>1.234</Price>'), '/product/price_quantity/update')).toBe('501');
    expect(await update(sku(one, '<Price>1.23</Price>'), '/product/price_quantity/update')).toBe('0');
    expect(await update('')).toBe('30');
    expect(await codeOf('/product/stock/sellable/update', { payload: '{}' }, { method: 'POST' })).toBe('5');
    expect(await codeOf('/products/get', { filter: 'fine' })).toBe('36');
    expect(await codeOf('/products/get', { filter: 'all', limit: '51' })).toBe('19');
  });
});
