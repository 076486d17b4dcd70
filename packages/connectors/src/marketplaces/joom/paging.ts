import { z } from 'zod';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { type JoomClient, listShape, PLATFORM } from './client.ts';

/** Clocks differ and lists lag: what changed in the last minutes is listed again next time. */
const OVERLAP_MS = 5 * 60_000;

const placeShape = z.object({
  startedAt: z.number(),
  /** The query of the next page as Joom gave it; '' for the first. */
  query: z.string(),
  /** Which of several lists, told in turn. */
  list: z.number().int().default(0),
  repeats: z.number().int().default(0),
});
type Place = z.output<typeof placeShape>;

export interface Listed {
  rows: unknown[];
  list: number;
  startedAt: number;
  nextCursor?: string;
}

/** @throws ConnectorError when what is asked for is no instant */
export function toInstant(text: Instant): Instant {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new ConnectorError(PLATFORM, 'rejected', `not an instant: ${text}`);
  return new Date(time).toISOString();
}

export const listedUntil = ({ startedAt }: Listed, since: Instant): Instant =>
  new Date(Math.max(Date.parse(since), startedAt - OVERLAP_MS)).toISOString();

/**
 * One page. Of the address of the next one only the query is kept, word for word: our tokens go to Joom's own address,
 * whatever an answer names. `queries` are the first pages of lists that are told one after the other.
 */
export async function readPage(
  client: JoomClient,
  access: ShopAccess,
  input: {
    path: string;
    queries: readonly Readonly<Record<string, string | number>>[];
    pace?: 'orders';
    cursor?: string;
    now: number;
  },
): Promise<Listed> {
  const place: Place =
    input.cursor === undefined
      ? { startedAt: input.now, query: '', list: 0, repeats: 0 }
      : readCursor(PLATFORM, placeShape, input.cursor);
  const page = await client
    .call(access, {
      method: 'GET',
      path: input.path,
      query: place.query || input.queries[place.list],
      effect: 'read',
      ...(input.pace ? { pace: input.pace } : {}),
      shape: listShape,
    })
    .catch((error: unknown) => {
      const refused = error instanceof ConnectorError && error.code === 'invalid_argument:after';
      if (!refused) throw error;
      // How long a place in a list is kept is not told: the listing begins again.
      throw new ConnectorError(PLATFORM, 'rejected', error.message, { code: 'BAD_CURSOR', cause: error });
    });
  const listed = { rows: page.data, list: place.list, startedAt: place.startedAt };
  const next = page.paging?.next;
  if (next) {
    const query = next.split('?')[1] ?? '';
    const repeats = countRepeats(PLATFORM, query === place.query || query === '', place.repeats);
    return { ...listed, nextCursor: writeCursor({ ...place, query, repeats }) };
  }
  if (place.list + 1 >= input.queries.length) return listed;
  return { ...listed, nextCursor: writeCursor({ ...place, query: '', list: place.list + 1, repeats: 0 }) };
}
