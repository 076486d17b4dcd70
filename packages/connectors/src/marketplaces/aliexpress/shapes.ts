import { z } from 'zod';
import { count } from '../../amounts.ts';
import { divide } from '../../money.ts';
import { amount, currencyCode } from '../../read.ts';
import type { Instant } from '../../types.ts';
import { fromPacific } from './pacific.ts';

/**
 * A list: below the name of its elements, or as it is; one element may come without a list, and an empty list not at
 * all.
 */
export const wrapped = <T extends z.ZodType>(name: string, item: T) =>
  z.preprocess((answered) => {
    const inner =
      typeof answered === 'object' && answered !== null && !Array.isArray(answered) && name in answered
        ? Reflect.get(answered, name)
        : answered;
    if (inner === undefined || inner === null || inner === '') return [];
    if (Array.isArray(inner)) return inner;
    return typeof inner === 'object' && Object.keys(inner).length === 0 ? [] : [inner];
  }, z.array(item));

export const pacific = z.string().transform((answered, context): Instant => {
  const found = fromPacific(answered);
  if (found !== undefined) return found;
  context.addIssue({ code: 'custom', message: 'not a time of AliExpress' });
  return z.NEVER;
});

/** As an amount, or as its smallest unit and how many of those make one; the currency always beside it. */
export const money = z
  .object({
    amount: amount.nullish().catch(undefined),
    amount_str: amount.nullish().catch(undefined),
    cent: amount.nullish().catch(undefined),
    cent_factor: count.nullish().catch(undefined),
    currency_code: z
      .string()
      .transform((answered) => answered.trim().toUpperCase())
      .pipe(currencyCode),
  })
  .transform((answered, context) => {
    const places = String(answered.cent_factor ?? 1).length - 1;
    const whole =
      answered.amount ??
      answered.amount_str ??
      (answered.cent && answered.cent_factor ? divide(answered.cent, answered.cent_factor, places) : undefined);
    if (whole !== undefined) return { amount: whole, currency: answered.currency_code };
    context.addIssue({ code: 'custom', message: 'no amount' });
    return z.NEVER;
  });
