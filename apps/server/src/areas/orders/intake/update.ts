import type { PlatformOrder } from '@tradewind/connectors/capabilities/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { emit } from '../../../core/jobs/jobs.ts';
import { changeShipBy, lockOutboundsOfOrders } from '../../warehouse/public.ts';
import { cancelOrders } from '../actions/cancel.ts';
import { boxesOf } from '../arrange/box.ts';
import { leaveBoxes } from '../arrange/leave-box.ts';
import { orderRefunded } from '../events.ts';
import { moveOrders } from '../move.ts';
import { endOutbounds } from '../reserve/end-outbounds.ts';
import { releaseReservations } from '../reserve/reserve.ts';
import { holdOf, statusOf } from '../rules/decide.ts';
import { reevaluate } from '../rules/reevaluate.ts';
import { OVER } from '../status.ts';
import { changeContent, contentChanged } from './content.ts';
import type { Known, KnownLine, Observed } from './known-order.ts';
import type { ShopOfOrders } from './platform-order.ts';
import { progressOf } from './platform-order.ts';
import { beforePicking, stopOrLetGo } from './platform-stop.ts';

/**
 * Updates known orders from the platform. Only newer versions count (by the platform's update time; with equal times,
 * the more advanced status wins), so pushes and pages may repeat and arrive in any order.
 * @returns how many orders changed
 */
export async function applyUpdates(tx: Tx, shop: ShopOfOrders, orders: readonly PlatformOrder[]): Promise<number> {
  const byNo = new Map(orders.map((order) => [order.platformOrderNo, order]));
  await lockOutboundsFirst(tx, shop, orders);
  const known = await newer(tx, shop, orders);
  // An update of an order applies to all its parts.
  const observed = known.flatMap((k) => {
    const order = byNo.get(k.no);
    return order ? [{ known: k, order }] : [];
  });
  if (observed.length === 0) return 0;
  await writeHeads(tx, observed);
  await writeFirstAmounts(tx, observed);
  await outOfSharedBoxes(tx, observed);
  const idsWhere = (test: (s: Observed) => boolean) => observed.filter(test).map((s) => s.known.id);

  await cancelOrders(
    tx,
    idsWhere((s) => s.order.status === 'cancelled' && s.known.status !== 'cancelled'),
    { by: 'buyer' },
  );
  await refunded(tx, observed);
  const begun = sentInParts(observed);
  await shippedElsewhere(
    tx,
    idsWhere((s) => s.order.status === 'shipped' && !OVER.includes(s.known.status) && !begun.has(s.known.no)),
  );
  await stillOpen(
    tx,
    observed.filter((s) => ['unpaid', 'toShip', 'partiallyShipped'].includes(s.order.status)),
  );
  return new Set(observed.map((s) => s.known.no)).size;
}

/**
 * Split orders with a shipped part. If the platform shows them as shipped, that says nothing about the other parts:
 * some platforms know no parts.
 */
function sentInParts(observed: readonly Observed[]): Set<string> {
  return new Set(
    observed
      .filter((s) => s.known.split && (s.known.status === 'shipped' || s.known.status === 'delivered'))
      .map((s) => s.known.no),
  );
}

