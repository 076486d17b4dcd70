import { z } from 'zod';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { instant } from '../../read.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { PLATFORM, type WishClient } from './client.ts';

/** Clocks differ and lists lag: what changed in the last minutes is listed again next time. */
const OVERLAP_MS = 5 * 60_000;

const placeShape = z.object({
  startedAt: z.number(),
  /** The page's first time; both ends count. */
  min: z.string(),
  /** Rows of just that time that have been told. */
  seen: z.array(z.string()).default([]),
  /** More than the usual page where so many rows share one time. */
  wide: z.boolean().default(false),
  repeats: z.number().int().default(0),
});
type Place = z.output<typeof placeShape>;

interface List {
  path: string;
  /** The time that the list goes by, oldest first. */
  by: 'updated_at' | 'released_at' | 'created_at';
  since: Instant;
  until?: Instant;
  limit: number;
  /** What Wish allows at most. */
  most: number;
  cursor?: string;
  now: number;
}

export interface KeysetPage {
  rows: unknown[];
  startedAt: number;
  nextCursor?: string;
}

export const listedUntil = ({ startedAt }: KeysetPage, since: Instant): Instant =>
  new Date(Math.max(Date.parse(since), startedAt - OVERLAP_MS)).toISOString();

function textOf(row: unknown, field: string): string | undefined {
  const value = typeof row === 'object' && row !== null ? Reflect.get(row, field) : undefined;
  return typeof value === 'string' ? value : undefined;
}

function timeOf(row: unknown, field: string): Instant | undefined {
  const read = instant.safeParse(textOf(row, field));
  return read.success ? read.data : undefined;
}

function toInstant(text: Instant): Instant {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new ConnectorError(PLATFORM, 'rejected', `not an instant: ${text}`);
  return new Date(time).toISOString();
}

/**
 * One page of a list that has no pages: the next one begins at the last one's latest time, and what was told of that
 * time is left out. The place is a time, so it is good whenever it is taken up again.
 */
export async function readKeyset(call: WishClient, access: ShopAccess, list: List): Promise<KeysetPage> {
  const place: Place =
    list.cursor === undefined
      ? { startedAt: list.now, min: toInstant(list.since), seen: [], wide: false, repeats: 0 }
      : readCursor(PLATFORM, placeShape, list.cursor);
  const limit = place.wide ? list.most : list.limit;
  const answered = await call(access, {
    method: 'GET',
    path: list.path,
    query: {
      limit,
      sort_by: `${list.by}.asc`,
      [`${list.by}_min`]: place.min,
      [`${list.by}_max`]: list.until === undefined ? undefined : toInstant(list.until),
    },
    effect: 'read',
    shape: z
      .array(z.unknown())
      .nullish()
      .transform((rows) => rows ?? []),
  });
  const visited = new Set(place.seen);
  const rows = answered.filter((row) => !(timeOf(row, list.by) === place.min && visited.has(textOf(row, 'id') ?? '')));
  const page = { rows, startedAt: place.startedAt };
  if (answered.length < limit) return page;
  const min = answered.reduce<Instant>((latest, row) => {
    const time = timeOf(row, list.by);
    return time !== undefined && time > latest ? time : latest;
  }, place.min);
  const stands = min === place.min;
  const there = answered.filter((row) => timeOf(row, list.by) === min).map((row) => textOf(row, 'id') ?? '');
  const next: Place = {
    startedAt: place.startedAt,
    min,
    seen: [...new Set([...(stands ? place.seen : []), ...there])],
    wide: stands,
    repeats: countRepeats(PLATFORM, stands, place.repeats),
  };
  return { ...page, nextCursor: writeCursor(next) };
}
