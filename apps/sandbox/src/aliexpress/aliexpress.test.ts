import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caller } from '../iop/testing.ts';
import type { Sandbox } from '../main.ts';
import { call, dig, digList, digText, startForTest } from '../testing.ts';

/** The stand-in's own strictness, told without any client. */
const send = caller({ key: '417001', secret: 'aliexpress-demo-secret' });
let box: Sandbox;
let token = '';

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { orders: 30 });
  token = digText((await system('create', { code: await code() })).body, 'access_token');
});

const control = async (path: string, body: object): Promise<unknown> =>
  (await call(`${box.url}/control/${path}`, { body })).body;
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

interface More {
  at?: number;
  sign?: string;
  token?: string | null;
}
const ask = async (method: string, params: Record<string, unknown> = {}, more: More = {}): Promise<unknown> => {
  const { token: own = token, ...rest } = more;
  const input = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, text(value)]));
  const requested = {
    path: '',
    params: { ...input, method, ...(own ? { session: own } : {}) },
    method: 'POST',
    ...rest,
  };
  return (await send(`${box.url}/aliexpress/sync`, requested as Parameters<typeof send>[1])).body;
};
/** '' when all went well, else the code of whoever refused: the gateway, the call, or its result. */
const errorOf = async (method: string, params?: Record<string, unknown>, more?: More): Promise<string> => {
  const body = Object(await ask(method, params, more));
  if (body.code) return body.code;
  if (body.error_response) return body.error_response.sub_code;
  const { result } = body[`${method.replaceAll('.', '_')}_response`];
  return result?.success === false ? String(result.error_code) : '';
};
const answerOf = async (method: string, params?: Record<string, unknown>) =>
  dig(await ask(method, params), `${method.replaceAll('.', '_')}_response`);

async function code(): Promise<string> {
  const params = { response_type: 'code', client_id: '417001', redirect_uri: 'http://127.0.0.1:9/cb', state: 's' };
  const answer = await call(`${box.url}/aliexpress/oauth/authorize?${new URLSearchParams({ ...params, auto: '1' })}`);
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
}
const system = (path: string, params: Record<string, string>) =>
  send(`${box.url}/aliexpress/rest/auth/token/${path}`, { path: `/auth/token/${path}`, params, method: 'POST' });

const clock = (ms: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Los_Angeles', dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(ms),
  );
const DAY = 86_400_000;
const days = (from: number, to = 0) => ({
  create_date_start: clock(Date.now() - from * DAY),
  create_date_end: clock(Date.now() - to * DAY + 60_000),
});
const LIST = 'aliexpress.trade.seller.orderlist.get';
const list = (more: object = {}) => ({
  param_aeop_order_query: { current_page: 1, page_size: 50, ...days(20), ...more },
});

async function openOrder(count = 1): Promise<string> {
  const items = (await call(`${box.url}/control/listings?shop=aliexpress`)).body;
  const lines = Array.from({ length: count }, (_, n) => ({ sku: digText(items, n, 'sku'), quantity: 2 }));
  return digText(await control('orders', { shop: 'aliexpress', lines }), 'orderIds', 0);
}
const detail = async (id: string) =>
  dig(
    await answerOf('aliexpress.trade.new.redefining.findorderbyid', { param1: `{"order_id":${id}}` }),
    'result',
    'target',
  );
const statusOf = async (id: string) => digText(await detail(id), 'order_status');
const whole = (id: string, more: object = {}) => ({
  service_name: 'UPS',
  logistics_no: '1Z999AA10123456784',
  send_type: 'all',
  out_ref: id,
  ...more,
});
const SHIP = 'aliexpress.logistics.sellershipmentfortop';
const PARTS = 'aliexpress.logistics.sellershipmentsupportsubtradeorder';

