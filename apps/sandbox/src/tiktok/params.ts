import { createHash } from 'node:crypto';
import type { Call } from './api.ts';
import { badRequest } from './errors.ts';

export function pageSize({ query }: Call, most: number, least = 1): number {
  const size = Number(query.page_size ?? 20);
  if (!Number.isInteger(size) || size < least || size > most)
    throw badRequest(`Invalid parameter. page_size must be between ${least} and ${most}.`);
  return size;
}

export function oneOf<T extends string>(name: string, value: unknown, allowed: readonly T[], fallback: T): T {
  if (value === undefined) return fallback;
  const found = allowed.find((one) => one === value);
  if (!found) throw badRequest(`Invalid parameter. ${name} must be one of ${allowed.join(', ')}.`);
  return found;
}

/** Seconds since 1970 in the body or the query; in milliseconds here. */
export function time(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback;
  const seconds = typeof value === 'string' && /^\d{1,11}$/.test(value) ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 0 || seconds > 99_999_999_999)
    throw badRequest(`Invalid parameter. ${name} must be a Unix timestamp.`);
  return seconds * 1000;
}

export function ids(name: string, value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string'))
    throw badRequest(`Invalid parameter. ${name} must be a list of ids.`);
  return value;
}

/** A page token is good for the query and the body that it was given for, and for no other. */
function filterOf({ query, body }: Call): string {
  const { page_token: _token, sign: _sign, timestamp: _timestamp, ...rest } = query;
  return createHash('sha256')
    .update(JSON.stringify([rest, body]))
    .digest('base64url')
    .slice(0, 16);
}

export function tokenFor(call: Call, place: unknown): string {
  return Buffer.from(JSON.stringify([filterOf(call), place])).toString('base64');
}

export function placeIn(call: Call): unknown {
  if (!call.query.page_token) return undefined;
  try {
    const [filter, place] = JSON.parse(Buffer.from(call.query.page_token, 'base64').toString('utf8')) as unknown[];
    if (filter === filterOf(call)) return place;
  } catch {
    // Falls through to the one answer for every bad token.
  }
  throw badRequest('Invalid parameter. The page_token is invalid.');
}

/** Where a list that stands in memory goes on. */
export const offsetIn = (call: Call): number => Number(placeIn(call) ?? 0);
export const nextToken = (call: Call, next: number | undefined): string =>
  next === undefined ? '' : tokenFor(call, next);
export const seconds = (ms: number): number => Math.floor(ms / 1000);
