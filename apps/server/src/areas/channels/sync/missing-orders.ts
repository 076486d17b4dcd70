import type { App } from '../../../core/app.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { addJob, defineJob, type Job } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { connectorIfAny } from '../connectors.ts';
import { ordersComparing } from '../hooks.ts';
import { shopQueue } from '../queue.ts';
import { withShop } from '../shops/tokens.ts';
import { enqueueFetch } from './fetch-order.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Orders of the last minutes may still arrive with the next sync. */
const SETTLED_MS = 10 * 60_000;
const HOURS_BACK = 3;
const NIGHT_HOURS_BACK = 7 * 24;

export interface Search {
  shopId: number;
  /** ISO instants; compares whole hours. */
  from: string;
  to: string;
}

export const SEARCH_JOB: Job<Search> = defineJob(
  'channels.findMissing',
  ['核对平台订单', 'Check for missing orders'],
  findMissing,
);

type Placed = { no: string; at: Date };

/**
 * Compares a shop's orders per hour with the platform's. Fetches missing orders at once; each has an owner until it
 * arrives.
 */
export async function findMissing(app: App, ctx: Ctx, { shopId, from, to }: Search): Promise<void> {
  const since = floorHour(new Date(from));
  const until = new Date(to);
  const placed: Placed[] = [];
  let cursor: string | undefined;
  do {
    const page = await withShop(app, ctx, shopId, async (connector, access) =>
      connector.listOrderNos?.(access, {
        orderedFrom: since.toISOString(),
        orderedTo: until.toISOString(),
        ...(cursor === undefined ? {} : { cursor }),
      }),
    );
    if (!page) return;
    placed.push(...page.orders.map((one) => ({ no: one.platformOrderNo, at: new Date(one.orderedAt) })));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const all = [...new Map(placed.map((one) => [one.no, one])).values()];
  await app.database.inCompany(ctx, async (tx) => {
    // What is older than the seller's choice when the shop was connected is not missing.
    const shop = await tx.row<{ from: Date | null }>(
      sql`select orders_from as from from shop where company_id = ${sql.company} and id = ${shopId}`,
    );
    const first = shop?.from?.getTime() ?? 0;
    const theirs = all.filter((one) => one.at.getTime() >= first);
    await compare(tx, shopId, since, until, theirs);
  });
}

const floorHour = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

async function compare(tx: Tx, shopId: number, since: Date, until: Date, theirs: readonly Placed[]): Promise<void> {
  const known = new Set<string>();
  await ordersComparing.call(tx, { shopId, platformOrderNos: theirs.map((one) => one.no), known });
  const missing = theirs.filter((one) => !known.has(one.no));
  await countHours(tx, shopId, since, until, theirs, known);
  const fresh = await note(tx, shopId, missing);
  await Promise.all(missing.map((one) => enqueueFetch(tx, shopId, one.no)));
  if (fresh > 0)
    writeHistory(tx, [{ docKind: 'shop', docId: shopId, event: 'ordersMissing', detail: { count: fresh } }]);
}

async function countHours(
  tx: Tx,
  shopId: number,
  since: Date,
  until: Date,
  theirs: readonly Placed[],
  known: ReadonlySet<string>,
): Promise<void> {
  const hours = new Map<number, { theirs: number; ours: number }>();
  for (let hour = since.getTime(); hour < until.getTime(); hour += HOUR_MS) hours.set(hour, { theirs: 0, ours: 0 });
  for (const { no, at } of theirs) {
    const counted = hours.get(floorHour(at).getTime());
    if (!counted) continue;
    counted.theirs++;
    if (known.has(no)) counted.ours++;
  }
  const rows = [...hours].map(([hour, counted]) => ({ hour: new Date(hour).toISOString(), ...counted }));
  await tx.rows(sql`insert into order_hour (company_id, shop_id, hour, theirs, ours, checked_at)
    select ${sql.company}, ${shopId}, r.hour, r.theirs, r.ours, ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(hour timestamptz, theirs int, ours int)
    on conflict (company_id, shop_id, hour) do update set theirs = excluded.theirs, ours = excluded.ours, checked_at = excluded.checked_at`);
}

/** @returns the number of newly found missing orders */
async function note(tx: Tx, shopId: number, missing: readonly Placed[]): Promise<number> {
  if (missing.length === 0) return 0;
  const rows = await tx.rows<{
    fresh: boolean;
  }>(sql`insert into missing_order as g (company_id, shop_id, platform_order_no, ordered_at, found_at, owner_id)
    select ${sql.company}, ${shopId}, r.no, r.at, ${tx.now}, (select min(u.id) from user_account u
        where u.company_id = ${sql.company} and u.main_account and u.enabled)
    from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as r(no text, at timestamptz)
    on conflict (company_id, shop_id, platform_order_no) do update set closed_at = null, found_at = excluded.found_at
      where g.closed_at is not null
    returning true as fresh`);
  return rows.length;
}

/** Splits long periods into days, so that a job holds at most one day's numbers. */
export async function enqueueSearch(tx: Tx, { shopId, from, to }: Search): Promise<void> {
  const days: Search[] = [];
  const end = Date.parse(to);
  for (let at = floorHour(new Date(from)).getTime(); at < end; at += DAY_MS)
    days.push({ shopId, from: new Date(at).toISOString(), to: new Date(Math.min(at + DAY_MS, end)).toISOString() });
  const options = { queue: shopQueue(shopId), priority: 12, maxAttempts: 6 };
  await Promise.all(
    days.map((day) => addJob(tx, SEARCH_JOB, day, { ...options, key: `missing:${shopId}:${day.from}` })),
  );
}

async function searchAll(app: App, hoursBack: number): Promise<void> {
  const shops = await app.database.asOwner<{ companyId: number; shopId: number; platform: string }>(
    sql`select company_id, id as shop_id, platform from shop where state = 'authorized' order by 1, 2`,
  );
  const to = new Date(Date.now() - SETTLED_MS);
  const from = floorHour(new Date(to.getTime() - hoursBack * HOUR_MS));
  const countable = shops.filter((shop) => connectorIfAny(app, shop.platform)?.listOrderNos);
  for (const [companyId, rows] of Map.groupBy(countable, (shop) => shop.companyId))
    await app.database.inCompany(systemContext(companyId, 'channels.findMissing'), async (tx) => {
      const time = { from: from.toISOString(), to: to.toISOString() };
      await Promise.all(rows.map(({ shopId }) => enqueueSearch(tx, { shopId, ...time })));
    });
}

defineSchedule({ name: 'channels.findMissing', cron: '41 * * * *', work: (app) => searchAll(app, HOURS_BACK) });
/** The nightly check covers a week: late changes of the platform, and outages. */
defineSchedule({
  name: 'channels.findMissingOfWeek',
  cron: '5 2 * * *',
  work: (app) => searchAll(app, NIGHT_HOURS_BACK),
});
