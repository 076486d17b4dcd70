import { describe, expect, it } from 'vitest';
import type { CancelReason } from '../../capabilities/cancellation.ts';
import { failure, kindOfFailure, type Sent, scripted } from '../../testing.ts';
import { ACCESS, connect, full, NOW, no, order, shipped } from './fixtures.ts';

const SINCE = '2026-11-01T00:00:00Z';
const CARRIERS = { json: { USPS: 'usps', UPS: 'ups', 'China Post': 'china-post', EUB: 'china-post' } };
const CONFIRMATION = {
  platformOrderNo: '359000017',
  packageNo: 1,
  carrierCode: 'UPS',
  carrierName: 'UPS',
  serviceName: 'Ground',
  trackingNumber: '1Z999',
  shippedAt: '2026-11-02T08:00:00Z',
  lines: [{ platformLineId: '359000017', quantity: 1 }],
};
const CANCEL = { platformOrderNo: '359000017', note: 'sold out', lines: [] };
const numbers = (sent: readonly Sent[]) => sent.map(({ url }) => url.searchParams.get('page'));
const form = (sent: Sent | undefined) => Object.fromEntries(new URLSearchParams(sent?.body));

describe('lists of Tophatter', () => {
  it('are pages, the newest first, until everything is a day older than asked for', async () => {
    const old = full(300, { created_at: '2026-10-30T16:59:00-07:00' });
    const { fetch, sent } = scripted({ json: full(400) }, { json: full(350) }, { json: old });
    const shop = connect(fetch);
    const first = await shop.listOrders(ACCESS, { updatedAfter: SINCE });
    const second = await shop.listOrders(ACCESS, { updatedAfter: SINCE, cursor: first.nextCursor ?? '' });
    const third = await shop.listOrders(ACCESS, { updatedAfter: SINCE, cursor: second.nextCursor ?? '' });
    expect(sent[0]?.url.href).toBe(
      'https://tophatter.example/merchant_api/v1/orders.json?access_token=secret-token&sort=id_desc&page=1&per_page=50',
    );
    expect(numbers(sent)).toEqual(['1', '2', '3']);
    expect([first.records.length, second.records.length, third.records.length]).toEqual([50, 50, 0]);
    expect([third.nextCursor, third.listedUntil]).toEqual([undefined, '2026-11-02T11:55:00.000Z']);
    expect(first.listedUntil).toBe(third.listedUntil);
  });

  it('tell again what was ordered in the day before, as it may have changed', async () => {
    const rows = ['2026-10-30T17:01:00-07:00', '2026-10-30T16:59:00-07:00'].map((created_at, n) =>
      order({ order_id: 20 - n, created_at }),
    );
    const listed = await connect(scripted({ json: rows }).fetch).listOrders(ACCESS, { updatedAfter: SINCE });
    expect(listed.records).toMatchObject([{ ok: true, order: { platformOrderNo: '20' } }]);
    expect(listed.nextCursor).toBeUndefined();
  });

  it('are never known until before they were asked for', async () => {
    const soon = new Date(NOW - 1000).toISOString();
    expect((await connect(scripted({ json: [] }).fetch).listOrders(ACCESS, { updatedAfter: soon })).listedUntil).toBe(
      soon,
    );
  });

  it('ask a page again that came twice, and end when it keeps coming', async () => {
    const { fetch, sent } = scripted({ json: full(400) }, { json: full(400) }, { json: [order()] });
    const shop = connect(fetch);
    let cursor: string | undefined;
    const found: number[] = [];
    do {
      const listed = await shop.listOrders(ACCESS, { updatedAfter: SINCE, ...(cursor ? { cursor } : {}) });
      found.push(listed.records.length);
      cursor = listed.nextCursor;
    } while (cursor !== undefined);
    expect(numbers(sent)).toEqual(['1', '2', '2']);
    expect(found).toEqual([50, 50, 1]);

    const circle = connect(scripted({ json: full(400) }).fetch);
    const turn = async () => {
      let at = (await circle.listOrders(ACCESS, { updatedAfter: SINCE })).nextCursor ?? '';
      for (let i = 0; i < 10; i++)
        at = (await circle.listOrders(ACCESS, { updatedAfter: SINCE, cursor: at })).nextCursor ?? '';
    };
    expect(await failure(turn())).toMatchObject({ kind: 'malformed', code: 'LOOP' });
  });

  it('refuse times and places that are none', async () => {
    const shop = connect(scripted({ json: [] }).fetch);
    expect(await kindOfFailure(shop.listOrders(ACCESS, { updatedAfter: 'yesterday' }))).toBe('rejected');
    expect((await failure(shop.listOrders(ACCESS, { updatedAfter: SINCE, cursor: 'zzz' }))).code).toBe('BAD_CURSOR');
    expect((await failure(shop.listListings(ACCESS, { cursor: 'zzz' }))).code).toBe('BAD_CURSOR');
  });

  it('of numbers hold the time asked for and no more', async () => {
    const rows = [
      order({ order_id: 22, created_at: '2026-11-02T00:00:01Z' }),
      order({ order_id: 21, created_at: '2026-11-02T00:00:00Z' }),
      order({ order_id: 20, created_at: '2026-11-01T00:00:00Z' }),
      order({ order_id: 19, created_at: '2026-10-31T23:59:59Z' }),
    ];
    const window = { orderedFrom: SINCE, orderedTo: '2026-11-02T00:00:00Z' };
    const listed = await connect(scripted({ json: rows }).fetch).listOrderNos(ACCESS, window);
    expect(listed).toEqual({
      orders: [
        { platformOrderNo: '21', orderedAt: '2026-11-02T00:00:00.000Z' },
        { platformOrderNo: '20', orderedAt: '2026-11-01T00:00:00.000Z' },
      ],
    });
    const broken = connect(scripted({ json: [{ order_id: 20 }] }).fetch);
    expect(await kindOfFailure(broken.listOrderNos(ACCESS, window))).toBe('malformed');
  });

  it('of fees hold what Tophatter keeps of paid orders', async () => {
    const ads = [
      { type: 'commission_fee', amount: 1.75 },
      { type: 'scheduling_fee', amount: 0.3 },
      { type: 'late_fee', amount: 0 },
    ];
    const rows = [
      shipped({ order_id: 22, seller_fees: ads }),
      order({ order_id: 21, status: 'refunded' }),
      order({ order_id: 20, status: 'processing_payment', paid_at: null }),
      order({ order_id: 19, seller_fees: null }),
      order({ order_id: 18, seller_fees: [{ type: 'commission_fee', amount: 'a lot' }] }),
    ];
    const { fees, unreadable } = await connect(scripted({ json: rows }).fetch).listFees(ACCESS, { postedAfter: SINCE });
    const fee = { platformOrderNo: '22', currency: 'USD', postedAt: '2026-11-01T10:05:00.000Z' };
    expect(fees).toEqual([
      { ...fee, kind: 'commission', description: 'commission_fee', amount: '1.75', reference: '22/commission_fee/0' },
      { ...fee, kind: 'other', description: 'scheduling_fee', amount: '0.3', reference: '22/scheduling_fee/1' },
    ]);
    expect(unreadable).toHaveLength(1);
  });
});

