import type { App } from './app.ts';
import { ConfigError } from './config.ts';
import { type Database, direct, type Row } from './database/database.ts';
import { type Sql, sql } from './database/sql.ts';
import { SEALED } from './sealed.ts';

type Base = Pick<App, 'database' | 'vault'>;

interface Value extends Row {
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
  for (const column of await columnsOf(database)) {
    const found: Sealers = { column, present: 0, other: 0, unknown: 0 };
    for await (const { sealed } of valuesOf(database, column)) found[vault.sealerOf(sealed)]++;
    all.push(found);
  }
  return all;
}

/**
 * Seals by the present secret what others sealed, value by value, while everybody works: a value that somebody changes
 * meanwhile stays as they left it. Killed at any moment it has lost nothing, and goes on when it is started again.
 * @returns how many values it sealed
 */
export async function reseal({ database, vault }: Base): Promise<number> {
  let all = 0;
  for (const place of await columnsOf(database)) {
    const [table, column] = namesOf(place);
    // What somebody changed during a pass may be of the other secret again, by a process that still seals by it.
    for (let [pass, found] = [0, true]; found && pass < MOST_PASSES; pass++) {
      found = false;
      for await (const { companyId, sealed } of valuesOf(database, place)) {
        if (vault.sealerOf(sealed) !== 'other') continue;
        found = true;
        const kept = await database.asOwner(sql`update ${table} set ${column} = ${vault.sealAnew(sealed)}
          where company_id = ${companyId} and ${column} = ${sealed} returning 1 as one`);
        all += kept.length;
      }
    }
  }
  return all;
}

/** The values that no secret of this process opens. */
export async function* unopened({ database, vault }: Base): AsyncGenerator<Value & { table: string; column: string }> {
  for (const place of await columnsOf(database)) {
    const [table = '', column = ''] = place.split('.');
    for await (const value of valuesOf(database, place))
      if (vault.sealerOf(value.sealed) === 'unknown') yield { ...value, table, column };
  }
}

/** @throws ConfigError naming the values that no secret of this process opens */
export async function assertOpens(base: Base): Promise<void> {
  const locked = (await sealersOf(base)).filter(({ unknown }) => unknown > 0);
  if (locked.length === 0) return;
  const count = locked.reduce((sum, { unknown }) => sum + unknown, 0);
  const places = locked.map(({ column, unknown }) => `${column} ${unknown}`).join(', ');
  throw new ConfigError(
    `${count} sealed values can be opened neither by TRADEWIND_SECRET nor by TRADEWIND_OTHER_SECRET (${places}). Add the secret that sealed them to TRADEWIND_OTHER_SECRET. None of them was changed. Only if that secret is lost: npm run secrets -- forget.`,
  );
}

/** Those that are there: a database may have an earlier schema, or none yet. */
async function columnsOf(database: Database): Promise<string[]> {
  const found = await database.asOwner<{ name: string }>(
    sql`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name || '.' || column_name = any(${SEALED}::text[]) order by 1`,
  );
  return found.map(({ name }) => name);
}

function namesOf(place: string): [Sql, Sql] {
  const [table = '', column = ''] = place.split('.');
  const known = SEALED.flatMap((one) => one.split('.'));
  return [sql.id(table, known), sql.id(column, known)];
}

async function* valuesOf({ owner }: Database, place: string): AsyncGenerator<Value> {
  const [table, column] = namesOf(place);
  const client = await owner.connect();
  try {
    await direct(client, sql`begin read only`);
    await direct(
      client,
      sql`declare held no scroll cursor for select company_id, ${column} as sealed from ${table} where ${column} is not null`,
    );
    for (;;) {
      const rows = await direct<Value>(client, sql`fetch ${sql.literal(AT_ONCE)} from held`);
      if (rows.length === 0) return;
      yield* rows;
    }
  } finally {
    await direct(client, sql`rollback`).then(
      () => client.release(),
      (lost) => client.release(lost),
    );
  }
}
