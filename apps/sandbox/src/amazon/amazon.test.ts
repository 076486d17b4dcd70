import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { AMAZON_CREDENTIALS, type Answer, call, dig, digList, digText, startForTest } from '../testing.ts';

let box: Sandbox;
let token = '';
let refresh = '';
const api = (path: string, init: Parameters<typeof call>[1] = {}, as = token): Promise<Answer> =>
  call(`${box.url}/amazon/spapi${path}`, { ...init, headers: { 'x-amz-access-token': as, ...init.headers } });
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const US = 'ATVPDKIKX0DER';
const SINCE = '2020-01-01T00:00:00Z';

async function consent(): Promise<URL> {
  const target = encodeURIComponent('http://127.0.0.1:9/back');
  const page = await call(
    `${box.url}/amazon/sellercentral/apps/authorize/consent?application_id=amzn1.sp.solution.demo-0001&state=st-1&redirect_uri=${target}&auto=1`,
  );
  expect(page.status).toBe(302);
  return new URL(page.headers.get('location') ?? '');
}

const exchange = (form: Record<string, string>) =>
  call(`${box.url}/amazon/lwa/auth/o2/token`, { form: { ...AMAZON_CREDENTIALS, ...form } });

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { seed: 7 });
  const back = await consent();
  const answer = await exchange({
    grant_type: 'authorization_code',
    code: back.searchParams.get('spapi_oauth_code') ?? '',
  });
  token = digText(answer.body, 'access_token');
  refresh = digText(answer.body, 'refresh_token');
});

const unshipped = async () => {
  const list = await api(`/orders/v0/orders?MarketplaceIds=${US}&LastUpdatedAfter=${SINCE}&OrderStatuses=Unshipped`);
  const orderId = digText(list.body, 'payload', 'Orders', 0, 'AmazonOrderId');
  const items = await api(`/orders/v0/orders/${orderId}/orderItems`);
  const lines = digList(items.body, 'payload', 'OrderItems').map((item) => ({
    orderItemId: digText(item, 'OrderItemId'),
    quantity: Number(dig(item, 'QuantityOrdered')),
  }));
  return { orderId, lines };
};
const confirmation = (lines: unknown, ref: unknown = '1', extra: Record<string, unknown> = {}) => ({
  marketplaceId: US,
  packageDetail: {
    packageReferenceId: ref,
    carrierCode: 'UPS',
    trackingNumber: '1ZA1B2C30300000012',
    shipDate: '2026-11-21T01:00:00.000Z',
    orderItems: lines,
    ...extra,
  },
});
const confirm = (orderId: string, body: unknown) => api(`/orders/v0/orders/${orderId}/shipmentConfirmation`, { body });

describe('login with Amazon', () => {
  it('returns state and seller, and a code that works once', async () => {
    const back = await consent();
    expect(back.searchParams.get('state')).toBe('st-1');
    expect(back.searchParams.get('selling_partner_id')).toBe('A2TRADEWIND01');
    const code = back.searchParams.get('spapi_oauth_code') ?? '';
    expect((await exchange({ grant_type: 'authorization_code', code })).status).toBe(200);
    const again = await exchange({ grant_type: 'authorization_code', code });
    expect([again.status, dig(again.body, 'error')]).toEqual([400, 'invalid_grant']);
  });

  it('lets a code die after five minutes', async () => {
    const code = (await consent()).searchParams.get('spapi_oauth_code') ?? '';
    await control('clock/advance', { seconds: 301 });
    expect((await exchange({ grant_type: 'authorization_code', code })).status).toBe(400);
  });

  it('takes the refresh as a form, as a form with a raw pipe, and as JSON', async () => {
    const url = `${box.url}/amazon/lwa/auth/o2/token`;
    const encoded = await exchange({ grant_type: 'refresh_token', refresh_token: refresh });
    const raw = await call(url, {
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      body: `grant_type=refresh_token&refresh_token=${refresh}&client_id=${AMAZON_CREDENTIALS.client_id}&client_secret=${AMAZON_CREDENTIALS.client_secret}`,
    });
    const json = await call(url, {
      body: { grant_type: 'refresh_token', refresh_token: refresh, ...AMAZON_CREDENTIALS },
    });
    for (const answer of [encoded, raw, json]) {
      expect(answer.status).toBe(200);
      expect(digText(answer.body, 'access_token')).toMatch(/^Atza\|/);
      expect(dig(answer.body, 'expires_in')).toBe(3600);
    }
    expect(refresh).toMatch(/^Atzr\|/);
  });

  it('refuses a forged or revoked refresh token and a wrong secret', async () => {
    expect(dig((await exchange({ grant_type: 'refresh_token', refresh_token: `${refresh}x` })).body, 'error')).toBe(
      'invalid_grant',
    );
    expect((await exchange({ grant_type: 'refresh_token', refresh_token: refresh, client_secret: 'no' })).status).toBe(
      401,
    );
    await control('amazon/revoke', { refreshToken: refresh });
    expect((await exchange({ grant_type: 'refresh_token', refresh_token: refresh })).status).toBe(400);
  });

  it('names an expired access token as expired', async () => {
    await control('faults', { platform: 'amazon', tokenTtlSeconds: 5 });
    const short = digText(
      (await exchange({ grant_type: 'refresh_token', refresh_token: refresh })).body,
      'access_token',
    );
    await control('clock/advance', { seconds: 6 });
    const answer = await api('/sellers/v1/marketplaceParticipations', {}, short);
    expect(answer.status).toBe(403);
    expect(digText(answer.body, 'errors', 0, 'details')).toBe('The access token you provided has expired.');
    expect((await api('/sellers/v1/marketplaceParticipations', {}, '')).status).toBe(403);
  });
});

