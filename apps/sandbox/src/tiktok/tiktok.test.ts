import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { type Answer, call, dig, digList, digText, startForTest } from '../testing.ts';
import { pushSignature, signatureOf } from './signature.ts';

const KEY = 'tradewind1demo';
const SERVICE = '7431458374265161478';
const US = '7494049642642441621';
const GB = '7495123456789012345';
let box: Sandbox;
let token = '';
let cipher = '';

const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const clock = () => String(Math.floor(Date.now() / 1000));

/** Signs by the stand-in's own hand; what is wrong on purpose comes in `change`. */
async function api(
  path: string,
  input: {
    method?: string;
    query?: Record<string, string>;
    body?: unknown;
    change?: Record<string, string>;
    as?: string;
  } = {},
): Promise<Answer> {
  const shopless = path.startsWith('/authorization/');
  const query = { ...input.query, app_key: KEY, timestamp: clock(), ...(shopless ? {} : { shop_cipher: cipher }) };
  const body = input.body === undefined ? '' : JSON.stringify(input.body);
  const signed = { ...query, ...input.change };
  const requested = new URLSearchParams({ sign: signatureOf(path, signed, body), ...signed });
  return call(`${box.url}/tiktok/api${path}?${requested}`, {
    method: input.method ?? (body ? 'POST' : 'GET'),
    headers: { 'x-tts-access-token': input.as ?? token, 'content-type': 'application/json' },
    ...(body ? { body } : {}),
  });
}
const code = (answer: Answer) => dig(answer.body, 'code');
const words = (answer: Answer) => digText(answer.body, 'message');

async function consent(door: string): Promise<URL> {
  const query = new URLSearchParams({
    service_id: SERVICE,
    state: 'n1',
    redirect_uri: 'http://127.0.0.1:9/cb',
    auto: '1',
  });
  const answer = await call(`${box.url}/tiktok/${door}/open/authorize?${query}`);
  return new URL(answer.headers.get('location') ?? '');
}
const tokenOf = (path: string, query: Record<string, string>) =>
  call(
    `${box.url}/tiktok/auth/api/v2/token/${path}?${new URLSearchParams({ app_key: KEY, app_secret: 'tiktok-demo-secret', ...query })}`,
  );

async function open(door: string): Promise<void> {
  const back = await consent(door);
  const answer = await tokenOf('get', {
    auth_code: back.searchParams.get('code') ?? '',
    grant_type: 'authorized_code',
  });
  token = digText(answer.body, 'data', 'access_token');
  cipher = digText((await api('/authorization/202309/shops')).body, 'data', 'shops', 0, 'cipher');
}

const search = (query: Record<string, string> = {}, body: object = { order_status: 'AWAITING_SHIPMENT' }) =>
  api('/order/202309/orders/search', {
    query: { page_size: '20', sort_field: 'update_time', sort_order: 'ASC', ...query },
    body,
  });
async function anOrder(shipping: string): Promise<{ id: string; units: string[]; packageId: string }> {
  const list = await search(
    {},
    { order_status: 'AWAITING_SHIPMENT', shipping_type: shipping, is_buyer_request_cancel: false },
  );
  const order = digList(list.body, 'data', 'orders').find((one) => digList(one, 'line_items').length > 1);
  return {
    id: digText(order, 'id'),
    units: digList(order, 'line_items').map((unit) => digText(unit, 'id')),
    packageId: digText(order, 'packages', 0, 'id'),
  };
}

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { seed: 7 });
  await open('services-us');
});

/** Computed as "Sign your API request" and the official Go and Java samples do; EcomPHP/tiktokshop-php agrees. */
describe('signatures against public vectors', () => {
  const app = { appKey: '6abc123', appSecret: 'tts-secret' };
  it('of calls', () => {
    const query = { app_key: app.appKey, shop_cipher: 'ROW_xyz', timestamp: '1700000000' };
    const paged = { page_size: '50', sort_field: 'update_time', sort_order: 'ASC', sign: 'x', access_token: 'y' };
    const body = '{"update_time_ge":1699900000,"update_time_lt":1700000000}';
    expect(signatureOf('/order/202309/orders/search', { ...paged, ...query }, body, app)).toBe(
      '8fa729db4a1baa377354646aa7a46bebac74a2ad9c83430befb1f4e4b1d65f59',
    );
    expect(signatureOf('/order/202309/orders', { ids: '576461413038785752', ...query }, '', app)).toBe(
      'a40178f0b26b99369009d4ac7cb4c6c577fc13d8062c82714834e8b59288ff15',
    );
  });

  it('of pushes', () => {
    const body =
      '{"type":1,"tts_notification_id":"7327112393057371910","shop_id":"7494049642642441621","timestamp":1700000000,' +
      '"data":{"order_id":"576486316948490001","order_status":"AWAITING_SHIPMENT","is_on_hold_order":false,"update_time":1700000000}}';
    expect(pushSignature(Buffer.from(body), app)).toBe(
      '56c2b7d135b7d700c94f1c7b9286545f7f02f07e611116cf58663f7c0fbdf14a',
    );
  });
});

