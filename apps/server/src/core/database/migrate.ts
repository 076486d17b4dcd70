import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';
import { hasCitus } from './distribute.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');
/** Append-only tables: the application has no right to update or delete. */
const APPEND_ONLY = [
  'stock_movement',
  'cost_issue',
  'warehouse_prepayment',
  'ledger_entry',
  'ledger_line',
  'finance_figure',
  'document_event',
  'tracking_event',
  'audit_entry',
  'buyer_read',
];
const LOCK_KEY = 7_411_021;
const BASELINE = '0000_baseline.sql';

/** The database was made by a preview older than the baseline. Nothing carries it over. */
export class EarlierPreview extends Error {
  constructor() {
    super('The database belongs to an earlier preview of Tradewind and cannot be carried over');
  }
}

/**
 * Brings the schema up to date: every SQL file of migrations/ once, in order of its name. Safe to run from several
 * processes at once and under traffic: a statement that cannot get its lock within three seconds gives up its place in
 * the queue and is tried again, so that nobody waits behind it.
 * A file whose first line is `-- no transaction` runs statement by statement (create index concurrently).
 * @throws EarlierPreview
 */
export async function migrate(owner: pg.Pool, appPassword: string, folder = FOLDER): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, at timestamptz not null default now())',
    );
    const done = new Set(
      (await client.query('select name from schema_migration')).rows.map((row) => row.name as string),
    );
    if (done.size > 0 && !done.has(BASELINE)) throw new EarlierPreview();
    const files = await sqlFiles(folder);
    const pending = files.filter((name) => !done.has(name));
    await ensureRole(client, appPassword);
    // Our triggers write rows of the same company, which lie on the same node.
    if (await hasCitus(client)) await client.query('set citus.enable_unsafe_triggers = on');
    for (const name of pending) await apply(client, name, await readFile(join(folder, name), 'utf8'));
    const functions = await readFile(join(import.meta.dirname, 'functions.sql'), 'utf8');
    const fingerprint = `${GRANTS}${files.length}:${files.at(-1)}:${createHash('sha256').update(functions).digest('hex').slice(0, 12)}`;
    if (pending.length > 0 || !done.has(fingerprint)) {
      await migrateJobs({ pgPool: owner });
      await client.query(functions);
      await grant(client);
      await client.query('insert into schema_migration (name) values ($1) on conflict do nothing', [fingerprint]);
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]);
    client.release();
  }
}

/**
 * Whether the database has every migration of this version; a newer version may have added its own.
 * @throws EarlierPreview
 */
export async function isMigrated(owner: pg.Pool, folder = FOLDER): Promise<boolean> {
  const done = new Set(
    await owner.query<{ name: string }>('select name from schema_migration').then(
      ({ rows }) => rows.map(({ name }) => name),
      (error: { code?: string }) => {
        if (error.code !== NO_TABLE) throw error;
        return [];
      },
    ),
  );
  if (done.size > 0 && !done.has(BASELINE)) throw new EarlierPreview();
  const files = await sqlFiles(folder);
  return files.every((name) => done.has(name)) && [...done].some((name) => name.startsWith(GRANTS));
}

const NO_TABLE = '42P01';
/** After the migrations: functions and grants. */
const GRANTS = 'grants:';

const sqlFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

/** A lock that was not granted in time, and a deadlock with the traffic. */
const WAITS: readonly string[] = ['55P03', '40P01'];

async function apply(client: pg.PoolClient, name: string, text: string): Promise<void> {
  const alone = text.startsWith('-- no transaction');
  const statements = text.split('--> statement-breakpoint').map((part) => part.trim());
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`set lock_timeout = '3s'`);
      if (!alone) await client.query('begin');
      for (const statement of statements) if (statement) await client.query(statement);
      await client.query('insert into schema_migration (name) values ($1)', [name]);
      if (!alone) await client.query('commit');
      return;
    } catch (error) {
      if (!alone) await client.query('rollback');
      if (!WAITS.includes((error as { code?: string }).code ?? '') || attempt >= 40)
        throw new Error(`Migration ${name} failed`, { cause: error });
      await sleep(250 * attempt);
    } finally {
      await client.query('reset lock_timeout');
    }
  }
}

/** A process that hangs in a transaction gives its locks back after this time; a statement that never ends, too. */
const HANGING = `alter role tradewind_app set idle_in_transaction_session_timeout = '60s'; alter role tradewind_app set statement_timeout = '30min'`;

async function ensureRole(client: pg.PoolClient, password: string): Promise<void> {
  // Roles belong to the whole server: the migration of another database may be creating the role right now.
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = 'tradewind_app') then
      create role tradewind_app login nosuperuser nobypassrls;
    end if;
  exception when duplicate_object or unique_violation then null; end $$`);
  await client.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
  await setAppPassword(client, password);
  // Statements are prepared and shaped by their filter, so one plan fits all values; planning each time costs more than
  // the statements themselves. Citus has to know the company to plan an insert from a select.
  const plans = (await hasCitus(client)) ? 'auto' : 'force_generic_plan';
  await client
    .query(
      `alter role tradewind_app set plan_cache_mode = ${plans}; alter role tradewind_app set enable_seqscan = off; ${HANGING}`,
    )
    .catch(ignoreAtOnce);
}

/** The application's role takes this password. Connections that are open stay so. */
export async function setAppPassword(on: pg.Pool | pg.PoolClient, password: string): Promise<void> {
  await on.query(`alter role tradewind_app with login password ${pg.escapeLiteral(password)}`).catch(ignoreAtOnce);
}

function ignoreAtOnce(error: { code?: string }): void {
  if (error.code !== 'XX000') throw error; // "tuple concurrently updated": somebody else set the same
}

async function grant(client: pg.PoolClient): Promise<void> {
  await client.query(`
    grant usage on schema public to tradewind_app;
    grant select, insert, update, delete on all tables in schema public to tradewind_app;
    grant usage on all sequences in schema public to tradewind_app;
    revoke all on schema_migration, worker_heartbeat, company_removal from tradewind_app;
    revoke update, delete on ${APPEND_ONLY.join(', ')} from tradewind_app`);
}
