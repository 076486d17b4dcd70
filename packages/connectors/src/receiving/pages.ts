import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Unreadable } from '../capabilities/unreadable.ts';
import { countRepeats, readCursor, writeCursor } from '../cursor.ts';
import { ConnectorError } from '../types.ts';
import type { ReceivingAccess, ReceivingConnector, StatementLeg } from './connector.ts';

export const DAY_MS = 86_400_000;
/** Providers take windows of different lengths; all take these. */
const SLICE_MS = 30 * DAY_MS;
/** Pages with nothing on them are passed over in one step, up to so many. */
const MOST_EMPTY = 40;

const placeShape = z.object({
  /** The slice of the window that is being read, and where the window ends. */
  from: z.number().int(),
  to: z.number().int(),
  end: z.number().int(),
  /** The provider's lists that are still to be read in this slice, the current one first. */
  lists: z.array(z.string()),
  page: z.number().int().nonnegative(),
  /** What stood on the page before: a provider may answer the same page twice. */
  mark: z.string(),
  repeats: z.number().int(),
  /** Lines of this slice that come again in a later list. */
  passed: z.array(z.string()),
});

export interface Place {
  /** [from, to) in milliseconds since 1970; the provider may be asked for more. */
  from: number;
  to: number;
  list: string;
  /** From 0. */
  page: number;
  /** What the lists before in this slice asked to remember. */
  passed: readonly string[];
}

export interface Lines {
  /** What names each line of the page, in turn. */
  ids: readonly string[];
  legs: StatementLeg[];
  unreadable: Unreadable[];
  /** Whether a page follows in this list. */
  more: boolean;
  /** Ids that a later list of the slice is to leave out. */
  pass?: readonly string[];
}

const markOf = (ids: readonly string[]) => createHash('sha256').update(ids.join('\n')).digest('base64url').slice(0, 16);

/**
 * Reads a window slice by slice, in each slice list by list, and each list page by page. Providers list by the time at
 * which a line was made, which never changes: what is new comes after, so nothing moves out of a page unread. They include
 * both ends of a window; what lies outside of a slice is left to the slice beside it.
 */
export function createStatement(
  provider: string,
  lists: (access: ReceivingAccess) => Promise<string[]> | string[],
  ask: (access: ReceivingAccess, place: Place) => Promise<Lines>,
): ReceivingConnector['statement'] {
  type Kept = z.output<typeof placeShape>;

  function instantOf(text: string): number {
    const ms = Date.parse(text);
    if (Number.isNaN(ms)) throw new ConnectorError(provider, 'rejected', `not an instant: ${text}`);
    return ms;
  }

  const slice = async (access: ReceivingAccess, from: number, end: number): Promise<Kept> => ({
    ...{ from, to: Math.min(from + SLICE_MS, end), end, page: 0, mark: '', repeats: 0, passed: [] },
    lists: await lists(access),
  });

  /** The place after this page, and whether the page was one that we had already. */
  async function following(access: ReceivingAccess, place: Kept, lines: Lines) {
    const mark = markOf(lines.ids);
    const lost = lines.ids.length === 0 ? lines.more : place.page > 0 && mark === place.mark;
    if (lost) return { again: true, next: { ...place, repeats: countRepeats(provider, true, place.repeats) } };
    const passed = [...place.passed, ...(lines.pass ?? [])];
    if (lines.more) return { again: false, next: { ...place, page: place.page + 1, mark, repeats: 0, passed } };
    const rest = place.lists.slice(1);
    if (rest.length > 0)
      return { again: false, next: { ...place, lists: rest, page: 0, mark: '', repeats: 0, passed } };
    if (place.to >= place.end) return { again: false, next: undefined };
    return { again: false, next: await slice(access, place.to, place.end) };
  }

  return async (access, { from, to, cursor }) => {
    let place: Kept;
    if (cursor !== undefined) place = readCursor(provider, placeShape, cursor);
    else {
      const [start, end] = [instantOf(from), instantOf(to)];
      if (start >= end) return { legs: [], unreadable: [] };
      place = await slice(access, start, end);
    }
    for (let steps = 0; ; steps++) {
      const { lists: [list = ''] = [], ...where } = place;
      const lines = await ask(access, { ...where, list });
      const { again, next } = await following(access, place, lines);
      const legs = again
        ? []
        : lines.legs.filter(({ at }) => Date.parse(at) >= place.from && Date.parse(at) < place.to);
      const unreadable = again ? [] : lines.unreadable;
      if (!next) return { legs, unreadable };
      if (legs.length + unreadable.length > 0 || steps >= MOST_EMPTY)
        return { legs, unreadable, nextCursor: writeCursor(next) };
      place = next;
    }
  };
}
