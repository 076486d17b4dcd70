import { badField } from '../../../core/errors.ts';
import { Decimal, toBase } from '../../../core/money.ts';
import type { Target } from './targets.ts';

/** What a line takes of a booked amount. */
export interface Part {
  target: Target;
  amount: Decimal;
  baseAmount: Decimal;
}

/**
 * Shares booked amounts over lines in their order: each line takes as much as it is, the last one takes all that is left,
 * and what it is less is the fee. With `partial` the last line takes no more than it is either.
 */
export function allocate(
  lines: readonly { amount: string }[],
  targets: readonly Target[],
  partial: boolean,
): { parts: Part[][]; fee: Decimal } {
  const sum = (all: readonly { amount: string }[]) =>
    all.reduce((total, { amount }) => total.plus(amount), new Decimal(0));
  const negative = new Decimal(lines[0]?.amount ?? 0).isNegative();
  const likeLine = ({ amount }: { amount: string }) => new Decimal(amount).isNegative() === negative;
  if (!lines.every(likeLine)) throw badField('lineIds', 'finance.bank.oneDirection');
  if ((lines.length > 1 || partial) && !targets.every(likeLine))
    throw badField('ledgerLineIds', 'finance.bank.oneDirection');
  const missing = sum(targets).minus(sum(lines));
  if (lines.length === 1 && !partial) return { parts: [targets.map(whole)], fee: missing };
  const left = targets.map(whole);
  const parts = lines.map(({ amount }, at) => {
    const last = at === lines.length - 1 && !partial;
    let open = new Decimal(amount);
    const taken: Part[] = [];
    for (const one of left) {
      if (one.amount.isZero() || (!last && open.isZero())) continue;
      const all = last || one.amount.abs().lte(open.abs());
      const take = all ? one.amount : open;
      const base = all ? one.baseAmount : new Decimal(toBase(one.baseAmount, take.div(one.amount)));
      taken.push({ target: one.target, amount: take, baseAmount: base });
      one.amount = one.amount.minus(take);
      one.baseAmount = one.baseAmount.minus(base);
      open = open.minus(take);
    }
    return { taken, open };
  });
  // Below zero: the lines are more than what was booked.
  const over = parts
    .slice(0, partial ? undefined : -1)
    .reduce((total, { open }) => total.plus(open.abs()), new Decimal(0));
  const fee = over.isZero() ? (partial ? new Decimal(0) : missing) : over.neg();
  return { parts: parts.map(({ taken }) => taken), fee };
}

const whole = (target: Target): Part => ({
  target,
  amount: new Decimal(target.amount),
  baseAmount: new Decimal(target.baseAmount),
});
