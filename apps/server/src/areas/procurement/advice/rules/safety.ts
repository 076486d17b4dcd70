import { quantile } from './choose.ts';
import type { Base } from './windows.ts';

/** From this many origins on the errors of the past decide, and no assumption about their shape. */
export const ORIGINS_ENOUGH = 12;

export interface Safety {
  units: number;
  /** `errors`: the quantile of the past; `deviation`: z x the deviation of daily sales. */
  by: 'errors' | 'deviation';
}

export interface SafetyOf {
  /** Share of protected spans that are to end in stock. */
  goal: number;
  span: number;
  perDay: number;
  /** Standard deviation of daily sales, and of the lead time in days. */
  deviation: number;
  leadDeviation: number;
  /** Actual less forecast over the span, smallest first; lead times are drawn in them already. */
  errors: ArrayLike<number>;
  /** Days of the past at which the errors were measured; by default one for each. */
  origins?: number;
}

/** Units above the forecast that keep the product in stock over the protected span with the chance `goal`. */
export function safetyStock(of: SafetyOf): Safety {
  const origins = of.origins ?? of.errors.length;
  if (origins >= ORIGINS_ENOUGH) return { by: 'errors', units: Math.max(0, quantile(of.errors, of.goal, origins)) };
  const late = of.perDay * of.leadDeviation;
  const units = standardQuantile(of.goal) * Math.sqrt(of.span * of.deviation ** 2 + late ** 2);
  return { by: 'deviation', units: Math.max(0, units) };
}

/** Of the units a day, over at most the last 90 days that count. */
export function dailyDeviation(base: Base): number {
  let [counted, sum, squares] = [0, 0, 0];
  for (let day = base.days - 1; day >= 0 && counted < 90; day--) {
    if (base.counts[day] === 0) continue;
    const sold = base.units[day] ?? 0;
    counted++;
    sum += sold;
    squares += sold * sold;
  }
  if (counted < 2) return 0;
  return Math.sqrt(Math.max(0, (squares - (sum * sum) / counted) / (counted - 1)));
}

/** The standard normal quantile: Acklam's rational approximation, exact to nine digits. */
export function standardQuantile(share: number): number {
  if (share <= 0 || share >= 1) throw new RangeError(`no quantile at ${share}`);
  if (share > 0.5) return -standardQuantile(1 - share);
  if (share < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(share));
    return polynomial(TAIL, q) / (polynomial(TAIL_BELOW, q) * q + 1);
  }
  const q = share - 0.5;
  const r = q * q;
  return (polynomial(MIDDLE, r) * q) / (polynomial(MIDDLE_BELOW, r) * r + 1);
}

const MIDDLE = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
];
const MIDDLE_BELOW = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572];
const TAIL = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const TAIL_BELOW = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416];

const polynomial = (factors: readonly number[], x: number) => factors.reduce((sum, factor) => sum * x + factor, 0);
