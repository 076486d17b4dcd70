import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import { harmfulTo } from '../../harm.testing.ts';
import { parseJson } from '../../json.ts';
import { times } from '../../money.ts';
import { failure, kindOfFailure, type Sent, scripted } from '../../testing.ts';
import { toWayfair, wayfairMoment } from './dates.ts';
import { wayfair } from './definition.ts';
import { ACCESS, connect, KEYS, NOW, order, orders, product, refusal, request, requests, since } from './fixtures.ts';
import { readOrder } from './orders.ts';

const LONG_AGO = '2026-10-20T00:00:00.000Z';
/** As it comes over the wire: amounts that JavaScript would bend are kept as text. */
const answered = (raw: unknown) => readOrder(parseJson(JSON.stringify(raw)), []);
const readOf = (raw: unknown): PlatformOrder => {
  const record = answered(raw);
  if (!record.ok) throw new Error(record.reason);
  return record.order;
};
const reasonFor = (raw: unknown) => {
  const record = answered(raw);
  return record.ok ? 'read' : record.reason;
};
const variablesOf = (sent: Sent | undefined) =>
  (JSON.parse(sent?.body ?? '{}') as { variables: Record<string, unknown> }).variables;

describe('a moment of Wayfair', () => {
  it.each([
    ['2026-11-01 10:15:00.000000 -04:00', '2026-11-01T14:15:00.000Z'],
    ['2026-11-01 10:15:00.123456 +00:00', '2026-11-01T10:15:00.123Z'],
    ['2026-11-01T10:15:00Z', '2026-11-01T10:15:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(wayfairMoment.parse(text)).toBe(instant);
  });

  it.each(['', '2026-11-01', '2026-13-01 10:15:00.000000 -04:00', '2026-11-01 10:15:00'])('%s is none', (text) => {
    expect(wayfairMoment.safeParse(text).success).toBe(false);
  });

  it('is written so that it is read as the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (at) => {
        expect(Date.parse(wayfairMoment.parse(toWayfair(at)))).toBe(at);
      }),
    );
  });
});

