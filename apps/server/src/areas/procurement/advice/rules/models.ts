import { scratch } from './scratch.ts';
import { type Base, type Weights, weightedDailySales } from './windows.ts';

export type Model = 'windows' | 'ses' | 'seasonal' | 'croston' | 'tsb' | 'adida';

/** Factors of the twelve months, 1 on average, and in which month (0 to 11) a day of the series and after it lies. */
export interface Season {
  index: readonly number[];
  months: ArrayLike<number>;
}

/** Foresees the days from `day` on, knowing only the days before it. */
export interface Forecast {
  /** Units of `span` days. */
  sum(day: number, span: number): number;
  /** The factor of a later day among the days of the same level; undefined: all are equal. */
  path?(day: number, days: number): Float64Array;
}

const SMOOTHING = 0.1;
const SLOW = 0.05;
const QUICK = 0.3;
const TREND = 0.01;
const DAMPING = 0.98;
/** DAMPING to the power of the days that a series usually has. */
const DAMPED = Float64Array.from({ length: 2000 }, (_, day) => DAMPING ** day);
const damping = (day: number): number => DAMPED[day] ?? DAMPING ** day;

const flat = (rates: Float64Array): Forecast => ({ sum: (day, span) => (rates[day] ?? 0) * span });

const byWindows = (base: Base, weights: Weights): Forecast => ({
  sum: (day, span) => weightedDailySales(base, weights, day) * span,
});

/** The mean of the first fortnight that counts: where smoothing begins. */
function begin(base: Base): number {
  const until = Math.min(base.days, 14);
  const counted = base.daysBefore[until] ?? 0;
  return counted === 0 ? 0 : (base.unitsBefore[until] ?? 0) / counted;
}

/** Simple exponential smoothing; days that do not count change nothing. */
function smoothed({ days, counts, units, ...base }: Base, alpha: number): Forecast {
  const rates = scratch(days + 1);
  let level = begin({ days, counts, units, ...base });
  rates[0] = level;
  for (let day = 0; day < days; day++) {
    if (counts[day] === 1) level += alpha * ((units[day] as number) - level);
    rates[day + 1] = level;
  }
  return flat(rates);
}

/** Damped trend of the deseasonalised series, multiplied by the months to come. */
function seasonal(base: Base, { index, months }: Season, longest: number): Forecast {
  const { days, counts, units } = base;
  const factors = Float64Array.from(index, (one) => Math.max(0.05, one));
  const levels = scratch(days + 1);
  const trends = scratch(days + 1);
  const factor = (day: number) => factors[months[day] as number] as number;
  let level = days === 0 ? 0 : begin(base) / factor(0);
  let trend = 0;
  levels[0] = level;
  for (let day = 0; day < days; day++) {
    if (counts[day] === 1) {
      const expected = level + DAMPING * trend;
      const next = expected + SMOOTHING * ((units[day] as number) / factor(day) - expected);
      trend = DAMPING * trend + TREND * (next - level - DAMPING * trend);
      level = next;
    }
    levels[day + 1] = level;
    trends[day + 1] = trend;
  }
  const path = (day: number, ahead: number) => {
    const sold = new Float64Array(ahead);
    let [at, slope] = [levels[day] as number, trends[day] as number];
    for (let one = 0; one < ahead; one++) {
      slope *= DAMPING;
      at += slope;
      sold[one] = at > 0 ? at * factor(day + one) : 0;
    }
    return sold;
  };
  // A span's sum at once: its levels are level + trend x c (1 - DAMPING^k), so running sums of the factors give it.
  const plain = scratch(days + longest + 1);
  const damped = scratch(days + longest + 1);
  let [sumPlain, sumDamped] = [0, 0];
  for (let day = 0; day < days + longest; day++) {
    const one = factor(day);
    sumPlain += one;
    sumDamped += damping(day) * one;
    plain[day + 1] = sumPlain;
    damped[day + 1] = sumDamped;
  }
  const whole = DAMPING / (1 - DAMPING);
  const sum = (day: number, span: number) => {
    const [level, trend] = [levels[day] as number, trends[day] as number];
    const factors = (plain[day + span] as number) - (plain[day] as number);
    const faded = (DAMPING * ((damped[day + span] as number) - (damped[day] as number))) / damping(day);
    return Math.max(0, level * factors + trend * whole * (factors - faded));
  };
  return { sum, path };
}

