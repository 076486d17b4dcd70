import { Decimal, money, split } from '../../core/money.ts';

export interface Priced {
  quantity: number;
  unitPrice: string;
}

export interface Charges {
  discountAmount: string;
  shippingAmount: string;
  taxPercent: string;
}

const sum = (values: readonly string[]) => values.reduce((all, one) => all.plus(one), new Decimal(0));

/** Amounts of an order and its lines: the shares of discount and tax sum exactly. */
export function totals(lines: readonly Priced[], charges: Charges) {
  const amounts = lines.map((line) => new Decimal(line.unitPrice).times(line.quantity).toDecimalPlaces(2).toFixed(4));
  const goods = sum(amounts);
  const discounts = split(charges.discountAmount, amounts);
  const net = amounts.map((amount, i) => new Decimal(amount).minus(discounts[i] ?? 0).toFixed(2));
  const tax = sum(net).times(charges.taxPercent).div(100).toDecimalPlaces(2);
  const taxes = split(tax, net);
  return {
    goodsAmount: money(goods),
    taxAmount: money(tax),
    totalAmount: money(goods.minus(charges.discountAmount).plus(charges.shippingAmount).plus(tax)),
    lines: lines.map((_, i) => ({
      amount: amounts[i] ?? '0',
      discount: discounts[i] ?? '0',
      tax: taxes[i] ?? '0',
    })),
  };
}

export const depositOf = (total: string, percent: string): string =>
  money(new Decimal(total).times(percent).div(100).toDecimalPlaces(2));

/** The share of `units` out of `of` in `amount`; the last units take the remainder. */
export function part(amount: string, units: Decimal.Value, of: Decimal.Value, input: string, last: boolean): string {
  if (last) return money(new Decimal(amount).minus(input));
  if (new Decimal(of).isZero()) return money(0);
  return money(new Decimal(amount).times(units).div(of).toDecimalPlaces(2));
}