/** An order whose route changes leaves its shared box, unless picking has started. */
async function outOfSharedBoxes(tx: Tx, observed: readonly Observed[]): Promise<void> {
  const apart = observed.filter(
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

/** Orders that the platform changed: paid, put on hold, edited, or with a cancellation request. */
async function stillOpen(tx: Tx, open: readonly Observed[]): Promise<void> {
  const withdrawn = await stopOrLetGo(tx, open);
  const changed = open.filter((s) => beforePicking(s.known) && !s.order.cancelRequested && contentChanged(s));
  const applied = await changeContent(tx, changed);
  const ids = (list: readonly Observed[]) => list.map((s) => s.known.id);
  const paid = open.filter(
    (s) => s.known.status === 'unpaid' && holdOf(s.order) === null && (applied.includes(s) || !changed.includes(s)),
  );
  await reevaluate(tx, ids(paid), 'paid');
  // What a person holds stays held; the rules judge it when it is resumed.
  const others = open.filter(
    (s) =>
      s.known.status !== 'held' &&
      !paid.includes(s) &&
      (applied.includes(s) || (amountsNew(s) && beforePicking(s.known))),
  );
  await reevaluate(tx, ids(others), 'changed');
  await reevaluate(tx, withdrawn, 'cancelWithdrawn');
}

/** Lock outbound orders before orders, as everywhere. */
async function lockOutboundsFirst(tx: Tx, shop: ShopOfOrders, orders: readonly PlatformOrder[]): Promise<void> {
  const rows = await tx.rows<{ id: number }>(
    sql`with whole as materialized (
       select id from sales_order where company_id = ${sql.company} and shop_id = ${shop.id} and platform_order_no = any(${orders.map((order) => order.platformOrderNo)}::text[]))
     select id from whole union all
     select p.id from sales_order p where p.company_id = ${sql.company} and p.split_from = any(array(select id from whole))`,
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
  const whole = await tx.rows<Head>(
    sql`select ${HEAD}, o.platform_order_no as no,
       o.platform_lines is not null and exists (select from sales_order p where p.company_id = ${sql.company} and p.split_from = o.id) as split
     from sales_order o join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(no text, at timestamptz, progress int) on r.no = o.platform_order_no
     where o.company_id = ${sql.company} and o.shop_id = ${shop.id} and o.origin = 'platform' and (o.platform_updated_at < r.at or (o.platform_updated_at = r.at and r.progress >
       case o.status when 'unpaid' then 0 when 'shipped' then 3 when 'delivered' then 3 when 'cancelled' then 4 when 'refunded' then 5
         else case when o.cancel_requested then 2 else 1 end end))
     order by o.id for update of o`,
  );
  if (whole.length === 0) return [];
  const known = [...whole, ...(await partsOf(tx, whole))];
  // A separate statement sees the lines that another page wrote while this one waited for the locks.
  const lines = await tx.rows<KnownLine & { orderId: number }>(
    sql`select order_id, platform_line_id, quantity from order_line
     where company_id = ${sql.company} and order_id = any(${known.map((order) => order.id)}::bigint[])`,
  );
  const linesOf = Map.groupBy(lines, (line) => line.orderId);
  return known.map((order) => ({ ...order, lines: linesOf.get(order.id) ?? [] }));
}

/** The platform's amounts apply: the order was not split, edited or booked. */
const OURS = sql`o.shipped_at is null and o.platform_lines is null`;

type Head = Omit<Known, 'lines'>;
const HEAD = sql`o.id, o.status, o.exception, o.cancel_requested, o.platform_hold, o.ship_to,
  o.platform_lines, o.amounts_unknown`;

/** Parts go by the number of the whole order, as on the platform. */
async function partsOf(tx: Tx, whole: readonly Head[]): Promise<Head[]> {
  const split = new Map(whole.filter((order) => order.split).map((order) => [order.id, order.no]));
  if (split.size === 0) return [];
  const parts = await tx.rows<Omit<Head, 'no' | 'split'> & { splitFrom: number }>(
    sql`select ${HEAD}, o.split_from from sales_order o
     where o.company_id = ${sql.company} and o.split_from = any(${[...split.keys()]}::bigint[]) order by o.id for update of o`,
  );
  return parts.map(({ splitFrom, ...part }) => ({ ...part, no: split.get(splitFrom) ?? '', split: true }));
}

/** Line amounts of orders that came without any. */
async function writeFirstAmounts(tx: Tx, observed: readonly Observed[]): Promise<void> {
  const rows = observed.filter(amountsNew).flatMap(({ known, order }) =>
    order.lines.map(({ platformLineId, unitPrice, discount, tax }) => ({
      orderId: known.id,
      platformLineId,
      unitPrice,
      discount,
      tax,
    })),
  );
  if (rows.length === 0) return;
  await tx.rows(
    sql`update order_line l set unit_price = r."unitPrice", discount = r.discount, tax = r.tax
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("orderId" bigint, "platformLineId" text, "unitPrice" numeric, discount numeric, tax numeric)
     join sales_order o on o.company_id = ${sql.company} and o.id = r."orderId"
     where l.company_id = ${sql.company} and l.order_id = r."orderId" and l.platform_line_id = r."platformLineId" and ${OURS}`,
  );
}

const amountsNew = ({ known, order }: Observed) => known.amountsUnknown && !order.amountsUnknown;

async function writeHeads(tx: Tx, observed: readonly Observed[]): Promise<void> {
  const rows = observed.map(({ known, order }) => ({
    id: known.id,
    at: order.updatedAt,
    // Unknown amounts leave those from before.
    ...(order.amountsUnknown
      ? {}
      : {
          goods: order.goodsAmount,
          shipping: order.shippingAmount,
          tax: order.taxAmount,
          discount: order.discountAmount,
          total: order.totalAmount,
        }),
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
  await tx.rows(
    sql`update sales_order o set platform_updated_at = r.at, version = o.version + 1, ship_by = coalesce(r."shipBy", o.ship_by), platform_hold = r.hold,
       paid_at = coalesce(o.paid_at, r."paidAt"),
       service_level = case when r."serviceAsked" <> '' then r."serviceLevel" else o.service_level end,
       service_asked = case when r."serviceAsked" <> '' then r."serviceAsked" else o.service_asked end,
       buyer_note = case when o.buyer_erased_at is null then r.note else '' end,
       buyer_ref = case when o.buyer_erased_at is null and r."buyerRef" <> '' then r."buyerRef" else o.buyer_ref end,
       platform_shipping = coalesce(r."platformShipping", o.platform_shipping),
       fulfilment_refs = case when jsonb_array_length(r.refs) > 0 then array(select jsonb_array_elements_text(r.refs)) else o.fulfilment_refs end,
       goods_amount = case when ${OURS} then coalesce(r.goods, o.goods_amount) else o.goods_amount end,
       shipping_amount = case when ${OURS} then coalesce(r.shipping, o.shipping_amount) else o.shipping_amount end,
       tax_amount = case when ${OURS} then coalesce(r.tax, o.tax_amount) else o.tax_amount end,
       discount_amount = case when ${OURS} then coalesce(r.discount, o.discount_amount) else o.discount_amount end,
       total_amount = case when ${OURS} then coalesce(r.total, o.total_amount) else o.total_amount end,
       amounts_unknown = o.amounts_unknown and not (${OURS} and r.total is not null)
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, at timestamptz, goods numeric, shipping numeric, tax numeric, discount numeric,
       total numeric, refs jsonb, "shipBy" timestamptz, note text, hold text, "platformShipping" boolean, "buyerRef" text, "paidAt" timestamptz,
       "serviceLevel" text, "serviceAsked" text)
     where o.company_id = ${sql.company} and o.id = r.id`,
  );
  changeShipBy(
    tx,
    rows.flatMap(({ id, shipBy }) => (shipBy === null ? [] : [{ orderId: id, shipBy }])),
  );
}

/** Without a payment time, the time of the update that showed the order as paid. */
function paidAt({ known, order }: Observed): string | null {
  const paidNow = known.status === 'unpaid' && holdOf(order) === null && order.status !== 'cancelled';
  return order.paidAt ?? (paidNow ? order.updatedAt : null);
}

async function refunded(tx: Tx, observed: readonly Observed[]): Promise<void> {
  const all = observed.filter((s) => s.order.status === 'refunded');
  const after = all
    .filter((s) => s.known.status === 'shipped' || s.known.status === 'delivered')
    .map((s) => s.known.id);
  const moved = await moveOrders(tx, after, { to: 'refunded', event: 'refunded' });
  if (moved.length > 0) await emit(tx, orderRefunded, { orderIds: moved.map((m) => m.id) });
  const before = all.filter((s) => s.known.status !== 'refunded' && !after.includes(s.known.id)).map((s) => s.known.id);
  await cancelOrders(tx, before, { by: 'platform', reason: 'refunded' });
  await moveOrders(tx, before, { from: ['cancelled'], to: 'refunded', event: 'refunded' });
}

/** Shipped outside Tradewind: our stock does not change, and picked goods are put back. */
async function shippedElsewhere(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await leaveBoxes(tx, ids);
  await moveOrders(tx, ids, { to: 'shipped', event: 'shippedElsewhere', elsewhere: true });
  await endOutbounds(tx, ids);
  await releaseReservations(tx, ids);
}
