import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { type Answer, call, dig, digList, digText, startForTest } from '../testing.ts';
import { signBody, signProxy, signQuery } from './hmac.ts';

const SHOP = 'tradewind-demo.myshopify.com';
const CREDENTIALS = { client_id: 'tradewind-demo-app', client_secret: 'hush' };
let box: Sandbox;
let token = '';
const base = () => `${box.url}/shopify/${SHOP}/admin`;
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const gql = async (
  query: string,
  variables: Record<string, unknown> = {},
  as = token,
  version = '2026-07',
): Promise<Answer> =>
  call(`${base()}/api/${version}/graphql.json`, {
    headers: { 'x-shopify-access-token': as },
    body: { query, variables },
  });
const SCOPES =
  'write_orders,read_products,read_locations,write_inventory,write_fulfillments,write_merchant_managed_fulfillment_orders';

async function install(scope: string, expiring = true): Promise<Answer> {
  const query = new URLSearchParams({
    client_id: CREDENTIALS.client_id,
    scope,
    redirect_uri: 'http://127.0.0.1:9/back',
    state: 'n1',
    auto: '1',
  });
  const answer = await call(`${base()}/oauth/authorize?${query}`);
  const back = new URL(answer.headers.get('location') ?? '');
  const params = Object.fromEntries(back.searchParams);
  const { hmac, ...rest } = params;
  const text = Object.keys(rest)
    .toSorted()
    .map((key) => `${key}=${encodeURIComponent(rest[key]!)}`)
    .join('&');
  expect(createHmac('sha256', 'hush').update(text).digest('hex')).toBe(hmac);
  expect(params.state).toBe('n1');
  return call(`${base()}/oauth/access_token`, {
    body: { ...CREDENTIALS, code: params.code, ...(expiring && { expiring: '1' }) },
  });
}

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { seed: 7 });
  token = digText((await install(SCOPES)).body, 'access_token');
});

describe('signatures against published vectors', () => {
  it('signs OAuth queries', () => {
    const params = {
      code: '0907a61c0c8d55e99db179b68161bc00',
      host: 'c29tZS1zaG9wLm15c2hvcGlmeS5jb20vYWRtaW4',
      shop: 'some-shop.myshopify.com',
      state: '0.6784241404160823',
      timestamp: '1337178173',
    };
    expect(signQuery(params, 'hush')).toBe('5df4d33106936a57d65dce779657b29cd72ec693618cd4ccdd662fc3043cfda8');
  });
  it('signs webhook bodies', () => {
    const body = Buffer.from('{"id":5550001112223,"name":"#1001","updated_at":"2026-11-01T08:31:00-04:00"}');
    expect(body.length).toBe(76);
    expect(signBody(body, 'hush')).toBe('Yd7SDMsKdPfUu5e6Q437HFyLW6Zt5PJrpEVpvq4ZVwc=');
  });
  it('signs app proxy queries', () => {
    const params = {
      extra: ['1', '2'],
      path_prefix: '/apps/awesome',
      shop: 'some-shop.myshopify.com',
      timestamp: '1317327555',
    };
    expect(signProxy(params, 'hush')).toBe('06e61ffc554b2e6ee3ab705f9fb3f0fe192d4458da3a9f52bce856eb69f6f1a4');
  });
});

