import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harmfulTo } from '../../harm.testing.ts';
import { createOwnShopConnector } from './index.ts';
import { readOrder, readOrders } from './orders.ts';
import { isSigned, signatureOf } from './signature.ts';

const SECRET = 'f'.repeat(64);
const NOW = Date.parse('2026-11-22T10:00:00Z');

describe('a call of a shop’s own software', () => {
  const call = (more: object = {}) => ({
    method: 'POST',
    target: '/api/push/other',
    headers: {} as Record<string, string | undefined>,
    body: Buffer.from('{"orders":[]}'),
    ...more,
  });
  const timestamp = String(NOW / 1000);
  const signed = (what = call(), at = timestamp) => ({
    ...what,
    headers: { 'x-shop-timestamp': at, 'x-shop-signature': signatureOf(what, SECRET, at).toString('hex') },
  });

  it('is signed as the documentation’s example says', () => {
    const body = Buffer.from('{"orders":[{"orderNo":"A-1001"}]}');
    expect(
      signatureOf({ method: 'POST', target: '/api/push/other', body }, 'example-secret', '1795341600').toString('hex'),
    ).toBe('bb66da1c3ac5699c4f93ff654e359b6448ec13c2eec23563ba3178329e088aac');
    const target = '/api/push/other/shipments?since=2026-11-22T00%3A00%3A00Z';
    expect(
      signatureOf({ method: 'GET', target, body: Buffer.alloc(0) }, 'example-secret', '1795341600').toString('hex'),
    ).toBe('83b7a54bb297d35e0eb1247c1c379da780e0ce7f70fb0a891fc31b154a3fd5c6');
  });

  it('is taken for five minutes, to either side', () => {
    expect(isSigned(signed(), SECRET, NOW)).toBe(true);
    expect(isSigned(signed(), SECRET, NOW + 299_000)).toBe(true);
    expect(isSigned(signed(), SECRET, NOW - 299_000)).toBe(true);
    expect(isSigned(signed(), SECRET, NOW + 301_000)).toBe(false);
    expect(isSigned(signed(), SECRET, NOW - 301_000)).toBe(false);
    expect(isSigned(signed(call(), `${timestamp}000`), SECRET, NOW)).toBe(false);
  });

  it('is refused when anything of it was changed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), fc.nat(), (bytes, place) => {
        const body = Buffer.from(bytes);
        const good = signed(call({ body }));
        const bent = Buffer.from(body);
        bent[place % bent.length] = (bent[place % bent.length] ?? 0) ^ 1;
        return (
          isSigned(good, SECRET, NOW) &&
          !isSigned({ ...good, body: bent }, SECRET, NOW) &&
          !isSigned({ ...good, method: 'GET' }, SECRET, NOW) &&
          !isSigned({ ...good, target: `${good.target}?x=1` }, SECRET, NOW) &&
          !isSigned(good, `${SECRET.slice(1)}e`, NOW)
        );
      }),
    );
  });
});

const line = { sku: 'LAMP-1', quantity: 2, unitPrice: '10.50' };
const order = (more: object = {}) => ({
  orderNo: 'A-1',
  orderedAt: '2026-11-01T12:00:00+08:00',
  lines: [line],
  ...more,
});
const read = (more: object = {}) => {
  const { record } = readOrder(order(more), 'EUR');
  if (!record.ok) throw new Error(record.reason);
  return record.order;
};
const fields = (more: object) => readOrder(order(more), 'EUR').problems.map((one) => one.field);

