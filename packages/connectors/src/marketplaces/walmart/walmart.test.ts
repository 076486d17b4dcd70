import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import { parseJson } from '../../json.ts';
import { times } from '../../money.ts';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, APP, connect, line, NOTHING, NOW, order, page, product, state, usd } from './fixtures.ts';
import { readOrder } from './orders.ts';
import { pushSignature, readPush } from './push.ts';

const LONG_AGO = '2026-10-20T00:00:00.000Z';
/** As it comes over the wire: amounts that JavaScript would bend are kept as text. */
const answered = (raw: unknown) => readOrder(parseJson(JSON.stringify(raw)));
const readOf = (raw: unknown): PlatformOrder => {
  const record = answered(raw);
  if (!record.ok) throw new Error(record.reason);
  return record.order;
};
const reasonFor = (raw: unknown) => {
  const record = answered(raw);
  return record.ok ? 'read' : record.reason;
};
const withLines = (...lines: object[]) => order({ orderLines: { orderLine: lines } });
const statuses = (...words: [string, string?][]) =>
  line({
    orderLineQuantity: { unitOfMeasurement: 'EACH', amount: String(words.length) },
    orderLineStatuses: { orderLineStatus: words.map(([word, amount]) => state(word, amount)) },
  });

describe('an order', () => {
  it('is told with its amounts, its address and its moments', () => {
    expect(readOf(order())).toEqual({
      platformOrderNo: '1796277083022',
      displayNo: '5281956426648',
      status: 'toShip',
      fulfilledBy: 'seller',
      orderedAt: '2026-11-01T10:00:00.000Z',
      updatedAt: '2026-11-01T10:01:00.000Z',
      shipBy: '2026-11-03T10:00:00.000Z',
      service: { name: 'Value', level: 'economy' },
      currency: 'USD',
      goodsAmount: '22.99',
      shippingAmount: '0',
      taxAmount: '1.9',
      discountAmount: '0',
      totalAmount: '24.89',
      buyerName: 'A B',
      buyerEmail: 'ABC@relay.walmart.com',
      shipTo: {
        name: 'A B',
        line1: '1 Main St',
        city: 'Austin',
        state: 'TX',
        postalCode: '78701',
        country: 'US',
        phone: '5125550100',
        residential: true,
      },
      lines: [
        {
          platformLineId: '1',
          sellerSku: 'LAMP-1',
          title: 'Lamp',
          quantity: 1,
          unitPrice: '22.99',
          discount: '0',
          tax: '1.9',
        },
      ],
    });
  });

  it.each([
    ['toShip', [statuses(['Created'])]],
    ['toShip', [statuses(['Acknowledged'])]],
    ['shipped', [statuses(['Shipped'])]],
    ['shipped', [statuses(['Delivered'], ['Shipped'])]],
    ['partiallyShipped', [statuses(['Shipped'], ['Acknowledged'])]],
    ['partiallyShipped', [statuses(['Shipped']), statuses(['Created'])]],
    ['partiallyShipped', [statuses(['Refund']), statuses(['Created'])]],
    ['shipped', [statuses(['Shipped']), statuses(['Cancelled'])]],
    ['shipped', [statuses(['Refund']), statuses(['Shipped'])]],
    ['refunded', [statuses(['Refund']), statuses(['Cancelled'])]],
    ['cancelled', [statuses(['Cancelled']), statuses(['Cancelled'])]],
    ['toShip', [statuses(['Cancelled']), statuses(['Acknowledged'])]],
  ])('is %s when its lines are', (status, lines) => {
    expect(readOf(withLines(...lines)).status).toBe(status);
  });

  it('is set aside with what does not fit', () => {
    expect(reasonFor(withLines(statuses(['Lost'])))).toContain('"Lost" holds a state that is unknown');
    expect(reasonFor(withLines())).toContain('no lines');
    expect(reasonFor(order({ shipNode: { type: 'DroneFulfilled' } }))).toContain('shipNode.type: "DroneFulfilled"');
    expect(reasonFor(order({ orderDate: null }))).toContain('orderDate');
    const euro = { ...product(1), chargeAmount: { currency: 'EUR', amount: 1 } };
    expect(reasonFor(withLines(line(), line({ lineNumber: '2', charges: { charge: [euro] } })))).toContain(
      'EUR in an order of USD',
    );
    expect(answered({ purchaseOrderId: '7' })).toMatchObject({ ok: false, platformOrderNo: '7' });
  });

  it('leaves out what was called off, of its lines and of its amounts', () => {
    const some = line({
      orderLineQuantity: { amount: '3' },
      orderLineStatuses: { orderLineStatus: [state('Cancelled', '1'), state('Acknowledged', '2')] },
    });
    const gone = line({ lineNumber: '2', orderLineStatuses: { orderLineStatus: [state('Cancelled')] } });
    const read = readOf(withLines(some, gone));
    expect(read.lines.map((one) => [one.platformLineId, one.quantity])).toEqual([['1', 2]]);
    expect([read.goodsAmount, read.taxAmount, read.totalAmount]).toEqual(['45.98', '3.8', '49.78']);
    expect(readOf(withLines(gone)).lines).toHaveLength(1);
  });

  it('tells shipping and discounts apart from goods', () => {
    const charge = [
      product(10, 0.5),
      { chargeType: 'SHIPPING', chargeName: 'Shipping', chargeAmount: usd(4.99), tax: null },
      { chargeType: 'DISCOUNT', chargeName: 'Promo', chargeAmount: usd(-1.5) },
    ];
    const read = readOf(withLines(line({ charges: { charge } })));
    expect([read.goodsAmount, read.shippingAmount, read.discountAmount, read.taxAmount, read.totalAmount]).toEqual([
      '10',
      '4.99',
      '1.5',
      '0.5',
      '13.99',
    ]);
  });

  it('keeps amounts exact, whatever they are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 1, max: 40 }), (cents, quantity) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        const raw = withLines(
          line({
            charges: { charge: [{ ...product(0), chargeAmount: { currency: 'USD', amount: text } }] },
            orderLineQuantity: { amount: String(quantity) },
            orderLineStatuses: { orderLineStatus: [state('Created', String(quantity))] },
          }),
        );
        const read = readOf(raw);
        expect(read.goodsAmount).toBe(times(text, quantity));
      }),
    );
  });

  it('hears a buyer who wants out, and Walmart’s own warehouse', () => {
    expect(readOf(withLines(line({ intentToCancel: 'TRUE' }))).cancelRequested).toBe(true);
    expect(readOf(withLines(line({ intentToCancel: 'false' }))).cancelRequested).toBeUndefined();
    expect(readOf(order({ shipNode: { type: 'WFSFulfilled' } })).fulfilledBy).toBe('platform');
  });

  it('may come with one line that is no list, and without what is empty', () => {
    const { intentToCancel: _requested, ...bare } = line();
    expect(readOf(order({ orderLines: { orderLine: bare } })).lines).toHaveLength(1);
  });
});