describe('tokens', () => {
  it('gives expiring tokens only when asked, and takes a code once', async () => {
    const expiring = (await install('read_orders')).body;
    expect(dig(expiring, 'expires_in')).toBe(3600);
    const permanent = (await install('read_orders', false)).body as Record<string, unknown>;
    expect(Object.keys(permanent).toSorted()).toEqual(['access_token', 'scope']);
    const again = await call(`${base()}/oauth/access_token`, { body: { ...CREDENTIALS, code: 'used' } });
    expect(again.status).toBe(400);
  });

  it('rotates refresh tokens: the previous one dies when the new one is used', async () => {
    const refresh = (value: unknown) =>
      call(`${base()}/oauth/access_token`, {
        body: { ...CREDENTIALS, grant_type: 'refresh_token', refresh_token: value },
      });
    const first = dig((await install('read_orders')).body, 'refresh_token');
    const second = dig((await refresh(first)).body, 'refresh_token');
    expect((await refresh(first)).status).toBe(200);
    expect((await refresh(second)).status).toBe(200);
    expect((await refresh(first)).status).toBe(400);
  });

  it('answers 401 in its own words to a wrong, expired or uninstalled token', async () => {
    const words = '[API] Invalid API key or access token (unrecognized login or wrong password)';
    const wrong = await gql('{shop{id}}', {}, 'shpat_nope');
    expect([wrong.status, dig(wrong.body, 'errors')]).toEqual([401, words]);
    await control('clock/advance', { seconds: 3601 });
    expect((await gql('{shop{id}}')).status).toBe(401);
    const fresh = digText((await install('read_orders')).body, 'access_token');
    expect((await gql('{shop{id}}', {}, fresh)).status).toBe(200);
    await control('shopify/uninstall', {});
    expect((await gql('{shop{id}}', {}, fresh)).status).toBe(401);
  });
});

const LIST = `query($first:Int!,$after:String,$query:String){orders(first:$first,after:$after,sortKey:UPDATED_AT,query:$query){nodes{id name displayFinancialStatus displayFulfillmentStatus cancelledAt updatedAt
  lineItems(first:10){nodes{id sku quantity unfulfilledQuantity}} fulfillmentOrders(first:5){nodes{id status lineItems(first:10){nodes{id remainingQuantity}}}}} pageInfo{hasNextPage endCursor}}}`;

async function openOrder() {
  const list = await gql(LIST, { first: 1, query: 'financial_status:paid fulfillment_status:unfulfilled status:open' });
  const order = dig(list.body, 'data', 'orders', 'nodes', 0);
  const group = dig(order, 'fulfillmentOrders', 'nodes', 0);
  return {
    id: digText(order, 'id'),
    fulfillmentOrderId: digText(group, 'id'),
    lines: digList(group, 'lineItems', 'nodes'),
  };
}
const CREATE = `mutation($f:FulfillmentInput!){fulfillmentCreate(fulfillment:$f){fulfillment{id status trackingInfo{company number url}} userErrors{field message}}}`;
const fulfil = (fulfillmentOrderId: string, lines?: { id: string; quantity: number }[]) =>
  gql(CREATE, {
    f: {
      lineItemsByFulfillmentOrder: [{ fulfillmentOrderId, ...(lines && { fulfillmentOrderLineItems: lines }) }],
      trackingInfo: { company: 'UPS', number: '1Z999AA10123456784', url: 'https://ups.test/1' },
      notifyCustomer: true,
    },
  });
const orderNow = async (id: string) =>
  dig(
    (
      await gql(
        'query($id:ID!){order(id:$id){displayFulfillmentStatus cancelledAt displayFinancialStatus fulfillments(first:5){id status displayStatus}}}',
        { id },
      )
    ).body,
    'data',
    'order',
  );

