import type { App } from '../../core/app.ts';
import { systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { addJob, defineJob } from '../../core/jobs/jobs.ts';
import { defineSchedule } from '../../core/jobs/schedule.ts';
import { mappingChanged } from '../catalog/public.ts';
import { listingsTaken } from '../channels/public.ts';
import { availableChanged } from '../stock/public.ts';
import { calculate, calculateChanges, TOGETHER_SECONDS } from './calculate.ts';

/** Limits requests per company in this process: a busy ledger must not contend for one row of the job queue. */
const ASK_EVERY_MS = 5_000;
const PAGES_TOGETHER_MS = 2_000;

const CALCULATION_JOB = defineJob<object>(
  'listings.calculate',
  ['计算各店铺的目标数量', 'Calculate target quantities of shops'],
  (app, ctx) => app.database.inCompany(ctx, async (tx) => void (await calculateChanges(tx))),
);

const SHOP_JOB = defineJob<{ shopId: number }>(
  'listings.calculateShop',
  ['计算单个店铺的目标数量', 'Calculate target quantities of one shop'],
  (app, ctx, { shopId }) => app.database.inCompany(ctx, async (tx) => void (await calculate(tx, { shopId }))),
);

/** Runs after changes to a shop's listings, mappings or rule. */
export const askForShop = (tx: Tx, shopId: number, afterMs = 0): Promise<void> =>
  addJob(
    tx,
    SHOP_JOB,
    { shopId },
    {
      key: `listings.calculate:${shopId}`,
      keyMode: 'preserve_run_at',
      runAt: new Date(Date.now() + afterMs),
      priority: 6,
    },
  );

const requested = new Map<number, number>();

/** Calculates listings of moved products within seconds; the minutely sweep finds the rest. */
async function askSoon(tx: Tx): Promise<void> {
  const now = Date.now();
  if (now - (requested.get(tx.companyId) ?? 0) < ASK_EVERY_MS) return;
  tx.afterCommit(() => requested.set(tx.companyId, now));
  await addJob(
    tx,
    CALCULATION_JOB,
    {},
    {
      key: 'listings.calculate',
      keyMode: 'preserve_run_at',
      runAt: new Date(now + TOGETHER_SECONDS * 1000),
      priority: 3,
    },
  );
}

availableChanged.listen(askSoon);
mappingChanged.listen((tx, { shopId }) => askForShop(tx, shopId));
/** New listings have no quantity sent yet. They come page by page. */
listingsTaken.listen((tx, { shopId }) => askForShop(tx, shopId, PAGES_TOGETHER_MS));

/** Companies with movements, orders, or no full calculation within an hour. @returns how many */
export async function calculateDue(app: App): Promise<number> {
  const due = await app.database.asOwner<{ id: number }>(
    sql`select c.company_id as id from (select distinct company_id from stock_rule where enabled) c
     left join listing_place p on p.company_id = c.company_id
     where p.company_id is null or p.whole_at < now() - interval '1 hour'
       or exists (select 1 from stock_movement m where m.company_id = c.company_id and m.id > p.movement_id and m.at > p.calculated_at - interval '1 minute')
       or exists (select 1 from sales_order o where o.company_id = c.company_id and o.id > p.order_id and o.created_at > p.calculated_at - interval '1 minute')`,
  );
  for (const { id } of due)
    await app.database.inCompany(systemContext(id, 'listings.calculateAll'), (tx) =>
      addJob(tx, CALCULATION_JOB, {}, { key: 'listings.calculate', priority: 3 }),
    );
  return due.length;
}

defineSchedule({
  name: 'listings.calculateAll',
  cron: '* * * * *',
  work: async (app) => void (await calculateDue(app)),
});
