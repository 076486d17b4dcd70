import { z } from 'zod';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { ConnectorError, type Instant } from '../../types.ts';
import { PLATFORM } from './client.ts';

/** Clocks differ and searches lag: what changed in the last minute is listed again next time. */
const OVERLAP_S = 60;
/** How long a page token lives is not told; an older place is taken up again by the time it had come to. */
const TOKEN_LIFE_MS = 30 * 60_000;

const placeShape = z.object({
  /** Seconds since 1970, the first included and the last not. */
  from: z.number().int(),
  to: z.number().int(),
  /** The latest time seen in this window: listings come oldest first. */
  seen: z.number().int(),
  token: z.string().optional(),
  issuedAt: z.number().default(0),
  repeats: z.number().int().default(0),
});
export type Place = z.output<typeof placeShape>;

export function toSeconds(instant: Instant): number {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) throw new ConnectorError(PLATFORM, 'rejected', `not an instant: ${instant}`);
  return Math.max(0, Math.floor(time / 1000));
}

export const instantOf = (seconds: number): Instant => new Date(seconds * 1000).toISOString();

/** Where a listing stands: its filters stay what they were, as a page token is good for these alone. */
export function placeOf(input: { after: Instant; before?: Instant; cursor?: string }, now: number): Place {
  if (input.cursor === undefined) {
    const from = toSeconds(input.after);
    const to = input.before ? toSeconds(input.before) : Math.floor(now / 1000) + 1;
    return { from, to: Math.max(from, to), seen: from, issuedAt: now, repeats: 0 };
  }
  const saved = readCursor(PLATFORM, placeShape, input.cursor);
  if (saved.token === undefined || now - saved.issuedAt < TOKEN_LIFE_MS) return saved;
  const { token, ...rest } = saved;
  return { ...rest, from: saved.seen };
}

export const listedUntil = ({ from, to }: Place): Instant => instantOf(Math.max(from, to - OVERLAP_S));

/** The next page's cursor; undefined after the last. */
export function nextCursor(place: Place, token: string | undefined, observed: number, now: number): string | undefined {
  if (!token) return undefined;
  const repeats = countRepeats(PLATFORM, token === place.token, place.repeats);
  return writeCursor({ ...place, token, seen: Math.max(place.seen, observed), issuedAt: now, repeats });
}

/** A token that TikTok no longer takes is no cursor of ours: the listing begins again. */
export async function withToken<T>(place: Place, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = error instanceof ConnectorError && error.kind === 'rejected' && place.token !== undefined;
    if (!refused || !/page_?token/i.test(error.message)) throw error;
    throw new ConnectorError(PLATFORM, 'rejected', error.message, { code: 'BAD_CURSOR', cause: error });
  }
}

/** The latest of a field's times, of records that may be spoilt. */
export function latest(records: readonly unknown[], field: string): number {
  let found = 0;
  for (const record of records) {
    const value = typeof record === 'object' && record !== null ? Reflect.get(record, field) : undefined;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > found) found = value;
  }
  return found;
}
