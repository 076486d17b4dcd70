import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { type Answer, call, dig, digList, digText, startForTest } from '../testing.ts';

const APP = { client_id: '31594d8557aa0001', client_secret: 'joom-demo-secret' };
const REDIRECT = 'http://127.0.0.1:9/cb';
const UPS = '5b5ad7e6aef5c00107a1a001';
let box: Sandbox;
let token = '';

const form = (path: string, fields: Record<string, string>) =>
  call(`${box.url}/joom/api/v2/oauth/${path}`, { form: { ...APP, ...fields } });
async function code(): Promise<string> {
  const query = new URLSearchParams({ client_id: APP.client_id, redirect_uri: REDIRECT, state: 'n1', auto: '1' });
  const answer = await call(`${box.url}/joom/api/v2/oauth/authorize?${query}`);
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.searchParams.get('state')).toBe('n1');
  return back.searchParams.get('code') ?? '';
}
const api = (path: string, body?: unknown, as = token): Promise<Answer> =>
  call(`${box.url}/joom/api/v3${path}`, {
    headers: { authorization: `Bearer ${as}` },
    ...(body === undefined ? {} : { body }),
  });
const error = (answer: Answer) => [answer.status, dig(answer.body, 'errors', 0, 'code')];
const field = (answer: Answer) => dig(answer.body, 'errors', 0, 'field');

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await call(`${box.url}/control/reset`, { body: { orders: 20 } });
  const grant = { grant_type: 'authorization_code', redirect_uri: REDIRECT };
  token = digText((await form('access_token', { ...grant, code: await code() })).body, 'data', 'access_token');
});

const orders = async () => digList((await api('/orders/multi')).body, 'data', 'items');
/** The first open order that may go this way. */
async function open(types: string): Promise<string> {
  const found = (await orders()).find(
    (one) => dig(one, 'allowedShippingTypes') === types && dig(one, 'isFulfillmentAllowed') === true,
  );
  return digText(found, 'id');
}