describe('a purchase order', () => {
  it('is told at the cost Wayfair pays, with its address and its moments', () => {
    expect(readOf(order())).toEqual({
      platformOrderNo: 'CS123456789',
      displayNo: '1234567890',
      status: 'toShip',
      fulfilledBy: 'seller',
      orderedAt: '2026-11-01T14:15:00.000Z',
      updatedAt: '2026-11-01T14:15:00.000Z',
      shipBy: '2026-11-03T13:00:00.000Z',
      service: { name: 'GROUND', level: 'standard' },
      currency: 'USD',
      goodsAmount: '14.2',
      shippingAmount: '0',
      taxAmount: '0',
      discountAmount: '0',
      totalAmount: '14.2',
      buyerName: 'A B',
      shipTo: {
        name: 'A B',
        line1: '1 Main St',
        line2: 'Apt 2',
        city: 'Austin',
        state: 'TX',
        postalCode: '78701',
        country: 'US',
        phone: '5125550100',
      },
      lines: [
        {
          platformLineId: 'LAMP-1',
          sellerSku: 'LAMP-1',
          platformItemId: 'DEMO1001',
          title: 'Lamp',
          quantity: 1,
          unitPrice: '14.2',
          discount: '0',
          tax: '0',
        },
      ],
    });
  });

  it.each([
    ['CS', 'USD'],
    ['CA', 'CAD'],
    ['UK', 'GBP'],
    ['DE', 'EUR'],
  ])('of store %s is in %s', (storePrefix, currency) => {
    expect(readOf(order({ storePrefix })).currency).toBe(currency);
  });

  it('is set aside with what does not fit', () => {
    expect(reasonFor(order({ storePrefix: 'ZZ' }))).toBe('storePrefix: "ZZ" is unknown');
    expect(reasonFor(order({ poDate: 'yesterday' }))).toContain('poDate');
    expect(reasonFor(order({ products: [product({ quantity: 'two' })] }))).toContain('products.0.quantity');
    expect(reasonFor(order({ products: [] }))).toContain('no products');
    expect(reasonFor(order({ products: [product({ quantity: null })] }))).toContain('products.0.quantity');
    expect(reasonFor(order({ products: [product({ partNumber: '' })] }))).toContain('products.0.partNumber');
  });

  it('is read whatever happens to a field that nobody needs', async () => {
    const needed = ['poNumber', 'poDate', 'products.*.partNumber', 'products.*.quantity'];
    expect(await harmfulTo(order(), needed, answered)).toEqual([]);
    const attempt = async (answer: unknown) => {
      const listed = { json: { data: { lineItemCancellationRequestByPurchaseOrders: [answer] } } };
      return await connect(scripted(orders(order()), listed).fetch).getOrder(ACCESS, 'CS123456789');
    };
    expect(await harmfulTo(request(), [], attempt)).toEqual([]);
    for (const odd of [null, {}, undefined])
      expect((await attempt({ ...request(), status: odd, requestId: odd })).ok).toBe(true);
  });

  it('is the shop’s, and has the currency of its number, where it names neither supplier nor store', async () => {
    const bare = order({ supplierId: null, storePrefix: null, orderId: null, warehouse: { id: null } });
    const record = await connect(scripted(orders(bare), requests()).fetch).getOrder(ACCESS, 'CS123456789');
    expect(record.ok && [record.order.currency, record.order.displayNo]).toEqual(['USD', undefined]);
  });

  it('has unknown amounts where a price is missing or cannot be read', () => {
    for (const price of [null, undefined, 'free', {}])
      expect(readOf(order({ products: [product({ price })] }))).toMatchObject({
        amountsUnknown: true,
        goodsAmount: '0',
      });
    expect(readOf(order()).amountsUnknown).toBeUndefined();
  });

  it('keeps a country that nobody knows as it came', () => {
    const to = (country: unknown) => readOf(order({ shipTo: { address1: 'x', country } })).shipTo?.country;
    expect(['Atlantis', 'XYZ', 'USA', 'DEU', 'germany', 'ca', null].map(to)).toEqual([
      ...['Atlantis', 'XYZ', 'US', 'DE', 'DE', 'CA', ''],
    ]);
  });

  it('leaves out parts that were called off, unless all were', () => {
    const some = readOf(order({ products: [product({ isCancelled: true }), product({ partNumber: 'B', price: 2 })] }));
    expect([some.status, some.lines.map((line) => line.sellerSku), some.totalAmount]).toEqual(['toShip', ['B'], '2']);
    const all = readOf(order({ products: [product({ isCancelled: true })] }));
    expect([all.status, all.lines.length]).toEqual(['cancelled', 1]);
  });

  it('tells a part that stands twice by two names', () => {
    const twice = readOf(order({ products: [product(), product({ quantity: 3 })] }));
    expect(twice.lines.map((line) => [line.platformLineId, line.sellerSku, line.quantity])).toEqual([
      ['LAMP-1', 'LAMP-1', 1],
      ['LAMP-1#2', 'LAMP-1', 3],
    ]);
  });

  it('keeps amounts exact, whatever they are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 1, max: 40 }), (cents, quantity) => {
        const price = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(readOf(order({ products: [product({ price, quantity })] })).totalAmount).toBe(times(price, quantity));
      }),
    );
  });

  it('is asked to be called off while a request of it is open', () => {
    const read = (status: string) => readOrder(order({ products: [product({ price: '1' })] }), [request({ status })]);
    const requested = (status: string) => {
      const record = read(status);
      return record.ok && record.order.cancelRequested;
    };
    expect(['PENDING', 'SOMETHING_NEW', 'REJECTED', 'CONFIRMED'].map(requested)).toEqual([
      true,
      true,
      undefined,
      undefined,
    ]);
  });
});

