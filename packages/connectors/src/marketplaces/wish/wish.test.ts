import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, APP, connect, NOW, no, ok, order, shipped } from './fixtures.ts';
import { isSigned } from './push.ts';

const SINCE = '2026-11-01T00:00:00Z';
/** Rows of a list, each with its time. */
const row = (n: number, time: string) =>
  order({ id: `64f0aa00000000000000${String(n).padStart(4, '0')}`, updated_at: time });
const times = (from: number, count: number, time: (n: number) => string) =>
  Array.from({ length: count }, (_, index) => row(from + index, time(from + index)));
const minute = (n: number) => new Date(Date.parse(SINCE) + n * 60_000).toISOString();

describe('a list of Wish', () => {
  it('goes on at the time it has come to, and tells no row twice', async () => {
    const first = times(0, 100, minute);
    const { fetch, sent } = scripted(ok(first), ok([...first.slice(99), ...times(100, 20, minute)]));
    const wish = connect(fetch);
    const one = await wish.listOrders(ACCESS, { updatedAfter: '2026-11-01T01:00:00+01:00' });
    const two = await wish.listOrders(ACCESS, { updatedAfter: SINCE, cursor: one.nextCursor ?? '' });
    expect(sent.map((call) => call.url.search)).toEqual([
      '?limit=100&sort_by=updated_at.asc&updated_at_min=2026-11-01T00%3A00%3A00.000Z',
      '?limit=100&sort_by=updated_at.asc&updated_at_min=2026-11-01T01%3A39%3A00.000Z',
    ]);
    expect([one.records.length, two.records.length, two.nextCursor]).toEqual([100, 20, undefined]);
    expect([one.listedUntil, two.listedUntil]).toEqual(['2026-11-02T11:55:00.000Z', '2026-11-02T11:55:00.000Z']);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer w1');
  });

  it('is asked for more at once where many rows share one time', async () => {
    const same = times(0, 100, () => minute(0));
    const { fetch, sent } = scripted(ok(same), ok(times(0, 130, () => minute(0))));
    const wish = connect(fetch);
    const one = await wish.listOrders(ACCESS, { updatedAfter: SINCE });
    const two = await wish.listOrders(ACCESS, { updatedAfter: SINCE, cursor: one.nextCursor ?? '' });
    expect(sent.map((call) => call.url.searchParams.get('limit'))).toEqual(['100', '500']);
    expect([two.records.length, two.nextCursor]).toEqual([30, undefined]);
  });

  it('that never comes to a later time is given up', async () => {
    const wish = connect(scripted(ok(times(0, 500, () => minute(0)))).fetch);
    let cursor: string | undefined;
    const turn = async () => {
      for (let i = 0; i < 9; i++)
        cursor = (await wish.listOrders(ACCESS, { updatedAfter: SINCE, ...(cursor ? { cursor } : {}) })).nextCursor;
    };
    expect(await failure(turn())).toMatchObject({ kind: 'malformed', code: 'LOOP' });
    expect((await failure(wish.listOrders(ACCESS, { updatedAfter: SINCE, cursor: 'zzz' }))).code).toBe('BAD_CURSOR');
    expect(await kindOfFailure(wish.listOrders(ACCESS, { updatedAfter: 'yesterday' }))).toBe('rejected');
  });

  it('of numbers goes by the time of release, within its window', async () => {
    const { fetch, sent } = scripted(ok([order()]));
    const window = { orderedFrom: SINCE, orderedTo: '2026-11-02T00:00:00Z' };
    expect(await connect(fetch).listOrderNos(ACCESS, window)).toEqual({
      orders: [{ platformOrderNo: order().id, orderedAt: '2026-11-01T10:00:00.000Z' }],
    });
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toMatchObject({
      sort_by: 'released_at.asc',
      released_at_min: '2026-11-01T00:00:00.000Z',
      released_at_max: '2026-11-02T00:00:00.000Z',
    });
  });

  it('of fees holds what Wish earns of shipped orders, then the fines that stand', async () => {
    const fine = (id: string, more: object = {}) => ({
      id,
      penalty_reason: 'Late',
      penalty_amount: { amount: 2.5, currency_code: 'USD' },
      related_entity_type: 'ORDER',
      related_entity_id: order().id,
      created_at: '2026-11-02T01:00:00Z',
      reversed: false,
      ...more,
    });
    const fines = [
      fine('p1'),
      fine('p2', { reversed: true }),
      fine('p3', { related_entity_type: 'PRODUCT' }),
      { id: 'p4' },
    ];
    const { fetch, sent } = scripted(ok([order(), shipped()]), ok(fines));
    const wish = connect(fetch);
    const one = await wish.listFees(ACCESS, { postedAfter: SINCE });
    const two = await wish.listFees(ACCESS, { postedAfter: SINCE, cursor: one.nextCursor ?? '' });
    expect(one.fees).toEqual([
      {
        platformOrderNo: order().id,
        kind: 'commission',
        description: 'merchant_commission_fees',
        amount: '5.47',
        currency: 'USD',
        postedAt: '2026-11-02T09:00:00.000Z',
        reference: `${order().id}/commission`,
      },
    ]);
    expect(two.fees).toMatchObject([{ kind: 'other', amount: '2.5', reference: 'penalty/p1', description: 'Late' }]);
    expect([two.unreadable.length, two.nextCursor, sent[1]?.url.pathname]).toEqual([1, undefined, '/api/v3/penalties']);
  });
});

