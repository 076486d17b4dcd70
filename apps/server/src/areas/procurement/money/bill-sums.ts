import { Decimal, split, toBase } from '../../../core/money.ts';

export interface BillLine {
  quantity: number;
  /** Of one unit, in the bill's currency. */
  unitPrice: string;
  /** Agreed for one unit, in base currency at the rate of the bill's day. */
  agreedBase: string;
  /** What a unit was received at, in base currency; the agreed price where nothing was received. */
  receivedBase: string;
  /** The weight of its share of the charges. */
  share: string;
}
export interface BillSums {
  amount: string;
  charge: string;
  receivedBase: string;
  priceBase: string;
  rateBase: string;
}

/**
 * What each line of a bill means. In base currency received value + price difference + rate difference make the line's
 * amount with its charges, to the cent: the price difference is what differs from the agreed price at the bill's rate,
 * the rate difference is the rest. Charges are split by largest remainder.
 */
export function sumBill(lines: readonly BillLine[], charges: string, rate: string): BillSums[] {
  const weights = lines.map((line) => line.share);
  const parts = split(charges, weights.some((weight) => !new Decimal(weight).isZero()) ? weights : lines.map(() => 1));
  return lines.map((line, at) => {
    const amount = new Decimal(line.unitPrice).times(line.quantity).toDecimalPlaces(2);
    const charge = parts[at] ?? '0';
    const whole = new Decimal(toBase(amount.plus(charge), rate));
    const received = new Decimal(line.receivedBase).times(line.quantity).toDecimalPlaces(2);
    const price = whole.minus(new Decimal(line.agreedBase).times(line.quantity).toDecimalPlaces(2));
    return {
      amount: amount.toFixed(4),
      charge,
      receivedBase: received.toFixed(4),
      priceBase: price.toFixed(4),
      rateBase: whole.minus(price).minus(received).toFixed(4),
    };
  });
}

/**
 * The part of a deposit that a bill uses up: the share of the order that it bills, everything that is left once the
 * whole order is billed; never more than is left, nor than the bill. A debit note gives none back.
 */
export function depositOf(bill: {
  amount: string;
  ordered: string;
  billedBefore: string;
  paid: string;
  applied: string;
}): string {
  const left = new Decimal(bill.paid).minus(bill.applied);
  const amount = new Decimal(bill.amount);
  if (amount.lte(0) || left.lte(0)) return '0.0000';
  const billed = amount.plus(bill.billedBefore);
  const last = billed.gte(bill.ordered);
  const share = last ? left : amount.times(bill.paid).div(bill.ordered).toDecimalPlaces(2);
  return Decimal.min(share, left, amount).toFixed(4);
}
