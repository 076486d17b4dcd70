import type { Call } from './api.ts';
import { bad, DscoError } from './errors.ts';

/** The end of a search has to lie so far back, unless the world shows everything at once. */
const PROPAGATION_MS = 5_000;
const SCROLL_LIFE_MS = 5 * 60_000;

export function instant(name: string, text: string | null): number | undefined {
  if (text === null) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(time)) throw bad(`${name} must be an ISO 8601 date-time.`);
  return time;
}

/** From when and until when: one of the two beginnings, and an end in the past. */
export function windowOf({ ctx, query, now }: Call, created: string, updated: string) {
  const from = { created: instant(created, query.get(created)), updated: instant(updated, query.get(updated)) };
  const until = instant('until', query.get('until'));
  if ((from.created === undefined) === (from.updated === undefined))
    throw bad(`One of ${created} and ${updated} is required.`);
  if (until === undefined) throw bad('until is required.');
  if (ctx.world.settings.visibilityDelaySeconds > 0 && until > now - PROPAGATION_MS)
    throw bad('until must be at least 5 seconds in the past.');
  return { from, until };
}

export function oneOf<T extends string>(name: string, values: readonly string[], known: readonly T[]): readonly T[] {
  const strange = values.find((value) => !known.includes(value as T));
  if (strange !== undefined) throw bad(`${name} must be one of ${known.join(', ')}.`);
  return values as readonly T[];
}

/** Results that were too large for one page, kept for five minutes between two calls. */
export class Scrolls<T> {
  readonly #open = new Map<string, { rows: readonly T[]; offset: number; size: number; usedAt: number }>();
  #last = 0;

  /** The first page of a result, and under which id it goes on. */
  begin(call: Call, rows: readonly T[], size: number): { rows: readonly T[]; scrollId?: string } {
    if (rows.length <= size) return { rows };
    const scrollId = Buffer.from(`scroll-${++this.#last}-${rows.length}`).toString('base64url');
    this.#open.set(scrollId, { rows, offset: size, size, usedAt: call.now });
    return { rows: rows.slice(0, size), scrollId };
  }

  next(call: Call, scrollId: string): { rows: readonly T[]; scrollId: string } {
    const scroll = this.#open.get(scrollId);
    if (!scroll || call.now - scroll.usedAt > SCROLL_LIFE_MS) {
      this.#open.delete(scrollId);
      throw new DscoError(404, 'not_found', 'The requested page does not exist or has expired.');
    }
    const { faults } = call.ctx;
    const { platform } = call.account;
    scroll.usedAt = call.now;
    const again = faults.take(platform, 'repeatPage');
    const offset = again ? Math.max(0, scroll.offset - scroll.size) : scroll.offset;
    const rows = scroll.rows.slice(offset, offset + scroll.size);
    if (!again) scroll.offset += scroll.size;
    const lost = rows.length > 0 && faults.take(platform, 'losePage');
    return { rows: lost ? [] : rows, scrollId };
  }
}
