import type { PlatformOrder } from '@tradewind/connectors/marketplace.ts';
import type { Tx } from '../../core/database/database.ts';
import { emit } from '../../core/jobs/jobs.ts';
import { lockOutboundsOfOrders } from '../warehouse/public.ts';
import { boxesOf } from './arrange/box.ts';
import { leaveBoxes } from './arrange/leave-box.ts';
import { cancelOrders } from './cancel.ts';
import { orderRefunded } from './events.ts';
import type { ShopOfOrders } from './intake.ts';
import { changeContent, contentChanged } from './intake-content.ts';
import { progressOf } from './intake-order.ts';
import { beforePicking, stopOrLetGo } from './intake-stop.ts';
import { holdOf, statusOf } from './judge.ts';
import { moveOrders } from './move.ts';
import { endOutbounds } from './outbounds.ts';
import { reevaluate } from './reevaluate.ts';
import { releaseReservations } from './reserve.ts';
import { OVER, type Status } from './status.ts';

export interface Known {
  id: number;
  no: string;
  status: Status;
  exception: string | null;
  cancelRequested: boolean;
  platformHold: string | null;
  shipTo: Record<string, unknown> | null;
  /** A part of the order that the platform speaks of, or the order itself where it was split. */
  split: boolean;
  /** What the platform last said of the lines, where a person changed or split them since. */
  platformLines: Record<string, number> | null;
  lines: KnownLine[];
}

interface KnownLine {
  platformLineId: string;
  quantity: number;
}

export interface Seen {
  known: Known;
  order: PlatformOrder;
}

/**
 * What the platform says anew of orders that we have. Only newer news count (by the platform's own update time; told
 * twice for the same instant, a state further on counts as newer), so pushes and pages may come twice and in any order.
 * @returns how many orders changed
 */
export async function applyUpdates(tx: Tx, shop: ShopOfOrders, orders: readonly PlatformOrder[]): Promise<number> {
  const byNo = new Map(orders.map((order) => [order.platformOrderNo, order]));
  await lockOutboundsFirst(tx, shop, orders);
  const known = await newer(tx, shop, orders);
  // What is said of an order is said of all its parts.
  const seen = known.flatMap((k) => {
    const order = byNo.get(k.no);
    return order ? [{ known: k, order }] : [];
  });
  if (seen.length === 0) return 0;
  await writeHeads(tx, seen);
  await outOfSharedBoxes(tx, seen);
  const idsWhere = (test: (s: Seen) => boolean) => seen.filter(test).map((s) => s.known.id);

  await cancelOrders(
    tx,
    idsWhere((s) => s.order.status === 'cancelled' && s.known.status !== 'cancelled'),
    { by: 'buyer' },
  );
  await refunded(tx, seen);
  const begun = sentInParts(seen);
  await shippedElsewhere(
    tx,
    idsWhere((s) => s.order.status === 'shipped' && !OVER.includes(s.known.status) && !begun.has(s.known.no)),
  );
  await stillOpen(
    tx,
    seen.filter((s) => ['unpaid', 'toShip', 'partiallyShipped'].includes(s.order.status)),
  );
  return new Set(seen.map((s) => s.known.no)).size;
}

/**
 * Split orders of which we have sent a part: that the platform holds them for shipped says nothing of the other parts,
 * some know no parts at all.
 */
function sentInParts(seen: readonly Seen[]): Set<string> {
  return new Set(
    seen
      .filter((s) => s.known.split && (s.known.status === 'shipped' || s.known.status === 'delivered'))
      .map((s) => s.known.no),
  );
}

/** An order that goes another way from now on leaves the box it shares, as long as nobody picks. */
async function outOfSharedBoxes(tx: Tx, seen: readonly Seen[]): Promise<void> {
  const apart = seen.filter(
    (s) =>
      beforePicking(s.known) &&
      (statusOf(s.order) !== 'toShip' || (s.order.cancelRequested ?? false) || contentChanged(s)),
  );
  const left = new Set(
    await leaveBoxes(
      tx,
      apart.map((s) => s.known.id),
    ),
  );
  for (const { known } of apart) if (left.has(known.id) && known.status === 'ready') known.status = 'allocate';
}

