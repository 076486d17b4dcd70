import type { PushedTracking, Tracker } from '@tradewind/connectors/carriers/connector.ts';
import { storable } from '@tradewind/connectors/storable.ts';
import { type CarrierAccess, ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addJob, defineJob, type Job } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { arrayOf } from '../../../core/scope.ts';
import { boxesOf, type Followed, keepTracking } from './keep.ts';
import { takeDue } from './track.ts';
import { noteTrackerError, readQuota, trackerAccess } from './tracker-account.ts';
import { isUnreported } from './unreported.ts';

const BATCHES_A_RUN = 50;
/** When numbers that the quota has no room for are tried again. */
const NO_QUOTA_MS = 12 * 3_600_000;
const AWAY_MS = 10 * 60_000;

const trackerJob: Job<object> = defineJob(
  'logistics.trackerDue',
  ['查询无承运商账号的包裹', 'Track parcels without a carrier account'],
  trackDue,
);

/** Parcels that are due, batch by batch: what the tracker does not follow yet is registered first. */
async function trackDue(app: App, ctx: Ctx): Promise<void> {
  const account = await trackerAccess(app, ctx);
  if (!account) return;
  const { tracker, access } = account;
  for (let run = 0; run < BATCHES_A_RUN; run++) {
    const due = await app.database.inCompany(ctx, (tx) => takeDue(tx, isUnreported(sql`p`), tracker.batch));
    if (due.length === 0) return;
    try {
      const followed = await follow(app, ctx, { tracker, access }, due);
      const news =
        followed.length > 0
          ? await tracker.track(
              access,
              followed.map((one) => one.trackingNumber),
            )
          : [];
      await app.database.inCompany(ctx, (tx) => keepNews(tx, tracker.tracker, followed, storable(news)));
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      await noteTrackerError(app, ctx, error);
      await app.database.inCompany(ctx, (tx) => postpone(tx, due, error.retryAfterMs ?? AWAY_MS));
      return;
    }
  }
}

/** @returns the parcels that the tracker follows. What it refuses stands with its parcel, and is not asked again. */
async function follow(
  app: App,
  ctx: Ctx,
  { tracker, access }: { tracker: Tracker; access: CarrierAccess },
  due: readonly Followed[],
): Promise<Followed[]> {
  const known = due.filter((one) => one.followedAt !== null);
  const fresh = due.filter((one) => one.followedAt === null);
  if (fresh.length === 0) return known;
  const left = await readQuota(app, ctx, tracker, access);
  const [affordable, rest] = [fresh.slice(0, left), fresh.slice(left)];
  const places = await app.database.look(ctx, (tx) => placesOf(tx, affordable));
  const refused = affordable.length > 0 ? await tracker.register(access, places) : [];
  const why = new Map(refused.map((one) => [one.trackingNumber, one.detail]));
  const accepted = affordable.filter((one) => !why.has(one.trackingNumber));
  await app.database.inCompany(ctx, async (tx) => {
    await tx.rows(sql`update parcel set followed_at = ${tx.now} where company_id = ${sql.company}
      and id = any(${arrayOf(accepted.map((one) => one.id))}::bigint[])`);
    const turnedDown = affordable.filter((one) => why.has(one.trackingNumber));
    await tx.rows(sql`update parcel p set last_error = left(r.why, 300), next_track_at = null
      from unnest(${arrayOf(turnedDown.map((one) => one.id))}::bigint[], ${turnedDown.map((one) => why.get(one.trackingNumber) ?? '')}::text[]) as r(id, why)
      where p.company_id = ${sql.company} and p.id = r.id`);
    await postpone(tx, rest, NO_QUOTA_MS);
  });
  return [...known, ...accepted];
}

function placesOf(tx: Tx, parcels: readonly Followed[]) {
  return tx.rows<{ trackingNumber: string; reference: string; country: string; postalCode: string }>(sql`
    select p.tracking_number, p.reference, p.country, coalesce(s.ship_to ->> 'postalCode', '') as postal_code
    from parcel p left join sales_order s on s.company_id = p.company_id and s.id = p.order_id
    where p.company_id = ${sql.company} and p.id = any(${arrayOf(parcels.map((one) => one.id))}::bigint[]) order by p.id`);
}

/** Parcels without news are checked as well. */
export async function keepNews(
  tx: Tx,
  source: string,
  parcels: readonly Followed[],
  news: readonly PushedTracking[],
): Promise<void> {
  const eventsOf = Map.groupBy(news, (one) => one.trackingNumber.toUpperCase());
  await keepTracking(
    tx,
    parcels.map((parcel) => ({
      parcel,
      source,
      events: boxesOf(parcel).flatMap(({ pieceNo, trackingNumber }) =>
        (eventsOf.get(trackingNumber.toUpperCase()) ?? []).flatMap(({ events }) =>
          events.map((event) => ({ ...event, pieceNo })),
        ),
      ),
    })),
  );
}

async function postpone(tx: Tx, parcels: readonly Followed[], waitMs: number): Promise<void> {
  await tx.rows(sql`update parcel set next_track_at = ${new Date(tx.now.getTime() + waitMs)} where company_id = ${sql.company}
    and id = any(${arrayOf(parcels.map((one) => one.id))}::bigint[])`);
}

/** One run a company at a time. */
const requestTracker = (tx: Tx): Promise<void> =>
  addJob(tx, trackerJob, {}, { queue: 'tracker', key: 'tracker', priority: 10 });

export async function startDueTracker(app: App): Promise<void> {
  const due = await app.database.asOwner<{ companyId: number }>(sql`
    select t.company_id from tracker_account t where t.enabled and exists (
      select from parcel p where p.company_id = t.company_id and p.next_track_at <= now() and ${isUnreported(sql`p`, sql`p.company_id`)})`);
  for (const { companyId } of due)
    await app.database.inCompany(systemContext(companyId, 'logistics.trackerDue'), requestTracker);
}

defineSchedule({ name: 'logistics.trackerDue', cron: '* * * * *', work: startDueTracker });
