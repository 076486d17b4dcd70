import type { RateCardContent } from '../logistics/rates.ts';
import { type Micros, most, nearest, ONE, times, upTo } from './fixed.ts';

/** A parcel as it is kept: whole grams and millimetres. */
export interface Measured {
  weightGrams: number;
  /** Absent where nobody measured it: then its volume counts as nothing. */
  sidesMm?: readonly [number, number, number];
}

/** In the card's units. */
export interface Measures {
  weight: Micros;
  /** Longest first. */
  sides: readonly Micros[];
  /** Length + 2 x (width + height). */
  girth: Micros;
  volumeWeight: Micros;
}

type Rules = Pick<RateCardContent, 'units' | 'sideRounding' | 'divisor'>;

/**
 * Grams and millimetres are whole, so a pound of 453.59 g is kept as 454 g and 24 in as 610 mm. What lies within that
 * rounding of a whole unit counts as it: pounds are taken to 0.01, inches to 0.1.
 */
const GRAMS_A_POUND = 453_592_370n;
const MM_AN_INCH = 25_400_000n;

function weightOf(grams: number, units: Rules['units']): Micros {
  if (units === 'metric') return BigInt(grams) * 1000n;
  return nearest((BigInt(grams) * ONE * ONE) / GRAMS_A_POUND, 10_000n);
}

function sideOf(mm: number, { units, sideRounding }: Rules): Micros {
  const side = units === 'metric' ? BigInt(mm) * 100_000n : nearest((BigInt(mm) * ONE * ONE) / MM_AN_INCH, 100_000n);
  if (sideRounding === 'none') return side;
  return sideRounding === 'up' ? upTo(side, ONE) : nearest(side, ONE);
}

export function measuresOf({ weightGrams, sidesMm }: Measured, rules: Rules): Measures {
  const sides = (sidesMm ?? [0, 0, 0]).map((mm) => sideOf(mm, rules)).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  const [length = 0n, width = 0n, height = 0n] = sides;
  return {
    weight: weightOf(weightGrams, rules.units),
    sides,
    girth: length + 2n * (width + height),
    volumeWeight: times(times(length, width), height) / BigInt(rules.divisor),
  };
}

/** Whether volume counts for this parcel at all. */
function counts({ weight, sides, volumeWeight }: Measures, mode: RateCardContent['volumeMode'], threshold: Micros) {
  if (mode === 'ratio') return volumeWeight > times(weight, threshold);
  if (mode === 'side') return (sides[0] ?? 0n) > threshold;
  return mode === 'always';
}

/** The weight that is charged: the larger one, at least the minimum, rounded up by the step. */
export function chargeable(
  measures: Measures,
  rules: { mode: RateCardContent['volumeMode']; threshold: Micros; minimum: Micros; step: Micros },
): Micros {
  const volume = counts(measures, rules.mode, rules.threshold) ? measures.volumeWeight : 0n;
  return upTo(most(measures.weight, volume, rules.minimum), rules.step);
}