describe('an order in our own format', () => {
  it('needs little; the rest is worked out', () => {
    expect(read()).toEqual({
      platformOrderNo: 'A-1',
      status: 'toShip',
      fulfilledBy: 'seller',
      orderedAt: '2026-11-01T04:00:00.000Z',
      updatedAt: '2026-11-01T04:00:00.000Z',
      currency: 'EUR',
      goodsAmount: '21.00',
      shippingAmount: '0',
      taxAmount: '0',
      discountAmount: '0',
      totalAmount: '21.00',
      lines: [
        {
          platformLineId: 'LAMP-1',
          sellerSku: 'LAMP-1',
          title: 'LAMP-1',
          quantity: 2,
          unitPrice: '10.50',
          discount: '0',
          tax: '0',
        },
      ],
    });
  });

  it('adds its amounts up exactly, and says so when they were told otherwise', () => {
    const lines = [
      { ...line, unitPrice: '0.1', quantity: 3, tax: '0.07', discount: '0.02' },
      { ...line, sku: 'B', unitPrice: 0, quantity: 1 },
    ];
    const answered = read({ lines, shippingAmount: '4.99', totalAmount: '5.34', currency: 'USD' });
    expect([
      answered.goodsAmount,
      answered.taxAmount,
      answered.discountAmount,
      answered.totalAmount,
      answered.currency,
    ]).toEqual(['0.3', '0.07', '0.02', '5.34', 'USD']);
    expect(fields({ totalAmount: '21.01' })).toEqual(['totalAmount']);
    expect(fields({ discountAmount: '99' })).toEqual(['discountAmount']);
  });

  it('names its lines the same way each time', () => {
    const ids = (lines: object[]) => read({ lines }).lines.map((one) => one.platformLineId);
    expect(ids([line, { ...line, sku: 'B' }, line])).toEqual(['LAMP-1', 'B', 'LAMP-1#2']);
    expect(ids([{ ...line, lineId: '7' }, line])).toEqual(['7', 'LAMP-1']);
    expect(
      fields({
        lines: [
          { ...line, lineId: '7' },
          { ...line, lineId: '7' },
        ],
      }),
    ).toEqual(['lines']);
  });

  it('has every field named that does not fit', () => {
    expect(
      fields({
        orderNo: ' ',
        status: 'sent',
        orderedAt: 'yesterday',
        lines: [
          { sku: 'A', quantity: 1.5, unitPrice: '-1' },
          { quantity: 1, unitPrice: 'ten' },
        ],
      }),
    ).toEqual([
      'orderNo',
      'status',
      'orderedAt',
      'lines.0.quantity',
      'lines.0.unitPrice',
      'lines.1.sku',
      'lines.1.unitPrice',
    ]);
    expect(fields({ lines: [] })).toEqual(['lines']);
    expect(readOrder('nonsense', 'EUR').record).toMatchObject({ ok: false, raw: 'nonsense' });
  });

  it('is read whatever happens to a field that nobody needs', async () => {
    const whole = order({
      displayNo: '#1',
      status: 'toShip',
      updatedAt: '2026-11-01T12:00:00+08:00',
      shipBy: '2026-11-03T12:00:00+08:00',
      shippingService: 'Express',
      currency: 'EUR',
      shippingAmount: '4.99',
      taxAmount: '1.00',
      discountAmount: '0',
      cancelRequested: false,
      hold: 'check',
      buyer: { name: 'A', email: 'a@b.example', note: 'n' },
      shipTo: {
        ...{ name: 'A', company: 'C', line1: '1 St', line2: 'x', city: 'X', state: 'S', postalCode: '1' },
        ...{ country: 'DE', phone: '1', email: 'a@b.example' },
      },
      lines: [{ ...line, lineId: '1', title: 'Lamp', discount: '0', tax: '1.00' }],
    });
    const needed = ['orderNo', 'orderedAt', ...['sku', 'quantity', 'unitPrice'].map((name) => `lines.*.${name}`)];
    expect(await harmfulTo(whole, needed, (answer) => readOrder(answer, 'EUR').record)).toEqual([]);
    expect(read({ status: 'TOSHIP', displayNo: 'x'.repeat(101) })).toMatchObject({
      status: 'toShip',
      displayNo: 'x'.repeat(100),
    });
  });

  it('has unknown amounts where one, or the currency, cannot be read', () => {
    const unknown = (more: object) => read(more).amountsUnknown;
    for (const odd of ['some', '-1', {}]) {
      for (const name of ['shippingAmount', 'taxAmount', 'discountAmount', 'totalAmount'])
        expect([name, odd, unknown({ [name]: odd })]).toEqual([name, odd, true]);
      expect(unknown({ lines: [{ ...line, tax: odd }] })).toBe(true);
    }
    expect(unknown({ currency: 'Dollar' })).toBe(true);
    expect(unknown({ currency: null, shippingAmount: null, taxAmount: '', totalAmount: undefined })).toBeUndefined();
    expect(read({ currency: 'usd' }).currency).toBe('USD');
  });

  it('keeps a country that nobody knows as it came', () => {
    const to = (country: unknown) => read({ shipTo: { name: 'A', line1: '1 St', city: 'X', country } }).shipTo?.country;
    expect(['usa', 'France', 'XYZ', 'de', null].map(to)).toEqual(['US', 'FR', 'XYZ', 'DE', '']);
  });

  it('comes in a body of one to a hundred', () => {
    const body = (orders: unknown) => Buffer.from(JSON.stringify({ orders }));
    expect(readOrders(body([order(), { orderNo: 'A-2' }]), 'EUR').map((one) => one.record.ok)).toEqual([true, false]);
    for (const orders of [[], Array(101).fill(order()), 'none', undefined])
      expect(() => readOrders(body(orders), 'EUR')).toThrow(/body/);
    expect(() => readOrders(Buffer.from('{'), 'EUR')).toThrow(/JSON/);
    const long = Buffer.from(
      '{"orders":[{"orderNo":"A-1","orderedAt":"2026-11-01T12:00:00Z","lines":[{"sku":"A","quantity":1,"unitPrice":0.10}]}]}',
    );
    const [exact] = readOrders(long, 'EUR');
    expect(exact?.record.ok && exact.record.order.totalAmount).toBe('0.10');
  });
});

describe('the connector of a shop of one’s own', () => {
  it('has nothing to be asked, and telling it always works', async () => {
    const shop = createOwnShopConnector({ now: () => NOW });
    const access = { tokens: { accessToken: SECRET, keys: { currency: 'EUR' } } };
    expect(await shop.describeShop({ ...access, account: 'shop_1' })).toMatchObject({ name: '', currency: 'EUR' });
    expect(await shop.listOrders()).toEqual({ records: [], listedUntil: '2026-11-22T10:00:00.000Z' });
    expect(await shop.confirmShipment()).toEqual({ outcome: 'confirmed' });
    expect(await shop.cancelOrder()).toEqual({ outcome: 'cancelled' });
  });
});
