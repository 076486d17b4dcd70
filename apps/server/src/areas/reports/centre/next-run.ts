import type { Every } from '@tradewind/contract/reports/requests.ts';
import { localDay } from '../../company/public.ts';

export interface Plan {
  every: Every;
  /** 1 for Monday. */
  weekday: number | null;
  monthDay: number | null;
  hour: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A month and its longest neighbour. */
const DAYS_AHEAD = 63;

/**
 * The first time after `after`. An hour that a change of the clock skips is the next one; of an hour that comes twice, one
 * counts. The 31st is the last day of a shorter month.
 */
export function nextRun(plan: Plan, timeZone: string, after: Date): Date {
  const first = Date.parse(`${localDay(after, timeZone)}T00:00:00Z`);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const day = new Date(first + ahead * DAY);
    if (!isOn(plan, day)) continue;
    const at = instantOf(day.getTime() + plan.hour * HOUR, timeZone);
    if (at > after) return at;
  }
  throw new Error('a schedule without a next time');
}

function isOn({ every, weekday, monthDay }: Plan, day: Date): boolean {
  if (every === 'week') return (day.getUTCDay() || 7) === weekday;
  if (every === 'day') return true;
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  return day.getUTCDate() === Math.min(monthDay ?? 1, last);
}

/** When a clock of the zone shows this; `shown` counts as if the zone were UTC. */
function instantOf(shown: number, timeZone: string): Date {
  const guess = shown - offsetAt(new Date(shown), timeZone);
  const at = shown - offsetAt(new Date(guess), timeZone);
  // A skipped hour: with the offset from before the change it is the hour after it.
  return new Date(at + offsetAt(new Date(at), timeZone) === shown ? at : Math.max(guess, at));
}

function offsetAt(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  } as Intl.DateTimeFormatOptions).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - at.getTime();
}
