import type { Tx } from './database.ts';
import { type Sql, sql } from './sql.ts';

/** The end of a prefix's range on text collate "C": `x >= prefix and x < endOfPrefix(prefix)`. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

/** The same as a condition; an index on the column finds it. */
export function beginsWith(column: Sql, prefix: string): Sql {
  return sql`${column} >= ${prefix} and ${column} < ${endOfPrefix(prefix)}`;
}

const ZONE = sql`(select time_zone from company where id = ${sql.company})`;

/** The instant at which a day of the company begins; `day` is a YYYY-MM-DD or a date. */
export const startOfDay = (day: Sql | string): Sql => sql`(${day}::date::timestamp at time zone ${ZONE})`;

/** The instant at which it ends. */
export const endOfDay = (day: Sql | string): Sql => sql`((${day}::date + 1)::timestamp at time zone ${ZONE})`;

/** The company's day at an instant. */
export const dayOf = (at: Sql): Sql => sql`(${at}::timestamptz at time zone ${ZONE})::date`;

/** An instant as the company's clock shows it, to the second. */
export const localTime = (at: Sql): Sql => sql`to_char(${at} at time zone ${ZONE}, 'YYYY-MM-DD HH24:MI:SS')`;

/** Beyond this many rows a list's total says "at least": nobody pages further. */
export const COUNT_LIMIT = 10_000;

/** The number of rows of a list, up to the limit of paging. `from` begins with "from". */
export async function countOf(tx: Tx, from: Sql): Promise<{ total: number; totalExact: boolean }> {
  return upTo(await countAll(tx, sql`from (select 1 ${from} limit ${sql.literal(COUNT_LIMIT + 1)}) x`));
}

/** The full number, for files, which contain all rows. */
export async function countAll(tx: Tx, from: Sql): Promise<number> {
  return (await tx.row<{ n: number }>(sql`select count(*)::int as n ${from}`))?.n ?? 0;
}

const upTo = (n: number) => ({ total: Math.min(n, COUNT_LIMIT), totalExact: n <= COUNT_LIMIT });
