import { z } from 'zod';
import type { Unreadable } from '../capabilities/unreadable.ts';
import { reasonOf, Unfit } from '../read.ts';
import type { Instant } from '../types.ts';
import type { LineState, StatementLeg } from './connector.ts';

/** Every line by itself: what fits becomes legs, what does not is set aside. */
export function readLines<S extends z.ZodType>(
  shape: S,
  rows: readonly unknown[],
  turn: (line: z.output<S>, raw: unknown) => StatementLeg[],
): { legs: StatementLeg[]; unreadable: Unreadable[] } {
  const legs: StatementLeg[] = [];
  const unreadable: Unreadable[] = [];
  for (const raw of rows) {
    const read = shape.safeParse(raw);
    if (!read.success) {
      unreadable.push({ raw, reason: reasonOf(read.error) });
      continue;
    }
    try {
      legs.push(...turn(read.data, raw));
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      unreadable.push({ raw, reason: error.message });
    }
  }
  return { legs, unreadable };
}

/** A state by the provider's word. One that nobody knows is no success: the line is set aside. */
export function stateBy(words: Readonly<Record<string, LineState>>, word: string): LineState {
  const state = words[word.trim().toUpperCase()];
  if (!state) throw new Unfit('status', `a word that is not known: ${word.slice(0, 40)}`);
  return state;
}

const digits = (most: number) =>
  z.union([z.number().int(), z.string().regex(/^\d{1,15}$/)]).transform((value, context) => {
    const ms = Number(value) * most;
    if (Number.isSafeInteger(ms) && !Number.isNaN(new Date(ms).getTime())) return new Date(ms).toISOString() as Instant;
    context.addIssue({ code: 'custom', message: 'not an instant' });
    return z.NEVER;
  });
/** Since 1970, as a number or as its digits. */
export const inMilliseconds = digits(1);
export const inSeconds = digits(1000);

/** The day in China, where these providers keep their books; it has no summer time. */
export const chinaDay = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10);
