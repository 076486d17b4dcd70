import type { Carton } from '@tradewind/contract/cartons.ts';
import type {
  WholesaleDetail,
  WholesaleFilter,
  WholesaleLine,
  WholesaleRow,
  WholesaleShipment,
} from '@tradewind/contract/wholesale.ts';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { type Ctx, maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { readHistory } from '../../core/documents.ts';
import { notFound } from '../../core/errors.ts';
import { arrayOf } from '../../core/scope.ts';
import { shopsInScope } from '../channels/public.ts';
import { withoutBuyer } from '../orders/public.ts';
import { DOC } from './documents.ts';

const SHOWN = sql.raw(`o.id, o.number, o.state, o.customer_id as "customerId", c.name as "customerName",
  o.customer_ref as "customerRef", o.currency, o.total_amount as "totalAmount", o.paid_amount as "paidAmount",
  (o.total_amount - o.paid_amount)::text as "openAmount", o.deposit_due as "depositDue", l.units, l.shipped, l.planned,
  o.created_at as "createdAt", o.valid_until::text as "validUntil", o.confirmed_at as "confirmedAt"`);
const JOINS = sql.raw(`join wholesale_customer c on c.company_id = o.company_id and c.id = o.customer_id
  cross join lateral (select coalesce(sum(quantity), 0)::int as units, coalesce(sum(shipped), 0)::int as shipped,
    coalesce(sum(planned), 0)::int as planned from wholesale_line
    where company_id = o.company_id and order_id = o.id) l`);
const OPEN = sql.raw(`o.state in ('confirmed', 'done') and o.paid_amount < o.total_amount`);

type Row = WholesaleRow & Record<string, unknown>;

function where(tx: Tx, { state, customerId, open, text }: WholesaleFilter & { ids?: number[] | undefined }): SQL {
  const parts = [sql`o.company_id = ${tx.companyId}`];
  if (state) parts.push(sql`o.state = ${state}`);
  if (customerId) parts.push(sql`o.customer_id = ${customerId}`);
  if (open) parts.push(OPEN);
  if (text)
    parts.push(sql`(strpos(o.number, upper(${text})) > 0 or strpos(lower(o.customer_ref), lower(${text})) > 0
      or o.customer_id in (select id from wholesale_customer where company_id = ${tx.companyId}
        and strpos(lower(name), lower(${text})) > 0))`);
  return sql.join(parts, sql` and `);
}

/** Orders of a filter, newest first; those after `before` where a file is written. */
export function orderRows(
  tx: Tx,
  filter: WholesaleFilter & { ids?: number[] | undefined },
  page: { limit: number; offset?: number; before?: number },
): Promise<Row[]> {
  const { limit, offset = 0, before } = page;
  const within = filter.ids ? sql`and o.id = any(${arrayOf(filter.ids)}::bigint[])` : sql``;
  const from = before === undefined ? sql`` : sql`and o.id < ${before}`;
  return tx.rows<Row>(sql`select ${SHOWN} from (select o.* from wholesale_order o where ${where(tx, filter)} ${within} ${from}
    order by o.id desc limit ${limit} offset ${offset}) o ${JOINS} order by o.id desc`);
}

export async function countOrders(tx: Tx, filter: WholesaleFilter & { ids?: number[] | undefined }): Promise<number> {
  const within = filter.ids ? sql`and o.id = any(${arrayOf(filter.ids)}::bigint[])` : sql``;
  const row = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from wholesale_order o where ${where(tx, filter)} ${within}`,
  );
  return row?.n ?? 0;
}

export async function orderPage(tx: Tx, query: WholesaleFilter & { page: number; pageSize: number }) {
  const { page, pageSize, ...filter } = query;
  const rows = await orderRows(tx, filter, { limit: pageSize, offset: (page - 1) * pageSize });
  return { rows, total: await countOrders(tx, filter), totalExact: true };
}

export async function tabs(tx: Tx) {
  const row = await tx.row<{ quotation: number; confirmed: number; open: number }>(sql`
    select count(*) filter (where o.state = 'quotation')::int as quotation,
      count(*) filter (where o.state = 'confirmed')::int as confirmed, count(*) filter (where ${OPEN})::int as open
    from wholesale_order o where o.company_id = ${tx.companyId}`);
  return row ?? { quotation: 0, confirmed: 0, open: 0 };
}

/** Everything of one order that the actor may see. @throws notFound wholesale.notFound */
export async function orderDetail(tx: Tx, ctx: Ctx, id: number): Promise<WholesaleDetail> {
  const order = await wholeOrder(tx, ctx, id);
  return maySee(tx.rights, 'seeBuyer') ? order : { ...order, shipTo: withoutBuyer(order.shipTo) };
}

/** Everything of one order, whoever asks. @throws notFound wholesale.notFound */
export async function wholeOrder(tx: Tx, ctx: Ctx, id: number): Promise<WholesaleDetail> {
  const head = await tx.row<Row>(sql`select ${SHOWN}, c.language, o.ship_to as "shipTo", o.incoterm,
      o.incoterm_place as "incotermPlace", o.terms_days as "termsDays", o.deposit_percent::text as "depositPercent",
      o.balance_before_shipment as "balanceBeforeShipment", o.goods_amount as "goodsAmount",
      o.discount_amount as "discountAmount", o.shipping_amount as "shippingAmount", o.tax_percent::text as "taxPercent",
      o.tax_amount as "taxAmount", o.remark, o.version
    from wholesale_order o ${JOINS} where o.company_id = ${tx.companyId} and o.id = ${id}`);
  if (!head) throw notFound('wholesale.notFound');
  const [lines, payments, shipments, shops, history] = await Promise.all([
    linesOf(tx, id),
    paymentsOf(tx, id),
    shipmentsOf(tx, id),
    shopsInScope(tx, ctx),
    readHistory(tx, DOC, id),
  ]);
  const own = shops.filter((shop) => shop.platform === 'other').map((shop) => ({ id: shop.id, name: shop.name }));
  return { ...head, lines, payments, shipments, shops: own, history } as unknown as WholesaleDetail;
}

function linesOf(tx: Tx, orderId: number): Promise<WholesaleLine[]> {
  return tx.rows<WholesaleLine & Record<string, unknown>>(sql`
    select l.id, l.product_id as "productId", p.sku, p.name_zh as "nameZh", p.name_en as "nameEn", l.quantity,
      trim_scale(l.unit_price)::text as "unitPrice", trim_scale(l.listed_price)::text as "listedPrice",
      l.listed_from as "listedFrom", l.price_list_name as "priceListName", l.amount, l.discount, l.tax, l.planned, l.shipped
    from wholesale_line l join product p on p.company_id = l.company_id and p.id = l.product_id
    where l.company_id = ${tx.companyId} and l.order_id = ${orderId} order by l.position`);
}

function paymentsOf(tx: Tx, orderId: number) {
  return tx.rows(sql`select id, kind, amount, on_day::text as "onDay", reference, noted_by as "notedBy", noted_at as "notedAt"
    from wholesale_payment where company_id = ${tx.companyId} and order_id = ${orderId} order by id limit 1000`);
}

type ShipmentRow = Omit<WholesaleShipment, 'packed' | 'cartons'> & Record<string, unknown>;

async function shipmentsOf(tx: Tx, orderId: number): Promise<WholesaleShipment[]> {
  const rows = await tx.rows<ShipmentRow>(sql`
    select h.id, h.number, h.state, h.sales_order_id as "orderId", s.status as "orderStatus",
      s.tracking_number as "trackingNumber", shop.name as "shopName", h.override_reason as "overrideReason",
      s.goods_amount as "goodsAmount", s.total_amount as "totalAmount", h.created_at as "createdAt", h.shipped_at as "shippedAt",
      (select jsonb_agg(jsonb_build_object('lineId', x.line_id, 'quantity', x.quantity) order by x.line_id)
        from wholesale_shipment_line x where x.company_id = h.company_id and x.shipment_id = h.id) as lines
    from wholesale_shipment h
      join sales_order s on s.company_id = h.company_id and s.id = h.sales_order_id
      join shop on shop.company_id = s.company_id and shop.id = s.shop_id
    where h.company_id = ${tx.companyId} and h.order_id = ${orderId} order by h.id limit 500`);
  const cartons = await cartonsOf(
    tx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const mine = cartons.get(row.id) ?? [];
    return { ...row, cartons: mine, packed: isPacked(row.lines, mine) };
  });
}

/** The cartons hold what the shipment has, no more and no less. */
function isPacked(lines: WholesaleShipment['lines'], cartons: readonly Carton[]): boolean {
  const held = new Map<number, number>();
  for (const { lineId, quantity } of cartons.flatMap((carton) => carton.contents))
    held.set(lineId, (held.get(lineId) ?? 0) + quantity);
  return lines.every((line) => held.get(line.lineId) === line.quantity);
}

async function cartonsOf(tx: Tx, shipmentIds: readonly number[]): Promise<Map<number, Carton[]>> {
  const rows = await tx.rows<Carton & { shipmentId: number }>(sql`
    select c.shipment_id as "shipmentId", c.number, c.pallet_no as "palletNo", trim_scale(c.length_cm)::text as "lengthCm",
      trim_scale(c.width_cm)::text as "widthCm", trim_scale(c.height_cm)::text as "heightCm",
      trim_scale(c.gross_kg)::text as "grossKg",
      (select jsonb_agg(jsonb_build_object('lineId', i.line_id, 'quantity', i.quantity) order by i.line_id)
        from wholesale_carton_item i where i.company_id = c.company_id and i.shipment_id = c.shipment_id
          and i.carton_no = c.number) as contents
    from wholesale_carton c where c.company_id = ${tx.companyId} and c.shipment_id = any(${arrayOf(shipmentIds)}::bigint[])
    order by c.shipment_id, c.number`);
  return Map.groupBy(rows, (row) => row.shipmentId);
}
