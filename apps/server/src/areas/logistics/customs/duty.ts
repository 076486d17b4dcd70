import type { DutyEstimate, DutyRate } from '@tradewind/contract/logistics.ts';
import { Decimal } from '../../../core/money.ts';

type Rule = Omit<DutyRate, 'note' | 'version' | 'validFrom' | 'validTo'>;
interface Goods {
  hsCode: string;
  origin: string;
  value: Decimal;
}

/** Rows of these goods, the best first: the longest prefix; of one prefix that of their origin. */
export function rateFor<R extends Pick<Rule, 'hsPrefix' | 'origin'>>(
  rates: readonly R[],
  { hsCode, origin }: { hsCode: string; origin: string },
): R | undefined {
  return rates
    .filter((rate) => hsCode.startsWith(rate.hsPrefix) && (rate.origin === null || rate.origin === origin))
    .sort((a, b) => b.hsPrefix.length - a.hsPrefix.length || Number(a.origin === null) - Number(b.origin === null))[0];
}

export interface DeclaredItem {
  hsCode?: string;
  originCountry?: string;
  quantity: number;
  unitValueUsd: string;
}

/** The HS lines of a parcel: goods of one code and origin together. */
function linesOf(items: readonly DeclaredItem[]): Goods[] {
  const lines = new Map<string, Goods>();
  for (const { hsCode = '', originCountry: origin = '', quantity, unitValueUsd } of items) {
    const plain = hsCode.replace(/\D/g, '');
    const key = `${plain}/${origin}`;
    const value = new Decimal(unitValueUsd).times(quantity);
    lines.set(key, { hsCode: plain, origin, value: value.plus(lines.get(key)?.value ?? 0) });
  }
  return [...lines.values()];
}

const cents = (value: Decimal) => value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
const share = (value: Decimal, percent: string) => cents(value.times(percent).div(100));
const NOTHING = new Decimal(0);

/**
 * Duty on the declared value of each HS line, import VAT on value and duty, and the fee once for each heading of six digits.
 * A parcel up to a limit of the row owes no duty, or no VAT, and no fee if neither.
 * @param inUsd an amount of a row in dollars
 */
export function dutyOf(
  items: readonly DeclaredItem[],
  rates: readonly Rule[],
  inUsd: (amount: string, currency: string) => Decimal,
): DutyEstimate {
  const goods = linesOf(items);
  const value = goods.reduce((sum, one) => sum.plus(one.value), NOTHING);
  const charged = new Set<string>();
  const lines = goods.map((one) => {
    const rate = rateFor(rates, one);
    const owes = (limit: string) => rate !== undefined && value.gt(inUsd(limit, rate.currency));
    const duty = rate && owes(rate.dutyFreeUpTo) ? share(one.value, rate.dutyPercent) : NOTHING;
    const vat = rate && owes(rate.vatFreeUpTo) ? share(one.value.plus(duty), rate.vatPercent) : NOTHING;
    const heading = one.hsCode.slice(0, 6);
    const owed = rate && (owes(rate.dutyFreeUpTo) || owes(rate.vatFreeUpTo)) && !charged.has(heading);
    if (owed) charged.add(heading);
    const fee = rate && owed ? cents(inUsd(rate.fee, rate.currency)) : NOTHING;
    return { ...one, rate, duty, vat, fee };
  });
  const sum = (of: 'duty' | 'vat' | 'fee') => lines.reduce((all, line) => all.plus(line[of]), NOTHING);
  const [duty, vat, fee] = [sum('duty'), sum('vat'), sum('fee')];
  return {
    currency: 'USD',
    value: value.toFixed(2),
    lines: lines.map((line) => ({
      ...{ hsCode: line.hsCode, origin: line.origin, value: line.value.toFixed(2), rateId: line.rate?.id ?? null },
      ...{ dutyPercent: line.rate?.dutyPercent ?? '0', vatPercent: line.rate?.vatPercent ?? '0' },
      ...{ duty: line.duty.toFixed(2), vat: line.vat.toFixed(2), fee: line.fee.toFixed(2) },
    })),
    ...{ duty: duty.toFixed(2), vat: vat.toFixed(2), fee: fee.toFixed(2) },
    total: duty.plus(vat).plus(fee).toFixed(2),
  };
}

/** A row and the days on which it counts. */
export interface Dated {
  country: string;
  hsPrefix: string;
  origin: string | null;
  validFrom: string;
  validTo: string | null;
}

/** Two rows for the same goods on one day; of several pairs the first. */
export function overlapOf<R extends Dated>(rows: readonly R[]): [R, R] | undefined {
  const groups = Map.groupBy(rows, ({ country, hsPrefix, origin }) => `${country}/${hsPrefix}/${origin ?? ''}`);
  for (const own of groups.values()) {
    const sorted = own.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : a.validFrom > b.validFrom ? 1 : 0));
    for (const [at, row] of sorted.entries()) {
      const next = sorted[at + 1];
      if (next && (row.validTo === null || row.validTo >= next.validFrom)) return [row, next];
    }
  }
  return undefined;
}
