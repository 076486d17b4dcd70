import type { TrackingFilter } from '@tradewind/contract/logistics.ts';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { notFound } from '../../../core/errors.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { parcelViews } from '../parcel/parcels.ts';
import { readQuotes } from '../parcel/quote.ts';

const COUNT_AT_MOST = 10_000;
const DAY_MS = 86_400_000;

export type TrackingRow = {
  id: number;
  trackingNumber: string;
  carrier: string;
  serviceName: string;
  stage:
    | 'created'
    | 'pickedUp'
    | 'inTransit'
    | 'outForDelivery'
    | 'delivered'
    | 'exception'
    | 'returning'
    | 'cancelled'
    | 'unknown';
  state: 'labelled' | 'voiding' | 'voided' | 'shipped' | 'delivered';
  orderId: number;
  orderNo: string;
  shopId: number;
  shopName: string;
  country: string;
  lastScan: string;
  lastScanAt: Date | null;
  trackedAt: Date | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
};

const COLUMNS =
  sql.raw(`p.id, p.tracking_number as "trackingNumber", p.carrier, p.service_name as "serviceName", p.stage, p.state,
  p.order_id as "orderId", p.order_no as "orderNo", p.shop_id as "shopId", h.name as "shopName", p.country,
  p.last_scan as "lastScan", p.last_scan_at as "lastScanAt", p.tracked_at as "trackedAt", p.shipped_at as "shippedAt",
  p.delivered_at as "deliveredAt"`);

/**
 * A condition that the index of numbered parcels serves. Typed text is the beginning of a tracking number (a range scan
 * on bytes) or of an order number.
 */
export function matching(tx: Tx, ctx: Pick<Ctx, 'rights'>, filter: TrackingFilter): SQL {
  const parts = [sql`p.company_id = ${tx.companyId}`, sql`p.tracking_number is not null`, inShops(ctx, sql`p.shop_id`)];
  if (filter.stage) parts.push(sql`p.stage = ${filter.stage}`);
  if (filter.silentDays !== undefined) parts.push(silentFor(tx, filter.silentDays));
  if (filter.shopId !== undefined) parts.push(sql`p.shop_id = ${filter.shopId}`);
  if (filter.carrier) parts.push(sql`p.carrier = ${filter.carrier}`);
  if (filter.text) parts.push(foundBy(tx, ctx, filter.text));
  return sql.join(parts, sql` and `);
}

function silentFor(tx: Tx, days: number): SQL {
  return sql`(p.state = 'shipped' and p.last_scan_at < ${new Date(tx.now.getTime() - days * DAY_MS)})`;
}

/** Orders are found by their terms, as on the order pages: by their buyer only for whoever may see buyers. */
function foundBy(tx: Tx, ctx: Pick<Ctx, 'rights'>, typed: string): SQL {
  const from = typed.trim().toUpperCase();
  const until = `${from}\u{10ffff}`;
  return sql`(p.tracking_number >= ${from} and p.tracking_number < ${until} or p.order_id = any(array(
    select t.order_id from order_term t where t.company_id = ${tx.companyId} and t.term >= ${from} and t.term < ${until}
    and (${maySee(ctx.rights, 'seeBuyer')} or not t.buyer) limit 1000)))`;
}

