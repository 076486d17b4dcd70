import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, scripted } from '../../testing.ts';
import { instanceOf } from './account.ts';
import { readCsv, writeCsv } from './csv.ts';
import { ACCESS, connect, KEY, line, NOW, order, page } from './fixtures.ts';
import { kindOf } from './settlements.ts';
import { readState } from './status.ts';

const CONFIRMATION = {
  platformOrderNo: 'OR-10001-A',
  packageNo: 2,
  carrierCode: 'ups',
  carrierName: 'UPS',
  serviceName: 'Ground',
  trackingNumber: '1Z999AA10123456784',
  trackingUrl: 'https://www.ups.com/track?n=1Z999AA10123456784',
  shippedAt: '2026-11-21T07:00:00.000Z',
  lines: [{ platformLineId: 'OR-10001-A-1', quantity: 1 }],
};
const CARRIERS = {
  json: {
    carriers: [
      { code: 'UPS_GND', label: 'UPS', standard_code: 'ups' },
      { code: 'FDX', label: 'FedEx' },
    ],
  },
};
const configured = (multi_shipment: boolean) => ({ json: { features: { shipment: { multi_shipment } } } });
const NOTHING = { status: 204 };

describe('the key of a seller', () => {
  it.each([
    ['lowes-prod.mirakl.net', 'https://lowes-prod.mirakl.net'],
    [' https://Lowes-Prod.mirakl.net/mmp/shop/account ', 'https://lowes-prod.mirakl.net'],
    ['mirakl.net', undefined],
    ['evil.com', undefined],
    ['lowes.mirakl.net.evil.com', undefined],
    ['evil.com/x.mirakl.net', undefined],
    ['user@lowes.mirakl.net', undefined],
    ['lowes.mirakl.net:8443', undefined],
    ['', undefined],
  ])('%j is the instance %s', (typed, instance) => {
    expect(instanceOf(typed)).toBe(instance);
  });

  // Bare key and shop_id on every call: conventions of Mirakl's seller API (PHP SDK, AbstractApiClient).
  it('is sent as it is, with the shop where one was named, and nobody else learns it', async () => {
    const { fetch, sent } = scripted({ json: { shop_id: 2041, shop_name: 'Demo', currency_iso_code: 'USD' } });
    const keys = { instance: 'lowes-prod.mirakl.net', apiKey: KEY, shopId: '2041' };
    expect(await connect(fetch).connect({ keys })).toEqual({ tokens: ACCESS.tokens, account: '2041' });
    expect([sent[0]?.url.href, sent[0]?.headers.get('authorization')]).toEqual([
      'https://lowes-prod.mirakl.net/api/account?shop_id=2041',
      KEY,
    ]);
    const strange = connect(fetch).connect({ keys: { ...keys, instance: 'evil.com' } });
    expect([(await failure(strange)).code, sent.length]).toEqual(['INSTANCE', 1]);
    const other = connect(fetch).connect({ keys: { ...keys, shopId: '7' } });
    expect((await failure(other)).kind).toBe('rejected');
  });

  it('that Mirakl refuses has to be made anew by the seller', async () => {
    const refused = connect(scripted({ status: 401, json: { message: 'Unauthorized', status: 401 } }).fetch);
    expect((await failure(refused.listOrders(ACCESS, { updatedAfter: '2026-11-20T00:00:00Z' }))).kind).toBe(
      'unauthorized',
    );
    const busy = connect(scripted({ status: 429, json: {} }).fetch);
    const answered = await failure(busy.listOrders(ACCESS, { updatedAfter: '2026-11-20T00:00:00Z' }));
    expect([answered.kind, answered.retryAfterMs]).toEqual(['throttled', 60_000]);
  });
});

