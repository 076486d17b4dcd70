import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { call, dig, digList, digText, startForTest } from '../testing.ts';

/** The stand-in's own strictness, told without any client. */
const APP = { id: '2000411', key: 'tradewind-demo-partner-key' };
const SHOP = '226000411';
let box: Sandbox;
let token = '';

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { orders: 30 });
  token = digText(await tokens(), 'access_token');
});

const control = async (path: string, body: object): Promise<unknown> =>
  (await call(`${box.url}/control/${path}`, { body })).body;
const now = () => Math.floor(Date.now() / 1000);
const sign = (text: string) => createHmac('sha256', APP.key).update(text).digest('hex');

interface Requested {
  query?: Record<string, string>;
  body?: unknown;
  at?: number;
  sign?: string;
  shop?: string | null;
  token?: string;
}

/** A call as a client makes it; `shop: null` is one of the app. */
async function ask(path: string, { query = {}, body, at = now(), shop = SHOP, ...more }: Requested = {}) {
  const full = `/api/v2/${path}`;
  const access = more.token ?? token;
  const whose = shop === null ? '' : `${access}${shop}`;
  const params = new URLSearchParams({
    ...query,
    partner_id: APP.id,
    timestamp: String(at),
    ...(shop === null ? {} : { access_token: access, shop_id: shop }),
    sign: more.sign ?? sign(`${APP.id}${full}${at}${whose}`),
  });
  return call(`${box.url}/shopee${full}?${params}`, body === undefined ? {} : { body });
}
const errorOf = async (path: string, requested?: Requested) => {
  const { status, body } = await ask(path, requested);
  return [status, digText(body, 'error')];
};

async function code(): Promise<string> {
  const path = '/api/v2/shop/auth_partner';
  const at = String(now());
  const params = { partner_id: APP.id, timestamp: at, sign: sign(`${APP.id}${path}${at}`), auto: '1' };
  const query = new URLSearchParams({ ...params, redirect: 'http://127.0.0.1:9/cb?state=s' });
  const answer = await call(`${box.url}/shopee${path}?${query}`);
  const back = new URL(answer.headers.get('location') ?? '');
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 's', shop_id: SHOP });
  return back.searchParams.get('code') ?? '';
}
const exchange = (body: object) =>
  ask('auth/token/get', { shop: null, body: { partner_id: Number(APP.id), shop_id: Number(SHOP), ...body } });
const tokens = async () => (await exchange({ code: await code() })).body;

const window = () => ({ time_range_field: 'update_time', time_from: String(now() - 864_000), time_to: String(now()) });
const list = (more: Record<string, string> = {}) => ({ query: { ...window(), page_size: '50', ...more } });
async function openOrder(lines?: object[]): Promise<string> {
  const made = await control('orders', { shop: 'shopee', ...(lines ? { lines } : { count: 1 }) });
  return digText(made, 'orderIds', 0);
}
const detail = async (order_sn: string) => {
  const query = { order_sn_list: order_sn, response_optional_fields: 'item_list,package_list,total_amount' };
  return dig((await ask('order/get_order_detail', { query })).body, 'response', 'order_list', 0);
};
const parameters = async (order_sn: string) =>
  dig((await ask('logistics/get_shipping_parameter', { query: { order_sn } })).body, 'response');
async function pickup(order_sn: string) {
  const address = dig(await parameters(order_sn), 'pickup', 'address_list', 0);
  return {
    address_id: dig(address, 'address_id'),
    pickup_time_id: dig(address, 'time_slot_list', 0, 'pickup_time_id'),
  };
}
const ship = async (order_sn: string) =>
  ask('logistics/ship_order', { body: { order_sn, pickup: await pickup(order_sn) } });

