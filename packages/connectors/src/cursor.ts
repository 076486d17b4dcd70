import type { z } from 'zod';
import { ConnectorError } from './types.ts';

/** Platforms have been seen to answer a page twice; asked again it goes on. More than this is a loop. */
const MOST_REPEATS = 3;

/** How often this place has come in a row, for the next cursor. */
export function countRepeats(platform: string, samePlace: boolean, before: number): number {
  if (!samePlace) return 0;
  if (before < MOST_REPEATS) return before + 1;
  throw new ConnectorError(platform, 'malformed', 'the next page is this page, again and again', { code: 'LOOP' });
}

/** A listing's place, kept by the caller as text it need not understand. It can be continued after a crash. */
export function writeCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place), 'utf8').toString('base64url');
}

export function readCursor<T extends z.ZodType>(platform: string, shape: T, cursor: string): z.output<T> {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (error) {
    throw new ConnectorError(platform, 'rejected', 'this is no cursor of ours', { code: 'BAD_CURSOR', cause: error });
  }
}
