import { Decimal } from 'decimal.js';

Decimal.set({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

export { Decimal };

/** Amounts are decimal strings outside of a calculation. */
export function money(value: Decimal.Value): string {
  return new Decimal(value).toFixed(4);
}

/** For a reader: 12,345.60 CNY. */
export const moneyText = (amount: Decimal.Value, currency: string): string =>
  `${new Decimal(amount).toFixed(2).replace(/\d(?=(\d{3})+\.)/g, '$&,')} ${currency}`;

/** amount x rate rounded to the base currency's cents. */
export function toBase(amount: Decimal.Value, rate: Decimal.Value): string {
  return new Decimal(amount).times(rate).toDecimalPlaces(2).toFixed(4);
}

/** Splits `total` by weights so that the parts sum exactly (largest remainder, ties by order). `places` of each part. */
export function split(total: Decimal.Value, weights: readonly Decimal.Value[], places = 2): string[] {
  const all = new Decimal(total);
  const sum = weights.reduce<Decimal>((a, w) => a.plus(w), new Decimal(0));
  if (sum.isZero()) return weights.map((_, i) => (i === 0 ? all.toFixed(places) : new Decimal(0).toFixed(places)));
  const unit = new Decimal(10).pow(-places);
  const exact = weights.map((w) => all.times(w).div(sum));
  const parts = exact.map((e) => e.toDecimalPlaces(places, Decimal.ROUND_DOWN));
  let left = all
    .minus(parts.reduce<Decimal>((a, p) => a.plus(p), new Decimal(0)))
    .div(unit)
    .round()
    .toNumber();
  const order = exact
    .map((e, i) => ({ i, rest: e.minus(parts[i] ?? 0).abs() }))
    .sort((a, b) => b.rest.cmp(a.rest) || a.i - b.i);
  for (const { i } of order) {
    if (left === 0) break;
    parts[i] = (parts[i] ?? new Decimal(0)).plus(unit.times(Math.sign(left)));
    left -= Math.sign(left);
  }
  return parts.map((p) => p.toFixed(places));
}