describe('orders', () => {
  it('pages all orders once by the time of their change', async () => {
    const observed: string[] = [];
    let after: unknown = null;
    do {
      const page = await gql(LIST, { first: 9, after });
      observed.push(...digList(page.body, 'data', 'orders', 'nodes').map((order) => digText(order, 'id')));
      after = dig(page.body, 'data', 'orders', 'pageInfo', 'hasNextPage')
        ? dig(page.body, 'data', 'orders', 'pageInfo', 'endCursor')
        : null;
    } while (after);
    expect(observed).toHaveLength(40);
    expect(new Set(observed).size).toBe(40);
  });

  it('understands the search the list is polled with', async () => {
    const all = digList((await gql(LIST, { first: 100 })).body, 'data', 'orders', 'nodes');
    const edge = digText(all[20], 'updatedAt');
    const later = digList(
      (await gql(LIST, { first: 100, query: `updated_at:>='${edge}' status:any` })).body,
      'data',
      'orders',
      'nodes',
    );
    expect(later.map((order) => digText(order, 'id'))).toEqual(all.slice(20).map((order) => digText(order, 'id')));
    const either = digList(
      (await gql(LIST, { first: 100, query: '(name:#1003 OR name:#1005) -name:#1005' })).body,
      'data',
      'orders',
      'nodes',
    );
    expect(either.map((order) => digText(order, 'name'))).toEqual(['#1003']);
  });

  it('enforces scopes: denied, or an empty list for fulfillment orders', async () => {
    const poor = digText((await install('read_products')).body, 'access_token');
    const denied = await gql('{orders(first:1){nodes{id}}}', {}, poor);
    expect(denied.status).toBe(200);
    expect(digText(denied.body, 'errors', 0, 'extensions', 'code')).toBe('ACCESS_DENIED');
    const reader = digText((await install('read_orders')).body, 'access_token');
    const list = await gql('{orders(first:1){nodes{fulfillmentOrders(first:1){nodes{id}}}}}', {}, reader);
    expect(digList(list.body, 'data', 'orders', 'nodes', 0, 'fulfillmentOrders', 'nodes')).toEqual([]);
  });

  it('serves old versions forward, unknown ones not at all', async () => {
    expect((await gql('{shop{id}}', {}, token, '2024-01')).headers.get('x-shopify-api-version')).toBe('2026-01');
    expect((await gql('{shop{id}}', {}, token, '2031-01')).status).toBe(404);
    expect(digText((await gql('{shop{nope}}')).body, 'errors', 0, 'message')).toMatch(/nope/);
  });
});

describe('fulfilment', () => {
  it('fulfils once, tracks, reports events and can be undone', async () => {
    const { id, fulfillmentOrderId } = await openOrder();
    const made = dig((await fulfil(fulfillmentOrderId)).body, 'data', 'fulfillmentCreate');
    expect(digList(made, 'userErrors')).toEqual([]);
    expect(digText(made, 'fulfillment', 'trackingInfo', 0, 'number')).toBe('1Z999AA10123456784');
    expect(digText(await orderNow(id), 'displayFulfillmentStatus')).toBe('FULFILLED');
    const twice = dig((await fulfil(fulfillmentOrderId)).body, 'data', 'fulfillmentCreate');
    expect(digList(twice, 'userErrors')).toHaveLength(1);
    const fulfillmentId = digText(made, 'fulfillment', 'id');
    const event = await gql(
      'mutation($e:FulfillmentEventInput!){fulfillmentEventCreate(fulfillmentEvent:$e){fulfillmentEvent{id status} userErrors{message}}}',
      {
        e: { fulfillmentId, status: 'DELIVERED' },
      },
    );
    expect(digList(event.body, 'data', 'fulfillmentEventCreate', 'userErrors')).toEqual([]);
    expect(digText(await orderNow(id), 'fulfillments', 0, 'displayStatus')).toBe('DELIVERED');
    await gql('mutation($id:ID!){fulfillmentCancel(id:$id){fulfillment{status} userErrors{message}}}', {
      id: fulfillmentId,
    });
    expect(digText(await orderNow(id), 'displayFulfillmentStatus')).toBe('UNFULFILLED');
    const state = await call(`${box.url}/control/state?orderId=${id.split('/').at(-1)}`);
    expect(dig(state.body, 'orders', 0, 'confirmations')).toBe(1);
  });

  it('fulfils in parts and refuses more than is left', async () => {
    await control('orders', { shop: 'shopify', lines: [{ sku: 'A', quantity: 3 }] });
    const list = await gql(LIST, { first: 1, query: 'sku:A' });
    const group = dig(list.body, 'data', 'orders', 'nodes', 0, 'fulfillmentOrders', 'nodes', 0);
    const line = digText(group, 'lineItems', 'nodes', 0, 'id');
    const id = digText(list.body, 'data', 'orders', 'nodes', 0, 'id');
    expect(
      digList(
        (await fulfil(digText(group, 'id'), [{ id: line, quantity: 2 }])).body,
        'data',
        'fulfillmentCreate',
        'userErrors',
      ),
    ).toEqual([]);
    expect(digText(await orderNow(id), 'displayFulfillmentStatus')).toBe('PARTIALLY_FULFILLED');
    expect(
      digList(
        (await fulfil(digText(group, 'id'), [{ id: line, quantity: 2 }])).body,
        'data',
        'fulfillmentCreate',
        'userErrors',
      ),
    ).toHaveLength(1);
  });

  it('cancels an order once', async () => {
    const { id, fulfillmentOrderId } = await openOrder();
    const cancel =
      'mutation($id:ID!){orderCancel(orderId:$id,reason:INVENTORY,restock:true,refundMethod:{originalPaymentMethodsRefund:true}){job{id} orderCancelUserErrors{code message}}}';
    expect(dig((await gql(cancel, { id })).body, 'data', 'orderCancel', 'job')).not.toBeNull();
    expect(digText(await orderNow(id), 'displayFinancialStatus')).toBe('REFUNDED');
    expect(digText((await gql(cancel, { id })).body, 'data', 'orderCancel', 'orderCancelUserErrors', 0, 'code')).toBe(
      'INVALID',
    );
    expect(digList((await fulfil(fulfillmentOrderId)).body, 'data', 'fulfillmentCreate', 'userErrors')).toHaveLength(1);
  });
});

