import { createPrivateKey, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { type Answer, call, dig, digList, digText, startForTest } from '../testing.ts';
import { EBAY_UK_SHOP } from './desk.ts';
import { EBAY_APP, EDIS_SCOPE, SCOPE } from './tokens.ts';

let box: Sandbox;
let token = '';
const BASIC = `Basic ${Buffer.from(`${EBAY_APP.appId}:${EBAY_APP.certId}`).toString('base64')}`;
const ALL = [
  SCOPE,
  EDIS_SCOPE,
  ...[
    'sell.fulfillment',
    'sell.inventory',
    'sell.finances',
    'commerce.identity.readonly',
    'commerce.notification.subscription',
  ].map((name) => `${SCOPE}/${name}`),
];
const FULFILLMENT = '/api/sell/fulfillment/v1';
const INVENTORY = '/api/sell/inventory/v1';
const NOTIFICATION = '/api/commerce/notification/v1';

const consent = (more: Record<string, string> = {}) =>
  call(
    `${box.url}/ebay/auth/oauth2/authorize?${new URLSearchParams({
      client_id: EBAY_APP.appId,
      redirect_uri: EBAY_APP.ruName,
      response_type: 'code',
      scope: ALL.join(' '),
      state: 'st-1',
      sandbox_accept_url: 'http://127.0.0.1:9/cb',
      auto: '1',
      ...more,
    })}`,
  );
const grant = (form: Record<string, string>, authorization = BASIC) =>
  call(`${box.url}/ebay/api/identity/v1/oauth2/token`, { form, headers: { authorization } });
async function codeOf(more: Record<string, string> = {}): Promise<string> {
  const back = new URL((await consent(more)).headers.get('location') ?? '');
  return back.searchParams.get('code') ?? '';
}
async function login(more: Record<string, string> = {}): Promise<string> {
  const code = await codeOf(more);
  const answer = await grant({ grant_type: 'authorization_code', code, redirect_uri: EBAY_APP.ruName });
  return digText(answer.body, 'access_token');
}
const ask = (
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
  as = token,
) => call(`${box.url}/ebay${path}`, { ...init, headers: { authorization: `Bearer ${as}`, ...init.headers } });
const errorId = (answer: Answer) => [answer.status, dig(answer.body, 'errors', 0, 'errorId')];
const filter = (text: string) => `?filter=${encodeURIComponent(text)}`;
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
async function newOrder(more: object = {}): Promise<{ id: string; lines: { lineItemId: string; quantity: number }[] }> {
  const made = await control('orders', { shop: 'ebay', count: 1, ...more });
  const id = digText(made.body, 'orderIds', 0);
  const order = await ask(`${FULFILLMENT}/order/${id}`);
  return { id, lines: digList(order.body, 'lineItems') as { lineItemId: string; quantity: number }[] };
}

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { seed: 7 });
  token = await login();
});

describe('login', () => {
  it('takes the RuName only, in both calls, and a code once', async () => {
    expect((await consent({ redirect_uri: 'http://127.0.0.1:9/cb' })).status).toBe(400);
    expect((await consent({ scope: `${SCOPE}/sell.everything` })).status).toBe(400);
    const code = await codeOf();
    expect(code).toContain('#');
    const form = { grant_type: 'authorization_code', code, redirect_uri: EBAY_APP.ruName };
    expect((await grant({ ...form, code: encodeURIComponent(code) })).status).toBe(400);
    expect(dig((await grant(form)).body, 'token_type')).toBe('User Access Token');
    expect(dig((await grant(form)).body, 'error')).toBe('invalid_grant');
    const other = { ...form, code: await codeOf(), redirect_uri: 'http://127.0.0.1:9/cb' };
    expect(dig((await grant(other)).body, 'error')).toBe('invalid_grant');
    expect((await grant(form, 'Basic eDp5')).status).toBe(401);
  });

  it('refreshes without a new refresh token, and gives no scope that was not given', async () => {
    const form = {
      grant_type: 'authorization_code',
      code: await codeOf({ scope: SCOPE }),
      redirect_uri: EBAY_APP.ruName,
    };
    const refresh = digText((await grant(form)).body, 'refresh_token');
    const fresh = await grant({ grant_type: 'refresh_token', refresh_token: refresh });
    expect(fresh.body).not.toHaveProperty('refresh_token');
    const more = await grant({ grant_type: 'refresh_token', refresh_token: refresh, scope: ALL.join(' ') });
    expect(dig(more.body, 'error')).toBe('invalid_scope');
    expect(errorId(await ask(`${FULFILLMENT}/order`, {}, digText(fresh.body, 'access_token')))).toEqual([403, 1100]);
    expect(errorId(await ask(`${FULFILLMENT}/order`, {}, 'v^1.1#nonsense'))).toEqual([401, 1001]);
    const app = await grant({ grant_type: 'client_credentials', scope: SCOPE });
    expect(errorId(await ask(`${FULFILLMENT}/order`, {}, digText(app.body, 'access_token')))).toEqual([403, 1100]);
  });
});

