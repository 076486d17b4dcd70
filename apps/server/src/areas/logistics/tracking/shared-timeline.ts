import type { ResultOf } from '@tradewind/contract/call.ts';
import type { openTracking } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import type { RequestCtx } from '../../../core/http/routes.ts';
import { countOpened, withLink } from '../../documents/public.ts';
import { trackingUrl } from '../carrier/connect.ts';
import { type KeptPiece, PIECES } from '../parcel/pieces.ts';
import { newestOf, type TimelineRow, timelines } from './tracking.queries.ts';

type Shared = ResultOf<typeof openTracking>;
type SharedParcel = Shared['parcels'][number];

/** Where the parcels of an order are, for its buyer. */
export const openSharedTimeline = (app: App, ctx: RequestCtx, key: string): Promise<Shared> =>
  withLink(app, ctx, key, 'orderTracking', async (tx, link) => {
    const order = await tx.row<{ box: number; number: string; company: string }>(sql`
      select coalesce(o.merged_into, o.id) as box, o.display_no as number, s.name as company
      from sales_order o join shop s on s.company_id = o.company_id and s.id = o.shop_id
      where o.company_id = ${sql.company} and o.id = ${link.docId}`);
    if (!order) throw notFound('link.notFound');
    countOpened(tx, link);
    const { box, ...head } = order;
    return { ...head, expiresAt: link.expiresAt.toISOString(), parcels: await parcelsOf(app, tx, box) };
  });

type Row = Omit<SharedParcel, 'shippedAt' | 'deliveredAt' | 'boxes'> & {
  id: number;
  carrier: string;
  trackingNumber: string | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  pieces: KeptPiece[];
};

async function parcelsOf(app: App, tx: Tx, orderId: number): Promise<SharedParcel[]> {
  const rows = await tx.rows<Row>(sql`
    select p.id, p.carrier, p.service_name as service, p.tracking_number, p.stage, p.promised_on, p.shipped_at,
      p.delivered_at, ${PIECES} as pieces from parcel p
    where p.company_id = ${sql.company} and p.order_id = ${orderId} and p.return_id is null
      and p.state in ('shipped', 'delivered') order by p.id limit 100`);
  const events = await timelines(
    tx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const { service, stage, promisedOn, shippedAt, deliveredAt } = row;
    const own = events.filter((event) => event.parcelId === row.id);
    return {
      ...{ service, stage, promisedOn },
      shippedAt: shippedAt?.toISOString() ?? null,
      deliveredAt: deliveredAt?.toISOString() ?? null,
      boxes: boxesOf(app, row, own),
    };
  });
}

/** What carriers write of an event may name a person or a door: only its stage and its town are shown. */
function boxesOf(app: App, { carrier, stage, trackingNumber, pieces }: Row, events: readonly TimelineRow[]) {
  return [{ pieceNo: 1, trackingNumber }, ...pieces].map(({ pieceNo, trackingNumber: number }) => ({
    trackingNumber: number,
    trackingUrl: trackingUrl(app, carrier, number),
    stage: pieces.length === 0 ? stage : (newestOf(events, pieceNo)?.stage ?? 'unknown'),
    events: events
      .filter((event) => event.boxNo === pieceNo && event.stage !== 'unknown')
      .map(({ at, stage, place }) => ({ at, stage, town: townIn(place) })),
  }));
}

/** The parts of a place without figures: what has some may be a street or a postcode. */
export function townIn(place: string): string {
  const parts = place.split(',').map((part) => part.trim());
  return parts.filter((part) => part && !/\d/.test(part)).join(', ');
}