describe('what Wish refuses', () => {
  const ask = (reply: Parameters<typeof scripted>[0]) =>
    failure(connect(scripted(reply).fetch).listOrders(ACCESS, { updatedAfter: SINCE }));

  it.each([
    [400, 90001, 'rejected'],
    [401, 1012, 'unauthorized'],
    [401, 1001, 'unauthorized'],
    [400, 1007, 'unauthorized'],
    [400, 1008, 'unauthorized'],
    [401, 1006, 'rejected'],
    [400, 1002, 'rejected'],
    [500, 2000, 'unavailable'],
    [200, 1008, 'unauthorized'],
    [200, 90001, 'rejected'],
  ])('HTTP %i with code %i is %s', async (status, code, kind) => {
    expect(await ask(no(status, code))).toMatchObject({ kind, code: String(code) });
  });

  it.each([
    ['2026-11-02T12:00:07Z', 7000],
    [String(NOW / 1000 + 9), 9000],
    ['4.5', 4500],
    ['', 30_000],
    ['soon', 30_000],
    ['2020-01-01T00:00:00Z', 30_000],
  ])('too often waits until "%s"', async (answered, wait) => {
    const headers: Record<string, string> = answered ? { 'wish-rate-limit-reset': answered } : {};
    expect(await ask(no(429, 1004, headers))).toMatchObject({ kind: 'throttled', retryAfterMs: wait });
  });

  it('in other words than its own is told by the status, with the request’s id where there is one', async () => {
    expect(await ask({ status: 502, text: '<html>' })).toMatchObject({ kind: 'unavailable', code: 'HTTP 502' });
    expect((await ask({ json: { data: [] } })).kind).toBe('malformed');
    expect((await ask(ok({ id: 1 }))).kind).toBe('malformed');
    expect((await ask(no(400, 90001, { 'wish-request-id': 'q-7' }))).message).toContain('(request q-7)');
  });
});

