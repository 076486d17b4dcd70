import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tally, usualCondition } from './tally.ts';

const bin = fc.record({
  productId: fc.integer({ min: 1, max: 3 }),
  batchId: fc.integer({ min: 0, max: 3 }),
  condition: fc.constantFrom('good' as const, 'damaged' as const),
  onHand: fc.integer({ min: 0, max: 9 }),
  expiresOn: fc.constantFrom(null, '2027-01-01', '2027-06-01'),
});
const bins = fc.uniqueArray(bin, { maxLength: 8, selector: (b) => `${b.productId}/${b.batchId}/${b.condition}` });
const answered = fc.array(
  fc.record({
    productId: fc.integer({ min: 1, max: 4 }),
    condition: fc.constantFrom('good' as const, 'damaged' as const),
    quantity: fc.integer({ min: 0, max: 12 }),
    batchId: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  }),
  { maxLength: 6 },
);
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

describe('tally', () => {
  it('loses and invents nothing: all that was told is counted, all that the books know is expected', () => {
    fc.assert(
      fc.property(bins, answered, (booked, found) => {
        const lines = tally(booked, found);
        for (const productId of [1, 2, 3, 4])
          for (const condition of ['good', 'damaged'] as const) {
            const of = <T extends { productId: number; condition: string }>(all: T[]) =>
              all.filter((one) => one.productId === productId && one.condition === condition);
            expect(sum(of(lines).map((line) => line.counted))).toBe(sum(of(found).map((one) => one.quantity)));
            expect(sum(of(lines).map((line) => line.expected))).toBe(sum(of(booked).map((one) => one.onHand)));
          }
        expect(new Set(lines.map((line) => `${line.productId}/${line.batchId}/${line.condition}`)).size).toBe(
          lines.length,
        );
      }),
    );
  });

  it('takes goods to be in the condition and batch of the books where nobody looked, and makes none of them good', () => {
    fc.assert(
      fc.property(bins, fc.integer({ min: -20, max: 20 }), (booked, off) => {
        const own = booked.filter((one) => one.productId === 1);
        const expected = sum(own.map((one) => one.onHand));
        const quantity = Math.max(0, expected + off);
        const lines = tally(own, [{ productId: 1, condition: undefined, quantity, batchId: undefined }]);
        expect(sum(lines.map((line) => line.counted))).toBe(quantity);
        // All variances have the same sign.
        expect(new Set(lines.map((line) => Math.sign(line.counted - line.expected)).filter(Boolean)).size).toBeLessThan(
          2,
        );
        const good = own.filter((one) => one.condition === 'good' && one.onHand > 0).length > 0;
        const more = lines.filter((line) => line.counted > line.expected).map((line) => line.condition);
        if (expected > 0 && more.length > 0) expect(more).toEqual([good ? 'good' : 'damaged']);
      }),
    );
    const found = { productId: 1, condition: undefined, quantity: 4, batchId: undefined };
    expect(tally([], [found], usualCondition('damaged'))).toMatchObject([{ condition: 'damaged', counted: 4 }]);
    expect(tally([], [found], usualCondition('picking'))).toMatchObject([{ condition: 'good', counted: 4 }]);
  });

  it('finds no difference where the sum is right and nobody looked at batches', () => {
    fc.assert(
      fc.property(bins, (booked) => {
        const found = [1, 2, 3].flatMap((productId) =>
          (['good', 'damaged'] as const).map((condition) => ({
            productId,
            condition,
            batchId: undefined,
            quantity: sum(
              booked.filter((b) => b.productId === productId && b.condition === condition).map((b) => b.onHand),
            ),
          })),
        );
        expect(tally(booked, found).filter((line) => line.counted !== line.expected)).toEqual([]);
      }),
    );
  });

  it('misses what runs out last when something is missing', () => {
    const of = (batchId: number, expiresOn: string) => ({
      productId: 1,
      batchId,
      condition: 'good' as const,
      onHand: 5,
      expiresOn,
    });
    const lines = tally(
      [of(1, '2027-06-01'), of(2, '2027-01-01')],
      [{ productId: 1, condition: 'good', quantity: 7, batchId: undefined }],
    );
    expect(lines).toMatchObject([
      { batchId: 1, counted: 2 },
      { batchId: 2, counted: 5 },
    ]);
  });
});
