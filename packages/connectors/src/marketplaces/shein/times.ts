import { z } from 'zod';
import type { Instant } from '../../types.ts';

const UTC_8_MS = 8 * 3_600_000;
const TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d+)?)(?:(Z)|([+-]\d{2}):?(\d{2}))?$/;

/** "2026-01-05 10:00:00": SHEIN's clocks stand at UTC+8 wherever a shop sells. */
export const beijing = (ms: number): string => new Date(ms + UTC_8_MS).toISOString().slice(0, 19).replace('T', ' ');

/** NaN when it is no time. */
export function readTime(answered: string): number {
  const [, day, time, utc, hours, minutes] = TIME.exec(answered.trim()) ?? [];
  return day ? Date.parse(`${day}T${time}${utc ?? (hours ? `${hours}:${minutes}` : '+08:00')}`) : Number.NaN;
}

export const moment = z
  .string()
  .refine((answered) => !Number.isNaN(readTime(answered)), 'not a time')
  .transform((answered): Instant => new Date(readTime(answered)).toISOString());
/** "Nothing" is null, an empty text, or no field at all. */
export const optionalMoment = z.preprocess((answered) => (answered === '' ? undefined : answered), moment.nullish());
