import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { type Answer, call, dig, digList, digText, startForTest } from '../testing.ts';

/** The network's strictness, tried at The Home Depot's address of it. */
const SHOP = '1000054321';
const CREDENTIALS = { grant_type: 'client_credentials', client_id: '9f1c2d3e4a5b', client_secret: 's3cr+t/=&x' };
let box: Sandbox;
let token = '';

const tokenFor = (form: Record<string, string>) => call(`${box.url}/homedepot/api/v3/oauth2/token`, { form });
const api = (path: string, init: { method?: string; body?: unknown; token?: string } = {}): Promise<Answer> =>
  call(`${box.url}/homedepot/api/v3${path}`, {
    ...(init.method ? { method: init.method } : {}),
    ...(init.body === undefined ? {} : { body: init.body }),
    headers: { authorization: `bearer ${init.token ?? token}` },
  });
const words = (answer: Answer) => [answer.status, digText(answer.body, 'messages', 0, 'description')];
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });

const all = `ordersUpdatedSince=${encodeURIComponent(new Date(Date.now() - 30 * 86_400_000).toISOString())}`;
const until = () => `until=${encodeURIComponent(new Date().toISOString())}`;
const list = (more = '') => api(`/order/page?${all}&${until()}${more}`);
async function anOrder(): Promise<unknown> {
  const { body } = await list('&status=created');
  return digList(body, 'orders').find((one) => digText(one, 'dscoRetailerId') === '1000012345');
}
const ship = (order: unknown, more: object = {}, line: object = {}) =>
  api('/order/singleShipment', {
    body: {
      dscoOrderId: digText(order, 'dscoOrderId'),
      shipments: [
        {
          trackingNumber: '1Z1',
          shipCarrier: 'UPS',
          lineItems: [{ lineNumber: 1, sku: digText(order, 'lineItems', 0, 'sku'), quantity: 1, ...line }],
          ...more,
        },
      ],
    },
  });

beforeAll(async () => {
  box = await startForTest({ ordersPerShop: 40 });
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { orders: 40 });
  await control('faults', { clear: true });
  token = digText((await tokenFor(CREDENTIALS)).body, 'access_token');
});

