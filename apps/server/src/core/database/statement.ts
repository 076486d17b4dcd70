import { createHash } from 'node:crypto';
import type { Row, Tx } from './database.ts';

/** Collects the values of a statement whose shape depends on a filter. */
export class Params {
  readonly values: unknown[] = [];
  /** @returns the value's place in the text: $1, $2 ... */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Statements that differ by filter, not by values: each shape is planned once a connection. */
export function statement<T extends Row>(tx: Tx, text: string, params: Params): Promise<T[]> {
  return tx.prepared<T>(nameOf(text), text, params.values);
}

/** The same, each row as its JSON text: for lists that go out as the database gives them. */
export function jsonStatement(tx: Tx, text: string, params: Params): Promise<string[]> {
  return tx.json(nameOf(text), text, params.values);
}

const names = new Map<string, string>();
const NAMES = 2_000;

function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = `q${createHash('md5').update(text).digest('base64url')}`;
    if (names.size >= NAMES) names.clear();
    names.set(text, name);
  }
  return name;
}

/** The end of a prefix's range on text collate "C": `x >= prefix and x < endOfPrefix(prefix)`. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

/** The instant at which a day of the company begins; `day` is a place of a YYYY-MM-DD, $1 the company's id. */
export function startOfDay(day: string): string {
  return `(${day}::date::timestamp at time zone (select time_zone from company where id = $1))`;
}

/** The instant at which it ends. */
export function endOfDay(day: string): string {
  return `((${day}::date + 1)::timestamp at time zone (select time_zone from company where id = $1))`;
}

/**
 * Planned each time for its values: for pages of lists, where a plan made for any number of rows would read and sort
 * everything instead of walking an index as far as the page.
 */
export function pageStatement<T extends Row>(tx: Tx, text: string, params: Params): Promise<T[]> {
  return tx.prepared<T>('', text, params.values);
}
