import { invalidInput } from './errors.ts';

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const ISO_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;
const TWO_MINUTES = 120_000;

export function readDate(name: string, value: string | undefined, utcOnly: boolean): number | undefined {
  if (value === undefined || value === '') return undefined;
  const ms = (utcOnly ? ISO_UTC : ISO).test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms))
    throw invalidInput(`Invalid value for ${name}.`, `${name} must be an ISO 8601 date${utcOnly ? ' in UTC' : ''}.`);
  return ms;
}

/** "…Before" has to lie two minutes back. Source: parameter notes in the Orders models, docs issue 326. */
export function readBefore(
  name: string,
  value: string | undefined,
  utcOnly: boolean,
  now: number,
  after: number | undefined,
): number | undefined {
  const ms = readDate(name, value, utcOnly);
  if (ms === undefined) return undefined;
  if (ms > now - TWO_MINUTES)
    throw invalidInput('Invalid Input', `${name} must be no later than two minutes before the request.`);
  if (after !== undefined && ms < after)
    throw invalidInput('Invalid Input', `${name} must be equal to or after its lower bound.`);
  return ms;
}

/** Lists are comma-joined; the comma may come encoded: decoded first, then split. */
export function readList(value: string | undefined): string[] {
  return value
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : [];
}

export function readEnumList(name: string, value: string | undefined, allowed: readonly string[]): string[] {
  const values = readList(value);
  for (const one of values) if (!allowed.includes(one)) throw invalidInput(`Invalid value for ${name}: ${one}`);
  return values;
}

export function readPageSize(name: string, value: string | undefined): number {
  if (value === undefined || value === '') return 100;
  const size = Number(value);
  if (!Number.isInteger(size) || size < 1 || size > 100) throw invalidInput(`${name} must be between 1 and 100.`);
  return size;
}
