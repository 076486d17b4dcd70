import type { z } from 'zod';
import { ConnectorError } from './types.ts';

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
