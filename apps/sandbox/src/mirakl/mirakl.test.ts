import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { type Answer, call, dig, digList, digText, startForTest } from '../testing.ts';

/** Mirakl's strictness, tried at Lowe's instance of it. */
const KEY = '11111111-2222-3333-4444-555555555555';
let box: Sandbox;

const api = (
  path: string,
  init: { method?: string; body?: unknown; key?: string; type?: string } = {},
): Promise<Answer> =>
  call(`${box.url}/lowes/mmp${path}`, {
    ...(init.method ? { method: init.method } : {}),
    ...(init.body === undefined ? {} : { body: init.body }),
    headers: { authorization: init.key ?? KEY, ...(init.type ? { 'content-type': init.type } : {}) },
  });
const words = (answer: Answer) => [answer.status, digText(answer.body, 'message')];
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const waiting = async () =>
  digList((await api('/api/orders?order_state_codes=WAITING_ACCEPTANCE&max=100')).body, 'orders');
const idOf = (order: unknown) => digText(order, 'order_id');
const accept = (order: unknown, accepted: boolean, lines = digList(order, 'order_lines')) =>
  api(`/api/orders/${idOf(order)}/accept`, {
    method: 'PUT',
    body: { order_lines: lines.map((line) => ({ id: digText(line, 'order_line_id'), accepted })) },
  });
const ship = (order: unknown, more: object = {}, line: object = {}) =>
  api('/api/shipments', {
    body: {
      shipments: [
        {
          order_id: idOf(order),
          shipped: true,
          tracking: { carrier_code: 'UPS', tracking_number: '1Z1' },
          shipment_lines: [{ order_line_id: digText(order, 'order_lines', 0, 'order_line_id'), quantity: 1, ...line }],
          ...more,
        },
      ],
    },
  });
const refusal = async (answer: Promise<Answer>) => digText((await answer).body, 'shipment_errors', 0, 'message');
const file = (kind: string, ...lines: string[]) =>
  api(`/api/offers/${kind}/imports`, {
    body: `--xx\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${lines.join('\n')}\n\r\n--xx--\r\n`,
    type: 'multipart/form-data; boundary=xx',
  });

beforeAll(async () => {
  box = await startForTest({ ordersPerShop: 40 });
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { orders: 40 });
  await control('faults', { clear: true });
});