describe('listing', () => {
  const rows = (count: number, at: string, from = 0) =>
    Array.from({ length: count }, (_, index) => order({ poNumber: `CS${from + index}`, poDate: at }));

  it('goes on from the moment of the last order, and counts those of that moment once', async () => {
    const first = [
      ...rows(49, '2026-11-01 10:00:00.000000 +00:00'),
      ...rows(1, '2026-11-01 11:00:00.000000 +00:00', 49),
    ];
    const second = [...rows(2, '2026-11-01 11:00:00.000000 +00:00', 49)];
    const { fetch, sent } = scripted(orders(...first), requests(), orders(...second), since(), requests());
    const { listOrders } = connect(fetch);
    const one = await listOrders(ACCESS, { updatedAfter: LONG_AGO });
    const two = await listOrders(ACCESS, { updatedAfter: LONG_AGO, cursor: one.nextCursor ?? '' });
    expect(one.records).toHaveLength(50);
    expect(two.records.map((record) => record.ok && record.order.platformOrderNo)).toEqual(['CS50']);
    expect(two).toMatchObject({ listedUntil: '2026-11-02T11:55:00.000Z' });
    expect(two.nextCursor).toBeUndefined();
    expect(variablesOf(sent[0])).toEqual({ limit: 50, fromDate: LONG_AGO });
    expect(variablesOf(sent[2])).toEqual({ limit: 50, fromDate: '2026-11-01T11:00:00.000Z' });
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer eyJaccess');
  });

  it('asks for more where a whole page is of one moment, and ends when even that does not help', async () => {
    const same = '2026-10-20 00:00:00.000000 +00:00';
    const reply = (sent: Sent) => {
      if (!sent.body.includes('getDropship')) return requests();
      return orders(...rows(Number(variablesOf(sent).limit), same));
    };
    const { fetch, sent } = scripted(reply);
    const { listOrders } = connect(fetch);
    const error = await failure(
      (async () => {
        let cursor: string | undefined;
        for (let i = 0; i < 20; i++) {
          const at = cursor === undefined ? {} : { cursor };
          cursor = (await listOrders(ACCESS, { updatedAfter: LONG_AGO, ...at })).nextCursor;
        }
      })(),
    );
    expect(error.kind).toBe('malformed');
    const limits = sent.filter((one) => one.body.includes('getDropship')).map((one) => variablesOf(one).limit);
    expect(limits).toEqual([50, 100, 200, 400, 800, 1600, 2000]);
  });

  it('reads orders again of which something was called off since, however old they are', async () => {
    const { fetch, sent } = scripted(
      orders(),
      since(request()),
      orders(order({ products: [product({ isCancelled: true })] })),
      requests(),
    );
    const { listOrders } = connect(fetch);
    const one = await listOrders(ACCESS, { updatedAfter: LONG_AGO });
    const two = await listOrders(ACCESS, { updatedAfter: LONG_AGO, cursor: one.nextCursor ?? '' });
    expect(two.records).toMatchObject([{ ok: true, order: { status: 'cancelled' } }]);
    expect(sent[1]?.body).toContain('warehouseIds: [2603,2604]');
    expect(variablesOf(sent[2])).toEqual({ limit: 1, poNumbers: ['CS123456789'] });
  });

  it('knows no orders of other suppliers of the same application', async () => {
    const { fetch } = scripted(orders(order({ supplierId: 9 }), order({ supplierId: 2604 })), since(), requests());
    const { records } = await connect(fetch).listOrders(ACCESS, { updatedAfter: LONG_AGO });
    expect(records).toHaveLength(1);
  });

  it('leaves a field out that breaks the query, and does without cancellations that may not be asked about', async () => {
    const { fetch, sent } = scripted(
      refusal('Cannot query field isCancelled'),
      orders(order()),
      refusal('Forbidden', 'FORBIDDEN'),
      refusal('Forbidden'),
    );
    const { records } = await connect(fetch).listOrders(ACCESS, { updatedAfter: LONG_AGO });
    expect(records).toMatchObject([{ ok: true }]);
    expect(sent[0]?.body).toContain('isCancelled');
    expect(sent[1]?.body).not.toContain('isCancelled');
  });

  it('counts orders up to a moment', async () => {
    const { fetch } = scripted(
      orders(order(), order({ poNumber: 'CS2', poDate: '2026-11-05 10:00:00.000000 +00:00' })),
    );
    const window = { orderedFrom: LONG_AGO, orderedTo: '2026-11-02T00:00:00.000Z' };
    expect(await connect(fetch).listOrderNos(ACCESS, window)).toEqual({
      orders: [{ platformOrderNo: 'CS123456789', orderedAt: '2026-11-01T14:15:00.000Z' }],
    });
  });
});

