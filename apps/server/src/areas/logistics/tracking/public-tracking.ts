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
    const row = await tx.row<Pick<TrackingRow, 'carrier' | 'serviceName' | 'stage'> & { boxNo: number | null }>(sql`
      select p.carrier, p.service_name, p.stage, b.piece_no as "boxNo" from parcel p
      left join parcel_piece b on b.company_id = p.company_id and b.parcel_id = p.id and b.tracking_number = ${number}
      where p.company_id = ${sql.company} and p.id = ${place.parcelId} and p.state in ('labelled', 'shipped', 'delivered')`);
    if (!row) throw notFound('logistics.numberUnknown', { number });
    const { boxNo, ...head } = row;
    const all = await timelines(tx, [place.parcelId]);
    const events = all.filter((event) => event.boxNo === (boxNo ?? 1));
    // Of one box of several: where this one is.
    const isOne = boxNo !== null || all.length > events.length;
    const stage = isOne ? (events.find((event) => event.stage !== 'unknown')?.stage ?? 'unknown') : row.stage;
    return { ...head, stage, trackingNumber: number, trackingUrl: trackingUrl(app, row.carrier, number), events };
  });
}
