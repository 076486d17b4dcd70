import type { MergeKind, MergeReason } from '@tradewind/contract/catalog.ts';
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
  /** What forbids the merge: a select of (number) of documents. */
  forbids?: Partial<Record<MergeReason, (pair: Pair) => Sql>>;
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

/** How much moves, by kind. */
export async function movesOf(tx: Tx, pair: Pair): Promise<{ kind: MergeKind; count: number }[]> {
  const counted = await Promise.all(
    parts.flatMap(({ kind, rows }) =>
      kind && rows
        ? [
            tx
              .row<{ count: number }>(sql`select count(*)::int as count from (${rows(pair)}) x`)
              .then((row) => ({ kind, count: row?.count ?? 0 })),
          ]
        : [],
    ),
  );
  const sums = Map.groupBy(counted, (one) => one.kind);
  return [...sums]
    .map(([kind, all]) => ({ kind, count: all.reduce((sum, one) => sum + one.count, 0) }))
    .filter(({ count }) => count > 0);
}
