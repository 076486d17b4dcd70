import type { Pool, PoolClient } from 'pg';

export interface CompanyColumn {
  name: string;
  type: string;
  /** Neither null nor a default: an insert has to name it. */
  required: boolean;
  notNull: boolean;
}

/** A table that has rows of companies, as the database's own catalogue describes it. */
export interface CompanyTable {
  name: string;
  /** The column that says whose a row is: `id` in the table of companies. */
  owner: 'company_id' | 'id';
  /** All that can be written, without the owner. */
  columns: CompanyColumn[];
  /** The primary key without the owner. */
  key: string[];
  /** The sequence that numbers its rows. */
  sequence: string | null;
  /** Rows may refer to rows of the same table. */
  refersToItself: boolean;
}

/**
 * All tables with rows of companies, those that are referred to before those that refer to them, the table of companies
 * first. Read from the catalogue, so that no table can be forgotten.
 */
export async function companyTables(on: Pool | PoolClient): Promise<CompanyTable[]> {
  const { rows: tables } = await on.query<CompanyTable>(`
    select c.relname as name, o.attname as owner,
      array(select jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'notNull', a.attnotnull,
          'required', a.attnotnull and not a.atthasdef and a.attidentity = '')
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and a.attname <> o.attname order by a.attnum) as columns,
      array(select a.attname::text from pg_index x cross join lateral unnest(x.indkey) with ordinality k(num, n)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num
        where x.indrelid = c.oid and x.indisprimary and a.attname <> o.attname order by k.n) as key,
      (select pg_get_serial_sequence(quote_ident(c.relname), a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as sequence,
      exists (select from pg_constraint k where k.conrelid = c.oid and k.confrelid = c.oid and k.contype = 'f') as "refersToItself"
    from pg_class c join pg_attribute o on o.attrelid = c.oid and not o.attisdropped
      and o.attname = case when c.relname = 'company' then 'id' else 'company_id' end
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname <> 'company', c.relname`);
  const { rows: keys } = await on.query<{ child: string; parent: string }>(
    `select c.relname as child, p.relname as parent from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
     where k.contype = 'f' and k.conrelid <> k.confrelid and k.connamespace = 'public'::regnamespace`,
  );
  return parentsFirst(tables, keys);
}

function parentsFirst(tables: CompanyTable[], keys: { child: string; parent: string }[]): CompanyTable[] {
  const parents = Map.groupBy(keys, ({ child }) => child);
  const left = new Map(tables.map((table) => [table.name, table]));
  const order: CompanyTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ name }) => !parents.get(name)?.some(({ parent }) => left.has(parent)));
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const table of free) left.delete(table.name);
    order.push(...free);
  }
  return order;
}