describe('a call of Shopee', () => {
  it('is taken with a right sign, in time, of the own shop', async () => {
    expect(await errorOf('order/get_order_list', list())).toEqual([200, '']);
    expect(await errorOf('order/get_order_list', { ...list(), sign: 'f'.repeat(64) })).toEqual([403, 'error_sign']);
    expect(await errorOf('order/get_order_list', { ...list(), at: now() - 301 })).toEqual([403, 'error_param']);
    expect(await errorOf('order/get_order_list', { ...list(), at: now() + 310 })).toEqual([403, 'error_param']);
    expect(await errorOf('order/get_order_list', { ...list(), at: now() - 280 })).toEqual([200, '']);
    expect(await errorOf('order/get_order_list', { ...list(), shop: '999' })).toEqual([403, 'error_auth']);
    expect(await errorOf('order/get_order_list', { ...list(), token: 'x.y' })).toEqual([403, 'invalid_acceess_token']);
    expect(await errorOf('order/get_the_moon', list())).toEqual([403, 'error_param']);
  });

  it('knows no other parameters than Shopee’s', async () => {
    expect(await errorOf('order/get_order_list', list({ since: 'ever' }))).toEqual([200, 'error_param']);
    const body = { order_sn: await openOrder(), cancel_reason: 'CUSTOMER_REQUEST', note: 'x' };
    expect(await errorOf('order/cancel_order', { body })).toEqual([200, 'error_param']);
  });

  it('is one too many above ten a second', async () => {
    await control('settings', { rateFactor: 1 });
    await control('clock/stop', {});
    const answers = await Promise.all(Array.from({ length: 30 }, () => errorOf('order/get_order_list', list())));
    expect(answers).toContainEqual([429, 'error_rate_limit']);
    expect(answers.filter(([status]) => status === 200)).toHaveLength(10);
  });
});

describe('tokens', () => {
  it('come once for a code, and once for a refresh token', async () => {
    const used = await code();
    expect(digText((await exchange({ code: used })).body, 'error')).toBe('');
    expect(digText((await exchange({ code: used })).body, 'error')).toBe('invalid_code');
    expect(digText((await exchange({ code: await code(), shop_id: 5 })).body, 'error')).toBe('invalid_shop_id');
    expect(digText((await exchange({ code: await code(), partner_id: APP.id })).body, 'error')).toBe('error_param');
    const refresh_token = digText(await tokens(), 'refresh_token');
    const body = { refresh_token, partner_id: Number(APP.id), shop_id: Number(SHOP) };
    expect(await errorOf('auth/access_token/get', { shop: null, body })).toEqual([200, '']);
    expect(await errorOf('auth/access_token/get', { shop: null, body })).toEqual([403, 'error_shop_refresh_token']);
  });
});

describe('orders', () => {
  it('are listed for fifteen days at most, and told as skeletons unless more is asked for', async () => {
    const long = { time_from: String(now() - 16 * 86_400) };
    expect(await errorOf('order/get_order_list', list(long))).toEqual([200, 'order.order_list_invalid_time']);
    const { body } = await ask('order/get_order_list', list({ page_size: '7', cursor: '' }));
    expect(dig(body, 'response', 'more')).toBe(true);
    expect(digText(body, 'response', 'next_cursor')).toBe('7');
    const order_sn_list = digText(body, 'response', 'order_list', 0, 'order_sn');
    const bare = await ask('order/get_order_detail', { query: { order_sn_list } });
    const order = dig(bare.body, 'response', 'order_list', 0);
    expect(order).toMatchObject({ order_sn: order_sn_list, region: 'SG', currency: 'SGD' });
    expect(order).not.toHaveProperty('item_list');
    expect(await errorOf('order/get_order_detail', { query: { order_sn_list: 'NONE' } })).toEqual([
      200,
      'error_not_found',
    ]);
  });

  it('are cancelled with a reason, their articles, and only before they are arranged', async () => {
    const order_sn = await openOrder();
    const cancel = (more: object) => errorOf('order/cancel_order', { body: { order_sn, ...more } });
    expect(await cancel({ cancel_reason: 'BORED' })).toEqual([200, 'error_param']);
    expect(await cancel({ cancel_reason: 'OUT_OF_STOCK' })).toEqual([200, 'error_param']);
    await ship(order_sn);
    expect(await cancel({ cancel_reason: 'CUSTOMER_REQUEST' })).toEqual([200, 'order.error_limit']);
  });

  it('that the buyer wants back wait for the seller’s word', async () => {
    const order_sn = await openOrder();
    await control('orders/cancel', { shop: 'shopee', orderId: order_sn });
    expect(dig(await detail(order_sn), 'order_status')).toBe('IN_CANCEL');
    const wish = (operation: string) => errorOf('order/handle_buyer_cancellation', { body: { order_sn, operation } });
    expect(await wish('PERHAPS')).toEqual([200, 'error_param']);
    expect(await wish('REJECT')).toEqual([200, '']);
    expect(dig(await detail(order_sn), 'order_status')).toBe('READY_TO_SHIP');
    expect(await wish('ACCEPT')).toEqual([200, 'order.error_order_state']);
  });
});