describe('where an order stands', () => {
  it.each([
    ['STAGING', { status: 'unpaid' }],
    ['WAITING_ACCEPTANCE', { status: 'toShip', hold: 'WAITING_ACCEPTANCE' }],
    ['WAITING_DEBIT', { status: 'unpaid' }],
    ['WAITING_DEBIT_PAYMENT', { status: 'unpaid' }],
    ['SHIPPING', { status: 'toShip' }],
    ['SHIPPED', { status: 'shipped' }],
    ['TO_COLLECT', { status: 'shipped' }],
    ['RECEIVED', { status: 'shipped' }],
    ['CLOSED', { status: 'shipped' }],
    ['REFUSED', { status: 'cancelled' }],
    ['CANCELED', { status: 'cancelled' }],
    ['WAITING_REFUND', undefined],
    ['toString', undefined],
  ])('%s is %j', (order_state, reading) => {
    expect(readState({ order_state, fully_refunded: false, order_lines: [{ order_line_state: 'x' }] })).toEqual(
      reading,
    );
  });

  it('is refunded when all of it was, and partly shipped while only some of its living lines are under way', () => {
    expect(readState({ order_state: 'CLOSED', fully_refunded: true, order_lines: [] })).toEqual({ status: 'refunded' });
    const lines = (...states: string[]) =>
      readState({
        order_state: 'SHIPPING',
        fully_refunded: false,
        order_lines: states.map((order_line_state) => ({ order_line_state })),
      })?.status;
    expect(lines('SHIPPED', 'SHIPPING')).toBe('partiallyShipped');
    expect(lines('CANCELED', 'SHIPPING')).toBe('toShip');
    expect(lines('SHIPPED', 'CANCELED', 'SHIPPING')).toBe('partiallyShipped');
  });
});

describe('reading orders', () => {
  const one = async (more: object) => {
    const { records } = await connect(scripted(page(order(more))).fetch).listOrders(ACCESS, {
      updatedAfter: '2026-11-20T00:00:00Z',
    });
    const [record] = records;
    if (!record?.ok) throw new Error(record?.reason);
    return record.order;
  };

  it('adds taxes that come on top, exactly, and none that are in the prices', async () => {
    const order_lines = [
      line(1, { shipping_price: 4.99, shipping_taxes: [{ amount: 0.41 }] }),
      line(2, { quantity: 3, price_unit: 0.1, price: 0.25, taxes: null }),
    ];
    expect(await one({ order_lines })).toMatchObject({
      displayNo: 'OR-10001',
      goodsAmount: '189.4',
      discountAmount: '0.05',
      shippingAmount: '4.99',
      taxAmount: '16.01',
      totalAmount: '210.35',
      shipTo: { name: 'Ann Lee', line1: '10 Oak St', line2: 'Gate 4', country: 'US' },
    });
    expect(await one({ order_lines, order_tax_mode: 'TAX_INCLUDED' })).toMatchObject({
      taxAmount: '0',
      totalAmount: '194.34',
    });
  });

  it('leaves out cancelled lines of a living order, and has no address before the buyer has paid', async () => {
    const gone = line(2, { order_line_state: 'CANCELED' });
    expect((await one({ order_lines: [line(1), gone] })).lines).toHaveLength(1);
    expect((await one({ order_state: 'CANCELED', order_lines: [gone] })).lines).toHaveLength(1);
    const waiting = await one({
      order_state: 'WAITING_ACCEPTANCE',
      customer: { firstname: 'Ann', shipping_address: null },
    });
    expect([waiting.shipTo, waiting.buyerName, waiting.hold]).toEqual([undefined, 'Ann', 'WAITING_ACCEPTANCE']);
  });
});

