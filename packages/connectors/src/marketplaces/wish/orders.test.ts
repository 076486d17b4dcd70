import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harmfulTo } from '../../harm.testing.ts';
import { parseJson } from '../../json.ts';
import { sum } from '../../money.ts';
import { MARKED, money, order, shipped } from './fixtures.ts';
import { readOrder } from './orders.ts';

/** As it comes over the wire. */
const read = (raw: unknown) => readOrder(parseJson(JSON.stringify(raw)));
const good = (raw: unknown) => {
  const record = read(raw);
  if (!record.ok) throw new Error(record.reason);
  return record.order;
};
const reason = (raw: unknown) => {
  const record = read(raw);
  return record.ok ? '' : record.reason;
};
const payment = (more: object) =>
  order({ order_payment: { general_payment_details: { ...order().order_payment.general_payment_details, ...more } } });
const event = (event_type: string, day: number) => ({ event_type, event_time: `2026-11-0${day}T09:00:00Z` });

describe('an order of Wish', () => {
  it('is read whole, as one line, its amounts by the piece', () => {
    expect(read(order())).toEqual({
      ok: true,
      order: {
        platformOrderNo: '64f0aa000000000000000001',
        status: 'toShip',
        fulfilledBy: 'seller',
        orderedAt: '2026-11-01T10:00:00.000Z',
        updatedAt: '2026-11-01T10:20:00.123Z',
        shipBy: '2026-11-06T10:00:00.000Z',
        currency: 'USD',
        goodsAmount: '30.3',
        shippingAmount: '6.15',
        taxAmount: '0',
        discountAmount: '0',
        totalAmount: '36.45',
        buyerName: 'J Doe',
        shipTo: {
          name: 'J Doe',
          line1: '1 A St',
          line2: 'Apt 2',
          city: 'LA',
          state: 'CA',
          postalCode: '90001',
          country: 'US',
          phone: '+1 5550100',
        },
        lines: [
          {
            platformLineId: '64f0aa000000000000000001',
            sellerSku: 'MUG-RED',
            platformItemId: '63ab',
            title: 'Mug · red',
            quantity: 3,
            unitPrice: '10.1',
            discount: '0',
            tax: '0',
          },
        ],
      },
    });
  });

  it.each([
    ['APPROVED', [], 'toShip', undefined],
    ['REQUIRE_REVIEW', [], 'toShip', 'REQUIRE_REVIEW'],
    ['SHIPPED', [MARKED], 'shipped', undefined],
    ['DECLINED', [], 'cancelled', undefined],
    ['REFUNDED', [], 'cancelled', undefined],
    ['REFUNDED', [event('MARK_SHIPPED', 2)], 'refunded', undefined],
    ['REFUNDED', [event('MARK_SHIPPED', 2), event('TRACKING_CANCELLED', 3)], 'cancelled', undefined],
    // Told in any order.
    [
      'REFUNDED',
      [event('MARK_SHIPPED', 4), event('TRACKING_CANCELLED', 3), event('MARK_SHIPPED', 2)],
      'refunded',
      undefined,
    ],
    // Released once more after its shipment was called off.
    ['APPROVED', [event('MARK_SHIPPED', 2), event('ORDER_RE_RELEASED', 3)], 'toShip', undefined],
  ])('that is %s after %j is %s', (state, fulfillment_records, status, hold) => {
    const answered = good(order({ state, fulfillment_records }));
    expect([answered.status, answered.hold]).toEqual([status, hold]);
  });

  it.each([
    [['WISH_EXPRESS'], 'seller'],
    [['WISH_EXPRESS', 'FULFILLED_BY_WISH'], 'platform'],
    [['FULFILLED_BY_STORE'], 'platform'],
    [undefined, 'seller'],
  ])('of the kinds %j is shipped by the %s', (fulfillment_order_types, by) => {
    expect(good(order({ fulfillment_order_types })).fulfilledBy).toBe(by);
  });

  it('is set aside for an unknown state or amounts that do not go together', () => {
    expect(reason(order({ state: 'constructor' }))).toContain('"constructor" is unknown');
    expect(reason(payment({ product_shipping_price: money(2, 'CNY') }))).toContain('CNY beside USD');
    expect(reason(payment({ product_price: null, product_shipping_price: null }))).toContain('no amount names');
    expect(reason(payment({ product_quantity: 0 }))).toContain('product_quantity');
    expect(read(order({ released_at: 'today' }))).toMatchObject({ ok: false, platformOrderNo: order().id });
  });

  it('comes without an address where Wish tells none', () => {
    expect(good(order({ full_address: {} })).shipTo).toBeUndefined();
    expect(good(order({ full_address: { shipping_detail: { country_code: 'US' } } })).shipTo).toBeUndefined();
  });

  it('keeps a country that nobody knows as it came', () => {
    const to = (country_code: unknown) =>
      good(order({ full_address: { shipping_detail: { name: 'A', country_code } } })).shipTo?.country;
    expect(['usa', 'us', 'XYZ', null].map(to)).toEqual(['US', 'US', 'XYZ', '']);
  });

  it('is read whatever happens to a field that nobody needs', async () => {
    const details = 'order_payment.general_payment_details';
    const needed = ['id', 'state', 'released_at', 'product_information.sku', `${details}.product_quantity`];
    expect(await harmfulTo(order(), needed, read)).toEqual([]);
    expect(await harmfulTo(shipped(), needed, read)).toEqual([]);
    expect(good(order({ updated_at: null })).updatedAt).toBe('2026-11-01T10:00:00.000Z');
    expect(good(order({ product_information: { variation_id: '63ab' } })).lines).toMatchObject([
      { sellerSku: '', platformItemId: '63ab', quantity: 3 },
    ]);
    expect(good(order({ fulfillment_order_types: 'fulfilled_by_wish' })).fulfilledBy).toBe('platform');
  });

  it('has unknown amounts where one is missing or cannot be read', () => {
    for (const odd of [null, undefined, 'a lot', { amount: 'a lot', currency_code: 'USD' }, { amount: 1 }])
      for (const more of [{ product_price: odd }, { product_shipping_price: odd }])
        expect([more, good(payment(more)).amountsUnknown]).toEqual([more, true]);
    expect(good(order()).amountsUnknown).toBeUndefined();
  });

  it('adds up to the cent, whatever the numbers', () => {
    const cents = fc.integer({ min: 0, max: 99_999_999 });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 1, max: 500 }), (price, freight, quantity) => {
        const answered = good(
          payment({
            product_price: money(price / 100),
            product_shipping_price: money(freight / 100),
            product_quantity: quantity,
          }),
        );
        expect(sum([answered.goodsAmount, answered.shippingAmount])).toBe(answered.totalAmount);
        expect(Math.round(Number(answered.totalAmount) * 100)).toBe((price + freight) * quantity);
      }),
    );
  });

  it('that is shipped says so', () => {
    expect(good(shipped()).status).toBe('shipped');
  });
});
