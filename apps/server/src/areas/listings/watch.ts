import type { App } from '../../core/app.ts';
import { systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { addJob, defineJob } from '../../core/jobs/jobs.ts';
import { defineSchedule } from '../../core/jobs/schedule.ts';
import { mappingChanged } from '../catalog/public.ts';
import { listingsTaken } from '../channels/public.ts';
import { availableChanged } from '../stock/public.ts';
import { reckon, reckonChanges, TOGETHER_SECONDS } from './reckon.ts';

/** This process asks no oftener for a company: a busy ledger must not meet at one row of the job queue. */
const ASK_EVERY_MS = 5_000;

const RECKON_JOB = defineJob<object>(
  'listings.reckon',
  ['核算店铺可售数量', 'Reckon what shops may show'],
  (app, ctx) => app.database.inCompany(ctx, async (tx) => void (await reckonChanges(tx))),
);

const SHOP_JOB = defineJob<{ shopId: number }>(
  'listings.reckonShop',
  ['核算一家店铺的可售数量', 'Reckon what one shop may show'],
  (app, ctx, { shopId }) => app.database.inCompany(ctx, async (tx) => void (await reckon(tx, { shopId }))),
);

/** After whatever changes a shop's listings, mappings or rule. */
export const askForShop = (tx: Tx, shopId: number): Promise<void> =>
  addJob(tx, SHOP_JOB, { shopId }, { key: `listings.reckon:${shopId}`, priority: 6 });

const asked = new Map<number, number>();

/** Has the listings of what moved reckoned in a few seconds; the sweep of each minute finds what this misses. */
async function askSoon(tx: Tx): Promise<void> {
  const last = asked.get(tx.companyId);
  if (last !== undefined && tx.now.getTime() - last < ASK_EVERY_MS && tx.now.getTime() >= last) return;
  tx.afterCommit(() => asked.set(tx.companyId, tx.now.getTime()));
  await addJob(
    tx,
    RECKON_JOB,
    {},
    {
      key: 'listings.reckon',
      keyMode: 'preserve_run_at',
      runAt: new Date(tx.now.getTime() + TOGETHER_SECONDS * 1000),
      priority: 3,
    },
  );
}

availableChanged.listen(askSoon);
mappingChanged.listen((tx, { shopId }) => askForShop(tx, shopId));
/** New listings have no quantity told yet. */
listingsTaken.listen((tx, { shopId }) => askForShop(tx, shopId));

/** Companies with something that moved, was ordered, or was not reckoned for an hour. @returns how many there were */
export async function reckonDue(app: App): Promise<number> {
  const due = await app.database.owner.query<{ id: number }>(
    `select c.company_id as id from (select distinct company_id from stock_rule where enabled) c
     left join listing_place p on p.company_id = c.company_id
     where p.company_id is null or p.whole_at < now() - interval '1 hour'
       or exists (select 1 from stock_movement m where m.company_id = c.company_id and m.id > p.movement_id and m.at > p.reckoned_at - interval '1 minute')
       or exists (select 1 from sales_order o where o.company_id = c.company_id and o.id > p.order_id and o.created_at > p.reckoned_at - interval '1 minute')`,
  );
  for (const { id } of due.rows)
    await app.database.inCompany(systemContext(id, 'listings.reckonAll'), (tx) =>
      addJob(tx, RECKON_JOB, {}, { key: 'listings.reckon', priority: 3 }),
    );
  return due.rows.length;
}

defineSchedule({ name: 'listings.reckonAll', cron: '* * * * *', work: async (app) => void (await reckonDue(app)) });