describe('its logistics', () => {
  it('take a parcel one way, once, at an hour that was offered', async () => {
    const order_sn = await openOrder();
    const answered = (body: object) => errorOf('logistics/ship_order', { body: { order_sn, ...body } });
    const way = await pickup(order_sn);
    expect(await answered({})).toEqual([200, 'logistics.ship_order_only_support_one_type']);
    expect(await answered({ pickup: way, dropoff: {} })).toEqual([200, 'logistics.ship_order_only_support_one_type']);
    expect(await answered({ pickup: { ...way, pickup_time_id: '1' } })).toEqual([
      200,
      'logistics.ship_order_pickup_time_invalid',
    ]);
    expect(await answered({ pickup: {} })).toEqual([200, 'logistics.ship_order_need_address_pickup_time']);
    expect(await answered({ non_integrated: {} })).toEqual([200, 'logistics.ship_order_unsupport_non_integrated']);
    expect(await answered({ package_number: '', pickup: way })).toEqual([200, 'error_param']);
    expect(await answered({ pickup: way })).toEqual([200, '']);
    expect(await answered({ pickup: way })).toEqual([200, 'logistics.package_already_shipped']);
    const state = await call(`${box.url}/control/state?orderId=${order_sn}`);
    expect(dig(state.body, 'orders', 0, 'confirmations')).toBe(1);
  });

  it('say shipped when the courier has the parcel, and print nothing after that', async () => {
    const order_sn = await openOrder();
    await ship(order_sn);
    expect(dig(await detail(order_sn), 'order_status')).toBe('PROCESSED');
    const number = async () =>
      digText(
        (await ask('logistics/get_tracking_number', { query: { order_sn } })).body,
        'response',
        'tracking_number',
      );
    expect(await number()).toBe('');
    await expect.poll(number).toMatch(/^SPXSG\d+$/);

    const order_list = [{ order_sn, tracking_number: await number(), shipping_document_type: 'THERMAL_AIR_WAYBILL' }];
    const failed = (body: unknown) => digText(body, 'response', 'result_list', 0, 'fail_error');
    const status = async () => (await ask('logistics/get_shipping_document_result', { body: documents })).body;
    const documents = { order_list: [{ order_sn, shipping_document_type: 'THERMAL_AIR_WAYBILL' }] };
    const early = await status();
    expect([digText(early, 'error'), failed(early)]).toEqual([
      'common.batch_api_all_failed',
      'logistics.shipping_document_should_print_first',
    ]);
    const wrong = await ask('logistics/create_shipping_document', {
      body: { order_list: [{ ...order_list[0], tracking_number: 'SPX0' }] },
    });
    expect(failed(wrong.body)).toBe('logistics.tracking_number_invalid');
    expect(await errorOf('logistics/create_shipping_document', { body: { order_list } })).toEqual([200, '']);
    await expect.poll(async () => digText(await status(), 'response', 'result_list', 0, 'status')).toBe('READY');
    const body = { shipping_document_type: 'THERMAL_AIR_WAYBILL', order_list: [{ order_sn }] };
    const label = await ask('logistics/download_shipping_document', { body });
    expect(label.headers.get('content-type')).toBe('application/pdf');
    expect(String(label.body).slice(0, 5)).toBe('%PDF-');

    await control('collect', { shop: 'shopee', orderId: order_sn });
    expect(dig(await detail(order_sn), 'order_status')).toBe('SHIPPED');
    const late = await ask('logistics/create_shipping_document', { body: { order_list } });
    expect(failed(late.body)).toBe('logistics.package_can_not_print');
  });

  it('split an order into all of its lines, and want its packages named from then on', async () => {
    const items = (await call(`${box.url}/control/listings?shop=shopee`)).body;
    const skus = [0, 1, 2].map((index) => digText(items, index, 'sku'));
    const order_sn = await openOrder(skus.map((sku) => ({ sku, quantity: 2 })));
    const parts = digList(await detail(order_sn), 'item_list').map((one) => ({
      item_list: [{ item_id: dig(one, 'item_id'), model_id: dig(one, 'model_id') }],
    }));
    const divide = (package_list: object[]) => errorOf('order/split_order', { body: { order_sn, package_list } });
    expect(await divide(parts.slice(2))).toEqual([200, 'error_param']);
    expect(await divide(parts.slice(1))).toEqual([200, 'error_param']);
    expect(await divide([parts[0]!, parts[0]!])).toEqual([200, 'error_param']);
    expect(await divide(parts)).toEqual([200, '']);
    expect(await divide(parts)).toEqual([200, 'order.error_param']);
    const [first, ...others] = digList(await detail(order_sn), 'package_list').map((one) =>
      digText(one, 'package_number'),
    );
    expect(await errorOf('logistics/get_shipping_parameter', { query: { order_sn } })).toEqual([
      200,
      'logistics.package_number_not_exist',
    ]);
    const shipOne = async (package_number = '') =>
      errorOf('logistics/ship_order', { body: { order_sn, package_number, dropoff: {} } });
    expect(await shipOne(first)).toEqual([200, '']);
    expect(dig(await detail(order_sn), 'order_status')).toBe('READY_TO_SHIP');
    for (const other of others) expect(await shipOne(other)).toEqual([200, '']);
    expect(dig(await detail(order_sn), 'order_status')).toBe('PROCESSED');
  });
});