describe('a call of AliExpress', () => {
  it('is taken with a right sign, in time, of the own shop', async () => {
    expect(await errorOf(LIST, list())).toBe('');
    expect(await errorOf(LIST, list(), { sign: 'F'.repeat(64) })).toBe('IncompleteSignature');
    expect(await errorOf(LIST, list(), { at: Date.now() - 7_300_000 })).toBe('IllegalTimestamp');
    expect(await errorOf(LIST, list(), { token: 'x.y' })).toBe('IllegalAccessToken');
    expect(await errorOf(LIST, list(), { token: null })).toBe('MissingParameter');
    expect(await errorOf('aliexpress.moon.get')).toBe('InvalidApiPath');
    expect(await errorOf(LIST, { ...list(), moon: 1 })).toBe('InvalidParameter');
  });

  it('gives tokens for a code once, and replaces what renews them', async () => {
    const one = await code();
    const { body } = await system('create', { code: one });
    expect(digText(body, 'seller_id')).toBe('2671417001');
    expect(digText((await system('create', { code: one })).body, 'code')).toBe('InvalidCode');
    const refresh_token = digText(body, 'refresh_token');
    const renew = async () => digText((await system('refresh', { refresh_token })).body, 'code');
    expect([await renew(), await renew()]).toEqual(['0', 'IllegalRefreshToken']);
  });
});

describe('orders', () => {
  it('are listed by when they were placed, what has ended 30 days at a time', async () => {
    const bad = 'isv.invalid-parameter';
    expect(await errorOf(LIST, list({ page_size: 51 }))).toBe(bad);
    expect(await errorOf(LIST, list({ moon: 1 }))).toBe(bad);
    expect(await errorOf(LIST, list({ create_date_start: '2023-11-14' }))).toBe(bad);
    expect(await errorOf(LIST, list({ order_status_list: ['FINE'] }))).toBe(bad);
    expect(await errorOf(LIST, list(days(179)))).toBe('');
    expect(await errorOf(LIST, list(days(181)))).toBe(bad);
    expect(await errorOf(LIST, list({ ...days(31), order_status_list: ['FINISH'] }))).toBe(bad);
    expect(await errorOf(LIST, list({ ...days(29), order_status_list: ['FINISH'] }))).toBe('');
    const modified = { current_page: 1, page_size: 5, modified_date_start: clock(0), modified_date_end: clock(DAY) };
    expect(await errorOf(LIST, { param_aeop_order_query: modified })).toBe(bad);
  });

  it('leave out what has ended unless it is asked for, and write lists as they do', async () => {
    const id = await openOrder();
    await control('orders/cancel', { shop: 'aliexpress', orderId: id, force: true });
    const numbers = async (more: object) => {
      const answered = dig(
        await answerOf(LIST, list({ create_date_start: clock(Date.now() - 60_000), ...more })),
        'result',
      );
      return Reflect.get(answered as object, 'target_list');
    };
    expect(await numbers({})).toBeUndefined();
    expect(String(dig(await numbers({ order_status_list: ['FINISH'] }), 'aeop_order_item_dto', 'order_id'))).toBe(id);
    expect(dig(await detail(id), 'order_end_reason')).toBe('buyer_cancel_notpay_order');
    expect(await errorOf('aliexpress.trade.new.redefining.findorderbyid', { param1: { order_id: 404 } })).toBe(
      'isv.order-not-exist',
    );
  });
});

