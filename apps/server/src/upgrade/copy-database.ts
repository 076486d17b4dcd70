import type pg from 'pg';

const SERVER = 'older';
/** Tables at once. */
const AT_ONCE = 4;
const ROWS_A_TRIP = 5000;

const TABLES = `
  select n.nspname as schema, c.relname as "table", format('%I.%I', n.nspname, c.relname) as name,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
     where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname !~ '^older_' and n.nspname <> 'information_schema'
  order by pg_relation_size(c.oid) desc, name`;

interface Table {
  schema: string;
  table: string;
  name: string;
  columns: string;
}

const tablesOf = async (on: pg.Pool): Promise<Table[]> => (await on.query<Table>(TABLES)).rows;

/**
 * Copies all rows of one server's database into that of another with the same tables. The newer server reads the older
 * one by itself (postgres_fdw), which stays as it is: pg_upgrade and pg_dump are in no npm package. Nobody may write to
 * either.
 * @param url the address of `from` as the other server reaches it
 */
export async function copyRows(from: pg.Pool, url: string, into: pg.Pool): Promise<void> {
  const [tables, there] = [await tablesOf(from), await tablesOf(into)];
  const names = (all: Table[]) => all.map(({ name }) => name).sort();
  const all = [...names(tables), ...names(there)];
  const alone = all.filter((name) => all.indexOf(name) === all.lastIndexOf(name));
  if (alone.length > 0) throw new Error(`The tables differ: ${alone.join(', ')}`);
  // What its migrations laid in comes with the rest.
  await into.query(`truncate ${names(there).join(', ')}`);
  await reach(from, url, into, [...new Set(tables.map(({ schema }) => schema))]);
  const waiting = [...tables];
  const copyNext = async () => {
    const client = await into.connect();
    try {
      // Rows come as they are: no trigger counts them again, no key is looked up.
      await client.query('set session_replication_role = replica');
      for (let table = waiting.shift(); table; table = waiting.shift())
        await client.query(
          `insert into ${table.name} (${table.columns}) overriding system value
           select ${table.columns} from ${client.escapeIdentifier(`older_${table.schema}`)}.${client.escapeIdentifier(table.table)}`,
        );
    } finally {
      client.release(true);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, copyNext));
  await into.query(`drop extension postgres_fdw cascade`);
  for (const schema of new Set(tables.map((table) => table.schema)))
    await into.query(`drop schema "older_${schema}" cascade`);
  await copySequences(from, into);
  await into.query('analyze');
}

/** The tables of the older server, as foreign tables of schemas of their own. */
async function reach(from: pg.Pool, url: string, into: pg.Pool, schemas: string[]): Promise<void> {
  const { rows } = await from.query<{ port: string }>(`select current_setting('port') as port`);
  const { searchParams, hostname, password, pathname } = new URL(url);
  const options = {
    host: searchParams.get('host') ?? hostname,
    port: rows[0]?.port ?? '',
    dbname: pathname.slice(1),
    fetch_size: String(ROWS_A_TRIP),
  };
  const written = Object.entries(options).map(([name, value]) => `${name} '${value.replaceAll("'", "''")}'`);
  await into.query(`
    create extension postgres_fdw;
    create server ${SERVER} foreign data wrapper postgres_fdw options (${written.join(', ')});
    create user mapping for current_user server ${SERVER} options (user 'postgres', password '${decodeURIComponent(password)}')`);
  for (const schema of schemas)
    await into.query(
      `create schema "older_${schema}"; import foreign schema "${schema}" from server ${SERVER} into "older_${schema}"`,
    );
}

/** A row's own numbers go on after the last one. */
async function copySequences(from: pg.Pool, into: pg.Pool): Promise<void> {
  const { rows } = await from.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences where last_value is not null`,
  );
  for (const { name, value } of rows) await into.query('select setval($1::regclass, $2::bigint)', [name, value]);
}

/** What each table holds, so that two servers can be compared: rows, and the sum of their hashes. */
export async function contentsOf(on: pg.Pool): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const { name } of await tablesOf(on)) {
    const { rows } = await on.query<{ of: string }>(
      `select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as of from ${name} t`,
    );
    contents.set(name, rows[0]?.of ?? '');
  }
  return contents;
}
