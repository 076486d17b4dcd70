import { z } from 'zod';
import { lax } from '../../lax.ts';
import type { Instant } from '../../types.ts';

/** Seconds since 1970. Shopee writes "never" as 0, as null or not at all. */
const toInstant = (seconds: number): Instant => new Date(seconds * 1000).toISOString();
export const epoch = z.number().int().positive().transform(toInstant);
export const optionalEpoch = z
  .number()
  .int()
  .nonnegative()
  .nullish()
  .transform((seconds) => (seconds ? toInstant(seconds) : undefined));

export const laxEpoch = lax(
  z
    .union([z.number().int(), z.string().regex(/^\d{1,11}$/)])
    .transform(Number)
    .refine((seconds) => seconds > 0 && seconds <= 99_999_999_999)
    .transform(toInstant),
);

/** Ids come as numbers, beyond what JavaScript holds as text (parseJson). */
export const id = z.union([z.string().min(1), z.number().int()]).transform(String);

export const answerOf = <T extends z.ZodType>(response: T) => z.object({ response });
