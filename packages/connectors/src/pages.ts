import { z } from 'zod';
import { countRepeats, readCursor, writeCursor } from './cursor.ts';
import { ConnectorError, type Instant } from './types.ts';

/** Pieces of a long window with nothing in them are passed over in one step, up to so many. */
const MOST_EMPTY = 12;

const placeShape = z.object({
  /** What the whole listing is about, in milliseconds since 1970. */
  since: z.number().int(),
  end: z.number().int(),
  /** The piece of it that is being listed, and the page in it. */
  from: z.number().int(),
  to: z.number().int(),
  page: z.number().int().positive(),
  /** The page is asked only for how many there are. */
  counting: z.boolean(),
  /** With what the page before began: a platform may answer the same page twice. */
  head: z.string(),
  repeats: z.number().int(),
});
export type PagePlace = z.output<typeof placeShape>;

interface PageRules {
  platform: string;
  size: number;
  /** Clocks differ and lists lag: so much is listed again next time. */
  overlapMs: number;
  /** No window goes further. */
  longestMs?: number;
  /** No window shows more rows: a fuller one is halved. */
  mostRows?: number;
}

/** What a page says: the keys of its rows, in turn, and how many rows the window has. */
interface Listed {
  keys: readonly string[];
  total: number;
}

/**
 * Lists that come by page numbers inside a window of time. What changes meanwhile leaves the window, and the rows behind
 * it move up: read from the first page to the last, some would be passed over. So the first page says how many there
 * are, then they are read from the last page to the first: what moves may be read twice, and nothing is missed.
 */
export function createPages(rules: PageRules) {
  const { platform, size, overlapMs, longestMs = Number.MAX_SAFE_INTEGER, mostRows = Number.MAX_SAFE_INTEGER } = rules;
  const piece = (from: number, end: number, to = Math.min(from + longestMs, end)) => ({
    ...{ from, to, page: 1, counting: true, head: '', repeats: 0 },
  });

  function placeOf(after: Instant, before: number, cursor: string | undefined): PagePlace {
    if (cursor !== undefined) return readCursor(platform, placeShape, cursor);
    const answered = Date.parse(after);
    if (Number.isNaN(answered)) throw new ConnectorError(platform, 'rejected', `not an instant: ${after}`);
    const end = Math.floor(before / 1000) * 1000;
    const since = Math.min(Math.floor(answered / 1000) * 1000, end - 1000);
    return { since, end, ...piece(since, end) };
  }

  /** The place after this page; undefined at the end. */
  function following(place: PagePlace, { keys, total }: Listed): PagePlace | undefined {
    const pages = Math.ceil(total / size);
    const lost = keys.length === 0 ? (place.page - 1) * size < total : keys[0] === place.head;
    if (lost) {
      const repeats = countRepeats(platform, true, place.repeats);
      return { ...place, page: place.counting ? 1 : Math.max(1, pages), head: '', repeats };
    }
    const span = place.to - place.from;
    if (place.counting && total >= mostRows && span > 2000)
      return { ...place, ...piece(place.from, place.end, place.from + Math.floor(span / 2000) * 1000) };
    const page = place.counting ? pages : place.page - 1;
    if (page > (place.counting ? 1 : 0)) return { ...place, page, counting: false, head: keys[0] ?? place.head };
    if (place.to >= place.end) return undefined;
    return { ...place, ...piece(place.to, place.end) };
  }

  return {
    /** The page at the cursor, or the first one with something on it; `ask` fetches a place. */
    async read<T extends Listed>(
      input: { after: Instant; before: number; cursor?: string | undefined },
      ask: (place: PagePlace) => Promise<T>,
    ): Promise<{ page: T; listedUntil: Instant; nextCursor?: string }> {
      let place = placeOf(input.after, input.before, input.cursor);
      let page = await ask(place);
      let next = following(place, page);
      // A page that was asked for its count alone comes again in its turn.
      const passed = () => page.keys.length === 0 || (place.counting && next?.counting === false);
      for (let steps = 0; passed() && next && steps < MOST_EMPTY; steps++) {
        place = next;
        page = await ask(place);
        next = following(place, page);
      }
      const listedUntil = new Date(Math.max(place.since, place.end - overlapMs)).toISOString();
      return { page, listedUntil, ...(next ? { nextCursor: writeCursor(next) } : {}) };
    },
  };
}

/** What names a row, or its place in the page where it is spoilt. */
export function keysOf(rows: readonly unknown[], field: string): string[] {
  return rows.map((row, index) => {
    const answered = typeof row === 'object' && row !== null ? Reflect.get(row, field) : undefined;
    return typeof answered === 'string' || typeof answered === 'number' ? String(answered) : `#${index}`;
  });
}
