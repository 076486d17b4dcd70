import type { PlatformOrder } from '@tradewind/connectors/types.ts';
import type { Tx } from '../../core/database/database.ts';
import { writeHistory } from '../../core/documents.ts';
import { cancelOutbounds, lockOutboundsOfOrders } from '../warehouse/public.ts';
import { cancelOrders } from './cancel.ts';
import type { ShopOfOrders } from './intake.ts';
import { statusOf } from './judge.ts';
import { moveOrders } from './move.ts';
import { reevaluate } from './reevaluate.ts';
import { releaseReservations } from './reserve.ts';
import type { Status } from './status.ts';

interface Known {
  id: number;
  no: string;
  status: Status;
  cancelRequested: boolean;
  shipTo: Record<string, unknown> | null;
  lines: { platformLineId: string; quantity: number }[];
}

interface Seen {
  known: Known;
  order: PlatformOrder;
}

const BEFORE_PICKING: readonly Status[] = ['unpaid', 'review', 'allocate', 'ready', 'exception', 'held'];

/**
 * What the platform says anew of orders that we have. Only newer news count (by the platform's own update time), so
 * pushes and pages may come twice and in any order. @returns how many orders changed
 */
export async function applyUpdates(tx: Tx, shop: ShopOfOrders, orders: readonly PlatformOrder[]): Promise<number> {
  const byNo = new Map(orders.map((order) => [order.platformOrderNo, order]));
  await lockOutboundsFirst(tx, shop, orders);
  const known = await newer(tx, shop, orders);
  const seen = known.flatMap((k) => {
    const order = byNo.get(k.no);
    return order ? [{ known: k, order }] : [];
  });
  if (seen.length === 0) return 0;
  await writeHeads(tx, seen);
  const idsWhere = (test: (s: Seen) => boolean) => seen.filter(test).map((s) => s.known.id);

  await cancelOrders(
    tx,
    idsWhere((s) => s.order.status === 'cancelled' && s.known.status !== 'cancelled'),
    { by: 'buyer' },
  );
  await refunded(tx, seen);
  await shippedElsewhere(
    tx,
    idsWhere((s) => s.order.status === 'shipped' && BEFORE_PICKING.includes(s.known.status)),
  );
  const open = seen.filter((s) => ['toShip', 'partiallyShipped'].includes(statusOf(s.order)));
  await askedToCancel(tx, open);
  const changed = open.filter(
    (s) => BEFORE_PICKING.includes(s.known.status) && !s.order.cancelRequested && contentChanged(s),
  );
  await changeContent(tx, changed);
  const paid = open.filter((s) => s.known.status === 'unpaid' && !changed.includes(s)).map((s) => s.known.id);
  await reevaluate(tx, [...paid, ...changed.map((s) => s.known.id)], paid.length > 0 ? 'paid' : 'changed');
  return seen.length;
}

async function endOutbounds(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const live = await lockOutboundsOfOrders(tx, orderIds);
  await cancelOutbounds(
    tx,
    live.map((o) => o.id),
    'order',
  );
}

/** Everybody locks outbounds before orders. */
async function lockOutboundsFirst(tx: Tx, shop: ShopOfOrders, orders: readonly PlatformOrder[]): Promise<void> {
  const rows = await tx.prepared<{ id: number }>(
    'intake_known_ids',
    `select id from sales_order where company_id = $1 and shop_id = $2 and platform_order_no = any($3::text[])`,
    [tx.companyId, shop.id, orders.map((order) => order.platformOrderNo)],
  );
  await lockOutboundsOfOrders(
    tx,
    rows.map((row) => row.id),
  );
}