describe('listing', () => {
  it('asks for each kind of node, and gives a cursor back letter by letter', async () => {
    const next =
      '?limit=100&hasMoreElements=true&soIndex=31&poIndex=10&sellerId=8&createdEndDate=2026-11-08T18:47:03.703Z';
    const { fetch, sent } = scripted(
      page([order()], next, 2),
      page([order({ purchaseOrderId: '2' })], null, 2),
      NOTHING,
    );
    const { listOrders } = connect(fetch);
    const first = await listOrders(ACCESS, { updatedAfter: LONG_AGO });
    const second = await listOrders(ACCESS, { updatedAfter: LONG_AGO, cursor: first.nextCursor ?? '' });
    const third = await listOrders(ACCESS, { updatedAfter: LONG_AGO, cursor: second.nextCursor ?? '' });
    const last = await listOrders(ACCESS, { updatedAfter: LONG_AGO, cursor: third.nextCursor ?? '' });
    expect(last).toEqual({ records: [], listedUntil: '2026-11-02T11:55:00.000Z' });
    expect(sent.map((one) => one.url.searchParams.get('shipNodeType'))).toEqual([
      'SellerFulfilled',
      null,
      'WFSFulfilled',
      '3PLFulfilled',
    ]);
    expect(sent[1]?.url.search).toBe(next);
    expect(sent[0]?.url.searchParams.get('lastModifiedStartDate')).toBe(LONG_AGO);
    expect(sent[0]?.headers.get('wm_sec.access_token')).toBe('eyJaccess');
    expect(new Set(sent.map((one) => one.headers.get('wm_qos.correlation_id'))).size).toBe(4);
    expect(sent[0]?.headers.get('wm_market')).toBeNull();
  });

  it('begins a window again when an order has left it', async () => {
    const next = '?poIndex=100&limit=100';
    const { fetch, sent } = scripted(
      page([order()], next, 150),
      page([order()], null, 149),
      page([order()], null, 149),
    );
    const { listOrders } = connect(fetch);
    const first = await listOrders(ACCESS, { updatedAfter: LONG_AGO });
    const second = await listOrders(ACCESS, { updatedAfter: LONG_AGO, cursor: first.nextCursor ?? '' });
    await listOrders(ACCESS, { updatedAfter: LONG_AGO, cursor: second.nextCursor ?? '' });
    expect(sent[2]?.url.search).toBe(sent[0]?.url.search);
  });

  it('walks a long time in steps and never beyond 180 days', async () => {
    const { fetch, sent } = scripted(NOTHING);
    const { listOrders } = connect(fetch);
    let cursor: string | undefined;
    do {
      const at = cursor === undefined ? {} : { cursor };
      cursor = (await listOrders(ACCESS, { updatedAfter: '2020-01-01T00:00:00.000Z', ...at })).nextCursor;
    } while (cursor !== undefined);
    const windows = sent.map((one) => one.url.searchParams.get('lastModifiedStartDate') ?? '');
    expect(Date.parse(windows[0] ?? '')).toBe(NOW - 179 * 86_400_000);
    expect(sent).toHaveLength(6 * 3);
    expect(sent.at(-1)?.url.searchParams.get('lastModifiedEndDate')).toBe('2026-11-02T12:00:00.000Z');
  });

  it('ends when the same cursor comes again and again, and follows none that leads elsewhere', async () => {
    const { listOrders } = connect(scripted(page([order()], '?a=1', 9)).fetch);
    let cursor = (await listOrders(ACCESS, { updatedAfter: LONG_AGO })).nextCursor ?? '';
    const error = await failure(
      (async () => {
        for (let i = 0; i < 9; i++)
          cursor = (await listOrders(ACCESS, { updatedAfter: LONG_AGO, cursor })).nextCursor ?? '';
      })(),
    );
    expect([error.kind, error.code]).toEqual(['malformed', 'LOOP']);
    const elsewhere = connect(scripted(page([order()], 'https://evil.example/?a=1')).fetch);
    expect(await kindOfFailure(elsewhere.listOrders(ACCESS, { updatedAfter: LONG_AGO }))).toBe('malformed');
    expect(await kindOfFailure(listOrders(ACCESS, { updatedAfter: LONG_AGO, cursor: 'nonsense' }))).toBe('rejected');
  });

  it('speaks the Global APIs outside the United States', async () => {
    const { fetch, sent } = scripted(page([order()]));
    await connect(fetch).listOrders({ ...ACCESS, region: 'MX' }, { updatedAfter: LONG_AGO });
    expect([sent[0]?.headers.get('wm_market'), sent[0]?.headers.get('wm_global_version')]).toEqual(['mx', '3.1']);
  });
});