export function silentDays(row: Pick<TrackingRow, 'state' | 'lastScanAt'>, now: Date): number | null {
  if (row.state !== 'shipped' || !row.lastScanAt) return null;
  return Math.max(0, Math.floor((now.getTime() - row.lastScanAt.getTime()) / DAY_MS));
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

export function shown(row: TrackingRow, now: Date) {
  return {
    ...row,
    silentDays: silentDays(row, now),
    lastScanAt: iso(row.lastScanAt),
    trackedAt: iso(row.trackedAt),
    shippedAt: iso(row.shippedAt),
    deliveredAt: iso(row.deliveredAt),
  };
}

export function trackingRows(tx: Tx, where: SQL, page: { limit: number; offset?: number; before?: number }) {
  const after = page.before === undefined ? sql`true` : sql`p.id < ${page.before}`;
  return tx.rows<TrackingRow>(sql`select ${COLUMNS} from parcel p
    join shop h on h.company_id = p.company_id and h.id = p.shop_id
    where ${where} and ${after} order by p.id desc limit ${page.limit} offset ${page.offset ?? 0}`);
}

export async function countCapped(tx: Tx, where: SQL, cap = COUNT_AT_MOST) {
  const row = await tx.row<{ total: number }>(
    sql`select count(*) as total from (select 1 from parcel p where ${where} limit ${cap + 1}) counted`,
  );
  const total = row?.total ?? 0;
  return { total: Math.min(total, cap), totalExact: total <= cap };
}

export async function trackingList(tx: Tx, ctx: Ctx, filter: TrackingFilter & { page: number; pageSize: number }) {
  const where = matching(tx, ctx, filter);
  const rows = await trackingRows(tx, where, { limit: filter.pageSize, offset: (filter.page - 1) * filter.pageSize });
  return { rows: rows.map((row) => shown(row, tx.now)), ...(await countCapped(tx, where)) };
}

/** Each stage is counted up to a limit, so that ten million delivered parcels cost no more than ten thousand. */
export async function trackingCounts(tx: Tx, ctx: Ctx, silent: number) {
  const rows = await tx.rows<{ stage: string; count: number }>(sql`
    select s.stage, (select count(*) from (select 1 from parcel p where p.company_id = ${tx.companyId} and p.stage = s.stage
        and p.tracking_number is not null and ${inShops(ctx, sql`p.shop_id`)} limit ${COUNT_AT_MOST}) c) as count
    from unnest(${arrayOf(STAGES)}::text[]) as s(stage)`);
  const quiet = await countCapped(tx, matching(tx, ctx, { silentDays: silent }));
  return { stages: Object.fromEntries(rows.map((row) => [row.stage, row.count])), silent: quiet.total };
}
const STAGES = [
  'created',
  'pickedUp',
  'inTransit',
  'outForDelivery',
  'delivered',
  'exception',
  'returning',
  'cancelled',
  'unknown',
];

export type TimelineRow = {
  parcelId: number;
  at: string;
  stage: TrackingRow['stage'];
  description: string;
  place: string;
};

/** Scans of parcels, newest first. */
export async function timelines(tx: Tx, parcelIds: readonly number[]): Promise<TimelineRow[]> {
  const rows = await tx.rows<Omit<TimelineRow, 'at'> & { at: Date }>(sql`
    select parcel_id as "parcelId", at, stage, description, place from tracking_event
    where company_id = ${tx.companyId} and parcel_id = any(${arrayOf(parcelIds)}::bigint[]) order by at desc, id desc limit 2000`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

export async function trackingDetail(app: App, tx: Tx, ctx: Ctx, parcelId: number) {
  const [parcel] = await parcelViews(app, tx, ctx, sql`p.id = ${parcelId}`);
  if (!parcel) throw notFound('logistics.parcelGone');
  const next = await tx.row<{ at: Date | null }>(
    sql`select next_track_at as at from parcel where company_id = ${tx.companyId} and id = ${parcelId}`,
  );
  return { parcel, events: await timelines(tx, [parcelId]), nextTrackAt: iso(next?.at ?? null) };
}

export async function orderParcels(app: App, tx: Tx, ctx: Ctx, orderId: number) {
  const parcels = await parcelViews(app, tx, ctx, sql`p.order_id = ${orderId}`);
  const events = await timelines(
    tx,
    parcels.map((parcel) => parcel.id),
  );
  const quotes = await tx.rows<{ id: number; quotes: unknown }>(sql`select id, quotes from parcel
    where company_id = ${tx.companyId} and id = any(${arrayOf(parcels.map((parcel) => parcel.id))}::bigint[])`);
  const quotesOf = new Map(quotes.map((row) => [row.id, readQuotes(row.quotes)]));
  return {
    list: parcels.map((parcel) => ({
      parcel,
      events: events.filter((event) => event.parcelId === parcel.id),
      quotes: maySee(ctx.rights, 'seeCost') ? (quotesOf.get(parcel.id) ?? null) : null,
    })),
  };
}
