import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../testing/property.ts';
import { advise, adviseOf, foresee, leadTooLong, type Policy, type Position } from './advise.ts';
import { quantile } from './choose.ts';
import { PUNCTUAL, spreadOf } from './leads.ts';
import { project, runOut } from './projection.ts';
import { nextBreak, roundUp } from './quantity.ts';
import { addReplayed, nothingReplayed, replay } from './replay.ts';
import { safetyStock, standardQuantile } from './safety.ts';
import { baseOf, longestWindow, type Series, weightedDailySales, windowMean } from './windows.ts';

const WEIGHTS = [0.2, 0.2, 0.2, 0.2, 0.1, 0.1];
const LOOSE = { moq: null, orderMultiple: null, perCarton: null };
const policy = (more: Partial<Policy> = {}): Policy => ({
  ...{ goal: 0.95, weights: WEIGHTS, review: 'fixed', reviewDays: 7, leadDays: 10, spread: PUNCTUAL },
  ...more,
});
const at = (more: Partial<Position> = {}): Position => ({
  available: 0,
  supplies: [],
  requested: 0,
  backorders: 0,
  ...more,
});
const sold = (units: readonly number[], off: readonly number[] = []): Series => ({
  units,
  counts: units.map((_, day) => (off.includes(day) ? 0 : 1)),
});
const daily = (units: number, days: number) => Array.from({ length: days }, () => units);

describe('average daily sales', () => {
  it('weighs the windows: the example of the rules', () => {
    // Windows that overlap cannot have these means by plain daily sales, so the weights are checked by themselves.
    const means = [6, 5, 4.5, 4, 3.5, 3];
    expect(means.reduce((sum, mean, i) => sum + mean * (WEIGHTS[i] ?? 0), 0)).toBeCloseTo(4.55, 10);
    const steps = [...daily(2, 60), ...daily(3, 16), ...daily(4, 7), ...daily(5, 4), ...daily(6, 3)];
    const base = baseOf(sold(steps));
    const expected = [3, 7, 14, 30, 60, 90].map((window) => steps.slice(-window).reduce((a, b) => a + b, 0) / window);
    expect(weightedDailySales(base, WEIGHTS)).toBeCloseTo(
      expected.reduce((sum, mean, i) => sum + mean * (WEIGHTS[i] ?? 0), 0),
      10,
    );
  });

  it('takes days without stock out of the divisor, and promotions out of both', () => {
    const base = baseOf(sold([2, 2, 0, 0, 2, 50, 2], [2, 3, 5]));
    expect(windowMean(base, 7)).toBe(2);
    expect(weightedDailySales(base, WEIGHTS)).toBe(2);
  });

  it('measures a new product by the days it lives, and leaves the weight of an empty window to the others', () => {
    expect(weightedDailySales(baseOf(sold([4, 4])), WEIGHTS)).toBe(4);
    expect(weightedDailySales(baseOf(sold([...daily(3, 20), 0, 0, 0], [20, 21, 22])), WEIGHTS)).toBeCloseTo(3, 10);
    expect(weightedDailySales(baseOf(sold([])), WEIGHTS)).toBe(0);
  });

  it('cuts a spike at three times the median selling day', () => {
    const base = baseOf(sold([...daily(2, 29), 100]));
    expect(base.spikes).toBe(1);
    expect(windowMean(base, 30)).toBeCloseTo((29 * 2 + 6) / 30, 10);
  });

  it('knows a lead time that is longer than the sales it is planned from', () => {
    expect(longestWindow([0.5, 0.5, 0, 0, 0, 0])).toBe(7);
    expect(leadTooLong({ leadDays: 60, weights: [1, 0, 0, 0, 0, 0] })).toBe(true);
    expect(leadTooLong({ leadDays: 90, weights: WEIGHTS })).toBe(false);
    expect(leadTooLong({ leadDays: 91, weights: WEIGHTS })).toBe(true);
  });
});

