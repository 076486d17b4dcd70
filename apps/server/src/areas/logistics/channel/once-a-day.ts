import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { Ctx } from '../../../core/context.ts';
import { Fail } from '../../../core/errors.ts';

const KEPT_MS = 24 * 3600_000;

export interface Kept<T> {
  list: T[];
  readAt: Date;
}

/**
 * What a platform lists, read at most once a day. Keeps the last answer while the platform is unreachable. @throws Fail
 * when there is no answer yet
 */
export async function onceADay<T>(
  ctx: Ctx,
  known: Kept<T> | undefined,
  code: string,
  read: () => Promise<T[]>,
): Promise<T[]> {
  if (known && ctx.now().getTime() - new Date(known.readAt).getTime() < KEPT_MS) return known.list;
  try {
    return await read();
  } catch (error) {
    if (known) return known.list;
    if (!(error instanceof ConnectorError)) throw error;
    throw new Fail(code, 503, { text: error.message.slice(0, 300) });
  }
}