describe('tokens of Wish', () => {
  const input = ok({
    access_token: 'w2',
    refresh_token: 'r2',
    expiry_time: '2026-12-02T12:00:00.000Z',
    merchant_id: '5c1f',
    scopes: ['orders:read', 'orders:write'],
  });
  const tokens = {
    accessToken: 'w2',
    refreshToken: 'r2',
    accessExpiresAt: '2026-12-02T12:00:00.000Z',
    scope: 'orders:read orders:write',
  };

  it('come for a code, and new ones for the refresh token', async () => {
    const { fetch, sent } = scripted(input);
    const wish = connect(fetch);
    expect(await wish.exchange({ query: { code: 'c1' }, redirectUri: 'https://e.example/cb' })).toEqual({
      tokens,
      account: '5c1f',
    });
    expect(await wish.refresh(ACCESS)).toEqual(tokens);
    expect(sent.map((call) => `${call.method} ${call.url.pathname}${call.url.search}`)).toEqual([
      'POST /api/v3/oauth/access_token',
      'GET /api/v3/oauth/refresh_token?client_id=id-1&client_secret=secret-1&refresh_token=r1&grant_type=refresh_token',
    ]);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      client_id: 'id-1',
      client_secret: 'secret-1',
      code: 'c1',
      grant_type: 'authorization_code',
      redirect_uri: 'https://e.example/cb',
    });
  });

  it.each([
    [400, 1006, 'unauthorized'],
    [400, 1008, 'unauthorized'],
    [400, 10002, 'unauthorized'],
    [400, 10004, 'unauthorized'],
    [400, 10008, 'unauthorized'],
    [400, 10001, 'rejected'],
    [400, 1001, 'rejected'],
    [401, 9, 'rejected'],
    [503, 9, 'unavailable'],
    [429, 9, 'throttled'],
  ])('refused with HTTP %i and code %i is %s', async (status, code, kind) => {
    const error = await failure(connect(scripted(no(status, code)).fetch).refresh(ACCESS));
    expect([error.kind, error.raw]).toEqual([kind, undefined]);
  });

  it('are never shown by an error', async () => {
    const error = await failure(connect(scripted(ok({ access_token: 'very-secret' })).fetch).refresh(ACCESS));
    expect([error.kind, JSON.stringify(error).includes('very-secret')]).toEqual(['malformed', false]);
    const lost = await failure(connect(async () => Promise.reject(new Error('x'))).refresh(ACCESS));
    expect(lost.message).not.toContain('secret-1');
  });

  it('have to be there, and a code', async () => {
    const { refreshToken: _, ...less } = ACCESS.tokens;
    expect(await kindOfFailure(connect(undefined).refresh({ ...ACCESS, tokens: less }))).toBe('unauthorized');
    expect(await kindOfFailure(connect(undefined).exchange({ query: {}, redirectUri: 'r' }))).toBe('rejected');
  });
});

const CONFIRMATION = {
  platformOrderNo: order().id,
  packageNo: 1,
  carrierCode: 'ups',
  carrierName: 'Ups',
  serviceName: 'Ground',
  trackingNumber: '1Z 999-1',
  shippedAt: '2026-11-02T08:00:00Z',
  lines: [{ platformLineId: order().id, quantity: 3 }],
};
const CARRIERS = ok([{ name: 'USPS' }, { name: 'UPS' }, {}]);
const WAREHOUSES = ok([{ id: 'w1', name: 'STANDARD', address: { country_code: 'CN' } }, { id: 'w2' }]);
const working = (source: string, status = 'IN_PROGRESS', more: object = {}) =>
  order({ processing_source: source, processing_status: status, ...more });

