import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { addJob, defineJob, type Job } from '../../core/jobs/jobs.ts';
import { calculateTotals } from './totals.ts';

/** Movements within a few seconds are calculated together. */
const TOGETHER_MS = 2_000;
/** Products of one transaction. */
const AT_ONCE = 2_000;

const job: Job<object> = defineJob(
  'stock.totals',
  ['核算库存合计与预警', 'Calculate stock totals and warnings'],
  async (app, ctx) => {
    while ((await app.database.inCompany(ctx, calculateTouched)) >= AT_ONCE);
  },
);

/** Records the products whose stock moved. Each transaction adds its own rows, so that none waits for another. */
export function touch(tx: Tx, productIds: readonly number[]): void {
  tx.later(
    sql`insert into stock_touched (company_id, product_id) select ${sql.company}, p from unnest(${[...new Set(productIds)]}::bigint[]) p returning 1`,
  );
}

/** Takes the products that moved since the last run. @returns their number */
export async function calculateTouched(tx: Tx): Promise<number> {
  const rows = await tx.rows<{ productId: number }>(
    sql`with taken as (
       delete from stock_touched where company_id = ${sql.company} and id in (
         select id from stock_touched where company_id = ${sql.company} order by id limit 20000 for update skip locked)
       returning product_id)
     select distinct product_id from taken`,
  );
  const ids = rows.map((row) => row.productId);
  for (let at = 0; at < ids.length; at += AT_ONCE) await calculateTotals(tx, ids.slice(at, at + AT_ONCE));
  return ids.length;
}

export const askForTotals = (tx: Tx, afterMs = TOGETHER_MS): Promise<void> =>
  addJob(
    tx,
    job,
    {},
    {
      key: 'stock.totals',
      queue: 'stock.totals',
      keyMode: 'preserve_run_at',
      runAt: new Date(Date.now() + afterMs),
      priority: 4,
    },
  );