describe('the stand-in of Joom', () => {
  it('gives tokens for a code once, at the address that asked for it, and new ones for a refresh token', async () => {
    const grant = { grant_type: 'authorization_code', code: await code() };
    expect((await form('access_token', { ...grant, redirect_uri: 'http://127.0.0.1:9/other' })).body).toMatchObject({
      code: 1015,
    });
    const input = await form('access_token', { ...grant, code: await code(), redirect_uri: REDIRECT });
    expect(input.body).toMatchObject({ code: 0, data: { expires_in: 2_592_000 } });
    const refresh = { grant_type: 'refresh_token', refresh_token: digText(input.body, 'data', 'refresh_token') };
    expect((await form('refresh_token', refresh)).body).toMatchObject({ code: 0 });
    expect((await form('refresh_token', refresh)).body).toMatchObject({ code: 1015 });
    expect((await form('refresh_token', { ...refresh, client_secret: 'x' })).body).toMatchObject({ code: 1000 });
  });

  it('takes a bearer token only, encoded values only, and no argument it does not know', async () => {
    expect(error(await api('/orders/multi', undefined, 'made-up'))).toEqual([401, 'unauthorized']);
    expect(error(await call(`${box.url}/joom/api/v3/orders/multi?access_token=${token}`))).toEqual([
      401,
      'unauthorized',
    ]);
    expect(error(await api('/orders/multi?updatedFrom=2026-01-01T00:00:00Z'))).toEqual([400, 'invalid_argument']);
    expect((await api('/orders/multi?updatedFrom=2026-01-01T00%3A00%3A00Z')).status).toBe(200);
    expect(field(await api('/orders/multi?updatedFrom=yesterday'))).toBe('updatedFrom');
    expect(field(await api('/orders/multi?limit=501'))).toBe('limit');
    expect(field(await api('/orders/multi?status=melted'))).toBe('status');
    expect(field(await api('/orders/multi?offset=3'))).toBe('offset');
    expect(field(await api('/orders/multi?after=3'))).toBe('after');
    expect(field(await api('/orders?id=abc'))).toBe('id');
    expect(error(await api('/orders?id=AAAA9999'))).toEqual([404, 'not_found']);
  });

  it('goes on by the address it gives, which keeps the filters', async () => {
    const first = await api('/orders/multi?limit=15&status=approved');
    const next = new URL(digText(first.body, 'paging', 'next'));
    expect([next.searchParams.get('limit'), next.searchParams.get('status')]).toEqual(['15', 'approved']);
    const rest = await call(next.href, { headers: { authorization: `Bearer ${token}` } });
    const ids = [first, rest].flatMap((answer) => digList(answer.body, 'data', 'items').map((one) => dig(one, 'id')));
    expect([new Set(ids).size, ids.length]).toEqual([20, 20]);
    expect(rest.body).not.toHaveProperty('paging');
  });

  it('ships an order once, by a shipper it knows, the way it has to go', async () => {
    const id = await open('offlineOrOnline');
    const parcel = { providerId: UPS, provider: 'UPS', trackingNumber: '1Z999AA1' };
    expect(field(await api(`/orders/fulfill?id=${id}`, { ...parcel, providerId: 'x' }))).toBe('providerId');
    expect(field(await api(`/orders/fulfill?id=${id}`, { ...parcel, trackingNumber: '' }))).toBe('trackingNumber');
    expect(error(await api(`/orders/modifyTracking?id=${id}`, parcel))).toEqual([400, 'invalid_order_status']);
    expect((await api(`/orders/fulfill?id=${id}`, parcel)).body).toMatchObject({ data: { status: 'shipped' } });
    expect(error(await api(`/orders/fulfill?id=${id}`, parcel))).toEqual([400, 'invalid_order_status']);
    expect(error(await api(`/orders/cancel?id=${id}`, { reason: 'outOfStock' }))).toEqual([
      400,
      'invalid_order_status',
    ]);
    const changed = await api(`/orders/modifyTracking?id=${id}`, { ...parcel, trackingNumber: 'NEW-12' });
    expect(changed.body).toMatchObject({ data: { shipment: { trackingNumber: 'NEW-12' } } });
    expect(error(await api(`/orders/fulfill?id=${await open('onlineOnly')}`, parcel))).toEqual([
      400,
      'offline_shipping_not_allowed',
    ]);
  });

  it('has Joom Logistics: a number and a label at once, shipped when the courier has it', async () => {
    const id = await open('onlineOnly');
    expect(error(await api(`/orders/shippingLabel?id=${id}`))).toEqual([404, 'not_found']);
    const made = await api('/orders/fulfillOnline', { ids: [id], pickup: false });
    expect(digText(made.body, 'data', 'shippingOrderNumber')).toBe(`JL${id}`);
    expect(error(await api('/orders/fulfillOnline', { ids: [id], pickup: false }))).toEqual([
      400,
      'invalid_order_status',
    ]);
    const status = async () => dig((await api(`/orders?id=${id}`)).body, 'data', 'status');
    expect(await status()).toBe('fulfilledOnline');
    expect(String((await api(`/orders/shippingLabel?id=${id}`)).body).slice(0, 4)).toBe('%PDF');
    await call(`${box.url}/control/collect`, { body: { shop: 'joom', orderId: id } });
    expect(await status()).toBe('shipped');
    const offline = await open('offlineOnly');
    expect(error(await api('/orders/fulfillOnline', { ids: [offline] }))).toEqual([400, 'online_shipping_not_allowed']);
  });

  it('calls off for its own reasons, and lists a return among what has changed', async () => {
    const id = await open('offlineOnly');
    expect(field(await api(`/orders/cancel?id=${id}`, { reason: 'bored' }))).toBe('reason');
    expect((await api(`/orders/cancel?id=${id}`, { reason: 'unableToFulfill' })).body).toMatchObject({
      data: { status: 'cancelled' },
    });
    const sold = await open('offlineOrOnline');
    await api(`/orders/fulfill?id=${sold}`, { providerId: UPS, trackingNumber: '1Z999AA1' });
    await call(`${box.url}/control/returns`, { body: { shop: 'joom', orderId: sold } });
    const returned = await api('/orders/multi?status=returnInitiated');
    expect(digList(returned.body, 'data', 'items').map((one) => dig(one, 'id'))).toEqual([sold]);
  });

  it('wants sku and price with every variant, and changes all or none', async () => {
    const [listed] = digList((await api('/products/multi?limit=1')).body, 'data', 'items');
    const sku = digText(listed, 'sku');
    const update = (variants: unknown) => api(`/products/update?sku=${sku}`, { variants });
    expect(field(await update([{ sku, inventory: 3 }]))).toBe('variants[0].price');
    expect(field(await update([{ sku: 'OTHER', price: '1.00' }]))).toBe('variants[0].sku');
    expect(field(await update([{ sku, price: '1.00', inventory: -1 }]))).toBe('variants[0].inventory');
    expect(field(await update([{ sku, price: 1 }]))).toBe('variants[0].price');
    expect((await update([{ sku, price: '7.77', inventory: 3 }])).body).toMatchObject({
      data: { variants: [{ price: '7.77', inventory: 3 }] },
    });
    expect(error(await api('/products/update?sku=NEVER', { variants: [{ sku, price: '1' }] }))).toEqual([
      404,
      'not_found',
    ]);
  });
});
