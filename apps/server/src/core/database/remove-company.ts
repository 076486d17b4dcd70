import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { App } from '../app.ts';
import { inOneWrite } from './company-rows.ts';
import { type CompanyTable, companyTables } from './company-tables.ts';
import { sql } from './sql.ts';

const JOBS_END_WITHIN_MS = 20_000;
/** Rows of one step: its locks and its pause are short. */
const AT_ONCE = 2_000;
/** Whoever still wrote when the walk began has ended by then. */
const ROUNDS = 20;
/** Without them nobody signs in, calls or pushes any more. */
const DOORS: readonly string[] = ['session', 'login', 'one_time_key', 'signed_link', 'platform_shop'];
/** A lock that was not granted in time, a deadlock, and a row that somebody wrote beside us for one that is gone. */
const AGAIN: readonly string[] = ['55P03', '40P01', '40001', '23503'];

/** That nothing of a company is left, and what there was. */
export interface RemovalProof {
  company: { id: number; name: string };
  orderedBy: string;
  beganAt: Date;
  endedAt: Date;
  /** Removed rows by table, removed files and jobs. */
  removed: { rows: Record<string, number>; files: number; jobs: number };
  /** What every table with companies' rows, the store of files and the job queue have of it now. */
  left: { rows: Record<string, number>; files: number; jobs: number };
}

/**
 * Removes everything of a company and of its sample company: rows in every table, waiting jobs, files. It goes in short
 * steps with pauses, so that others go on to work, and a second call goes on where the first one was ended. The tables are
 * read from the database's own catalogue, so that none is forgotten.
 * @param asJob for a job of the company itself, which is no reason to wait
 * @throws as a job, while others still run: it is tried again
 */
export async function removeCompany(
  app: App,
  companyId: number,
  { asJob = false, orderedBy = 'system' }: { asJob?: boolean; orderedBy?: string } = {},
): Promise<void> {
  const samples = await app.database.asOwner<{ id: number }>(
    sql`select id from company where sample_of = ${companyId}`,
  );
  for (const sample of samples) await removeCompany(app, sample.id, { orderedBy });
  await app.database.asOwner(
    sql`insert into company_removal (id, name, ordered_by) select id, name, ${orderedBy} from company where id = ${companyId}
      on conflict (id) do update set began_at = excluded.began_at, ended_at = null, name = excluded.name, ordered_by = excluded.ordered_by,
        rows = '{}', files = 0, jobs = 0 where company_removal.ended_at is not null`,
  );
  const ended = await endJobs(app, companyId, asJob ? 1 : 0);
  if (asJob && !ended) throw new Error(`jobs of company ${companyId} still run`);
  const tables = (await companyTables(app.database.owner)).filter(({ owner }) => owner === 'company_id').reverse();
  const doors = tables.filter(({ name }) => DOORS.includes(name));
  for (const table of doors) await removeRows(app, table, companyId);
  await app.database.asOwner(sql`select pg_notify('principals', 'all')`);
  for (let round = 1; ; round++) {
    for (const table of tables) await removeRows(app, table, companyId);
    await removeFiles(app, companyId);
    await endJobs(app, companyId, asJob ? 1 : 0);
    const { rows, files } = await whatIsLeft(app, companyId, tables);
    if (files === 0 && Object.values(rows).every((count) => count === 0)) break;
    if (round === ROUNDS) throw new Error(`company ${companyId} is still written to`);
  }
  await app.database.asOwner(
    sql`with gone as (delete from company where id = ${companyId} returning id)
      update company_removal r set ended_at = now(), rows = r.rows || '{"company": 1}' from gone where r.id = gone.id`,
  );
  await app.database.asOwner(sql`select pg_notify('principals', 'all')`);
}

/** @throws if the company is there, or never was removed */
export async function proofOfRemoval(app: App, companyId: number): Promise<RemovalProof> {
  const [found] = await app.database.asOwner<
    RemovalProof['company'] & Pick<RemovalProof, 'orderedBy' | 'beganAt' | 'endedAt'> & RemovalProof['removed']
  >(sql`select id, name, ordered_by, began_at, ended_at, rows, files, jobs from company_removal
    where id = ${companyId} and ended_at is not null`);
  if (!found) throw new Error(`company ${companyId} was not removed`);
  const { id, name, orderedBy, beganAt, endedAt, ...removed } = found;
  const left = await whatIsLeft(app, companyId, await companyTables(app.database.owner));
  return { company: { id, name }, orderedBy, beganAt, endedAt, removed, left };
}

