import { z } from 'zod';
import type { Instant } from '../../types.ts';

const FORM = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))? ?(Z|[+-]\d{2}:?\d{2})$/;

/** "2026-11-01 10:15:00.000000 -04:00", as Wayfair writes moments; told on in UTC. */
export const wayfairMoment = z
  .string()
  .regex(FORM, 'not a moment of Wayfair')
  .transform((answered, context): Instant => {
    const [, day, time, part = '', zone] = FORM.exec(answered) ?? [];
    const at = Date.parse(`${day}T${time}.${part.slice(0, 3).padEnd(3, '0')}${zone}`);
    if (!Number.isNaN(at)) return new Date(at).toISOString();
    context.addIssue({ code: 'custom', message: 'not a moment' });
    return z.NEVER;
  });

/** The same form, in UTC. */
export const toWayfair = (at: number): string => {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}000 +00:00`;
};
