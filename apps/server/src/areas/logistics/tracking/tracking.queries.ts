import { type ParcelView, TRACKING_STAGES, type TrackingRow } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import { tabFor } from '../../../core/lists.ts';
import { arrayOf } from '../../../core/scope.ts';
import { claimsOfParcel } from '../bills/claim-parcels.ts';
import { parcelViews } from '../parcel/parcels.ts';
import { readQuotes } from '../parcel/quote.ts';
import { newestFirst } from './keep.ts';
import { tracked } from './list.ts';

/** Counts each status up to a limit, so that ten million delivered parcels cost no more than ten thousand. */
export async function trackingCounts(tx: Tx) {
  const tabs = { ...tabFor('stage', TRACKING_STAGES), silent: { silent: true }, dearer: { dearer: true } };
  const { silent, dearer, ...stages } = await tracked.tabs<keyof typeof tabs>(tx, tabs);
  return { stages, silent, dearer };
}

export type TimelineRow = {
  parcelId: number;
  /** The box that it is of, from 1. */
  boxNo: number;
  at: string;
  stage: TrackingRow['stage'];
  description: string;
  place: string;
};

/** Scans of parcels, newest first. What a tracker says that the carrier said itself is left out. */
export async function timelines(tx: Tx, parcelIds: readonly number[]): Promise<TimelineRow[]> {
  const rows = await tx.rows<Omit<TimelineRow, 'at'> & { at: Date }>(sql`
    select e.parcel_id, e.piece_no as "boxNo", e.at, e.stage, e.description, e.place from tracking_event e
    where e.company_id = ${sql.company} and e.parcel_id = any(${arrayOf(parcelIds)}::bigint[])
      and (e.source = '' or not exists (select from tracking_event o where o.company_id = ${sql.company}
        and o.parcel_id = e.parcel_id and o.piece_no = e.piece_no and o.at = e.at and o.stage = e.stage and o.source = ''))
    order by ${newestFirst(sql`e`)} limit 2000`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** The newest event of a box that says where it is. */
export const newestOf = (events: readonly TimelineRow[], boxNo: number) =>
  events.find((event) => event.boxNo === boxNo && event.stage !== 'unknown');

/** Where each box of a shipment is; none where it is one box. */
export function boxesOf(parcel: ParcelView, events: readonly TimelineRow[]) {
  const { trackingNumber, trackingUrl, pieces } = parcel;
  if (pieces.length === 0) return [];
  return [{ pieceNo: 1, trackingNumber, trackingUrl }, ...pieces].map(({ pieceNo: boxNo, ...box }) => {
    const newest = newestOf(events, boxNo);
    const { trackingNumber: number, trackingUrl: url } = box;
    return {
      boxNo,
      trackingNumber: number,
      trackingUrl: url,
      stage: newest?.stage ?? 'unknown',
      at: newest?.at ?? null,
    };
  });
}

export async function trackingDetail(app: App, tx: Tx, ctx: Ctx, parcelId: number) {
  const [parcel] = await parcelViews(app, tx, ctx, sql`p.id = ${parcelId}`);
  if (!parcel) throw notFound('logistics.parcelGone');
  const next = await tx.row<{ at: Date | null }>(
    sql`select next_track_at as at from parcel where company_id = ${sql.company} and id = ${parcelId}`,
  );
  const events = await timelines(tx, [parcelId]);
  const claims = maySee(ctx.rights, 'seeCost') ? await claimsOfParcel(tx, parcelId) : { claims: [], claimable: null };
  const nextTrackAt = next?.at?.toISOString() ?? null;
  return { parcel, boxes: boxesOf(parcel, events), events, nextTrackAt, ...claims };
}

export async function orderParcels(app: App, tx: Tx, ctx: Ctx, orderId: number) {
  const parcels = await parcelViews(app, tx, ctx, sql`p.order_id = ${orderId} and p.return_id is null`);
  const events = await timelines(
    tx,
    parcels.map((parcel) => parcel.id),
  );
  const quotes = await tx.rows<{ id: number; quotes: unknown }>(sql`select id, quotes from parcel
    where company_id = ${sql.company} and id = any(${arrayOf(parcels.map((parcel) => parcel.id))}::bigint[])`);
  const quotesOf = new Map(quotes.map((row) => [row.id, readQuotes(row.quotes)]));
  return {
    list: parcels.map((parcel) => {
      const own = events.filter((event) => event.parcelId === parcel.id);
      const compared = maySee(ctx.rights, 'seeCost') ? (quotesOf.get(parcel.id) ?? null) : null;
      return { parcel, boxes: boxesOf(parcel, own), events: own, quotes: compared };
    }),
  };
}