describe('orders', () => {
  it.each([
    ['limit=201', 31100],
    ['offset=-1', 31000],
    ['fieldGroups=ALL', 32800],
    ['page=2', 2004],
    ['filter=colour:%7BRED%7D', 30700],
    ['filter=lastmodifieddate:2026', 30800],
    ['filter=lastmodifieddate:%5B..%5D', 30820],
    ['filter=lastmodifieddate:%5B2026-11-01T00:00:00..%5D', 30810],
    ['filter=lastmodifieddate:%5B2026-11-02T00:00:00.000Z..2026-11-01T00:00:00.000Z%5D', 30840],
    ['filter=lastmodifieddate:%5B2099-11-02T00:00:00.000Z..%5D', 30850],
    ['filter=creationdate:%5B2019-11-02T00:00:00.000Z..%5D', 30830],
    ['filter=orderfulfillmentstatus:%7BFULFILLED%7D', 30800],
    [`orderIds=${Array.from({ length: 51 }, (_, i) => i).join(',')}`, 30900],
  ])('refuse %s with %i', async (query, id) => {
    expect(errorId(await ask(`${FULFILLMENT}/order?${query}`))).toEqual([400, id]);
  });

  it('come in pages, by their change, by their making, and by their numbers', async () => {
    const page = await ask(
      `${FULFILLMENT}/order${filter(`lastmodifieddate:[${new Date(Date.now() - 30 * 86_400_000).toISOString()}..]`)}&limit=30`,
    );
    expect([dig(page.body, 'total'), digList(page.body, 'orders').length]).toEqual([40, 30]);
    const rest = await call(digText(page.body, 'next').replace(/^https?:\/\/[^/]+/, box.url), {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(digList(rest.body, 'orders')).toHaveLength(10);
    expect(rest.body).not.toHaveProperty('next');
    const id = digText(page.body, 'orders', 0, 'orderId');
    const chosen = await ask(`${FULFILLMENT}/order?orderIds=${id},00-00000-00000`);
    expect(digList(chosen.body, 'orders')).toHaveLength(1);
    expect(errorId(await ask(`${FULFILLMENT}/order/00-00000-00000`))).toEqual([404, 32100]);
  });

  it('hold the taxes that eBay collects only where they are asked for', async () => {
    const [item] = (await call(`${box.url}/control/catalog`)).body as { sku: string }[];
    const { id } = await newOrder({ lines: [{ sku: item?.sku, quantity: 1, priceUsd: '100.00' }], abroadShare: 0 });
    const plain = await ask(`${FULFILLMENT}/order/${id}`);
    const full = await ask(`${FULFILLMENT}/order/${id}?fieldGroups=TAX_BREAKDOWN`);
    const read = (answer: Answer) => [
      dig(answer.body, 'pricingSummary', 'total', 'value'),
      digList(answer.body, 'lineItems', 0, 'taxes').length,
      digText(answer.body, 'lineItems', 0, 'ebayCollectAndRemitTaxes', 0, 'amount', 'value'),
    ];
    expect([read(plain), read(full)]).toEqual([
      ['100.0', 0, '7.25'],
      ['107.25', 1, '7.25'],
    ]);
  });
});

describe('shipments', () => {
  it('are taken in eBay’s terms only', async () => {
    const { id, lines } = await newOrder();
    const path = `${FULFILLMENT}/order/${id}/shipping_fulfillment`;
    const lineItems = lines.map(({ lineItemId, quantity }) => ({ lineItemId, quantity }));
    const good = { lineItems, shippingCarrierCode: 'USPS', trackingNumber: '94001' };
    const ship = (body: object) => ask(path, { body });
    expect(errorId(await ship({ ...good, lineItems: [{ lineItemId: '1' }] }))).toEqual([400, 32200]);
    expect(errorId(await ship({ ...good, lineItems: [...lineItems, ...lineItems] }))).toEqual([400, 32210]);
    expect(errorId(await ship({ ...good, trackingNumber: '94-001' }))).toEqual([400, 32300]);
    expect(errorId(await ship({ ...good, shippingCarrierCode: undefined }))).toEqual([400, 32300]);
    expect(errorId(await ship({ ...good, shippedDate: '2099-01-01T00:00:00.000Z' }))).toEqual([400, 32500]);
    expect(errorId(await ship({ ...good, lineItems: [] }))).toEqual([400, 32600]);
    const made = await ship(good);
    expect([made.status, made.headers.get('location')?.endsWith(`/shipping_fulfillment/94001`)]).toEqual([201, true]);
    expect(errorId(await ship({ ...good, trackingNumber: '94002' }))).toEqual([400, 34500]);
    expect(dig((await ask(path)).body, 'fulfillments', 0, 'shipmentTrackingNumber')).toBe('94001');
    const unpaid = await newOrder({ status: 'pending' });
    expect((await ask(`${FULFILLMENT}/order/${unpaid.id}/shipping_fulfillment`, { body: good })).status).toBe(409);
  });
});

describe('signatures', () => {
  const path = '/apiz/sell/finances/v1/transaction';
  // The Ed25519 key of RFC 9421, B.1.4.
  const key = createPrivateKey({
    key: Buffer.from('MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF', 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const signed = (more: { path?: string; created?: number; jwe?: string } = {}) => {
    const jwe = more.jwe ?? 'eyJhbGciOiJkZW1vIn0.demo-signing-key.jwe';
    const params = `("x-ebay-signature-key" "@method" "@path" "@authority");created=${more.created ?? Math.floor(Date.now() / 1000)}`;
    const base = [
      `"x-ebay-signature-key": ${jwe}`,
      '"@method": GET',
      `"@path": ${more.path ?? `/ebay${path}`}`,
      `"@authority": ${new URL(box.url).host}`,
      `"@signature-params": ${params}`,
    ].join('\n');
    return {
      'x-ebay-signature-key': jwe,
      'signature-input': `sig1=${params}`,
      signature: `sig1=:${sign(null, Buffer.from(base), key).toString('base64')}:`,
    };
  };

  it('are asked of sellers in the United Kingdom, and have to be right wherever they come', async () => {
    const uk = await login({ sandbox_seller: EBAY_UK_SHOP });
    const get = (headers: Record<string, string>, as = uk) => ask(path, { headers }, as);
    expect((await get({}, token)).status).toBe(204);
    expect(errorId(await get({}))).toEqual([400, 215120]);
    expect((await get(signed())).status).toBe(204);
    expect(errorId(await get(signed({ path: '/other' }), token))).toEqual([400, 215122]);
    expect(errorId(await get(signed({ created: 1_658_440_308 })))).toEqual([400, 215119]);
    expect(errorId(await get(signed({ jwe: 'another' })))).toEqual([400, 215003]);
    expect(errorId(await get({ ...signed(), signature: 'sig1=:AAAA:' }))).toEqual([400, 215122]);
    expect(errorId(await get({ ...signed(), 'x-ebay-signature-key': '' }))).toEqual([400, 215001]);
    const { 'signature-input': input, ...rest } = signed();
    expect(errorId(await get({ ...rest, 'signature-input': input.replace('"@path" ', '') }))).toEqual([400, 215120]);
  });
});

describe('stock and prices', () => {
  const update = (requests: object[], headers: Record<string, string> = { 'content-language': 'en-US' }) =>
    ask(`${INVENTORY}/bulk_update_price_quantity`, { body: { requests }, headers });

  it('count pages in one list and rows in others', async () => {
    const second = await ask(`${INVENTORY}/inventory_item?limit=2&offset=1`);
    const first = await ask(`${INVENTORY}/inventory_item?limit=4`);
    expect(digText(second.body, 'inventoryItems', 0, 'sku')).toBe(digText(first.body, 'inventoryItems', 2, 'sku'));
    expect(new URL(digText(second.body, 'next')).searchParams.get('offset')).toBe('2');
    expect(errorId(await ask(`${INVENTORY}/inventory_item?limit=201`))).toEqual([400, 25706]);
    expect(errorId(await ask(`${INVENTORY}/offer`))).toEqual([400, 25709]);
    expect(errorId(await ask(`${INVENTORY}/offer?sku=NOWHERE`))).toEqual([404, 25713]);
  });

  it('change article by article, each wholly or not', async () => {
    const sku = digText((await ask(`${INVENTORY}/inventory_item?limit=1`)).body, 'inventoryItems', 0, 'sku');
    const offerId = digText((await ask(`${INVENTORY}/offer?sku=${sku}`)).body, 'offers', 0, 'offerId');
    expect(errorId(await update([{ sku }], {}))).toEqual([400, 25709]);
    expect(errorId(await update([{ sku }, { sku }]))).toEqual([400, 25709]);
    expect(errorId(await update(Array.from({ length: 26 }, (_, i) => ({ sku: String(i) }))))).toEqual([400, 25709]);
    const euro = { offerId, price: { value: '3.00', currency: 'EUR' } };
    const mixed = await update([
      { sku, shipToLocationAvailability: { quantity: 4 }, offers: [{ offerId, availableQuantity: 3 }] },
      { sku: 'NOWHERE', shipToLocationAvailability: { quantity: 4 } },
    ]);
    expect([mixed.status, digList(mixed.body, 'responses').map((one) => dig(one, 'statusCode'))]).toEqual([
      207,
      [200, 200, 404],
    ]);
    const bad = await update([{ sku, shipToLocationAvailability: { quantity: 9 }, offers: [euro] }]);
    expect([bad.status, dig(bad.body, 'responses', 0, 'errors', 0, 'errorId')]).toEqual([400, 25709]);
    const now = (await call(`${box.url}/control/listings?shop=ebay&sku=${sku}`)).body;
    expect(dig(now, 0, 'quantity')).toBe(3);
  });

  it('take so many revisions a day', async () => {
    const sku = digText((await ask(`${INVENTORY}/inventory_item?limit=1`)).body, 'inventoryItems', 0, 'sku');
    const push = () => update([{ sku, shipToLocationAvailability: { quantity: 1 } }]);
    for (let i = 0; i < 250; i++) expect((await push()).status).toBe(200);
    expect(dig((await push()).body, 'responses', 0, 'errors', 0, 'errorId')).toBe(25002);
  });
});

describe('Post-Order', () => {
  it('wants its own scheme, and cancels what was not sent', async () => {
    const { id } = await newOrder();
    const path = '/api/post-order/v2/cancellation';
    const iaf = { authorization: `IAF ${token}` };
    const body = { legacyOrderId: id, cancelReason: 'ADDRESS_ISSUES', buyerPaid: true };
    const cancel = (more: object = {}, headers = iaf) => ask(path, { body: { ...body, ...more }, headers });
    expect((await ask(path, { body })).status).toBe(401);
    expect(dig((await cancel({ cancelReason: 'FOUND_CHEAPER_PRICE' })).body, 'error', 0, 'errorId')).toBe(1605);
    expect(dig((await cancel({ buyerPaid: false })).body, 'error', 0, 'errorId')).toBe(1606);
    expect((await cancel()).status).toBe(200);
    expect((await cancel()).status).toBe(409);
    const order = await ask(`${FULFILLMENT}/order/${id}`);
    expect(dig(order.body, 'cancelStatus', 'cancelState')).toBe('CANCELED');
  });
});

describe('notifications', () => {
  it('are set up in order', async () => {
    const app = digText((await grant({ grant_type: 'client_credentials', scope: SCOPE })).body, 'access_token');
    const verificationToken = 'a-verification-token-of-40-characters-00';
    const destination = (more: object = {}) =>
      ask(
        `${NOTIFICATION}/destination`,
        {
          body: {
            name: 'x',
            status: 'ENABLED',
            deliveryConfig: { endpoint: `${box.url}/none`, verificationToken, ...more },
          },
        },
        app,
      );
    expect(errorId(await ask(`${NOTIFICATION}/config`, {}, app))).toEqual([404, 195026]);
    expect(errorId(await destination())).toEqual([409, 195003]);
    const config = (alertEmail: string) => ask(`${NOTIFICATION}/config`, { method: 'PUT', body: { alertEmail } }, app);
    expect(errorId(await config('nobody'))).toEqual([400, 195025]);
    expect((await config('a@b.test')).status).toBe(204);
    expect(errorId(await destination({ endpoint: 'http://elsewhere.test/x' }))).toEqual([400, 195017]);
    expect(errorId(await destination({ verificationToken: 'short' }))).toEqual([400, 195019]);
    expect(errorId(await destination())).toEqual([409, 195020]);
    const payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' };
    const subscribe = (topicId: string, as: string) =>
      ask(`${NOTIFICATION}/subscription`, { body: { topicId, status: 'ENABLED', payload, destinationId: 'x' } }, as);
    expect(errorId(await subscribe('ORDER_CONFIRMATION', app))).toEqual([403, 195011]);
    expect(errorId(await subscribe('ORDER_CONFIRMATION', token))).toEqual([400, 195007]);
    expect(errorId(await subscribe('NEWS', token))).toEqual([400, 195027]);
    expect(errorId(await ask(`${NOTIFICATION}/public_key/x`, {}, app))).toEqual([404, 195001]);
  });
});

describe('eDIS', () => {
  it('is for sellers of Greater China, and knows each parcel once', async () => {
    const path = '/api/sell/edelivery_international_shipping/v1';
    const uk = await login({ sandbox_seller: EBAY_UK_SHOP });
    expect(errorId(await ask(`${path}/services`, {}, uk))).toEqual([401, 355400]);
    const { id } = await newOrder();
    const order = (await ask(`${FULFILLMENT}/order/${id}`)).body;
    const orderLineItem = `${digText(order, 'lineItems', 0, 'legacyItemId')}-${digText(order, 'lineItems', 0, 'lineItemId')}`;
    const packageInfo = {
      shippingServiceId: '101',
      shipFromAddressId: 'A0001',
      consignPreferenceId: 'C0001',
      packageWeight: 300,
      packageComment: 'x',
      shipToAddress: { contact: 'A B', street1: '1 Main St', countryCode: 'US' },
      items: [
        { orderId: id, orderLineItem, postedQuantity: dig(order, 'lineItems', 0, 'quantity'), sku: { skuNumber: 'S' } },
      ],
    };
    const create = (more: object = {}) =>
      ask(`${path}/package`, { body: { packageInfo: { ...packageInfo, ...more } } });
    expect(errorId(await create({ shippingServiceId: '999' }))).toEqual([400, 355012]);
    expect(
      errorId(await create({ shipToAddress: { contact: 'A', street1: 'x'.repeat(51), countryCode: 'US' } })),
    ).toEqual([400, 355002]);
    expect(errorId(await create({ packageWeight: 99_000 }))).toEqual([400, 355025]);
    const made = await create();
    expect(made.status).toBe(201);
    expect(errorId(await create())).toEqual([400, 355005]);
    const ref = digText(made.body, 'createPackageResult', 'packageId');
    const confirm = () => ask(`${path}/package/${ref}/confirm`, { method: 'POST' });
    expect((await confirm()).status).toBe(204);
    expect(errorId(await confirm())).toEqual([400, 355038]);
  });
});
