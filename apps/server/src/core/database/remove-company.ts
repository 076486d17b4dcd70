import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { App } from '../app.ts';
import { sql } from './sql.ts';

const JOBS_END_WITHIN_MS = 20_000;

/**
 * Removes everything of a company and of its sample company: rows in every table, waiting jobs, files. The tables are
 * read from the database's own catalogue, so that none is forgotten.
 * @param asJob for a job of the company itself, which is no reason to wait
 * @throws as a job, while others still run: it is tried again
 */
export async function removeCompany(app: App, companyId: number, asJob = false): Promise<void> {
  const samples = await app.database.asOwner<{ id: number }>(
    sql`select id from company where sample_of = ${companyId}`,
  );
  for (const sample of samples) await removeCompany(app, sample.id);
  const ended = await endJobs(app, companyId, asJob ? 1 : 0);
  if (asJob && !ended) throw new Error(`jobs of company ${companyId} still run`);
  const client = await app.database.owner.connect();
  try {
    await client.query('begin');
    const superuser = await client.query('select rolsuper from pg_roles where rolname = current_user');
    // Foreign keys need not be looked at row by row: both of their sides go.
    if (superuser.rows[0]?.rolsuper) await client.query(`set local session_replication_role = 'replica'`);
    for (const table of await companyTables(client))
      await client.query(`delete from ${client.escapeIdentifier(table)} where company_id = $1`, [companyId]);
    await client.query('delete from company where id = $1', [companyId]);
    await client.query(`select pg_notify('principals', 'all')`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  if (!app.config.filesUrl)
    await rm(join(app.config.dataDir, 'files', String(companyId)), { recursive: true, force: true });
}

/** Takes waiting jobs away and lets running ones end, so that none writes for a company that is gone. */
async function endJobs(app: App, companyId: number, ownJobs: number): Promise<boolean> {
  for (let waited = 0; waited < JOBS_END_WITHIN_MS; waited += 200) {
    const rows = await app.database.asOwner<{ running: number }>(
      sql`with gone as (delete from graphile_worker._private_jobs where (payload ->> 'companyId')::int = ${companyId} and locked_at is null)
       select count(*)::int as running from graphile_worker._private_jobs
       where (payload ->> 'companyId')::int = ${companyId} and locked_at > now() - interval '10 minutes'`,
    );
    if (waited > 0 && (rows[0]?.running ?? 0) <= ownJobs) return true;
    await sleep(200);
  }
  return false;
}

/** Tables with a company_id, those that refer to others before the ones they refer to. */
async function companyTables(client: PoolClient): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped order by 1`,
  );
  const keys = await client.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
     where contype = 'f' and conrelid <> confrelid`,
  );
  const left = new Set(tables.rows.map((row) => row.name));
  const order: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter((name) => !keys.rows.some((key) => key.parent === name && left.has(key.child)));
    if (free.length === 0) return [...order, ...left];
    for (const name of free) left.delete(name);
    order.push(...free);
  }
  return order;
}
