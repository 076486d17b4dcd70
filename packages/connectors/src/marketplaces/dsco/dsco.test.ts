import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harmfulTo } from '../../harm.testing.ts';
import { failure, scripted } from '../../testing.ts';
import { ACCESS, connect, line, NOW, order, RETAILER } from './fixtures.ts';
import { readReturnState } from './returns.ts';
import { readStatus } from './status.ts';

const TOKEN = { json: { access_token: 'eyJ2', token_type: 'Bearer', expires_in: 3600 } };
const partner = (accountId: string, tradingPartnerName: string, status = 'active') => ({
  accountId,
  tradingPartnerId: null,
  tradingPartnerName,
  status,
});
const KEYS = { accountId: '1000054321', clientId: '9f1c2d3e4a5b', clientSecret: 's3cr+t/=&x' };

const CONFIRMATION = {
  platformOrderNo: '1090001111',
  packageNo: 1,
  carrierCode: 'FEDEX',
  carrierName: 'FedEx',
  serviceName: 'Ground',
  trackingNumber: '1Z999AA10123456784',
  shippedAt: '2026-11-21T07:00:00.000Z',
  lines: [{ platformLineId: '1', quantity: 2 }],
};

describe('connecting a supplier', () => {
  // The token body of the OAuth2 client credentials flow, with every reserved sign of the secret encoded (RFC 6749).
  it('asks for a token with the secret encoded, and finds the retailer among the partners', async () => {
    const { fetch, sent } = scripted(TOKEN, {
      json: [
        partner('77', 'Greenfield Stores'),
        partner(RETAILER, 'The Home Depot'),
        partner('9', 'Home Depot Canada'),
      ],
    });
    const got = await connect(fetch).connect?.({ keys: KEYS, region: 'US' });
    expect(sent[0]?.body).toBe('grant_type=client_credentials&client_id=9f1c2d3e4a5b&client_secret=s3cr%2Bt%2F%3D%26x');
    expect(sent[1]?.headers.get('authorization')).toBe('bearer eyJ2');
    expect(got).toEqual({
      account: `1000054321.${RETAILER}`,
      tokens: {
        accessToken: 'eyJ2',
        accessExpiresAt: new Date(NOW + 3_600_000).toISOString(),
        keys: { clientId: KEYS.clientId, clientSecret: KEYS.clientSecret, retailerId: RETAILER },
      },
    });
  });

  it('takes the Canadian retailer in Canada', async () => {
    const { fetch } = scripted(TOKEN, { json: [partner('1', 'The Home Depot'), partner('9', 'Home Depot Canada')] });
    expect((await connect(fetch).connect?.({ keys: KEYS, region: 'CA' }))?.account).toBe('1000054321.9');
  });

  it('says which partners there are when none or several fit, and takes the one that is named', async () => {
    const two = { json: [partner('1', 'The Home Depot'), partner('2', 'Home Depot Pro')] };
    const answered = await failure(
      connect(scripted(TOKEN, two).fetch).connect?.({ keys: KEYS, region: 'US' }) as never,
    );
    expect([answered.kind, answered.message]).toEqual(['rejected', expect.stringContaining('Home Depot Pro (2)')]);
    const named = connect(scripted(TOKEN, two).fetch).connect?.({ keys: { ...KEYS, retailerId: '2' }, region: 'US' });
    expect((await named)?.account).toBe('1000054321.2');
    const ended = { json: [partner('1', 'The Home Depot', 'terminated')] };
    const none = connect(scripted(TOKEN, ended).fetch).connect?.({ keys: KEYS, region: 'US' });
    expect((await failure(none as never)).kind).toBe('rejected');
  });

  it('asks the seller when the credentials are no longer good, and waits when the network is away', async () => {
    const refused = scripted({ status: 401, json: { error: 'invalid_client', error_description: 'no' } });
    expect((await failure(connect(refused.fetch).refresh(ACCESS))).kind).toBe('unauthorized');
    expect((await failure(connect(scripted({ status: 503, text: 'x' }).fetch).refresh(ACCESS))).kind).toBe(
      'unavailable',
    );
    const busy = await failure(
      connect(scripted({ status: 429, headers: { 'retry-after': '7' } }).fetch).refresh(ACCESS),
    );
    expect([busy.kind, busy.retryAfterMs]).toEqual(['throttled', 7000]);
  });
});

