import { z } from 'zod';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { ConnectorError, type Instant } from '../../types.ts';

/** Clocks differ: what changed in the last two minutes is listed again next time. */
const OVERLAP_MS = 130_000;

const placeShape = z.object({
  from: z.string(),
  until: z.string(),
  token: z.string().optional(),
  repeats: z.number().int().default(0),
});
type Place = z.output<typeof placeShape>;

/** Lists that go on by a token ("seek pagination"). */
export interface Seek {
  platform: string;
  now: () => number;
}

export function placeOf({ platform, now }: Seek, input: { from: Instant; cursor?: string }): Place {
  if (input.cursor !== undefined) return readCursor(platform, placeShape, input.cursor);
  const from = Date.parse(input.from);
  if (Number.isNaN(from)) throw new ConnectorError(platform, 'rejected', `not an instant: ${input.from}`);
  const until = Math.max(from, now() - OVERLAP_MS);
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString(), repeats: 0 };
}

/** The next page's cursor; nothing after the last. */
export function continued({ platform }: Seek, place: Place, token: string | undefined): { nextCursor?: string } {
  if (!token) return {};
  const repeats = countRepeats(platform, token === place.token, place.repeats);
  return { nextCursor: writeCursor({ ...place, token, repeats }) };
}
