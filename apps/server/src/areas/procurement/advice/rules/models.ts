import { type Base, type Weights, weightedDailySales } from './windows.ts';

export const MODELS = ['windows', 'ses', 'seasonal', 'croston', 'tsb', 'adida'] as const;
export type Model = (typeof MODELS)[number];

/** Factors of the twelve months, 1 on average, and where in them a series begins. */
export interface Season {
  index: readonly number[];
  /** Month (0 to 11) of a day of the series; days after its end too. */
  monthOf(day: number): number;
}

/** Foresees the units of `span` days from `day` on, knowing only the days before it. */
export type Forecast = (day: number, span: number) => number;

const SMOOTHING = 0.1;
const SLOW = 0.05;
const QUICK = 0.3;
const TREND = 0.01;
const DAMPING = 0.98;

const flat =
  (rates: Float64Array): Forecast =>
  (day, span) =>
    (rates[day] ?? 0) * span;

export const byWindows =
  (base: Base, weights: Weights): Forecast =>
  (day, span) =>
    weightedDailySales(base, weights, day) * span;

/** The mean of the first fortnight that counts: where smoothing begins. */
function begin(base: Base): number {
  const until = Math.min(base.days, 14);
  const counted = base.daysBefore[until] ?? 0;
  return counted === 0 ? 0 : (base.unitsBefore[until] ?? 0) / counted;
}

/** Simple exponential smoothing; days that do not count change nothing. */
function smoothed(base: Base, alpha: number): Forecast {
  const rates = new Float64Array(base.days + 1);
  let level = begin(base);
  rates[0] = level;
  for (let day = 0; day < base.days; day++) {
    if (base.counts[day] === 1) level += alpha * ((base.units[day] ?? 0) - level);
    rates[day + 1] = level;
  }
  return flat(rates);
}

/** Damped trend of the deseasonalised series, multiplied by the months to come. */
function seasonal(base: Base, season: Season): Forecast {
  const levels = new Float64Array(base.days + 1);
  const trends = new Float64Array(base.days + 1);
  const factor = (day: number) => Math.max(0.05, season.index[season.monthOf(day)] ?? 1);
  let level = begin(base) / factor(0);
  let trend = 0;
  levels[0] = level;
  for (let day = 0; day < base.days; day++) {
    if (base.counts[day] === 1) {
      const expected = level + DAMPING * trend;
      const next = expected + SMOOTHING * ((base.units[day] ?? 0) / factor(day) - expected);
      trend = DAMPING * trend + TREND * (next - level - DAMPING * trend);
      level = next;
    }
    levels[day + 1] = level;
    trends[day + 1] = trend;
  }
  return (day, span) => {
    let sum = 0;
    let [at, slope] = [levels[day] ?? 0, trends[day] ?? 0];
    for (let ahead = 0; ahead < span; ahead++) {
      slope *= DAMPING;
      at += slope;
      sum += Math.max(0, at) * factor(day + ahead);
    }
    return sum;
  };
}

/** Croston's method with the correction of Syntetos and Boylan: size and interval of sales, smoothed apart. */
function croston(base: Base): Forecast {
  const rates = new Float64Array(base.days + 1);
  let size = 0;
  let interval = 1;
  let since = 1;
  for (let day = 0; day < base.days; day++) {
    const sold = base.units[day] ?? 0;
    if (base.counts[day] === 1) {
      if (sold > 0) {
        [size, interval] =
          size === 0 ? [sold, since] : [size + SMOOTHING * (sold - size), interval + SMOOTHING * (since - interval)];
        since = 1;
      } else since++;
    }
    rates[day + 1] = size === 0 ? 0 : ((1 - SMOOTHING / 2) * size) / interval;
  }
  return flat(rates);
}

/** Teunter, Syntetos and Babai: the chance of a sale is smoothed every day, so that it fades when sales stop. */
function tsb(base: Base): Forecast {
  const rates = new Float64Array(base.days + 1);
  let size = 0;
  let chance = 0;
  for (let day = 0; day < base.days; day++) {
    const sold = base.units[day] ?? 0;
    if (base.counts[day] === 1) {
      if (sold > 0) size = size === 0 ? sold : size + SMOOTHING * (sold - size);
      const came = sold > 0 ? 1 : 0;
      chance = day === 0 ? came : chance + SLOW * (came - chance);
    }
    rates[day + 1] = chance * size;
  }
  return flat(rates);
}

/** Sales are summed over the usual interval between them, smoothed, and spread over its days again. */
function adida(base: Base): Forecast {
  const rates = new Float64Array(base.days + 1);
  let selling = 0;
  for (let day = 0; day < base.days; day++) if ((base.units[day] ?? 0) > 0) selling++;
  const bucket = Math.max(1, Math.min(60, Math.round((base.daysBefore[base.days] ?? 0) / Math.max(1, selling))));
  let level = -1;
  // Buckets end with the series.
  for (let day = base.days % bucket; day < base.days; day += bucket) {
    const end = day + bucket;
    const counted = (base.daysBefore[end] ?? 0) - (base.daysBefore[day] ?? 0);
    if (counted > 0) {
      const mean = ((base.unitsBefore[end] ?? 0) - (base.unitsBefore[day] ?? 0)) / counted;
      level = level < 0 ? mean : level + QUICK * (mean - level);
    }
    for (let until = end; until < Math.min(base.days + 1, end + bucket); until++) rates[until] = Math.max(0, level);
  }
  return flat(rates);
}

/** The candidates of a series; `seasonal` only with factors of months. */
export function candidates(base: Base, weights: Weights, season?: Season): [Model, Forecast][] {
  const sporadic = (base.unitsBefore[base.days] ?? 0) > 0;
  return [
    ['windows', byWindows(base, weights)],
    ['ses', smoothed(base, SMOOTHING)],
    ...(season ? [['seasonal', seasonal(base, season)] as [Model, Forecast]] : []),
    ...(sporadic
      ? ([
          ['croston', croston(base)],
          ['tsb', tsb(base)],
          ['adida', adida(base)],
        ] as [Model, Forecast][])
      : []),
  ];
}

/** Factors of months from whole years of sales: 1 on average. Undefined where nothing was sold. */
export function monthFactors(perDayByMonth: readonly number[]): number[] | undefined {
  const mean = perDayByMonth.reduce((sum, one) => sum + one, 0) / 12;
  return perDayByMonth.length === 12 && mean > 0 ? perDayByMonth.map((one) => one / mean) : undefined;
}
