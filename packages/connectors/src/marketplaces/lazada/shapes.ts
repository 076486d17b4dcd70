import { z } from 'zod';
import { amount } from '../../read.ts';
import type { Instant } from '../../types.ts';

/** Lazada writes its moments as "2023-11-15 10:00:00 +0800", as ISO 8601, or as milliseconds since 1970. */
const SPACED = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)? ?([+-]\d{2}):?(\d{2})$/;
function toInstant(answered: string | number): Instant | undefined {
  const text = String(answered).trim();
  const spaced = SPACED.exec(text);
  const ms = /^\d{12,14}$/.test(text)
    ? Number(text)
    : Date.parse(spaced ? `${spaced[1]}T${spaced[2]}${spaced[3]}:${spaced[4]}` : /Z$/.test(text) ? text : '');
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
const answered = z.union([z.string(), z.number().int()]);
export const moment = answered.transform((value, context): Instant => {
  const found = toInstant(value);
  if (found !== undefined) return found;
  context.addIssue({ code: 'custom', message: 'not a moment' });
  return z.NEVER;
});
/** "Nothing" is null, 0, an empty text, or no field at all. */
export const optionalMoment = answered.nullish().transform((value) => (value ? toInstant(value) : undefined));

export const orNothing = z.preprocess(
  (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value),
  amount.optional().transform((value) => value ?? '0'),
);
