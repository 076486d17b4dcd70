import { IopError } from '../iop/errors.ts';

/** AliExpress keeps its books on California's clock. */
const ZONE = 'America/Los_Angeles';
const offset = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, timeZoneName: 'longOffset' });

function offsetMs(ms: number): number {
  const answered = offset.formatToParts(new Date(ms)).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0'] = /GMT([+-])(\d{2})/.exec(answered) ?? [];
  return (sign === '-' ? -1 : 1) * Number(hours) * 3_600_000;
}

/** "2023-11-14 10:00:00" */
export const written = (ms: number): string => new Date(ms + offsetMs(ms)).toISOString().slice(0, 19).replace('T', ' ');

/** "11/14/2023 10:00:00", as the lists of loans want their times. */
export function americanOf(answered: string): string | undefined {
  const [, month, day, year, time] = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(answered) ?? [];
  return year ? `${year}-${month}-${day} ${time}` : undefined;
}

export function readTime(name: string, answered: unknown): number {
  const text = typeof answered === 'string' ? answered : '';
  const wall = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}Z`)
    : Number.NaN;
  if (Number.isNaN(wall)) throw new IopError('isv.invalid-parameter', `${name} must be yyyy-MM-dd HH:mm:ss`);
  return wall - offsetMs(wall - offsetMs(wall));
}
