import type { ResultOf } from '@tradewind/contract/call.ts';
import { type getVendorOrder, isUnsent, type VendorLine } from '@tradewind/contract/vendor.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { arrayOf } from '../../core/scope.ts';
import { cartonsOf, packedUnits, palletsOf } from './cartons.ts';
import { type Goods, goodsOf, type VendorOrder, vendorOrder } from './orders.ts';

type Detail = ResultOf<typeof getVendorOrder>;
type Row<T> = NonNullable<T> & Record<string, unknown>;

/** @throws notFound orders.notFound */
export async function vendorDetail(tx: Tx, id: number): Promise<Detail> {
  const order = await vendorOrder(tx, id);
  const goods = await goodsOf(tx, [id]);
  const cartons = await cartonsOf(tx, [id]);
  const pallets = await palletsOf(tx, [id]);
  const packed = packedUnits(cartons);
  const lineOf = new Map(goods.map((line) => [line.platformLineId, line.lineId]));
  const answer = updateOf(order.answerState, order.answerError);
  return {
    id,
    number: order.displayNo,
    currency: order.currency,
    status: order.status,
    part: order.rootId !== id,
    bulk: order.bulk,
    answer,
    lines: await linesOf(tx, order, goods, !isUnsent(answer)),
    goods: goods.map(({ lineId, sku, quantity }) => ({ lineId, sku, quantity })),
    cartons: cartons.map(({ orderId: _, lines, ...carton }) => ({
      ...carton,
      contents: lines.flatMap(({ platformLineId, quantity }) => {
        const lineId = lineOf.get(platformLineId);
        return lineId === undefined ? [] : [{ lineId, quantity }];
      }),
    })),
    pallets: pallets.map(({ number, sscc }) => ({ number, sscc })),
    packed: cartons.length > 0 && goods.every((line) => packed.get(line.platformLineId) === line.quantity),
    shipment: await shipmentOf(tx, order),
    invoice: await invoiceOf(tx, order),
  };
}

function updateOf(state: string | null, error: string | null): Detail['answer'] {
  return state === 'due' || state === 'done' || state === 'failed' ? { state, error } : null;
}

/** The saved answers; without any, or when Amazon rejected them, a suggestion from stock. */
async function linesOf(tx: Tx, order: VendorOrder, goods: readonly Goods[], answered: boolean): Promise<VendorLine[]> {
  const free = await availableFor(tx, goods);
  if (!answered) return order.rootId === order.id ? goods.map((line) => suggest(line, free)) : [];
  const rows = await tx.rows<Omit<VendorLine, 'available'> & Record<string, unknown>>(sql`
    select platform_line_id, seller_sku, title, unit_price, ordered, accepted,
      backordered, backorder_day::text as "backorderDay", rejected, reason from vendor_answer_line
    where company_id = ${sql.company} and order_id = ${order.rootId} order by platform_line_id`);
  const productOf = new Map(goods.map((line) => [line.platformLineId, line]));
  return rows.map((row) => {
    const line = productOf.get(row.platformLineId);
    return { ...row, available: line ? unitsOf(line, free) : 0 };
  });
}

/** Available stock of each product, plus the units allocated to these lines. */
async function availableFor(tx: Tx, goods: readonly Goods[]): Promise<Map<number, number>> {
  const ids = [...new Set(goods.flatMap((line) => line.productId ?? []))];
  const rows = await tx.rows<{ productId: number; free: number }>(sql`
    select product_id, sum(available)::int as free from stock_balance
    where company_id = ${sql.company} and product_id = any(${arrayOf(ids)}::bigint[]) group by product_id`);
  const free = new Map(rows.map((row) => [row.productId, row.free]));
  for (const { productId, reserved } of goods)
    if (productId !== null) free.set(productId, (free.get(productId) ?? 0) + reserved);
  return free;
}

const unitsOf = ({ productId, factor }: Goods, free: ReadonlyMap<number, number>): number =>
  productId === null ? 0 : Math.max(0, Math.floor((free.get(productId) ?? 0) / factor));

/** Accepts available units line by line; rejects the rest as out of stock. */
function suggest(line: Goods, free: Map<number, number>): VendorLine {
  const available = unitsOf(line, free);
  const accepted = Math.min(available, line.ordered);
  if (line.productId !== null) free.set(line.productId, (free.get(line.productId) ?? 0) - accepted * line.factor);
  const rejected = line.ordered - accepted;
  return {
    platformLineId: line.platformLineId,
    sellerSku: line.sku,
    title: line.title,
    unitPrice: line.unitPrice,
    ordered: line.ordered,
    available,
    accepted,
    backordered: 0,
    backorderDay: null,
    rejected,
    reason: rejected > 0 ? 'TemporarilyUnavailable' : null,
  };
}

async function shipmentOf(tx: Tx, order: VendorOrder): Promise<Detail['shipment']> {
  const row = await tx.row<Omit<Row<Detail['shipment']>, 'confirmState' | 'confirmError'>>(sql`
    select number, mode, scac, bill_of_lading, pro, terms, shipped_day::text as "shippedDay",
      delivery_day::text as "deliveryDay" from vendor_shipment
    where company_id = ${sql.company} and order_id = ${order.id}`);
  return row
    ? ({ ...row, confirmState: order.confirmState, confirmError: order.confirmError } as Detail['shipment'])
    : null;
}

async function invoiceOf(tx: Tx, order: VendorOrder): Promise<Detail['invoice']> {
  const update = updateOf(order.billState, order.billError);
  const row = await tx.row<Omit<Row<Detail['invoice']>, 'state' | 'error'>>(sql`
    select number, on_day::text as day, goods_amount, tax_percent, tax_amount,
      total_amount, paid_day::text as "paidDay" from vendor_invoice
    where company_id = ${sql.company} and order_id = ${order.id}`);
  return row && update ? ({ ...row, ...update } as Detail['invoice']) : null;
}
