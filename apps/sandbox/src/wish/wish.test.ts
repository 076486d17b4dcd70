import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { type Answer, call, dig, digList, digText, startForTest } from '../testing.ts';

const APP = { client_id: '5f3512807dbde500568873aa', client_secret: 'wish-demo-secret' };
const REDIRECT = 'http://127.0.0.1:9/cb';
let box: Sandbox;
let token = '';
let refreshToken = '';

const api = (method: string, path: string, body?: unknown, as = token): Promise<Answer> =>
  call(`${box.url}/wish/api/v3${path}`, {
    method,
    headers: as ? { authorization: `Bearer ${as}` } : {},
    ...(body === undefined ? {} : { body }),
  });
const control = (path: string, body: object) => call(`${box.url}/control/${path}`, { body });
const refused = (answer: Answer) => [answer.status, dig(answer.body, 'code')];

async function code(): Promise<string> {
  const query = new URLSearchParams({ client_id: APP.client_id, redirect_uri: REDIRECT, state: 'n1', auto: '1' });
  const answer = await call(`${box.url}/wish/v3/oauth/authorize?${query}`);
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.searchParams.get('state')).toBe('n1');
  return back.searchParams.get('code') ?? '';
}
const exchange = (more: object) =>
  api('POST', '/oauth/access_token', { ...APP, grant_type: 'authorization_code', redirect_uri: REDIRECT, ...more }, '');
const refresh = (more: Record<string, string> = {}) =>
  api(
    'GET',
    `/oauth/refresh_token?${new URLSearchParams({ ...APP, grant_type: 'refresh_token', refresh_token: refreshToken, ...more })}`,
    undefined,
    '',
  );

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { orders: 20 });
  const input = await exchange({ code: await code() });
  token = digText(input.body, 'data', 'access_token');
  refreshToken = digText(input.body, 'data', 'refresh_token');
});

