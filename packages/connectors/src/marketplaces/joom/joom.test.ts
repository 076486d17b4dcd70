import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, connect, NOW, order, page, refusal, shipment } from './fixtures.ts';

const SINCE = '2026-11-01T00:00:00+01:00';
const CONFIRMATION = {
  platformOrderNo: 'ABCD1234',
  packageNo: 1,
  carrierCode: 'UPS',
  carrierName: 'UPS',
  serviceName: 'Ground',
  trackingNumber: '1Z999',
  shippedAt: '2026-11-02T08:00:00Z',
  lines: [{ platformLineId: 'ABCD1234', quantity: 2 }],
};
const SHIPPERS = page([{ id: 's1', name: 'UPS' }, { id: 's2' }, { id: 's3', name: 'China Post' }]);
const one = (more: object = {}) => ({ json: { data: order(more) } });
const TOKENS = { access_token: 'SE.2', refresh_token: 'SE.r2', merchant_user_id: 'm1' };
const tokens = (more: object = {}) => ({ json: { code: 0, message: '', data: { ...TOKENS, ...more } } });

describe('lists of Joom', () => {
  it('are asked for with encoded times, and go on where Joom says, at Joom’s own address', async () => {
    const { fetch, sent } = scripted(
      page([order()], 'https://elsewhere.example/api/v3/orders/multi?after=abc%3D&limit=100'),
      page([order({ id: 'ABCD1235' })]),
    );
    const joom = connect(fetch);
    const first = await joom.listOrders(ACCESS, { updatedAfter: SINCE });
    const second = await joom.listOrders(ACCESS, { updatedAfter: SINCE, cursor: first.nextCursor ?? '' });
    expect(sent.map((call) => call.url.href)).toEqual([
      'https://api-merchant.joom.com/api/v3/orders/multi?limit=100&updatedFrom=2026-10-31T23%3A00%3A00.000Z',
      'https://api-merchant.joom.com/api/v3/orders/multi?after=abc%3D&limit=100',
    ]);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer SE.1');
    expect([second.nextCursor, second.listedUntil]).toEqual([undefined, '2026-11-02T11:55:00.000Z']);
    expect(first.listedUntil).toBe(second.listedUntil);
  });

  it('may come without items around them, and are never known until before they were asked for', async () => {
    const { fetch } = scripted({ json: { data: [order()] } });
    const soon = new Date(NOW - 1000).toISOString();
    const listed = await connect(fetch).listOrders(ACCESS, { updatedAfter: soon });
    expect([listed.records.length, listed.listedUntil]).toEqual([1, soon]);
  });

  it('begin again when Joom no longer knows the place, and end when they turn in a circle', async () => {
    const again = page([], 'https://api-merchant.joom.com/api/v3/orders/multi?after=x');
    const { fetch } = scripted(again, refusal(400, 'invalid_argument', 'after'));
    const joom = connect(fetch);
    const { nextCursor = '' } = await joom.listOrders(ACCESS, { updatedAfter: SINCE });
    expect(await failure(joom.listOrders(ACCESS, { updatedAfter: SINCE, cursor: nextCursor }))).toMatchObject({
      kind: 'rejected',
      code: 'BAD_CURSOR',
    });
    const circle = connect(scripted(again).fetch);
    let cursor = nextCursor;
    const turn = async () => {
      for (let i = 0; i < 10; i++)
        cursor = (await circle.listOrders(ACCESS, { updatedAfter: SINCE, cursor })).nextCursor ?? '';
    };
    expect(await failure(turn())).toMatchObject({ kind: 'malformed', code: 'LOOP' });
    expect((await failure(joom.listOrders(ACCESS, { updatedAfter: SINCE, cursor: 'zzz' }))).code).toBe('BAD_CURSOR');
    expect(await kindOfFailure(joom.listOrders(ACCESS, { updatedAfter: 'yesterday' }))).toBe('rejected');
  });

  it('of returns are one for each of their states, in the order of a return’s life', async () => {
    const returned = order({
      status: 'returnArrived',
      return: { declineReason: '', timestamp: '2026-11-02T09:00:00Z' },
    });
    const { fetch, sent } = scripted(page([]), page([returned, { id: 'BROKEN00' }]), page([]));
    const joom = connect(fetch);
    const found = [];
    const unreadable = [];
    let cursor: string | undefined;
    do {
      const listed = await joom.listReturns(ACCESS, { updatedAfter: SINCE, ...(cursor ? { cursor } : {}) });
      found.push(...listed.returns);
      unreadable.push(...listed.unreadable);
      cursor = listed.nextCursor;
    } while (cursor !== undefined);
    expect(sent.map((call) => call.url.searchParams.get('status'))).toEqual([
      'returnInitiated',
      'returnArrived',
      'returnDeclined',
      'returnExpired',
      'returnCompleted',
    ]);
    expect(found).toMatchObject([
      { returnNo: 'ABCD1234', state: 'received', lines: [{ sellerSku: 'MUG-RED', quantity: 2 }] },
    ]);
    expect(unreadable).toHaveLength(1);
  });

  it('of fees hold the commission of what was sent off, and of nothing else', async () => {
    const free = { ...order().priceInfo, commissionAmount: '0.00' };
    const rows = [
      order(),
      order({ id: 'ABCD0001', status: 'shipped', ...shipment() }),
      order({ id: 'ABCD0002', status: 'fulfilledOnline', ...shipment() }),
      order({ id: 'ABCD0003', status: 'shipped', ...shipment(), priceInfo: free }),
      order({ id: 'ABCD0004', status: 'cancelled', ...shipment() }),
    ];
    const { fees } = await connect(scripted(page(rows)).fetch).listFees(ACCESS, { postedAfter: SINCE });
    expect(fees).toEqual([
      {
        platformOrderNo: 'ABCD0001',
        kind: 'commission',
        description: 'commissionAmount',
        amount: '11.40',
        currency: 'USD',
        postedAt: '2026-11-02T08:00:00.000Z',
        reference: 'ABCD0001/commission',
      },
    ]);
  });
});