describe('what Tophatter refuses', () => {
  it.each([
    [400, 'rejected'],
    [401, 'unauthorized'],
    [404, 'rejected'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('with HTTP %i is %s, in its words and without the token', async (status, kind) => {
    const shop = connect(scripted(no(status, 'There is no such thing.')).fetch);
    const answered = await failure(shop.listOrders(ACCESS, { updatedAfter: SINCE }));
    expect(answered).toMatchObject({ kind, status, code: `HTTP ${status}` });
    expect(answered.message).toContain('There is no such thing.');
    expect(`${answered.message} ${answered.stack} ${JSON.stringify(answered)}`).not.toContain('secret-token');
  });

  it('too often waits as long as Tophatter says, or half a minute', async () => {
    const ask = (headers: Record<string, string>) =>
      failure(connect(scripted(no(429, 'slow down', headers)).fetch).getOrder(ACCESS, '1'));
    expect(await ask({ 'retry-after': '7' })).toMatchObject({ kind: 'throttled', retryAfterMs: 7000 });
    expect(await ask({})).toMatchObject({ kind: 'throttled', retryAfterMs: 30_000 });
  });

  it('or says in another way is no list', async () => {
    const ask = (reply: Parameters<typeof scripted>[0]) =>
      kindOfFailure(connect(scripted(reply).fetch).listOrders(ACCESS, { updatedAfter: SINCE }));
    expect(await ask({ json: { orders: [] } })).toBe('malformed');
    expect(await ask({ text: '<html>closed</html>' })).toBe('malformed');
    expect(await ask({ status: 502, text: '<html>' })).toBe('unavailable');
  });
});

describe('a shop of Tophatter', () => {
  it('is a token that works, and the name it is given', async () => {
    const { fetch, sent } = scripted(CARRIERS);
    const shop = connect(fetch);
    expect(await shop.connect({ keys: { shop: '  My   Shop ', accessToken: ' secret-token ' } })).toEqual({
      tokens: { accessToken: 'secret-token' },
      account: 'my shop',
    });
    expect(sent[0]?.url.pathname).toBe('/merchant_api/v1/metadata/carriers.json');
    expect(await shop.describeShop(ACCESS)).toEqual({ name: 'my shop', currency: 'USD', marketplaceIds: [] });
    expect(await shop.refresh(ACCESS)).toEqual(ACCESS.tokens);
  });

  it('is none without a name or a token, or with a token that does not work', async () => {
    const { fetch, sent } = scripted(no(401, 'The access_token provided is invalid.'));
    const shop = connect(fetch);
    expect((await failure(shop.connect({ keys: { shop: 'x', accessToken: ' ' } }))).code).toBe('NO_KEYS');
    expect((await failure(shop.connect({ keys: { accessToken: 'x' } }))).code).toBe('NO_KEYS');
    expect(sent).toHaveLength(0);
    expect(await kindOfFailure(shop.connect({ keys: { shop: 'x', accessToken: 'x' } }))).toBe('unauthorized');
  });
});

describe('a parcel of Tophatter', () => {
  const confirm = (notice: object, ...replies: Parameters<typeof scripted>) => {
    const { fetch, sent } = scripted(...replies);
    return { sent, done: connect(fetch).confirmShipment(ACCESS, { ...CONFIRMATION, ...notice }) };
  };

  it('is told with the order’s number, the carrier’s code and the parcel’s number', async () => {
    const { sent, done } = confirm({}, { json: order() }, CARRIERS, { json: shipped() });
    expect(await done).toEqual({ outcome: 'confirmed' });
    expect(sent[2]).toMatchObject({ method: 'POST' });
    expect(sent[2]?.url.href).toBe('https://tophatter.example/merchant_api/v1/orders/fulfill.json');
    expect(form(sent[2])).toEqual({
      access_token: 'secret-token',
      order_id: '359000017',
      carrier: 'ups',
      tracking_number: '1Z999',
    });
  });

  it.each([
    ['china-post', 'x', 'china-post'],
    ['x', 'China post', 'china-post'],
    ['USPS', 'x', 'usps'],
  ])('goes by the carrier of that code or name: %s, %s', async (carrierCode, carrierName, carrier) => {
    const notice = { carrierCode, carrierName };
    const { sent, done } = confirm(notice, { json: order() }, CARRIERS, { json: shipped() });
    await done;
    expect(form(sent[2]).carrier).toBe(carrier);
  });

  it('is told once', async () => {
    const { sent, done } = confirm({ trackingNumber: '1z 999' }, { json: shipped() });
    expect(await done).toMatchObject({ outcome: 'alreadyConfirmed' });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['another number stands', 'SHIPPED', shipped({ tracking_number: '1Z000' })],
    ['the payment is not there', 'NOT_OPEN', order({ status: 'processing_payment' })],
    ['the order is held', 'NOT_OPEN', order({ status: 'pending_verification' })],
    ['the order is given back', 'NOT_OPEN', order({ status: 'refunded' })],
  ])('is not told where %s', async (_case, code, now) => {
    const { sent, done } = confirm({}, { json: now }, CARRIERS);
    expect(await failure(done)).toMatchObject({ kind: 'rejected', code });
    expect(sent.map(({ method }) => method)).not.toContain('POST');
  });

  it('is not told of a carrier that Tophatter does not know', async () => {
    const { done } = confirm({ carrierCode: 'OWL', carrierName: 'Owl' }, { json: order() }, CARRIERS);
    expect(await failure(done)).toMatchObject({ kind: 'rejected', code: 'UNKNOWN_CARRIER' });
  });

  it('may go by one carrier of several names', async () => {
    expect(await connect(scripted(CARRIERS).fetch).listCarriers(ACCESS)).toEqual([
      { code: 'usps', name: 'USPS' },
      { code: 'ups', name: 'UPS' },
      { code: 'china-post', name: 'China Post' },
    ]);
  });
});

describe('an order of Tophatter is called off', () => {
  const cancel = (reason: CancelReason, ...replies: Parameters<typeof scripted>) => {
    const { fetch, sent } = scripted(...replies);
    return { sent, done: connect(fetch).cancelOrder(ACCESS, { ...CANCEL, reason }) };
  };

  it.each<[CancelReason, string]>([
    ['outOfStock', 'out_of_stock'],
    ['buyerAsked', 'buyer_requested_through_ticket'],
    ['badAddress', 'incorrect_buyers_address'],
    ['wrongPrice', 'other'],
    ['other', 'other'],
  ])('by giving back all of it: %s', async (reason, theirs) => {
    const { sent, done } = cancel(reason, { json: order() }, { json: order({ status: 'refunded' }) });
    expect(await done).toEqual({ outcome: 'cancelled' });
    expect(form(sent[1])).toEqual({
      access_token: 'secret-token',
      order_id: '359000017',
      type: 'full',
      reason: theirs,
      explanation: 'sold out',
    });
  });

  it('once, and not when it is on its way', async () => {
    expect(await cancel('other', { json: order({ status: 'refunded' }) }).done).toMatchObject({
      outcome: 'alreadyCancelled',
    });
    const gone = cancel('other', { json: shipped() });
    expect(await failure(gone.done)).toMatchObject({ kind: 'rejected', code: 'SHIPPED' });
    expect(gone.sent).toHaveLength(1);
    expect(await cancel('other', { json: order() }, { json: order() }).done).toMatchObject({ outcome: 'requested' });
  });
});

describe('products of Tophatter', () => {
  const product = (more: object = {}) => ({
    identifier: 'MUG',
    title: 'Mug',
    variations: [
      { identifier: 'MUG-RED', color: 'red', size: null, quantity: 7 },
      { identifier: 'MUG-BLUE', color: 'blue', size: 'L', quantity: 0, disabled_at: '2020-01-01T00:00:00-07:00' },
    ],
    buy_now_price: 12.5,
    primary_image: 'https://i.example/1.jpg',
    disabled_at: null,
    ...more,
  });
  const rows = (...list: object[]) => connect(scripted({ json: list }).fetch).listListings(ACCESS, {});

  it('are a listing for each variation', async () => {
    const { listings, nextCursor } = await rows(product());
    expect(nextCursor).toBeUndefined();
    expect(listings).toEqual([
      {
        itemId: 'MUG',
        variantId: 'MUG-RED',
        sellerSku: 'MUG-RED',
        title: 'Mug · red',
        state: 'active',
        quantity: 7,
        price: '12.5',
        currency: 'USD',
        imageUrl: 'https://i.example/1.jpg',
        fulfilledBy: 'seller',
      },
      expect.objectContaining({ variantId: 'MUG-BLUE', title: 'Mug · blue · L', state: 'inactive', quantity: 0 }),
    ]);
  });

  it.each([
    ['ended', { deleted_at: '2020-01-01', admin_banned_at: '2020-01-01' }],
    ['blocked', { admin_banned_at: '2020-01-01', disabled_at: '2020-01-01' }],
    ['blocked', { admin_hold_at: '2020-01-01' }],
    ['inactive', { disabled_at: '2020-01-01' }],
  ])('are %s where they are %j', async (state, more) => {
    expect((await rows(product(more))).listings[0]?.state).toBe(state);
  });

  it('that cannot be read are set aside, and may have neither price nor quantity', async () => {
    const { listings, unreadable } = await rows({ identifier: 'X' }, product({ buy_now_price: null }));
    expect(unreadable).toHaveLength(1);
    expect(listings[0]).not.toHaveProperty('price');
  });

  it('come in pages, a page that came twice is asked for again', async () => {
    const page = (from: number) => Array.from({ length: 100 }, (_, n) => product({ identifier: `P${from + n}` }));
    const { fetch, sent } = scripted({ json: page(0) }, { json: page(0) }, { json: page(100) }, { json: [] });
    const shop = connect(fetch);
    let cursor: string | undefined;
    do cursor = (await shop.listListings(ACCESS, cursor ? { cursor } : {})).nextCursor;
    while (cursor !== undefined);
    expect(numbers(sent)).toEqual(['1', '2', '2', '3']);
  });

  it('take a quantity by variation, each for itself', async () => {
    const { fetch, sent } = scripted({ json: {} }, no(404, 'There is no variation with the unique ID X.'));
    const outcomes = await connect(fetch).pushStock(ACCESS, [
      { itemId: 'MUG', variantId: 'MUG-RED', sellerSku: 'a', quantity: 3 },
      { itemId: 'X', sellerSku: 'X', quantity: 1 },
    ]);
    expect(outcomes).toMatchObject([{ outcome: 'accepted' }, { outcome: 'refused', code: 'HTTP 404' }]);
    expect(sent.map(form)).toMatchObject([
      { identifier: 'MUG-RED', quantity: '3' },
      { identifier: 'X', quantity: '1' },
    ]);
  });

  it('take a price by product: one for all its variations, in dollars', async () => {
    const { fetch, sent } = scripted({ json: {} });
    const price = (itemId: string, sellerSku: string, price: string, currency = 'USD') => ({
      ...{ itemId, variantId: sellerSku, sellerSku, price, currency },
    });
    const outcomes = await connect(fetch).pushPrice(ACCESS, [
      price('A', 'A1', '5.00'),
      price('B', 'B1', '5.00'),
      price('A', 'A2', '5.00'),
      price('B', 'B2', '6.00'),
      price('C', 'C1', '5.00', 'EUR'),
    ]);
    expect(outcomes).toMatchObject([
      { outcome: 'accepted' },
      { outcome: 'refused', code: 'ONE_PRICE' },
      { outcome: 'accepted' },
      { outcome: 'refused', code: 'ONE_PRICE' },
      { outcome: 'refused', code: 'CURRENCY' },
    ]);
    expect(sent.map(form)).toEqual([{ access_token: 'secret-token', identifier: 'A', buy_now_price: '5.00' }]);
  });

  it('are not told as refused when the token does not work any more', async () => {
    const push = connect(scripted(no(401, 'no')).fetch).pushStock(ACCESS, [
      { itemId: 'A', sellerSku: 'A', quantity: 1 },
    ]);
    expect(await kindOfFailure(push)).toBe('unauthorized');
  });
});
