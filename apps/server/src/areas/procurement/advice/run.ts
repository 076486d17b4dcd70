import type { Policy } from '@tradewind/contract/procurement/advice.ts';
import type { App } from '../../../core/app.ts';
import { settingOf } from '../../../core/company-settings.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { insertRows } from '../../../core/database/write.ts';
import { notFound } from '../../../core/errors.ts';
import { hintCompany } from '../../../core/hints.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { companyOf, localDay } from '../../company/public.ts';
import type { adviceLine } from '../advice.tables.ts';
import { type Case, casesOf } from './calculate.ts';
import { type CategorySeasons, categorySeasons } from './history.ts';
import { spreadsOf } from './lead-times.ts';
import { linesOf, type NewLine } from './lines.ts';
import { advicePolicy } from './policies.ts';
import type { LeadSpread } from './rules/leads.ts';

/** Products of one transaction. */
const PART = 250;
/** A run that has not ended after this time was lost. */
const LOST_AFTER_HOURS = 2;

const runJob = defineJob<{ runId: number }>(
  'procurement.advice',
  ['计算建议采购量', 'Calculate recommended quantities'],
  async (app, ctx, { runId }, run) => {
    try {
      await calculateAll(app, ctx, runId);
    } catch (error) {
      if (run.attempt >= run.maxAttempts)
        await app.database.inCompany(ctx, (tx) =>
          tx.rows(
            sql`update advice_run set state = 'failed' where company_id = ${sql.company} and id = ${runId} and state <> 'done'`,
          ),
        );
      throw error;
    }
  },
);