describe('where an order stands', () => {
  const at = (dscoLifecycle: string | undefined, shipped: number, cancelled: number, dscoStatus = 'created') =>
    readStatus({
      dscoLifecycle,
      dscoStatus,
      lineItems: [{ quantity: 3, shippedQuantity: shipped, cancelledQuantity: cancelled }] as never,
    });

  it.each([
    ['received', 0, 0, 'toShip'],
    ['created', 0, 0, 'toShip'],
    ['acknowledged', 0, 0, 'toShip'],
    ['acknowledged', 0, 1, 'toShip'],
    ['acknowledged', 1, 0, 'partiallyShipped'],
    ['acknowledged', 1, 1, 'partiallyShipped'],
    ['acknowledged', 2, 1, 'shipped'],
    ['acknowledged', 0, 3, 'cancelled'],
    ['completed', 3, 0, 'shipped'],
    ['completed', 1, 2, 'shipped'],
    ['completed', 0, 3, 'cancelled'],
    ['archived', 0, 0, undefined],
  ] as const)('%s with %i shipped and %i cancelled of three is %s', (lifecycle, shipped, cancelled, status) => {
    expect(at(lifecycle, shipped, cancelled)).toBe(status);
  });

  it('leaves it to the older word only where the newer one is missing or leaves it open', () => {
    expect(at('completed', 0, 0, 'shipped')).toBe('shipped');
    expect(at('completed', 0, 0, 'created')).toBeUndefined();
    expect(at(undefined, 0, 0, 'shipment_pending')).toBe('toShip');
    expect(at(undefined, 1, 0, 'shipment_pending')).toBe('partiallyShipped');
    expect(at(undefined, 0, 0, 'cancelled')).toBe('cancelled');
    expect(at(undefined, 0, 0, 'lost')).toBeUndefined();
  });

  it('knows every state of a return', () => {
    const of = (status: string, ...responses: (string | undefined)[]) =>
      readReturnState({ status, lineItems: responses.map((response) => ({ response })) });
    expect([of('created'), of('acknowledged')]).toEqual(['requested', 'approved']);
    expect(of('completed', 'rejected', 'accepted')).toBe('refunded');
    expect(of('completed', 'rejected', undefined)).toBe('rejected');
    expect(of('completed', undefined)).toBe('closed');
    expect(() => of('archived')).toThrow('"archived" is unknown');
  });
});

