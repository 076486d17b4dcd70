import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { useTimeZone } from '../shell/session.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

const DAY = 'YYYY-MM-DD';

/** The day that pickers mark as today follows this zone. */
export function setCompanyZone(zone: string): void {
  dayjs.tz.setDefault(zone);
}

/** The company's clock now, as a picker takes it: hours and minutes without a zone. */
const clockIn = (zone: string): dayjs.Dayjs => dayjs(dayjs.tz(undefined, zone).format(`${DAY}THH:mm:ss`));

interface CompanyClock {
  /** Today of the company, "2026-11-23", wherever the browser stands; `shift` days later or earlier. */
  today: (shift?: number) => string;
  now: () => dayjs.Dayjs;
  /** The instant of what was picked on the company's clock. */
  instantOf: (picked: dayjs.Dayjs) => string;
}

/** Days and hours of the company, whatever the browser's time zone. */
export function useCompanyClock(): CompanyClock {
  const zone = useTimeZone();
  return {
    today: (shift = 0) => clockIn(zone).add(shift, 'day').format(DAY),
    now: () => clockIn(zone),
    instantOf: (picked) => dayjs.tz(picked.format(`${DAY}THH:mm`), zone).toISOString(),
  };
}

/** A day as a picker takes it: it has no zone, so that it stays the same day. */
export const pickerDay = (day: string | null | undefined): dayjs.Dayjs | null => (day ? dayjs(day) : null);
/** The day that a picker gave. */
export const dayOf = (picked: dayjs.Dayjs | null | undefined): string | null => picked?.format(DAY) ?? null;
