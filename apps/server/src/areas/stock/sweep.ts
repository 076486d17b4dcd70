import type { App } from '../../core/app.ts';
import { type Ctx, systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { addJob, defineJob } from '../../core/jobs/jobs.ts';
import { defineSchedule } from '../../core/jobs/schedule.ts';
import { availableChanged } from './ledger.ts';
import { calculateTotals, nextProducts } from './totals.ts';
import { askForTotals } from './touched.ts';

const AT_ONCE = 1_000;
/** This process requests no more often per company: a busy ledger must not contend for one row of the job queue. */
const ASK_EVERY_MS = 2_000;

/** Stock ages and expires without moving, so every product is checked once a day. */
const sweepJob = defineJob<object>('stock.sweep', ['每日检查库存预警', 'Check stock warnings daily'], sweepCompany);

export async function sweepCompany(app: App, ctx: Ctx): Promise<void> {
  for (let after = 0; ; ) {
    const from = after;
    const ids = await app.database.inCompany(ctx, async (tx) => {
      const found = await nextProducts(tx, from, AT_ONCE);
      await calculateTotals(tx, found);
      return found;
    });
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

const requested = new Map<number, number>();

availableChanged.listen(async (tx) => {
  const now = Date.now();
  if (now - (requested.get(tx.companyId) ?? 0) < ASK_EVERY_MS) return;
  tx.afterCommit(() => requested.set(tx.companyId, now));
  await askForTotals(tx);
});

/** Leftovers no job was requested for: rows written while one was running, or that changed locations only. */
export async function askDue(app: App): Promise<number> {
  const due = await app.database.asOwner<{ id: number }>(sql`select distinct company_id as id from stock_touched`);
  for (const { id } of due)
    await app.database.inCompany(systemContext(id, 'stock.totals'), (tx) => askForTotals(tx, 0));
  return due.length;
}

/** Companies whose day has just begun. */
async function sweepDue(app: App): Promise<void> {
  const due = await app.database.asOwner<{ id: number }>(
    sql`select id from company where extract(hour from now() at time zone time_zone) = 0`,
  );
  for (const { id } of due) await app.database.inCompany(systemContext(id, 'stock.sweep'), askForSweep);
}

export const askForSweep = (tx: Tx): Promise<void> =>
  addJob(tx, sweepJob, {}, { key: 'stock.sweep', queue: 'stock.totals', priority: 20 });

defineSchedule({ name: 'stock.totals', cron: '* * * * *', work: async (app) => void (await askDue(app)) });
defineSchedule({ name: 'stock.sweep', cron: '20 * * * *', work: sweepDue });