describe('orders v0', () => {
  it('checks the dates and the marketplace', async () => {
    const status = async (query: string) => (await api(`/orders/v0/orders?${query}`)).status;
    const now = new Date().toISOString();
    expect(await status(`LastUpdatedAfter=${SINCE}`)).toBe(400);
    expect(await status(`MarketplaceIds=${US}`)).toBe(400);
    expect(await status(`MarketplaceIds=${US}&LastUpdatedAfter=${SINCE}&CreatedAfter=${SINCE}`)).toBe(400);
    expect(await status(`MarketplaceIds=${US}&LastUpdatedAfter=${SINCE}&LastUpdatedBefore=${now}`)).toBe(400);
    expect(await status(`MarketplaceIds=${US}&LastUpdatedAfter=${SINCE}&MaxResultsPerPage=101`)).toBe(400);
    expect(await status(`MarketplaceIds=${US}&LastUpdatedAfter=11/21/2026`)).toBe(400);
    expect(
      await status(
        `MarketplaceIds=${US}%2CA2EUQ1WTGCTBG2&LastUpdatedAfter=${SINCE}&OrderStatuses=Unshipped%2CPartiallyShipped`,
      ),
    ).toBe(200);
  });

  it('pages through every order once, in order of their change', async () => {
    const observed: string[] = [];
    let next = '';
    do {
      const page = await api(
        `/orders/v0/orders?MarketplaceIds=${US}&LastUpdatedAfter=${SINCE}&MaxResultsPerPage=7${next && `&NextToken=${next}`}`,
      );
      const orders = digList(page.body, 'payload', 'Orders');
      observed.push(...orders.map((order) => digText(order, 'AmazonOrderId')));
      next = String((dig(page.body, 'payload') as Record<string, unknown>).NextToken ?? '');
    } while (next);
    expect(observed).toHaveLength(40);
    expect(new Set(observed).size).toBe(40);
  });

  it('repeats a page when told to', async () => {
    const page = async (next = '') =>
      api(
        `/orders/v0/orders?MarketplaceIds=${US}&LastUpdatedAfter=${SINCE}&MaxResultsPerPage=5${next && `&NextToken=${next}`}`,
      );
    const first = await page();
    await control('faults', { platform: 'amazon', repeatPage: 1 });
    const again = await page(digText(first.body, 'payload', 'NextToken'));
    expect(digList(again.body, 'payload', 'Orders')).toEqual(digList(first.body, 'payload', 'Orders'));
    const onward = await page(digText(again.body, 'payload', 'NextToken'));
    expect(digText(onward.body, 'payload', 'Orders', 0, 'AmazonOrderId')).not.toBe(
      digText(first.body, 'payload', 'Orders', 0, 'AmazonOrderId'),
    );
  });

  it('hides the person without a restricted token, and totals of pending orders', async () => {
    const list = await api(`/orders/v0/orders?MarketplaceIds=${US}&LastUpdatedAfter=${SINCE}`);
    const orders = digList(list.body, 'payload', 'Orders') as Record<string, unknown>[];
    const ready = orders.find((order) => order.OrderStatus === 'Unshipped')!;
    const pending = orders.find((order) => order.OrderStatus === 'Pending')!;
    expect(Object.keys(ready.ShippingAddress as object)).toEqual([
      'City',
      'StateOrRegion',
      'PostalCode',
      'CountryCode',
    ]);
    expect(pending.OrderTotal).toBeUndefined();
    expect(pending.ShippingAddress).toBeUndefined();
    expect((await api(`/orders/v0/orders/${ready.AmazonOrderId}/address`)).status).toBe(403);
  });

  it('opens it with a restricted token for the very path only', async () => {
    const { orderId } = await unshipped();
    const restricted = async (path: string, dataElements?: string[]) => {
      const answer = await api('/tokens/2021-03-01/restrictedDataToken', {
        body: { restrictedResources: [{ method: 'GET', path, dataElements }] },
      });
      return digText(answer.body, 'restrictedDataToken');
    };
    const generic = await restricted('/orders/v0/orders/{orderId}/address');
    const address = await api(`/orders/v0/orders/${orderId}/address`, {}, generic);
    expect(digText(address.body, 'payload', 'ShippingAddress', 'AddressLine1')).not.toBe('');
    expect((await api(`/orders/v0/orders/${orderId}/buyerInfo`, {}, generic)).status).toBe(403);
    expect(
      (await api(`/orders/v0/orders/${orderId}/address`, {}, await restricted('/orders/v0/orders/{orderId}/address/')))
        .status,
    ).toBe(403);
    const wide = await restricted('/orders/v0/orders', ['buyerInfo', 'shippingAddress']);
    const list = await api(
      `/orders/v0/orders?MarketplaceIds=${US}&LastUpdatedAfter=${SINCE}&OrderStatuses=Unshipped`,
      {},
      wide,
    );
    expect(digText(list.body, 'payload', 'Orders', 0, 'ShippingAddress', 'Name')).not.toBe('');
    expect(digText(list.body, 'payload', 'Orders', 0, 'BuyerInfo', 'BuyerEmail')).toMatch(/@marketplace\.amazon\.com$/);
  });

  it('flags a buyer who wants to cancel without changing the status', async () => {
    const { orderId } = await unshipped();
    await control('orders/cancel', { shop: 'amazon', orderId });
    const order = await api(`/orders/v0/orders/${orderId}`);
    expect(digText(order.body, 'payload', 'OrderStatus')).toBe('Unshipped');
    const items = await api(`/orders/v0/orders/${orderId}/orderItems`);
    expect(digText(items.body, 'payload', 'OrderItems', 0, 'BuyerRequestedCancel', 'IsBuyerRequestedCancel')).toBe(
      'true',
    );
  });
});

