import type pg from 'pg';
import type { App } from './app.ts';
import { ConfigError } from './config.ts';
import { SEALED } from './sealed.ts';

type Base = Pick<App, 'database' | 'vault'>;

interface Column {
  table: string;
  column: string;
}

interface Value {
  companyId: number;
  sealed: Buffer;
}

/** How many values of a column which secret opens. */
export interface Sealers {
  column: string;
  present: number;
  other: number;
  unknown: number;
}

const AT_ONCE = 500;
const MOST_PASSES = 10;

/** Counts in every column that seals something. It reads all of them, and changes nothing. */
export async function sealersOf({ database, vault }: Base): Promise<Sealers[]> {
  const all: Sealers[] = [];
  for (const { table, column } of await columnsOf(database.owner)) {
    const found: Sealers = { column: `${table}.${column}`, present: 0, other: 0, unknown: 0 };
    for await (const { sealed } of valuesOf(database.owner, { table, column })) found[vault.sealerOf(sealed)]++;
    all.push(found);
  }
  return all;
}

/**
 * Seals by the present secret what others sealed, value by value, while everybody works: a value that somebody changes
 * meanwhile stays as they left it. Killed at any moment it has lost nothing, and goes on when it is started again.
 * @returns how many values it sealed
 */
export async function reseal({ database: { owner }, vault }: Base): Promise<number> {
  let all = 0;
  for (const place of await columnsOf(owner)) {
    const [t, c] = [quoted(place.table), quoted(place.column)];
    // What somebody changed during a pass may be of the other secret again, by a process that still seals by it.
    for (let [pass, found] = [0, true]; found && pass < MOST_PASSES; pass++) {
      found = false;
      for await (const { companyId, sealed } of valuesOf(owner, place)) {
        if (vault.sealerOf(sealed) !== 'other') continue;
        found = true;
        const anew = vault.sealAnew(sealed);
        const update = `update ${t} set ${c} = $1 where company_id = $2 and ${c} = $3`;
        all += (await owner.query(update, [anew, companyId, sealed])).rowCount ?? 0;
      }
    }
  }
  return all;
}

/** @throws ConfigError naming the values that no secret of this process opens */
export async function assertOpens(base: Base): Promise<void> {
  const locked = (await sealersOf(base)).filter(({ unknown }) => unknown > 0);
  if (locked.length === 0) return;
  const count = locked.reduce((sum, { unknown }) => sum + unknown, 0);
  const places = locked.map(({ column, unknown }) => `${column} ${unknown}`).join(', ');
  throw new ConfigError(
    `${count} sealed values can be opened neither by TRADEWIND_SECRET nor by TRADEWIND_OTHER_SECRET (${places}). Add the secret that sealed them to TRADEWIND_OTHER_SECRET. None of them was changed.`,
  );
}

/** Those that are there: a database may have an earlier schema, or none yet. */
async function columnsOf(owner: pg.Pool): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and table_name || '.' || column_name = any($1) order by 1, 2`,
    [SEALED],
  );
  return rows;
}

const quoted = (name: string) => `"${name}"`;

async function* valuesOf(owner: pg.Pool, { table, column }: Column): AsyncGenerator<Value> {
  const client = await owner.connect();
  try {
    await client.query('begin read only');
    await client.query(
      `declare held no scroll cursor for select company_id as "companyId", ${quoted(column)} as sealed
       from ${quoted(table)} where ${quoted(column)} is not null`,
    );
    for (;;) {
      const { rows } = await client.query<Value>(`fetch ${AT_ONCE} from held`);
      if (rows.length === 0) return;
      yield* rows;
    }
  } finally {
    await client.query('rollback').then(
      () => client.release(),
      (lost) => client.release(lost),
    );
  }
}
