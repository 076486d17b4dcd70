import { scratch } from './scratch.ts';

/** The windows of the specification, in days, shortest first. */
export const WINDOWS = [3, 7, 14, 30, 60, 90] as const;
/** A weight for each window; together 1. */
export type Weights = readonly number[];

/** Days sold more than this many times the median selling day count as a spike and are cut there. */
const SPIKE_FACTOR = 3;
/** Fewer selling days have no meaningful median. */
const SPIKE_DAYS = 5;

/** What a product sold in a warehouse, day by day, oldest first: from the first day on which it lived to yesterday. */
export interface Series {
  units: ArrayLike<number>;
  /** 1: the day counts. 0: out of stock all day, or a promotion. */
  counts: ArrayLike<number>;
}

/** A series with spikes cut and running sums, so that any span is summed at once. */
export interface Base {
  days: number;
  /** Units of the days that count, spikes cut; the others are zero. */
  units: Float64Array;
  counts: ArrayLike<number>;
  /** Sum of units, and of days that count, before each day. */
  unitsBefore: Float64Array;
  daysBefore: Float64Array;
  /** Days that were cut. */
  spikes: number;
}

export function baseOf(series: Series): Base {
  const days = series.units.length;
  const cap = spikeCap(series);
  const { counts } = series;
  const units = scratch(days);
  const unitsBefore = scratch(days + 1);
  const daysBefore = scratch(days + 1);
  let [spikes, soFar, counted] = [0, 0, 0];
  for (let day = 0; day < days; day++) {
    if (counts[day] === 1) {
      counted++;
      let sold = series.units[day] as number;
      if (sold > cap) {
        sold = cap;
        spikes++;
      }
      if (sold > 0) {
        units[day] = sold;
        soFar += sold;
      }
    }
    unitsBefore[day + 1] = soFar;
    daysBefore[day + 1] = counted;
  }
  return { days, units, counts, unitsBefore, daysBefore, spikes };
}

/** Of the days of the longest window; a season long past says nothing about a spike of today. */
function spikeCap({ units, counts }: Series): number {
  const last = scratch(90);
  let found = 0;
  for (let day = Math.max(0, units.length - 90); day < units.length; day++) {
    const one = units[day] ?? 0;
    if (counts[day] === 1 && one > 0) last[found++] = one;
  }
  if (found < SPIKE_DAYS) return Number.POSITIVE_INFINITY;
  const sold = last.subarray(0, found).sort();
  const half = sold.length >> 1;
  const median = sold.length % 2 === 1 ? (sold[half] ?? 0) : ((sold[half - 1] ?? 0) + (sold[half] ?? 0)) / 2;
  return SPIKE_FACTOR * median;
}

/** Units per day of the window before `day`. Undefined where no day of it counts. */
export function windowMean(base: Base, window: number, day = base.days): number | undefined {
  const from = Math.max(0, day - window);
  const counted = (base.daysBefore[day] ?? 0) - (base.daysBefore[from] ?? 0);
  if (counted === 0) return undefined;
  return ((base.unitsBefore[day] ?? 0) - (base.unitsBefore[from] ?? 0)) / counted;
}

/**
 * Average daily sales as the specification weighs them. A window in which no day counts leaves its weight to the
 * others; a product that lives shorter than a window is measured by the days it lived.
 */
export function weightedDailySales(base: Base, weights: Weights, day = base.days): number {
  let sum = 0;
  let share = 0;
  for (let at = 0; at < WINDOWS.length; at++) {
    const weight = weights[at] ?? 0;
    if (weight === 0) continue;
    const mean = windowMean(base, WINDOWS[at] ?? 0, day);
    if (mean === undefined) continue;
    sum += weight * mean;
    share += weight;
  }
  return share === 0 ? 0 : sum / share;
}

/** The longest window that has a weight: a longer lead time is not to be planned from these sales. */
export function longestWindow(weights: Weights): number {
  for (let at = WINDOWS.length - 1; at >= 0; at--) if ((weights[at] ?? 0) > 0) return WINDOWS[at] ?? 0;
  return 0;
}
