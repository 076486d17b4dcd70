const DAY_MS = 86_400_000;
/** 1970-01-01 as Excel counts days. */
const EPOCH_SERIAL = 25_569;

/** Reads the time in a cell: "2026-11-22 08:30", "2026/11/22", ISO 8601, or Excel's serial number of a date. */
export function timeOfCell(text: string): string {
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    const seconds = Math.round((Number(text) - EPOCH_SERIAL) * (DAY_MS / 1000));
    return new Date(seconds * 1000).toISOString().slice(0, 19);
  }
  const read =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(
      text,
    );
  if (!read) return text;
  const [, year = '', month = '', day = '', hour = '0', minute = '00', second = '00', , zone = ''] = read;
  const two = (part: string) => part.padStart(2, '0');
  const local = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}`;
  // Invalid dates such as 31 February stay text and are rejected.
  const at = new Date(`${local}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(local) ? `${local}${zone.toUpperCase()}` : text;
}

/** The instant of a local time in this time zone. */
export function atLocalTime(local: string, timeZone: string): string {
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(local)) return new Date(local).toISOString();
  const answered = Date.parse(`${local}Z`);
  // Take the offset at about that time, then again at the result: the clocks may change in between.
  const near = answered - offsetAt(answered, timeZone);
  return new Date(answered - offsetAt(near, timeZone)).toISOString();
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(at: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  const name = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Reads the day in a cell; what is none stays as it is. */
export const dayOfCell = (text: string): string => /^(\d{4}-\d{2}-\d{2})T/.exec(timeOfCell(text))?.[1] ?? text;
