import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harmfulTo } from '../../harm.testing.ts';
import { sum } from '../../money.ts';
import { order, shipment } from './fixtures.ts';
import { readOrder } from './orders.ts';

const good = (raw: unknown) => {
  const record = readOrder(raw);
  if (!record.ok) throw new Error(record.reason);
  return record.order;
};
const reason = (raw: unknown) => {
  const record = readOrder(raw);
  return record.ok ? '' : record.reason;
};
const price = (more: object) => order({ priceInfo: { ...order().priceInfo, ...more } });
const cents = (value: number) => (value / 100).toFixed(2);

describe('an order of Joom', () => {
  it('is read whole, as one line', () => {
    expect(readOrder(order())).toEqual({
      ok: true,
      order: {
        platformOrderNo: 'ABCD1234',
        status: 'toShip',
        fulfilledBy: 'seller',
        orderedAt: '2026-11-01T10:00:00.000Z',
        updatedAt: '2026-11-01T10:30:00.000Z',
        shipBy: '2026-11-04T10:30:00.000Z',
        service: { name: 'Joom Logistics', level: 'standard' },
        currency: 'USD',
        goodsAmount: '76.00',
        shippingAmount: '4.00',
        taxAmount: '0',
        discountAmount: '0',
        totalAmount: '80.00',
        buyerName: 'J Doe',
        buyerEmail: 'x@y.example',
        shipTo: {
          name: 'J Doe',
          line1: 'A-Str 1',
          city: 'Berlin',
          postalCode: '10115',
          country: 'DE',
          phone: '+49 30 1',
          email: 'x@y.example',
        },
        lines: [
          {
            platformLineId: 'ABCD1234',
            sellerSku: 'MUG-RED',
            platformItemId: '64ab',
            title: 'MUG-RED',
            quantity: 2,
            unitPrice: '38.00',
            discount: '0',
            tax: '0',
          },
        ],
      },
    });
  });

  it.each([
    ['approved', 'toShip'],
    ['fulfilledOnline', 'toShip'],
    ['shipped', 'shipped'],
    ['cancelled', 'cancelled'],
    ['paidByJoomRefund', 'refunded'],
    ['refunded', 'refunded'],
    ['returnInitiated', 'shipped'],
    ['returnArrived', 'shipped'],
    ['returnExpired', 'shipped'],
    ['returnDeclined', 'shipped'],
    ['returnCompleted', 'refunded'],
  ])('that is %s is %s', (status, ours) => {
    expect(good(order({ status })).status).toBe(ours);
    expect(good(order({ status })).hold).toBeUndefined();
  });

  it('waits while Joom does not allow it to be shipped', () => {
    expect(good(order({ isFulfillmentAllowed: false }))).toMatchObject({
      status: 'toShip',
      hold: 'isFulfillmentAllowed: false',
    });
    expect(good(order({ isFulfillmentAllowed: false, status: 'shipped' })).hold).toBeUndefined();
  });

  it.each([
    ['onlineOnly', true],
    ['offlineOnly', false],
    ['offlineOrOnline', undefined],
    ['byPigeon', undefined],
    ['ONLINEONLY', true],
    [null, undefined],
    [undefined, undefined],
  ])('with the ways %s goes by Joom Logistics: %s', (allowedShippingTypes, platformShipping) => {
    expect(good(order({ allowedShippingTypes })).platformShipping).toBe(platformShipping);
  });

  it('is set aside for a state that is not known, and without a quantity or a currency', () => {
    expect(reason(order({ status: 'toString' }))).toContain('"toString" is unknown');
    expect(reason(order({ currency: 'Dollar' }))).toContain('currency');
    expect(reason(order({ quantity: 0 }))).toContain('quantity');
    expect(readOrder(order({ quantity: 0 }))).toMatchObject({ ok: false, platformOrderNo: 'ABCD1234' });
  });

  it('is read whatever happens to a field that nobody needs', async () => {
    const skus = ['product.sku', 'product.variant.sku'];
    const needed = ['id', 'status', 'currency', 'quantity', 'orderTimestamp', ...skus];
    expect(await harmfulTo(order(), needed, readOrder)).toEqual([]);
    const more = { ...shipment(), refund: { reason: 'r', price: '1' }, return: { declineReason: 'd', timestamp: 'x' } };
    expect(await harmfulTo(order(more), needed, readOrder)).toEqual([]);
    expect(good(order({ updateTimestamp: null })).updatedAt).toBe('2026-11-01T10:00:00.000Z');
    expect(good(order({ product: { id: '64aa', variant: { id: '64ab' } } })).lines).toMatchObject([
      { sellerSku: '', platformItemId: '64ab', quantity: 2 },
    ]);
    expect(good(order({ currency: 'usd', quantity: '2' }))).toMatchObject({
      currency: 'USD',
      lines: [{ quantity: 2 }],
    });
    expect(good(order({ isFulfillmentAllowed: 'false' })).hold).toBe('isFulfillmentAllowed: false');
  });

  it('has unknown amounts where one is missing or cannot be read', () => {
    for (const odd of ['1,20', {}, null, undefined])
      for (const more of [{ unitPrice: odd }, { orderPrice: odd }])
        expect([more, good(price(more)).amountsUnknown]).toEqual([more, true]);
    expect(good(order({ priceInfo: null })).amountsUnknown).toBe(true);
    expect(good(price({ commissionAmount: 'some' })).amountsUnknown).toBeUndefined();
  });

  it('keeps a country that nobody knows as it came', () => {
    const to = (country: unknown) =>
      good(order({ shippingAddress: { ...order().shippingAddress, country } })).shipTo?.country;
    expect(['de', 'USA', 'XYZ', null].map(to)).toEqual(['DE', 'US', 'XYZ', '']);
  });

  it('adds up to Joom’s own sum, whatever was added or taken off', () => {
    expect(good(price({ orderPrice: '70.50' }))).toMatchObject({ discountAmount: '5.50', shippingAmount: '0' });
    const amounts = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 1, max: 99 }), (unit, total, quantity) => {
        const priceInfo = { ...order().priceInfo, unitPrice: cents(unit), orderPrice: cents(total) };
        const read = good(order({ quantity, priceInfo }));
        const parts = sum([read.goodsAmount, read.shippingAmount, `-${read.discountAmount}`]);
        expect([Number(parts), Number(read.discountAmount) >= 0, Number(read.shippingAmount) >= 0]).toEqual([
          Number(read.totalAmount),
          true,
          true,
        ]);
      }),
    );
  });

  it('has its address in lines, or in house and flat', () => {
    const shippingAddress = { ...order().shippingAddress, streetAddress1: '', building: 'B', flat: '7' };
    expect(good(order({ shippingAddress })).shipTo).toMatchObject({ line1: 'A-Str, 1, B', line2: '7' });
    expect(good(order({ shippingAddress: { name: '', country: 'DE' } })).shipTo).toBeUndefined();
    expect(good(order({ shippingAddress: undefined })).shipTo).toBeUndefined();
  });
});
