import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { useTimeZone } from '../shell/session.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

const DAY = 'YYYY-MM-DD';

/** Pickers mark today by this zone. */
export function setCompanyZone(zone: string): void {
  dayjs.tz.setDefault(zone);
}

/** The company's current time for a picker, without a zone. */
const clockIn = (zone: string): dayjs.Dayjs => dayjs(dayjs.tz(undefined, zone).format(`${DAY}THH:mm:ss`));

interface CompanyClock {
  /** The company's today, "2026-11-23", in any browser's time zone; `shift` adds days. */
  today: (shift?: number) => string;
  now: () => dayjs.Dayjs;
  /** The instant of a time picked on the company's clock. */
  instantOf: (picked: dayjs.Dayjs) => string;
}

/** Days and times of the company, independent of the browser's time zone. */
export function useCompanyClock(): CompanyClock {
  const zone = useTimeZone();
  return {
    today: (shift = 0) => clockIn(zone).add(shift, 'day').format(DAY),
    now: () => clockIn(zone),
    instantOf: (picked) => dayjs.tz(picked.format(`${DAY}THH:mm`), zone).toISOString(),
  };
}

/** A day for a picker, without a zone, so that it stays the same day. */
export const pickerDay = (day: string | null | undefined): dayjs.Dayjs | null => (day ? dayjs(day) : null);
/** The day chosen in a picker. */
export const dayOf = (picked: dayjs.Dayjs | null | undefined): string | null => picked?.format(DAY) ?? null;