describe('telling a shipment', () => {
  it('is taken once, of an open order, with a service and a number that fit', async () => {
    const id = await openOrder();
    expect(await errorOf(SHIP, whole(id, { service_name: 'MOON' }))).toBe('isv.service-name-invalid');
    expect(await errorOf(SHIP, whole(id, { service_name: 'DHL' }))).toBe('isv.logistics-no-invalid');
    expect(await errorOf(SHIP, whole(id, { service_name: 'Other' }))).toBe('isv.invalid-parameter');
    expect(await errorOf(SHIP, whole(id, { send_type: 'some' }))).toBe('isv.invalid-parameter');
    expect(await errorOf(SHIP, whole(id))).toBe('');
    expect(await statusOf(id)).toBe('WAIT_BUYER_ACCEPT_GOODS');
    expect(await errorOf(SHIP, whole(id))).toBe('isv.order-status-error');
    const { body } = await call(`${box.url}/control/state?shop=aliexpress&orderId=${id}`);
    expect(dig(body, 'orders', 0, 'confirmations')).toBe(1);
  });

  it('goes part by part', async () => {
    const id = await openOrder(2);
    const part = (index: number, logistics_no: string) => ({
      trade_order_id: id,
      sub_trade_order_list: [
        { sub_trade_order_index: index, send_type: 'all', shipment_list: [{ logistics_no, service_name: 'UPS' }] },
      ],
    });
    expect(await errorOf(PARTS, part(3, '1Z000001'))).toBe('isv.sub-order-error');
    expect(await errorOf(PARTS, part(2, '1Z000001'))).toBe('');
    expect(await statusOf(id)).toBe('SELLER_PART_SEND_GOODS');
    expect(await errorOf(PARTS, part(2, '1Z000002'))).toBe('isv.sub-order-error');
    expect(await errorOf(PARTS, part(1, '1Z000001'))).toBe('isv.logistics-no-repeated');
    expect(await errorOf(PARTS, part(1, '1Z000002'))).toBe('');
    expect(await statusOf(id)).toBe('WAIT_BUYER_ACCEPT_GOODS');
  });
});

describe('the own logistics', () => {
  const CREATE = 'aliexpress.logistics.createwarehouseorder';
  const product = {
    product_id: 1,
    product_num: 1,
    product_weight: '0.4',
    product_declare_amount: '3.00',
    category_cn_desc: 'Mug',
    category_en_desc: 'Mug',
  };
  const request = (id: string, more: object = {}) => ({
    trade_order_id: id,
    trade_order_from: 'ESCROW',
    warehouse_carrier_service: 'CAINIAO_STANDARD_SZ',
    declare_product_d_t_os: [product],
    address_d_t_os: { sender: { address_id: 417_001 }, receiver: { name: 'J' } },
    domestic_logistics_company_id: -1,
    domestic_logistics_company: 'Other',
    domestic_tracking_no: `${id}-1`,
    ...more,
  });

  it('want to know what is in the parcel, from where, and by which courier', async () => {
    const id = await openOrder();
    const bad = 'isv.invalid-parameter';
    expect(
      await errorOf(CREATE, request(id, { declare_product_d_t_os: [{ ...product, product_weight: '400 g' }] })),
    ).toBe(bad);
    expect(
      await errorOf(CREATE, request(id, { declare_product_d_t_os: [{ ...product, product_declare_amount: '0' }] })),
    ).toBe(bad);
    expect(await errorOf(CREATE, request(id, { address_d_t_os: { sender: {}, receiver: {} } }))).toBe(bad);
    expect(await errorOf(CREATE, request(id, { domestic_tracking_no: 'x'.repeat(33) }))).toBe(bad);
    expect(await errorOf(CREATE, request(id, { warehouse_carrier_service: 'UPS_SZ' }))).toBe('isv.service-error');
    expect(await errorOf(CREATE, request(id))).toBe('');
    const found = await answerOf('aliexpress.logistics.querylogisticsorderdetail', {
      trade_order_id: id,
      domestic_logistics_num: `${id}-1`,
      current_page: 1,
      page_size: 50,
    });
    const one = dig(found, 'result', 'result_list', 'aeop_logistics_order_detail_dto');
    const query = [{ id: dig(one, 'logistics_order_id') }];
    const label = await answerOf('aliexpress.logistics.redefining.getprintinfos', {
      print_detail: true,
      warehouse_order_query_d_t_os: query,
    });
    const { body } = JSON.parse(digText(label, 'result'));
    expect(Buffer.from(body, 'base64').toString('latin1', 0, 5)).toBe('%PDF-');
    await ask(SHIP, whole(id));
    expect(await errorOf(CREATE, request(id))).toBe('20012');
  });
});