describe('reading orders', () => {
  const page = (...orders: object[]) => scripted({ json: { orders } });
  const list = async (...orders: object[]) =>
    (await connect(page(...orders).fetch).listOrders(ACCESS, { updatedAfter: '2026-11-20T00:00:00Z' })).records;

  it('counts what the retailer pays, exactly', async () => {
    const [record] = await list(
      order({ lineItems: [line(), line({ lineNumber: 2, sku: 'B', expectedCost: 0.1, quantity: 3 })] }),
    );
    expect(record).toMatchObject({
      ok: true,
      order: {
        platformOrderNo: '1090001111',
        displayNo: '45678901',
        status: 'toShip',
        currency: 'USD',
        goodsAmount: '238.5',
        totalAmount: '238.5',
        shipTo: { name: 'Ann Lee', line1: '10 Oak St', state: 'NV', country: 'US', residential: true },
        lines: [
          { platformLineId: '1', unitPrice: '119.1', quantity: 2 },
          { platformLineId: '2', unitPrice: '0.1', quantity: 3 },
        ],
      },
    });
  });

  it('takes the consumer’s price on a marketplace', async () => {
    const records = await list(order({ orderType: 'Marketplace' }), order({ orderType: 'MARKETPLACE' }));
    expect(records.map((one) => one.ok && one.order.lines[0]?.unitPrice)).toEqual(['189', '189']);
  });

  it('knows no amounts where a price is missing or cannot be read', async () => {
    const odd = [null, undefined, 'free', {}].map((expectedCost) => order({ lineItems: [line({ expectedCost })] }));
    for (const record of await list(
      ...odd,
      order({
        orderType: 'Marketplace',
        lineItems: [line({ consumerPrice: 0.1, expectedCost: 1 }), line({ lineNumber: 2, consumerPrice: 'x' })],
      }),
    ))
      expect(record).toMatchObject({ ok: true, order: { amountsUnknown: true } });
    const [good] = await list(order({ lineItems: [line({ consumerPrice: null })] }));
    expect(good?.ok && good.order.amountsUnknown).toBeUndefined();
  });

  it('reads an order whatever happens to a field that nobody needs', async () => {
    const attempt = async (answer: unknown) =>
      await connect(scripted({ json: answer }).fetch).getOrder(ACCESS, '1090001111');
    const ofLine = ['lineNumber', 'sku', 'quantity'].map((name) => `lineItems.*.${name}`);
    const needed = ['dscoOrderId', 'dscoCreateDate', ...ofLine];
    expect(await harmfulTo(order(), needed, attempt)).toEqual([]);
    const shipped = order({
      dscoLifecycle: 'acknowledged',
      lineItems: [line({ quantity: 3, shippedQuantity: 1 })],
      packages: [{ trackingNumber: '1Z', items: [{ lineNumber: 1, quantity: 1 }] }],
      shipping: { ...order().shipping, country: 'USA' },
    });
    expect(await harmfulTo(shipped, needed, attempt)).toEqual([]);
    for (const more of [{ sku: null }, { sku: {}, lineNumber: null }])
      expect(await attempt(order({ lineItems: [line(more)] }))).toMatchObject({
        ok: true,
        order: { lines: [{ sellerSku: '', platformItemId: '1000223344', quantity: 2 }] },
      });
    const nameless = line({ sku: null, lineNumber: null, dscoItemId: '' });
    expect(await attempt(order({ lineItems: [nameless] }))).toMatchObject({ ok: false });
  });

  it('keeps a country that nobody knows as it came', async () => {
    const to = (country: unknown) => order({ shipping: { ...order().shipping, country } });
    const records = await list(...['USA', 'ca', 'XYZ', null].map(to));
    expect(records.map((one) => one.ok && one.order.shipTo?.country)).toEqual(['US', 'CA', 'XYZ', 'US']);
  });

  it('leaves out what was cancelled of a living order, and keeps all of a dead one', async () => {
    const [some, all] = await list(
      order({
        dscoLifecycle: 'acknowledged',
        lineItems: [line({ cancelledQuantity: 1 }), line({ lineNumber: 2, cancelledQuantity: 2 })],
      }),
      order({ dscoLifecycle: 'completed', lineItems: [line({ cancelledQuantity: 2 })] }),
    );
    expect(some?.ok && some.order.lines.map((one) => [one.platformLineId, one.quantity])).toEqual([['1', 1]]);
    expect(all?.ok && [all.order.status, all.order.lines[0]?.quantity]).toEqual(['cancelled', 2]);
  });

  it('passes over the orders of other retailers, also one by one', async () => {
    expect(await list(order({ dscoRetailerId: '77' }), order())).toHaveLength(1);
    const single = connect(scripted({ json: order({ dscoRetailerId: 77 }) }).fetch);
    expect((await failure(single.getOrder(ACCESS, '1090001111'))).kind).toBe('rejected');
  });

  it('holds test orders, and reads a wish to cancel from order or line', async () => {
    const records = await list(
      order({ testFlag: true }),
      order({ cancelRequested: true }),
      order({ lineItems: [line({ cancelRequested: true })] }),
    );
    expect(records.map((one) => one.ok && [one.order.hold, one.order.cancelRequested])).toEqual([
      ['TEST', undefined],
      [undefined, true],
      [undefined, true],
    ]);
  });

  it('names the store of a parcel that goes there, and no address where there is none', async () => {
    const [store, nowhere] = await list(
      order({
        shipping: {
          name: 'Ann Lee',
          address: ['1 Main St', 'Dock 2'],
          city: 'Reno',
          state: 'NV',
          postal: '89501',
          storeNumber: '0123',
        },
      }),
      order({ shipping: null }),
    );
    expect(store?.ok && store.order.shipTo).toEqual({
      name: 'Ann Lee',
      company: 'Store 0123',
      line1: '1 Main St',
      line2: 'Dock 2',
      city: 'Reno',
      state: 'NV',
      postalCode: '89501',
      country: 'US',
    });
    expect(nowhere?.ok && nowhere.order.shipTo).toBeUndefined();
  });
});

