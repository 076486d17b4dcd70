import type { App } from './app.ts';
import { sql } from './database/sql.ts';

/** A table has its sealed values in columns of bytes, and the database knows which these are: none is forgotten. */
const COLUMNS = sql`select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'bytea'::regtype and not a.attisdropped
  order by 1, 2`;
const AT_ONCE = 500;

interface Column extends Record<string, unknown> {
  table: string;
  column: string;
}

/**
 * Seals everything that an earlier secret sealed under the present one, while others work: what somebody changes in the
 * meantime is left as they made it, and looked at once more.
 * @param write false: only counts @returns how many values by table and column
 */
export async function reseal(app: App, write: boolean): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const column of await app.database.asOwner<Column>(COLUMNS)) {
    let all = 0;
    for (let again = true; again; ) {
      const { renewed, left } = await pass(app, column, write);
      all += renewed;
      again = write && left > 0;
    }
    if (all > 0) found.set(`${column.table}.${column.column}`, all);
  }
  return found;
}

async function pass({ database, vault }: App, { table, column }: Column, write: boolean) {
  const client = await database.owner.connect();
  const [t, c] = [client.escapeIdentifier(table), client.escapeIdentifier(column)];
  let [renewed, left] = [0, 0];
  try {
    await client.query(
      `begin; declare sealed no scroll cursor for select ctid::text as place, ${c} as value from ${t}`,
    );
    for (;;) {
      const { rows } = await client.query<{ place: string; value: Buffer | null }>(`fetch ${AT_ONCE} from sealed`);
      if (rows.length === 0) break;
      for (const { place, value } of rows) {
        const anew = value && vault.renewed(value);
        if (!anew) continue;
        const text = `update ${t} set ${c} = $1 where ctid = $2::tid and ${c} = $3`;
        const done = write ? (await database.owner.query(text, [anew, place, value])).rowCount : 1;
        if (done === 1) renewed++;
        else left++;
      }
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  return { renewed, left };
}