async function newer(tx: Tx, shop: ShopOfOrders, orders: readonly PlatformOrder[]): Promise<Known[]> {
  const rows = orders.map((order) => ({ no: order.platformOrderNo, at: order.updatedAt }));
  return tx.prepared<Known>(
    'intake_newer',
    `select o.id, o.platform_order_no as no, o.status, o.cancel_requested as "cancelRequested", o.ship_to as "shipTo",
       (select jsonb_agg(jsonb_build_object('platformLineId', l.platform_line_id, 'quantity', l.quantity)) from order_line l
        where l.company_id = $1 and l.order_id = o.id) as lines
     from sales_order o join jsonb_to_recordset($3::jsonb) as r(no text, at timestamptz) on r.no = o.platform_order_no
     where o.company_id = $1 and o.shop_id = $2 and o.platform_updated_at < r.at order by o.id for update of o`,
    [tx.companyId, shop.id, JSON.stringify(rows)],
  );
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
    note: order.buyerNote ?? '',
  }));
  await tx.prepared(
    'intake_heads',
    `update sales_order o set platform_updated_at = r.at, version = o.version + 1, ship_by = coalesce(r."shipBy", o.ship_by), buyer_note = r.note,
       fulfilment_refs = case when jsonb_array_length(r.refs) > 0 then array(select jsonb_array_elements_text(r.refs)) else o.fulfilment_refs end,
       goods_amount = case when o.shipped_at is null then r.goods else o.goods_amount end,
       shipping_amount = case when o.shipped_at is null then r.shipping else o.shipping_amount end,
       tax_amount = case when o.shipped_at is null then r.tax else o.tax_amount end,
       discount_amount = case when o.shipped_at is null then r.discount else o.discount_amount end,
       total_amount = case when o.shipped_at is null then r.total else o.total_amount end
     from jsonb_to_recordset($2::jsonb) as r(id bigint, at timestamptz, goods numeric, shipping numeric, tax numeric, discount numeric,
       total numeric, refs jsonb, "shipBy" timestamptz, note text)
     where o.company_id = $1 and o.id = r.id`,
    [tx.companyId, JSON.stringify(rows)],
  );
}

async function refunded(tx: Tx, seen: readonly Seen[]): Promise<void> {
  const all = seen.filter((s) => s.order.status === 'refunded');
  const after = all
    .filter((s) => s.known.status === 'shipped' || s.known.status === 'delivered')
    .map((s) => s.known.id);
  await moveOrders(tx, after, { to: 'refunded', event: 'refunded' });
  await cancelOrders(
    tx,
    all.filter((s) => s.known.status !== 'refunded' && !after.includes(s.known.id)).map((s) => s.known.id),
    { by: 'platform', reason: 'refunded' },
  );
}

/** Somebody shipped it outside of Tradewind: nothing leaves our stock for it. */
async function shippedElsewhere(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await moveOrders(tx, ids, { to: 'shipped', event: 'shippedElsewhere' });
  await endOutbounds(tx, ids);
  await releaseReservations(tx, ids);
  await tx.prepared(
    'intake_not_needed',
    `update sales_order set confirm_state = 'notNeeded' where company_id = $1 and id = any($2::bigint[])`,
    [tx.companyId, ids],
  );
}

/** The buyer asks, the platform leaves it to the seller: hold what can be held, tell who packs the rest. */
async function askedToCancel(tx: Tx, open: readonly Seen[]): Promise<void> {
  const asked = open.filter((s) => s.order.cancelRequested && !s.known.cancelRequested);
  if (asked.length === 0) return;
  const ids = asked.map((s) => s.known.id);
  await tx.prepared(
    'intake_cancel_requested',
    'update sales_order set cancel_requested = true where company_id = $1 and id = any($2::bigint[])',
    [tx.companyId, ids],
  );
  const early = asked
    .filter((s) => BEFORE_PICKING.includes(s.known.status) && s.known.status !== 'held')
    .map((s) => s.known.id);
  const held = await moveOrders(tx, early, {
    to: 'held',
    event: 'cancelRequested',
    detail: { by: 'buyer' },
    remember: true,
  });
  const heldIds = held.map((m) => m.id);
  await endOutbounds(tx, heldIds);
  await releaseReservations(tx, heldIds);
  const late = ids.filter((id) => !early.includes(id));
  await writeHistory(
    tx,
    late.map((docId) => ({ docKind: 'sales_order', docId, event: 'cancelRequested', detail: { by: 'buyer' } })),
  );
}