describe('refusals', () => {
  const gateway = (code: string) => ({ error: [{ code: `${code}.GMP_GATEWAY_API`, description: 'why' }] });
  it.each([
    [401, gateway('UNAUTHORIZED'), 'unauthorized', 'UNAUTHORIZED'],
    [403, gateway('FORBIDDEN'), 'rejected', 'FORBIDDEN'],
    [400, { errors: [{ code: 'INVALID_REQUEST_PARAM', field: 'sku' }] }, 'rejected', 'INVALID_REQUEST_PARAM'],
    [500, { errors: { error: [{ code: 'SYSTEM_ERROR.GMP_ORDER_API' }] } }, 'unavailable', 'SYSTEM_ERROR'],
    [503, {}, 'unavailable', 'HTTP 503'],
  ])('%i are told as what they are', async (status, json, kind, code) => {
    const error = await failure(connect(scripted({ status, json }).fetch).getOrder(ACCESS, '1'));
    expect([error.kind, error.code]).toEqual([kind, code]);
  });

  it('wait as long as Walmart says', async () => {
    const wait = async (headers: Record<string, string>) =>
      (await failure(connect(scripted({ status: 429, headers }).fetch).getOrder(ACCESS, '1'))).retryAfterMs;
    expect(await wait({ 'x-next-replenishment-time': String(NOW + 180_000) })).toBe(180_000);
    expect(await wait({ 'x-next-replenish-time': '2026-11-02T12:00:30.000Z' })).toBe(30_000);
    expect(await wait({ 'x-next-replenishment-time': String(NOW - 5000) })).toBe(1000);
    expect(await wait({})).toBe(60_000);
  });
});

