import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { readConnection } from './read.ts';

/** Each hour goes so far back: states change late. */
const OVERLAP_DAYS = 3;
/** At the beginning and each night. */
export const FULL_DAYS = 35;

export const readJob = defineJob<{ id: number; days: number }>(
  'finance.receivingRead',
  ['读取收款账户', 'Read a receiving account'],
  (app, ctx, { id, days }) => readConnection(app, ctx, id, days),
);

const DAY_MS = 86_400_000;
/** Reads what was made since then; a day more, as jobs may wait. */
export function readSince(tx: Tx, id: number, since: Date): Promise<unknown> {
  const days = Math.ceil((tx.now.getTime() - since.getTime()) / DAY_MS) + 1;
  return addJob(tx, readJob, { id, days }, { queue: `receiving:${id}`, key: `receiving:${id}:${days}` });
}

/** A job for each connection, one after another: none waits for another one's provider. */
const askAll = (app: App, ctx: Ctx, days: number) =>
  app.database.inCompany(ctx, async (tx) => {
    const all = await tx.rows<{ id: number }>(sql`select id from receiving_connection
      where company_id = ${sql.company} and state in ('active', 'error') order by id`);
    for (const { id } of all)
      await addJob(tx, readJob, { id, days }, { queue: `receiving:${id}`, key: `receiving:${id}:${days}` });
  });

const due = sql`select distinct company_id from receiving_connection where state in ('active', 'error')`;
defineSchedule({
  ...{ name: 'finance.receivingHourly', cron: '17 * * * *', due },
  title: ['每小时读取收款账户', 'Read receiving accounts hourly'],
  each: (app, ctx) => askAll(app, ctx, OVERLAP_DAYS),
});
defineSchedule({
  ...{ name: 'finance.receivingNightly', cron: '40 18 * * *', due },
  title: ['每晚重读收款账户近 35 天', 'Read the last 35 days of receiving accounts again'],
  each: (app, ctx) => askAll(app, ctx, FULL_DAYS),
});
