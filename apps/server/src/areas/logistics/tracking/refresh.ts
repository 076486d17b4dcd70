import { ConnectorError } from '@tradewind/connectors/types.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { arrayOf } from '../../../core/scope.ts';
import { parcelInScope } from '../parcel/parcels.ts';
import { carrierFail } from '../parcel/problems.ts';
import { followedByIds, requestTracking, trackNow } from './track.ts';

/** More than these are asked in the background, so that nobody waits for a hundred calls. */
const AT_ONCE_MOST = 20;

export async function refreshTracking(app: App, ctx: Ctx, parcelIds: readonly number[]) {
  const parcels = await app.database.inCompany(ctx, async (tx) => {
    const mine = await tx.rows<{ id: number }>(sql`select p.id from parcel p where p.company_id = ${tx.companyId}
      and p.id = any(${arrayOf(parcelIds)}::bigint[]) and ${parcelInScope(ctx)}`);
    return followedByIds(
      tx,
      mine.map((row) => row.id),
    );
  });
  if (parcels.length <= AT_ONCE_MOST) {
    try {
      return { ...(await trackNow(app, ctx, parcels)), queued: 0 };
    } catch (error) {
      throw error instanceof ConnectorError ? carrierFail(error) : error;
    }
  }
  await app.database.inCompany(ctx, async (tx) => {
    await tx.rows(sql`update parcel set next_track_at = ${tx.now} where company_id = ${tx.companyId}
      and id = any(${arrayOf(parcels.map((parcel) => parcel.id))}::bigint[])`);
    for (const accountId of new Set(parcels.map((parcel) => parcel.accountId))) await requestTracking(tx, accountId);
  });
  return { asked: 0, changed: 0, failed: 0, queued: parcels.length };
}
