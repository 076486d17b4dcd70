import type { z } from 'zod';
import type { Ctx } from './context.ts';
import { type Sql, sql } from './database/sql.ts';
import { beginsWith, COUNT_LIMIT, countAll, countOf, endOfDay, startOfDay } from './database/statement.ts';
import type { Tx } from './database/tx.ts';
import { notFound } from './errors.ts';
import { defineExport, type ExportColumn, type PagedExport } from './exports.ts';

type PerQuery<Q> = Sql | ((query: Q, tx: Tx) => Sql);
type PerTx = Sql | ((tx: Tx) => Sql);

/** A list: which rows it has, for whom, in which order, and what a row shows. The page, its count, files and bulk acts read it. */
interface ListDeclaration<F extends object, DbRow extends object, Row> {
  /** Keyed by company_id and `key`. */
  table: string;
  /** `id` by default. */
  key?: string;
  /** The alias of the table in the pieces below. */
  as: string;
  /** The rows that the actor may see. */
  scope?(tx: Tx): Sql;
  /** The condition of each field of the filter. A missing or empty field has none. */
  filters: { readonly [K in keyof F]-?: (value: NonNullable<F[K]>, tx: Tx, filter: F) => Sql | undefined };
  /** By columns of the table; ends with its id. */
  order: PerQuery<F>;
  columns: PerTx;
  /** Other tables that the columns read, perhaps by filter. They neither add nor drop rows. */
  joins?: Sql | ((tx: Tx, filter: F) => Sql);
  /** Turns a database row into the row that the actor sees. */
  row?(row: DbRow, tx: Tx): Row;
  /** The code of the failure where `one` finds nothing. For lists whose rows are opened. */
  missing?: string;
  /** Set it if the best index depends on the values of the filter: the plan is then made for each. */
  customPlans?: true;
  /** The total where something knows it without counting the rows; undefined: they are counted. */
  known?(tx: Tx, query: F): Promise<Total | undefined> | undefined;
  /** Where a deep page begins, if something knows it: the rows from there on, and how many of them to skip. */
  begin?(tx: Tx, query: F, skip: number): Promise<{ from: Sql; skip: number }> | undefined;
  /** Always count all matches: for lists that stay short. */
  countsAll?: true;
}

interface Total {
  total: number;
  totalExact: boolean;
}
export interface List<F extends object, Row> {
  /** The company's rows that the actor may see and the filter matches, as a condition on the table's short name. */
  where(tx: Tx, filter: F): Sql;
  page(tx: Tx, query: F & Paging): Promise<{ rows: Row[]; total: number; totalExact: boolean }>;
  /** @throws notFound */
  one(tx: Tx, id: number): Promise<Row>;
  /** These rows in this order, without those that the actor may not see; as a page of the filter shows them. */
  byIds(tx: Tx, ids: readonly number[], filter?: F): Promise<Row[]>;
  /**
   * What a bulk act works on: of ticked ids those that the actor may see, or else what the filter matches and `only`
   * lets through. In the order of the ids, `limit` at most.
   */
  choose(tx: Tx, choice: Choice<F>, limit: number, only?: Sql): Promise<number[]>;
  /** Counts the matches of each of these filters, together with a common one, up to the limit of a page's total. */
  tabs<K extends string>(tx: Tx, filters: Record<K, F>, all?: F): Promise<Record<K, number>>;
  /** Counts all matches, up to `atMost`. */
  count(tx: Tx, filter: F, atMost?: number): Promise<number>;
  /** @internal */
  readonly declared: ListDeclaration<F, never, Row>;
}

interface Choice<F> {
  ids?: readonly number[] | undefined;
  filter?: F | undefined;
}
interface Paging {
  page: number;
  pageSize: number;
}
/** Finds a deeper page by keys alone, so that it reads no skipped row whole. */
const DEEP = 200;

const isSet = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Transactions that plan their statements by value. */
const planned = new WeakSet<Tx>();

const keyOf = ({ as, key = 'id' }: { as: string; key?: string }): Sql => sql`${sql.id(as, [as])}.${sql.id(key, [key])}`;

