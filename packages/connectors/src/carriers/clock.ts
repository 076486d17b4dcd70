import type { Instant } from '../types.ts';

/** How carriers write when something happened: what a clock showed, and apart from it what that clock is ahead of UTC. */

const CLOCK = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/;
const OFFSET = /^(?:UTC|GMT)?\s*([+-]?)(\d{1,2})(?::?(\d{2}))?$/i;

/** What a clock showed ("2026-01-05T14:15:00"). Also a local time ends in Z: the sign says nothing. */
export function clockOf(text: string | undefined): string | undefined {
  const found = CLOCK.exec(text?.trim() ?? '');
  return found ? `${found[1]}T${found[2]}` : undefined;
}

export const withOffset = (clock: string, offset: string): Instant | undefined => {
  const at = Date.parse(`${clock}${offset}`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

/** "+8", "+08", "UTC-05:00" as "+08:00", "-05:00". */
export function offsetOf(zone: string | undefined): string | undefined {
  const found = OFFSET.exec(zone?.trim() ?? '');
  if (!found) return undefined;
  const [, sign, hours = '', minutes = '00'] = found;
  return `${sign || '+'}${hours.padStart(2, '0')}:${minutes}`;
}