describe('the pages of a list', () => {
  const many = (first: number, count: number, total: number) => ({
    json: {
      orders: Array.from({ length: count }, (_, i) => order({ order_id: `OR-${first + i}-A` })),
      total_count: total,
    },
  });

  it('begin at a change and have no end, so that no order slips out of them', async () => {
    const { fetch, sent } = scripted(many(1, 100, 150), many(101, 50, 150));
    const connector = connect(fetch);
    const first = await connector.listOrders(ACCESS, { updatedAfter: '2026-11-21T00:00:00Z' });
    expect(sent[0]?.url.search).toBe('?start_update_date=2026-11-21T00%3A00%3A00.000Z&max=100&offset=0&shop_id=2041');
    expect(first.listedUntil).toBe('2026-11-21T07:57:50.000Z');
    const second = await connector.listOrders(ACCESS, { updatedAfter: '', cursor: first.nextCursor ?? '' });
    expect([sent[1]?.url.searchParams.get('offset'), second.nextCursor]).toEqual(['100', undefined]);
  });

  it('are asked for again when one comes twice, but not for ever', async () => {
    const { fetch, sent } = scripted(many(1, 100, 300), many(1, 100, 300));
    const connector = connect(fetch);
    let { nextCursor } = await connector.listOrders(ACCESS, { updatedAfter: '2026-11-21T00:00:00Z' });
    for (let i = 0; i < 3; i++)
      ({ nextCursor } = await connector.listOrders(ACCESS, { updatedAfter: '', cursor: nextCursor ?? '' }));
    expect(new Set(sent.slice(1).map((one) => one.url.searchParams.get('offset')))).toEqual(new Set(['100']));
    const last = await failure(connector.listOrders(ACCESS, { updatedAfter: '', cursor: nextCursor ?? '' }));
    expect(last.code).toBe('LOOP');
  });
});

describe('telling a shipment', () => {
  const read = (body: string | undefined) => JSON.parse(body ?? '') as unknown;

  it('is a shipment of its own where the operator ships by parcel, by the operator’s name of the carrier', async () => {
    const { fetch, sent } = scripted(configured(true), { json: { data: [] } }, CARRIERS, {
      status: 201,
      json: { shipment_success: [{ id: 'u' }], shipment_errors: [] },
    });
    expect(await connect(fetch).confirmShipment(ACCESS, CONFIRMATION)).toEqual({ outcome: 'confirmed' });
    expect(read(sent[3]?.body)).toEqual({
      shipments: [
        {
          order_id: 'OR-10001-A',
          shipped: true,
          tracking: { carrier_code: 'UPS_GND', tracking_number: '1Z999AA10123456784' },
          shipment_lines: [{ order_line_id: 'OR-10001-A-1', quantity: 1, package_reference: '2' }],
        },
      ],
    });
  });

  it('is not told again while one with that number stands; an error beside it is a refusal', async () => {
    const standing = (status: string) => ({
      json: { data: [{ status, tracking: { tracking_number: '1z999aa10123456784' } }] },
    });
    const known = scripted(configured(true), standing('SHIPPED'));
    expect((await connect(known.fetch).confirmShipment(ACCESS, CONFIRMATION)).outcome).toBe('alreadyConfirmed');
    const error = { status: 201, json: { shipment_errors: [{ message: 'too many' }], shipment_success: [] } };
    const refused = scripted(configured(true), standing('CANCELED'), CARRIERS, error);
    expect(await failure(connect(refused.fetch).confirmShipment(ACCESS, CONFIRMATION))).toMatchObject({
      kind: 'rejected',
      message: 'ST01: too many',
    });
    const lost = scripted(configured(true), { json: { data: [] } }, CARRIERS, { status: 502, text: 'x' });
    expect((await failure(connect(lost.fetch).confirmShipment(ACCESS, CONFIRMATION))).kind).toBe('uncertain');
  });

  it('is the whole order elsewhere: tracking, then shipped', async () => {
    const { fetch, sent } = scripted(configured(false), page(order()), CARRIERS, NOTHING, NOTHING);
    const strange = { ...CONFIRMATION, carrierCode: 'XPO', carrierName: 'XPO Logistics' };
    expect((await connect(fetch).confirmShipment(ACCESS, strange)).outcome).toBe('confirmed');
    expect(sent.slice(3).map((one) => [one.method, one.url.pathname])).toEqual([
      ['PUT', '/api/orders/OR-10001-A/tracking'],
      ['PUT', '/api/orders/OR-10001-A/ship'],
    ]);
    expect(read(sent[3]?.body)).toEqual({
      carrier_name: 'XPO Logistics',
      carrier_url: CONFIRMATION.trackingUrl,
      tracking_number: CONFIRMATION.trackingNumber,
    });
  });

  it('takes no part of such an order, and sees that the whole of it has been told', async () => {
    const two = order({ order_lines: [line(1), line(2)] });
    const part = await failure(
      connect(scripted(configured(false), page(two)).fetch).confirmShipment(ACCESS, CONFIRMATION),
    );
    expect(part.code).toBe('PARTIAL');
    const answered = order({ order_state: 'SHIPPED', shipping_tracking: CONFIRMATION.trackingNumber });
    const again = connect(scripted(configured(false), page(answered)).fetch).confirmShipment(ACCESS, CONFIRMATION);
    expect((await again).outcome).toBe('alreadyConfirmed');
  });

  it('asks for what hardly changes once a day', async () => {
    let now = NOW;
    const { fetch, sent } = scripted(CARRIERS);
    const connector = connect(fetch, () => now);
    expect(await connector.listCarriers(ACCESS)).toEqual([
      { code: 'UPS_GND', name: 'UPS' },
      { code: 'FDX', name: 'FedEx' },
    ]);
    await connector.listCarriers(ACCESS);
    expect(sent).toHaveLength(1);
    now += 86_400_001;
    await connector.listCarriers(ACCESS);
    expect(sent).toHaveLength(2);
  });
});

