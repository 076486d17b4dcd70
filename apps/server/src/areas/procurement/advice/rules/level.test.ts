import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../testing/property.ts';
import { fillUntil, fillWithin, type Raisable } from './level.ts';
import { roundUp } from './quantity.ts';

const LOOSE = { moq: null, orderMultiple: null, perCarton: null };
const line = (more: Partial<Raisable> = {}): Raisable => ({
  quantity: 0,
  position: 0,
  perDay: 1,
  packing: LOOSE,
  ...more,
});
const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

const lines = fc.array(
  fc.record({
    ...{ quantity: fc.nat(500), position: fc.integer({ min: -50, max: 900 }) },
    perDay: fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 60, noNaN: true })),
    packing: fc.record({
      ...{
        moq: fc.option(fc.integer({ min: 1, max: 200 })),
        orderMultiple: fc.option(fc.integer({ min: 1, max: 24 })),
      },
      perCarton: fc.option(fc.integer({ min: 1, max: 24 })),
    }),
  }),
  { maxLength: 8 },
);

describe('filling an order up', () => {
  it('raises what runs out soonest until the minimum is reached', () => {
    const short = line({ quantity: 10, perDay: 2 });
    const long = line({ quantity: 10, position: 90, perDay: 1 });
    expect(fillUntil([short, long], (all) => sum(all) >= 50)).toEqual([40, 10]);
    expect(fillUntil([short, long], (all) => sum(all) >= 20)).toEqual([10, 10]);
    // From 100 days on both are raised, two of the one for one of the other.
    expect(fillUntil([short, long], (all) => sum(all) >= 240)).toEqual([220, 20]);
    const packed = line({ quantity: 12, perDay: 2, packing: { ...LOOSE, perCarton: 12 } });
    expect(fillUntil([packed, long], (all) => sum(all) >= 50)).toEqual([48, 10]);
    expect(fillUntil([line({ perDay: 0 })], (all) => sum(all) >= 5)).toBeUndefined();
    expect(fillUntil([line()], (all) => sum(all) >= 400)).toBeUndefined();
  });

  it('never lowers a line, keeps its multiples, reaches the minimum with no step too many', () => {
    fc.assert(
      fc.property(lines, fc.nat(20_000), (all, minimum) => {
        const raised = fillUntil(all, (quantities) => sum(quantities) >= minimum);
        if (!raised) return;
        expect(sum(raised)).toBeGreaterThanOrEqual(minimum);
        keepsPacking(all, raised);
        const steps = all.flatMap(({ packing, quantity }, at) =>
          raised[at] === quantity ? [] : [roundUp(1, packing)],
        );
        if (steps.length > 0) expect(sum(raised) - minimum).toBeLessThan(Math.max(...steps));
      }),
      { numRuns: runs(200, 5000) },
    );
  });
});

describe('filling a container', () => {
  it('raises what runs out soonest as long as it fits', () => {
    const one = line({ quantity: 10, perDay: 2 });
    const two = line({ quantity: 10, position: 90, perDay: 1 });
    expect(fillWithin([one, two], (all) => sum(all) <= 50)).toEqual([40, 10]);
    expect(fillWithin([one, two], (all) => sum(all) <= 15)).toEqual([10, 10]);
    // Nothing is filled beyond a year.
    expect(fillWithin([one, two], (all) => sum(all) <= 100_000)).toEqual([730, 275]);
  });

  it('never lowers a line nor exceeds what fits', () => {
    fc.assert(
      fc.property(lines, fc.nat(20_000), (all, room) => {
        const fits = (quantities: readonly number[]) => sum(quantities) <= room;
        const raised = fillWithin(all, fits);
        keepsPacking(all, raised);
        if (fits(all.map(({ quantity }) => quantity))) expect(fits(raised)).toBe(true);
        else expect(raised).toEqual(all.map(({ quantity }) => quantity));
      }),
      { numRuns: runs(200, 5000) },
    );
  });
});

function keepsPacking(all: readonly Raisable[], raised: readonly number[]): void {
  for (const [at, quantity] of raised.entries()) {
    const { quantity: before = 0, perDay = 0, packing = LOOSE } = all[at] ?? {};
    expect(quantity).toBeGreaterThanOrEqual(before);
    if (perDay === 0) expect(quantity).toBe(before);
    if (quantity === before) continue;
    expect(quantity % (packing.orderMultiple ?? 1)).toBe(0);
    expect(quantity % (packing.perCarton ?? 1)).toBe(0);
    expect(quantity).toBeGreaterThanOrEqual(packing.moq ?? 0);
  }
}