describe('a parcel told to Wish', () => {
  const confirm = async (replies: unknown[], notice: object = {}) => {
    const { fetch, sent } = scripted(...replies.map((one) => one as Parameters<typeof scripted>[0]));
    const result = await connect(fetch).confirmShipment(ACCESS, { ...CONFIRMATION, ...notice });
    return { result, calls: sent.map((call) => `${call.method} ${call.url.pathname.slice(7)}`), sent };
  };
  const id = order().id;

  it('is confirmed once Wish has taken it in', async () => {
    const done = ok(shipped('1Z9991'));
    const accepted = ok(working('UPDATE_TRACKING'));
    const { result, calls, sent } = await confirm([ok(order()), CARRIERS, WAREHOUSES, accepted, accepted, done]);
    expect(result).toEqual({ outcome: 'confirmed' });
    expect(calls).toEqual([
      `GET /orders/${id}`,
      'GET /orders/shipping_carriers',
      'GET /merchant/warehouses',
      `PUT /orders/${id}/tracking`,
      `GET /orders/${id}`,
      `GET /orders/${id}`,
    ]);
    expect(JSON.parse(sent[3]?.body ?? '')).toEqual({
      shipping_provider: 'UPS',
      tracking_number: '1Z9991',
      origin_country: 'CN',
    });
  });

  it('is not told again where it stands, nor while Wish still works on it', async () => {
    expect((await confirm([ok(shipped('1z9991'))])).result.outcome).toBe('alreadyConfirmed');
    const busy = await failure(confirm([ok(working('UPDATE_TRACKING'))]));
    expect([busy.kind, busy.code]).toEqual(['unavailable', 'IN_PROGRESS']);
    const part = await confirm([ok(shipped('OTHER'))], { lines: [{ platformLineId: id, quantity: 1 }] });
    expect(part.result.outcome).toBe('alreadyConfirmed');
  });

  it('takes the place of another number of the whole order', async () => {
    const { result, calls } = await confirm([
      ok(shipped('OTHER')),
      CARRIERS,
      WAREHOUSES,
      ok({}),
      ok(shipped('1Z9991')),
    ]);
    expect([result.outcome, calls[3]]).toEqual(['confirmed', `PUT /orders/${id}/tracking`]);
  });

  it('that Wish cannot take in is refused; what is still worked on is tried again', async () => {
    const failed = await failure(
      confirm([ok(order()), CARRIERS, WAREHOUSES, ok({}), ok(working('UPDATE_TRACKING', 'FAILED'))]),
    );
    expect([failed.kind, failed.code]).toEqual(['rejected', 'FAILED']);
    const slow = await failure(confirm([ok(order()), CARRIERS, WAREHOUSES, ok({}), ok(working('UPDATE_TRACKING'))]));
    expect([slow.kind, slow.code]).toEqual(['unavailable', 'IN_PROGRESS']);
  });

  it('is refused before it is told: no such carrier, no origin, an order that is off', async () => {
    const code = async (replies: unknown[], notice: object = {}) => (await failure(confirm(replies, notice))).code;
    expect(await code([ok(order()), CARRIERS], { carrierCode: 'x', carrierName: 'Pigeon' })).toBe('UNKNOWN_CARRIER');
    const elsewhere = order({ warehouse_information: { warehouse_id: 'w2' } });
    expect(await code([ok(elsewhere), CARRIERS, WAREHOUSES])).toBe('NO_ORIGIN');
    expect(await code([ok(order({ state: 'REFUNDED' }))])).toBe('NOT_OPEN');
  });

  it('whose delivery has to be confirmed goes by the carriers for its country', async () => {
    const strict = order({ fulfillment_order_types: ['CONFIRMED_DELIVERY_POLICY'] });
    const { sent } = await confirm([ok(strict), CARRIERS, WAREHOUSES, ok({}), ok(shipped('1Z9991'))]);
    expect(sent[1]?.url.search).toBe('?order_type=CONFIRMED_DELIVERY&dest_country_code=US');
  });
});

describe('calling an order off', () => {
  const cancel = (replies: unknown[], reason: 'outOfStock' | 'buyerAsked' = 'outOfStock') => {
    const { fetch, sent } = scripted(...replies.map((one) => one as Parameters<typeof scripted>[0]));
    const result = connect(fetch).cancelOrder(ACCESS, {
      platformOrderNo: order().id,
      reason,
      note: 'sorry',
      lines: [],
    });
    return { result, sent };
  };
  const REASONS = ok(['UNABLE_TO_SHIP', 'MERCHANT_OUT_OF_STOCK']);
  const off = ok(order({ state: 'REFUNDED' }));

  it('takes a reason that Wish takes now', async () => {
    const { result, sent } = cancel([ok(order()), REASONS, ok({}), off]);
    expect(await result).toEqual({ outcome: 'cancelled' });
    expect(JSON.parse(sent[2]?.body ?? '')).toEqual({
      refund_reason: 'MERCHANT_OUT_OF_STOCK',
      refund_reason_note: 'sorry',
    });
    const other = cancel([ok(order()), ok(['UNABLE_TO_SHIP']), ok({}), off]);
    await other.result;
    expect(JSON.parse(other.sent[2]?.body ?? '')).toMatchObject({ refund_reason: 'UNABLE_TO_SHIP' });
    expect((await failure(cancel([ok(order()), ok(['WRONG_COLOR'])]).result)).code).toBe('NO_REASON');
  });

  it('is done, asked for, or too late', async () => {
    expect(await cancel([off]).result).toMatchObject({ outcome: 'alreadyCancelled' });
    expect(await cancel([ok(working('REFUND'))]).result).toMatchObject({ outcome: 'requested' });
    expect(await cancel([ok(order()), REASONS, ok({}), ok(working('REFUND'))]).result).toMatchObject({
      outcome: 'requested',
    });
    expect((await failure(cancel([ok(shipped())]).result)).code).toBe('SHIPPED');
    const failed = ok(working('REFUND', 'FAILED'));
    expect((await failure(cancel([ok(order()), REASONS, ok({}), failed]).result)).code).toBe('FAILED');
  });
});