describe('stock', () => {
  const SET = (directive: string) =>
    `mutation($i:InventorySetQuantitiesInput!){inventorySetQuantities(input:$i)${directive}{inventoryAdjustmentGroup{changes{name delta}} userErrors{code field message}}}`;
  const level = async () => {
    const answer = await gql(
      '{productVariants(first:1){nodes{sku inventoryItem{id inventoryLevels(first:1){nodes{location{id} quantities(names:["available"]){quantity}}}}}}}',
    );
    const item = dig(answer.body, 'data', 'productVariants', 'nodes', 0, 'inventoryItem');
    const one = dig(item, 'inventoryLevels', 'nodes', 0);
    return {
      inventoryItemId: digText(item, 'id'),
      locationId: digText(one, 'location', 'id'),
      now: Number(dig(one, 'quantities', 0, 'quantity')),
    };
  };
  const input = (quantity: Record<string, unknown>) => ({
    i: { name: 'available', reason: 'correction', quantities: [quantity] },
  });

  it('wants @idempotent and changeFromQuantity from 2026-04 on', async () => {
    const { now, ...place } = await level();
    const bare = await gql(SET(''), input({ ...place, quantity: 3, changeFromQuantity: now }));
    expect(digText(bare.body, 'errors', 0, 'message')).toMatch(/@idempotent/);
    const key = ' @idempotent(key:"k1")';
    const missing = await gql(SET(key), input({ ...place, quantity: 3 }));
    expect(digList(missing.body, 'data', 'inventorySetQuantities', 'userErrors')).toHaveLength(1);
    const stale = await gql(SET(key), input({ ...place, quantity: 3, changeFromQuantity: now + 1 }));
    expect(digText(stale.body, 'data', 'inventorySetQuantities', 'userErrors', 0, 'code')).toBe(
      'CHANGE_FROM_QUANTITY_STALE',
    );
    const good = input({ ...place, quantity: 3, changeFromQuantity: now });
    const set = await gql(SET(key), good);
    expect(dig(set.body, 'data', 'inventorySetQuantities', 'inventoryAdjustmentGroup', 'changes', 0, 'delta')).toBe(
      3 - now,
    );
    const repeated = await gql(SET(key), good);
    expect(dig(repeated.body, 'data')).toEqual(dig(set.body, 'data'));
    expect((await level()).now).toBe(3);
    const other = await gql(SET(key), input({ ...place, quantity: 9, changeFromQuantity: null }));
    expect(digList(other.body, 'data', 'inventorySetQuantities', 'userErrors')).toHaveLength(1);
  });

  it('compares by compareQuantity before', async () => {
    const { now, ...place } = await level();
    const answer = await gql(SET(''), input({ ...place, quantity: 4, compareQuantity: now }), token, '2026-01');
    expect(digList(answer.body, 'data', 'inventorySetQuantities', 'userErrors')).toEqual([]);
  });
});

