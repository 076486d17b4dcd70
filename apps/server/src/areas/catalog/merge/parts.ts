import { MERGE_KINDS, type MergeKind, type MergeReason } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';

export interface Pair {
  from: number;
  into: number;
}
export interface Merge extends Pair {
  id: number;
}

/** What an area does when two products become one. */
export interface MergePart {
  /** What moves. Without it the part only forbids. */
  kind?: MergeKind;
  /** A select of the rows that move: only their number counts. */
  rows?(pair: Pair): Sql;
  /** The same of rows that stay with the merged product, because the other one has its own. */
  stays?(pair: Pair): Sql;
  /** What forbids the merge: a select of (number) of documents. */
  forbids?: Partial<Record<MergeReason, (pair: Pair) => Sql>>;
  /** Takes locks that come before that of a product. */
  lock?(tx: Tx): Promise<unknown>;
  /**
   * In the transaction of the merge. Documents come before stock, as in the lock order. What is forbidden has been
   * checked; a part that finds it again under its own locks throws BeginAnew.
   */
  move?(tx: Tx, merge: Merge): Promise<void>;
  /** Moves after the documents of all areas. */
  stock?: true;
}

const parts: MergePart[] = [];

/** Each area registers its own rows. */
export function defineMergePart(part: MergePart): void {
  parts.push(part);
}

/**
 * Rows of a table with a product_id that move where the product that stays has none of its own: no row `o` of it that
 * is the same as row `d` in the sense of `same`.
 */
export function defineOwnRows(kind: MergeKind, table: string, same: Sql = sql`true`): void {
  const name = sql.id(table, [table]);
  const rowsOf = ({ from, into }: Pair, taken: boolean): Sql =>
    sql`d.company_id = ${sql.company} and d.product_id = ${from} and ${taken ? sql.empty : sql`not`} exists (
      select from ${name} o where o.company_id = ${sql.company} and o.product_id = ${into} and ${same})`;
  defineMergePart({
    kind,
    rows: (pair) => sql`select 1 from ${name} d where ${rowsOf(pair, false)}`,
    stays: (pair) => sql`select 1 from ${name} d where ${rowsOf(pair, true)}`,
    move: async (tx, merge) => {
      await tx.rows(sql`update ${name} d set product_id = ${merge.into} where ${rowsOf(merge, false)}`);
    },
  });
}

export const mergeParts = (): readonly MergePart[] =>
  [...parts].sort((a, b) => Number(a.stock ?? false) - Number(b.stock ?? false));

export interface Place {
  warehouseName: string;
  locationCode: string;
  condition: string;
  units: number;
}
let places: (pair: Pair) => Sql = () => sql.empty;

/** The warehouse names where the units lie that move: a select of the columns of a place. */
export function defineMergePlaces(read: (pair: Pair) => Sql): void {
  places = read;
}

export const placesOf = (tx: Tx, pair: Pair): Promise<Place[]> => tx.rows<Place>(places(pair));

const MOST_NUMBERS = 10;

/** Of parts that forbid the merge, the reasons with the first documents. */
export async function forbidsOf(tx: Tx, pair: Pair): Promise<{ reason: MergeReason; numbers: string[] }[]> {
  const checks = parts.flatMap((part) => Object.entries(part.forbids ?? {}) as [MergeReason, (pair: Pair) => Sql][]);
  const found = await Promise.all(
    checks.map(async ([reason, select]) => {
      const rows = await tx.rows<{ number: string }>(
        sql`select distinct x.number from (${select(pair)}) x order by 1 limit ${sql.literal(MOST_NUMBERS)}`,
      );
      return { reason, numbers: rows.map((row) => row.number) };
    }),
  );
  return found.filter(({ numbers }) => numbers.length > 0);
}

/** How much moves and how much stays, by kind. */
export async function movesOf(tx: Tx, pair: Pair): Promise<{ kind: MergeKind; count: number; stays: number }[]> {
  const counted = parts.flatMap(({ kind, rows, stays }) =>
    kind && rows
      ? sql`select ${kind}::text as kind, (select count(*) from (${rows(pair)}) x)::int as count,
          ${stays ? sql`(select count(*) from (${stays(pair)}) x)::int` : sql`0`} as stays`
      : [],
  );
  const found = await tx.rows<{ kind: MergeKind; count: number; stays: number }>(
    sql`select kind, sum(count)::int as count, sum(stays)::int as stays from (${sql.join(counted, sql` union all `)}) x
      group by kind having sum(count + stays) > 0`,
  );
  return found.sort((a, b) => MERGE_KINDS.indexOf(a.kind) - MERGE_KINDS.indexOf(b.kind));
}
