import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairShares, shareOut, type Wish } from './share.ts';

const wish = (id: number, wants: number, position: number, perDay: number): Wish => ({ id, wants, position, perDay });
const sharesOf = (has: number, wishes: readonly Wish[], step?: number) => [...shareOut(has, wishes, step).values()];

describe('stock that is shared out', () => {
  it('goes to everybody in full where there is enough', () => {
    expect(sharesOf(500, [wish(1, 80, 40, 4), wish(2, 60, 0, 2)])).toEqual([80, 60]);
    // Whole cartons: somewhat more than they want.
    expect(sharesOf(500, [wish(1, 80, 40, 4), wish(2, 60, 0, 2)], 24)).toEqual([96, 72]);
  });

  it('lasts as long everywhere where there is too little', () => {
    // Ten days of stock against none: both last for 15 days.
    expect(sharesOf(50, [wish(1, 80, 40, 4), wish(2, 60, 0, 2)])).toEqual([20, 30]);
    // Who has enough for longer gets nothing.
    expect(sharesOf(15, [wish(1, 80, 40, 4), wish(2, 60, 0, 2)])).toEqual([0, 15]);
    // What orders wait for comes first.
    expect(sharesOf(12, [wish(1, 10, -10, 0), wish(2, 60, 0, 2)])).toEqual([10, 2]);
    expect(sharesOf(0, [wish(1, 80, 40, 4)])).toEqual([0]);
    expect(sharesOf(5, [])).toEqual([]);
  });

  it('leaves the last cartons to those who run out first', () => {
    expect(sharesOf(50, [wish(1, 80, 40, 4), wish(2, 60, 0, 2)], 12)).toEqual([12, 36]);
    expect(sharesOf(11, [wish(1, 80, 40, 4), wish(2, 60, 0, 2)], 12)).toEqual([0, 0]);
  });

  const wishes = fc.uniqueArray(
    fc.record({
      ...{ id: fc.integer({ min: 1, max: 30 }), wants: fc.double({ min: 0, max: 900, noNaN: true }) },
      position: fc.integer({ min: -80, max: 600 }),
      perDay: fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 40, noNaN: true })),
    }),
    { selector: (one) => one.id, maxLength: 7 },
  );
  const steps = fc.integer({ min: 1, max: 48 });

  it('is never more than there is, nor more than somebody wants, in whole cartons', () => {
    fc.assert(
      fc.property(fc.nat(2500), wishes, steps, (has, all, step) => {
        const shares = shareOut(has, all, step);
        expect([...shares.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(has);
        for (const one of all) {
          const got = shares.get(one.id) ?? Number.NaN;
          expect(got % step).toBe(0);
          expect(got).toBeGreaterThanOrEqual(0);
          expect(got).toBeLessThan(one.wants + step);
        }
      }),
    );
  });

  it('is nowhere below the fair share, rounded down to cartons', () => {
    fc.assert(
      fc.property(fc.nat(2500), wishes, steps, (has, all, step) => {
        const shares = shareOut(has, all, step);
        for (const [at, fair] of fairShares(has, all).entries())
          expect(shares.get(all[at]?.id ?? 0)).toBeGreaterThanOrEqual(Math.floor(fair / step) * step);
      }),
    );
  });

  it('is fair: nobody who lacks something runs out before somebody who got something', () => {
    fc.assert(
      fc.property(fc.nat(2500), wishes, (has, all) => {
        const fair = fairShares(has, all);
        const lasts = (at: number) =>
          ((all[at]?.position ?? 0) + (fair[at] ?? 0)) / Math.max(1e-6, all[at]?.perDay ?? 0);
        const short = all.map((_, at) => at).filter((at) => (fair[at] ?? 0) < (all[at]?.wants ?? 0) - 1e-6);
        const lucky = all.map((_, at) => at).filter((at) => (fair[at] ?? 0) > 1e-6);
        for (const one of short)
          for (const other of lucky)
            expect(lasts(one)).toBeGreaterThanOrEqual(lasts(other) - 1e-3 * (1 + Math.abs(lasts(other))));
      }),
    );
  });

  it('leaves no carton behind that somebody wants', () => {
    fc.assert(
      fc.property(fc.nat(2500), wishes, steps, (has, all, step) => {
        const shares = shareOut(has, all, step);
        const left = has - [...shares.values()].reduce((sum, one) => sum + one, 0);
        if (left >= step) for (const one of all) expect(shares.get(one.id)).toBeGreaterThanOrEqual(one.wants - 1e-6);
      }),
    );
  });

  it('does not depend on the order of the wishes', () => {
    fc.assert(
      fc.property(fc.nat(2500), wishes, steps, fc.nat(), (has, all, step, turn) => {
        const at = all.length === 0 ? 0 : turn % all.length;
        const turned = [...all.slice(at), ...all.slice(0, at)].reverse();
        expect(new Map(shareOut(has, turned, step))).toEqual(new Map(shareOut(has, all, step)));
      }),
    );
  });
});