describe('Rithum’s network', () => {
  it('gives tokens for the right credentials, form encoded, and for nothing else', async () => {
    const refused = async (form: Record<string, string>) => {
      const { status, body } = await tokenFor(form);
      return [status, digText(body, 'error')];
    };
    expect(await refused({ ...CREDENTIALS, client_secret: 'x' })).toEqual([401, 'invalid_client']);
    expect(await refused({ ...CREDENTIALS, grant_type: 'password' })).toEqual([400, 'invalid_request']);
    const json = await call(`${box.url}/homedepot/api/v3/oauth2/token`, { body: CREDENTIALS });
    expect(json.status).toBe(400);
    expect((await api('/hello')).body).toEqual({ hello: 'World!' });
    expect((await api('/hello', { token: `${token}x` })).status).toBe(401);
  });

  it('takes a withdrawn secret no more, only the one that support has handed out since', async () => {
    await control('revoke', { shop: SHOP });
    expect((await tokenFor(CREDENTIALS)).status).toBe(401);
    expect((await api('/hello')).status).toBe(401);
    expect((await tokenFor({ ...CREDENTIALS, client_secret: `${CREDENTIALS.client_secret}-new` })).status).toBe(200);
  });

  it('wants one beginning, an end that is past, known parameters and a page of 10 to 1000', async () => {
    expect(words(await api(`/order/page?${until()}`))).toEqual([
      400,
      'One of ordersCreatedSince and ordersUpdatedSince is required.',
    ]);
    expect(words(await api(`/order/page?${all}`))).toEqual([400, 'until is required.']);
    expect(words(await list('&ordersPerPage=5'))).toEqual([400, 'ordersPerPage must be from 10 to 1000.']);
    expect(words(await list('&pageSize=50'))).toEqual([400, 'Unknown query parameter: pageSize']);
    expect((await list('&status=sent')).status).toBe(400);
    await control('settings', { visibilityDelaySeconds: 1 });
    expect(words(await list())).toEqual([400, 'until must be at least 5 seconds in the past.']);
  });

  it('scrolls to an empty page, and forgets a scroll after five minutes', async () => {
    const first = await list('&ordersPerPage=30');
    const scroll = `/order/page?scrollId=${digText(first.body, 'scrollId')}`;
    expect(digList(first.body, 'orders')).toHaveLength(30);
    // Forty orders, and the twins of four of them that another retailer gave.
    expect(digList((await api(scroll)).body, 'orders')).toHaveLength(14);
    expect(digList((await api(scroll)).body, 'orders')).toHaveLength(0);
    await control('clock/advance', { seconds: 301 });
    token = digText((await tokenFor(CREDENTIALS)).body, 'access_token');
    expect((await api(scroll)).status).toBe(404);
  });

  it('needs to know whose purchase order number is meant', async () => {
    const order = await anOrder();
    const po = `/order/?orderKey=poNumber&value=${digText(order, 'poNumber')}`;
    expect((await api(po)).status).toBe(400);
    const found = await api(`${po}&dscoTradingPartnerId=homedepot`);
    expect(digText(found.body, 'dscoOrderId')).toBe(digText(order, 'dscoOrderId'));
    expect((await api('/order/?orderKey=dscoOrderId&value=404')).status).toBe(404);
  });

  it('takes a shipment for what is on the order and not yet shipped', async () => {
    const order = await anOrder();
    const quantity = Number(dig(order, 'lineItems', 0, 'quantity'));
    expect(words(await ship(order, { trackingNumber: '' }))).toEqual([400, 'trackingNumber is required.']);
    expect((await ship(order, { packageNo: 1 })).status).toBe(400);
    expect((await ship(order, {}, { sku: 'OTHER' })).status).toBe(400);
    expect((await ship(order, {}, { quantity: quantity + 1 })).status).toBe(400);
    expect([(await ship(order, {}, { quantity })).status, (await ship(order)).status]).toEqual([201, 400]);
    const after = await api(`/order/?orderKey=dscoOrderId&value=${digText(order, 'dscoOrderId')}`);
    expect([
      digText(after.body, 'packages', 0, 'trackingNumber'),
      dig(after.body, 'lineItems', 0, 'remainingQuantity'),
    ]).toEqual(['1Z1', 0]);
  });

  it('cancels with a code, not more than is open, and ships nothing of what is cancelled', async () => {
    const order = await anOrder();
    const cancel = (more: object = {}) =>
      api('/order/item/cancel', {
        body: {
          id: digText(order, 'dscoOrderId'),
          type: 'DSCO_ORDER_ID',
          lineItems: digList(order, 'lineItems').map((line) => ({
            lineNumber: dig(line, 'lineNumber'),
            cancelledQuantity: dig(line, 'quantity'),
            cancelCode: 'out_of_stock',
            ...more,
          })),
        },
      });
    expect(words(await cancel({ cancelCode: '' }))).toEqual([400, 'cancelCode is required.']);
    expect((await cancel({ cancelledQuantity: 999 })).status).toBe(400);
    expect((await cancel()).status).toBe(200);
    expect((await ship(order)).status).toBe(400);
  });

  it('takes changes first and says later, in the change log, what became of them', async () => {
    const order = await anOrder();
    const id = digText(order, 'dscoOrderId');
    const taken = await api('/order/acknowledge', {
      body: [
        { id, type: 'DSCO_ORDER_ID' },
        { id: '404', type: 'DSCO_ORDER_ID' },
      ],
    });
    expect([taken.status, digText(taken.body, 'status')]).toEqual([202, 'pending']);
    const log = () => api(`/order/log?requestId=${digText(taken.body, 'requestId')}`);
    expect(digText((await log()).body, 'status')).toBe('PROCESSING');
    await control('clock/advance', { seconds: 5 });
    const { body } = await log();
    expect(digList(body, 'logs').map((one) => digText(one, 'status'))).toEqual(['success', 'failure']);
    const after = await api(`/order/?orderKey=dscoOrderId&value=${id}`);
    expect(digText(after.body, 'dscoLifecycle')).toBe('acknowledged');
  });

  it('dumps all articles into a stream when told to, after a while', async () => {
    await control('clock/stop', {});
    const query = { queryType: 'inventory' };
    expect((await api('/stream', { body: { objectType: 'inventory', query: {} } })).status).toBe(400);
    const made = await api('/stream', { body: { objectType: 'inventory', query } });
    const id = digText(made.body, 'id');
    const at = `/stream/${id}/0/${encodeURIComponent(digText(made.body, 'partitions', 0, 'maxPosition'))}`;
    expect((await api(`/stream/${id}`, { method: 'PUT', body: { operationType: 'dump' } })).status).toBe(400);
    expect((await api(`/stream/${id}`, { method: 'PUT', body: { operationType: 'sync' } })).status).toBe(202);
    expect(digList((await api(at)).body, 'events')).toEqual([]);
    await control('clock/advance', { seconds: 5 });
    const events = digList((await api(at)).body, 'events');
    const last = encodeURIComponent(digText(events.at(-1), 'id'));
    const more = digList((await api(`/stream/${id}/0/${last}`)).body, 'events');
    const catalog = await call(`${box.url}/control/listings?shop=${SHOP}`);
    expect([events.length, more.length > 0]).toEqual([1000, digList(catalog.body).length > 1000]);
    expect((await api('/stream/nobody/0/z')).status).toBe(404);
  });

  it('refuses articles it does not know and warehouses that are not there, one by one', async () => {
    const catalog = digList((await call(`${box.url}/control/listings?shop=${SHOP}`)).body);
    const sku = digText(catalog[0], 'sku');
    const row = { sku, status: 'in-stock', quantityAvailable: 5, warehouses: [] };
    const taken = await api('/inventory/batch/small', {
      body: [row, { ...row, sku: 'NO' }, { ...row, status: '' }, { ...row, warehouses: [{ code: 'X', quantity: 1 }] }],
    });
    await control('clock/advance', { seconds: 5 });
    const { body } = await api(`/inventory/log?requestId=${digText(taken.body, 'requestId')}`);
    expect(digList(body, 'logs').map((one) => digText(one, 'status'))).toEqual([
      'success',
      'failure',
      'failure',
      'failure',
    ]);
  });
});