async function whatIsLeft(app: App, companyId: number, tables: readonly CompanyTable[]) {
  const rows: Record<string, number> = {};
  for (const { name, owner } of tables) {
    const counted = await app.database.owner.query<{ count: number }>(
      `select count(*)::int as count from ${quoted(name)} where ${owner} = $1`,
      [companyId],
    );
    rows[name] = counted.rows[0]?.count ?? 0;
  }
  let files = 0;
  for await (const _key of app.files.keys(companyId)) files++;
  const [jobs] = await app.database.asOwner<{ count: number }>(
    sql`select count(*)::int as count from graphile_worker._private_jobs where (payload ->> 'companyId')::int = ${companyId}`,
  );
  return { rows, files, jobs: jobs?.count ?? 0 };
}

const quoted = (name: string) => `"${name}"`;

/** All rows of a table, a step after the other behind the key of the last one. */
async function removeRows(app: App, table: CompanyTable, companyId: number): Promise<void> {
  let last: string[] | undefined;
  for (let tries = 0; ; ) {
    const began = performance.now();
    try {
      const step = await removeStep(app, table, companyId, last);
      if (!step.last) return;
      last = step.last;
      tries = 0;
    } catch (error) {
      if (!AGAIN.includes((error as { code?: string }).code ?? '') || ++tries === 10) throw error;
    }
    // As long as the step took: the others have half of the time to themselves.
    await sleep(Math.max(performance.now() - began, tries * 100));
  }
}

/** Removes some rows and counts them, both or neither. Gives the key of the last one while there may be more. */
async function removeStep(
  app: App,
  { name, key, columns, refersToItself }: CompanyTable,
  companyId: number,
  after: string[] | undefined,
): Promise<{ last?: string[] | undefined }> {
  return inOneWrite(app.database, async (client) => {
    await client.query(`set local lock_timeout = '2s'`);
    const unchecked = await leaveChecks(client);
    const typeOf = new Map(columns.map((column) => [column.name, column.type]));
    const keys = key.map(quoted);
    const steps = key.length > 0 && (unchecked || !refersToItself);
    const behind = after ? `and (${keys}) > (${key.map((one, i) => `$${i + 2}::${typeOf.get(one)}`)})` : '';
    const limit = steps ? `limit ${AT_ONCE}` : '';
    const { rows } = await client.query<{ count: number; last: string[] | null }>(
      `with step as materialized (select ${keys.length > 0 ? keys : '1'} from ${quoted(name)} where company_id = $1 ${behind}
           ${steps ? `order by ${keys}` : ''} ${limit}),
         gone as (delete from ${quoted(name)} t ${keys.length > 0 ? 'using step' : ''} where t.company_id = $1
           ${keys.map((one) => `and t.${one} = step.${one}`).join(' ')} returning 1)
       select (select count(*)::int from gone) as count,
         (select array[${keys.map((one) => `${one}::text`)}]::text[] from step ${steps ? `order by ${keys.map((one) => `${one} desc`)}` : ''} limit 1) as last`,
      [companyId, ...(after ?? [])],
    );
    const [step] = rows;
    if (step && step.count > 0)
      await client.query(
        `update company_removal set rows = rows || jsonb_build_object($2::text, coalesce((rows ->> $2)::int, 0) + $3::int) where id = $1`,
        [companyId, name, step.count],
      );
    return { last: steps ? (step?.last ?? undefined) : undefined };
  });
}

/** Both sides of every foreign key go. Only a superuser may leave them unchecked; others have them checked row by row. */
async function leaveChecks(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    'select rolsuper as may from pg_roles where rolname = current_user',
  );
  if (!rows[0]?.may) return false;
  await client.query(`set local session_replication_role = 'replica'`);
  return true;
}

async function removeFiles(app: App, companyId: number): Promise<void> {
  const count = (files: number) =>
    app.database.asOwner(sql`update company_removal set files = files + ${files} where id = ${companyId}`);
  let files = 0;
  for await (const key of app.files.keys(companyId)) {
    await app.files.remove(companyId, key);
    if (++files % 100 === 0) await count(100);
  }
  await count(files % 100);
}

/** Takes waiting jobs away and lets running ones end, so that none writes for a company that is gone. */
async function endJobs(app: App, companyId: number, ownJobs: number): Promise<boolean> {
  for (let waited = 0; waited < JOBS_END_WITHIN_MS; waited += 200) {
    const rows = await app.database.asOwner<{ running: number }>(
      sql`with gone as (delete from graphile_worker._private_jobs where (payload ->> 'companyId')::int = ${companyId} and locked_at is null returning 1),
       counted as (update company_removal set jobs = jobs + (select count(*) from gone) where id = ${companyId})
       select count(*)::int as running from graphile_worker._private_jobs
       where (payload ->> 'companyId')::int = ${companyId} and locked_at > now() - interval '10 minutes'`,
    );
    if (waited > 0 && (rows[0]?.running ?? 0) <= ownJobs) return true;
    await sleep(200);
  }
  return false;
}
