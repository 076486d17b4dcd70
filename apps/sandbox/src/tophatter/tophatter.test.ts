import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { type Answer, call, dig, digList, startForTest } from '../testing.ts';

const TOKEN = 'c0ffee1db99f4a0f8d5b7e2a9c3d4e5f';
let box: Sandbox;

const get = (path: string, fields: Record<string, string> = {}, token = TOKEN): Promise<Answer> =>
  call(`${box.url}/tophatter/merchant_api/v1/${path}.json?${new URLSearchParams({ access_token: token, ...fields })}`);
const post = (path: string, fields: Record<string, string>): Promise<Answer> =>
  call(`${box.url}/tophatter/merchant_api/v1/${path}.json`, { form: { access_token: TOKEN, ...fields } });
const words = ({ status, body }: Answer) => [status, dig(body, 'message')];
const ids = ({ body }: Answer) => digList(body).map((one) => Number(dig(one, 'order_id')));
const list = async (fields: Record<string, string> = {}) => ids(await get('orders', fields));

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(() => call(`${box.url}/control/reset`, { body: { orders: 20 } }));

describe('the stand-in of Tophatter', () => {
  it('takes its token among the parameters, and no parameter it does not know', async () => {
    expect(words(await get('orders', {}, 'made-up'))).toEqual([401, 'The access_token provided is invalid.']);
    expect(words(await get('orders', { foo: '1', bar: '2' }))).toEqual([
      400,
      'The following parameters were provided but are not recognized: foo, bar.',
    ]);
    expect(words(await get('orders', { per_page: '1001' }))[0]).toBe(400);
    expect(words(await get('orders', { page: '0' }))[0]).toBe(400);
    expect(words(await get('orders', { sort: 'by_moon' }))[0]).toBe(400);
    expect(words(await get('orders', { filter: 'melted' }))[0]).toBe(400);
    expect(words(await get('auctions'))[0]).toBe(404);
    const json = await call(`${box.url}/tophatter/merchant_api/v1/orders/refund.json`, {
      body: { access_token: TOKEN, order_id: '1' },
    });
    expect(json.status).toBe(400);
  });

  it('lists orders in pages, by the order asked for', async () => {
    const all = await list();
    expect([all.length, all]).toEqual([20, all.toSorted((a, b) => b - a)]);
    expect(await list({ sort: 'id_asc' })).toEqual(all.toReversed());
    expect(await list({ per_page: '15', page: '2' })).toEqual(all.slice(15));
    expect(await list({ per_page: '15', page: '3' })).toEqual([]);
  });

  it('has orders of one piece, whose amounts fit together', async () => {
    for (const answered of digList((await get('orders')).body)) {
      const { available_refunds: paid, disbursement_amount: gets, seller_fees_amount: keeps } = Object(answered);
      const whole = Object.values(Object(paid)).reduce((sum: number, one) => sum + Number(one), 0);
      expect(Number(gets) + Number(keeps)).toBeCloseTo(whole, 5);
      expect(answered).not.toHaveProperty('quantity');
      expect(dig(answered, 'created_at')).toMatch(/-07:00$/);
    }
  });

  it('ships an order once, by a carrier it knows', async () => {
    const order_id = String((await list({ filter: 'unfulfilled' }))[0]);
    const parcel = { order_id, carrier: 'UPS', tracking_number: '1Z999' };
    expect((await post('orders/fulfill', { ...parcel, carrier: 'Owl' })).status).toBe(400);
    expect((await post('orders/fulfill', { order_id, carrier: 'UPS' })).status).toBe(400);
    expect((await post('orders/fulfill', { ...parcel, order_id: '1' })).status).toBe(404);
    expect((await post('orders/fulfill', parcel)).body).toMatchObject({
      status: 'shipped',
      carrier: 'ups',
      tracking_number: '1Z999',
    });
    expect(words(await post('orders/fulfill', parcel))).toEqual([
      400,
      'This order cannot be fulfilled because its status is shipped.',
    ]);
    expect(await list({ filter: 'fulfilled' })).toEqual([Number(order_id)]);
    expect((await post('orders/refund', { order_id, type: 'full', reason: 'other' })).status).toBe(400);
  });

  it('gives all of an order back, for a reason it knows', async () => {
    const order_id = String((await list({ filter: 'unfulfilled' }))[0]);
    expect((await post('orders/refund', { order_id, type: 'full', reason: 'bored' })).status).toBe(400);
    expect((await post('orders/refund', { order_id, type: 'some', reason: 'other' })).status).toBe(400);
    const whole = dig((await get('orders/retrieve', { order_id })).body, 'available_refunds');
    const paid = Object.values(Object(whole)).reduce((sum: number, one) => sum + Number(one), 0);
    const input = await post('orders/refund', { order_id, type: 'full', reason: 'out_of_stock', explanation: 'gone' });
    expect(input.body).toMatchObject({ status: 'refunded', available_refunds: {}, seller_fees: [] });
    expect(dig(input.body, 'refund_amount')).toBeCloseTo(paid, 5);
    expect(await list({ filter: 'refunded' })).toEqual([Number(order_id)]);
  });

  it('keeps the price with the product and the quantity with the variation', async () => {
    const [first] = digList((await get('products', { per_page: '1', sort: 'created_at_ascending' })).body);
    const identifier = String(dig(first, 'identifier'));
    expect((await post('variations/update', { identifier, quantity: '42' })).body).toMatchObject({ quantity: 42 });
    expect((await post('products/update', { identifier, buy_now_price: '9.99' })).status).toBe(200);
    expect((await get('products/retrieve', { identifier })).body).toMatchObject({
      available_quantity: 42,
      buy_now_price: 9.99,
    });
    expect((await post('variations/update', { identifier, quantity: '-1' })).status).toBe(400);
    expect((await post('products/update', { identifier, buy_now_price: 'free' })).status).toBe(400);
    expect(words(await post('variations/update', { identifier: 'X', quantity: '1' }))).toEqual([
      404,
      'There is no variation with the unique ID X.',
    ]);
  });

  it('wraps a page of products where that is wanted', async () => {
    const page = await get('products', { per_page: '2', page: '2', pagination: 'true' });
    expect(page.body).toMatchObject({ from: 3, to: 4, page: 2, per_page: 2 });
    expect(digList(page.body, 'results')).toHaveLength(2);
    expect((await get('products', { sort: 'by_moon' })).status).toBe(400);
    expect((await get('products', { status: 'melted' })).status).toBe(400);
  });
});