describe('safety stock', () => {
  const of = { goal: 0.95, span: 65, perDay: 4.55, deviation: 2, leadDeviation: 0, errors: [] };
  it('has the quantiles of the rules', () => {
    const known = { 0.8: 0.8416, 0.85: 1.0364, 0.9: 1.2816, 0.92: 1.4051, 0.95: 1.6449, 0.975: 1.96, 0.99: 2.3263 };
    for (const [share, z] of Object.entries(known)) expect(standardQuantile(Number(share))).toBeCloseTo(z, 4);
    expect(standardQuantile(0.001)).toBeCloseTo(-3.0902, 4);
  });

  it('calculates the examples of the rules', () => {
    expect(safetyStock(of)).toEqual({ by: 'deviation', units: expect.closeTo(26.52, 2) });
    expect(safetyStock({ ...of, goal: 0.9 }).units).toBeCloseTo(20.67, 1);
    expect(safetyStock({ ...of, leadDeviation: 7 }).units).toBeCloseTo(58.72, 1);
    const demand = 4.55 * 65;
    expect(Math.ceil(demand + Math.ceil(26.52))).toBe(323);
    const target = 4.55 * 95 + 27;
    expect(target).toBeCloseTo(459.25, 10);
    expect(roundUp(Math.ceil(target) - (120 + 80 + 60), { ...LOOSE, perCarton: 24 })).toBe(216);
  });

  it('takes the errors of the past from twelve origins on', () => {
    const errors = Array.from({ length: 19 }, (_, i) => i + 1);
    expect(quantile(errors, 0.95)).toBe(19);
    expect(quantile(errors, 0.5)).toBe(10);
    expect(safetyStock({ ...of, errors })).toEqual({ by: 'errors', units: 19 });
    expect(safetyStock({ ...of, errors: errors.slice(0, 11) }).by).toBe('deviation');
  });

  it('knows how a supplier’s receipts spread, from three on', () => {
    expect(spreadOf([20, 40])).toEqual({ receipts: 2, mean: 0, deviation: 0, draws: [] });
    expect(spreadOf([30, 30, 30, 30])).toEqual({ receipts: 4, mean: 30, deviation: 0, draws: [] });
    expect(spreadOf([37, 23, 30])).toEqual({ receipts: 3, mean: 30, deviation: 7, draws: [-7, 0, 7] });
    const many = spreadOf(Array.from({ length: 99 }, (_, day) => day));
    expect(many.draws).toEqual([-44, -33, -22, -11, 0, 11, 22, 33, 44]);
  });

  it('covers late receipts by what was sold until they came', () => {
    const series = sold(daily(4, 300));
    const safety = (spread = PUNCTUAL) => advise(series, policy({ spread }), at(), LOOSE);
    expect(safety()).toMatchObject({ safety: 0, safetyBy: 'errors' });
    // Four a day for the latest of the receipts, seven days after the usual one.
    expect(safety(spreadOf([37, 23, 30]))).toMatchObject({ safety: 28, safetyBy: 'errors', origins: 37 });
    const short = advise(sold(daily(4, 30)), policy({ spread: spreadOf([37, 23, 30]) }), at(), LOOSE);
    // z x 4 a day x 7 days.
    expect(short).toMatchObject({ safety: 47, safetyBy: 'deviation' });
  });

  it('keeps at least the goal when demand and lead time both vary', () => {
    const normal = normalOf(mulberry(7));
    const late = () => Math.round(2 * normal());
    let [kept, all] = [0, 0];
    for (let seed = 1; seed <= runs(150, 1000); seed++) {
      const spread = spreadOf(Array.from({ length: 60 }, () => 20 + late()));
      const rules = policy({ leadDays: 20, spread });
      const { safety, spanDemand } = advise(sold(normalDemand(seed, 400)), rules, at(), LOOSE);
      for (let turn = 0; turn < 40; turn++) {
        const next = normalDemand(10_000 + seed * 40 + turn, 27 + late());
        all++;
        if (next.reduce((sum, one) => sum + one, 0) <= spanDemand + safety) kept++;
      }
    }
    // Errors of one origin with several lead times depend on each other: it is a little more than the goal.
    expect(kept / all).toBeGreaterThan(0.95);
    expect(kept / all).toBeLessThan(0.98);
  });
});

