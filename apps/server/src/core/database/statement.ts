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
  return tx.prepared<T>(`q${createHash('md5').update(text).digest('base64url')}`, text, params.values);
}

/** The end of a prefix's range on text collate "C": `x >= prefix and x < endOfPrefix(prefix)`. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}