/** Orders that the platform goes on with: paid by now, held back, changed, or the buyer thinks of cancelling. */
async function stillOpen(tx: Tx, open: readonly Seen[]): Promise<void> {
  const withdrawn = await stopOrLetGo(tx, open);
  const changed = open.filter((s) => beforePicking(s.known) && !s.order.cancelRequested && contentChanged(s));
  const applied = await changeContent(tx, changed);
  const ids = (list: readonly Seen[]) => list.map((s) => s.known.id);
  const paid = open.filter(
    (s) => s.known.status === 'unpaid' && holdOf(s.order) === null && (applied.includes(s) || !changed.includes(s)),
  );
  await reevaluate(tx, ids(paid), 'paid');
  await reevaluate(tx, ids(applied.filter((s) => !paid.includes(s))), 'changed');
  await reevaluate(tx, withdrawn, 'cancelWithdrawn');
}

/** Everybody locks outbounds before orders. */
async function lockOutboundsFirst(tx: Tx, shop: ShopOfOrders, orders: readonly PlatformOrder[]): Promise<void> {
  const rows = await tx.prepared<{ id: number }>(
    'intake_known_ids',
    `with whole as materialized (
       select id from sales_order where company_id = $1 and shop_id = $2 and platform_order_no = any($3::text[]))
     select id from whole union all
     select p.id from sales_order p where p.company_id = $1 and p.split_from = any(array(select id from whole))`,
    [tx.companyId, shop.id, orders.map((order) => order.platformOrderNo)],
  );
  const boxes = await boxesOf(
    tx,
    rows.map((row) => row.id),
  );
  await lockOutboundsOfOrders(tx, [...new Set(boxes.values())]);
}

async function newer(tx: Tx, shop: ShopOfOrders, orders: readonly PlatformOrder[]): Promise<Known[]> {
  const rows = orders.map((order) => ({
    no: order.platformOrderNo,
    at: order.updatedAt,
    progress: progressOf(order, statusOf(order)),
  }));
  const whole = await tx.prepared<Head>(
    'intake_newer',
    `select ${HEAD}, o.platform_order_no as no,
       o.platform_lines is not null and exists (select from sales_order p where p.company_id = $1 and p.split_from = o.id) as split
     from sales_order o join jsonb_to_recordset($3::jsonb) as r(no text, at timestamptz, progress int) on r.no = o.platform_order_no
     where o.company_id = $1 and o.shop_id = $2 and o.origin = 'platform' and (o.platform_updated_at < r.at or (o.platform_updated_at = r.at and r.progress >
       case o.status when 'unpaid' then 0 when 'shipped' then 3 when 'delivered' then 3 when 'cancelled' then 4 when 'refunded' then 5
         else case when o.cancel_requested then 2 else 1 end end))
     order by o.id for update of o`,
    [tx.companyId, shop.id, JSON.stringify(rows)],
  );
  if (whole.length === 0) return [];
  const known = [...whole, ...(await partsOf(tx, whole))];
  // A statement of its own: it sees the lines that another page wrote while we waited for the orders.
  const lines = await tx.prepared<KnownLine & { orderId: number }>(
    'intake_known_lines',
    `select order_id as "orderId", platform_line_id as "platformLineId", quantity from order_line
     where company_id = $1 and order_id = any($2::bigint[])`,
    [tx.companyId, known.map((order) => order.id)],
  );
  const linesOf = Map.groupBy(lines, (line) => line.orderId);
  return known.map((order) => ({ ...order, lines: linesOf.get(order.id) ?? [] }));
}

/** The platform's amounts are the order's: it was neither split nor changed, and has not been booked. */
const OURS = 'o.shipped_at is null and o.platform_lines is null';

type Head = Omit<Known, 'lines'>;
const HEAD = `o.id, o.status, o.exception, o.cancel_requested as "cancelRequested", o.platform_hold as "platformHold", o.ship_to as "shipTo",
  o.platform_lines as "platformLines"`;

/** They are called by the number of the whole, as the platform does. */
async function partsOf(tx: Tx, whole: readonly Head[]): Promise<Head[]> {
  const split = new Map(whole.filter((order) => order.split).map((order) => [order.id, order.no]));
  if (split.size === 0) return [];
  const parts = await tx.prepared<Omit<Head, 'no' | 'split'> & { splitFrom: number }>(
    'intake_parts',
    `select ${HEAD}, o.split_from as "splitFrom" from sales_order o
     where o.company_id = $1 and o.split_from = any($2::bigint[]) order by o.id for update of o`,
    [tx.companyId, [...split.keys()]],
  );
  return parts.map(({ splitFrom, ...part }) => ({ ...part, no: split.get(splitFrom) ?? '', split: true }));
}