describe('what Joom refuses', () => {
  const ask = (reply: Parameters<typeof scripted>[0]) =>
    failure(connect(scripted(reply).fetch).listOrders(ACCESS, { updatedAfter: SINCE }));

  it.each([
    [400, 'invalid_argument', 'rejected'],
    [401, 'unauthorized', 'unauthorized'],
    [403, 'forbidden', 'rejected'],
    [404, 'not_found', 'rejected'],
    [500, 'internal_error', 'unavailable'],
    [503, 'unavailable', 'unavailable'],
  ])('HTTP %i %s is %s', async (status, code, kind) => {
    expect(await ask(refusal(status, code))).toMatchObject({ kind, code, status });
  });

  it('too often waits as long as Joom says, or a quarter of a minute', async () => {
    const many = refusal(429, 'rate_limit_exceeded');
    expect(await ask(many)).toMatchObject({ kind: 'throttled', retryAfterMs: 15_000 });
    expect(await ask({ ...many, headers: { 'x-rate-limit-reset': '7' } })).toMatchObject({ retryAfterMs: 7000 });
    // Not so many seconds, but a point in time: nothing to wait by.
    expect(await ask({ ...many, headers: { 'x-rate-limit-reset': '1793620800' } })).toMatchObject({
      retryAfterMs: 15_000,
    });
  });

  it('in other words than its own is told by the status; an answer of another shape is malformed', async () => {
    expect(await ask({ status: 502, text: '<html>' })).toMatchObject({ kind: 'unavailable', code: 'HTTP 502' });
    expect((await ask({ json: { data: { items: {} } } })).kind).toBe('malformed');
  });
});

