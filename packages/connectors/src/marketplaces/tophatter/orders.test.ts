import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harmfulTo } from '../../harm.testing.ts';
import { parseJson } from '../../json.ts';
import { sum } from '../../money.ts';
import { order, shipped } from './fixtures.ts';
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

describe('an order of Tophatter', () => {
  it('is read whole, as one piece', () => {
    expect(read(order())).toEqual({
      ok: true,
      order: {
        platformOrderNo: '359000017',
        status: 'toShip',
        fulfilledBy: 'seller',
        orderedAt: '2026-11-01T10:00:00.000Z',
        paidAt: '2026-11-01T10:05:00.000Z',
        updatedAt: '2026-11-01T10:05:00.000Z',
        currency: 'USD',
        goodsAmount: '12.50',
        shippingAmount: '4.99',
        taxAmount: '0',
        discountAmount: '0',
        totalAmount: '17.49',
        buyerName: 'J Doe',
        shipTo: {
          name: 'J Doe',
          line1: '1 A St',
          line2: 'Apt 2',
          city: 'LA',
          state: 'CA',
          postalCode: '90001',
          country: 'US',
        },
        lines: [
          {
            platformLineId: '359000017',
            sellerSku: 'MUG-RED',
            platformItemId: 'MUG',
            title: 'Mug',
            quantity: 1,
            unitPrice: '12.50',
            discount: '0',
            tax: '0',
          },
        ],
      },
    });
  });

  it.each([
    ['processing_payment', 'unpaid', undefined],
    ['paid', 'toShip', undefined],
    ['pending_verification', 'toShip', 'pending_verification'],
    ['pending_consolidation_decision', 'toShip', 'pending_consolidation_decision'],
    ['refunded', 'cancelled', undefined],
  ])('that is %s is %s', (status, ours, hold) => {
    expect(good(order({ status }))).toMatchObject({ status: ours });
    expect(good(order({ status })).hold).toBe(hold);
  });

  it('that was sent off is given back, not called off', () => {
    expect(good(shipped()).status).toBe('shipped');
    expect(good(shipped({ status: 'refunded' })).status).toBe('refunded');
  });

  it('of a state nobody knows is set aside, with its number', () => {
    expect(read(order({ status: 'gone_to_the_moon' }))).toMatchObject({
      ok: false,
      platformOrderNo: '359000017',
      reason: expect.stringContaining('gone_to_the_moon'),
    });
    expect(read({ order_id: 7 })).toMatchObject({ ok: false, platformOrderNo: '7' });
    expect(read('nonsense')).toMatchObject({ ok: false });
    expect(reason(order({ created_at: null }))).toContain('created_at');
  });

  it('is read whatever happens to a field that nobody needs', async () => {
    const needed = ['order_id', 'status', 'created_at', 'variation_identifier', 'product_identifier'];
    expect(await harmfulTo(order(), needed, read)).toEqual([]);
    expect(await harmfulTo(shipped(), needed, read)).toEqual([]);
    expect(good(order({ order_id: '359000017', variation_identifier: null, product_identifier: 8 }))).toMatchObject({
      platformOrderNo: '359000017',
      lines: [{ sellerSku: '8', quantity: 1 }],
    });
  });

  it('keeps a country that nobody knows as it came', () => {
    const to = (country: unknown) => good(order({ country })).shipTo?.country;
    expect(['Atlantis', 'XYZ', 'usa', 'germany', null, {}].map(to)).toEqual(['Atlantis', 'XYZ', 'US', 'DE', '', '']);
  });

  it('has unknown amounts where one is missing or cannot be read', () => {
    const unknown = (more: object) => good(order(more)).amountsUnknown;
    for (const odd of ['some', { buyer_fee: 'some' }, { buyer_fee: 1, shipping_fee: {} }])
      expect(unknown({ available_refunds: odd })).toBe(true);
    expect(unknown({ refund_amount: 'some' })).toBe(true);
    const untold = { available_refunds: null, refund_amount: null };
    for (const odd of ['some', null, undefined]) {
      expect(unknown({ ...untold, disbursement_amount: odd })).toBe(true);
      expect(unknown({ ...untold, seller_fees_amount: odd })).toBe(true);
    }
    expect(unknown({})).toBeUndefined();
    expect(unknown(untold)).toBeUndefined();
    expect(unknown({ refund_amount: null, disbursement_amount: null, seller_fees_amount: null })).toBeUndefined();
  });

  it('that is not paid has no other time than its own, and may have nobody to send it to', () => {
    const unpaid = good(order({ status: 'processing_payment', paid_at: null, customer_name: null, address1: null }));
    expect(unpaid).toMatchObject({ updatedAt: '2026-11-01T10:00:00.000Z' });
    expect(unpaid).not.toHaveProperty('shipTo');
    expect(unpaid).not.toHaveProperty('buyerName');
  });

  it('names its product where it has no variation', () => {
    const [line] = good(order({ variation_identifier: null, product_name: null })).lines;
    expect([line?.sellerSku, line?.title]).toEqual(['MUG', 'MUG']);
  });

  it('cost what was given back and what could still be', () => {
    const some = { available_refunds: { buyer_fee: 2.5, shipping_fee: 4.99 }, refund_amount: 10 };
    expect(good(shipped(some))).toMatchObject({ goodsAmount: '12.50', shippingAmount: '4.99', totalAmount: '17.49' });
    expect(good(order({ status: 'refunded', available_refunds: {}, refund_amount: 17.49 })).totalAmount).toBe('17.49');
  });

  it('cost what the seller and Tophatter got, where nothing is told of refunds', () => {
    const answered = good(order({ available_refunds: null, refund_amount: null }));
    expect([answered.totalAmount, answered.shippingAmount]).toEqual(['17.49', '0']);
  });

  it('has a sum of goods and freight, whatever they are', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(cents, cents, cents, (goods, freight, back) => {
        const refunds = { buyer_fee: goods / 100, shipping_fee: freight / 100 };
        const answered = good(order({ available_refunds: refunds, refund_amount: back / 100, disbursement_amount: 0 }));
        expect(sum([answered.goodsAmount, answered.shippingAmount])).toBe(sum([answered.totalAmount]));
        if (goods + freight + back > 0)
          expect(Math.round(Number(answered.totalAmount) * 100)).toBe(goods + freight + back);
      }),
    );
  });
});
