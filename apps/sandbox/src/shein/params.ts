import { wrongParameter } from './errors.ts';

const OFFSET_MS = 8 * 3_600_000;

/** All clocks at UTC+8. */
export const clock = (ms: number): string => new Date(ms + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
/** Orders tell the same time in another form. */
export const stamp = (ms: number): string => `${new Date(ms + OFFSET_MS).toISOString().slice(0, -1)}+0800`;

function time(name: string, answered: unknown): number {
  const found = typeof answered === 'string' && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(answered);
  const ms = found ? Date.parse(`${answered.replace(' ', 'T')}+08:00`) : Number.NaN;
  if (Number.isNaN(ms)) throw wrongParameter(`${name} must be yyyy-MM-dd HH:mm:ss`);
  return ms;
}

/** A window whose ends both count, as milliseconds [from, before). */
export function windowIn(
  body: Record<string, unknown>,
  [from, to]: readonly [string, string],
  hours: number,
): [from: number, before: number] {
  const [start, end] = [time(from, body[from]), time(to, body[to])];
  if (start > end) throw wrongParameter(`${from} is later than ${to}`);
  if (end - start > hours * 3_600_000) throw wrongParameter(`the time range cannot exceed ${hours} hours`);
  return [start, end + 1000];
}

export function integer(name: string, answered: unknown, least: number, most: number): number {
  if (typeof answered !== 'number' || !Number.isInteger(answered) || answered < least || answered > most)
    throw wrongParameter(`${name} must be an integer between ${least} and ${most}`);
  return answered;
}

export function pageIn(body: Record<string, unknown>, most: number, [page, size] = ['page', 'pageSize']) {
  const rows = integer(size ?? '', body[size ?? ''], 1, most);
  return { offset: (integer(page ?? '', body[page ?? ''], 1, 1_000_000) - 1) * rows, size: rows };
}

export function texts(name: string, answered: unknown, most: number): string[] {
  if (
    !Array.isArray(answered) ||
    answered.length === 0 ||
    answered.length > most ||
    !answered.every((one) => typeof one === 'string')
  )
    throw wrongParameter(`${name} must hold 1 to ${most} texts`);
  return answered;
}