describe('the door', () => {
  it('opens to the United States on one side and to the others on the other', async () => {
    const regions = [];
    for (const door of ['services-us', 'services']) {
      await open(door);
      regions.push(digText((await api('/authorization/202309/shops')).body, 'data', 'shops', 0, 'region'));
    }
    expect(regions).toEqual(['US', 'GB']);
    const back = await consent('services');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 'n1', app_key: KEY, shop_region: 'GB' });
  });

  it('takes a code once, and a refresh token until it is taken back', async () => {
    const query = {
      auth_code: (await consent('services-us')).searchParams.get('code') ?? '',
      grant_type: 'authorized_code',
    };
    const first = await tokenOf('get', query);
    expect(Number(dig(first.body, 'data', 'access_token_expire_in'))).toBeGreaterThan(Date.now() / 1000 + 6 * 86_400);
    expect(code(await tokenOf('get', query))).toBe(36004004);
    const refresh = { refresh_token: digText(first.body, 'data', 'refresh_token'), grant_type: 'refresh_token' };
    expect(code(await tokenOf('refresh', refresh))).toBe(0);
    expect(code(await tokenOf('refresh', { ...refresh, app_secret: 'x' }))).not.toBe(0);
    await control('revoke', { shop: US });
    await new Promise((done) => setTimeout(done, 5));
    expect(code(await tokenOf('refresh', refresh))).toBe(36004005);
    expect(words(await search())).toContain('x-tts-access-token');
  });

  it('is shut to the wrong signature, time, token, cipher, path and method', async () => {
    expect(code(await search())).toBe(0);
    const path = '/order/202309/orders/search';
    const body = { order_status: 'UNPAID' };
    const ask = (change: Record<string, string>, as?: string) =>
      api(path, { query: { page_size: '5' }, body, change, ...(as === undefined ? {} : { as }) });
    expect(code(await ask({ sign: '0'.repeat(64) }))).toBe(106001);
    expect(words(await ask({ sign: '' }))).toContain('does not include a required signature');
    const now = Date.now() / 1000;
    expect(words(await ask({ timestamp: String(Math.floor(now - 310)) }))).toContain('earlier than 5 minutes');
    expect(words(await ask({ timestamp: String(Math.floor(now + 40)) }))).toContain('more than 30 seconds');
    expect(code(await ask({ timestamp: String(Math.floor(now - 280)) }))).toBe(0);
    expect(words(await ask({ app_key: 'x' }))).toContain('app_key');
    expect(words(await ask({}, 'TTP_nonsense'))).toContain('x-tts-access-token');
    expect(code(await ask({ shop_cipher: '' }))).toBe(106013);
    expect(code(await ask({ shop_cipher: 'GCP_other' }))).toBe(101000);
    expect(code(await api('/order/202309/orders/find', { body }))).toBe(36009009);
    expect(code(await api(path, { method: 'GET' }))).toBe(36009010);
    expect(words(await api('/authorization/202309/shops', { change: { shop_cipher: cipher } }))).toContain(
      'Unexpected identifier',
    );
    await control('faults', { platform: 'tiktok', tokenTtlSeconds: 1 });
    await open('services-us');
    await control('clock/advance', { seconds: 2 });
    const late = await api(path, {
      query: { page_size: '5' },
      body,
      change: { timestamp: String(Math.floor(now + 2)) },
    });
    expect([late.status, code(late)]).toEqual([401, 105002]);
  });

  it('lets pass an empty object whether it was signed or not', async () => {
    const path = '/order/202309/orders/search';
    const query = { page_size: '1', app_key: KEY, timestamp: clock(), shop_cipher: cipher };
    for (const signed of ['{}', '', '{"order_status":"UNPAID"}']) {
      const requested = new URLSearchParams({ ...query, sign: signatureOf(path, query, signed) });
      const answer = await call(`${box.url}/tiktok/api${path}?${requested}`, {
        headers: { 'x-tts-access-token': token, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(code(answer)).toBe(signed.length > 2 ? 106001 : 0);
    }
  });

  it('counts fifty calls a second for each API', async () => {
    await control('settings', { rateFactor: 0.04 });
    const codes = [];
    for (let i = 0; i < 4; i++) codes.push(code(await search()));
    expect(codes).toContain(36009002);
    expect(code(await api('/logistics/202309/warehouses'))).toBe(0);
  });
});

describe('orders', () => {
  it('are refused to whoever asks wrongly', async () => {
    const answers = [
      await search({ page_size: '101' }),
      await search({ page_size: '' }),
      await search({ sort_field: 'price' }),
      await search({ offset: '5' }),
      await search({}, { update_time_ge: 'yesterday' }),
      await search({}, { status: 'UNPAID' }),
      await search({}, { order_status: 'OPEN' }),
      await search({ page_token: 'x' }),
      await api('/order/202309/orders', { query: { ids: '' } }),
    ];
    expect(answers.map((answer) => [answer.status, code(answer)])).toEqual(answers.map(() => [400, 36009004]));
    expect(code(await api('/order/202309/orders', { query: { ids: '1' } }))).toBe(21008111);
  });

  it('come page by page to the same question only, none lost when others change meanwhile', async () => {
    const visited = new Set<string>();
    let page_token = '';
    do {
      const answer = await search({ page_size: '7', ...(page_token ? { page_token } : {}) });
      for (const order of digList(answer.body, 'data', 'orders')) visited.add(digText(order, 'id'));
      page_token = digText(answer.body, 'data', 'next_page_token');
      if (page_token) expect(code(await search({ page_size: '8', page_token }))).toBe(36009004);
      // The first ones change and leave their place.
      const [first] = visited;
      await control('orders/cancel', { shop: 'tiktok', orderId: first });
    } while (page_token);
    const all = [...box.world.shop(US).byId.values()].filter((order) => order.status === 'unshipped');
    expect([...visited].sort()).toEqual(all.map((order) => order.id).sort());
  });

  it('show nothing of a buyer who has not paid, and little of one who has called off', async () => {
    const { body } = await control('orders', { shop: 'tiktok', count: 1, status: 'pending' });
    const id = digText(body, 'orderIds', 0);
    const detail = async () =>
      dig((await api('/order/202309/orders', { query: { ids: id } })).body, 'data', 'orders', 0);
    expect(await detail()).toMatchObject({ status: 'UNPAID', paid_time: 0 });
    expect(await detail()).not.toHaveProperty('recipient_address');
    await control('orders/pay', { shop: 'tiktok', orderId: id });
    expect(digText(await detail(), 'recipient_address', 'name')).not.toContain('*');
    await control('orders/cancel', { shop: 'tiktok', orderId: id, force: true });
    expect(digText(await detail(), 'recipient_address', 'name')).toContain('*');
  });
});

describe('fulfilment', () => {
  const UPS = '7117859084333745966';
  const mark = (id: string, more: object = {}) =>
    api(`/fulfillment/202309/orders/${id}/packages`, {
      body: { tracking_number: '1Z999AA10123456784', shipping_provider_id: UPS, ...more },
    });

  it('goes by units, once each', async () => {
    const { id, units } = await anOrder('SELLER');
    const one = await mark(id, { order_line_item_ids: units.slice(0, 1) });
    expect(dig(one.body, 'data', 'order_line_item_ids')).toEqual(units.slice(0, 1));
    expect(code(await mark(id, { order_line_item_ids: units.slice(0, 1) }))).toBe(21011020);
    const detail = await api('/order/202309/orders', { query: { ids: id } });
    expect(dig(detail.body, 'data', 'orders', 0, 'status')).toBe('PARTIALLY_SHIPPING');
    expect(code(await mark(id))).toBe(0);
    expect(code(await mark(id))).toBe(21011020);
    const state = await call(`${box.url}/control/state?shop=tiktok&orderId=${id}`);
    expect(dig(state.body, 'orders', 0, 'confirmations')).toBe(2);
  });

  it('is refused in TikTok’s words', async () => {
    const { id } = await anOrder('SELLER');
    expect(code(await mark(id, { tracking_number: 'a b!' }))).toBe(21004012);
    expect(code(await mark(id, { shipping_provider_id: '1' }))).toBe(21011022);
    expect(code(await mark(id, { order_line_item_ids: ['1'] }))).toBe(21011029);
    expect(code(await mark('1'))).toBe(21008111);
    expect(code(await mark((await anOrder('TIKTOK')).id))).toBe(21011012);
    await control('orders/cancel', { shop: 'tiktok', orderId: id });
    expect(code(await mark(id))).toBe(21011007);
    await control('orders/cancel', { shop: 'tiktok', orderId: id, force: true });
    expect(code(await mark(id))).toBe(21011003);
  });

  it('by TikTok’s own shipping has a label for what was bought, and not before', async () => {
    const { id, packageId } = await anOrder('TIKTOK');
    const documents = (of: string) =>
      api(`/fulfillment/202309/packages/${of}/shipping_documents`, { query: { document_type: 'SHIPPING_LABEL' } });
    expect(code(await documents(packageId))).toBe(21023035);
    const body = { order_id: id, weight: { value: '500', unit: 'GRAM' } };
    expect(
      code(await api('/fulfillment/202309/packages', { body: { ...body, dimension: { length: '1', unit: 'CM' } } })),
    ).toBe(21001001);
    expect(code(await api('/fulfillment/202309/packages', { body: { ...body, shipping_service_id: '1' } }))).toBe(
      21004008,
    );
    const made = await api('/fulfillment/202309/packages', { body });
    expect(code(await api('/fulfillment/202309/packages', { body }))).toBe(21011020);
    const url = digText((await documents(digText(made.body, 'data', 'package_id'))).body, 'data', 'doc_url');
    expect((await fetch(url)).headers.get('content-type')).toBe('application/pdf');
    expect((await fetch(url.replace(/seal=..../, 'seal=xxxx'))).status).toBe(404);
  });

  it('outside the United States is a package that is fetched or brought', async () => {
    await open('services');
    const { id, packageId } = await anOrder('TIKTOK');
    expect(code(await api('/fulfillment/202309/packages', { body: { order_id: id } }))).toBe(21008106);
    const slots = digList(
      (await api(`/fulfillment/202309/packages/${packageId}/handover_time_slots`)).body,
      'data',
      'pickup_slots',
    );
    const ship = (body: object) => api(`/fulfillment/202309/packages/${packageId}/ship`, { body });
    const slot = { start_time: dig(slots[0], 'start_time'), end_time: dig(slots[0], 'end_time') };
    expect(code(await ship({ handover_method: 'PICKUP', pickup_slot: { ...slot, end_time: 1 } }))).toBe(21004017);
    expect(code(await ship({ handover_method: 'PICKUP', pickup_slot: slot }))).toBe(0);
    expect(code(await ship({ handover_method: 'DROP_OFF' }))).toBe(21008099);
  });
});

describe('packages of several orders', () => {
  const FULFIL = '/fulfillment/202309';
  const drafts = async (query: Record<string, string> = { page_size: '50' }) =>
    (await api(`${FULFIL}/combinable_packages/search`, { query })).body;
  const combine = (...desired: object[]) =>
    api(`${FULFIL}/packages/combine`, { body: { combinable_packages: desired } });
  const uncombine = (id: string, order_ids?: string[]) =>
    api(`${FULFIL}/packages/${id}/uncombine`, { body: order_ids ? { order_ids } : {} });
  const orderIn = async (id: string) =>
    dig((await api('/order/202309/orders', { query: { ids: id } })).body, 'data', 'orders', 0);
  const packageOf = async (id: string) => digText(await orderIn(id), 'line_items', 0, 'package_id');
  const held = async (id: string) =>
    digList((await api(`${FULFIL}/packages/${id}`)).body, 'data', 'orders').map((one) => digText(one, 'id'));

  /** Three orders of one buyer that go by TikTok's own shipping, and what TikTok would make of them. */
  async function three(nth = 0): Promise<{ ids: string[]; draft: { id: string; order_ids: string[] } }> {
    const own = { order_status: 'AWAITING_SHIPMENT', shipping_type: 'TIKTOK', is_buyer_request_cancel: false };
    const id = digText((await search({}, own)).body, 'data', 'orders', nth, 'id');
    const { body } = await control('orders', { shop: GB, count: 8, buyerOf: id, lines: [{ sku: 'MUG' }] });
    const all = [id, ...digList(body, 'orderIds').map(String)];
    const types = await Promise.all(all.map(async (one) => [one, dig(await orderIn(one), 'shipping_type')] as const));
    const ids = types.flatMap(([one, type]) => (type === 'TIKTOK' ? [one] : []));
    const draft = digList(await drafts(), 'data', 'combinable_packages').find((one) =>
      digList(one, 'order_ids').includes(id),
    );
    return { ids, draft: draft as { id: string; order_ids: string[] } };
  }
  beforeEach(() => open('services'));

  it('are offered page by page, for open orders of one buyer to one address, outside the United States', async () => {
    expect(digList(await drafts(), 'data', 'combinable_packages')).toEqual([]);
    const { ids, draft } = await three();
    expect(draft.order_ids).toEqual(ids);
    await three(1);
    const first = await drafts({ page_size: '1' });
    expect([digList(first, 'data', 'combinable_packages').length, dig(first, 'data', 'total_count')]).toEqual([1, 2]);
    const next = await drafts({ page_size: '1', page_token: digText(first, 'data', 'next_page_token') });
    expect(digText(next, 'data', 'combinable_packages', 0, 'id')).not.toBe(draft.id);
    expect(digText(next, 'data', 'next_page_token')).toBe('');
    expect(dig(await drafts({}), 'code')).toBe(36009004);
    await control('orders/cancel', { shop: GB, orderId: ids[0] });
    const left = digList(await drafts(), 'data', 'combinable_packages').find((one) =>
      digList(one, 'order_ids').includes(ids[1]),
    );
    expect(dig(left, 'order_ids')).toEqual(ids.slice(1));
    await open('services-us');
    expect(dig(await drafts(), 'code')).toBe(21008106);
  });

  it('have a new id, void the old ones and are refused one by one', async () => {
    const { ids, draft } = await three();
    const [a = '', b = '', c = ''] = ids;
    const before = await packageOf(a);
    const both = await combine({ id: draft.id, order_ids: [a, b] }, { id: '1160', order_ids: [a, c] });
    const id = digText(both.body, 'data', 'packages', 0, 'id');
    expect(dig(both.body, 'data', 'packages', 0, 'order_ids')).toEqual([a, b]);
    expect(dig(both.body, 'data', 'errors', 0, 'detail')).toEqual({ package_id: '1160' });
    expect([code(both), id === before, await packageOf(a), await packageOf(b)]).toEqual([0, false, id, id]);
    expect(await held(id)).toEqual([a, b]);
    expect(code(await api(`${FULFIL}/packages/${before}`))).toBe(21008111);
    // One that lies with another is not taken away from it.
    const torn = await combine({ id: draft.id, order_ids: [b, c] });
    expect([dig(torn.body, 'data', 'packages'), digList(torn.body, 'data', 'errors').length]).toEqual([[], 1]);
    expect(code(await combine({ id: draft.id }))).toBe(0);
    expect(await held(await packageOf(c))).toEqual(ids);
  });

  it('come apart again while nothing is handed over', async () => {
    const { ids, draft } = await three();
    const [a = '', b = '', c = ''] = ids;
    await combine(draft);
    const whole = await packageOf(a);
    expect(code(await uncombine(whole, ['1']))).toBe(21011029);
    const parted = await uncombine(whole, [a]);
    expect(digList(parted.body, 'data', 'packages').map((one) => dig(one, 'order_ids'))).toEqual([[b, c], [a]]);
    expect(new Set([whole, await packageOf(a), await packageOf(b)]).size).toBe(3);
    await uncombine(await packageOf(b));
    expect(await held(await packageOf(c))).toEqual([c]);
    expect(code(await uncombine(await packageOf(c)))).toBe(21001001);
  });

  it('are shipped as one: one number, one label, none while one of the orders may not leave', async () => {
    const { ids, draft } = await three();
    await combine(draft);
    const id = await packageOf(ids[0] ?? '');
    const ship = () => api(`${FULFIL}/packages/${id}/ship`, { body: { handover_method: 'DROP_OFF' } });
    await control('orders/cancel', { shop: GB, orderId: ids[1] });
    expect(code(await ship())).toBe(21011007);
    await uncombine(id, [ids[1] ?? '']);
    const rest = await packageOf(ids[2] ?? '');
    expect(code(await api(`${FULFIL}/packages/${rest}/ship`, { body: {} }))).toBe(0);
    const numbers = await Promise.all(
      [ids[0], ids[2]].map(async (one = '') => digText(await orderIn(one), 'line_items', 0, 'tracking_number')),
    );
    expect([new Set(numbers).size, numbers[0]?.length, await packageOf(ids[0] ?? '')]).toEqual([1, 20, rest]);
    expect(code(await uncombine(rest))).toBe(21011020);
    const document = await api(`${FULFIL}/packages/${rest}/shipping_documents`, {
      query: { document_type: 'SHIPPING_LABEL' },
    });
    expect(dig(document.body, 'data', 'tracking_number')).toBe(numbers[0]);
    expect((await fetch(digText(document.body, 'data', 'doc_url'))).status).toBe(200);
  });
});

describe('after the sale', () => {
  const cancel = (id: string, reason: string, more: object = {}) =>
    api('/return_refund/202309/cancellations', { body: { order_id: id, cancel_reason: reason, ...more } });

  it('a cancellation needs a reason of the market and of the state', async () => {
    const { id } = await anOrder('SELLER');
    expect(code(await cancel(id, 'because'))).toBe(25001014);
    expect(code(await cancel(id, 'seller_cancel_unpaid_reason_out_of_stock'))).toBe(25001021);
    expect(code(await cancel(id, 'seller_cancel_reason_out_of_stock_uk'))).toBe(25001014);
    expect(code(await cancel(id, 'seller_cancel_reason_out_of_stock', { order_line_item_ids: ['1'] }))).toBe(25005010);
    expect(dig((await cancel(id, 'seller_cancel_reason_out_of_stock')).body, 'data', 'cancel_status')).toBe(
      'CANCELLATION_REQUEST_SUCCESS',
    );
    expect(code(await cancel(id, 'seller_cancel_reason_out_of_stock'))).toBe(25001011);
    await open('services');
    const british = (await anOrder('SELLER')).id;
    expect(code(await cancel(british, 'seller_cancel_reason_out_of_stock'))).toBe(25001014);
    expect(code(await cancel(british, 'seller_cancel_reason_out_of_stock_uk'))).toBe(0);
  });

  it('prices and quantities are checked one by one', async () => {
    const list = await api('/product/202502/products/search', { query: { page_size: '1' }, body: { status: 'ALL' } });
    const product = digText(list.body, 'data', 'products', 0, 'id');
    const sku = digText(list.body, 'data', 'products', 0, 'skus', 0, 'id');
    const push = (what: string, skus: unknown, id = product) =>
      api(`/product/202309/products/${id}/${what}/update`, { body: { skus } });
    const stock = async (inventory: object[], id = sku) =>
      dig((await push('inventory', [{ id, inventory }])).body, 'data');
    expect(await stock([{ quantity: 5 }])).toEqual({});
    const problem = (data: unknown) => dig(data, 'errors', 0, 'detail', 'extra_errors', 0, 'code');
    expect(problem(await stock([{ quantity: 100_000 }]))).toBe(12052055);
    expect(problem(await stock([{ quantity: 5, warehouse_id: '1' }]))).toBe(12052097);
    expect(problem(await stock([{ quantity: 5 }], '1'))).toBe(12052556);
    const price = (answered: object) => push('prices', [{ id: sku, price: answered }]).then(code);
    expect(await price({ amount: '5.00', currency: 'USD' })).toBe(0);
    expect(await price({ amount: '5.001', currency: 'USD' })).toBe(12052012);
    expect(await price({ amount: '5.00', currency: 'EUR' })).toBe(12052084);
    expect(code(await push('prices', [], product))).toBe(12052902);
    expect(code(await push('prices', [{ id: sku }], '1'))).toBe(12052260);
  });

  it('an address hears of its own kind of event, and no longer once it is deleted', async () => {
    const hook = (method: string, body: object) => api('/event/202309/webhooks', { method, body });
    expect(code(await hook('PUT', { event_type: 'ORDER_STATUS_CHANGE', address: 'https://erp.example.com/x' }))).toBe(
      36009004,
    );
    expect(code(await hook('PUT', { event_type: 'SOMETHING', address: `${box.url}/x` }))).toBe(36009004);
    await hook('PUT', { event_type: 'CANCELLATION_STATUS_CHANGE', address: `${box.url}/control/summary` });
    const sent = async () =>
      digList((await call(`${box.url}/control/webhooks?platform=tiktok`)).body).map((one) => digText(one, 'topic'));
    const { id } = await anOrder('SELLER');
    await control('orders', { shop: 'tiktok', count: 1 });
    await control('orders/cancel', { shop: 'tiktok', orderId: id });
    await expect
      .poll(async () => new Set(await sent()), { timeout: 5000 })
      .toEqual(new Set(['CANCELLATION_STATUS_CHANGE']));
    await hook('DELETE', { event_type: 'CANCELLATION_STATUS_CHANGE' });
    expect(dig((await api('/event/202309/webhooks')).body, 'data')).toEqual({ webhooks: [], total_count: 0 });
  });
});