/** Starts a run; one that waits or works already is enough. */
export async function startRun(tx: Tx): Promise<{ runId: number }> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('advice_run', ${sql.company}::int))`);
  const open = await tx.row<{ id: number }>(sql`select id from advice_run where company_id = ${sql.company}
    and state in ('waiting', 'running') and at > ${tx.now}::timestamptz - make_interval(hours => ${LOST_AFTER_HOURS})
    order by id desc limit 1`);
  if (open) return { runId: open.id };
  const runId = await newRun(tx);
  await addJob(tx, runJob, { runId }, { queue: 'procurement.advice', priority: 5, maxAttempts: 3 });
  return { runId };
}

export async function newRun(tx: Tx): Promise<number> {
  const company = await settingOf(tx, advicePolicy);
  const row = await tx.row<{ id: number }>(sql`
    insert into advice_run (company_id, at, actor, user_id, day, policy, products)
    select ${sql.company}, ${tx.now}, ${tx.actor.name}, ${tx.actor.userId}, ${dayOf(sql`${tx.now}`)}, ${JSON.stringify(company)}::jsonb,
      (select count(distinct product_id) from demand_month where company_id = ${sql.company} and total > 0)
    returning id`);
  if (!row) throw new Error('no run');
  return row.id;
}

/**
 * Part by part, each with its place: a crash loses nothing, and a second try repeats nothing. While one part is calculated,
 * the database reads the next one and writes the one before.
 */
export async function calculateAll(app: App, ctx: Ctx, runId: number, size = PART): Promise<void> {
  const { database } = app;
  const run = await database.inCompany(ctx, (tx) => begin(tx, runId));
  if (!run) return;
  const read = (after: number) => database.look(ctx, (tx) => readPart(tx, run, after, size));
  let reading = read(run.cursor);
  let writing: Promise<boolean> = Promise.resolve(true);
  for (let from = run.cursor; ; ) {
    const [part, mine] = await Promise.all([reading, writing]);
    // Another worker has taken the run over.
    if (!mine) return;
    if (part.last === undefined) break;
    const [before, last] = [from, part.last];
    reading = read(last);
    const lines = linesOf(part.cases, run.day);
    writing = database.inCompany(ctx, (tx) => writePart(tx, runId, { before, last, handled: part.handled, lines }));
    from = last;
  }
  await database.inCompany(ctx, (tx) => finish(tx, runId));
}

interface Run {
  day: string;
  policy: Policy;
  cursor: number;
  seasons: CategorySeasons;
  spreads: ReadonlyMap<number, LeadSpread>;
}

/** The factors of months and the lead times of suppliers are calculated once for a run. */
async function begin(tx: Tx, runId: number): Promise<Run | undefined> {
  const run = await tx.row<{
    day: string;
    policy: Policy;
    cursor: number;
    seasons: Record<string, number[]> | null;
  }>(sql`
    select day::text as day, policy, cursor, seasons from advice_run
    where company_id = ${sql.company} and id = ${runId} and state in ('waiting', 'running') for update`);
  if (!run) return undefined;
  const seasons = run.seasons ? seasonsOf(run.seasons) : await categorySeasons(tx, run.day);
  tx.later(sql`update advice_run set state = 'running', seasons = ${JSON.stringify(Object.fromEntries(seasons))}::jsonb
    where company_id = ${sql.company} and id = ${runId}`);
  return { ...run, seasons, spreads: await spreadsOf(tx, {}) };
}

const seasonsOf = (kept: Record<string, number[]> | null): CategorySeasons =>
  new Map(Object.entries(kept ?? {}).map(([category, factors]) => [Number(category), factors]));

async function readPart(tx: Tx, { day, policy, seasons, spreads }: Run, after: number, size: number) {
  const found = await tx.rows<{ id: number }>(sql`select p.id from product p
    where p.company_id = ${sql.company} and p.id > ${after} and p.enabled and exists (select 1 from demand_month d
      where d.company_id = ${sql.company} and d.product_id = p.id and d.total > 0)
    order by p.id limit ${size}`);
  const ids = found.map((row) => row.id);
  const cases = ids.length === 0 ? [] : await casesOf(tx, ids, { today: day, company: policy, seasons, spreads });
  return { last: ids.at(-1), handled: ids.length, cases };
}

async function writePart(
  tx: Tx,
  runId: number,
  part: { before: number; last: number; handled: number; lines: readonly NewLine[] },
): Promise<boolean> {
  const { before, last, handled, lines } = part;
  const moved = await tx.row<{ id: number }>(sql`update advice_run set cursor = ${last}, handled = handled + ${handled},
      advised = advised + ${lines.filter((line) => line.quantity > 0).length}, urgent = urgent + ${lines.filter((line) => line.urgent).length}
    where company_id = ${sql.company} and id = ${runId} and state = 'running' and cursor = ${before} returning id`);
  if (!moved) return false;
  if (lines.length > 0)
    tx.later(
      sql`${insertRows<typeof adviceLine>(
        'advice_line',
        lines.map((line) => ({ runId, ...line })),
      )} returning 1`,
    );
  return true;
}

/** The run becomes the one that is shown. Of older ones, lines that advised and decided nothing go. */
async function finish(tx: Tx, runId: number): Promise<void> {
  const done = await tx.row<{
    id: number;
  }>(sql`update advice_run set state = 'done', finished_at = ${tx.now}, products = handled
    where company_id = ${sql.company} and id = ${runId} and state in ('waiting', 'running') returning id`);
  if (!done) return;
  await tx.rows(
    sql`delete from advice_line where company_id = ${sql.company} and run_id < ${runId} and quantity = 0 and decided is null`,
  );
  hintCompany(tx, 'work');
}

/** The run whose advice is shown. */
export const shownRun = (tx: Tx) =>
  tx.row<{ id: number; day: string; seasons: Record<string, number[]> | null }>(sql`select id, day::text as day, seasons
    from advice_run where company_id = ${sql.company} and state = 'done' order by id desc limit 1`);

/** Everything about some products as it is today, with the seasons of the run that is shown. */
export async function casesToday(
  tx: Tx,
  productIds: readonly number[],
  draft?: Policy,
): Promise<{ cases: Case[]; today: string; runId: number | null }> {
  const run = await shownRun(tx);
  const today = localDay(tx.now, (await companyOf(tx)).timeZone);
  const company = draft ?? (await settingOf(tx, advicePolicy));
  const spreads = await spreadsOf(tx, { productIds });
  const cases = await casesOf(tx, productIds, { today, company, seasons: seasonsOf(run?.seasons ?? null), spreads });
  return { cases, today, runId: run?.id ?? null };
}

/** The advice of some products again, in the run that is shown: from today’s stock, settings and suppliers. @throws notFound */
export async function recompute(tx: Tx, productIds: readonly number[]): Promise<void> {
  const { cases, today, runId } = await casesToday(tx, productIds);
  const lines = linesOf(cases, today);
  if (runId === null || lines.length === 0) throw notFound('advice.notFound');
  await replaceLines(tx, runId, lines);
}

/** What somebody has decided stays. */
async function replaceLines(tx: Tx, runId: number, lines: readonly NewLine[]): Promise<void> {
  await tx.rows(sql`${insertRows<typeof adviceLine>(
    'advice_line',
    lines.map((line) => ({ runId, ...line })),
  )}
    on conflict (company_id, run_id, product_id, warehouse_id) do update set supplier_id = excluded.supplier_id,
      reason = excluded.reason, urgent = excluded.urgent, available = excluded.available, incoming = excluded.incoming,
      per_day = excluded.per_day, cover = excluded.cover, run_out_on = excluded.run_out_on, order_on = excluded.order_on,
      quantity = excluded.quantity, terms = excluded.terms
    where advice_line.decided is null`);
}

defineSchedule({
  name: 'procurement.advice',
  cron: '35 * * * *',
  title: ['每日计算建议采购量', 'Calculate recommended quantities daily'],
  // After the demand of the day before is counted.
  due: sql`select c.id as company_id from company c where extract(hour from now() at time zone c.time_zone) = 1
    and c.id in (select company_id from demand_month)`,
  each: async (app, ctx) => {
    const runId = await app.database.inCompany(ctx, newRun);
    await calculateAll(app, ctx, runId);
  },
});