/** Croston's method with the correction of Syntetos and Boylan: size and interval of sales, smoothed apart. */
function croston({ days, counts, units }: Base): Forecast {
  const rates = scratch(days + 1);
  let size = 0;
  let interval = 1;
  let since = 1;
  for (let day = 0; day < days; day++) {
    const sold = units[day] as number;
    if (counts[day] === 1) {
      if (sold > 0) {
        interval = size === 0 ? since : interval + SMOOTHING * (since - interval);
        size = size === 0 ? sold : size + SMOOTHING * (sold - size);
        since = 1;
      } else since++;
    }
    rates[day + 1] = size === 0 ? 0 : ((1 - SMOOTHING / 2) * size) / interval;
  }
  return flat(rates);
}

/** Teunter, Syntetos and Babai: the chance of a sale is smoothed every day, so that it fades when sales stop. */
function tsb({ days, counts, units }: Base): Forecast {
  const rates = scratch(days + 1);
  let size = 0;
  let chance = 0;
  for (let day = 0; day < days; day++) {
    const sold = units[day] as number;
    if (counts[day] === 1) {
      if (sold > 0) size = size === 0 ? sold : size + SMOOTHING * (sold - size);
      const came = sold > 0 ? 1 : 0;
      chance = day === 0 ? came : chance + SLOW * (came - chance);
    }
    rates[day + 1] = chance * size;
  }
  return flat(rates);
}

/** Sales are summed over the usual interval between them, smoothed, and spread over its days again. */
function adida({ days, units, unitsBefore, daysBefore }: Base): Forecast {
  const rates = scratch(days + 1);
  let selling = 0;
  for (let day = 0; day < days; day++) if ((units[day] as number) > 0) selling++;
  const bucket = Math.max(1, Math.min(60, Math.round((daysBefore[days] as number) / Math.max(1, selling))));
  let level = -1;
  // Buckets end with the series.
  for (let day = days % bucket; day < days; day += bucket) {
    const end = day + bucket;
    const counted = (daysBefore[end] as number) - (daysBefore[day] as number);
    if (counted > 0) {
      const mean = ((unitsBefore[end] as number) - (unitsBefore[day] as number)) / counted;
      level = level < 0 ? mean : level + QUICK * (mean - level);
    }
    const rate = Math.max(0, level);
    for (let until = end; until <= days && until < end + bucket; until++) rates[until] = rate;
  }
  return flat(rates);
}

/** The candidates for sums of at most `span` days; `seasonal` only with factors of months. */
export function candidates(base: Base, weights: Weights, span: number, season?: Season): [Model, Forecast][] {
  const found: [Model, Forecast][] = [
    ['windows', byWindows(base, weights)],
    ['ses', smoothed(base, SMOOTHING)],
  ];
  if (season) found.push(['seasonal', seasonal(base, season, span)]);
  if ((base.unitsBefore[base.days] ?? 0) > 0)
    found.push(['croston', croston(base)], ['tsb', tsb(base)], ['adida', adida(base)]);
  return found;
}

/** Factors of months from whole years of sales: 1 on average. Undefined where nothing was sold. */
export function monthFactors(perDayByMonth: readonly number[]): number[] | undefined {
  const mean = perDayByMonth.reduce((sum, one) => sum + one, 0) / 12;
  return perDayByMonth.length === 12 && mean > 0 ? perDayByMonth.map((one) => one / mean) : undefined;
}