describe('Mirakl', () => {
  it('takes the bare key of the seller for the seller’s own shop', async () => {
    expect((await api('/api/account')).status).toBe(200);
    expect((await api('/api/account', { key: `Bearer ${KEY}` })).status).toBe(401);
    expect((await api('/api/account?shop_id=2041')).status).toBe(200);
    expect((await api('/api/account?shop_id=7')).status).toBe(403);
    await control('revoke', { shop: '2041' });
    expect((await api('/api/account')).status).toBe(401);
    expect((await api('/api/account', { key: `${KEY}-new` })).status).toBe(200);
  });

  it('lists ten at a time unless asked, a hundred at most, and knows its parameters', async () => {
    expect(digList((await api('/api/orders')).body, 'orders')).toHaveLength(10);
    expect(words(await api('/api/orders?max=101'))).toEqual([400, "Parameter 'max' must be from 0 to 100"]);
    expect(words(await api('/api/orders?limit=5'))).toEqual([400, "Unknown parameter 'limit'"]);
    expect((await api('/api/orders?start_update_date=yesterday')).status).toBe(400);
    const ids = Array.from({ length: 101 }, (_, i) => `OR-${i}-A`).join(',');
    expect(words(await api(`/api/orders?order_ids=${ids}`))).toEqual([
      400,
      "The limit of 100 is exceeded for parameter 'order_ids'",
    ]);
    expect((await api('/api/orders/OR-1-A')).status).toBe(404);
  });

  it('has every line of an order decided, all the same way, once', async () => {
    const order = (await waiting()).find((one) => digList(one, 'order_lines').length > 1);
    const code = async (answer: Promise<Answer>) => digText((await answer).body, 'errors', 0, 'code');
    const lines = digList(order, 'order_lines');
    expect(await code(accept(order, true, lines.slice(1)))).toBe('ORDER_LINE_ACCEPTANCE_DECISION_MISSING');
    const mixed = { order_lines: lines.map((line, n) => ({ id: digText(line, 'order_line_id'), accepted: n > 0 })) };
    expect(await code(api(`/api/orders/${idOf(order)}/accept`, { method: 'PUT', body: mixed }))).toBe(
      'ORDER_PARTIAL_ACCEPTANCE_DISABLED',
    );
    expect(dig(order, 'customer', 'shipping_address')).toBeNull();
    expect((await accept(order, true)).status).toBe(204);
    expect(await code(accept(order, true))).toBe('ORDER_INVALID_STATE');
    const after = (await api(`/api/orders/${idOf(order)}`)).body;
    expect([digText(after, 'order_state'), digText(after, 'customer', 'shipping_address', 'country_iso_code')]).toEqual(
      ['SHIPPING', 'USA'],
    );
  });

  it('ships what was accepted, with a carrier of its own, and not more than is left', async () => {
    const [order] = await waiting();
    expect(await refusal(ship(order))).toBe('Order is not in the expected state for this operation');
    await accept(order, true);
    expect(await refusal(ship(order, { tracking: { carrier_name: 'XPO', tracking_number: '1' } }))).toBe(
      "Carrier 'XPO' is not registered",
    );
    expect(await refusal(ship(order, { tracking: { carrier_code: 'UPS' } }))).toMatch(
      /^Tracking details are mandatory/,
    );
    const quantity = Number(dig(order, 'order_lines', 0, 'quantity'));
    expect(await refusal(ship(order, {}, { quantity: quantity + 1 }))).toBe(
      'quantity exceeds the quantity left to ship',
    );
    expect(digList((await ship(order, {}, { quantity })).body, 'shipment_success')).toHaveLength(1);
    expect(await refusal(ship(order))).not.toBe('');
    const { body } = await api(`/api/shipments?order_id=${idOf(order)}`);
    expect(digText(body, 'data', 0, 'tracking', 'tracking_number')).toBe('1Z1');
  });

  it('ships a whole order only after its tracking, and only while it is to be shipped', async () => {
    const [order] = await waiting();
    const put = (step: string, body?: object) =>
      api(`/api/orders/${idOf(order)}/${step}`, { method: 'PUT', ...(body ? { body } : {}) });
    expect((await put('ship')).status).toBe(400);
    await accept(order, true);
    expect(words(await put('ship'))).toEqual([400, 'Tracking details are mandatory for this shipping method']);
    expect((await put('tracking', { carrier_code: 'UPS', tracking_number: '1Z2' })).status).toBe(204);
    expect([(await put('ship')).status, (await put('ship')).status]).toEqual([204, 400]);
    expect((await put('cancel')).status).toBe(400);
  });

  it('takes files line by line and reports those that were wrong', async () => {
    const catalog = digList((await call(`${box.url}/control/listings?shop=2041`)).body);
    const sku = digText(catalog[0], 'sku');
    expect((await file('stock', '"sku";"quantity"', '"A";"1"')).status).toBe(400);
    expect((await api('/api/offers/stock/imports', { body: { offers: [] } })).status).toBe(400);
    const started = await file('stock', '"offer-sku";"quantity"', `"${sku}";"7"`, '"NO";"7"', `"${sku}";"-1"`);
    const id = digText(started.body, 'import_id');
    expect(digText((await api(`/api/offers/stock/imports/${id}/status`)).body, 'status')).toBe('RUNNING');
    await control('clock/advance', { seconds: 5 });
    expect((await api(`/api/offers/stock/imports/${id}/status`)).body).toMatchObject({
      status: 'COMPLETE',
      has_error_report: true,
      lines_in_success: 1,
      lines_in_error: 2,
    });
    const report = await api(`/api/offers/stock/imports/${id}/error_report`);
    expect(report.body).toBe(
      `"line";"error";"offer-sku";"quantity"\n"3";"The offer ""NO"" does not exist";"NO";"7"\n"4";"The quantity is not valid";"${sku}";"-1"\n`,
    );
    const prices = await file('pricing', '"offer-sku";"price"', `"${sku}";"12,50"`);
    await control('clock/advance', { seconds: 5 });
    const answered = await api(`/api/offers/pricing/imports?import_id=${digText(prices.body, 'import_id')}`);
    expect(dig(answered.body, 'data', 0, 'lines_in_error')).toBe(1);
    expect((await api('/api/offers/stock/imports/1/status')).status).toBe(404);
  });

  it('keeps to its call-frequency contract', async () => {
    await control('settings', { rateFactor: 1 });
    await control('clock/stop', {});
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await file('stock', '"offer-sku";"quantity"', '"A";"1"')).status);
    expect(statuses).toEqual([201, 429, 429]);
  });

  it('books a sale once the order is shipped, and pages through the log by tokens', async () => {
    const [order] = await waiting();
    await accept(order, true);
    await api(`/api/orders/${idOf(order)}/tracking`, {
      method: 'PUT',
      body: { carrier_code: 'UPS', tracking_number: '1' },
    });
    expect(digList((await api('/api/sellerpayment/transactions_logs')).body, 'data')).toEqual([]);
    await api(`/api/orders/${idOf(order)}/ship`, { method: 'PUT' });
    const types: string[] = [];
    let token = '';
    do {
      const { body } = await api(`/api/sellerpayment/transactions_logs?limit=2${token && `&page_token=${token}`}`);
      types.push(...digList(body, 'data').map((one) => digText(one, 'type')));
      token = (body as { next_page_token?: string }).next_page_token ?? '';
    } while (token);
    expect(types).toEqual(expect.arrayContaining(['ORDER_AMOUNT', 'ORDER_AMOUNT_TAX', 'COMMISSION_FEE']));
  });
});
