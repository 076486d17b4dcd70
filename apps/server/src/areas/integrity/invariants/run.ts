import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { hintCompany } from '../../../core/hints.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { type CheckResult, check, elapsed } from './check.ts';
import { type Invariant, invariants } from './registry.ts';

const RUNS_KEPT = 100;
/** A run that has not finished after this time was lost; a new one may begin. */
const LOST_AFTER_MINUTES = 60;
/** Spreads the nightly runs of many companies over this many minutes. */
const SPREAD_MINUTES = 120;
const BEHIND_EVERYTHING = 10;

const runJob = defineJob<{ runId: number }>(
  'integrity.run',
  ['数据校验：核对流水与余额', 'Integrity checks: compare ledgers with balances'],
  (app, ctx, { runId }) => finishRun(app, ctx, runId),
);

/** Starts a run, or returns the one in progress. */
export async function startRun(tx: Tx, startedBy: string, runAt?: Date): Promise<number> {
  await tx.rows(sql`select pg_advisory_xact_lock(7411022, ${sql.company})`);
  const at = runAt ?? tx.now;
  // A nightly run that still waits does not block a person who asks now.
  const open = await tx.row<{ id: number }>(sql`
    select id from integrity_run where company_id = ${sql.company} and finished_at is null
      and at > ${at}::timestamptz - make_interval(mins => ${LOST_AFTER_MINUTES}) and at <= ${at} order by id desc limit 1`);
  if (open) return open.id;
  const made = await tx.row<{ id: number }>(sql`insert into integrity_run (company_id, at, started_by)
    values (${sql.company}, ${at}, ${startedBy}) returning id`);
  const runId = made?.id ?? 0;
  const patience = runAt ? { runAt, priority: BEHIND_EVERYTHING } : {};
  await addJob(tx, runJob, { runId }, { key: `integrity.run:${runId}`, maxAttempts: 3, ...patience });
  await tx.rows(sql`delete from integrity_run where company_id = ${sql.company} and id <= (
    select id from integrity_run where company_id = ${sql.company} order by id desc offset ${RUNS_KEPT} limit 1)`);
  return runId;
}

/** Continues where an earlier try stopped. Stores each check as it ends, so that a page sees the progress. */
async function finishRun(app: App, ctx: Ctx, runId: number): Promise<void> {
  const run = await app.database.inCompany(ctx, (tx) =>
    tx.row<{ results: CheckResult[]; finishedAt: Date | null }>(
      sql`select results, finished_at from integrity_run where company_id = ${sql.company} and id = ${runId}`,
    ),
  );
  if (!run || run.finishedAt) return;
  const done = new Set(run.results.map((result) => result.key));
  for (const invariant of invariants()) {
    if (done.has(invariant.key)) continue;
    const result = await checkAlone(app, ctx, invariant);
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(sql`update integrity_run set results = results || ${JSON.stringify([result])}::jsonb, green = green and ${result.green}
        where company_id = ${sql.company} and id = ${runId}`),
    );
  }
  await app.database.inCompany(ctx, (tx) => {
    hintCompany(tx, 'work');
    return tx.rows(
      sql`update integrity_run set finished_at = now() where company_id = ${sql.company} and id = ${runId}`,
    );
  });
}

/** All checks of a company, now and one after the other, without a run that its pages show. */
export async function checkAll(app: Pick<App, 'database' | 'log'>, ctx: Ctx): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const invariant of invariants()) results.push(await checkAlone(app, ctx, invariant));
  return results;
}

/** A check that throws counts as failed and does not stop the others. */
async function checkAlone(app: Pick<App, 'database' | 'log'>, ctx: Ctx, invariant: Invariant): Promise<CheckResult> {
  const started = performance.now();
  try {
    return await app.database.inCompany(ctx, (tx) => check(tx, invariant));
  } catch (error) {
    app.log.error({ error, invariant: invariant.key, companyId: ctx.companyId }, 'a check could not be made');
    const message = error instanceof Error ? error.message : String(error);
    return { key: invariant.key, green: false, checked: 0, broken: 0, rows: [], error: message, ms: elapsed(started) };
  }
}

defineSchedule({
  name: 'integrity.nightly',
  cron: '0 18 * * *',
  title: ['安排每晚的数据核对', 'Plan the nightly checks'],
  each: async (app, ctx) => {
    const runAt = new Date(ctx.now().getTime() + (ctx.companyId % SPREAD_MINUTES) * 60_000);
    await app.database.inCompany(ctx, (tx) => startRun(tx, 'schedule', runAt));
  },
});