describe('products of Wish', () => {
  const product = (more: object = {}, variation: object = {}) => ({
    id: 'p1',
    name: 'Mug',
    state: 'ACTIVE',
    variations: [
      {
        id: 'v1',
        sku: 'MUG-RED',
        status: 'ENABLED',
        price: { amount: 9.9, currency_code: 'CNY' },
        options: [{ name: 'COLOR', value: 'red' }],
        inventories: [
          { warehouse_id: 'w1', inventory: 4 },
          { warehouse_id: 'w2', inventory: 3 },
        ],
        ...variation,
      },
    ],
    ...more,
  });
  const listing = async (...input: Parameters<typeof product>) =>
    (await connect(scripted(ok([{ id: 'p1' }]), ok(product(...input))).fetch).listListings(ACCESS, {})).listings[0];

  it('are listed without their variations, and asked one by one', async () => {
    expect(await listing()).toEqual({
      itemId: 'p1',
      variantId: 'v1',
      sellerSku: 'MUG-RED',
      title: 'Mug · red',
      state: 'active',
      quantity: 7,
      price: '9.9',
      currency: 'CNY',
      fulfilledBy: 'seller',
      refs: { warehouses: 'w1,w2' },
    });
    const { unreadable } = await connect(
      scripted(ok([{ id: 'p1' }, 3]), ok(product({ state: 'X' }))).fetch,
    ).listListings(ACCESS, {});
    expect(unreadable).toHaveLength(2);
  });

  it.each([
    [{ state: 'WISH_INACTIVE' }, {}, 'inactive'],
    [{ state: 'MERCHANT_INACTIVE' }, {}, 'inactive'],
    [{ state: 'REMOVED_BY_WISH' }, {}, 'blocked'],
    [{ state: 'REMOVED_BY_MERCHANT' }, {}, 'ended'],
    [{}, { status: 'DISABLED' }, 'inactive'],
    [{}, { status: 'REMOVED_BY_WISH' }, 'blocked'],
  ])('%j with the variation %j is %s', async (more, variation, state) => {
    expect((await listing(more, variation))?.state).toBe(state);
  });

  it('take a quantity in their first warehouse, product by product, and say which is refused', async () => {
    const { fetch, sent } = scripted(ok({}), no(400, 90001));
    const item = { itemId: 'p1', variantId: 'v1', sellerSku: 'A', refs: { warehouses: 'w1,w2' }, quantity: 5 };
    const outcomes = await connect(fetch).pushStock(ACCESS, [
      item,
      { ...item, itemId: 'p2' },
      { itemId: 'p3', variantId: 'v3', sellerSku: 'C', quantity: 1 },
    ]);
    expect(outcomes.map((one) => one.outcome)).toEqual(['accepted', 'refused', 'refused']);
    expect([sent.length, sent[0]?.method, sent[0]?.url.pathname]).toEqual([2, 'PUT', '/api/v3/products/p1']);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      variations: [
        {
          id: 'v1',
          inventories: [
            { warehouse_id: 'w1', inventory: 5 },
            { warehouse_id: 'w2', inventory: 0 },
          ],
        },
      ],
    });
  });

  it('take a price as the number that was said; a failing answer is no refusal', async () => {
    const price = { itemId: 'p1', variantId: 'v1', sellerSku: 'A', price: '19.90', currency: 'CNY' };
    const { fetch, sent } = scripted(ok({}));
    expect(await connect(fetch).pushPrice(ACCESS, [price])).toEqual([{ outcome: 'accepted' }]);
    expect(sent[0]?.body).toBe('{"variations":[{"id":"v1","price":{"amount":19.9,"currency_code":"CNY"}}]}');
    expect(await kindOfFailure(connect(scripted(no(500, 1)).fetch).pushPrice(ACCESS, [price]))).toBe('unavailable');
  });
});

