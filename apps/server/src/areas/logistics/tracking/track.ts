import type { CarrierConnector } from '@tradewind/connectors/carriers/connector.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { addJob, defineJob, type Job } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { arrayOf } from '../../../core/scope.ts';
import { withCarrier } from '../carrier/connect.ts';
import { inTurns } from '../turns.ts';
import { hookSecret, hookUrl } from './hook-address.ts';
import { type BoxEvent, boxesOf, type Followed, keepTracking, type Reply } from './keep.ts';
import { FURTHER_BOXES } from './unreported.ts';

const BATCH = 100;
const BATCHES_A_RUN = 50;
const AT_ONCE = 4;
/** When a parcel of a run that died is due again. */
const LEASE = sql`5 minutes`;

export const COLUMNS = sql`p.id, coalesce(p.carrier_account_id, 0) as "accountId", p.tracking_number, p.stage, p.shipped_at,
  p.last_scan_at, p.track_failures as failures, p.followed_at, ${FURTHER_BOXES} as further`;

/** Claims due parcels for this run. */
export function takeDue(tx: Tx, which: Sql, most: number): Promise<Followed[]> {
  return tx.rows<Followed>(
    sql`update parcel p set next_track_at = ${tx.now}::timestamptz + interval '${LEASE}' where p.company_id = ${sql.company} and p.id in (
       select p.id from parcel p where p.company_id = ${sql.company} and p.next_track_at <= ${tx.now}::timestamptz and ${which}
         and p.tracking_number is not null order by p.next_track_at limit ${sql.literal(most)} for update of p skip locked)
     returning ${COLUMNS}`,
  );
}

export function followedByIds(tx: Tx, parcelIds: readonly number[]): Promise<Followed[]> {
  return tx.rows<Followed>(sql`select ${COLUMNS} from parcel p where p.company_id = ${sql.company}
    and p.id = any(${arrayOf(parcelIds)}::bigint[]) and p.tracking_number is not null and p.carrier_account_id is not null
    and p.state in ('labelled', 'shipped', 'delivered')`);
}

/** Tracks parcels of one account, several at once. `waitMs`: how long the carrier asked us to wait. */
async function ask(app: App, ctx: Ctx, accountId: number, parcels: readonly Followed[]) {
  const answered: Reply[] = [];
  let waitMs = 0;
  await withCarrier(app, ctx, accountId, async (connector, access) => {
    const track = (number: string) => connector.track(access, number);
    await inTurns(parcels, AT_ONCE, async (parcel) => {
      if (waitMs > 0) return;
      const answer = await askOne(track, parcel);
      if ('waitMs' in answer) waitMs = Math.max(waitMs, answer.waitMs);
      else answered.push(answer);
    });
  });
  return { told: answered, waitMs };
}

async function askOne(
  track: (number: string) => ReturnType<CarrierConnector['track']>,
  parcel: Followed,
): Promise<Reply | { waitMs: number }> {
  try {
    const events: BoxEvent[] = [];
    for (const { pieceNo, trackingNumber } of boxesOf(parcel))
      events.push(...(await track(trackingNumber)).map((event) => ({ ...event, pieceNo })));
    return { parcel, events };
  } catch (error) {
    // Rejected credentials concern every parcel: withCarrier renews them.
    if (!(error instanceof ConnectorError) || error.kind === 'unauthorized') throw error;
    if (error.kind === 'throttled') return { waitMs: error.retryAfterMs ?? 10_000 };
    return { parcel, error: error.message.slice(0, 300) };
  }
}

export interface Tracked {
  asked: number;
  changed: number;
  failed: { parcel: Followed; error: string }[];
}