describe('orders 2026-01-01', () => {
  const path = '/orders/2026-01-01/orders';

  it('wants exactly one lower bound, in UTC, and the same parameters with a token', async () => {
    expect((await api(path)).status).toBe(400);
    expect((await api(`${path}?lastUpdatedAfter=2026-01-01T00:00:00%2B09:00`)).status).toBe(400);
    const first = await api(`${path}?lastUpdatedAfter=${SINCE}&maxResultsPerPage=3&includedData=FULFILLMENT`);
    const next = digText(first.body, 'pagination', 'nextToken');
    expect((await api(`${path}?lastUpdatedAfter=${SINCE}&maxResultsPerPage=3&paginationToken=${next}`)).status).toBe(
      400,
    );
    const second = await api(
      `${path}?includedData=FULFILLMENT&lastUpdatedAfter=${SINCE}&maxResultsPerPage=5&paginationToken=${next}`,
    );
    expect(digList(second.body, 'orders')).toHaveLength(5);
  });

  it('adds only the data asked for', async () => {
    const bare = await api(`${path}?lastUpdatedAfter=${SINCE}&fulfillmentStatuses=UNSHIPPED`);
    const order = digList(bare.body, 'orders')[0] as Record<string, unknown>;
    expect(order.recipient).toBeUndefined();
    expect(order.fulfillment).toBeUndefined();
    expect(digList(order, 'orderItems').length).toBeGreaterThan(0);
    const full = await api(`${path}/${order.orderId}?includedData=RECIPIENT,BUYER,PROCEEDS,FULFILLMENT`);
    expect(digText(full.body, 'order', 'recipient', 'deliveryAddress', 'countryCode')).toBe('US');
    expect(digText(full.body, 'order', 'fulfillment', 'fulfillmentStatus')).toBe('UNSHIPPED');
  });
});