describe('accepting and calling off', () => {
  const decided = (accepted: boolean) => ({ order_lines: [{ id: 'OR-10001-A-1', accepted }] });
  const notice = { platformOrderNo: 'OR-10001-A', reason: 'outOfStock', lines: CONFIRMATION.lines } as const;

  it('decides every line while the order waits for it, and says nothing later', async () => {
    const waiting = order({ order_state: 'WAITING_ACCEPTANCE' });
    const { fetch, sent } = scripted(page(waiting), page(waiting), NOTHING);
    const connector = connect(fetch);
    const record = await connector.getOrder(ACCESS, 'OR-10001-A');
    if (!record.ok) throw new Error(record.reason);
    await connector.acknowledge(ACCESS, record.order);
    expect([sent[2]?.url.pathname, JSON.parse(sent[2]?.body ?? '')]).toEqual([
      '/api/orders/OR-10001-A/accept',
      decided(true),
    ]);
    const accepted = scripted(page(order()));
    await connect(accepted.fetch).acknowledge(ACCESS, record.order);
    expect(accepted.sent).toHaveLength(1);
  });

  it('refuses what was not accepted yet, and cancels what was', async () => {
    const before = scripted(page(order({ order_state: 'WAITING_ACCEPTANCE' })), NOTHING);
    expect(await connect(before.fetch).cancelOrder(ACCESS, notice)).toEqual({ outcome: 'cancelled' });
    expect(JSON.parse(before.sent[1]?.body ?? '')).toEqual(decided(false));
    const after = scripted(page(order()), NOTHING);
    await connect(after.fetch).cancelOrder(ACCESS, notice);
    expect(after.sent[1]?.url.pathname).toBe('/api/orders/OR-10001-A/cancel');
    const gone = connect(scripted(page(order({ order_state: 'REFUSED' }))).fetch).cancelOrder(ACCESS, notice);
    expect(await gone).toEqual({ outcome: 'alreadyCancelled' });
  });
});