describe('prices, returns and money', () => {
  it('gives money back once for a key, by a payment of the order, no more than was paid', async () => {
    const found = await gql(
      '{orders(first:1,query:"financial_status:paid"){nodes{id totalPriceSet{shopMoney{amount}} transactions{id gateway}}}}',
    );
    const order = dig(found.body, 'data', 'orders', 'nodes', 0);
    const orderId = digText(order, 'id');
    const refund = async (key: string, amount: string, more: object = {}) => {
      const query = `mutation($i:RefundInput!){refundCreate(input:$i)${key && `@idempotent(key:"${key}")`}{refund{id note} userErrors{field message}}}`;
      const payment = {
        parentId: digText(order, 'transactions', 0, 'id'),
        gateway: 'shopify_payments',
        kind: 'REFUND',
      };
      const transactions = [{ orderId, amount, ...payment, ...more }];
      return (await gql(query, { i: { orderId, note: 'Return 1', transactions } })).body;
    };
    const errors = (body: unknown) => digList(body, 'data', 'refundCreate', 'userErrors').length;
    expect(digText(await refund('', '1.00'), 'errors', 0, 'message')).toMatch(/@idempotent/);
    expect(errors(await refund('a', '1.00', { parentId: 'gid://shopify/OrderTransaction/1' }))).toBe(1);
    expect(errors(await refund('b', `${Number(digText(order, 'totalPriceSet', 'shopMoney', 'amount')) + 1}`))).toBe(1);
    const once = await refund('c', '1.00');
    expect(errors(once)).toBe(0);
    expect(dig(await refund('c', '1.00'), 'data')).toEqual(dig(once, 'data'));
    const after = await gql(
      'query($id:ID!){order(id:$id){displayFinancialStatus totalRefundedSet{shopMoney{amount}} refunds{note} transactions{kind parentTransaction{id}}}}',
      { id: orderId },
    );
    expect(dig(after.body, 'data', 'order')).toMatchObject({
      displayFinancialStatus: 'PARTIALLY_REFUNDED',
      totalRefundedSet: { shopMoney: { amount: '1.00' } },
      refunds: [{ note: 'Return 1' }],
      transactions: [{ kind: 'SALE' }, { kind: 'REFUND', parentTransaction: { id: expect.any(String) } }],
    });
  });

  it('takes prices of variants that are there, by products that are there', async () => {
    const set = async (productId: string, variants: object[], more = '') =>
      (
        await gql(
          `mutation($p:ID!,$v:[ProductVariantsBulkInput!]!){productVariantsBulkUpdate(productId:$p,variants:$v${more}){productVariants{price} userErrors{code field}}}`,
          { p: productId, v: variants },
        )
      ).body;
    token = digText((await install(`${SCOPES},write_products`)).body, 'access_token');
    const first = await gql('{productVariants(first:1){nodes{id product{id}}}}');
    const id = digText(first.body, 'data', 'productVariants', 'nodes', 0, 'id');
    const product = digText(first.body, 'data', 'productVariants', 'nodes', 0, 'product', 'id');
    const code = (answer: unknown) => digText(answer, 'data', 'productVariantsBulkUpdate', 'userErrors', 0, 'code');
    expect(code(await set('gid://shopify/Product/1', [{ id, price: '3.00' }]))).toBe('PRODUCT_DOES_NOT_EXIST');
    const both = [
      { id: 'gid://shopify/ProductVariant/1', price: '3.00' },
      { id, price: '3.00' },
    ];
    expect(code(await set(product, both))).toBe('PRODUCT_VARIANT_DOES_NOT_EXIST');
    const price = async () => {
      const answer = await gql('{productVariants(first:1){nodes{price}}}');
      return digText(answer.body, 'data', 'productVariants', 'nodes', 0, 'price');
    };
    expect(await price()).not.toBe('3.00');
    expect(code(await set(product, both, ',allowPartialUpdates:true'))).toBe('PRODUCT_VARIANT_DOES_NOT_EXIST');
    expect(await price()).toBe('3.00');
    expect(code(await set(product, [{ id, price: '-1' }]))).toBe('GREATER_THAN_OR_EQUAL_TO');
  });

  it('opens returns and payouts only to tokens that may read them', async () => {
    const money = await gql('{shopifyPaymentsAccount{balanceTransactions(first:1){nodes{id}}}}');
    expect(digText(money.body, 'errors', 0, 'extensions', 'code')).toBe('ACCESS_DENIED');
    const back = await gql('{return(id:"gid://shopify/Return/800000001"){id}}');
    expect(digText(back.body, 'errors', 0, 'extensions', 'code')).toBe('ACCESS_DENIED');
    token = digText((await install(`${SCOPES},read_shopify_payments_payouts`)).body, 'access_token');
    const odd = await gql(`{shopifyPaymentsAccount{balanceTransactions(first:1,query:"colour:red"){nodes{id}}}}`);
    expect(digText(odd.body, 'errors', 0, 'extensions', 'code')).toBe('BAD_REQUEST');
  });
});