describe('confirmShipment', () => {
  it('ships, edits by the same reference, and refuses a new package for a fulfilled order', async () => {
    const { orderId, lines } = await unshipped();
    expect((await confirm(orderId, confirmation(lines))).status).toBe(204);
    expect(digText((await api(`/orders/v0/orders/${orderId}`)).body, 'payload', 'OrderStatus')).toBe('Shipped');
    expect((await confirm(orderId, confirmation(lines, '1', { trackingNumber: '1Z999AA10123456784' }))).status).toBe(
      204,
    );
    const late = await confirm(orderId, confirmation(lines, '2'));
    expect([late.status, digText(late.body, 'errors', 0, 'code')]).toEqual([400, 'PackageToUpdateNotFound']);
    const state = await call(`${box.url}/control/state?orderId=${orderId}`);
    expect(dig(state.body, 'orders', 0, 'confirmations')).toBe(1);
    expect(dig(state.body, 'orders', 0, 'edits')).toBe(1);
    const packages = await api(`/orders/2026-01-01/orders/${orderId}?includedData=PACKAGES`);
    expect(digText(packages.body, 'order', 'packages', 0, 'trackingNumber')).toBe('1Z999AA10123456784');
  });

  it.each([
    ['a number as reference', { packageReferenceId: 1 }],
    ['a reference that is no positive integer', { packageReferenceId: '0' }],
    ['no carrier', { carrierCode: '' }],
    ['no tracking number', { trackingNumber: '' }],
    ['a date of another form', { shipDate: '02/21/2026' }],
    ['no items', { orderItems: [] }],
    ['a foreign item', { orderItems: [{ orderItemId: '1', quantity: 1 }] }],
  ])('refuses %s', async (_name, wrong) => {
    const { orderId, lines } = await unshipped();
    const answer = await confirm(orderId, confirmation(lines, '1', wrong));
    expect(answer.status).toBe(400);
    expect(digText((await api(`/orders/v0/orders/${orderId}`)).body, 'payload', 'OrderStatus')).toBe('Unshipped');
  });

  it('refuses too many pieces, a string as quantity and another marketplace', async () => {
    const { orderId, lines } = await unshipped();
    expect(
      (await confirm(orderId, confirmation(lines.map((line) => ({ ...line, quantity: line.quantity + 1 }))))).status,
    ).toBe(400);
    expect(
      (await confirm(orderId, confirmation(lines.map((line) => ({ ...line, quantity: String(line.quantity) })))))
        .status,
    ).toBe(400);
    expect((await confirm(orderId, { ...confirmation(lines), marketplaceId: 'A2EUQ1WTGCTBG2' })).status).toBe(400);
  });

  it('is partly shipped in between', async () => {
    await control('orders', {
      shop: 'amazon',
      lines: [
        { sku: 'A', quantity: 2 },
        { sku: 'B', quantity: 1 },
      ],
    });
    const list = await api(`/orders/v0/orders?MarketplaceIds=${US}&LastUpdatedAfter=${SINCE}`);
    const orderId = digText(digList(list.body, 'payload', 'Orders').at(-1), 'AmazonOrderId');
    const items = digList((await api(`/orders/v0/orders/${orderId}/orderItems`)).body, 'payload', 'OrderItems');
    const [a, b] = items.map((item) => digText(item, 'OrderItemId'));
    await confirm(orderId, confirmation([{ orderItemId: a, quantity: 1 }]));
    expect(digText((await api(`/orders/v0/orders/${orderId}`)).body, 'payload', 'OrderStatus')).toBe(
      'PartiallyShipped',
    );
    await confirm(
      orderId,
      confirmation(
        [
          { orderItemId: a, quantity: 1 },
          { orderItemId: b, quantity: 1 },
        ],
        '2',
      ),
    );
    expect(digText((await api(`/orders/v0/orders/${orderId}`)).body, 'payload', 'OrderStatus')).toBe('Shipped');
  });

  it('posts 15 percent of the sale as commission', async () => {
    const { orderId, lines } = await unshipped();
    await confirm(orderId, confirmation(lines));
    const answer = await api(`/finances/2024-06-19/transactions?postedAfter=${SINCE}`);
    const mine = digList(answer.body, 'payload', 'transactions').find(
      (one) => digText(one, 'relatedIdentifiers', 0, 'relatedIdentifierValue') === orderId,
    );
    const part = (group: number, index: number) =>
      Number(dig(mine, 'breakdowns', group, 'breakdowns', index, 'breakdownAmount', 'currencyAmount'));
    const sales = part(0, 0) + part(0, 1);
    const fees = part(1, 1);
    expect(fees).toBeLessThan(0);
    expect(Math.abs(-fees - sales * 0.15)).toBeLessThan(0.05);
    expect(dig(mine, 'totalAmount', 'currencyAmount')).toBeCloseTo(sales + fees, 2);
  });
});

