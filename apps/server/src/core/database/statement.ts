import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
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

/** The same as a condition; an index on the column finds it. */
export function beginsWith(column: SQL, prefix: string): SQL {
  return sql`${column} >= ${prefix} and ${column} < ${endOfPrefix(prefix)}`;
}

/** The instant at which a day of the company begins; `day` is a place of a YYYY-MM-DD, $1 the company's id. */
export function startOfDay(day: string): string {
  return `(${day}::date::timestamp at time zone (select time_zone from company where id = $1))`;
}

/** The instant at which it ends. */
export function endOfDay(day: string): string {
  return `((${day}::date + 1)::timestamp at time zone (select time_zone from company where id = $1))`;
}

/** The company's day at an instant; `at` is a place of it, $1 the company's id. */
export function dayOf(at: string): string {
  return `(${at}::timestamptz at time zone (select time_zone from company where id = $1))::date`;
}

/**
 * Planned each time for its values: for pages of lists, where a plan made for any number of rows would read and sort
 * everything instead of walking an index as far as the page.
 */
export function pageStatement<T extends Row>(tx: Tx, text: string, params: Params): Promise<T[]> {
  return tx.prepared<T>('', text, params.values);
}

/** Beyond this many a list's total says "at least": nobody pages so far. */
export const COUNT_LIMIT = 10_000;

/** How many rows a list has, as far as anybody pages. `from` begins with "from"; its values stand in `params`. */
export async function countRows(tx: Tx, from: string, params: Params): Promise<{ total: number; totalExact: boolean }> {
  const [row] = await pageStatement<{ n: number }>(
    tx,
    `select count(*)::int as n from (select 1 ${from} limit ${COUNT_LIMIT + 1}) x`,
    params,
  );
  return upTo(row?.n ?? 0);
}

/** The same of a statement that is written as a template. */
export async function countOf(tx: Tx, from: SQL): Promise<{ total: number; totalExact: boolean }> {
  return upTo(await countAll(tx, sql`from (select 1 ${from} limit ${COUNT_LIMIT + 1}) x`));
}

/** However many they are: for files, whose rows are all written. */
export async function countAll(tx: Tx, from: SQL): Promise<number> {
  return (await tx.row<{ n: number }>(sql`select count(*)::int as n ${from}`))?.n ?? 0;
}

/** The same of a statement whose values `from` adds. */
export async function countFiltered(tx: Tx, from: (params: Params) => string): Promise<number> {
  const params = new Params();
  const text = `select count(*)::int as n ${from(params)}`;
  return (await pageStatement<{ n: number }>(tx, text, params))[0]?.n ?? 0;
}

const upTo = (n: number) => ({ total: Math.min(n, COUNT_LIMIT), totalExact: n <= COUNT_LIMIT });
