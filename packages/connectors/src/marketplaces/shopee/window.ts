import { z } from 'zod';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { ConnectorError, type Instant } from '../../types.ts';
import { PLATFORM } from './client.ts';

/** No list goes further than 15 days. */
const LONGEST_S = 15 * 86_400 - 1;
/** Lists by update time are known to miss what changed in their last moments: listed again next time. */
const OVERLAP_S = 300;

const placeShape = z.object({
  /** What the whole listing is about, in seconds since 1970. */
  since: z.number().int(),
  end: z.number().int(),
  /** The piece of it that is being listed, and the page in it; '' is the first. */
  from: z.number().int(),
  to: z.number().int(),
  page: z.string(),
  repeats: z.number().int().default(0),
});
type Place = z.output<typeof placeShape>;

const piece = (from: number, end: number) => ({ from, to: Math.min(from + LONGEST_S, end), page: '', repeats: 0 });

/** Where a listing of everything after an instant is; the cursor is all that is needed to go on after a crash. */
export function placeOf(after: Instant, now: number, cursor: string | undefined): Place {
  if (cursor !== undefined) return readCursor(PLATFORM, placeShape, cursor);
  const since = Math.floor(Date.parse(after) / 1000);
  if (Number.isNaN(since)) throw new ConnectorError(PLATFORM, 'rejected', `not an instant: ${after}`);
  const end = Math.floor(now / 1000);
  return { since, end, ...piece(Math.min(since, end - 1), end) };
}

export function windowOf(from: Instant, to: Instant, cursor: string | undefined): Place {
  const end = Math.ceil(Date.parse(to) / 1000);
  return placeOf(from, end * 1000, cursor);
}

/** The place after this page: the next page, or the first of the next piece; undefined at the end. */
export function after(place: Place, nextPage: string | undefined): { nextCursor?: string } {
  if (nextPage !== undefined) {
    const repeats = countRepeats(PLATFORM, nextPage === place.page, place.repeats);
    return { nextCursor: writeCursor({ ...place, page: nextPage, repeats }) };
  }
  if (place.to >= place.end) return {};
  return { nextCursor: writeCursor({ ...place, ...piece(place.to, place.end) }) };
}

export const listedUntil = (place: Place): Instant =>
  new Date(Math.max(place.since, place.end - OVERLAP_S) * 1000).toISOString();