/** Declares a list. See docs/new-document.md. */
export function defineList<F extends object, DbRow extends object, Row = DbRow>(
  declared: ListDeclaration<F, DbRow, Row>,
): List<F, Row> {
  const { table, as, filters } = declared;
  const from = sql`${sql.id(table, [table])} ${sql.id(as, [as])}`;
  const me = sql.id(as, [as]);
  const key = keyOf(declared);
  const columnsOf = (tx: Tx) => (typeof declared.columns === 'function' ? declared.columns(tx) : declared.columns);
  const joinsOf = (tx: Tx, filter: F) =>
    typeof declared.joins === 'function' ? declared.joins(tx, filter) : (declared.joins ?? sql.empty);
  const orderOf = (query: F, tx: Tx) =>
    typeof declared.order === 'function' ? declared.order(query, tx) : declared.order;
  const shown = (tx: Tx, rows: DbRow[]): Row[] =>
    declared.row
      ? rows.map((row) => (declared.row as (row: DbRow, tx: Tx) => Row)(row, tx))
      : (rows as unknown as Row[]);

  const where = (tx: Tx, filter: F): Sql => {
    if (declared.customPlans && !planned.has(tx)) {
      planned.add(tx);
      tx.set('plan_cache_mode', 'force_custom_plan');
    }
    const conditions = [sql`${me}.company_id = ${sql.company}`];
    if (declared.scope) conditions.push(declared.scope(tx));
    for (const key in filters) {
      const value = filter[key];
      const condition = isSet(value) ? filters[key](value as NonNullable<F[typeof key]>, tx, filter) : undefined;
      if (condition) conditions.push(condition);
    }
    return sql.and(conditions);
  };
  const select = (tx: Tx, rest: Sql) =>
    tx.rows<DbRow>(sql`select ${columnsOf(tx)} ${rest}`).then((rows) => shown(tx, rows));
  const totalOf = async (tx: Tx, rest: Sql) =>
    declared.countsAll ? { total: await countAll(tx, rest), totalExact: true } : countOf(tx, rest);
  const everything = {} as F;

  return {
    declared: declared as unknown as ListDeclaration<F, never, Row>,
    where,
    async page(tx, query) {
      const { page, pageSize } = query;
      const skip = (page - 1) * pageSize;
      const matching = where(tx, query);
      const order = orderOf(query, tx);
      const begin = skip < DEEP ? undefined : await declared.begin?.(tx, query, skip);
      const limited = sql`where ${begin ? sql.and([matching, begin.from]) : matching} order by ${order}
        limit ${pageSize} offset ${begin?.skip ?? skip}`;
      const source =
        skip < DEEP
          ? sql`(select ${me}.* from ${from} ${limited}) ${me}`
          : sql`(select ${key} as key_of_row from ${from} ${limited}) k
              join ${from} on ${me}.company_id = ${sql.company} and ${key} = k.key_of_row`;
      const counted = () => totalOf(tx, sql`from ${from} where ${matching}`);
      const [rows, totals] = await Promise.all([
        select(tx, sql`from ${source} ${joinsOf(tx, query)} order by ${order}`),
        declared.known?.(tx, query)?.then((known) => known ?? counted()) ?? counted(),
      ]);
      return { rows, ...totals };
    },
    async one(tx, id) {
      const [row] = await select(
        tx,
        sql`from ${from} ${joinsOf(tx, everything)} where ${where(tx, everything)} and ${key} = ${id}`,
      );
      if (row) return row;
      if (!declared.missing) throw new Error(`the list of ${declared.table} says no code for a missing row`);
      throw notFound(declared.missing);
    },
    byIds: (tx, ids, filter = everything) =>
      select(
        tx,
        sql`from ${from} ${joinsOf(tx, filter)} where ${where(tx, everything)} and ${key} = any(${ids}::bigint[])
          order by array_position(${ids}::bigint[], ${key})`,
      ),
    async choose(tx, { ids, filter }, limit, only) {
      if (!ids && !filter) return [];
      const conditions = [where(tx, ids ? everything : (filter as F))];
      if (ids) conditions.push(sql`${key} = any(${ids}::bigint[])`);
      else if (only) conditions.push(only);
      const found = await tx.rows<{ id: number }>(
        sql`select ${key} as id from ${from} where ${sql.and(conditions)} order by ${key} limit ${limit}`,
      );
      return found.map((row) => row.id);
    },
    async tabs(tx, tabs, all = everything) {
      const names = Object.keys(tabs) as (keyof typeof tabs)[];
      const counts = names.map(
        (name) =>
          sql`(select count(*)::int from (select 1 from ${from} where ${where(tx, { ...all, ...tabs[name] })} limit ${sql.literal(COUNT_LIMIT)}) x)`,
      );
      const row = await tx.row<{ counts: number[] }>(sql`select array[${sql.join(counts)}] as counts`);
      return Object.fromEntries(names.map((name, at) => [name, row?.counts[at] ?? 0])) as Record<
        keyof typeof tabs,
        number
      >;
    },
    count(tx, filter, atMost) {
      const matching = sql`from ${from} where ${where(tx, filter)}`;
      return countAll(tx, atMost ? sql`from (select 1 ${matching} limit ${sql.literal(atMost)}) x` : matching);
    },
  };
}

