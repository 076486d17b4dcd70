import type { TrackingEvent, TrackingStage } from '@tradewind/connectors/types.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { emit } from '../../../core/jobs/jobs.ts';
import { arrayOf } from '../../../core/scope.ts';
import { markDelivered } from '../../orders/public.ts';
import { returnLabelChanged } from '../events.ts';
import { nextTrackAt } from './schedule.ts';
import { setSilence } from './silence.ts';
import { FURTHER_BOXES } from './unreported.ts';

export interface FurtherBox {
  pieceNo: number;
  trackingNumber: string;
}

/** An event of a box: of the first, unless it says another. */
export type BoxEvent = TrackingEvent & { pieceNo?: number };

export type Followed = {
  id: number;
  /** 0 where no carrier's account sold the label. */
  accountId: number;
  trackingNumber: string;
  /** Boxes beside the first, each with a number of its own. */
  further: FurtherBox[];
  stage: TrackingStage;
  shippedAt: Date | null;
  lastScanAt: Date | null;
  failures: number;
  /** Since then the carrier or the tracker sends news by itself. */
  followedAt: Date | null;
};

/** The boxes of a shipment, first to last. */
export const boxesOf = ({ trackingNumber, further }: Pick<Followed, 'trackingNumber' | 'further'>): FurtherBox[] => [
  { pieceNo: 1, trackingNumber },
  ...further,
];

/** @param source the tracker; absent: the carrier itself */
export type Reply = { parcel: Followed; events: BoxEvent[]; source?: string } | { parcel: Followed; error: string };

/** Of events of the same second the later stage is the newer one, whoever reported it first. */
const STAGE_ORDER: readonly TrackingStage[] = [
  ...(['unknown', 'created', 'pickedUp', 'inTransit', 'customs', 'exception', 'availableForPickup'] as const),
  ...(['outForDelivery', 'deliveryFailed', 'returning', 'delivered', 'returned', 'lost', 'cancelled'] as const),
];

/** The one order of a parcel's events, newest first: what arrived when has no part in it. */
export const newestFirst = (e: Sql): Sql =>
  sql`${e}.at desc, array_position(${arrayOf(STAGE_ORDER)}::text[], ${e}.stage) desc, ${e}.raw_code desc`;

/**
 * Saves the results in a few statements for any number of parcels. Events that are known change nothing, and the stage
 * is that of the newest event, in whatever order they come. @returns ids of parcels with new events
 */
export async function keepTracking(tx: Tx, answered: readonly Reply[]): Promise<number[]> {
  if (answered.length === 0) return [];
  const ids = answered.map((one) => one.parcel.id);
  // Locked first: of two that save at once the second one finds the events of the first.
  await tx.rows(sql`select 1 from parcel where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[])
    order by id for update`);
  const fresh = await keepEvents(tx, answered);
  const states = await statesOf(tx, ids);
  const outcomes = answered.flatMap((one) => {
    const state = states.get(one.parcel.id);
    return state ? [outcomeOf(one, state, tx.now)] : [];
  });
  const changed = await tx.rows<{ id: number; orderId: number; returnId: number | null; delivered: boolean }>(
    sql`update parcel p set stage = r.stage, tracked_at = ${tx.now}, next_track_at = case when p.state = 'labelled' and p.return_id is null then null else r."nextAt" end,
       track_failures = r.failures, last_error = r.error, last_scan_at = coalesce(r."scanAt", p.last_scan_at),
       last_scan = coalesce(r.scan, p.last_scan),
       delivered_at = case when r.stage = 'delivered' then coalesce(p.delivered_at, r."scanAt", ${tx.now}) else p.delivered_at end,
       state = case when r.stage = 'delivered' and (p.state = 'shipped' or p.return_id is not null) then 'delivered' else p.state end
     from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as r(id bigint, stage text, "nextAt" timestamptz, failures int, error text, "scanAt" timestamptz, scan text)
     where p.company_id = ${sql.company} and p.id = r.id and p.state in ('labelled', 'shipped', 'delivered')
     returning p.id, p.order_id, p.return_id, p.state = 'delivered' as delivered`,
  );
  await setSilence(tx, sql`q.id = any(${arrayOf(ids)}::bigint[])`);
  await deliver(
    tx,
    changed.flatMap((row) => (row.delivered && row.returnId === null ? [row.orderId] : [])),
  );
  for (const { id, returnId } of changed)
    if (returnId !== null && fresh.includes(id)) await emit(tx, returnLabelChanged, { returnId });
  return fresh;
}