describe('files of stock and prices', () => {
  const item = (sellerSku: string, refs?: Record<string, string>) => ({
    itemId: '1',
    sellerSku,
    quantity: 5,
    price: '12.50',
    currency: 'USD',
    ...(refs ? { refs } : {}),
  });

  it('hold what may be told, one line an offer', async () => {
    const { fetch, sent } = scripted({ status: 201, json: { import_id: 'i-1' } });
    const outcomes = await connect(fetch).pushStock(ACCESS, [
      item('A"B;C'),
      item('D', { warehouse: 'LA1' }),
      item('E', { warehouses: '2' }),
    ]);
    expect(outcomes.map((one) => one.outcome)).toEqual(['pending', 'pending', 'refused']);
    expect(sent[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect(sent[0]?.body).toContain('name="file"');
    expect(sent[0]?.body).toContain(
      '"offer-sku";"quantity";"warehouse-code";"update-delete"\n"A""B;C";"5";"";""\n"D";"5";"LA1";""\n',
    );
    const prices = await connect(fetch).pushPrice(ACCESS, [item('A', { prices: 'several' })]);
    expect([prices[0]?.outcome, sent.length]).toEqual(['refused', 1]);
  });

  it('are over when Mirakl says so; its report names what was refused', async () => {
    const status = (answered: string, has_error_report: boolean) => ({ json: { status: answered, has_error_report } });
    const report = { text: '"line";"error";"offer-sku";"quantity"\n"3";"no ""such"" offer";"B";"5"\n', headers: {} };
    const start = connect(scripted({ status: 201, json: { import_id: 7 } }).fetch);
    const [sent] = await start.pushStock(ACCESS, [item('A'), item('B')]);
    const ticket = sent?.outcome === 'pending' ? sent.ticket : '';
    const ask = (...replies: object[]) => connect(scripted(...replies).fetch).pushResult(ACCESS, ticket);
    const accepted = (sellerSku: string) => ({ sellerSku, outcome: { outcome: 'accepted' } });
    expect(await ask(status('RUNNING', false))).toBeNull();
    expect(await ask(status('COMPLETE', false))).toEqual([accepted('A'), accepted('B')]);
    expect(await ask(status('COMPLETE', true), report)).toEqual([
      accepted('A'),
      { sellerSku: 'B', outcome: { outcome: 'refused', detail: 'no "such" offer' } },
    ]);
    expect((await ask(status('FAILED', false)))?.map((one) => one.outcome.outcome)).toEqual(['refused', 'refused']);
    expect((await failure(ask(status('COMPLETE', true), { text: 'nothing' }))).kind).toBe('malformed');
  });

  it('come back as they were written, whatever is in them', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ';', ',', '\n', ' ', 'é') });
    const row = fc.tuple(fc.constant('x'), field, field);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const all = [['h', 'i', 'j'], ...rows];
        expect(readCsv(writeCsv(all))).toEqual(all);
      }),
    );
  });

  it('leave offers with other prices alone', async () => {
    const offer = (more: object) => ({
      offer_id: 1,
      shop_sku: 'A',
      active: true,
      quantity: 4,
      price: 9.9,
      currency_iso_code: 'USD',
      all_prices: [{ channel_code: null, volume_prices: [{}] }],
      ...more,
    });
    const offers = [
      offer({}),
      offer({ discount: { discount_price: 8.5 } }),
      offer({ all_prices: [{ channel_code: 'US' }] }),
      offer({ all_prices: [{ volume_prices: [{}, {}] }] }),
      offer({ active: false, warehouses: [{ code: 'A' }, { code: 'B' }] }),
    ];
    const { fetch } = scripted({ json: { offers, total_count: offers.length } });
    const { listings } = await connect(fetch).listListings(ACCESS, {});
    const several = { prices: 'several' };
    expect(listings.map((one) => one.refs)).toEqual([undefined, several, several, several, { warehouses: '2' }]);
    expect([listings[0]?.price, listings[4]?.state]).toEqual(['9.9', 'inactive']);
  });
});

