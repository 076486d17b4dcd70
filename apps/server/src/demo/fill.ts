import { fetchFirstRates } from '../areas/settings/public.ts';
import type { App } from '../core/app.ts';
import type { Tx } from '../core/database/database.ts';
import { sql } from '../core/database/sql.ts';
import { addJob, defineJob, type Job } from '../core/jobs/jobs.ts';
import { arrayOf } from '../core/scope.ts';
import { adjustAndApprove } from './adjustments.ts';
import { adviseBuying } from './advice.ts';
import { splitPurchases } from './allocations.ts';
import { fillArchive, receiveStock } from './archive.ts';
import { receiveBatch } from './batches.ts';
import { keepBooks } from './bookkeeping.ts';
import { sellBundles } from './bundles.ts';
import { billParcels } from './carrier-bills.ts';
import { engageCarriers } from './carriers.ts';
import type { DemoContext } from './context.ts';
import { countAndSubmit } from './counts.ts';
import { designFamily } from './families.ts';
import { type Good, platformGoods } from './goods.ts';
import { DAYS, liveDay } from './history.ts';
import { bringGoodsIn } from './inbound.ts';
import { grantRights } from './members.ts';
import { keepPickingHabits } from './picking.ts';
import { layPlaces } from './places.ts';
import { rememberAtPlatforms } from './platforms.ts';
import { buyGoods } from './purchases.ts';
import { returnToSuppliers } from './returns.ts';
import { demoShops, openShops } from './shops.ts';
import { orderOn1688 } from './sourcing.ts';
import { restockWest } from './transfers.ts';
import { draftToFba, shipBySea } from './transit.ts';

interface Progress {
  /** The midnight of the day on which the loading began. */
  today: string;
  step: number;
  /** How many days before today are lived. A job of an older version does not say it. */
  days?: number;
}

const FIRST: ((demo: DemoContext) => Promise<void>)[] = [
  layPlaces,
  fillArchive,
  receiveStock,
  // Rules stand before the first orders come in, so that these are judged by them.
  engageCarriers,
  openShops,
  grantRights,
];
/** What happened beside the orders in the last days; told again it changes nothing. */
export const LAST: typeof FIRST = [
  rememberAtPlatforms,
  keepPickingHabits,
  adjustAndApprove,
  bringGoodsIn,
  buyGoods,
  orderOn1688,
  returnToSuppliers,
  splitPurchases,
  receiveBatch,
  restockWest,
  shipBySea,
  draftToFba,
  sellBundles,
  designFamily,
  countAndSubmit,
  billParcels,
  adviseBuying,
  // Last: the bank and the closed month know what the others paid.
  keepBooks,
];
/** Those before the days, the days from so many ago until today, and what is told of the last week's end. */
const stepsOf = (days: number) => FIRST.length + days + 2;

/**
 * One step of the loading a job, each adding the next when it is done: what is interrupted goes on where it was, and
 * the worker does other work in between.
 */
const fillJob: Job<Progress> = defineJob<Progress>(
  'demo.fill',
  ['演示公司：装载数据', 'Demo company: load data'],
  async (app, ctx, progress) => {
    const there = await app.database.asOwner(sql`select 1 from company where id = ${ctx.companyId}`);
    if (!there.length) return;
    await fillStep(app, ctx.companyId, progress);
    if (progress.step + 1 < stepsOf(progress.days ?? DAYS))
      await app.database.inCompany(ctx, (tx) => addStep(tx, { ...progress, step: progress.step + 1 }));
  },
);

function addStep(tx: Tx, progress: Progress): Promise<void> {
  return addJob(tx, fillJob, progress, { key: stepKey(progress.step), queue: 'demo.fill', maxAttempts: 10 });
}

const stepKey = (step: number) => `demo.fill:${step}`;

/** To be called in the transaction that makes the company. */
export async function beginFilling(tx: Tx, days = DAYS): Promise<void> {
  await fetchFirstRates(tx);
  await addStep(tx, { today: `${tx.now.toISOString().slice(0, 10)}T00:00:00.000Z`, step: 0, days });
}

let goodsOnce: Promise<Good[]> | undefined;

async function fillStep(app: App, companyId: number, { today, step, days = DAYS }: Progress): Promise<void> {
  const log = (message: string) => app.log.info(`demo company: ${message}`);
  const demo: DemoContext = { app, companyId, today: new Date(today), log };
  const first = FIRST[step];
  if (first) return first(demo);
  const daysAgo = days - (step - FIRST.length);
  if (daysAgo < 0) {
    for (const notify of LAST) await notify(demo);
    return;
  }
  // Thousands of rows came in seconds: the planner counts them before autovacuum notices. A sample company's are few.
  if (days === DAYS && daysAgo % 30 === 0) await analyzeGrown(app);
  goodsOnce ??= platformGoods(app);
  await liveDay(demo, daysAgo, await goodsOnce, await demoShops(demo));
  if (daysAgo % 15 === 0) log(daysAgo === 0 ? 'loaded' : `${days - daysAgo} of ${days} days`);
}

/** Only the tables that grew, and by a sample of their rows: the database has hundreds, and the demo company is small. */
async function analyzeGrown(app: App): Promise<void> {
  await app.database.asOwner(sql`do $$ declare grown text; begin
    perform set_config('default_statistics_target', '10', true);
    for grown in select relname from pg_stat_user_tables where schemaname = 'public' and n_mod_since_analyze > 500 loop
      execute format('analyze %I', grown);
    end loop; end $$`);
}

/** How much of the loading is done, in percent; undefined when no step of it waits or runs. */
export async function loadingOf(
  app: App,
  companyId: number,
): Promise<{ percent: number; failed: boolean } | undefined> {
  const keys = Array.from({ length: stepsOf(DAYS) }, (_, step) => `${companyId}:${stepKey(step)}`);
  const [last] = await app.database.asOwner<{ step: number; days: number; failed: boolean }>(
    sql`select (payload ->> 'step')::int as step, coalesce((payload ->> 'days')::int, ${DAYS}) as days,
       locked_at is null and attempts >= max_attempts as failed
     from graphile_worker._private_jobs where key = any(${arrayOf(keys)}::text[]) order by 1 desc limit 1`,
  );
  return last && { percent: Math.floor((100 * last.step) / stepsOf(last.days)), failed: last.failed };
}
