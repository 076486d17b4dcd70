import pg, { type PoolClient } from 'pg';
import type { CompanyTable } from './company-tables.ts';
import type { Database } from './database.ts';

const AT_ONCE = 2_000;
const BYTES_AT_ONCE = 8_000_000;

/** What of a table's rows travels, and what stands in place of the rest. */
export interface CarriedTable {
  table: CompanyTable;
  columns: readonly string[];
  /** Statements' text of columns that are carried otherwise than they stand there; ours, never from outside. */
  altered?: Readonly<Record<string, string>>;
}

/** A value that columns which did not travel get. */
export type Filling = { column: string; value: string | Buffer } | { column: string; drawn: true };

/** Reads as the owner, all at one moment: every row is as it was when the transaction began. */
export async function inSnapshot<T>(database: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inOwnersTransaction(database, 'begin isolation level repeatable read read only', work);
}

/** Writes as the owner: everything or nothing. Triggers that keep one table by another stay quiet: both are written. */
export async function inOneWrite<T>(database: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inOwnersTransaction(database, 'begin', work);
}

async function inOwnersTransaction<T>(
  database: Database,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.owner.connect();
  try {
    await client.query(`${begin}; set local timezone = 'UTC'; set local app.whole_company = 'on'`);
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (lost) => client.release(lost),
    );
    throw error;
  }
}

/**
 * Puts something in the place of a value of a company's row, and alters its other columns by these texts of ours; without
 * it, deletes the row.
 * @returns how many rows held the value
 */
export async function replaceValue(
  { owner }: Database,
  { table, column, companyId, value }: { table: string; column: string; companyId: number; value: Buffer },
  instead?: { value: Buffer | null; altered: Readonly<Record<string, string>> },
): Promise<number> {
  const name = pg.escapeIdentifier;
  const where = `where company_id = $1 and ${name(column)} = $2`;
  if (!instead) return (await owner.query(`delete from ${name(table)} ${where}`, [companyId, value])).rowCount ?? 0;
  const altered = Object.entries(instead.altered).map(([key, text]) => `, ${name(key)} = ${text}`);
  const statement = `update ${name(table)} set ${name(column)} = $3${altered.join('')} ${where}`;
  return (await owner.query(statement, [companyId, value, instead.value])).rowCount ?? 0;
}

const quoted = (client: PoolClient, names: readonly string[]) => names.map((name) => client.escapeIdentifier(name));

/** The rows of a company in the order of their key, each as one line of JSON; in parts of a few thousand. */
export async function* linesOf(
  client: PoolClient,
  { table, columns, altered = {} }: CarriedTable,
  companyId: number,
): AsyncGenerator<string[]> {
  const types = new Map(table.columns.map((column) => [column.name, column.type]));
  const selected = columns.map((name) => {
    const ours = client.escapeIdentifier(name);
    return altered[name] ? `${altered[name]} as ${ours}` : ours;
  });
  // The same order everywhere, whatever the collation of the database.
  const order = table.key.map(
    (name) => `t.${client.escapeIdentifier(name)}${types.get(name) === 'text' ? ' collate "C"' : ''}`,
  );
  await client.query(`declare carried no scroll cursor for select row_to_json(r)::text as line from (
    select ${selected.join(', ')} from ${client.escapeIdentifier(table.name)} t
    where t.${table.owner} = ${Number(companyId)} ${order.length > 0 ? `order by ${order.join(', ')}` : ''}) r`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${AT_ONCE} from carried`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await client.query('close carried');
}

/**
 * Writes lines of `linesOf` as rows of a company; all constraints hold. Rows that may refer to later ones of their table
 * are written in one statement.
 */
export async function putLines(
  client: PoolClient,
  { table, columns }: CarriedTable,
  companyId: number,
  lines: AsyncIterable<string>,
  fillings: readonly Filling[],
): Promise<void> {
  const name = client.escapeIdentifier(table.name);
  const notNull = new Set(table.columns.filter((column) => column.notNull).map((column) => column.name));
  const types = new Map(table.columns.map((column) => [column.name, column.type]));
  const values: (string | Buffer)[] = [];
  const filled = fillings.map((filling) => {
    if ('drawn' in filling) return `replace(gen_random_uuid()::text, '-', '')`;
    values.push(filling.value);
    return `$${values.length + 1}::${types.get(filling.column)}`;
  });
  // In a line, nothing and JSON's null look the same.
  const read = columns.map((column) => {
    const ours = `r.${client.escapeIdentifier(column)}`;
    return types.get(column) === 'jsonb' && notNull.has(column) ? `coalesce(${ours}, 'null')` : ours;
  });
  const into = [
    table.owner,
    ...quoted(client, columns),
    ...quoted(
      client,
      fillings.map(({ column }) => column),
    ),
  ];
  const insert = (from: string) =>
    `insert into ${name} (${into.join(', ')}) select ${[Number(companyId), ...read, ...filled].join(', ')} from ${from}`;
  const direct = insert(`json_populate_recordset(null::${name}, $1::json) r`);
  if (table.refersToItself)
    await client.query('create temporary table carried_lines (lines json not null) on commit drop');
  for await (const batch of batched(lines)) {
    const json = `[${batch.join(',')}]`;
    if (table.refersToItself) await client.query('insert into carried_lines values ($1)', [json]);
    else await client.query(direct, [json, ...values]);
  }
  if (!table.refersToItself) return;
  const staged = insert(`carried_lines l cross join lateral json_populate_recordset(null::${name}, l.lines) r`);
  await client.query(`${staged} where $1::json is null`, [null, ...values]);
  await client.query('drop table carried_lines');
}

async function* batched(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let size = 0;
  for await (const line of lines) {
    batch.push(line);
    size += line.length;
    if (batch.length < AT_ONCE && size < BYTES_AT_ONCE) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/** New rows get numbers behind those that were written. It never goes back: other companies draw from it, too. */
export async function raiseSequence(
  client: PoolClient,
  { name, sequence }: CompanyTable,
  companyId: number,
): Promise<void> {
  if (!sequence) return;
  const owner = name === 'company' ? 'id' : 'company_id';
  await client.query(
    `with most as (select max(id) as id from ${client.escapeIdentifier(name)} where ${owner} = $1)
     select case when nextval($2::regclass) < id then setval($2::regclass, id) end from most where id is not null`,
    [companyId, sequence],
  );
}

/** The migrations that a database has, in order. */
export async function schemaOf(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from schema_migration where name like '%.sql' order by name`,
  );
  return rows.map(({ name }) => name);
}