describe('projection', () => {
  it('shows the run-out that a late supply hides in a sum', () => {
    const late = [{ day: 40, quantity: 500 }];
    expect(runOut(20, late, (day) => day, 365)).toBe(20);
    expect(runOut(20, [{ day: 10, quantity: 500 }], (day) => day, 365)).toBeNull();
    expect(project(20, late, () => 1, 42).slice(19, 41)).toEqual([...daily(0, 21), 499]);
    const terms = advise(sold(daily(1, 200)), policy(), at({ available: 12, supplies: late }), LOOSE);
    expect(terms).toMatchObject({ runOutDay: 12, incoming: 0, later: 500, urgent: false });
    expect(terms.quantity).toBeGreaterThan(0);
    expect(advise(sold(daily(1, 200)), policy(), at({ available: 5, supplies: late }), LOOSE).urgent).toBe(true);
  });

  it('orders for the gap before a supply that comes within the span', () => {
    const supplies = [{ day: 16, quantity: 500 }];
    expect(advise(sold(daily(1, 200)), policy(), at({ available: 12, supplies }), LOOSE).quantity).toBe(3);
  });
});

describe('quantity', () => {
  it('adds what planned promotions sell more', () => {
    const usual = advise(sold(daily(2, 200)), policy(), at(), LOOSE);
    const promoted = advise(sold(daily(2, 200)), policy(), at(), LOOSE, {
      uplift: (day) => (day === 3 || day === 4 ? 2.5 : 1),
    });
    expect(promoted.quantity - usual.quantity).toBe(6);
  });

  it('orders nothing while a stock checked daily is above its reorder point', () => {
    const checked = policy({ review: 'daily', reviewDays: 30 });
    expect(advise(sold(daily(1, 200)), checked, at({ available: 12 }), LOOSE)).toMatchObject({
      quantity: 0,
      orderInDays: 1,
    });
    expect(advise(sold(daily(1, 200)), checked, at({ available: 10 }), LOOSE).quantity).toBe(30);
  });

  it('shows the next price break with the days that it lasts longer', () => {
    const breaks = [1, 100, 500].map((fromQuantity) => ({ fromQuantity, unitPrice: '1' }));
    expect(nextBreak(breaks, 120, 10)).toEqual({ fromQuantity: 500, unitPrice: '1', days: 38 });
    expect(nextBreak(breaks, 500, 10)).toBeNull();
    expect(nextBreak(breaks, 0, 10)).toBeNull();
  });
});

const history = fc.array(fc.nat(30), { minLength: 0, maxLength: 220 });
const policies = fc.record({
  ...{ goal: fc.constantFrom(0.9, 0.95, 0.99), weights: fc.constant(WEIGHTS) },
  ...{ review: fc.constantFrom('daily' as const, 'fixed' as const), reviewDays: fc.integer({ min: 1, max: 40 }) },
  ...{ leadDays: fc.integer({ min: 0, max: 90 }), spread: fc.constantFrom(PUNCTUAL, spreadOf([20, 24, 26, 33, 40])) },
});
const packings = fc.record({
  moq: fc.option(fc.integer({ min: 1, max: 500 })),
  orderMultiple: fc.option(fc.integer({ min: 1, max: 50 })),
  perCarton: fc.option(fc.integer({ min: 1, max: 50 })),
});
const positions = fc.record({
  ...{ available: fc.nat(2000), requested: fc.nat(50), backorders: fc.nat(20) },
  supplies: fc.array(fc.record({ day: fc.nat(120), quantity: fc.nat(300) }), { maxLength: 3 }),
});