describe('tokens of Joom', () => {
  it('come for a code, by a form, with the time they end', async () => {
    const { fetch, sent } = scripted(tokens({ expires_in: 2_592_000, expiry_time: 1_793_620_800 }));
    const redirectUri = 'https://erp.example.com/api/callback/joom';
    expect(await connect(fetch).exchange({ query: { code: 'c1' }, redirectUri })).toEqual({
      account: 'm1',
      tokens: {
        accessToken: 'SE.2',
        refreshToken: 'SE.r2',
        accessExpiresAt: new Date(1_793_620_800_000).toISOString(),
      },
    });
    expect(sent[0]?.url.href).toBe('https://api-merchant.joom.com/api/v2/oauth/access_token');
    expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
      client_id: 'id-1',
      client_secret: 'secret-1',
      grant_type: 'authorization_code',
      code: 'c1',
      redirect_uri: redirectUri,
    });
  });

  it('may say when they end as a length of time, or not at all', async () => {
    const refresh = async (more: object) =>
      (await connect(scripted(tokens(more)).fetch).refresh(ACCESS)).accessExpiresAt;
    expect(await refresh({ expires_in: 3600 })).toBe('2026-11-02T13:00:00.000Z');
    expect(await refresh({})).toBe('2026-12-02T12:00:00.000Z');
  });

  it('that are dead need the seller, what is wrong with our app does not', async () => {
    const refresh = (reply: Parameters<typeof scripted>[0]) => failure(connect(scripted(reply).fetch).refresh(ACCESS));
    for (const code of [1015, 1016])
      expect(await refresh({ status: 400, json: { code, message: 'x', data: {} } })).toMatchObject({
        kind: 'unauthorized',
        code: String(code),
      });
    expect((await refresh({ status: 400, json: { code: 1000, message: 'x' } })).kind).toBe('rejected');
    expect((await refresh({ status: 401, json: { code: 1000, message: 'x' } })).kind).toBe('rejected');
    expect((await refresh({ status: 502, text: 'x' })).kind).toBe('unavailable');
    const odd = await refresh(tokens({ access_token: '' }));
    expect([odd.kind, odd.raw]).toEqual(['malformed', undefined]);
    const { refreshToken: _, ...less } = ACCESS.tokens;
    expect(await kindOfFailure(connect(undefined).refresh({ ...ACCESS, tokens: less }))).toBe('unauthorized');
    expect(await kindOfFailure(connect(undefined).exchange({ query: {}, redirectUri: 'r' }))).toBe('rejected');
  });
});

describe('a parcel told to Joom', () => {
  const confirm = async (more: object, notice: object = {}) => {
    const { fetch, sent } = scripted(one(more), SHIPPERS, one());
    const result = await connect(fetch).confirmShipment(ACCESS, { ...CONFIRMATION, ...notice });
    return { result, sent };
  };

  it('names the shipper by Joom’s id', async () => {
    const { result, sent } = await confirm({});
    expect(result).toEqual({ outcome: 'confirmed' });
    expect(sent.map((call) => `${call.method} ${call.url.pathname}${call.url.search}`)).toEqual([
      'GET /api/v3/orders?id=ABCD1234',
      'GET /api/v3/shippers',
      'POST /api/v3/orders/fulfill?id=ABCD1234',
    ]);
    expect(JSON.parse(sent[2]?.body ?? '')).toEqual({ providerId: 's1', provider: 'UPS', trackingNumber: '1Z999' });
  });

  it('with another number than the one that stands changes it, unless it is only a part', async () => {
    const shipped = { status: 'shipped', ...shipment({ trackingNumber: 'OLD' }) };
    expect((await confirm(shipped)).sent[2]?.url.pathname).toBe('/api/v3/orders/modifyTracking');
    const part = await confirm(shipped, { packageNo: 2, lines: [{ platformLineId: 'ABCD1234', quantity: 1 }] });
    expect([part.result.outcome, part.sent.length]).toEqual(['alreadyConfirmed', 1]);
  });

  it('is not told again: the number stands, or it is Joom’s own parcel', async () => {
    expect((await confirm({ status: 'shipped', ...shipment() })).result.outcome).toBe('alreadyConfirmed');
    const online = { status: 'fulfilledOnline', ...shipment({ trackingNumber: 'JM1', shippingOrderNumber: 'JL1' }) };
    expect((await confirm(online)).result.outcome).toBe('alreadyConfirmed');
  });

  it('is refused before it is told: an unknown shipper, or an order for Joom Logistics', async () => {
    const code = async (more: object, notice: object) => (await failure(confirm(more, notice))).code;
    expect(await code({}, { carrierCode: 'PIGEON', carrierName: 'Pigeon' })).toBe('UNKNOWN_CARRIER');
    expect(await code({ allowedShippingTypes: 'onlineOnly' }, {})).toBe('ONLINE_ONLY');
  });

  it('by Joom Logistics happens once: a lost answer is uncertain, never repeated', async () => {
    const { fetch } = scripted({ status: 502, text: '' });
    const request = { ...CONFIRMATION, weightGrams: 100 };
    expect(await kindOfFailure(connect(fetch).shipping.arrange(ACCESS, request))).toBe('uncertain');
    const odd = connect(scripted({ json: { data: {} } }).fetch).shipping.arrange(ACCESS, request);
    expect(await kindOfFailure(odd)).toBe('uncertain');
    expect(await connect(scripted(one()).fetch).shipping.findParcel(ACCESS, request)).toBeNull();
  });
});

