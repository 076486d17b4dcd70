import { type Sql, sql } from './sql.ts';
import type { Tx } from './tx.ts';

interface TableFile {
  $inferInsert: object;
  $inferSelect: object;
}
type New<T extends TableFile> = Omit<T['$inferInsert'], 'companyId'>;
type Changed<T extends TableFile> = { id: number } & Partial<Omit<T['$inferInsert'], 'companyId' | 'id'>>;

/** Every row of an insert has the same names: each is turned once. */
const SNAKES = new Map<string, string>();
function snake(name: string): string {
  const known = SNAKES.get(name);
  if (known !== undefined) return known;
  const turned = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  SNAKES.set(name, turned);
  return turned;
}
const id = (name: string) => sql.id(name, [name]);

/** The rows with a column for each key that one of them has, the id first: `null` where a row lacks it. */
function records(table: string, rows: readonly object[]): { columns: Sql[]; from: Sql } {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].sort(
    (a, b) => Number(b === 'id') - Number(a === 'id'),
  );
  const renamed = rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [snake(key), value])));
  return {
    columns: names.map((name) => id(snake(name))),
    from: sql`jsonb_populate_recordset(null::${id(table)}, ${sql.json(renamed)}) r`,
  };
}

/**
 * `insert into` the table of the type parameter, for the transaction's company; one parameter for any number of rows.
 * Columns that no row has take their defaults. Goes before `on conflict` and `returning`:
 * ``sql`${insertRows<typeof product>('product', rows)} returning id` ``.
 */
export function insertRows<T extends TableFile>(table: string, rows: readonly New<T>[]): Sql {
  const { columns, from } = records(table, rows);
  const values = columns.map((column) => sql`r.${column}`);
  return sql`insert into ${id(table)} (${sql.join([sql`company_id`, ...columns])})
    select ${sql.join([sql`${sql.company}`, ...values])} from ${from}`;
}

/** Inserts these rows, if there are any; for whoever needs nothing back (`insertRows`). */
export async function addRows<T extends TableFile>(tx: Tx, table: string, rows: readonly New<T>[]): Promise<void> {
  // With `returning`, a cluster takes them under row-level security.
  if (rows.length > 0) await tx.rows(sql`${insertRows<T>(table, rows)} returning 1`);
}

/**
 * `update` of the company's rows with these ids; `also` sets further columns, as `version = product.version + 1`. Goes
 * before more conditions and `returning`: ``sql`${updateRows<typeof product>('product', rows)} and product.version = 1` ``.
 */
export function updateRows<T extends TableFile>(
  table: string,
  rows: readonly Changed<T>[],
  also: readonly Sql[] = [],
): Sql {
  const { columns, from } = records(table, rows);
  const set = columns.filter((_, at) => at > 0).map((column) => sql`${column} = r.${column}`);
  return sql`update ${id(table)} set ${sql.join([...set, ...also])} from ${from}
    where ${id(table)}.company_id = ${sql.company} and ${id(table)}.id = r.id`;
}