describe('limits', () => {
  it('throttles by cost with HTTP 200', async () => {
    await control('settings', { rateFactor: 1 });
    await control('clock/stop', {});
    let last: Answer | undefined;
    for (let i = 0; i < 60; i++) {
      last = await gql(LIST, { first: 50 });
      if ('errors' in (last.body as object)) break;
    }
    expect(last?.status).toBe(200);
    expect(digText(last?.body, 'errors', 0, 'extensions', 'code')).toBe('THROTTLED');
    const cost = dig(last?.body, 'extensions', 'cost');
    expect(Number(dig(cost, 'requestedQueryCost'))).toBeGreaterThan(
      Number(dig(cost, 'throttleStatus', 'currentlyAvailable')),
    );
  });

  it('refuses a query over 1,000 points', async () => {
    const answer = await gql(
      '{orders(first:250){nodes{lineItems(first:250){nodes{id}} fulfillmentOrders(first:250){nodes{lineItems(first:250){nodes{id}}}}}}}',
    );
    expect(digText(answer.body, 'errors', 0, 'extensions', 'code')).toBe('MAX_COST_EXCEEDED');
  });

  it('REST: leaky bucket, status open by default, Link paging', async () => {
    const rest = (path: string) =>
      call(`${base()}/api/2026-07/${path}`, { headers: { 'x-shopify-access-token': token } });
    const page = await rest('orders.json?limit=30&status=any');
    expect(digList(page.body, 'orders')).toHaveLength(30);
    const next = /page_info=([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    expect(digList((await rest(`orders.json?limit=30&page_info=${next}`)).body, 'orders')).toHaveLength(10);
    expect((await rest(`orders.json?limit=30&status=any&page_info=${next}`)).status).toBe(400);
    await control('settings', { rateFactor: 1 });
    await control('reset', { seed: 7 });
    await control('settings', { rateFactor: 1 });
    await control('clock/stop', {});
    let answer = await rest('shop.json');
    expect(answer.headers.get('x-shopify-shop-api-call-limit')).toBe('1/40');
    for (let i = 0; i < 60 && answer.status === 200; i++) answer = await rest('shop.json');
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('2.0');
  });
});

describe('webhooks', () => {
  interface Received {
    headers: http.IncomingHttpHeaders;
    body: Buffer;
  }
  async function listener(answer: (count: number) => number) {
    const received: Received[] = [];
    const server = http.createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(parts) });
        response.statusCode = answer(received.length);
        response.end();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
    return {
      heard: received,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
      close: () => server.close(),
    };
  }
  const subscribe = (topic: string, uri: string) =>
    gql(
      'mutation($t:WebhookSubscriptionTopic!,$w:WebhookSubscriptionInput!){webhookSubscriptionCreate(topic:$t,webhookSubscription:$w){webhookSubscription{id uri} userErrors{field message}}}',
      {
        t: topic,
        w: { uri, format: 'JSON' },
      },
    );
  const until = async (test: () => boolean) => {
    for (let i = 0; i < 200 && !test(); i++) await new Promise((done) => setTimeout(done, 10));
    expect(test()).toBe(true);
  };

  it('sends signed news of new orders, and again with the same id until it is taken', async () => {
    await control('settings', { webhookRetryMs: 10 });
    const subscriber = await listener((count) => (count < 3 ? 500 : 200));
    await subscribe('ORDERS_CREATE', subscriber.url);
    await control('orders', { shop: 'shopify', count: 1 });
    await until(() => subscriber.heard.length === 3);
    const ids = subscriber.heard.map((one) => one.headers['x-shopify-webhook-id']);
    expect(new Set(ids).size).toBe(1);
    const { headers, body } = subscriber.heard[0]!;
    expect(headers['x-shopify-hmac-sha256']).toBe(createHmac('sha256', 'hush').update(body).digest('base64'));
    expect(headers['x-shopify-topic']).toBe('orders/create');
    expect(headers['x-shopify-shop-domain']).toBe(SHOP);
    expect(digText(JSON.parse(body.toString()), 'financial_status')).toBe('paid');
    subscriber.close();
  });

  it('gives up after eight retries and drops the subscription', async () => {
    await control('settings', { webhookRetryMs: 1 });
    const subscriber = await listener(() => 503);
    await subscribe('ORDERS_CREATE', subscriber.url);
    await control('orders', { shop: 'shopify', count: 1 });
    await until(() => subscriber.heard.length === 9);
    const left = async () =>
      digList((await gql('{webhookSubscriptions(first:10){nodes{id}}}')).body, 'data', 'webhookSubscriptions', 'nodes')
        .length;
    await expect.poll(left).toBe(0);
    expect(subscriber.heard).toHaveLength(9);
    subscriber.close();
  });

  it('duplicates and shuffles on demand, and hears of cancel and fulfilment', async () => {
    const subscriber = await listener(() => 200);
    for (const topic of ['ORDERS_UPDATED', 'ORDERS_CANCELLED', 'ORDERS_FULFILLED'])
      await subscribe(topic, subscriber.url);
    await control('faults', { platform: 'shopify', duplicateWebhooks: true });
    const { id, fulfillmentOrderId } = await openOrder();
    await fulfil(fulfillmentOrderId);
    await until(() => subscriber.heard.length === 4);
    await control('faults', { platform: 'shopify', duplicateWebhooks: false });
    await control('orders/cancel', { shop: 'shopify' });
    await until(() => subscriber.heard.length === 6);
    const topics = subscriber.heard.map((one) => one.headers['x-shopify-topic']).toSorted();
    expect(topics).toEqual([
      'orders/cancelled',
      'orders/fulfilled',
      'orders/fulfilled',
      'orders/updated',
      'orders/updated',
      'orders/updated',
    ]);
    // A copy repeats its id; every event of its own has another.
    expect(new Set(subscriber.heard.map((one) => one.headers['x-shopify-webhook-id'])).size).toBe(4);
    expect(id).toContain('gid://shopify/Order/');
    subscriber.close();
  });

  it('refuses addresses off this machine and deletes subscriptions', async () => {
    expect(
      digList(
        (await subscribe('ORDERS_CREATE', 'https://example.com/hook')).body,
        'data',
        'webhookSubscriptionCreate',
        'userErrors',
      ),
    ).toHaveLength(1);
    const made = await subscribe('ORDERS_CREATE', 'http://127.0.0.1:9/x');
    const id = digText(made.body, 'data', 'webhookSubscriptionCreate', 'webhookSubscription', 'id');
    const gone = await gql(
      'mutation($id:ID!){webhookSubscriptionDelete(id:$id){deletedWebhookSubscriptionId userErrors{message}}}',
      { id },
    );
    expect(dig(gone.body, 'data', 'webhookSubscriptionDelete', 'deletedWebhookSubscriptionId')).toBe(id);
  });
});
