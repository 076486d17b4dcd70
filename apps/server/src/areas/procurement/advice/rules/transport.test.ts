import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fasterWay, freightOfUnit, unmetBetween } from './transport.ts';

const sea = { mode: 'sea' as const, days: 35 };
const rail = { mode: 'rail' as const, days: 18 };
const air = { mode: 'air' as const, days: 8 };
const perDay = (units: number) => (days: number) => units * Math.max(0, days);

describe('a faster way', () => {
  it('is the slowest that arrives in time, else the fastest', () => {
    // 50 days with the sea: 33 by rail, 23 by air.
    expect(fasterWay([air, sea, rail], 50, 40)).toEqual({ slow: sea, fast: rail, arrives: 33 });
    expect(fasterWay([air, sea, rail], 50, 30)).toEqual({ slow: sea, fast: air, arrives: 23 });
    expect(fasterWay([air, sea, rail], 50, 2)).toEqual({ slow: sea, fast: air, arrives: 23 });
    expect(fasterWay([sea], 50, 2)).toBeUndefined();
    expect(fasterWay([], 50, 2)).toBeUndefined();
    expect(fasterWay([sea, { ...sea, mode: 'rail' as const }], 50, 2)).toBeUndefined();
    expect(fasterWay([sea, air], 0, 0)).toBeUndefined();
  });
});

describe('units between two arrivals', () => {
  it('are those that neither stock nor supplies cover', () => {
    expect(unmetBetween(40, [], perDay(4), { from: 23, to: 50 })).toBe(27 * 4);
    // Ten days of stock left when the first goods come.
    expect(unmetBetween(33 * 4, [], perDay(4), { from: 23, to: 50 })).toBe(17 * 4);
    expect(unmetBetween(40, [{ day: 30, quantity: 20 }], perDay(4), { from: 23, to: 50 })).toBe(22 * 4);
    // What came before and was sold out covers nothing.
    expect(unmetBetween(0, [{ day: 5, quantity: 20 }], perDay(4), { from: 23, to: 50 })).toBe(27 * 4);
    expect(unmetBetween(500, [], perDay(4), { from: 23, to: 50 })).toBe(0);
  });

  it('are never below zero nor more than the demand, none without demand, and no more for more stock', () => {
    const supplies = fc.array(fc.record({ day: fc.nat(80), quantity: fc.nat(200) }), { maxLength: 3 });
    fc.assert(
      fc.property(
        fc.integer({ min: -50, max: 600 }),
        supplies,
        fc.nat(9),
        fc.nat(40),
        fc.nat(40),
        fc.nat(100),
        (...of) => {
          const [available, coming, units, from, more, extra] = of;
          const span = { from, to: from + more };
          const unmet = unmetBetween(available, coming, perDay(units), span);
          expect(unmet).toBeGreaterThanOrEqual(0);
          expect(unmet).toBeLessThanOrEqual(units * more);
          expect(unmetBetween(available + extra, coming, perDay(units), span)).toBeLessThanOrEqual(unmet);
          expect(unmetBetween(available, coming, perDay(0), span)).toBe(0);
        },
      ),
    );
  });

  it('cost freight by weight or measure, whichever is more', () => {
    const unit = { unitKg: 2, unitCbm: 0.02 };
    expect(freightOfUnit({ perKg: 35, perCbm: null }, unit)).toBe(70);
    expect(freightOfUnit({ perKg: 1, perCbm: 900 }, unit)).toBe(18);
    expect(freightOfUnit({ perKg: null, perCbm: 900 }, { unitKg: 2, unitCbm: null })).toBeNull();
    expect(freightOfUnit({ perKg: null, perCbm: null }, unit)).toBeNull();
  });
});
