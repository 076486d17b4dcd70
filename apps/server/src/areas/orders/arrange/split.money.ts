import { Decimal, split } from '../../../core/money.ts';

interface Amounts {
  goods: string;
  shipping: string;
  tax: string;
  discount: string;
  total: string;
}

interface PricedLine {
  unitPrice: string;
  discount: string;
  tax: string;
  quantity: number;
}

const FINE = 4;
/** Amounts in whole cents stay in whole cents. */
const placesOf = (amount: string) => Math.max(2, Math.min(FINE, new Decimal(amount).decimalPlaces()));
const share = (amount: string, weights: readonly Decimal.Value[]) => split(amount, weights, placesOf(amount));
const sum = (values: readonly Decimal.Value[]) => values.reduce<Decimal>((a, v) => a.plus(v), new Decimal(0));

/** Divides a line's amount by units: first the part that stays, then each new part. */
export function shareLine(amount: string, units: readonly number[]): string[] {
  return share(amount, units);
}

/**
 * Divides an order's amounts over its parts, the one that stays first. Goods, discount and tax follow the lines; the
 * shipping charge stays with the first. The sums do not change.
 */
export function shareAmounts(whole: Amounts, parts: readonly (readonly PricedLine[])[]): Amounts[] {
  const values = parts.map((lines) => sum(lines.map((line) => new Decimal(line.unitPrice).times(line.quantity))));
  const byLine = (of: 'discount' | 'tax') => {
    const own = parts.map((lines) => sum(lines.map((line) => line[of])));
    return own.some((amount) => amount.gt(0)) ? own : values;
  };
  const goods = share(whole.goods, values);
  const discount = share(whole.discount, byLine('discount'));
  const tax = share(whole.tax, byLine('tax'));
  const worth = parts.map((_, i) => Decimal.max(0, sum([goods[i] ?? 0, tax[i] ?? 0]).minus(discount[i] ?? 0)));
  const totals = share(new Decimal(whole.total).minus(whole.shipping).toFixed(), worth);
  return parts.map((_, i) => ({
    goods: goods[i] ?? '0',
    discount: discount[i] ?? '0',
    tax: tax[i] ?? '0',
    shipping: i === 0 ? whole.shipping : '0',
    total: new Decimal(totals[i] ?? 0).plus(i === 0 ? whole.shipping : 0).toFixed(),
  }));
}