describe('feeds', () => {
  const upload = async (contentType: string, as: string, content: string) => {
    const document = await api('/feeds/2021-06-30/documents', { body: { contentType } });
    const put = await fetch(digText(document.body, 'url'), {
      method: 'PUT',
      headers: { 'content-type': as },
      body: content,
    });
    return { id: digText(document.body, 'feedDocumentId'), status: put.status };
  };

  it('ships by flat file and reports the bad row', async () => {
    await control('settings', { feedStepMs: 2000 });
    const { orderId, lines } = await unshipped();
    const rows = lines.map((line) =>
      [orderId, line.orderItemId, line.quantity, '2026-11-20', 'UPS', '', '1Z999AA10123456784', 'Ground'].join('\t'),
    );
    const file = [
      'order-id\torder-item-id\tquantity\tship-date\tcarrier-code\tcarrier-name\ttracking-number\tship-method',
      ...rows,
      '111-0000000-0000000\t1\t1\t2026-11-20\tUPS\t\tX\t',
    ];
    const type = 'text/tab-separated-values; charset=UTF-8';
    const { id, status } = await upload(type, type, file.join('\n'));
    expect(status).toBe(200);
    const made = await api('/feeds/2021-06-30/feeds', {
      body: { feedType: 'POST_FLAT_FILE_FULFILLMENT_DATA', marketplaceIds: [US], inputFeedDocumentId: id },
    });
    expect(made.status).toBe(202);
    const feed = () => api(`/feeds/2021-06-30/feeds/${digText(made.body, 'feedId')}`);
    expect(digText((await feed()).body, 'processingStatus')).toBe('IN_QUEUE');
    await expect.poll(async () => digText((await feed()).body, 'processingStatus')).toBe('DONE');
    const finished = (await feed()).body;
    const result = await api(`/feeds/2021-06-30/documents/${digText(finished, 'resultFeedDocumentId')}`);
    const report = await (await fetch(digText(result.body, 'url'))).text();
    expect(report).toContain(`processed\t\t${lines.length + 1}`);
    expect(report).toContain(`successful\t\t${lines.length}`);
    expect(digText((await api(`/orders/v0/orders/${orderId}`)).body, 'payload', 'OrderStatus')).toBe('Shipped');
  });

  it('cancels by flat file', async () => {
    await control('settings', { feedStepMs: 10 });
    const { orderId } = await unshipped();
    const { id } = await upload(
      'text/tab-separated-values',
      'text/tab-separated-values',
      `order-id\tcancellation-reason-code\n${orderId}\tNoInventory\n`,
    );
    await api('/feeds/2021-06-30/feeds', {
      body: { feedType: 'POST_FLAT_FILE_ORDER_ACKNOWLEDGEMENT_DATA', marketplaceIds: [US], inputFeedDocumentId: id },
    });
    const status = async () => digText((await api(`/orders/v0/orders/${orderId}`)).body, 'payload', 'OrderStatus');
    await expect.poll(status).toBe('Canceled');
  });

  it('refuses an upload with another content type', async () => {
    expect((await upload('text/plain; charset=UTF-8', 'text/plain', 'x')).status).toBe(403);
  });
});

describe('limits and faults', () => {
  it('answers 429 when a documented plan is used up, and names the rate before', async () => {
    await control('settings', { rateFactor: 1 });
    await control('clock/stop', {});
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++)
      statuses.push(
        (await api(`/orders/v0/orders?MarketplaceIds=${US}&LastUpdatedAfter=${SINCE}&MaxResultsPerPage=1`)).status,
      );
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200));
    expect(statuses[20]).toBe(429);
    const other = await api('/sellers/v1/marketplaceParticipations');
    expect(other.headers.get('x-amzn-ratelimit-limit')).toBe('0.016');
    expect(other.headers.get('x-amzn-requestid')).toMatch(/-/);
  });

  it('does the work and drops the connection', async () => {
    const { orderId, lines } = await unshipped();
    await control('faults', { platform: 'amazon', failHalfway: 1, match: 'shipmentConfirmation' });
    await expect(confirm(orderId, confirmation(lines))).rejects.toThrow();
    const state = await call(`${box.url}/control/state?orderId=${orderId}`);
    expect(dig(state.body, 'orders', 0, 'confirmations')).toBe(1);
    expect(dig(state.body, 'orders', 0, 'status')).toBe('shipped');
  });

  it('throttles, breaks and spoils fields on demand', async () => {
    const list = () => api(`/orders/v0/orders?MarketplaceIds=${US}&LastUpdatedAfter=${SINCE}`);
    await control('faults', { platform: 'amazon', throttle: 1, status500: 1, malformed: 2 });
    expect((await list()).status).toBe(429);
    expect((await list()).status).toBe(500);
    const good = digList((await list()).body, 'payload', 'Orders');
    expect(good.filter((order) => Number.isNaN(Date.parse(digText(order, 'PurchaseDate'))))).toHaveLength(2);
  });
});