describe('the pages of a window', () => {
  it('asks for what changed after its start and two minutes before now, then by the scroll id until a page is empty', async () => {
    const { fetch, sent } = scripted(
      { json: { scrollId: 'c2Nyb2xs', orders: [order()] } },
      { json: { scrollId: 'c2Nyb2xs', orders: [] } },
    );
    const connector = connect(fetch);
    const first = await connector.listOrders(ACCESS, { updatedAfter: '2026-11-21T00:00:00Z' });
    expect(sent[0]?.url.search).toBe(
      '?ordersUpdatedSince=2026-11-21T00%3A00%3A00.000Z&until=2026-11-21T07%3A57%3A50.000Z&ordersPerPage=100',
    );
    const second = await connector.listOrders(ACCESS, { updatedAfter: '', cursor: first.nextCursor ?? '' });
    expect(sent[1]?.url.search).toBe('?scrollId=c2Nyb2xs');
    expect([second.nextCursor, second.listedUntil]).toEqual([undefined, '2026-11-21T07:57:50.000Z']);
  });

  it('asks nothing for a window that has not begun', async () => {
    const { fetch, sent } = scripted({});
    const page = await connect(fetch).listOrders(ACCESS, { updatedAfter: '2026-11-21T07:59:00Z' });
    expect([page, sent.length]).toEqual([{ records: [], listedUntil: '2026-11-21T07:59:00.000Z' }, 0]);
  });

  it('begins the window again when the scroll id has expired, but not for ever', async () => {
    const gone = {
      status: 404,
      json: { status: 'failure', messages: [{ code: 'not_found', description: 'expired' }] },
    };
    const { fetch, sent } = scripted((one) =>
      one.url.searchParams.has('scrollId') ? gone : { json: { scrollId: 's1', orders: [order()] } },
    );
    const connector = connect(fetch);
    let { nextCursor } = await connector.listOrders(ACCESS, { updatedAfter: '2026-11-21T00:00:00Z' });
    for (let i = 0; i < 3; i++) {
      const page = await connector.listOrders(ACCESS, { updatedAfter: '', cursor: nextCursor ?? '' });
      expect(page.records).toHaveLength(1);
      nextCursor = page.nextCursor;
    }
    expect(sent.filter((one) => one.url.searchParams.has('ordersUpdatedSince'))).toHaveLength(4);
    const last = await failure(connector.listOrders(ACCESS, { updatedAfter: '', cursor: nextCursor ?? '' }));
    expect(last.code).toBe('LOOP');
  });
});

describe('telling the network', () => {
  it('tells a shipment with the service level that was asked for when it goes by that carrier', async () => {
    const { fetch, sent } = scripted({ json: order() }, { status: 201, json: { success: true } });
    expect(await connect(fetch).confirmShipment(ACCESS, CONFIRMATION)).toEqual({ outcome: 'confirmed' });
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({
      dscoOrderId: '1090001111',
      shipments: [
        {
          trackingNumber: '1Z999AA10123456784',
          shipCarrier: 'FEDEX',
          shipMethod: 'Ground',
          shippingServiceLevelCode: 'FECG',
          shipDate: '2026-11-21T07:00:00.000Z',
          lineItems: [{ lineNumber: 1, dscoItemId: '1000223344', sku: 'TBL-OAK-120', quantity: 2 }],
        },
      ],
    });
  });

  it('says nothing twice, and not for a line the order does not have', async () => {
    const known = scripted({ json: order({ packages: [{ trackingNumber: '1z999aa10123456784', items: [] }] }) });
    expect((await connect(known.fetch).confirmShipment(ACCESS, CONFIRMATION)).outcome).toBe('alreadyConfirmed');
    expect(known.sent).toHaveLength(1);
    const lines = [{ platformLineId: '9', quantity: 1 }];
    const strange = connect(scripted({ json: order() }).fetch).confirmShipment(ACCESS, { ...CONFIRMATION, lines });
    expect((await failure(strange)).kind).toBe('rejected');
  });

  it('does not know what became of a shipment after an error of the network, and knows what a refusal means', async () => {
    const broken = scripted({ json: order() }, { status: 500, text: 'oops' });
    expect((await failure(connect(broken.fetch).confirmShipment(ACCESS, CONFIRMATION))).kind).toBe('uncertain');
    const messages = [{ code: 'E1', severity: 'error', description: 'carrier unknown' }];
    const no = scripted({ json: order() }, { status: 400, json: { status: 'failure', requestId: 'r1', messages } });
    const refused = await failure(connect(no.fetch).confirmShipment(ACCESS, CONFIRMATION));
    expect([refused.kind, refused.message]).toEqual(['rejected', 'singleShipment: E1: carrier unknown (request r1)']);
  });

  it('believes an acknowledgement only when the change log says so', async () => {
    const log = (status: string) => ({ json: { logs: [{ status, results: [{ code: 'x', description: 'gone' }] }] } });
    const taken = { status: 202, json: { status: 'pending', requestId: 'r9', eventDate: 'x', messages: [] } };
    const done = scripted(taken, log('pending'), log('success'));
    const record = await connect(scripted({ json: order() }).fetch).getOrder(ACCESS, '1');
    if (!record.ok) throw new Error(record.reason);
    await connect(done.fetch).acknowledge?.(ACCESS, record.order);
    expect(JSON.parse(done.sent[0]?.body ?? '')).toEqual([{ id: '1090001111', type: 'DSCO_ORDER_ID' }]);
    expect(done.sent[2]?.url.search).toBe('?requestId=r9');
    const failed = connect(scripted(taken, log('failure')).fetch).acknowledge?.(ACCESS, record.order);
    expect(await failure(failed as never)).toMatchObject({ kind: 'rejected', message: 'acknowledgeOrders: x: gone' });
  });

  it('cancels what is still open in the retailer’s words, and says when it was only asked for', async () => {
    const part = order({ dscoLifecycle: 'acknowledged', lineItems: [line({ shippedQuantity: 1 })] });
    const { fetch, sent } = scripted({ json: part }, { json: { status: 'pending' } });
    const notice = { platformOrderNo: '1090001111', reason: 'wrongPrice', lines: CONFIRMATION.lines } as const;
    expect(await connect(fetch).cancelOrder?.(ACCESS, notice)).toEqual({ outcome: 'requested' });
    expect(JSON.parse(sent[1]?.body ?? '').lineItems).toEqual([
      expect.objectContaining({ lineNumber: 1, cancelledQuantity: 1, cancelCode: 'invalid_item_cost' }),
    ]);
    const shipped = order({ dscoLifecycle: 'completed', lineItems: [line({ shippedQuantity: 2 })] });
    const late = connect(scripted({ json: shipped }).fetch).cancelOrder?.(ACCESS, notice);
    expect((await failure(late as never)).code).toBe('SHIPPED');
  });
});