describe('products of Joom', () => {
  const product = (more: object = {}, variant: object = {}) => ({
    id: 'p1',
    sku: 'MUG',
    name: 'Mug',
    state: 'active',
    enabled: true,
    hasActiveVersion: true,
    variants: [{ id: 'v1', sku: 'MUG-RED', price: '38.00', currency: 'USD', inventory: 12, enabled: true, ...variant }],
    ...more,
  });
  const listing = async (...input: Parameters<typeof product>) =>
    (await connect(scripted(page([product(...input)])).fetch).listListings(ACCESS, {})).listings[0];

  it.each([
    [{}, {}, 'active'],
    [{ state: 'warning' }, {}, 'active'],
    [{ state: 'pending' }, {}, 'active'],
    [{ state: 'pending', hasActiveVersion: false }, {}, 'inactive'],
    [{ state: 'disabledByMerchant', hasActiveVersion: false }, {}, 'inactive'],
    [{ state: 'rejected', hasActiveVersion: false }, {}, 'blocked'],
    [{ state: 'locked' }, {}, 'blocked'],
    [{ state: 'disabledByJoom' }, {}, 'blocked'],
    [{ state: 'archived' }, {}, 'ended'],
    [{ enabled: false }, {}, 'inactive'],
    [{}, { enabled: false }, 'inactive'],
  ])('%j with the variant %j is %s', async (more, variant, state) => {
    expect((await listing(more, variant))?.state).toBe(state);
  });

  it('show what can be bought; an unknown state is set aside', async () => {
    expect(await listing({}, { effectiveStock: 5 })).toMatchObject({
      itemId: 'p1',
      variantId: 'v1',
      sellerSku: 'MUG-RED',
      quantity: 5,
      price: '38.00',
      currency: 'USD',
      refs: { sku: 'MUG' },
    });
    const { unreadable } = await connect(scripted(page([product({ state: 'melted' })])).fetch).listListings(ACCESS, {});
    expect(unreadable[0]?.reason).toContain('"melted" is unknown');
  });

  it('take a quantity with the price that stands, product by product', async () => {
    const { fetch, sent } = scripted({ json: { data: product() } }, { json: { data: {} } }, refusal(404, 'not_found'));
    const item = { itemId: 'p1', refs: { sku: 'MUG' }, quantity: 3 };
    const outcomes = await connect(fetch).pushStock(ACCESS, [
      { ...item, sellerSku: 'MUG-RED' },
      { ...item, sellerSku: 'MUG-BLUE' },
      { itemId: 'p2', refs: { sku: 'JAR' }, sellerSku: 'JAR-1', quantity: 4 },
    ]);
    expect(outcomes.map((one) => one.outcome)).toEqual(['accepted', 'refused', 'refused']);
    expect(outcomes[1]).toMatchObject({ code: 'NO_SUCH_VARIANT' });
    expect(sent[1]?.url.search).toBe('?sku=MUG');
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({ variants: [{ sku: 'MUG-RED', price: '38.00', inventory: 3 }] });
  });

  it('take prices in dollars alone, and nothing half: an answer that fails is no refusal', async () => {
    const price = { itemId: 'p1', sellerSku: 'MUG-RED', refs: { sku: 'MUG' }, price: '9.90', currency: 'EUR' };
    const { fetch, sent } = scripted({ json: {} });
    expect(await connect(fetch).pushPrice(ACCESS, [price])).toMatchObject([{ outcome: 'refused', code: 'CURRENCY' }]);
    expect(sent).toHaveLength(0);
    const broken = connect(scripted(refusal(503, 'x')).fetch).pushPrice(ACCESS, [{ ...price, currency: 'USD' }]);
    expect(await kindOfFailure(broken)).toBe('unavailable');
  });
});