const orders = async (query = '') => digList((await api('GET', `/orders?${query}`)).body, 'data');
const find = async (fits: (order: unknown) => boolean) => {
  const found = (await orders('sort_by=released_at.asc')).find((one) => dig(one, 'state') === 'APPROVED' && fits(one));
  return digText(found, 'id');
};
const isStrict = (order: unknown) => digList(order, 'fulfillment_order_types').length > 0;
async function done(id: string): Promise<unknown> {
  for (let i = 0; i < 100; i++) {
    const order = dig((await api('GET', `/orders/${id}`)).body, 'data');
    if (dig(order, 'processing_status') !== 'IN_PROGRESS') return order;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error('never done');
}
const PARCEL = { shipping_provider: 'UPS', tracking_number: '1Z999AA1', origin_country: 'CN' };

describe('the stand-in of Wish', () => {
  it('words what is wrong with a code or a client as Wish does', async () => {
    const fresh = await code();
    expect(refused(await exchange({ code: 'nonsense' }))).toEqual([400, 10008]);
    expect(refused(await exchange({ code: fresh, client_secret: 'x' }))).toEqual([400, 10001]);
    expect(refused(await exchange({ code: fresh, grant_type: 'x' }))).toEqual([400, 1001]);
    expect((await exchange({ code: fresh })).status).toBe(200);
    expect(refused(await exchange({ code: fresh }))).toEqual([400, 10002]);
    expect(refused(await exchange({ code: await code(), redirect_uri: 'http://127.0.0.1:9/x' }))).toEqual([400, 10001]);
    const late = await code();
    await control('clock/advance', { seconds: 601 });
    expect(refused(await exchange({ code: late }))).toEqual([400, 10004]);
  });

  it('makes the tokens before a refresh worthless, and ends them after a month', async () => {
    const old = token;
    token = digText((await refresh()).body, 'data', 'access_token');
    expect(refused(await api('GET', '/orders', undefined, old))).toEqual([401, 1008]);
    expect((await api('GET', '/orders')).status).toBe(200);
    await control('clock/advance', { seconds: 31 * 86_400 });
    expect(refused(await api('GET', '/orders'))).toEqual([401, 1007]);
    expect(refused(await refresh({ refresh_token: 'x' }))).toEqual([400, 1006]);
    expect(refused(await refresh({ client_secret: 'x' }))).toEqual([400, 10001]);
    expect(refused(await api('GET', '/orders', undefined, ''))).toEqual([401, 1012]);
  });

  it('lists within its window, both ends counted, and refuses what it does not know', async () => {
    const all = await orders('sort_by=updated_at.asc&limit=500');
    const at = (index: number) => encodeURIComponent(digText(all[index], 'updated_at'));
    const some = await orders(`sort_by=updated_at.asc&updated_at_min=${at(3)}&updated_at_max=${at(5)}`);
    expect(some.map((one) => dig(one, 'id'))).toEqual(all.slice(3, 6).map((one) => dig(one, 'id')));
    expect((await orders('states=REQUIRE_REVIEW')).map((one) => dig(one, 'state'))).toEqual(['REQUIRE_REVIEW']);
    for (const query of ['limit=501', 'sort_by=price.asc', 'updated_at_min=today', 'states=MOON', 'page=2'])
      expect(refused(await api('GET', `/orders?${query}`))).toEqual([400, 90001]);
    expect(refused(await api('GET', '/orders/64f0aa000000000000000001'))).toEqual([400, 90001]);
    expect((await api('GET', '/nothing')).status).toBe(404);
  });

  it('takes a parcel on and does it afterwards; told again it changes the number', async () => {
    const id = await find((one) => !isStrict(one));
    const track = (more: object) => api('PUT', `/orders/${id}/tracking`, { ...PARCEL, ...more });
    for (const wrong of [
      { shipping_provider: 'Pigeon' },
      { tracking_number: '1Z 999' },
      { tracking_number: '' },
      { origin_country: 'China' },
      { weight: 3 },
    ])
      expect(refused(await track(wrong))).toEqual([400, 90001]);
    expect(dig((await track({})).body, 'data')).toMatchObject({ state: 'APPROVED', processing_status: 'IN_PROGRESS' });
    expect(refused(await track({}))).toEqual([400, 90001]);
    expect(await done(id)).toMatchObject({ state: 'SHIPPED', processing_status: 'SUCCEEDED' });
    await track({ tracking_number: 'NEW1' });
    expect(await done(id)).toMatchObject({ tracking_information: [{ tracking_number: 'NEW1' }] });
    const state = await call(`${box.url}/control/state?shop=wish&orderId=${id}`);
    expect(dig(state.body, 'orders', 0)).toMatchObject({ confirmations: 1, edits: 1 });
  });

  it('has few carriers for orders whose delivery has to be confirmed', async () => {
    const id = await find(isStrict);
    const yun = { ...PARCEL, shipping_provider: 'YunExpress' };
    expect(refused(await api('PUT', `/orders/${id}/tracking`, yun))).toEqual([400, 90001]);
    expect((await api('PUT', `/orders/${id}/tracking`, PARCEL)).status).toBe(200);
    expect(refused(await api('GET', '/orders/shipping_carriers?order_type=CONFIRMED_DELIVERY'))).toEqual([400, 90001]);
    expect(refused(await api('GET', '/orders/shipping_carriers'))).toEqual([400, 90001]);
  });

  it('refunds only for a reason that goes with the state, and fines for it', async () => {
    const id = await find(() => true);
    const refund = (refund_reason: string) => api('PUT', `/orders/${id}/refund`, { refund_reason });
    expect(refused(await refund('WRONG_COLOR'))).toEqual([400, 90001]);
    expect((await refund('MERCHANT_OUT_OF_STOCK')).status).toBe(200);
    expect(await done(id)).toMatchObject({ state: 'REFUNDED', refunds: [{ refund_source: 'MERCHANT' }] });
    expect(dig((await api('GET', `/orders/${id}/refund_reasons`)).body, 'data')).toEqual([]);
    expect(dig((await api('GET', '/penalties?sort_by=created_at.asc')).body, 'data', 0)).toMatchObject({
      related_entity_id: id,
    });
  });

  it('tells products without their variations, and changes all that is told of one or nothing', async () => {
    const [first] = digList((await api('GET', '/products?limit=1&sort_by=updated_at.asc')).body, 'data');
    expect(first).not.toHaveProperty('variations');
    const path = `/products/${digText(first, 'id')}`;
    const [variation] = digList((await api('GET', path)).body, 'data', 'variations');
    const id = digText(variation, 'id');
    const update = (...variations: object[]) => api('PUT', path, { variations });
    const price = { amount: 3.21, currency_code: 'USD' };
    expect(refused(await update({ id, price: { ...price, currency_code: 'CNY' } }))).toEqual([400, 90001]);
    expect(refused(await update({ id, price }, { id: 'none' }))).toEqual([400, 90001]);
    expect(refused(await update({ id, inventories: [{ warehouse_id: 'x', inventory: 1 }] }))).toEqual([400, 90001]);
    expect(refused(await update({ id, price: { ...price, amount: '3.21' } }))).toEqual([400, 90001]);
    const now = async () => dig((await api('GET', path)).body, 'data', 'variations', 0, 'price');
    expect(await now()).toEqual(dig(variation, 'price'));
    expect((await update({ id, price })).status).toBe(200);
    expect(await now()).toEqual(price);
  });

  it('signs its pushes over their bytes, to whoever subscribed the topic', async () => {
    const got: { headers: Record<string, unknown>; body: Buffer }[] = [];
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        got.push({ headers: request.headers, body: Buffer.concat(parts) });
        response.end();
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    try {
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
      const topics = digList((await api('GET', '/webhook/topics')).body, 'data');
      const topic = digText(
        topics.find((one) => dig(one, 'topic_name') === 'ORDER_RELEASE'),
        'id',
      );
      const subscribe = (to: string, topic_id = topic) =>
        api('POST', `/webhook/subscriptions?${new URLSearchParams({ topic_id, endpoint: to })}`);
      expect(refused(await subscribe('ftp://x'))).toEqual([400, 90001]);
      expect(refused(await subscribe(endpoint, 'none'))).toEqual([400, 90001]);
      const subscription = digText((await subscribe(endpoint)).body, 'data', 'id');
      expect(refused(await subscribe(endpoint))).toEqual([400, 90001]);
      await control('orders', { shop: 'wish', count: 1 });
      for (let i = 0; i < 100 && got.length === 0; i++) await new Promise((next) => setTimeout(next, 50));
      const [push] = got;
      const right = createHmac('sha256', APP.client_secret)
        .update(push?.body ?? '')
        .digest('base64');
      expect(push?.headers).toMatchObject({
        'wish-topic': 'ORDER_RELEASE',
        'wish-hmac-sha256': right,
        'wish-subscription-id': subscription,
      });
      expect((await api('DELETE', `/webhook/subscriptions/${subscription}`)).status).toBe(204);
      expect(digList((await api('GET', '/webhook/subscriptions')).body, 'data')).toEqual([]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
