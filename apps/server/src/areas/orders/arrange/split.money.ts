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
/** Whole cents stay whole cents. */
const placesOf = (amount: string) => Math.max(2, Math.min(FINE, new Decimal(amount).decimalPlaces()));
const share = (amount: string, weights: readonly Decimal.Value[]) => split(amount, weights, placesOf(amount));
const sum = (values: readonly Decimal.Value[]) => values.reduce<Decimal>((a, v) => a.plus(v), new Decimal(0));

/** An amount of a line by units: first what stays, then what each part takes. */
export function shareLine(amount: string, units: readonly number[]): string[] {
  return share(amount, units);
}

/**
 * An order's amounts over its parts, the one that stays first. Goods, discount and tax go with the lines; the buyer's
 * freight stays with the first. Together they are exactly what they were.
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