async function writeHeads(tx: Tx, seen: readonly Seen[]): Promise<void> {
  const rows = seen.map(({ known, order }) => ({
    id: known.id,
    at: order.updatedAt,
    goods: order.goodsAmount,
    shipping: order.shippingAmount,
    tax: order.taxAmount,
    discount: order.discountAmount,
    total: order.totalAmount,
    refs: order.fulfilmentRefs ?? [],
    shipBy: order.shipBy ?? null,
    paidAt: paidAt({ known, order }),
    serviceLevel: order.service?.level ?? null,
    serviceAsked: order.service?.name ?? '',
    note: order.buyerNote ?? '',
    buyerRef: order.buyerRef ?? '',
    hold: holdOf(order),
    platformShipping: order.platformShipping ?? null,
  }));
  await tx.prepared(
    'intake_heads',
    `update sales_order o set platform_updated_at = r.at, version = o.version + 1, ship_by = coalesce(r."shipBy", o.ship_by), platform_hold = r.hold,
       paid_at = coalesce(o.paid_at, r."paidAt"),
       service_level = case when r."serviceAsked" <> '' then r."serviceLevel" else o.service_level end,
       service_asked = case when r."serviceAsked" <> '' then r."serviceAsked" else o.service_asked end,
       buyer_note = case when o.buyer_erased_at is null then r.note else '' end,
       buyer_ref = case when o.buyer_erased_at is null and r."buyerRef" <> '' then r."buyerRef" else o.buyer_ref end,
       platform_shipping = coalesce(r."platformShipping", o.platform_shipping),
       fulfilment_refs = case when jsonb_array_length(r.refs) > 0 then array(select jsonb_array_elements_text(r.refs)) else o.fulfilment_refs end,
       goods_amount = case when ${OURS} then r.goods else o.goods_amount end,
       shipping_amount = case when ${OURS} then r.shipping else o.shipping_amount end,
       tax_amount = case when ${OURS} then r.tax else o.tax_amount end,
       discount_amount = case when ${OURS} then r.discount else o.discount_amount end,
       total_amount = case when ${OURS} then r.total else o.total_amount end
     from jsonb_to_recordset($2::jsonb) as r(id bigint, at timestamptz, goods numeric, shipping numeric, tax numeric, discount numeric,
       total numeric, refs jsonb, "shipBy" timestamptz, note text, hold text, "platformShipping" boolean, "buyerRef" text, "paidAt" timestamptz,
       "serviceLevel" text, "serviceAsked" text)
     where o.company_id = $1 and o.id = r.id`,
    [tx.companyId, JSON.stringify(rows)],
  );
}

/** Where the platform does not tell when, it was paid by the time it said so. */
function paidAt({ known, order }: Seen): string | null {
  const paidNow = known.status === 'unpaid' && holdOf(order) === null && order.status !== 'cancelled';
  return order.paidAt ?? (paidNow ? order.updatedAt : null);
}

async function refunded(tx: Tx, seen: readonly Seen[]): Promise<void> {
  const all = seen.filter((s) => s.order.status === 'refunded');
  const after = all
    .filter((s) => s.known.status === 'shipped' || s.known.status === 'delivered')
    .map((s) => s.known.id);
  const moved = await moveOrders(tx, after, { to: 'refunded', event: 'refunded' });
  if (moved.length > 0) await emit(tx, orderRefunded, { orderIds: moved.map((m) => m.id) });
  const before = all.filter((s) => s.known.status !== 'refunded' && !after.includes(s.known.id)).map((s) => s.known.id);
  await cancelOrders(tx, before, { by: 'platform', reason: 'refunded' });
  await moveOrders(tx, before, { from: ['cancelled'], to: 'refunded', event: 'refunded' });
}

/** Somebody shipped it outside of Tradewind: nothing leaves our stock for it, what is picked is put back. */
async function shippedElsewhere(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await leaveBoxes(tx, ids);
  await moveOrders(tx, ids, { to: 'shipped', event: 'shippedElsewhere' });
  await endOutbounds(tx, ids);
  await releaseReservations(tx, ids);
}
