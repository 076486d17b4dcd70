import { z } from 'zod';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import type { DscoClient, LIMITS } from './client.ts';

/** `until` has to lie five seconds back by the network's clock, which may be two minutes behind ours. */
const SAFETY_MS = 130_000;

const placeShape = z.object({
  from: z.string(),
  until: z.string(),
  /** Good for five minutes, and the same for every page of a listing. */
  scrollId: z.string().optional(),
  restarts: z.number().int().default(0),
});
export type Place = z.output<typeof placeShape>;

export interface Pages {
  platform: string;
  call: DscoClient;
  now: () => number;
  /** The stand-in takes an end that is now. */
  sandbox: boolean;
}

export function instantIn(platform: string, text: Instant): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new ConnectorError(platform, 'rejected', `not an instant: ${text}`);
  return time;
}

/** Where a listing stands; undefined when there is nothing between its ends yet. */
export function placeOf(
  { platform, now, sandbox }: Pages,
  input: { from: Instant; to?: Instant; cursor?: string },
): Place {
  if (input.cursor !== undefined) return readCursor(platform, placeShape, input.cursor);
  const from = instantIn(platform, input.from);
  const latest = now() - (sandbox ? 0 : SAFETY_MS);
  const until = Math.min(latest, input.to === undefined ? latest : instantIn(platform, input.to));
  return {
    from: new Date(from).toISOString(),
    until: new Date(Math.max(from, until)).toISOString(),
    restarts: 0,
  };
}

const isExpired = (error: unknown): boolean => error instanceof ConnectorError && error.status === 404;

/**
 * One page of a window: by its scroll id, or the first of all. A scroll id that has expired begins the window again;
 * what comes twice by that is the same. An empty page is the last.
 */
export async function readPage<T extends z.ZodType<{ scrollId?: string | undefined }>>(
  { platform, call }: Pages,
  access: ShopAccess,
  place: Place,
  requested: {
    operation: keyof typeof LIMITS;
    path: string;
    first: readonly [string, string][];
    shape: T;
    rowsOf(page: z.output<T>): readonly unknown[];
  },
): Promise<{ page: z.output<T>; nextCursor?: string }> {
  const read = (query: readonly [string, string][]) =>
    call(access, {
      operation: requested.operation,
      method: 'GET',
      path: requested.path,
      query,
      effect: 'read',
      shape: requested.shape,
    });
  let { restarts } = place;
  let page: z.output<T>;
  try {
    page = await read(place.scrollId === undefined ? requested.first : [['scrollId', place.scrollId]]);
  } catch (error) {
    if (place.scrollId === undefined || !isExpired(error)) throw error;
    restarts = countRepeats(platform, true, restarts);
    page = await read(requested.first);
  }
  if (page.scrollId === undefined || requested.rowsOf(page).length === 0) return { page };
  return { page, nextCursor: writeCursor({ ...place, scrollId: page.scrollId, restarts }) };
}
