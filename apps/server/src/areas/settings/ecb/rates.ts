import type { RateDay } from '@tradewind/connectors/rates/ecb.ts';
import { Decimal } from '../../../core/money.ts';

export interface CrossRate {
  currency: string;
  onDay: string;
  toBase: string;
}

const JUMP = new Decimal('0.2');
const DIGITS = 8;

/** Units of `base` for one unit of each currency, through the euro of the same day. Empty where base is not published. */
export function crossRates({ day, perEuro }: RateDay, base: string): CrossRate[] {
  const all: Record<string, string> = { EUR: '1', ...perEuro };
  const own = all[base];
  if (own === undefined) return [];
  return Object.entries(all)
    .filter(([currency]) => currency !== base)
    .map(([currency, rate]) => ({
      currency,
      onDay: day,
      toBase: new Decimal(own).div(rate).toDecimalPlaces(DIGITS).toFixed(),
    }));
}

/**
 * The rates to write for these days, and the currencies that a person must check. `known`: the rates before the first
 * day and those that people have set since.
 */
export function believable(days: readonly RateDay[], base: string, known: readonly CrossRate[]) {
  const rates: CrossRate[] = [];
  const doubtful: string[] = [];
  const published = new Set(days.flatMap((day) => crossRates(day, base)));
  for (const [currency, course] of Map.groupBy([...known, ...published], (rate) => rate.currency)) {
    let before: string | undefined;
    let doubted = false;
    for (const rate of course.toSorted((a, b) => a.onDay.localeCompare(b.onDay))) {
      const input = published.has(rate);
      if (input && isDoubtful(before, rate.toBase)) {
        doubted = true;
        continue;
      }
      if (input) rates.push(rate);
      before = rate.toBase;
    }
    if (doubted) doubtful.push(currency);
  }
  return { rates, doubtful };
}

/** A rate that moved further than rates move in a day waits for a person. */
export function isDoubtful(before: string | undefined, now: string): boolean {
  return before !== undefined && new Decimal(now).div(before).minus(1).abs().gt(JUMP);
}
