import type { TrackingRow } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { systemContext } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound, tooMany } from '../../../core/errors.ts';
import type { RequestCtx } from '../../../core/http/routes.ts';
import { trackingUrl } from '../carrier/connect.ts';
import { timelines } from './tracking.queries.ts';

const LOOKS = 30;
const WINDOW_MS = 60_000;
const visited = new Map<string, { since: number; looks: number }>();

/** Numbers can be guessed: limits the requests per address and minute. */
function throttle(address: string, now: number): void {
  if (visited.size > 10_000) for (const [key, one] of visited) if (now - one.since > WINDOW_MS) visited.delete(key);
  const mine = visited.get(address);
  if (!mine || now - mine.since > WINDOW_MS) {
    visited.set(address, { since: now, looks: 1 });
    return;
  }
  mine.looks += 1;
  if (mine.looks > LOOKS)
    throw tooMany('core.tooManyRequests', { retryAfterSeconds: Math.ceil((mine.since + WINDOW_MS - now) / 1000) });
}

/**
 * The status of a parcel for anyone with its number: events only, no buyer, seller or price. Excludes own deliveries,
 * whose numbers people choose.
 */
export async function publicTracking(app: App, ctx: RequestCtx, number: string) {
  throttle(ctx.address, Date.now());
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