function contentChanged({ known, order }: Seen): boolean {
  const before = new Map((known.lines ?? []).map((line) => [line.platformLineId, line.quantity]));
  const lines =
    order.lines.length !== before.size || order.lines.some((line) => before.get(line.platformLineId) !== line.quantity);
  return lines || addressText(known.shipTo) !== addressText(order.shipTo ?? null);
}

function addressText(address: object | null): string {
  return address
    ? JSON.stringify(
        Object.entries(address)
          .filter(([, value]) => value)
          .sort(),
      )
    : '';
}

async function changeContent(tx: Tx, changed: readonly Seen[]): Promise<void> {
  if (changed.length === 0) return;
  const ids = changed.map((s) => s.known.id);
  // Back before stock: what was promised is given back and asked for anew in its new quantities.
  const back = await moveOrders(tx, ids, { from: ['ready'], to: 'allocate', event: 'changedByPlatform' });
  await endOutbounds(
    tx,
    back.map((m) => m.id),
  );
  await releaseReservations(tx, ids);
  const rows = changed.flatMap(({ known, order }) =>
    order.lines.map((line) => ({
      orderId: known.id,
      ...line,
      fulfilmentRef: line.fulfilmentRef ?? null,
      platformItemId: line.platformItemId ?? '',
    })),
  );
  await tx.prepared(
    'intake_change_lines',
    `with gone as (
       delete from order_line l where l.company_id = $1 and l.order_id = any($3::bigint[]) and not exists (
         select from jsonb_to_recordset($2::jsonb) as r("orderId" bigint, "platformLineId" text)
         where r."orderId" = l.order_id and r."platformLineId" = l.platform_line_id)
     )
     insert into order_line as l (company_id, order_id, platform_line_id, fulfilment_ref, seller_sku, platform_item_id, title, quantity, unit_price, discount, tax)
     select $1, r."orderId", r."platformLineId", r."fulfilmentRef", r."sellerSku", r."platformItemId", r.title, r.quantity, r."unitPrice", r.discount, r.tax
     from jsonb_to_recordset($2::jsonb) as r("orderId" bigint, "platformLineId" text, "fulfilmentRef" text, "sellerSku" text, "platformItemId" text,
       title text, quantity int, "unitPrice" numeric, discount numeric, tax numeric)
     on conflict (company_id, order_id, platform_line_id) do update set quantity = excluded.quantity, unit_price = excluded.unit_price,
       discount = excluded.discount, tax = excluded.tax, fulfilment_ref = excluded.fulfilment_ref`,
    [tx.companyId, JSON.stringify(rows), ids],
  );
  const heads = changed.map(({ known, order }) => ({
    id: known.id,
    shipTo: order.shipTo ?? null,
    country: order.shipTo?.country ?? '',
    lineCount: order.lines.length,
    units: order.lines.reduce((sum, line) => sum + line.quantity, 0),
    summary: order.lines
      .slice(0, 5)
      .map((line) => ({ sku: line.sellerSku, title: line.title.slice(0, 80), quantity: line.quantity })),
    buyerName: order.buyerName ?? '',
  }));
  await tx.prepared(
    'intake_change_heads',
    `update sales_order o set ship_to = r."shipTo", country = r.country, line_count = r."lineCount", units = r.units, summary = r.summary,
       buyer_name = case when r."buyerName" = '' then o.buyer_name else r."buyerName" end
     from jsonb_to_recordset($2::jsonb) as r(id bigint, "shipTo" jsonb, country text, "lineCount" int, units int, summary jsonb, "buyerName" text)
     where o.company_id = $1 and o.id = r.id`,
    [tx.companyId, JSON.stringify(heads)],
  );
}