describe('tokens', () => {
  const query = { code: 'c-1', sellerId: '10001', state: 's', type: 'auth', clientId: APP.clientId };
  const exchange = (fetch: typeof globalThis.fetch) =>
    connect(fetch).exchange({ query, redirectUri: 'https://erp.example/cb', region: 'CA' });

  it('are asked for by Basic, in the seller’s name, and their scopes looked at', async () => {
    const { fetch, sent } = scripted(
      { json: { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900 } },
      { json: { is_valid: true, scopes: { orders: 'full_access', price: 'no_access' } } },
    );
    expect(await exchange(fetch)).toEqual({
      tokens: {
        accessToken: 'a',
        refreshToken: 'r',
        accessExpiresAt: '2026-11-02T12:15:00.000Z',
        scope: 'orders:full_access price:no_access',
      },
      account: '10001',
    });
    // RFC 7617, over demoClientId:demoSecret.
    expect(sent[0]?.headers.get('authorization')).toBe('Basic ZGVtb0NsaWVudElkOmRlbW9TZWNyZXQ=');
    expect([sent[0]?.headers.get('wm_partner.id'), sent[0]?.headers.get('wm_market')]).toEqual(['10001', 'ca']);
    expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'c-1',
      redirect_uri: 'https://erp.example/cb',
    });
  });

  it('without the orders are none', async () => {
    const { fetch } = scripted(
      { json: { access_token: 'a', refresh_token: 'r', expires_in: 900 } },
      { json: { scopes: { orders: 'view_only' } } },
    );
    expect((await failure(exchange(fetch))).code).toBe('MISSING_SCOPE');
  });

  it('keep the refresh token for its year', async () => {
    const { fetch } = scripted({ json: { access_token: 'b', expires_in: '900' } });
    expect(await connect(fetch).refresh(ACCESS)).toMatchObject({ accessToken: 'b', refreshToken: 'APXcrefresh' });
  });

  it.each([
    [400, { error: 'invalid_grant' }, 'unauthorized'],
    [401, { error: 'invalid_client' }, 'rejected'],
    [500, {}, 'unavailable'],
  ])('%i tell who can help', async (status, json, kind) => {
    expect(await kindOfFailure(connect(scripted({ status, json }).fetch).refresh(ACCESS))).toBe(kind);
  });

  it('are consented to on the page of the seller’s market', () => {
    const url = new URL(connect().consentUrl({ state: 's 1', redirectUri: 'https://erp.example/cb', region: 'MX' }));
    expect(url.origin + url.pathname).toBe('https://login.account.wal-mart.com/authorize');
    const { nonce, ...rest } = Object.fromEntries(url.searchParams);
    expect(nonce).toBeTruthy();
    expect(rest).toEqual({
      responseType: 'code',
      clientId: 'demoClientId',
      redirectUri: 'https://erp.example/cb',
      clientType: 'seller-mx',
      state: 's 1',
    });
  });
});

describe('pushes', () => {
  // The string and the digest of Walmart's "Security and authenticity", over an event of its "PO created".
  const secret = 'whsec_demo';
  const body = Buffer.from(
    '{"source":{"eventType":"PO_CREATED","eventTime":"2026-11-01T10:00:00.000Z","eventId":"e-1"},"payload":{"partnerId":"10001","purchaseOrderId":"1796277083022"}}',
  );
  const at = 1793527200;
  const url = 'https://erp.example/hooks/walmart?shop=7';
  const right = 'D0eFDWFYlHDDkPrlF7oMIE1DqAODOR2K4Fr80bWGzIs=';
  const reader =
    (now: number) =>
    (headers: Record<string, string>, bytes = body, where = url) =>
      readPush({ ...APP, webhookSecret: secret }, { headers, body: bytes, query: { shop: '7' }, url: where }, now);

  it('are signed over method, path, seconds and the digest of the body', () => {
    expect(pushSignature(secret, { path: '/hooks/walmart?shop=7', timestamp: String(at), body })).toBe(right);
  });

  it('are read when the signature is right, whatever the case of the headers', () => {
    const read = reader(at * 1000);
    expect(read({ 'WM_SEC.TIMESTAMP': String(at), 'WM_SEC.SIGNATURE': right })).toEqual({
      deliveryId: 'e-1',
      topic: 'PO_CREATED',
      account: '10001',
      platformOrderNo: '1796277083022',
    });
    expect(read({ 'wm_sec.timestamp': String(at), 'wm_sec.signature': right })).not.toBeNull();
  });

  it('are nobody’s when something differs, or when they are old', () => {
    const read = reader(at * 1000);
    const headers = { 'wm_sec.timestamp': String(at), 'wm_sec.signature': right };
    expect(read({ ...headers, 'wm_sec.timestamp': String(at + 1) })).toBeNull();
    expect(read(headers, Buffer.from(`${body} `))).toBeNull();
    expect(read(headers, body, 'https://erp.example/hooks/other?shop=7')).toBeNull();
    expect(read({ 'wm_sec.timestamp': String(at) })).toBeNull();
    expect(read({ 'wm_sec.timestamp': 'soon', 'wm_sec.signature': right })).toBeNull();
    expect(reader((at + 3600) * 1000)(headers)).toBeNull();
  });
});