describe('money', () => {
  it.each([
    ['ORDER_AMOUNT', 'sale'],
    ['ORDER_SHIPPING_AMOUNT', 'shipping'],
    ['ORDER_AMOUNT_TAX', 'tax'],
    ['OPERATOR_REMITTED_ORDER_AMOUNT_TAX', 'tax'],
    ['OPERATOR_REMITTED_REFUND_ORDER_AMOUNT_TAX', 'tax'],
    ['OPERATOR_PAID_ORDER_SHIPPING_AMOUNT', 'shipping'],
    ['OPERATOR_PAID_REFUND_ORDER_SHIPPING_AMOUNT', 'refund'],
    ['COMMISSION_FEE', 'commission'],
    ['COMMISSION_VAT', 'commission'],
    ['REFUND_COMMISSION_FEE', 'commission'],
    ['REFUND_ORDER_AMOUNT', 'refund'],
    ['REFUND_ORDER_AMOUNT_TAX', 'refund'],
    ['MANUAL_CREDIT_VAT', 'adjustment'],
    ['SELLER_PENALTY_FEE_TAX', 'adjustment'],
    ['SUBSCRIPTION_VAT', 'other'],
    ['RESERVE_FUNDING', 'other'],
    ['PAYMENT', 'payout'],
    ['MOON_FEE', 'other'],
  ])('%s is %s', (type, kind) => {
    expect(kindOf(type)).toBe(kind);
  });

  it('is the seller’s when credited, however a debit is signed; nothing is no line', async () => {
    const log = (id: string, more: object) => ({
      id,
      type: 'ORDER_AMOUNT',
      currency_iso_code: 'USD',
      date_created: '2026-11-20T22:05:00Z',
      entities: { order: { id: 'OR-10001-A' } },
      ...more,
    });
    const data = [
      log('1', { amount: 10.1, amount_credited: 10.1, amount_debited: 0 }),
      log('2', { amount: -3, amount_credited: 0, amount_debited: 3 }),
      log('3', { amount: -3, amount_debited: -3.05, seller_billing_cycle_id: 'c-1' }),
      log('4', { amount: -7.5 }),
      log('5', { amount: 0 }),
      log('6', {}),
    ];
    const { fetch, sent } = scripted({ json: { data, next_page_token: 't1' } });
    const found = await connect(fetch).listSettlements(ACCESS, { postedAfter: '2026-11-20T00:00:00Z' });
    expect(found.lines.map((one) => [one.reference, one.amount])).toEqual([
      ['1', '10.1'],
      ['2', '-3'],
      ['3', '-3.05'],
      ['4', '-7.5'],
    ]);
    expect([found.lines[2]?.settlementId, found.lines[0]?.platformOrderNo]).toEqual(['c-1', 'OR-10001-A']);
    expect(found.unreadable).toMatchObject([{ reason: 'amount: the line names no amount' }]);
    await connect(fetch).listSettlements(ACCESS, { postedAfter: '', cursor: found.nextCursor ?? '' });
    expect(sent[1]?.url.searchParams.get('page_token')).toBe('t1');
  });
});

describe('returns', () => {
  const answered = (state: string, more: object = {}) => ({
    id: `r-${state}`,
    order_id: 'OR-10001-A',
    state,
    reason_code: '14',
    return_lines: [{ order_line_id: 'OR-10001-A-1', quantity: 1, reason_code: '14' }],
    date_created: '2026-11-20T22:05:00Z',
    last_updated: '2026-11-20T22:05:00Z',
    ...more,
  });
  const states = async (data: object[], ...orders: object[]) => {
    const { fetch } = scripted({ json: { data } }, page(...orders));
    const { returns } = await connect(fetch).listReturns(ACCESS, { updatedAfter: '2026-11-20T00:00:00Z' });
    return returns.map((one) => one.state);
  };

  it('have a state each, and one that is not known is set aside', async () => {
    const all = ['WAITING_ACCEPTANCE', 'IN_PROGRESS', 'REFUSED', 'NO_RECEPTION', 'CANCELED'].map((one) =>
      answered(one),
    );
    expect(await states(all)).toEqual(['requested', 'approved', 'rejected', 'closed', 'closed']);
    expect(await states([answered('IN_PROGRESS', { tracking: { tracking_number: '1Z' } })])).toEqual(['shipped']);
    const { fetch } = scripted({ json: { data: [answered('LOST')] } });
    const { unreadable } = await connect(fetch).listReturns(ACCESS, { updatedAfter: '2026-11-20T00:00:00Z' });
    expect(unreadable).toMatchObject([{ reason: 'state: "LOST" is unknown' }]);
  });

  it('are refunded when the order’s lines say so', async () => {
    const paid = (refund_state: string) =>
      order({ order_lines: [line(1, { refunds: [{ amount: 189.1, refund_state }] })] });
    expect(await states([answered('CLOSED'), answered('RECEIVED')], paid('REFUNDED'))).toEqual([
      'refunded',
      'refunded',
    ]);
    expect(await states([answered('CLOSED'), answered('RECEIVED')], paid('WAITING_REFUND'))).toEqual([
      'closed',
      'received',
    ]);
    expect(await states([answered('CLOSED')])).toEqual(['closed']);
  });
});
