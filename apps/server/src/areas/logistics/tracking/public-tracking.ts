import type { TrackingRow } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { systemContext } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import type { RequestCtx } from '../../../core/http/routes.ts';
import { assertMayTry, countTry } from '../../identity/public.ts';
import { trackingUrl } from '../carrier/connect.ts';
import { timelines } from './tracking.queries.ts';

/** Numbers can be guessed: so many looks an address and minute. */
const LOOKS = { tries: 30, minutes: 1 };

/**
 * The status of a parcel for anyone with its number: events only, no buyer, seller or price. Excludes own deliveries,
 * whose numbers people choose.
 */
export async function publicTracking(app: App, ctx: RequestCtx, number: string) {
  const limit = [{ key: `tracking:${ctx.address}`, ...LOOKS }];
  await assertMayTry(app.database, limit);
  await countTry(app.database, limit);
  const found = await app.database.global<{ companyId: number; parcelId: number }>(sql`
    select company_id, parcel_id from tracked_parcel
    where tracking_number = ${number} order by parcel_id desc limit 1`);
  const place = found[0];
  if (!place) throw notFound('logistics.numberUnknown', { number });
  return app.database.inCompany(systemContext(place.companyId, 'logistics.publicTracking'), async (tx) => {
    const row = await tx.row<Pick<TrackingRow, 'trackingNumber' | 'carrier' | 'serviceName' | 'stage'>>(sql`
      select tracking_number, carrier, service_name, stage from parcel
      where company_id = ${tx.companyId} and id = ${place.parcelId} and state in ('labelled', 'shipped', 'delivered')`);
    if (!row) throw notFound('logistics.numberUnknown', { number });
    const events = await timelines(tx, [place.parcelId]);
    return { ...row, trackingUrl: trackingUrl(app, row.carrier, row.trackingNumber), events };
  });
}
