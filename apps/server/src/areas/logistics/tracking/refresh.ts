import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { TrackingFilter } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';
import { parcelInScope } from '../parcel/parcels.ts';
import { carrierFail } from '../parcel/problems.ts';
import type { Followed } from './keep.ts';
import { tracked } from './list.ts';
import { followedByIds, requestTracking, trackNow } from './track.ts';

/** Above this count, checks run in the background. */
const AT_ONCE_MOST = 20;
const MOST = 10_000;

export interface Chosen {
  ids?: readonly number[] | undefined;
  filter?: TrackingFilter | undefined;
}

export async function refreshTracking(app: App, ctx: Ctx, chosen: Chosen) {
  const parcels = await app.database.inCompany(ctx, (tx) => chosenParcels(tx, ctx, chosen));
  if (parcels.length > AT_ONCE_MOST) {
    await app.database.inCompany(ctx, (tx) => askSoon(tx, parcels));
    return { done: 0, changed: 0, failed: [], queued: parcels.length };
  }
  try {
    const { asked: requested, changed, failed } = await trackNow(app, ctx, parcels);
    const problems = failed.map(({ parcel, error }) => ({
      id: parcel.id,
      label: parcel.trackingNumber,
      error: 'logistics.carrierAway',
      reason: error,
    }));
    return { done: requested, changed, failed: problems, queued: 0 };
  } catch (error) {
    throw error instanceof ConnectorError ? carrierFail(error) : error;
  }
}

async function chosenParcels(tx: Tx, ctx: Ctx, { ids, filter }: Chosen): Promise<Followed[]> {
  const where = filter ? tracked.where(tx, filter) : sql`p.id = any(${arrayOf(ids ?? [])}::bigint[])`;
  const mine = await tx.rows<{
    id: number;
  }>(sql`select p.id from parcel p where p.company_id = ${sql.company} and ${where}
    and ${parcelInScope(ctx)} order by p.id desc limit ${MOST}`);
  return followedByIds(
    tx,
    mine.map((row) => row.id),
  );
}

async function askSoon(tx: Tx, parcels: readonly Followed[]): Promise<void> {
  await tx.rows(sql`update parcel set next_track_at = ${tx.now} where company_id = ${sql.company}
    and id = any(${arrayOf(parcels.map((parcel) => parcel.id))}::bigint[])`);
  for (const accountId of new Set(parcels.map((parcel) => parcel.accountId))) await requestTracking(tx, accountId);
}