/** Tracks these parcels now, ahead of their schedule. */
export async function trackNow(app: App, ctx: Ctx, parcels: readonly Followed[]): Promise<Tracked> {
  const result: Tracked = { asked: 0, changed: 0, failed: [] };
  for (const accountId of new Set(parcels.map((parcel) => parcel.accountId))) {
    const mine = parcels.filter((parcel) => parcel.accountId === accountId);
    const { told: answered, waitMs } = await ask(app, ctx, accountId, mine);
    const changed = await app.database.inCompany(ctx, (tx) => keepTracking(tx, answered));
    const received = new Set(answered.map((one) => one.parcel));
    const unheard = mine.filter((parcel) => !received.has(parcel));
    if (waitMs > 0) await app.database.inCompany(ctx, (tx) => postpone(tx, idsOf(unheard), waitMs));
    result.asked += answered.filter((one) => 'events' in one).length;
    result.changed += changed.length;
    result.failed.push(...answered.flatMap((one) => ('error' in one ? [one] : [])));
    result.failed.push(...unheard.map((parcel) => ({ parcel, error: 'Too Many Requests' })));
  }
  return result;
}

const idsOf = (parcels: readonly Followed[]) => parcels.map((parcel) => parcel.id);

const trackJob: Job<{ accountId: number }> = defineJob('logistics.track', ['查询物流轨迹', 'Track parcels'], trackDue);

async function trackDue(app: App, ctx: Ctx, { accountId }: { accountId: number }): Promise<void> {
  for (let batch = 0; batch < BATCHES_A_RUN; batch++) {
    const due = await app.database.inCompany(ctx, (tx) => takeDue(tx, sql`p.carrier_account_id = ${accountId}`, BATCH));
    if (due.length === 0) return;
    await subscribe(app, ctx, accountId, due);
    const { told: answered, waitMs } = await ask(app, ctx, accountId, due);
    const received = new Set(answered.map((one) => one.parcel.id));
    await app.database.inCompany(ctx, async (tx) => {
      await keepTracking(tx, answered);
      const unheard = due.filter((parcel) => !received.has(parcel.id)).map((parcel) => parcel.id);
      if (waitMs > 0) await postpone(tx, unheard, waitMs);
    });
    if (waitMs > 0) return;
  }
}

/** Has the carrier send news of these parcels by itself, where it does. What it does not is asked as before. */
async function subscribe(app: App, ctx: Ctx, accountId: number, due: readonly Followed[]): Promise<void> {
  const fresh = due.filter((parcel) => parcel.followedAt === null);
  if (fresh.length === 0) return;
  const numbers = fresh.flatMap(boxesOf).map((box) => box.trackingNumber);
  try {
    const subscribed = await withCarrier(app, ctx, accountId, async ({ carrier, push }, access, pushKey) => {
      if (!push?.subscribe) return false;
      const callback = { url: hookUrl(app, 'carrier', carrier, pushKey), secret: hookSecret(app, pushKey) };
      await push.subscribe(access, numbers, callback);
      return true;
    });
    if (subscribed)
      await app.database.inCompany(ctx, (tx) =>
        tx.rows(
          sql`update parcel set followed_at = ${tx.now} where company_id = ${sql.company} and id = any(${idsOf(fresh)}::bigint[])`,
        ),
      );
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    app.log.warn({ accountId, message: error.message }, 'a carrier sends no news of parcels');
  }
}

async function postpone(tx: Tx, parcelIds: readonly number[], waitMs: number): Promise<void> {
  await tx.rows(
    sql`update parcel set next_track_at = ${new Date(tx.now.getTime() + waitMs)} where company_id = ${sql.company} and id = any(${parcelIds}::bigint[])`,
  );
}

/** One run per account at a time; repeated requests before it run once. */
export function requestTracking(tx: Tx, accountId: number): Promise<void> {
  return addJob(tx, trackJob, { accountId }, { queue: `track:${accountId}`, key: `track:${accountId}`, priority: 10 });
}

/** Finds due parcels of all companies with one index scan. */
export async function startDueTracking(app: App): Promise<void> {
  const due = await app.database.asOwner<{ companyId: number; accountIds: number[] }>(
    sql`select company_id, array_agg(distinct carrier_account_id)::int[] as account_ids from parcel
     where next_track_at <= now() and carrier_account_id is not null group by company_id`,
  );
  for (const { companyId, accountIds } of due)
    await app.database.inCompany(systemContext(companyId, 'logistics.trackDue'), async (tx) => {
      for (const accountId of accountIds) await requestTracking(tx, accountId);
    });
}

defineSchedule({ name: 'logistics.trackDue', cron: '* * * * *', work: startDueTracking });
