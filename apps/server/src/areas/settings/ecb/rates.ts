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

/** A rate that is further from the one before than rates move in a day is left for a person to look at. */
export function isDoubtful(before: string | undefined, now: string): boolean {
  return before !== undefined && new Decimal(now).div(before).minus(1).abs().gt(JUMP);
}
