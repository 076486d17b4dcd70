import type { Carton } from '@tradewind/contract/cartons.ts';
import type { WholesaleDetail, WholesaleLine, WholesaleShipment } from '@tradewind/contract/wholesale.ts';
import { type Ctx, maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { readHistory } from '../../core/documents.ts';
import { arrayOf } from '../../core/scope.ts';
import { shopsInScope } from '../channels/public.ts';
import { withoutBuyer } from '../orders/public.ts';
import { DOC } from './documents.ts';
import { wholesaleOrders } from './orders.list.ts';

/** All data of one order that the user may see. @throws notFound wholesale.notFound */
export async function orderDetail(tx: Tx, ctx: Ctx, id: number): Promise<WholesaleDetail> {
  const order = await wholeOrder(tx, ctx, id);
  return maySee(tx.rights, 'seeBuyer') ? order : { ...order, shipTo: withoutBuyer(order.shipTo) };
}

/** All data of one order, without permission checks. @throws notFound wholesale.notFound */
export async function wholeOrder(tx: Tx, ctx: Ctx, id: number): Promise<WholesaleDetail> {
  const [row, more, lines, payments, shipments, shops, history] = await Promise.all([
    wholesaleOrders.one(tx, id),
    moreOf(tx, id),
    linesOf(tx, id),
    paymentsOf(tx, id),
    shipmentsOf(tx, id),
    shopsInScope(tx, ctx),
    readHistory(tx, DOC, id),
  ]);
  const own = shops.filter((shop) => shop.platform === 'other').map((shop) => ({ id: shop.id, name: shop.name }));
  return { ...row, ...more, lines, payments, shipments, shops: own, history } as unknown as WholesaleDetail;
}

const moreOf = (tx: Tx, id: number) =>
  tx.row(sql`select c.language, o.ship_to, o.incoterm, o.incoterm_place, o.terms_days,
      o.deposit_percent::text as deposit_percent, o.balance_before_shipment, o.goods_amount, o.discount_amount,
      o.shipping_amount, o.tax_percent::text as tax_percent, o.tax_amount, o.remark, o.version
    from wholesale_order o join wholesale_customer c on c.company_id = ${sql.company} and c.id = o.customer_id
    where o.company_id = ${sql.company} and o.id = ${id}`);

function linesOf(tx: Tx, orderId: number): Promise<WholesaleLine[]> {
  return tx.rows<WholesaleLine & Record<string, unknown>>(sql`
    select l.id, l.product_id, p.sku, p.name_zh, p.name_en, l.quantity,
      trim_scale(l.unit_price)::text as "unitPrice", trim_scale(l.listed_price)::text as "listedPrice",
      l.listed_from, l.price_list_name, l.amount, l.discount, l.tax, l.planned, l.shipped
    from wholesale_line l join product p on p.company_id = l.company_id and p.id = l.product_id
    where l.company_id = ${sql.company} and l.order_id = ${orderId} order by l.position`);
}

function paymentsOf(tx: Tx, orderId: number) {
  return tx.rows(sql`select id, kind, amount, on_day::text as "onDay", reference, noted_by, noted_at
    from wholesale_payment where company_id = ${sql.company} and order_id = ${orderId} order by id limit 1000`);
}

type ShipmentRow = Omit<WholesaleShipment, 'packed' | 'cartons'> & Record<string, unknown>;

async function shipmentsOf(tx: Tx, orderId: number): Promise<WholesaleShipment[]> {
  const rows = await tx.rows<ShipmentRow>(sql`
    select h.id, h.number, h.state, h.sales_order_id as "orderId", s.status as "orderStatus",
      s.tracking_number, shop.name as "shopName", h.override_reason,
      s.goods_amount, s.total_amount, h.created_at, h.shipped_at,
      (select jsonb_agg(jsonb_build_object('lineId', x.line_id, 'quantity', x.quantity) order by x.line_id)
        from wholesale_shipment_line x where x.company_id = ${sql.company} and x.shipment_id = h.id) as lines
    from wholesale_shipment h
      join sales_order s on s.company_id = h.company_id and s.id = h.sales_order_id
      join shop on shop.company_id = s.company_id and shop.id = s.shop_id
    where h.company_id = ${sql.company} and h.order_id = ${orderId} order by h.id limit 500`);
  const cartons = await cartonsOf(
    tx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const mine = cartons.get(row.id) ?? [];
    return { ...row, cartons: mine, packed: isPacked(row.lines, mine) };
  });
}

/** Whether the cartons match the shipment exactly. */
function isPacked(lines: WholesaleShipment['lines'], cartons: readonly Carton[]): boolean {
  const held = new Map<number, number>();
  for (const { lineId, quantity } of cartons.flatMap((carton) => carton.contents))
    held.set(lineId, (held.get(lineId) ?? 0) + quantity);
  return lines.every((line) => held.get(line.lineId) === line.quantity);
}

async function cartonsOf(tx: Tx, shipmentIds: readonly number[]): Promise<Map<number, Carton[]>> {
  const rows = await tx.rows<Carton & { shipmentId: number }>(sql`
    select c.shipment_id, c.number, c.pallet_no, trim_scale(c.length_cm)::text as "lengthCm",
      trim_scale(c.width_cm)::text as "widthCm", trim_scale(c.height_cm)::text as "heightCm",
      trim_scale(c.gross_kg)::text as "grossKg",
      (select jsonb_agg(jsonb_build_object('lineId', i.line_id, 'quantity', i.quantity) order by i.line_id)
        from wholesale_carton_item i where i.company_id = ${sql.company} and i.shipment_id = c.shipment_id
          and i.carton_no = c.number) as contents
    from wholesale_carton c where c.company_id = ${sql.company} and c.shipment_id = any(${arrayOf(shipmentIds)}::bigint[])
    order by c.shipment_id, c.number`);
  return Map.groupBy(rows, (row) => row.shipmentId);
}