/** A tab for each of these values of a field. */
export const tabFor = <K extends string, V extends string>(field: K, values: readonly V[]) =>
  Object.fromEntries(values.map((value) => [value, { [field]: value }])) as Record<V, Record<K, V>>;

// The usual conditions of filter fields.

/** The column has the value. */
export const is =
  (column: Sql) =>
  (value: string | number | boolean): Sql =>
    sql`${column} = ${value}`;
/** The column has one of these ids. */
export const among =
  (column: Sql) =>
  (ids: readonly number[]): Sql =>
    sql`${column} = any(${ids}::bigint[])`;
/** The instant is on this day of the company, or later. */
export const since =
  (column: Sql) =>
  (day: string): Sql =>
    sql`${column} >= ${startOfDay(day)}`;
/** The instant is on this day of the company, or earlier. */
export const until =
  (column: Sql) =>
  (day: string): Sql =>
    sql`${column} < ${endOfDay(day)}`;
/** The document's number begins with the typed text. Numbers are stored in capitals. */
export const numbered =
  (column: Sql) =>
  (typed: string): Sql =>
    beginsWith(column, typed.trim().toUpperCase());
/** The field switches this condition on; off means no condition. */
export const when =
  (condition: PerTx) =>
  (on: boolean | 'true', tx: Tx): Sql | undefined =>
    on ? (typeof condition === 'function' ? condition(tx) : condition) : undefined;

/** The file of a list: the rows of its filter, newest first. */
interface ListExport<F extends object, Row, R> {
  name: string;
  title: readonly [zh: string, en: string];
  filter: z.ZodType<F>;
  allow?: PagedExport<F, R>['allow'];
  columns: readonly ExportColumn<R>[] | ((ctx: Ctx) => readonly ExportColumn<R>[]);
  /** The rows with what the columns show besides. */
  more?(tx: Tx, ctx: Ctx, rows: Row[]): Promise<R[]>;
}
/** For a file with a line for each part of a document: what it reads instead of the list's columns, and the order. */
interface Lines<R> {
  columns: PerTx;
  joins: Sql;
  /** Within one document. */
  order: Sql;
  /** Of the rows with their joins. */
  row?(row: R, tx: Tx): R;
}

/** The export of a list: what its page shows, or the lines of its documents. */
export function exportOf<F extends object, Row extends object, R extends object = Row>(
  list: List<F, Row>,
  file: ListExport<F, Row, R>,
  lines?: Lines<R>,
): PagedExport<F, R> {
  const { table, as } = list.declared;
  const me = sql.id(as, [as]);
  const key = keyOf(list.declared);
  const from = sql`${sql.id(table, [table])} ${me}`;
  return defineExport({
    ...file,
    columns: (ctx) => (typeof file.columns === 'function' ? file.columns(ctx) : file.columns),
    count: (tx, _ctx, filter) =>
      lines ? countAll(tx, sql`from ${from} ${lines.joins} where ${list.where(tx, filter)}`) : list.count(tx, filter),
    async page(tx, ctx, filter, cursor, limit) {
      const after = cursor === null ? sql.empty : sql`and ${key} < ${Number(cursor)}`;
      const ids = (
        await tx.rows<{ id: number }>(
          sql`select ${key} as id from ${from} where ${list.where(tx, filter)} ${after} order by ${key} desc limit ${limit}`,
        )
      ).map((row) => row.id);
      const next = ids.length === limit ? String(ids.at(-1)) : null;
      if (!lines) {
        const rows = await list.byIds(tx, ids, filter);
        return { rows: file.more ? await file.more(tx, ctx, rows) : (rows as unknown as R[]), next };
      }
      const columns = typeof lines.columns === 'function' ? lines.columns(tx) : lines.columns;
      const rows = await tx.rows<R>(sql`select ${columns} from ${from} ${lines.joins}
        where ${me}.company_id = ${sql.company} and ${key} = any(${ids}::bigint[])
        order by array_position(${ids}::bigint[], ${key}), ${lines.order}`);
      const { row: shownOf } = lines;
      return { rows: shownOf ? rows.map((row) => shownOf(row, tx)) : rows, next };
    },
  });
}
