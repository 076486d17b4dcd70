import { pageOf } from '../kit/listing.ts';
import type { Call } from './api.ts';
import { bad } from './errors.ts';

export function instant({ query }: Call, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(time)) throw bad(`Parameter '${name}' is not a valid date`, 'VALIDATION_ERROR');
  return time;
}

/** Comma-separated, at most a hundred. */
export function list({ query }: Call, name: string): string[] | undefined {
  const values = query.get(name)?.split(',').filter(Boolean);
  if (values && values.length > 100) throw bad(`The limit of 100 is exceeded for parameter '${name}'`);
  return values;
}

function whole({ query }: Call, name: string, otherwise: number, most: number): number {
  const text = query.get(name);
  const value = text === null ? otherwise : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value) || value > most)
    throw bad(`Parameter '${name}' must be from 0 to ${most}`, 'VALIDATION_ERROR');
  return value;
}

/** "Offset pagination": `max` rows from `offset`, and how many there are at all. */
export function offsetPage<T>(call: Call, rows: readonly T[]) {
  const offset = whole(call, 'offset', 0, 1_000_000);
  return pageOf(call.ctx, call.account.platform, rows, offset, whole(call, 'max', 10, 100) || 10);
}

/** "Seek pagination": a token that goes on where the page before ended. */
export function seekPage<T>(call: Call, rows: readonly T[], most: number) {
  const token = call.query.get('page_token');
  const offset = token === null ? 0 : Number(Buffer.from(token, 'base64url').toString('utf8').replace('at:', ''));
  if (Number.isNaN(offset)) throw bad("Parameter 'page_token' is not valid", 'VALIDATION_ERROR');
  const page = pageOf(call.ctx, call.account.platform, rows, offset, whole(call, 'limit', 10, most) || 10);
  const next = page.next === undefined ? {} : { next_page_token: Buffer.from(`at:${page.next}`).toString('base64url') };
  return { rows: page.rows, ...next };
}