describe('what always holds', () => {
  it('advises nothing without demand', () => {
    fc.assert(
      fc.property(fc.nat(400), policies, packings, positions, (days, rules, packing, position) => {
        const terms = advise(sold(daily(0, days)), rules, { ...position, backorders: 0 }, packing);
        expect(terms.quantity).toBe(0);
        expect(terms.runOutDay).toBeNull();
      }),
    );
  });

  it('never advises more for more stock, whether it lies there or comes', () => {
    fc.assert(
      fc.property(
        history,
        policies,
        packings,
        positions,
        fc.nat(300),
        fc.nat(90),
        (units, rules, packing, position, more, day) => {
          const few = advise(sold(units), rules, position, packing).quantity;
          const stocked = { ...position, available: position.available + more };
          const supplied = { ...position, supplies: [...position.supplies, { day, quantity: more }] };
          expect(advise(sold(units), rules, stocked, packing).quantity).toBeLessThanOrEqual(few);
          expect(advise(sold(units), rules, supplied, packing).quantity).toBeLessThanOrEqual(few);
        },
      ),
      { numRuns: runs(150, 5000) },
    );
  });

  it('buys a unit less for each unit from home, and a unit more for each one that goes away', () => {
    fc.assert(
      fc.property(history, policies, positions, fc.nat(300), (units, rules, position, moved) => {
        const of = (more: Partial<Position>) => advise(sold(units), rules, { ...position, ...more }, LOOSE);
        const [now, helped, drained] = [of({}), of({ fromHome: moved }), of({ away: moved })];
        if (now.quantity > 0) {
          // Checked daily, it may be above its reorder point then: nothing is due.
          const rest = roundUp(now.lack - moved, LOOSE);
          expect(rules.review === 'daily' ? [0, rest] : [rest]).toContain(helped.quantity);
          expect(drained.quantity).toBe(roundUp(now.lack + moved, LOOSE));
        }
        // What has not left yet hides no run-out.
        expect(helped.runOutDay).toBe(now.runOutDay);
      }),
      { numRuns: runs(150, 5000) },
    );
  });

  it('is foreseen for several places before one of them is advised', () => {
    const more = { uplift: (day: number) => (day % 5 === 0 ? 2 : 1) };
    fc.assert(
      fc.property(fc.array(history, { minLength: 2, maxLength: 4 }), policies, positions, (all, rules, position) => {
        const alone = all.map((units) => advise(sold(units), rules, position, LOOSE, more));
        const foreseen = all.map((units) => foresee(sold(units), rules, more));
        expect(foreseen.map((one) => adviseOf(one, rules, position, LOOSE))).toEqual(alone);
      }),
      { numRuns: runs(40, 1000) },
    );
  });

  it('advises what a supplier accepts, and enough of it', () => {
    fc.assert(
      fc.property(history, policies, packings, positions, (units, rules, packing, position) => {
        const { quantity, lack } = advise(sold(units), rules, position, packing);
        if (quantity === 0) return;
        expect(quantity).toBeGreaterThanOrEqual(Math.max(packing.moq ?? 0, lack - 1e-6));
        expect(quantity % (packing.orderMultiple ?? 1)).toBe(0);
        expect(quantity % (packing.perCarton ?? 1)).toBe(0);
      }),
      { numRuns: runs(150, 5000) },
    );
  });

  it.each([
    ['checked daily', policy({ review: 'daily', reviewDays: 1 }), runs(60, 400)],
    ['ordered on fixed days', policy({ review: 'fixed', reviewDays: 14 }), runs(400, 2000)],
  ])('keeps normal demand in stock as often as the goal says: %s', (_name, rules, seeds) => {
    const sum = nothingReplayed();
    for (let seed = 1; seed <= seeds; seed++)
      addReplayed(sum, replay(sold(normalDemand(seed, 365 + 260)), { policy: rules, warmUp: 365, unmet: 'waits' }));
    expect(sum.inStock / sum.checked).toBeGreaterThan(0.94);
    expect(sum.inStock / sum.checked).toBeLessThan(0.96);
  });
});

/** Whole units around 40 a day. */
function normalDemand(seed: number, days: number): number[] {
  const normal = normalOf(mulberry(seed));
  return Array.from({ length: days }, () => Math.max(0, Math.round(40 + 10 * normal())));
}

const normalOf = (random: () => number) => () =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

function mulberry(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
