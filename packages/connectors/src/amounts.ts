import { z } from 'zod';
import { lax, orUnreadable } from './lax.ts';
import { amount, currencyCode, wholeNumber } from './read.ts';
import type { Decimal } from './types.ts';

/** Figures of orders, read so that no amount of money refuses one. */

/** A quantity, as a number or as its digits. */
export const count = z.union([
  wholeNumber,
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);

/** Undefined for nothing (null, an empty text, no field), null for what is there and is no amount. */
export const laxAmount = orUnreadable(
  z.preprocess(
    (answered) =>
      answered === null || (typeof answered === 'string' && answered.trim() === '') ? undefined : answered,
    amount.optional(),
  ),
);

export const laxCurrency = lax(
  z
    .string()
    .transform((answered) => answered.trim().toUpperCase())
    .pipe(currencyCode),
);

type Answered = Decimal | null | undefined;

/** Takes the amounts of one order, and keeps in mind whether one of them is unknown; such a one stands as 0. */
export function amountsOfOrder() {
  let unknown = false;
  const take = (answered: Answered, isMissing: boolean): Decimal => {
    unknown ||= isMissing;
    return answered ?? '0';
  };
  return {
    /** The platform always says it. */
    due: (answered: Answered) => take(answered, answered === null || answered === undefined),
    /** The platform leaves it out where it is nothing. */
    optional: (answered: Answered) => take(answered, answered === null),
    /** As part of the order, once all have been taken. */
    unknown: (): { amountsUnknown?: true } => (unknown ? { amountsUnknown: true } : {}),
  };
}
export type OrderAmounts = ReturnType<typeof amountsOfOrder>;

/** The number by which an answer tells success from failure. Nothing is none: a 0 that nobody said would be success. */
export const answerCode = z.union([z.number().int(), z.string().regex(/^-?\d{1,15}$/)]).transform(Number);