describe('keys', () => {
  const token = { json: { access_token: 'a', expires_in: 43200, token_type: 'Bearer' } };

  it('are sent as the documentation writes them, and are proved by reading orders', async () => {
    const { fetch, sent } = scripted(token, orders());
    expect(await connect(fetch).connect({ keys: KEYS, region: 'US' })).toEqual({
      tokens: { accessToken: 'a', accessExpiresAt: '2026-11-03T00:00:00.000Z', keys: KEYS },
      account: '2603,2604',
    });
    expect(sent[0]?.url.href).toBe('https://sso.auth.wayfair.com/oauth/token');
    expect(sent[0]?.body).toBe(
      '{"grant_type":"client_credentials","client_id":"demoClient","client_secret":"demoSecret","audience":"https://api.wayfair.com/"}',
    );
    expect(sent[1]?.url.href).toBe('https://api.wayfair.com/v1/graphql');
  });

  it.each([
    [401, { error: 'access_denied', error_description: 'Unauthorized' }, 'unauthorized'],
    [403, { error: 'unauthorized_client' }, 'unauthorized'],
    [429, {}, 'throttled'],
    [503, {}, 'unavailable'],
  ])('refused with %i are %s', async (status, json, kind) => {
    expect(await kindOfFailure(connect(scripted({ status, json }).fetch).connect({ keys: KEYS }))).toBe(kind);
    expect(await kindOfFailure(connect(scripted({ status, json }).fetch).refresh(ACCESS))).toBe(kind);
  });

  it('need a supplier’s number', async () => {
    const { fetch } = scripted(token);
    const error = await failure(connect(fetch).connect({ keys: { ...KEYS, supplierIds: 'me' } }));
    expect(error.code).toBe('BAD_SUPPLIER');
    const normalize = wayfair.fields.find((field) => field.account)?.account?.normalize;
    expect([' 2603，2604 2603', 'abc', ''].map((text) => normalize?.(text))).toEqual([
      '2603,2604',
      undefined,
      undefined,
    ]);
  });
});

describe('refusals', () => {
  it.each([
    [refusal('why', 'FORBIDDEN'), 'rejected'],
    [refusal('Token has expired', 'UNAUTHENTICATED'), 'unauthorized'],
    [refusal('Rate limit exceeded'), 'throttled'],
    [refusal('oops', 'INTERNAL_SERVER_ERROR'), 'unavailable'],
    [{ status: 401, json: {} }, 'unauthorized'],
    [{ status: 400, ...refusal('Syntax Error') }, 'rejected'],
    [{ json: { data: { somethingElse: 1 } } }, 'malformed'],
    [{ text: '<html>' }, 'malformed'],
  ])('are told as what they are, also with HTTP 200 (%#)', async (reply, kind) => {
    expect(await kindOfFailure(connect(scripted(reply).fetch).listOrders(ACCESS, { updatedAfter: LONG_AGO }))).toBe(
      kind,
    );
  });

  it('wait as long as Wayfair says', async () => {
    const reply = { status: 429, headers: { 'retry-after': '7' } };
    const error = await failure(connect(scripted(reply).fetch).getOrder(ACCESS, 'CS1'));
    expect([error.kind, error.retryAfterMs]).toEqual(['throttled', 7000]);
  });

  it('know an order that is not there', async () => {
    expect((await failure(connect(scripted(orders()).fetch).getOrder(ACCESS, 'CS1'))).code).toBe('NOT_FOUND');
    expect(NOW).toBeGreaterThan(0);
  });
});