describe('a push of Wish', () => {
  const body = (events: unknown) => Buffer.from(JSON.stringify(events));
  const push = (events: unknown, more: Record<string, string | undefined> = {}) => {
    const bytes = body(events);
    const hmac = createHmac('sha256', APP.clientSecret).update(bytes).digest('base64');
    const headers = {
      'Wish-Topic': 'ORDER_ALL',
      'Wish-Hmac-Sha256': hmac,
      'Wish-Merchant-ID': '5c1f',
      'Wish-Subscription-ID': 's1',
      'Wish-Retry-Attempt': '0',
      ...more,
    };
    return connect(undefined).readPush({ headers, body: bytes });
  };
  const event = (id: string) => ({ data: { id }, timestamp: 1615579054 });

  it('may tell of several orders, each once', () => {
    expect(push([event('a'), event('b'), event('a'), event('c')])).toMatchObject({
      topic: 'ORDER_ALL',
      account: '5c1f',
      platformOrderNo: 'a',
      otherOrderNos: ['b', 'c'],
    });
    expect(push([event('a')])).not.toHaveProperty('otherOrderNos');
  });

  it('has one number for all its repetitions, and another for each subscription', () => {
    const id = (more: Record<string, string>) => push([event('a')], more)?.deliveryId;
    expect(id({ 'Wish-Retry-Attempt': '3' })).toBe(id({}));
    expect(id({ 'Wish-Subscription-ID': 's2' })).not.toBe(id({}));
  });

  it('of a trial, or about something else than orders, names none', () => {
    expect(push([{ data: 'Hello from Wish', timestamp: 1 }])).not.toHaveProperty('platformOrderNo');
    expect(push([event('a')], { 'Wish-Topic': 'PRODUCT_SOLDOUT' })).not.toHaveProperty('platformOrderNo');
  });

  it('is none when it is not signed, or its bytes were changed', () => {
    expect(push([event('a')], { 'Wish-Hmac-Sha256': undefined })).toBeNull();
    expect(push([event('a')], { 'Wish-Hmac-Sha256': 'AAAA' })).toBeNull();
    const good = createHmac('sha256', APP.clientSecret)
      .update(body([event('a')]))
      .digest('base64');
    expect(isSigned(APP.clientSecret, body([event('a')]), good)).toBe(true);
    expect(isSigned(APP.clientSecret, body([event('b')]), good)).toBe(false);
    expect(isSigned('other', body([event('a')]), good)).toBe(false);
  });

  it('that is signed but says nothing readable is malformed', () => {
    expect(() => push('what')).toThrow(/the push/);
    expect(() => push([event('a')], { 'Wish-Merchant-ID': '' })).toThrow(/merchant/);
  });

  it('is subscribed once, and woken where Wish has stopped it', async () => {
    const url = 'https://erp.example.com/api/push/wish';
    const topics = ok([
      { id: 't1', topic_name: 'ORDER_RELEASE' },
      { id: 't2', topic_name: 'ORDER_ALL' },
    ]);
    const subscribe = async (standing: unknown[]) => {
      const { fetch, sent } = scripted(topics, ok(standing), ok({}));
      await connect(fetch).subscribe(ACCESS, url);
      return sent.slice(2).map((call) => `${call.method} ${call.url.pathname}${call.url.search}`);
    };
    const ours = { id: 's1', topic_id: 't2', endpoint: url, status: 'ACTIVE' };
    expect(await subscribe([ours])).toEqual([]);
    expect(await subscribe([{ ...ours, status: 'INACTIVE' }])).toEqual([
      'PUT /api/v3/webhook/subscriptions/s1?status=ACTIVE',
    ]);
    expect(await subscribe([{ ...ours, topic_id: 't1' }])).toEqual([
      `POST /api/v3/webhook/subscriptions?topic_id=t2&endpoint=${encodeURIComponent(url)}`,
    ]);
  });
});