/** Carriers use numbers again: what is older than parcel `p` by so much is of the other one that has its number. */
const isOfAnother = (at: Sql): Sql => sql`(${at} < p.created_at - interval '7 days' and exists (select from parcel q
  where q.company_id = ${sql.company} and q.tracking_number = p.tracking_number and q.id <> p.id))`;

async function keepEvents(tx: Tx, answered: readonly Reply[]): Promise<number[]> {
  const news = answered.flatMap((one) =>
    'events' in one
      ? one.events.map((event) => ({
          parcelId: one.parcel.id,
          source: one.source ?? '',
          place: '',
          pieceNo: 1,
          ...event,
        }))
      : [],
  );
  if (news.length === 0) return [];
  const fresh = await tx.rows<{ parcelId: number }>(
    sql`with news as materialized (
     select r.* from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as r("parcelId" bigint, "pieceNo" int, source text, at timestamptz, stage text, description text, place text, "rawCode" text)
     join parcel p on p.company_id = ${sql.company} and p.id = r."parcelId" and not ${isOfAnother(sql`r.at`)})
     insert into tracking_event (company_id, parcel_id, piece_no, source, at, stage, description, place, raw_code)
     select ${sql.company}, r."parcelId", r."pieceNo", r.source, r.at, r.stage, left(r.description, 300), left(r.place, 200), left(r."rawCode", 40)
     from news r on conflict do nothing returning parcel_id as "parcelId"`,
  );
  return [...new Set(fresh.map((row) => row.parcelId))];
}

type State = {
  id: number;
  stage: TrackingStage;
  shippedAt: Date | null;
  boughtAt: Date | null;
  lastScanAt: Date | null;
  /** The newest event; null before the first. */
  at: Date | null;
  scan: string | null;
  /** The stage of the newest event that has one, of the box that counts; null where that box has none yet. */
  newStage: TrackingStage | null;
};

/** Of a shipment of several boxes: trouble first, then what is on its way; it is delivered with its last box. */
const boxRank = (stage: Sql): Sql => sql`case
  when ${stage} in ('exception', 'deliveryFailed', 'returning', 'availableForPickup') then 0 when ${stage} is null then 2
  when ${stage} in ('returned', 'lost', 'cancelled') then 3 when ${stage} = 'delivered' then 4 else 1 end`;

/** Parcels with what their events say of them: a box is where its newest event is. */
async function statesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, State>> {
  const events = sql`from tracking_event e where e.company_id = ${sql.company} and e.parcel_id = p.id`;
  const newest = sql`order by ${newestFirst(sql`e`)} limit 1`;
  const boxes = sql`(select 1 as piece_no union all
    select r."pieceNo" from jsonb_to_recordset(${FURTHER_BOXES}) as r("pieceNo" int))`;
  const rows = await tx.rows<State>(sql`
    select p.id, p.stage, p.shipped_at, p.bought_at, p.last_scan_at, n.at, n.scan, s.stage as new_stage from parcel p
    left join lateral (select e.at, concat_ws(' · ', nullif(btrim(e.description), ''), nullif(e.place, '')) as scan ${events} ${newest}) n on true
    left join lateral (select e.stage from ${boxes} k
      left join lateral (select e.* ${events} and e.piece_no = k.piece_no and e.stage <> 'unknown' ${newest}) e on true
      order by ${boxRank(sql`e.stage`)}, ${newestFirst(sql`e`)} limit 1) s on true
    where p.company_id = ${sql.company} and p.id = any(${arrayOf(ids)}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

function outcomeOf(one: Reply, state: State, now: Date) {
  const { parcel } = one;
  if ('error' in one) {
    const failures = parcel.failures + 1;
    const nextAt = nextTrackAt({ ...state, failures, now });
    return { id: parcel.id, stage: state.stage, nextAt, failures, error: one.error, scanAt: null, scan: null };
  }
  const stage = state.newStage ?? (parcel.further.length > 0 && state.at ? 'inTransit' : state.stage);
  // An unscanned label has the event of its creation. Until the first scan the handover counts.
  const scanAt = stage === 'created' ? null : state.at;
  const nextAt = nextTrackAt({ ...state, stage, lastScanAt: scanAt ?? state.lastScanAt, failures: 0, now });
  return { id: parcel.id, stage, nextAt, failures: 0, error: null, scanAt, scan: state.scan };
}

/** An order is delivered once all its parcels are. */
async function deliver(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const whole = await tx.rows<{ orderId: number }>(
    sql`select order_id from parcel where company_id = ${sql.company} and order_id = any(${orderIds}::bigint[]) and return_id is null and state not in ('voided', 'failed')
     group by order_id having bool_and(state = 'delivered')`,
  );
  await markDelivered(
    tx,
    whole.map((row) => row.orderId),
  );
}
