import type { ResultOf } from '@tradewind/contract/call.ts';
import type { openTracking } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import type { RequestCtx } from '../../../core/http/routes.ts';
import { countOpened, withLink } from '../../documents/public.ts';
import { trackingUrl } from '../carrier/connect.ts';
import { timelines } from './tracking.queries.ts';

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

type Row = Omit<SharedParcel, 'shippedAt' | 'deliveredAt' | 'events' | 'trackingUrl'> & {
  id: number;
  carrier: string;
  shippedAt: Date | null;
  deliveredAt: Date | null;
};

/** What carriers write of an event may name a person or a door: only its stage and its town are shown. */
async function parcelsOf(app: App, tx: Tx, orderId: number): Promise<SharedParcel[]> {
  const rows = await tx.rows<Row>(sql`
    select id, carrier, service_name as service, tracking_number, stage, promised_on, shipped_at, delivered_at from parcel
    where company_id = ${sql.company} and order_id = ${orderId} and return_id is null and state in ('shipped', 'delivered') order by id limit 100`);
  const events = await timelines(
    tx,
    rows.map((row) => row.id),
  );
  return rows.map(({ id, carrier, shippedAt, deliveredAt, ...row }) => ({
    ...row,
    trackingUrl: trackingUrl(app, carrier, row.trackingNumber),
    shippedAt: shippedAt?.toISOString() ?? null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
    events: events
      .filter((event) => event.parcelId === id && event.stage !== 'unknown')
      .map(({ at, stage, place }) => ({ at, stage, town: townIn(place) })),
  }));
}

/** The parts of a place without figures: what has some may be a street or a postcode. */
export function townIn(place: string): string {
  const parts = place.split(',').map((part) => part.trim());
  return parts.filter((part) => part && !/\d/.test(part)).join(', ');
}