describe('articles and their stock', () => {
  const stream = (more: object = {}) => ({
    id: 'st-1',
    objectType: 'inventory',
    description: 'Tradewind: what the supplier sells',
    partitions: [{ partitionId: 0, position: 'z/1', maxPosition: 'z/2026/11/21/07/30/1795246200000-0000000' }],
    ...more,
  });
  const event = (id: string, payload: object) => ({ id, payload, source: 'sync' });
  const item = (more: object = {}) => ({
    sku: 'TBL-OAK-120',
    dscoItemId: '1000223344',
    title: 'Oak table',
    status: 'in-stock',
    quantityAvailable: 40,
    cost: 119.5,
    currencyCode: 'USD',
    warehouses: [{ code: 'LA1', quantity: 40 }],
    ...more,
  });

  it('reads a dump through a stream of its own, from where it ended, until nothing more comes', async () => {
    let now = NOW;
    const { fetch, sent } = scripted(
      { json: [stream({ id: 'other', description: 'of somebody else' })] },
      { status: 201, json: stream() },
      { status: 202, json: { operationType: 'sync', operationUuid: 'u' } },
      { json: { events: [event('z/a', item()), event('z/b', item({ sku: null }))] } },
      { json: { events: [] } },
      { json: { status: 'success' } },
    );
    const connector = connect(fetch, () => now);
    const begun = await connector.listListings?.(ACCESS, {});
    const page = await connector.listListings?.(ACCESS, { cursor: begun?.nextCursor ?? '' });
    // The position is one part of the path, its slashes encoded.
    expect(sent[3]?.url.pathname).toBe('/api/v3/stream/st-1/0/z%2F2026%2F11%2F21%2F07%2F30%2F1795246200000-0000000');
    expect(page?.listings).toMatchObject([
      { itemId: '1000223344', state: 'active', quantity: 40, price: '119.5', refs: { warehouse: 'LA1' } },
    ]);
    expect(page?.unreadable).toHaveLength(1);
    now += 31_000;
    const last = await connector.listListings?.(ACCESS, { cursor: page?.nextCursor ?? '' });
    expect([last?.nextCursor, sent[5]?.method, sent[5]?.url.pathname]).toEqual([
      undefined,
      'PUT',
      '/api/v3/stream/st-1/0/z%2Fb',
    ]);
  });

  it('never takes a dump that has not begun for an empty one, nor goes on in a stream that is gone', async () => {
    let now = NOW;
    const begin = [{ json: [stream()] }, { status: 202, json: {} }];
    const silent = connect(scripted(...begin, { json: { events: [] } }).fetch, () => now);
    const begun = await silent.listListings?.(ACCESS, {});
    now += 121_000;
    const answered = await failure(silent.listListings?.(ACCESS, { cursor: begun?.nextCursor ?? '' }) as never);
    expect([answered.kind, answered.code]).toEqual(['unavailable', 'NO_SYNC']);
    const gone = connect(scripted({ status: 404, json: {} }).fetch);
    const lost = gone.listListings?.(ACCESS, { cursor: begun?.nextCursor ?? '' });
    expect((await failure(lost as never)).code).toBe('BAD_CURSOR');
  });

  it('leaves out what another retailer alone may sell', async () => {
    const only = (dscoRetailerId: string) =>
      event('z/c', item({ partnerSkuMap: [{ dscoRetailerId, partnerSku: 'R' }] }));
    const events = { json: { events: [only('77'), only(RETAILER)] } };
    const { fetch } = scripted({ json: [stream()] }, { status: 202, json: {} }, events);
    const connector = connect(fetch);
    const begun = await connector.listListings?.(ACCESS, {});
    expect((await connector.listListings?.(ACCESS, { cursor: begun?.nextCursor ?? '' }))?.listings).toHaveLength(1);
  });

  it('tells a quantity with its state, and brings nothing back that was withdrawn', async () => {
    const { fetch, sent } = scripted({ status: 202, json: { status: 'pending', requestId: 'r1' } });
    const one = (sellerSku: string, quantity: number, refs: Record<string, string>) => ({
      itemId: sellerSku,
      sellerSku,
      quantity,
      refs,
    });
    const outcomes = await connect(fetch).pushStock?.(ACCESS, [
      one('A', 5, { status: 'in-stock', warehouse: 'LA1' }),
      one('B', 0, { status: 'in-stock' }),
      one('C', 9, { status: 'discontinued', warehouse: 'LA1' }),
      one('D', 9, { status: 'in-stock', warehouses: '2' }),
    ]);
    expect(outcomes?.map((outcome) => outcome.outcome)).toEqual(['pending', 'pending', 'refused', 'refused']);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual([
      { sku: 'A', status: 'in-stock', quantityAvailable: 5, warehouses: [{ code: 'LA1', quantity: 5 }] },
      { sku: 'B', status: 'out-of-stock', quantityAvailable: 0, warehouses: [] },
    ]);
  });

  it('waits for the change log, then says of each article what became of it', async () => {
    const logs = (status: string, one: string) => ({
      json: {
        status,
        logs: [{ payload: { sku: 'A' }, status: one, results: [{ code: 'e', description: 'no such item' }] }],
      },
    });
    const ask = (reply: object) => connect(scripted(reply).fetch).pushResult?.(ACCESS, 'r1');
    expect(await ask(logs('PROCESSING', 'pending'))).toBeNull();
    expect(await ask({ json: { status: 'COMPLETED', logs: [] } })).toBeNull();
    expect(await ask(logs('COMPLETED', 'success'))).toEqual([{ sellerSku: 'A', outcome: { outcome: 'accepted' } }]);
    expect(await ask(logs('COMPLETED', 'failure'))).toEqual([
      { sellerSku: 'A', outcome: { outcome: 'refused', code: 'e', detail: 'e: no such item' } },
    ]);
  });

  it('keeps any position one part of the path', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), async (position) => {
        const { fetch, sent } = scripted(
          { json: [stream({ partitions: [{ partitionId: 0, maxPosition: `z${position}` }] })] },
          { status: 202, json: {} },
          { json: { events: [event('z/z', item())] } },
        );
        const connector = connect(fetch);
        const begun = await connector.listListings?.(ACCESS, {});
        await connector.listListings?.(ACCESS, { cursor: begun?.nextCursor ?? '' });
        const parts = sent[2]?.url.pathname.split('/') ?? [];
        expect([parts.length, decodeURIComponent(parts.at(-1) ?? '')]).toEqual([7, `z${position}`.trim()]);
      }),
    );
  });
});