describe('listings', () => {
  it('take whole pieces at their own place and prices of two decimals', async () => {
    const query = { offset: '0', page_size: '5', item_status: 'NORMAL' };
    const item_id = dig((await ask('product/get_item_list', { query })).body, 'response', 'item', 0, 'item_id');
    const stock = (more: object) =>
      errorOf('product/update_stock', { body: { item_id, stock_list: [{ model_id: 0, seller_stock: [more] }] } });
    expect(await stock({ stock: 4 })).toEqual([200, '']);
    expect(await stock({ stock: 4.5 })).toEqual([200, 'error_param']);
    expect(await stock({ stock: 4, location_id: 'MOON' })).toEqual([200, 'error_auth']);
    const price = (original_price: unknown) =>
      errorOf('product/update_price', { body: { item_id, price_list: [{ model_id: 0, original_price }] } });
    expect(await price(9.99)).toEqual([200, '']);
    expect(await price('9.99')).toEqual([200, 'error_param']);
    expect(await price(9.999)).toEqual([200, 'error_param']);
    expect(await errorOf('product/get_item_list', { query: { ...query, item_status: 'FINE' } })).toEqual([
      200,
      'error_param_item_status',
    ]);
  });
});

describe('pushes', () => {
  it('go only to an address that answered the first', async () => {
    const body = { callback_url: 'http://127.0.0.1:9/nobody', set_push_config_on: [3] };
    expect(await errorOf('push/set_app_push_config', { shop: null, body })).toEqual([200, 'error_param']);
    const far = { callback_url: 'https://example.com/hook', set_push_config_on: [3] };
    expect(await errorOf('push/set_app_push_config', { shop: null, body: far })).toEqual([200, 'error_param']);
    const { body: config } = await ask('push/get_app_push_config', { shop: null });
    expect(dig(config, 'response', 'push_config_on_list')).toEqual([]);
  });
});