describe('products', () => {
  it('take figures product by product', async () => {
    const LISTING = 'aliexpress.solution.product.list.get';
    const page = (more: object) => ({
      aeop_a_e_product_list_query: { product_status_type: 'onSelling', current_page: 1, page_size: 2, ...more },
    });
    expect(await errorOf(LISTING, page({ product_status_type: 'fine' }))).toBe('isv.invalid-parameter');
    expect(await errorOf(LISTING, page({ page_size: 101 }))).toBe('isv.invalid-parameter');
    const answered = dig(await answerOf(LISTING, page({})), 'result', 'aeop_a_e_product_display_d_t_o_list');
    const ids = digList(answered, 'item_display_dto').map((one) => dig(one, 'product_id'));
    const info = await answerOf('aliexpress.solution.product.info.get', { product_id: ids[0] });
    const sku_code = digText(info, 'result', 'aeop_ae_product_s_k_us', 'global_aeop_ae_product_sku', 3, 'sku_code');
    const update = async (kind: string, ...products: object[]) =>
      answerOf(`aliexpress.solution.batch.product.${kind}.update`, { mutiple_product_update_list: products });
    const answer = await update(
      'inventory',
      { product_id: ids[0], multiple_sku_update_list: [{ sku_code, inventory: 6 }] },
      { product_id: ids[1], multiple_sku_update_list: [{ sku_code, inventory: 7 }] },
    );
    expect(dig(answer, 'update_success')).toBe(false);
    expect(dig(answer, 'update_successful_list', 'synchronize_product_response_dto', 'product_id')).toBe(ids[0]);
    expect(dig(answer, 'update_failed_list', 'synchronize_product_response_dto', 'error_code')).toBe('SKU_NOT_EXIST');
    const { body } = await call(`${box.url}/control/listings?shop=aliexpress&sku=${sku_code}`);
    expect(dig(body, 0, 'quantity')).toBe(6);
    const price = (told2: unknown) => ({
      mutiple_product_update_list: [{ product_id: ids[0], multiple_sku_update_list: [{ sku_code, price: told2 }] }],
    });
    const PRICE = 'aliexpress.solution.batch.product.price.update';
    expect(await errorOf(PRICE, price('9.999'))).toBe('isv.invalid-parameter');
    expect(await errorOf(PRICE, price(9.99))).toBe('isv.invalid-parameter');
    expect(await errorOf(PRICE, price('9.99'))).toBe('');
  });
});

describe('money and disputes', () => {
  it('want times as Americans write them, and the buyer of a dispute', async () => {
    const loans = (create_date_start: string) =>
      errorOf('aliexpress.trade.redefining.findloanlistquery', {
        param1: {
          page: 1,
          page_size: 10,
          loan_status: 'loan_ok',
          create_date_start,
          create_date_end: '11/14/2023 23:59:59',
        },
      });
    expect([await loans('2023-11-14 00:00:00'), await loans('11/14/2023 00:00:00')]).toEqual([
      'isv.invalid-parameter',
      '',
    ]);
    const id = await openOrder();
    await ask(SHIP, whole(id));
    await control('returns', { shop: 'aliexpress', orderId: id });
    expect(await statusOf(id)).toBe('IN_ISSUE');
    const page = await answerOf('aliexpress.issue.issuelist.get', {
      query_dto: { current_page: 1, page_size: 50, issue_status: 'processing' },
    });
    const issue = dig(page, 'data_list', 'issue_api_issue_dto');
    const issue_id = dig(issue, 'issue_id');
    const read = (buyer_login_id: string) => errorOf('aliexpress.issue.detail.get', { issue_id, buyer_login_id });
    expect(await read('somebody')).toBe('isv.issue-not-exist');
    expect(await read(digText(issue, 'buyer_login_id'))).toBe('');
  });
});
